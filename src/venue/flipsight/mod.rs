//! The bot interface of FlipSight: one address that takes JSON by POST, and one that streams a JSON event a line.
//!
//! [`encode`] writes requests, [`decode`] reads answers and events, [`lines`] cuts the stream into lines,
//! [`address`] and [`token`] check what a person gives. The service grows while we run: unknown fields and values are
//! left alone, numbers may come as text, and one object that cannot be read costs only itself.

pub mod address;
pub mod decode;
pub mod encode;
mod lenient;
pub mod lines;
pub mod token;
mod wire;

/// Where requests go unless told otherwise.
pub const API: &str = "https://othelloclub.com/flipsight/bot_match_api.php";
/// Where the events come from unless told otherwise.
pub const STREAM: &str = "https://othelloclub.com/flipsight_api/bot-stream";

#[cfg(test)]
mod tests;
