//! What can go wrong with a request to a venue, named by what the caller can do next.

use std::time::Duration;

/// Why a request to a venue did not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// 401, or a refusal that names the credential: stop and have the token checked. Nothing else may ever mention the token.
    #[error("the token was refused ({error})")]
    TokenRefused { error: String },
    /// 409: the state has moved on or does not allow this. Read it afresh; never repeat as it was.
    #[error("not possible now: {0}")]
    Conflict(Conflict),
    /// 429 or 503: the server had no time; it did nothing. Try again, not before `after` if it said so.
    #[error("the server is busy ({status})")]
    Busy { status: u16, after: Option<Duration> },
    /// Any other refusal (400, 403, 405, 413 …): repeating the same request at once is pointless.
    #[error("the server did not accept the request ({status}: {error})")]
    Rejected { status: u16, error: String },
    /// No answer, or half of one: whether the server acted is unknown. Read the state before repeating.
    #[error("no connection ({0})")]
    NoAnswer(String),
    /// An answer that is not the API's (5xx, a captive portal's page, cut JSON): as [`Fault::NoAnswer`].
    #[error("the answer was not understood ({status}: {detail})")]
    Unreadable { status: u16, detail: String },
}

/// The refusals with status 409 that the API documents, and any other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    #[error("the position has already changed")]
    StaleRevision,
    #[error("it is not this bot's turn")]
    NotYourTurn,
    #[error("the move is not legal")]
    IllegalMove,
    #[error("the board is finished")]
    LegFinished,
    #[error("the match is not running")]
    MatchNotRunning,
    #[error("the match ran out of time")]
    MatchTimedOut,
    #[error("the room has moved on to another round")]
    StaleRoomRevision,
    #[error("the square cannot be read")]
    InvalidMoveCoordinate,
    #[error("the square is outside the board")]
    MoveOutsideBoard,
    #[error("one of the two bots does not play this game; supported games are set on the bot page")]
    UnsupportedGameMode,
    #[error("both bots must be online")]
    BothMustBeConnected,
    #[error("the bot already has a running match")]
    AlreadyActive,
    #[error("the bot is busy; try again when its match is over")]
    BotBusy,
    #[error("the challenge has expired or was answered")]
    ChallengeOver,
    #[error("the site's bots already play two variant matches; try again a little later")]
    VariantsFull,
    #[error("there is no such bot")]
    TargetNotFound,
    #[error("{0}")]
    Other(String),
}
