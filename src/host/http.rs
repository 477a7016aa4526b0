//! HTTP to a venue: one request, one bounded answer. What an answer means is the translator's business.
//!
//! The connection stays open between requests, so that a move costs one round trip. Redirects are never followed,
//! because the token goes along with every request. A proxy from the environment is used, except for a loopback
//! address.

use crate::play::fault::Fault;
use crate::venue::flipsight::address::Address;
use crate::venue::flipsight::token::Token;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER};
use std::error::Error;
use std::io;
use std::time::Duration;
use zeroize::Zeroizing;

/// The longest that opening a connection may take.
pub const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// The longest that a request may take from sending to the last byte of its answer.
pub const REQUEST_LIMIT: Duration = Duration::from_secs(10);
/// How long an unused connection is kept. Longer than the pause between two polls on a quiet stream.
pub const KEEP_OPEN: Duration = Duration::from_mins(1);
/// The longest answer that is read. A poll with hundreds of bots stays far below.
pub const BODY_LIMIT_BYTES: usize = 8 << 20;
/// A server's `Retry-After` beyond this is taken as this.
pub const RETRY_AFTER_LIMIT: Duration = Duration::from_hours(1);

/// The HTTP client could not be made: the system's certificates cannot be read, for example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("secure connections cannot be set up on this machine: {0}")]
pub struct NoClient(String);

/// A whole answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    /// What the server asked to wait, in seconds; a date in its place is ignored.
    pub retry_after: Option<Duration>,
    pub body: Vec<u8>,
}

/// A way to one checked address, with the token. Cheap to clone; clones share the open connections.
#[derive(Clone)]
pub struct Http {
    client: reqwest::Client,
    address: Address,
    /// `Bearer <token>`, marked as sensitive: it is left out of every debug output.
    authorization: HeaderValue,
}

impl Http {
    /// A client for `address`. Nothing is sent yet.
    ///
    /// # Errors
    /// [`NoClient`] when TLS cannot be set up.
    pub fn new(address: Address, token: &Token) -> Result<Http, NoClient> {
        let no_client = |error: reqwest::Error| NoClient(reason(&error));
        let mut builder = reqwest::Client::builder()
            .user_agent(concat!("Botdock/", env!("CARGO_PKG_VERSION")))
            .redirect(reqwest::redirect::Policy::none())
            .tcp_nodelay(true)
            .connect_timeout(CONNECT_LIMIT)
            .pool_idle_timeout(KEEP_OPEN);
        if address.is_loopback() {
            builder = builder.no_proxy();
        }
        builder = if is_plain(&address) {
            // No certificate is looked at, so none is loaded: the arena also runs on a machine that has none.
            builder.tls_certs_only([])
        } else {
            builder.https_only(true)
        };
        let client = builder.build().map_err(no_client)?;
        let mut authorization = HeaderValue::from_str(&Zeroizing::new(format!("Bearer {}", token.reveal())))
            .map_err(|_| NoClient("the token has a character that no header can carry".to_owned()))?;
        authorization.set_sensitive(true);
        Ok(Http { client, address, authorization })
    }

    /// Posts one JSON text and reads the whole answer, whatever its status.
    ///
    /// # Errors
    /// [`Fault::NoAnswer`], with a sentence that names neither the token nor an address.
    pub async fn post(&self, body: String) -> Result<Reply, Fault> {
        let request = self
            .client
            .post(self.address.as_str())
            .timeout(REQUEST_LIMIT)
            .header(AUTHORIZATION, self.authorization.clone())
            .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .body(body);
        let response = request.send().await.map_err(|error| no_answer(&error))?;
        read_whole(response, BODY_LIMIT_BYTES).await
    }

    /// Opens an endless answer. It is the caller's to read and to give up; only the connection's opening and the
    /// header are waited for here, at most [`REQUEST_LIMIT`].
    ///
    /// # Errors
    /// [`Fault::NoAnswer`], as [`Http::post`].
    pub async fn open(&self) -> Result<reqwest::Response, Fault> {
        let request = self.client.get(self.address.as_str()).header(AUTHORIZATION, self.authorization.clone());
        match tokio::time::timeout(REQUEST_LIMIT, request.send()).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(error)) => Err(no_answer(&error)),
            Err(_) => Err(Fault::NoAnswer("the server did not answer in time".to_owned())),
        }
    }
}

/// Whether nothing is encrypted on the way; an [`Address`] allows that for this machine itself alone.
fn is_plain(address: &Address) -> bool {
    address.origin().get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http://"))
}

/// Reads a response to its end, at most `limit_bytes`.
///
/// # Errors
/// [`Fault::NoAnswer`] when it breaks off; [`Fault::Unreadable`] when it is longer than the limit.
pub async fn read_whole(mut response: reqwest::Response, limit_bytes: usize) -> Result<Reply, Fault> {
    let status = response.status().as_u16();
    let retry_after = retry_after(response.headers());
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| no_answer(&error))? {
        if body.len() + chunk.len() > limit_bytes {
            return Err(Fault::Unreadable { status, detail: format!("longer than {limit_bytes} bytes") });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Reply { status, retry_after, body })
}

/// A failed request as a fault.
#[must_use]
pub fn no_answer(error: &reqwest::Error) -> Fault {
    Fault::NoAnswer(reason(error))
}

/// `Retry-After` in seconds. The other form, a date, is ignored: the wall clocks of two machines may differ.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds).min(RETRY_AFTER_LIMIT))
}

/// One short sentence. The address is left out, because a proxy's may hold a password.
fn reason(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "the server did not answer in time".to_owned();
    }
    let mut deepest: &dyn Error = error;
    while let Some(cause) = deepest.source() {
        if let Some(kind) = cause.downcast_ref::<io::Error>().map(io::Error::kind)
            && let Some(sentence) = sentence(kind)
        {
            return sentence.to_owned();
        }
        deepest = cause;
    }
    let detail = deepest.to_string();
    let detail = if detail.contains("://") { "no detail" } else { detail.trim() };
    if error.is_connect() {
        format!("the server cannot be reached: {detail}")
    } else {
        format!("the connection broke: {detail}")
    }
}

/// What a kind of failure means to a person, where that is clear.
fn sentence(kind: io::ErrorKind) -> Option<&'static str> {
    match kind {
        io::ErrorKind::ConnectionRefused => Some("the server refused the connection"),
        io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted | io::ErrorKind::BrokenPipe => {
            Some("the server closed the connection")
        }
        io::ErrorKind::UnexpectedEof => Some("the answer broke off"),
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable | io::ErrorKind::NetworkDown => {
            Some("the network cannot be reached")
        }
        io::ErrorKind::TimedOut => Some("the server did not answer in time"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(value: &str) -> Option<Duration> {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, HeaderValue::from_str(value).unwrap());
        retry_after(&headers)
    }

    #[test]
    fn retry_after_takes_seconds_only() {
        assert_eq!(header("7"), Some(Duration::from_secs(7)));
        assert_eq!(header(" 120 "), Some(Duration::from_mins(2)));
        assert_eq!(header("99999999999"), Some(RETRY_AFTER_LIMIT));
        assert_eq!(header("Wed, 21 Oct 2026 07:28:00 GMT"), None);
        assert_eq!(header("-5"), None);
        assert_eq!(header(""), None);
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }
}
