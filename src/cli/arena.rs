//! `arena`: the practice arena alone, until it is stopped.

use super::args::ArenaArgs;
use super::out::Out;
use super::signals::Signals;
use super::{Code, End};
use crate::host::arena::{ArenaConfig, Server};
use crate::host::chance;
use crate::venue::arena::Config;

/// Serves until the person stops it, after saying how to connect.
///
/// # Errors
/// [`End`] when the port cannot be had.
pub fn run(args: &ArenaArgs) -> Result<Code, End> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(serve(args.port))
}

async fn serve(port: u16) -> Result<Code, End> {
    let mut signals = Signals::listen()?;
    let arena = Config { seed: chance(), ..Config::default() };
    let server = Server::start(ArenaConfig { arena, ..ArenaConfig::default() }, port)?;
    let (api, stream, token) = (server.api_url(), server.stream_url(), server.token());
    let mut out = Out::default();
    out.line("The practice arena runs on this machine. Ctrl+C ends it.\n");
    out.line(&format!("  API     {api}\n  stream  {stream}\n  token   {token}\n"));
    out.line("Put a bot on it from another terminal:\n");
    out.line(&format!("  FS_BOT_TOKEN={token} botdock-cli run --practice --api {api}\n"));
    out.line("Challenge one of its bots (Random, Greedy, Alphabeta), while the bot is online:\n");
    out.line(&format!(
        "  curl {api} -H 'Authorization: Bearer {token}' \\\n    -d '{{\"action\":\"agent_challenge\",\"target_name\":\"Random\"}}'"
    ));
    signals.next().await;
    server.stop().await;
    Ok(Code::Done)
}
