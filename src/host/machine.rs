//! What the venue may know of this machine: the processor and the operating system.

use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The most characters of a text in the environment that the venue accepts.
pub const TEXT_LIMIT: usize = 120;

/// The processor's name as the system tells it, at most [`TEXT_LIMIT`] characters; empty where it tells none.
#[must_use]
pub fn cpu_name() -> String {
    let wanted = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
    let Ok(system) = System::new_with_specifics(wanted) else { return String::new() };
    tidy(system.cpus().first().map_or("", |cpu| cpu.brand()))
}

/// The operating system by the name that the documented client sends (Python's `platform.system()`).
#[must_use]
pub fn os_name() -> String {
    match std::env::consts::OS {
        "linux" => "Linux".to_owned(),
        "macos" => "Darwin".to_owned(),
        "windows" => "Windows".to_owned(),
        "freebsd" => "FreeBSD".to_owned(),
        other => tidy(other),
    }
}

/// One line of at most [`TEXT_LIMIT`] characters: runs of white space and control characters become one space.
#[must_use]
pub fn tidy(text: &str) -> String {
    let words: Vec<_> = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    words.join(" ").chars().take(TEXT_LIMIT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_the_venues_limit() {
        for name in [cpu_name(), os_name()] {
            assert!(name.chars().count() <= TEXT_LIMIT, "{name}");
            assert_eq!(name, tidy(&name));
        }
        assert!(!os_name().is_empty());
    }

    #[test]
    fn tidy_keeps_one_line_and_the_limit() {
        assert_eq!(tidy("  Intel(R)   Xeon\tCPU\n @ 2 GHz "), "Intel(R) Xeon CPU @ 2 GHz");
        assert_eq!(tidy(&"日".repeat(500)).chars().count(), TEXT_LIMIT);
    }
}
