//! A running engine process.
//!
//! A [`Child`] owns its process and everything that the process starts: a process group on Unix, a job object on
//! Windows. Who holds the handle ends it; a dropped handle ends it by force, and if this program itself is killed, the
//! guard does. Its input never makes the caller wait, its outputs are always read, and each of its buffers has a
//! bound. It starts without a shell and without this program's token.

mod driver;
mod exit;
mod find;
mod guard;
mod lines;
mod split;

pub use driver::{EngineDriver, EngineNews, Stream};
pub use find::resolve;
pub use split::split_command;

use crate::engine::Farewell;
use crate::engine::launch::Program;
use guard::Guard;
use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use std::collections::VecDeque;
use std::ffi::OsStr;
use std::process::Stdio;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

/// An engine that is asked to end has this long to do so (seen: 150 ms at most).
const FAREWELL_GRACE: Duration = Duration::from_millis(500);
/// A terminated engine has this long.
const TERMINATE_GRACE: Duration = Duration::from_millis(500);
/// The system takes at most this long to end a killed process.
const KILL_LIMIT: Duration = Duration::from_secs(1);
/// After the end of a process, what it has written is read for this long. Its pipes may be held open by others.
const LAST_WORDS: Duration = Duration::from_millis(50);
/// Lines that wait to be written. A question is one to three lines.
const INPUT_LINES: usize = 64;
/// Lines that wait to be taken; then the child waits.
const HEARD_LINES: usize = 256;
/// Lines of the error output that are remembered, to tell why a process ended.
const TAIL_LINES: usize = 8;

/// The token's variable starts with this, and so does everything that is meant for this program alone.
const OWN_VARIABLES: &str = "FS_";

/// SIGTERM, on every Unix.
#[cfg(unix)]
const SIGTERM: i32 = 15;

/// What a child did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChildEvent {
    /// A line on its output, without its end.
    Out(String),
    /// A line on its error output.
    Err(String),
    /// It has ended, and how, in words. Nothing follows.
    Exited(String),
}

/// One running process.
#[derive(Debug)]
pub struct Child {
    process: Box<dyn ChildWrapper>,
    input: Option<mpsc::Sender<String>>,
    heard: mpsc::Receiver<ChildEvent>,
    /// Both outputs have ended.
    silent: bool,
    /// How it ended, and until when its last words are read.
    ended: Option<(std::process::ExitStatus, Instant)>,
    tail: VecDeque<String>,
    guard: Option<Guard>,
    /// The tasks at its pipes; they end with the handle.
    _pipes: JoinSet<()>,
}

impl Child {
    /// Starts `program`. Must be called inside a runtime.
    ///
    /// # Errors
    /// A sentence that says why it could not be started.
    pub fn spawn(program: &Program) -> Result<Child, String> {
        let path = find::resolve(&program.path)?;
        let mut command = CommandWrap::with_new(&path, |command| {
            command.args(&program.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            if let Some(folder) = &program.cwd {
                command.current_dir(folder);
            }
            for (name, _) in std::env::vars_os().filter(|(name, _)| is_own(name)) {
                command.env_remove(name);
            }
        });
        command.wrap(KillOnDrop);
        #[cfg(unix)]
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::tokio::JobObject);
        let mut process =
            command.spawn().map_err(|error| find::start_trouble(&path, program.cwd.as_deref(), &error))?;

        let guard = process.id().and_then(Guard::set);
        let (input, lines_in) = mpsc::channel(INPUT_LINES);
        let (heard_in, heard) = mpsc::channel(HEARD_LINES);
        let mut pipes = JoinSet::new();
        if let Some(pipe) = process.stdin().take() {
            pipes.spawn(lines::write(pipe, lines_in));
        }
        if let Some(pipe) = process.stdout().take() {
            pipes.spawn(lines::read(pipe, heard_in.clone(), ChildEvent::Out));
        }
        if let Some(pipe) = process.stderr().take() {
            pipes.spawn(lines::read(pipe, heard_in, ChildEvent::Err));
        }
        let tail = VecDeque::with_capacity(TAIL_LINES);
        Ok(Child { process, input: Some(input), heard, silent: false, ended: None, tail, guard, _pipes: pipes })
    }

    /// The process id, while it runs.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.process.id()
    }

    /// Writes a line soon. Returns false if the child has stopped reading.
    #[must_use]
    pub fn send(&self, line: String) -> bool {
        self.input.as_ref().is_some_and(|input| input.try_send(line).is_ok())
    }

    /// The next thing that the child does. Nothing is lost if the wait is given up.
    pub async fn next(&mut self) -> ChildEvent {
        loop {
            if let Some((status, until)) = self.ended
                && (self.silent || until <= Instant::now())
            {
                return self.last_event(status);
            }
            let last_words = self.ended.map_or_else(Instant::now, |(_, until)| until);
            tokio::select! {
                line = self.heard.recv(), if !self.silent => match line {
                    Some(event) => return self.remember(event),
                    None => self.silent = true,
                },
                // The process alone: its group may hold others who go on.
                status = self.process.inner_mut().wait(), if self.ended.is_none() => {
                    self.ended = Some((status.unwrap_or_default(), Instant::now() + LAST_WORDS));
                    let _ = self.process.start_kill();
                }
                () = sleep_until(last_words), if self.ended.is_some() => (),
            }
        }
    }

    /// A line that has come already, if there is one.
    pub fn heard_already(&mut self) -> Option<ChildEvent> {
        let event = self.heard.try_recv().ok()?;
        Some(self.remember(event))
    }

    /// Ends the process and all that it started at once. [`ChildEvent::Exited`] follows.
    pub fn kill(&mut self) {
        self.input = None;
        if self.ended.is_none() {
            // Fails only for a group that is already empty.
            let _ = self.process.start_kill();
        }
    }

    /// Ends the process: asks it in its own way, then terminates it, then kills it, each with its grace. Returns when
    /// it is gone, after two seconds at most. What it says meanwhile goes to `said`.
    pub async fn end(mut self, farewell: Farewell, mut said: impl FnMut(ChildEvent)) {
        match farewell {
            Farewell::Line(line) => {
                // A child that has stopped reading is ended by the next steps.
                let _ = self.send(line.to_owned());
            }
            Farewell::EndOfInput => self.input = None,
        }
        if self.gone_within(FAREWELL_GRACE, &mut said).await {
            return;
        }
        #[cfg(unix)]
        {
            let _ = self.process.signal(SIGTERM);
            if self.gone_within(TERMINATE_GRACE, &mut said).await {
                return;
            }
        }
        self.kill();
        self.gone_within(KILL_LIMIT, &mut said).await;
    }

    async fn gone_within(&mut self, grace: Duration, said: &mut impl FnMut(ChildEvent)) -> bool {
        let gone = async {
            loop {
                let event = self.next().await;
                let last = matches!(event, ChildEvent::Exited(_));
                said(event);
                if last {
                    return;
                }
            }
        };
        timeout(grace, gone).await.is_ok()
    }

    fn remember(&mut self, event: ChildEvent) -> ChildEvent {
        if let ChildEvent::Err(line) = &event
            && !line.trim().is_empty()
        {
            if self.tail.len() == TAIL_LINES {
                self.tail.pop_front();
            }
            self.tail.push_back(line.chars().take(200).collect());
        }
        event
    }

    fn last_event(&mut self, status: std::process::ExitStatus) -> ChildEvent {
        if let Some(guard) = self.guard.take() {
            guard.dismiss();
        }
        ChildEvent::Exited(exit::words(status, self.tail.back().map(String::as_str)))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}

fn is_own(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.get(..OWN_VARIABLES.len()).is_some_and(|start| start.eq_ignore_ascii_case(OWN_VARIABLES))
}
