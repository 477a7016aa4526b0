//! The HTTP client against a real socket: what it sends, what it refuses to do, what it says when things go wrong.

#![cfg(feature = "host")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a helper that cannot go on fails its test")]

use botdock::host::http::{BODY_LIMIT_BYTES, Http};
use botdock::play::fault::Fault;
use botdock::venue::flipsight::address::Address;
use botdock::venue::flipsight::token::Token;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

const TOKEN: &str = "fsbm_c4n4ry";

/// A server that answers its connections one after the other, each with the next of `answers`; the requests come out
/// of the receiver.
fn server(answers: Vec<Vec<u8>>) -> (Http, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/flipsight/bot_match_api.php", listener.local_addr().unwrap());
    let (out, requests) = channel();
    thread::spawn(move || {
        for (answer, socket) in answers.into_iter().zip(listener.incoming().flatten()) {
            out.send(request(&socket)).unwrap();
            let _ = (&socket).write_all(&answer);
        }
    });
    (client(&address), requests)
}

fn client(address: &str) -> Http {
    Http::new(Address::parse(address).unwrap(), &Token::parse(TOKEN).unwrap()).unwrap()
}

/// Reads one whole request.
fn request(socket: &TcpStream) -> String {
    let mut reader = BufReader::new(socket);
    let mut text = String::new();
    let mut length = 0;
    loop {
        let begun = text.len();
        if reader.read_line(&mut text).unwrap() == 0 || text[begun..].trim().is_empty() {
            break;
        }
        if let Some(value) = text[begun..].to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    text + &String::from_utf8(body).unwrap()
}

fn answer(status: &str, headers: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status}\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
        .into_bytes()
}

fn no_answer(fault: &Fault) -> &str {
    match fault {
        Fault::NoAnswer(why) => why,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_request_carries_the_token_in_its_header_alone() {
    let (http, requests) = server(vec![answer("200 OK", "", "{\"ok\":true}")]);
    let reply = http.post("{\"action\":\"agent_poll\"}".to_owned()).await.unwrap();
    assert_eq!((reply.status, reply.body.as_slice()), (200, &b"{\"ok\":true}"[..]));
    let request = requests.recv().unwrap();
    assert!(request.starts_with("POST /flipsight/bot_match_api.php HTTP/1.1\r\n"), "{request}");
    let lower = request.to_ascii_lowercase();
    assert!(lower.contains(&format!("authorization: bearer {TOKEN}\r\n")), "{request}");
    assert!(lower.contains("content-type: application/json\r\n"), "{request}");
    assert_eq!(request.matches(TOKEN).count(), 1);
    assert!(request.ends_with("{\"action\":\"agent_poll\"}"));
}

#[tokio::test]
async fn a_redirect_is_an_answer_and_never_followed() {
    let trap = TcpListener::bind("127.0.0.1:0").unwrap();
    let headers = format!("location: http://{}/steal\r\n", trap.local_addr().unwrap());
    let (http, _requests) = server(vec![answer("307 Temporary Redirect", &headers, "")]);
    assert_eq!(http.post(String::new()).await.unwrap().status, 307);
    trap.set_nonblocking(true).unwrap();
    assert!(trap.accept().is_err(), "the token went to another server");
}

#[tokio::test]
async fn refusals_come_with_their_body_and_what_was_asked_to_wait() {
    let busy = answer("503 Service Unavailable", "retry-after: 7\r\n", "{\"ok\":false}");
    let dated = answer("429 Too Many Requests", "Retry-After: Wed, 21 Oct 2026 07:28:00 GMT\r\n", "");
    let (http, _requests) = server(vec![busy, dated]);
    let reply = http.post(String::new()).await.unwrap();
    assert_eq!((reply.status, reply.retry_after), (503, Some(Duration::from_secs(7))));
    assert_eq!(reply.body, b"{\"ok\":false}");
    let reply = http.post(String::new()).await.unwrap();
    assert_eq!((reply.status, reply.retry_after), (429, None));
}

#[tokio::test]
async fn a_body_beyond_the_limit_is_given_up() {
    let body = " ".repeat(BODY_LIMIT_BYTES + 1);
    let (http, _requests) = server(vec![answer("200 OK", "", &body)]);
    let fault = http.post(String::new()).await.unwrap_err();
    assert!(matches!(fault, Fault::Unreadable { status: 200, .. }), "{fault:?}");
}

#[tokio::test]
async fn what_breaks_is_said_in_a_sentence_without_token_or_address() {
    let half = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"ok\"".to_vec();
    let garbage = b"\x16\x03\x01 not HTTP at all\r\n\r\n".to_vec();
    let (http, _requests) = server(vec![half, garbage, Vec::new()]);
    for _ in 0..3 {
        let fault = http.post(String::new()).await.unwrap_err();
        let why = no_answer(&fault);
        assert!(!why.is_empty() && !why.contains(TOKEN) && !why.contains("127.0.0.1"), "{why}");
    }
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let fault = client(&format!("http://{free}/")).post(String::new()).await.unwrap_err();
    assert_eq!(no_answer(&fault), "the server refused the connection");
}

#[tokio::test]
async fn one_connection_serves_many_requests() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let http = client(&format!("http://{}/", listener.local_addr().unwrap()));
    let server = thread::spawn(move || {
        let (mut socket, _) = listener.accept().unwrap();
        for _ in 0..3 {
            request(&socket);
            socket.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").unwrap();
        }
    });
    for _ in 0..3 {
        assert_eq!(http.post(String::new()).await.unwrap().body, b"ok");
    }
    server.join().unwrap();
}
