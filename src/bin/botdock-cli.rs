//! The console door.

use std::process::ExitCode;

fn main() -> ExitCode {
    botdock::cli::main()
}
