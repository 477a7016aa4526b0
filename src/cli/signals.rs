//! What the system or the person at the keyboard says to a running program.

use std::io;

/// Waits for a request to stop.
pub struct Signals(platform::Signals);

impl Signals {
    /// Listens from now on; a request to stop no longer ends the program by itself.
    ///
    /// # Errors
    /// The system's own, when it does not let us listen.
    pub fn listen() -> io::Result<Signals> {
        platform::Signals::listen().map(Signals)
    }

    /// Waits for the next request.
    pub async fn next(&mut self) {
        self.0.next().await;
    }
}

#[cfg(unix)]
mod platform {
    use std::io;
    use tokio::signal::unix::{Signal, SignalKind, signal};

    pub struct Signals {
        interrupt: Signal,
        terminate: Signal,
        /// None under `nohup`: there a closed terminal must not stop the program.
        hang_up: Option<Signal>,
    }

    impl Signals {
        pub fn listen() -> io::Result<Signals> {
            let hang_up = if ignored(SignalKind::hangup()) { None } else { Some(signal(SignalKind::hangup())?) };
            let (interrupt, terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
            Ok(Signals { interrupt, terminate, hang_up })
        }

        pub async fn next(&mut self) {
            let hang_up = async {
                match &mut self.hang_up {
                    Some(signal) => signal.recv().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                _ = self.interrupt.recv() => {}
                _ = self.terminate.recv() => {}
                _ = hang_up => {}
            }
        }
    }

    /// Whether the program was started with this signal switched off. Known on Linux; assumed elsewhere for the
    /// hang-up, because listening would switch it on again.
    fn ignored(kind: SignalKind) -> bool {
        let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return true };
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        mask >> (kind.as_raw_value() - 1) & 1 == 1
    }
}

#[cfg(windows)]
mod platform {
    use std::io;
    use tokio::signal::windows::{
        CtrlBreak, CtrlC, CtrlClose, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown,
    };

    pub struct Signals {
        interrupt: CtrlC,
        stop: CtrlBreak,
        close: CtrlClose,
        shutdown: CtrlShutdown,
    }

    impl Signals {
        pub fn listen() -> io::Result<Signals> {
            Ok(Signals { interrupt: ctrl_c()?, stop: ctrl_break()?, close: ctrl_close()?, shutdown: ctrl_shutdown()? })
        }

        pub async fn next(&mut self) {
            tokio::select! {
                _ = self.interrupt.recv() => {}
                _ = self.stop.recv() => {}
                _ = self.close.recv() => {}
                _ = self.shutdown.recv() => {}
            }
        }
    }
}
