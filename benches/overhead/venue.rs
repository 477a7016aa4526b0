//! A venue that only measures: it gives the bot one turn after another on one board and takes the time until the move
//! is there. Plain threads and sockets, so that it adds as little as it can.

use botdock::game::grid::Side;
use botdock::game::othello::{Mode, Move, Position};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub const TOKEN: &str = "fsbm_bench";
/// The longest that anything may take.
const LIMIT: Duration = Duration::from_secs(20);

/// What the bot has sent.
struct Arrived {
    at: Instant,
    revision: u64,
    mv: i64,
}

pub struct Venue {
    port: u16,
    stream: Receiver<TcpStream>,
    moves: Receiver<Arrived>,
    board: Arc<Mutex<Board>>,
    open: Mutex<Option<TcpStream>>,
}

/// The one board: the bot has black, the venue answers for white at once.
struct Board {
    position: Position,
    revision: u64,
}

impl Venue {
    pub fn start() -> Venue {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let board = Arc::new(Mutex::new(Board { position: Position::start(Mode::Std), revision: 0 }));
        let (stream_out, stream) = channel();
        let (moves_out, moves) = channel();
        let shared = Arc::clone(&board);
        std::thread::spawn(move || {
            for socket in listener.incoming().flatten() {
                let (stream_out, moves_out, board) = (stream_out.clone(), moves_out.clone(), Arc::clone(&shared));
                std::thread::spawn(move || serve(socket, &stream_out, &moves_out, &board));
            }
        });
        Venue { port, stream, moves, board, open: Mutex::new(None) }
    }

    pub fn api(&self) -> String {
        format!("http://127.0.0.1:{}/flipsight/bot_match_api.php", self.port)
    }

    /// Gives the bot the turn and waits for its move.
    pub fn turn(&self) -> Duration {
        let mut open = self.open.lock().expect("no panic before");
        let socket = open.get_or_insert_with(|| self.stream.recv_timeout(LIMIT).expect("the bot opens the stream"));
        let (line, revision) = {
            let mut board = self.board.lock().expect("no panic before");
            board.give_turn();
            (json!({"type": "match", "match": board.json(), "server_now_ms": now_ms()}), board.revision)
        };
        let line = chunk(&format!("{line}\n"));
        let sent = Instant::now();
        socket.write_all(line.as_bytes()).expect("the stream is open");
        loop {
            let arrived = self.moves.recv_timeout(LIMIT).expect("a move");
            if arrived.revision == revision {
                let mut board = self.board.lock().expect("no panic before");
                let mv = Move::from_number(arrived.mv, 8).expect("a move");
                board.position = board.position.play(mv).expect("a legal move");
                board.revision += 1;
                return arrived.at - sent;
            }
        }
    }
}

impl Board {
    /// Plays for white, or begins again, until black has a move.
    fn give_turn(&mut self) {
        self.revision += 1;
        loop {
            if self.position.is_over() {
                self.position = Position::start(Mode::Std);
            } else if self.position.side() == Side::Black && !self.position.legal().is_empty() {
                return;
            } else {
                let mv = self.position.legal().first().map_or(Move::Pass, Move::Place);
                self.position = self.position.play(mv).expect("a legal move");
            }
        }
    }

    fn json(&self) -> Value {
        let position = &self.position;
        let legal: Vec<_> = position.legal().iter().map(|square| square.index()).collect();
        let [black, white] = position.placed();
        let leg = json!({
            "board": position.cells(), "turn": if position.side() == Side::Black { 1 } else { 2 },
            "black_participant": 0, "placed": {"1": black, "2": white}, "clocks_ms": [60000, 60000],
            "turn_started_ms": now_ms(), "revision": self.revision, "history": [], "status": "active",
            "discs": position.discs(), "finished_ms": null, "legal_moves": legal,
        });
        // The second board waits for the other side all the time.
        let mut other = leg.clone();
        other["black_participant"] = json!(1);
        other["turn"] = json!(1);
        other["revision"] = json!(0);
        json!({
            "id": 1, "bot_a": 2, "bot_b": 1, "game_mode": "std", "time_limit_sec": 60, "status": "running",
            "auto": false, "expires_ms": null, "ranked": false,
            "state": {
                "version": 1, "game_mode": "std", "status": "active", "board_size": 8, "blocked_squares": [],
                "opening_moves": [], "opening_history": [], "legs": [leg, other], "totals": [4, 4], "winner": null,
                "finish_reason": null,
            },
        })
    }
}

fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |span| span.as_millis() as u64)
}

fn chunk(text: &str) -> String {
    format!("{:x}\r\n{text}\r\n", text.len())
}

/// One connection: the stream, or one request after the other.
fn serve(socket: TcpStream, stream: &Sender<TcpStream>, moves: &Sender<Arrived>, board: &Mutex<Board>) {
    let _ = socket.set_nodelay(true);
    let mut out = socket.try_clone().expect("a second handle");
    let mut reader = BufReader::new(socket);
    loop {
        let (mut length, mut first) = (0, String::new());
        if reader.read_line(&mut first).unwrap_or(0) == 0 {
            return;
        }
        loop {
            let mut header = String::new();
            if reader.read_line(&mut header).unwrap_or(0) == 0 || header.trim().is_empty() {
                break;
            }
            if let Some(value) = header.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        if first.starts_with("GET") {
            let hello = format!("{}\n", json!({"type": "hello", "bot_id": 2, "server_now_ms": now_ms()}));
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n";
            let _ = out.write_all(format!("{head}{}", chunk(&hello)).as_bytes());
            let _ = stream.send(out);
            return;
        }
        let mut body = vec![0; length];
        if reader.read_exact(&mut body).is_err() {
            return;
        }
        let at = Instant::now();
        let request: Value = serde_json::from_slice(&body).unwrap_or_default();
        let answer = if request["action"] == "agent_move" {
            let (revision, mv) = (request["revision"].as_u64().unwrap_or(0), request["move"].as_i64().unwrap_or(-2));
            let _ = moves.send(Arrived { at, revision, mv });
            json!({"ok": true, "match": {"id": 1, "status": "running", "bot_a": 2, "bot_b": 1}, "server_now_ms": now_ms()})
        } else {
            let board = board.lock().expect("no panic before");
            let me = json!({"id": 2, "name": "Bench", "supported_games": ["std"], "online": true});
            let matches = if board.revision == 0 { json!([]) } else { json!([board.json()]) };
            json!({"ok": true, "bots": [me.clone()], "record_bots": [], "matches": matches, "me": "x", "bot": me, "server_now_ms": now_ms()})
        };
        let text = answer.to_string();
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", text.len());
        if out.write_all(format!("{head}{text}").as_bytes()).is_err() {
            return;
        }
    }
}
