//! The door of the arena's server: a bounded number of connections, each closed after a time without traffic.

use axum::serve::Listener;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

/// Connections at a time; further ones wait in the system's queue.
const MAX_CONNECTIONS: usize = 64;
/// A connection without a byte in either direction for so long is closed. It bounds half-sent headers and bodies,
/// and lies far above the pings of a stream.
const IDLE_LIMIT: Duration = Duration::from_mins(1);

/// The listener with its count of free places.
#[derive(Debug)]
pub(super) struct Gate {
    listener: TcpListener,
    places: Arc<Semaphore>,
}

impl Gate {
    pub fn new(listener: TcpListener) -> Gate {
        Gate { listener, places: Arc::new(Semaphore::new(MAX_CONNECTIONS)) }
    }
}

impl Listener for Gate {
    type Io = Guarded;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guarded, SocketAddr) {
        let place = Arc::clone(&self.places).acquire_owned().await.ok();
        let (stream, address) = Listener::accept(&mut self.listener).await;
        // Without it a small line may wait for the acknowledgement of the one before; if it fails we are only slower.
        let _ = stream.set_nodelay(true);
        (Guarded { stream, idle: Box::pin(tokio::time::sleep(IDLE_LIMIT)), _place: place }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection with its place and its idle limit.
#[derive(Debug)]
pub(super) struct Guarded {
    stream: TcpStream,
    idle: Pin<Box<Sleep>>,
    _place: Option<OwnedSemaphorePermit>,
}

impl Guarded {
    fn note_traffic(&mut self) {
        self.idle.as_mut().reset(Instant::now() + IDLE_LIMIT);
    }
}

impl AsyncRead for Guarded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_read(context, buffer);
        if outcome.is_ready() {
            self.note_traffic();
        } else if self.idle.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        outcome
    }
}

impl AsyncWrite for Guarded {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        if outcome.is_ready() {
            self.note_traffic();
        }
        outcome
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        if outcome.is_ready() {
            self.note_traffic();
        }
        outcome
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
