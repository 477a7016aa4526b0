//! A question over the page: what happens, in one sentence. The safest answer is the main button, has the focus, and
//! is what Esc means.

use super::button::{Button, Kind};
use super::text;
use crate::ui::theme::{self, Role, measure, palette, radius, space};
use egui::{Align, Frame, Id, Layout, Margin, Modal, Ui, Vec2};

/// One way to answer.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a, T> {
    pub kind: Kind,
    pub words: &'a str,
    pub answer: T,
}

/// Shows the question; returns the answer once there is one. `safest` comes first.
pub fn show<T: Copy>(
    ui: &Ui,
    title: &str,
    sentence: &str,
    safest: Choice<'_, T>,
    others: &[Choice<'_, T>],
) -> Option<T> {
    let palette = palette(ui);
    let frame = Frame::new()
        .fill(palette.surface)
        .corner_radius(radius::CARD)
        .inner_margin(Margin::same(space::XL as i8))
        .shadow(theme::floating_shadow(palette));
    let modal = Modal::new(Id::unique("question")).frame(frame).backdrop_color(palette.veil);
    let response = modal.show(ui.ctx(), |ui| {
        let width = measure::QUESTION.min(ui.ctx().content_rect().width() - 2.0 * space::HUGE);
        ui.set_width(width);
        let line = |ui: &mut Ui, role: Role, colour, words: &str| {
            let high = text::height(ui, width, role, words);
            let (rect, _) = ui.allocate_exact_size(Vec2::new(width, high), egui::Sense::hover());
            text::paragraph(ui, rect.min, width, role, colour, words);
        };
        ui.spacing_mut().item_spacing.y = space::XS;
        line(ui, Role::CardTitle, palette.text, title);
        line(ui, Role::Body, palette.text2, sentence);
        ui.add_space(space::M);
        answers(ui, safest, others)
    });
    let escaped = response.should_close();
    response.inner.or_else(|| escaped.then_some(safest.answer))
}

fn answers<T: Copy>(ui: &mut Ui, safest: Choice<'_, T>, others: &[Choice<'_, T>]) -> Option<T> {
    let mut answer = None;
    ui.with_layout(Layout::right_to_left(Align::Center).with_main_wrap(true), |ui| {
        let main = ui.add(Button::new(Kind::Main, safest.words));
        if ui.memory(|memory| memory.focused().is_none()) {
            main.request_focus();
        }
        if main.clicked() {
            answer = Some(safest.answer);
        }
        for choice in others {
            if ui.add(Button::new(choice.kind, choice.words)).clicked() {
                answer = Some(choice.answer);
            }
        }
    });
    answer
}
