//! A venue on loopback that does only what its script says: every request waits for the test's answer, and every line
//! of the stream is the test's own. Plain threads and sockets, so that it adds as little as it can.

#![allow(dead_code, reason = "each user needs a part of it")]

use botdock::game::grid::{Side, Square};
use botdock::game::othello::Position;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The token that the bot shows; the venue does not look at it.
pub const TOKEN: &str = "fsbm_scripted";
/// The longest that a step of a script waits.
pub const LIMIT: Duration = Duration::from_secs(20);
/// The bot's id, and its opponent's.
pub const ME: i64 = 2;
pub const OTHER: i64 = 1;

/// The venue. It serves until the test is over.
pub struct Venue {
    port: u16,
    pub requests: Receiver<Request>,
    pub streams: Receiver<Stream>,
}

/// A request of the bot. It waits for [`Request::answer`]; dropped without one, its connection is closed.
pub struct Request {
    /// When all of it had arrived.
    pub at: Instant,
    pub body: Value,
    answer: Sender<(u16, String)>,
}

impl Request {
    /// Answers with status 200.
    pub fn answer(self, body: &Value) {
        self.refuse(200, body);
    }

    /// Answers with any status.
    pub fn refuse(self, status: u16, body: &Value) {
        let _ = self.answer.send((status, body.to_string()));
    }

    /// Accepts a move.
    pub fn accept_move(self) {
        let game = json!({"id": self.body["match_id"], "status": "running", "bot_a": ME, "bot_b": OTHER});
        self.answer(&json!({"ok": true, "match": game, "server_now_ms": now_ms()}));
    }

    /// Answers a poll with these matches.
    pub fn answer_poll(self, matches: &Value) {
        let bot = |id, name| json!({"id": id, "name": name, "supported_games": ["std"], "online": true});
        let (me, other) = (bot(ME, "Mine"), bot(OTHER, "Other"));
        self.answer(&json!({
            "ok": true, "bots": [other, me.clone()], "record_bots": [], "matches": matches, "me": "owner", "bot": me,
            "server_now_ms": now_ms(),
        }));
    }

    /// Whether it is a request of this kind.
    pub fn is(&self, action: &str) -> bool {
        self.body["action"] == action
    }
}

/// An open event stream of the bot. Dropped, it ends as a clean end of the answer.
pub struct Stream {
    socket: TcpStream,
}

impl Stream {
    /// Sends one event.
    pub fn event(&self, event: &Value) {
        self.bytes(format!("{event}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn bytes(&self, bytes: &[u8]) {
        let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
        chunk.extend_from_slice(bytes);
        chunk.extend_from_slice(b"\r\n");
        // A bot that has left shows in what it does not do.
        let _ = (&self.socket).write_all(&chunk);
    }

    /// Sends a whole match.
    pub fn push(&self, game: &Value) {
        self.event(&json!({"type": "match", "match": game, "server_now_ms": now_ms()}));
    }

    /// Waits until the bot has closed it.
    pub fn closed(self) -> bool {
        let _ = self.socket.set_read_timeout(Some(LIMIT));
        match (&self.socket).read(&mut [0; 16]) {
            Ok(read) => read == 0,
            // Closed with a line unread, it is a reset.
            Err(error) => error.kind() == io::ErrorKind::ConnectionReset,
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let _ = (&self.socket).write_all(b"0\r\n\r\n");
        let _ = self.socket.shutdown(Shutdown::Write);
    }
}

impl Venue {
    /// Opens on a free port.
    pub fn start() -> Venue {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (requests_out, requests) = channel();
        let (streams_out, streams) = channel();
        thread::spawn(move || {
            for socket in listener.incoming().flatten() {
                let (requests_out, streams_out) = (requests_out.clone(), streams_out.clone());
                thread::spawn(move || serve(&socket, &requests_out, &streams_out));
            }
        });
        Venue { port, requests, streams }
    }

    /// The address of the API; the stream is where it belongs beside it.
    pub fn api(&self) -> String {
        format!("http://127.0.0.1:{}/flipsight/bot_match_api.php", self.port)
    }

    /// The next request, whatever it is.
    pub fn request(&self) -> Request {
        self.requests.recv_timeout(LIMIT).expect("a request")
    }

    /// The next stream that the bot opens, greeted.
    pub fn stream(&self) -> Stream {
        let stream = self.streams.recv_timeout(LIMIT).expect("the bot opens the stream");
        stream.event(&json!({"type": "hello", "bot_id": ME, "server_now_ms": now_ms()}));
        stream
    }

    /// The next move; polls on the way are answered with `matches`.
    pub fn next_move(&self, matches: &Value) -> Request {
        loop {
            let request = self.request();
            if request.is("agent_move") {
                return request;
            }
            assert!(request.is("agent_poll"), "{}", request.body);
            request.answer_poll(matches);
        }
    }
}

/// One connection: the stream, or one request after the other.
fn serve(socket: &TcpStream, requests: &Sender<Request>, streams: &Sender<Stream>) {
    let _ = socket.set_nodelay(true);
    let (mut reader, mut out) = (BufReader::new(socket), socket);
    while let Ok((first, body)) = read_request(&mut reader) {
        let at = Instant::now();
        if first.starts_with("GET") {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n";
            let _ = out.write_all(head.as_bytes());
            if let Ok(socket) = socket.try_clone() {
                let _ = streams.send(Stream { socket });
            }
            return;
        }
        let (answer, answered) = channel();
        let request = Request { at, body: serde_json::from_slice(&body).unwrap_or_default(), answer };
        let Ok((status, text)) = requests.send(request).map_or(Err(()), |()| answered.recv().map_err(|_| ())) else {
            return;
        };
        let head =
            format!("HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", text.len());
        if out.write_all(format!("{head}{text}").as_bytes()).is_err() {
            return;
        }
    }
}

/// The first line and the body.
fn read_request(reader: &mut impl BufRead) -> io::Result<(String, Vec<u8>)> {
    let mut first = String::new();
    if reader.read_line(&mut first)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let mut length = 0;
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
            break;
        }
        if let Some(value) = header.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok((first, body))
}

/// A running match of two boards, each with its position and revision. The bot is participant 0: black on the first
/// board, white on the second.
pub fn game(id: i64, boards: [(&Position, u64); 2]) -> Value {
    let legs: Vec<_> = (0..).zip(boards).map(|(black, (position, revision))| leg(position, revision, black)).collect();
    json!({
        "id": id, "bot_a": ME, "bot_b": OTHER, "game_mode": boards[0].0.mode().name(), "time_limit_sec": 60,
        "status": "running", "auto": false, "expires_ms": null, "ranked": false,
        "state": {
            "version": 1, "status": "active", "game_mode": boards[0].0.mode().name(),
            "board_size": boards[0].0.mode().size(), "blocked_squares": [], "opening_moves": [],
            "opening_history": [], "legs": legs, "totals": [4, 4], "winner": null, "finish_reason": null,
        },
    })
}

fn leg(position: &Position, revision: u64, black: u8) -> Value {
    let [placed_black, placed_white] = position.placed();
    json!({
        "board": position.cells(), "turn": if position.side() == Side::Black { 1 } else { 2 },
        "black_participant": black, "placed": {"1": placed_black, "2": placed_white}, "clocks_ms": [60000, 60000],
        "turn_started_ms": now_ms(), "revision": revision, "history": [], "status": "active",
        "discs": position.discs(), "finished_ms": null,
        "legal_moves": position.legal().iter().map(Square::index).collect::<Vec<_>>(),
    })
}

/// Milliseconds since 1970.
pub fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |span| span.as_millis() as u64)
}
