//! Where requests and the token may go: HTTPS, or plain HTTP to this machine itself; the stream only to the host of
//! the requests.
//!
//! The grammar accepted here is stricter than that of URLs in general: whatever two readers could understand
//! differently (user names, back slashes, percent signs in the host) is refused.

use super::{API, STREAM};
use core::net::{Ipv4Addr, Ipv6Addr};
use std::fmt;

/// The path of the stream beside a given API address.
const STREAM_PATH: &str = "/flipsight_api/bot-stream";
/// The longest address that is read.
const LIMIT_BYTES: usize = 2048;

/// A checked address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    text: String,
    host: String,
    /// Where the path begins in `text`.
    path_at: usize,
}

/// Why an address is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAddress {
    #[error("the address is empty; it looks like {API}")]
    Empty,
    #[error("the address is too long")]
    Long,
    #[error("the address has no https:// in front; it looks like {API}")]
    Scheme,
    #[error(
        "plain http is used only for this machine itself (127.0.0.1, ::1 or localhost); write https://{host} instead"
    )]
    PlainHttp { host: String },
    #[error("the address has no readable host; it looks like {API}")]
    Host,
    #[error("the port in the address is not a number from 1 to 65535")]
    Port,
    #[error("the address contains a character that does not belong there ({0:?})")]
    Character(char),
    #[error("the address carries a user name, a password or a token; those never go into an address")]
    Secret,
    #[error(
        "the stream is on {stream} but the requests go to {api}; both must be on one host, because the token goes along"
    )]
    OtherHost { api: String, stream: String },
}

impl Address {
    /// Checks one address. White space around it is ignored.
    ///
    /// # Errors
    /// [`BadAddress`], as a sentence that says what would be right.
    pub fn parse(text: &str) -> Result<Address, BadAddress> {
        let text = text.trim();
        if text.is_empty() {
            return Err(BadAddress::Empty);
        }
        if text.len() > LIMIT_BYTES {
            return Err(BadAddress::Long);
        }
        if text.contains(super::token::PREFIX) {
            return Err(BadAddress::Secret);
        }
        if let Some(odd) = text.chars().find(|c| !c.is_ascii_graphic() || matches!(c, '\\' | '#' | '"' | '<' | '>')) {
            return Err(BadAddress::Character(odd));
        }
        let (secure, after) = match text.split_once("://") {
            Some((scheme, after)) if scheme.eq_ignore_ascii_case("https") => (true, after),
            Some((scheme, after)) if scheme.eq_ignore_ascii_case("http") => (false, after),
            _ => return Err(BadAddress::Scheme),
        };
        let authority = after.split(['/', '?']).next().unwrap_or_default();
        if authority.contains('@') {
            return Err(BadAddress::Secret);
        }
        let host = host_of(authority)?;
        if !secure && !is_loopback(&host) {
            return Err(BadAddress::PlainHttp { host });
        }
        let path_at = text.len() - after.len() + authority.len();
        Ok(Address { text: text.to_owned(), host, path_at })
    }

    /// The address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The host in lower case, without brackets and port.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether it points to this machine itself.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.host)
    }

    /// Scheme, host and port: `https://othelloclub.com`.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.text[..self.path_at]
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The two addresses of a venue, on one host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addresses {
    pub api: Address,
    pub stream: Address,
}

impl Addresses {
    /// Checks the addresses a person gave. Without an API address the public one is used; without a stream address
    /// the stream of that same server.
    ///
    /// # Errors
    /// [`BadAddress`] when one of them cannot be used, or when they are on two hosts.
    pub fn new(api: Option<&str>, stream: Option<&str>) -> Result<Addresses, BadAddress> {
        let stream = match (api, stream) {
            (_, Some(stream)) => Address::parse(stream)?,
            (None, None) => Address::parse(STREAM)?,
            (Some(api), None) => Address::parse(&format!("{}{STREAM_PATH}", Address::parse(api)?.origin()))?,
        };
        let api = Address::parse(api.unwrap_or(API))?;
        if api.host != stream.host {
            return Err(BadAddress::OtherHost { api: api.host, stream: stream.host });
        }
        Ok(Addresses { api, stream })
    }
}

fn host_of(authority: &str) -> Result<String, BadAddress> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (host, port) = rest.split_once(']').ok_or(BadAddress::Host)?;
            host.parse::<Ipv6Addr>().map_err(|_| BadAddress::Host)?;
            match port.strip_prefix(':') {
                Some(port) => (host, Some(port)),
                None if port.is_empty() => (host, None),
                None => return Err(BadAddress::Host),
            }
        }
        None => match authority.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, None),
        },
    };
    let named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
    if host.is_empty() || !host.chars().all(named) || host.starts_with(['.', '-']) {
        return Err(BadAddress::Host);
    }
    let number =
        |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|p| p > 0);
    if port.is_some_and(|port| !number(port)) {
        return Err(BadAddress::Port);
    }
    Ok(host.to_ascii_lowercase())
}

fn is_loopback(host: &str) -> bool {
    host == "localhost"
        || host.parse::<Ipv4Addr>().is_ok_and(|ip| ip.is_loopback())
        || host.parse::<Ipv6Addr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_public_addresses_and_this_machine_are_accepted() {
        let public = Addresses::new(None, None).unwrap();
        assert_eq!((public.api.as_str(), public.stream.as_str()), (API, STREAM));
        let arena = Addresses::new(Some(" http://127.0.0.1:4711/flipsight/bot_match_api.php\n"), None).unwrap();
        assert_eq!(arena.stream.as_str(), "http://127.0.0.1:4711/flipsight_api/bot-stream");
        for text in
            ["http://localhost/", "http://[::1]:80/x", "http://127.9.9.9?x", "HTTPS://Example.ORG", "https://h:1"]
        {
            assert!(Address::parse(text).is_ok(), "{text}");
        }
        assert_eq!(Address::parse("HTTPS://Example.ORG:8443/x").unwrap().host(), "example.org");
    }

    #[test]
    fn everything_doubtful_is_refused_with_the_reason() {
        use BadAddress::{Character, Empty, Host, Long, PlainHttp, Port, Scheme, Secret};
        let plain = |host: &str| PlainHttp { host: host.to_owned() };
        let long = format!("https://h/{}", "x".repeat(LIMIT_BYTES));
        for (text, bad) in [
            ("", Empty),
            ("othelloclub.com", Scheme),
            ("ftp://othelloclub.com", Scheme),
            ("file:///etc/passwd", Scheme),
            ("http://othelloclub.com/x", plain("othelloclub.com")),
            ("http://localhost.evil.org/", plain("localhost.evil.org")),
            ("http://127.0.0.1.evil.org/", plain("127.0.0.1.evil.org")),
            ("http://0.0.0.0/", plain("0.0.0.0")),
            ("http://0x7f.1/", plain("0x7f.1")),
            ("http://[::2]/", plain("::2")),
            ("http://127.0.0.1@evil.org/", Secret),
            ("https://me:pw@othelloclub.com/", Secret),
            ("https://othelloclub.com/?token=fsbm_abc", Secret),
            ("http://127.0.0.1\\@evil.org/", Character('\\')),
            ("https://othelloclub.com/ x", Character(' ')),
            ("https://оthelloclub.com/", Character('о')),
            ("https:///path", Host),
            ("https://%31/", Host),
            ("https://[::1/", Host),
            ("https://[::1]x/", Host),
            ("https://h:0/", Port),
            ("https://h:99999/", Port),
            ("https://h:+1/", Port),
            ("https://h:/", Port),
            (&long, Long),
        ] {
            assert_eq!(Address::parse(text), Err(bad), "{text}");
        }
    }

    #[test]
    fn the_stream_stays_on_the_host_of_the_requests() {
        let other = Addresses::new(None, Some("https://evil.org/flipsight_api/bot-stream"));
        assert!(matches!(other, Err(BadAddress::OtherHost { .. })));
        assert!(Addresses::new(Some("https://a.org/x"), Some("https://A.org:8443/s")).is_ok());
    }
}
