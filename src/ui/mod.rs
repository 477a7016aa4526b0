//! Fourth floor: the window. Pages look at a snapshot and say what a person wishes; they do nothing themselves.
//!
//! * `theme` and `fonts`: the look as data; no page holds a colour or a size.
//! * `widgets`: the parts of pages; they know the theme and nothing of matches. `board` draws a position.
//! * `pages`: one page, one module. A page borrows a [`Scene`] and its own view state, and tells [`Action`]s.
//! * `shell`: rail, page, question over the page.
//! * `app` and `start`: the doors, and the only files here that hold a running session. Closing the window or hiding
//!   it is their matter; drawing never waits for anything.

pub mod action;
pub mod app;
pub mod board;
pub mod fonts;
pub mod pages;
pub mod shell;
pub mod start;
pub mod theme;
pub mod widgets;
pub mod words;

pub use action::{Action, End, Page, PracticeChoice, Run, Scene};

/// Gives a fresh egui context the faces, the icons and the look of the window.
pub fn dress(ctx: &egui::Context) {
    fonts::install(ctx);
    widgets::icon::install(ctx);
    theme::install(ctx);
}
