//! The window: `botdock`. Without a display it plays the practice match in the terminal instead.

use botdock::cli::args::PracticeArgs;
use botdock::cli::{self, Code, End};
use botdock::engine::builtin::Mover;
use botdock::game::othello::Mode;
use botdock::play::strength::Strength;
use botdock::ui::PracticeChoice;
use botdock::ui::app::{App, Options, Theme};
use clap::error::ErrorKind;
use clap::{Parser, ValueEnum};
use eframe::{NativeOptions, Renderer};
use std::process::ExitCode;
use std::time::Duration;

/// A desktop home for an Othello bot: practise at once, or put your own bot online.
///
/// Without options the window opens on its first page. The console is botdock-cli.
#[derive(Debug, Parser)]
#[command(name = "botdock", version, max_term_width = 100)]
struct Args {
    /// Start a practice match at once: std, anti, grand, octagon or reversi
    #[arg(long, value_name = "MODE", num_args = 0..=1, default_missing_value = "std", value_parser = read_mode)]
    practice: Option<Mode>,
    /// How strong the practice opponent is: easy, medium or strong
    #[arg(long, value_name = "WHO", default_value = "medium", value_parser = read_strength)]
    opponent: Strength,
    /// Which theme the window has
    #[arg(long, default_value = "system")]
    theme: ThemeName,
    /// Which renderer is tried first; the other one follows if it fails
    #[arg(long)]
    renderer: Option<RendererName>,
    /// Close the window when a match is over
    #[arg(long)]
    quit_after_match: bool,
    /// Close the window after this many seconds
    #[arg(long, value_name = "SECONDS")]
    max_runtime: Option<u32>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeName {
    System,
    Light,
    Dark,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RendererName {
    Glow,
    Wgpu,
}

fn read_mode(name: &str) -> Result<Mode, String> {
    Mode::parse(name).ok_or_else(|| {
        let names = Mode::ALL.map(Mode::name).join(", ");
        format!("there is no game of that name; the games are {names}")
    })
}

fn read_strength(name: &str) -> Result<Strength, String> {
    Strength::parse(name).ok_or_else(|| format!("it is one of {}", Strength::ALL.map(Strength::name).join(", ")))
}

/// The window's size at first, and the least it works at.
const SIZE: [f32; 2] = [1280.0, 800.0];
const LEAST: [f32; 2] = [640.0, 480.0];
const ICON: &[u8] = include_bytes!("../assets/icon-app-256.png");

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let wrong = !matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            // If even this cannot be written, the exit code still tells.
            let _told = error.print();
            return if wrong { Code::Usage.into() } else { ExitCode::SUCCESS };
        }
    };
    if !display() {
        return without_window("There is no display", &args);
    }
    let options = options(&args);
    // The first failure tells the cause; the second may only follow from it.
    let mut failure = None;
    for renderer in renderers(&args) {
        match open(renderer, options) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    let why = failure.map(|error| format!(" ({error})")).unwrap_or_default();
    without_window(&format!("The window could not be opened{why}"), &args)
}

fn options(args: &Args) -> Options {
    let theme = match args.theme {
        ThemeName::System => Theme::System,
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
    };
    Options {
        theme,
        practice: args.practice.map(|mode| PracticeChoice { mode, opponent: args.opponent }),
        quit_after_match: args.quit_after_match,
        max_runtime: args.max_runtime.map(|secs| Duration::from_secs(secs.into())),
    }
}

/// Both renderers, the more likely one first: OpenGL is everywhere on Linux; Windows may have only a very old one, as
/// over Remote Desktop; on a Mac, Metal is the system's own.
fn renderers(args: &Args) -> [Renderer; 2] {
    let glow_first = match args.renderer {
        Some(RendererName::Glow) => true,
        Some(RendererName::Wgpu) => false,
        None => !cfg!(any(windows, target_os = "macos")),
    };
    if glow_first { [Renderer::Glow, Renderer::Wgpu] } else { [Renderer::Wgpu, Renderer::Glow] }
}

fn open(renderer: Renderer, options: Options) -> eframe::Result {
    let mut viewport =
        egui::ViewportBuilder::default().with_app_id("botdock").with_inner_size(SIZE).with_min_inner_size(LEAST);
    if let Ok(icon) = eframe::icon_data::from_png_bytes(ICON) {
        viewport = viewport.with_icon(icon);
    }
    let native = NativeOptions { viewport, renderer, ..NativeOptions::default() };
    eframe::run_native("Botdock", native, Box::new(move |cc| Ok(Box::new(App::new(&cc.egui_ctx, options)))))
}

/// Whether there is a display to open a window on. Only Linux and its relatives may lack one.
fn display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].into_iter().any(set)
}

/// Says why there is no window and plays the practice match in the terminal.
fn without_window(why: &str, args: &Args) -> ExitCode {
    cli::complain(&format!(
        "{why}, so the practice match is played here. The console botdock-cli can do everything else."
    ));
    let practice = PracticeArgs {
        mode: args.practice.unwrap_or(Mode::Std),
        opponent: args.opponent,
        mover: Mover::Practice,
        seed: None,
        pace: None,
    };
    match cli::practice::run(&practice) {
        Ok(code) => code.into(),
        Err(End::Usage { what, .. }) => failed(&what),
        Err(End::Failed(error)) => failed(&format!("{error:#}")),
    }
}

fn failed(why: &str) -> ExitCode {
    cli::complain(&format!("botdock: {why}"));
    Code::Failed.into()
}
