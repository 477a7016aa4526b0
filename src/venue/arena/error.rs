//! The refusals of the API, each with the status and the text that the document gives it.

use std::fmt;

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ApiError {
    JsonObjectRequired,
    UnknownAction,
    InvalidCredential,
    AccessDenied,
    InvalidCsrf,
    PostRequired,
    StaleRevision,
    NotYourTurn,
    IllegalMove,
    LegFinished,
    MatchNotRunning,
    MatchTimedOut,
    StaleRoomRevision,
    InvalidMoveCoordinate,
    MoveOutsideBoard,
    UnsupportedGameMode,
    BothMustBeConnected,
    AlreadyActive,
    BotBusy,
    ChallengeOver,
    VariantsFull,
    TargetNotFound,
    TooLarge,
    TooManyStreams,
    StorageUnavailable,
}

impl ApiError {
    /// The HTTP status.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            ApiError::JsonObjectRequired | ApiError::UnknownAction => 400,
            ApiError::InvalidCredential => 401,
            ApiError::AccessDenied | ApiError::InvalidCsrf => 403,
            ApiError::PostRequired => 405,
            ApiError::StaleRevision
            | ApiError::NotYourTurn
            | ApiError::IllegalMove
            | ApiError::LegFinished
            | ApiError::MatchNotRunning
            | ApiError::MatchTimedOut
            | ApiError::StaleRoomRevision
            | ApiError::InvalidMoveCoordinate
            | ApiError::MoveOutsideBoard
            | ApiError::UnsupportedGameMode
            | ApiError::BothMustBeConnected
            | ApiError::AlreadyActive
            | ApiError::BotBusy
            | ApiError::ChallengeOver
            | ApiError::VariantsFull
            | ApiError::TargetNotFound => 409,
            ApiError::TooLarge => 413,
            ApiError::TooManyStreams => 429,
            ApiError::StorageUnavailable => 503,
        }
    }

    /// The text in the answer's `error` field.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            ApiError::JsonObjectRequired => "JSON object required",
            ApiError::UnknownAction => "unknown action",
            ApiError::InvalidCredential => "invalid bot credential",
            ApiError::AccessDenied => "access denied",
            ApiError::InvalidCsrf => "invalid csrf",
            ApiError::PostRequired => "POST required",
            ApiError::StaleRevision => "stale_revision",
            ApiError::NotYourTurn => "not_your_turn",
            ApiError::IllegalMove => "illegal_move",
            ApiError::LegFinished => "leg_finished",
            ApiError::MatchNotRunning => "match not running",
            ApiError::MatchTimedOut => "match timed out",
            ApiError::StaleRoomRevision => "stale room revision",
            ApiError::InvalidMoveCoordinate => "invalid move coordinate",
            ApiError::MoveOutsideBoard => "move outside board",
            ApiError::UnsupportedGameMode => "unsupported game mode",
            ApiError::BothMustBeConnected => "both bots must be connected",
            ApiError::AlreadyActive => "bot already has an active match",
            ApiError::BotBusy => "bot busy",
            ApiError::ChallengeOver => "challenge expired or answered",
            ApiError::VariantsFull => "site bot variant matches are full",
            ApiError::TargetNotFound => "target bot not found",
            ApiError::TooLarge => "request too large",
            ApiError::TooManyStreams => "too many streams",
            ApiError::StorageUnavailable => "bot match storage unavailable",
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl std::error::Error for ApiError {}
