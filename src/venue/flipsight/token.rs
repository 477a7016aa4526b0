//! The bot's secret. It is shown nowhere, compared nowhere and wiped from memory when dropped.

use std::fmt;
use zeroize::Zeroizing;

/// How every token of this venue begins.
pub const PREFIX: &str = "fsbm_";
/// The longest token that is believed to be one.
pub const LIMIT_BYTES: usize = 512;

/// A token of the right shape; whether it is valid only the venue knows.
#[derive(Clone)]
pub struct Token(Zeroizing<String>);

/// Why a text cannot be a token. No part of the text is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadToken {
    #[error("there is no token; copy the whole text that begins with fsbm_ from the bot page")]
    Missing,
    #[error("a token begins with fsbm_; copy the whole text from the bot page")]
    Prefix,
    #[error("the token ends right after fsbm_; copy the whole text from the bot page")]
    Short,
    #[error("this is too long for a token; copy only the text that begins with fsbm_")]
    Long,
    #[error("a token has no spaces, line breaks or special characters; copy it again from the bot page")]
    Character,
}

impl Token {
    /// Checks a pasted text. White space and invisible marks around it are ignored.
    ///
    /// # Errors
    /// [`BadToken`] when it cannot be a token.
    pub fn parse(text: &str) -> Result<Token, BadToken> {
        let text = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}'));
        if text.is_empty() {
            return Err(BadToken::Missing);
        }
        let Some(rest) = text.strip_prefix(PREFIX) else { return Err(BadToken::Prefix) };
        if rest.is_empty() {
            return Err(BadToken::Short);
        }
        if text.len() > LIMIT_BYTES {
            return Err(BadToken::Long);
        }
        if !rest.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(BadToken::Character);
        }
        Ok(Token(Zeroizing::new(text.to_owned())))
    }

    /// The secret itself, for the one place that puts it into a request's header.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_trimmed_and_never_shown() {
        let token = Token::parse("\u{feff} fsbm_c4n4ry-TOKEN \r\n").unwrap();
        assert_eq!(token.reveal(), "fsbm_c4n4ry-TOKEN");
        let shown = format!("{token:?} {:#?}", Some(&token));
        assert!(!shown.contains("c4n4ry") && !shown.contains("fsbm_"), "{shown}");
    }

    #[test]
    fn what_cannot_be_a_token_is_named_without_repeating_it() {
        let long = format!("fsbm_{}", "x".repeat(LIMIT_BYTES));
        for (text, bad) in [
            ("", BadToken::Missing),
            (" \n", BadToken::Missing),
            ("secret", BadToken::Prefix),
            ("Bearer fsbm_secret", BadToken::Prefix),
            ("fsbm_", BadToken::Short),
            ("fsbm_secret secret", BadToken::Character),
            ("fsbm_secret\nsecret", BadToken::Character),
            ("fsbm_sécret", BadToken::Character),
            ("fsbm_secret\u{7f}", BadToken::Character),
            (&long, BadToken::Long),
        ] {
            assert_eq!(Token::parse(text).map(|_| ()), Err(bad), "{text:?}");
            assert!(!bad.to_string().contains("secret"));
        }
    }
}
