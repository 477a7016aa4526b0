//! A typed command split into a program and its arguments, by the rules of the platform. No shell is involved.

/// Splits `command` as the platform's own command line would.
///
/// # Errors
/// A sentence that says what is wrong with the command.
pub fn split_command(command: &str) -> Result<Vec<String>, String> {
    if cfg!(windows) { split_windows(command) } else { split_posix(command) }
}

/// As a POSIX shell splits words: quotes and backslashes, nothing else.
fn split_posix(command: &str) -> Result<Vec<String>, String> {
    let words = shlex::split(command)
        .ok_or_else(|| format!("the command “{command}” has a quote or a backslash without its other half"))?;
    checked(words)
}

/// As a Windows program splits its command line (`CommandLineToArgvW`): a backslash means something only before a
/// double quote, and two double quotes inside quotes are one. The program's own name has no escapes at all.
fn split_windows(command: &str) -> Result<Vec<String>, String> {
    let unbalanced = || format!("the command “{command}” has a double quote without its other half");
    let mut rest = command.trim_start().chars().peekable();
    let mut words = Vec::new();

    let mut program = String::new();
    let mut quoted = false;
    while let Some(c) = rest.next_if(|c| quoted || !c.is_whitespace()) {
        if c == '"' {
            quoted = !quoted;
        } else {
            program.push(c);
        }
    }
    if quoted {
        return Err(unbalanced());
    }
    words.push(program);

    loop {
        while rest.next_if(|c| c.is_whitespace()).is_some() {}
        if rest.peek().is_none() {
            return checked(words);
        }
        let mut word = String::new();
        let mut backslashes = 0;
        while let Some(c) = rest.next_if(|c| quoted || !c.is_whitespace()) {
            if c == '\\' {
                backslashes += 1;
                continue;
            }
            let escaped = c == '"' && backslashes % 2 == 1;
            let kept = if c == '"' { backslashes / 2 } else { backslashes };
            word.extend(std::iter::repeat_n('\\', kept));
            backslashes = 0;
            if c != '"' || escaped {
                word.push(c);
            } else if quoted && rest.next_if_eq(&'"').is_some() {
                word.push('"');
            } else {
                quoted = !quoted;
            }
        }
        if quoted {
            return Err(unbalanced());
        }
        word.extend(std::iter::repeat_n('\\', backslashes));
        words.push(word);
    }
}

fn checked(words: Vec<String>) -> Result<Vec<String>, String> {
    if words.first().is_none_or(String::is_empty) {
        return Err("the command is empty; give the engine's program and its arguments".to_owned());
    }
    if words.iter().any(|word| word.contains('\0')) {
        return Err("the command holds a NUL character".to_owned());
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_posix_command_is_split_at_spaces_outside_quotes() {
        let words = |command| split_posix(command).unwrap();
        assert_eq!(words("python3 my_adapter.py"), ["python3", "my_adapter.py"]);
        assert_eq!(words("  'my engine' --a=\"b c\" d\\ e '' "), ["my engine", "--a=b c", "d e", ""]);
        assert_eq!(words("/エンジン/🦉 a&b 100% $HOME *"), ["/エンジン/🦉", "a&b", "100%", "$HOME", "*"]);
        assert_eq!(words(r"'C:\e.exe'"), [r"C:\e.exe"]);
    }

    #[test]
    fn a_windows_command_is_split_by_the_rules_of_windows() {
        let words = |command| split_windows(command).unwrap();
        assert_eq!(words(r"py tools\engine.py"), ["py", r"tools\engine.py"]);
        assert_eq!(words(r#""C:\Program Files\e.exe" -x "a b""#), [r"C:\Program Files\e.exe", "-x", "a b"]);
        assert_eq!(words(r#"C:\"Program Files"\e.exe"#), [r"C:\Program Files\e.exe"]);
        assert_eq!(words(r#"e a\\\"b "c d\\" e\f"#), ["e", r#"a\"b"#, r"c d\", r"e\f"]);
        assert_eq!(words(r#"e "a""b" "" c\\"#), ["e", r#"a"b"#, "", r"c\\"]);
        assert_eq!(words(r"e 'a b' a&b 100% 日本語\🦉"), ["e", "'a", "b'", "a&b", "100%", r"日本語\🦉"]);
    }

    #[test]
    fn a_command_that_cannot_be_split_is_told_why() {
        for command in ["", "   ", "''"] {
            assert!(split_posix(command).unwrap_err().contains("empty"), "{command}");
        }
        for command in ["", "  ", "\"\""] {
            assert!(split_windows(command).unwrap_err().contains("empty"), "{command}");
        }
        assert!(split_posix("python3 'my engine").unwrap_err().contains("other half"));
        assert!(split_windows("\"my engine").unwrap_err().contains("other half"));
        assert!(split_windows("e \"my engine").unwrap_err().contains("other half"));
        assert!(split_posix("e\0f").is_err());
        assert!(split_windows("e\0f").unwrap_err().contains("NUL"));
    }
}
