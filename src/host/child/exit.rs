//! How a process ended, in words.

use std::process::ExitStatus;

/// The exit as a sentence part, with the last thing the process said on its error output.
pub(super) fn words(status: ExitStatus, last_error: Option<&str>) -> String {
    let how = how(status);
    match last_error.map(str::trim).filter(|line| !line.is_empty()) {
        Some(line) => format!("{how}: {line}"),
        None => how,
    }
}

const NO_SUCH_INSTRUCTION: &str =
    "it uses processor instructions that this computer lacks; a build without AVX2 may run";

#[cfg(unix)]
fn how(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    // SIGILL, SIGABRT, SIGKILL and SIGSEGV have these numbers on every Unix.
    match (status.signal(), status.code()) {
        (Some(4), _) => NO_SUCH_INSTRUCTION.to_owned(),
        (Some(signal @ (6 | 11)), _) => format!("it crashed, signal {signal}"),
        (Some(9), _) => "it was killed".to_owned(),
        (Some(signal), _) => format!("signal {signal}"),
        (None, Some(code)) => format!("exit code {code}"),
        (None, None) => "for no known reason".to_owned(),
    }
}

#[cfg(not(unix))]
fn how(status: ExitStatus) -> String {
    // Windows tells a crash by its NTSTATUS value.
    match status.code().map(|code| code as u32) {
        Some(0xC000_001D) => NO_SUCH_INSTRUCTION.to_owned(),
        Some(0xC000_0135) => "a library (DLL) that it needs is missing".to_owned(),
        Some(0xC000_0005) => "it crashed, access violation".to_owned(),
        Some(code) if code >= 0xC000_0000 => format!("it crashed, 0x{code:08X}"),
        Some(code) => format!("exit code {code}"),
        None => "for no known reason".to_owned(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn codes_and_signals_are_told_apart() {
        let code = |code: i32| ExitStatus::from_raw(code << 8);
        assert_eq!(words(code(0), Some(" \n")), "exit code 0");
        assert_eq!(words(code(1), Some("Cannot open data/eval.dat")), "exit code 1: Cannot open data/eval.dat");
        assert!(words(ExitStatus::from_raw(4), None).contains("AVX2"));
        assert!(words(ExitStatus::from_raw(11), None).contains("crashed"));
    }
}
