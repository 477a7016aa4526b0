//! The two addresses of the service: the API and the event stream.

use super::gate::Gate;
use super::{API_PATH, STREAM_PATH, Shared, Traffic};
use crate::venue::arena::{Answer, ApiError, MAX_REQUEST_BYTES, StreamId};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use futures_util::Stream;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};
use tokio::sync::mpsc;

/// Lines that a stream's reader may fall behind.
const STREAM_LINES: usize = 64;

/// Answers requests until the server is stopped.
pub(super) async fn serve(gate: Gate, shared: Arc<Shared>) {
    let mut stopped = shared.stopped.subscribe();
    let routes = Router::new()
        .route(API_PATH, any(api))
        .route(STREAM_PATH, get(stream))
        .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
        .with_state(shared);
    let ended = async move {
        // An error means that the server is gone altogether.
        let _ = stopped.wait_for(|stopped| *stopped).await;
    };
    // Serving ends only by the signal; what remains of a connection then has nobody to tell.
    let _ = axum::serve(gate, routes).with_graceful_shutdown(ended).await;
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

fn response(answer: Answer) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(header::CONTENT_TYPE, "application/json")], answer.body).into_response()
}

async fn api(
    State(shared): State<Arc<Shared>>,
    method: Method,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let refusal = |error| response(shared.lock().arena.refusal(shared.now_ms(), error));
    if method != Method::POST {
        return refusal(ApiError::PostRequired);
    }
    let body = match body {
        Ok(body) => body,
        Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => return refusal(ApiError::TooLarge),
        Err(_) => return refusal(ApiError::JsonObjectRequired),
    };
    shared.note(|| Traffic::Request(body.clone()));
    let answer = shared.act(|arena, now_ms| arena.request(now_ms, bearer(&headers), &body));
    if is_move(&body) && take_one(&mut shared.lock().answers_to_lose) {
        let broken = futures_util::stream::iter([Err::<Bytes, _>(io::Error::other("answer lost on purpose"))]);
        return Response::new(Body::from_stream(broken));
    }
    response(answer)
}

fn is_move(body: &[u8]) -> bool {
    const ACTION: &[u8] = b"agent_move";
    body.windows(ACTION.len()).any(|part| part == ACTION)
}

fn take_one(left: &mut u32) -> bool {
    let some = *left > 0;
    *left = left.saturating_sub(1);
    some
}

async fn stream(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    let mut owner = shared.lock();
    let (opened, step) = owner.arena.open_stream(shared.now_ms(), bearer(&headers));
    let reply = match opened {
        Ok(id) => {
            let (sender, lines) = mpsc::channel(STREAM_LINES);
            owner.streams.insert(id, sender);
            let lines = Lines { id, waiting: lines, shared: Arc::downgrade(&shared) };
            ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
        }
        Err(answer) => response(answer),
    };
    shared.apply(&mut owner, step);
    reply
}

/// The lines of one stream, on their way to its connection. The connection's end closes the stream at the arena.
struct Lines {
    id: StreamId,
    waiting: mpsc::Receiver<Bytes>,
    shared: Weak<Shared>,
}

impl Stream for Lines {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Bytes>>> {
        let next = self.waiting.poll_recv(context);
        if let (Poll::Ready(Some(line)), Some(shared)) = (&next, self.shared.upgrade()) {
            shared.note(|| Traffic::Line(self.id, line.clone()));
        }
        next.map(|line| line.map(Ok))
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        let Some(shared) = self.shared.upgrade() else { return };
        let id = self.id;
        shared.lock().streams.remove(&id);
        shared.act(|arena, now_ms| ((), arena.close_stream(now_ms, id)));
    }
}
