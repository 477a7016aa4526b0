//! A clock of one side.

use super::icon::{self, Icon};
use super::text::{self, At, piece};
use crate::ui::theme::{self, Role, pace, palette, radius, space, stroke};
use egui::{Color32, CornerRadius, Pos2, Rect, Response, Stroke, StrokeKind, Ui, Vec2};
use std::time::Duration;

/// Whose clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Running {
    No,
    Mine,
    Theirs,
}

/// What a clock of `left` shows: minutes and seconds, with tenths below ten seconds while it runs.
#[must_use]
pub fn reading(left: Duration, running: bool) -> String {
    let (minutes, seconds) = (left.as_secs() / 60, left.as_secs() % 60);
    if running && left < pace::HURRY && !left.is_zero() {
        format!("{minutes}:{seconds:02}.{}", left.subsec_millis() / 100)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// How long the reading of a running clock stays true.
#[must_use]
pub fn next_change(left: Duration) -> Option<Duration> {
    if left.is_zero() {
        return None;
    }
    let step = if left < pace::HURRY { Duration::from_millis(100) } else { Duration::from_secs(1) };
    let spare_nanos = left.as_nanos() % step.as_nanos();
    let spare = Duration::from_nanos(u64::try_from(spare_nanos).unwrap_or(0));
    // A little past the border, so that the next reading is surely the lower one.
    Some(spare.min(step) + Duration::from_millis(1))
}

/// How wide a clock must be for its reading and sign.
#[must_use]
pub fn wanted(ui: &Ui, role: Role, left: Duration, running: Running) -> f32 {
    let sign = sign(left, running).map_or(0.0, |_| theme::icon::SMALL + space::XS);
    (text::width(ui, role, &reading(left, running != Running::No)) + sign + 2.0 * space::S).ceil()
}

/// The sign before the reading: time is short, or over.
fn sign(left: Duration, running: Running) -> Option<Icon> {
    match running {
        _ if left.is_zero() => Some(Icon::Error),
        Running::Mine | Running::Theirs if left < pace::HURRY => Some(Icon::Clock),
        Running::No | Running::Mine | Running::Theirs => None,
    }
}

/// Draws the clock in `rect`. `whose` names it for a screen reader.
pub fn show(ui: &mut Ui, rect: Rect, role: Role, left: Duration, running: Running, whose: &str) -> Response {
    let palette = palette(ui);
    let reading = reading(left, running != Running::No);
    let sign = sign(left, running);
    let (fill, edge, ink) = match (sign, running) {
        (Some(Icon::Error), _) => (palette.err_soft, None, palette.err),
        (Some(_), _) => (palette.warn_soft, Some(palette.warn), palette.warn),
        (None, Running::No) => (Color32::TRANSPARENT, None, palette.text2),
        (None, Running::Mine) => (palette.accent, None, palette.on_accent),
        (None, Running::Theirs) => (palette.text, None, palette.surface),
    };
    let edge = edge.map_or(Stroke::NONE, |colour| Stroke::new(stroke::CONTROL, colour));
    ui.painter().rect(rect, CornerRadius::same(radius::CHIP as u8), fill, edge, StrokeKind::Inside);
    let sign_width = if sign.is_some() { theme::icon::SMALL + space::XS } else { 0.0 };
    let content = text::width(ui, role, &reading) + sign_width;
    let left_edge = (rect.center().x - content / 2.0).round();
    if let Some(sign) = sign {
        let middle = Pos2::new(left_edge + theme::icon::SMALL / 2.0, rect.center().y);
        icon::paint(ui, Rect::from_center_size(middle, Vec2::splat(theme::icon::SMALL)), sign, ink);
    }
    let place = Rect::from_x_y_ranges(left_edge + sign_width..=rect.right(), rect.y_range());
    text::paint(ui, place, At::Left, piece(role, ink, &reading));
    text::name(ui, rect, &format!("{whose} {reading}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_appear_only_in_the_last_ten_seconds_of_a_running_clock() {
        let ms = Duration::from_millis;
        assert_eq!(reading(ms(60_000), true), "1:00");
        assert_eq!(reading(ms(41_999), true), "0:41");
        assert_eq!(reading(ms(8_450), true), "0:08.4");
        assert_eq!(reading(ms(8_450), false), "0:08");
        assert_eq!(reading(Duration::ZERO, true), "0:00");
        assert_eq!(reading(ms(600_000), false), "10:00");
    }

    #[test]
    fn the_next_change_comes_when_the_reading_changes() {
        for left_ms in [59_999_u64, 41_000, 10_001, 9_999, 8_450, 100, 1] {
            let left = Duration::from_millis(left_ms);
            let wait = next_change(left).unwrap();
            assert_ne!(reading(left, true), reading(left.saturating_sub(wait), true), "{left_ms}");
            if wait > Duration::from_millis(3) {
                let before = left.saturating_sub(wait.checked_sub(Duration::from_millis(2)).unwrap());
                assert_eq!(reading(left, true), reading(before, true), "{left_ms}");
            }
        }
        assert_eq!(next_change(Duration::ZERO), None);
    }
}
