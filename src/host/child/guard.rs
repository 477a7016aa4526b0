//! What ends an engine when this program cannot: after a kill or a crash nobody is left to do it.
//!
//! On Unix every engine has a guard: a shell that waits on a pipe from this program. A line on it means that all is
//! over in good order. The end of the pipe means that this program is gone, and the guard kills the engine's process
//! group: the engine and its own children, except those that have moved to a group of their own. The guard sits in its
//! own group and ignores a terminal's signals, so it outlives us by that moment.
//!
//! On Windows the job object does the same: the system ends its processes with the last handle to it.

#[cfg(unix)]
pub use unix::Guard;

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::io::Write;
    use std::process::Stdio;
    use tokio::process::{Child, Command};

    /// `$0` is the process group.
    const WATCH: &str = "trap '' HUP INT QUIT TERM; read -r _ || kill -s KILL -- \"-$0\"";

    /// A guard on one process group. Dropped without [`Guard::dismiss`], it kills the group.
    #[derive(Debug)]
    pub struct Guard {
        pipe: File,
        /// Held so that the runtime collects the ended shell.
        _shell: Child,
    }

    impl Guard {
        /// Sets a guard on the group, if there is a shell.
        pub fn set(group: u32) -> Option<Guard> {
            let mut shell = Command::new("/bin/sh")
                .args(["-c", WATCH, &group.to_string()])
                .env_clear()
                .current_dir("/")
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .process_group(0)
                .spawn()
                .ok()?;
            let pipe = shell.stdin.take()?.into_owned_fd().ok()?;
            Some(Guard { pipe: File::from(pipe), _shell: shell })
        }

        /// The group is gone in good order.
        pub fn dismiss(mut self) {
            // One byte into an empty pipe does not wait. If the shell is gone already, there is nothing to dismiss.
            let _ = self.pipe.write_all(b"\n");
        }
    }
}

#[cfg(not(unix))]
pub use elsewhere::Guard;

#[cfg(not(unix))]
mod elsewhere {
    /// The system itself is the guard.
    #[derive(Debug)]
    pub struct Guard;

    impl Guard {
        pub fn set(_group: u32) -> Option<Guard> {
            Some(Guard)
        }

        pub fn dismiss(self) {}
    }
}
