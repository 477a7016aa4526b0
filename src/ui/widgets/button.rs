//! Buttons of five ranks.

use super::focus;
use super::icon::{self, Icon};
use super::text::{self, At, piece};
use crate::ui::theme::{self, Palette, Role, height, palette, radius, space, stroke};
use egui::{Color32, CornerRadius, Id, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, Widget, WidgetInfo};

/// How much a button matters on its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The one thing to do: at most one on a page.
    Main,
    Second,
    Outline,
    /// A link in a line of text.
    Quiet,
    Danger,
}

/// How high a button is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Small,
    Normal,
    Large,
}

/// A button, not yet placed.
#[must_use]
pub struct Button<'a> {
    text: &'a str,
    kind: Kind,
    size: Size,
    icon: Option<Icon>,
    disabled: Option<&'a str>,
    salt: u64,
}

impl<'a> Button<'a> {
    /// A button of normal height.
    pub const fn new(kind: Kind, text: &'a str) -> Button<'a> {
        Button { text, kind, size: Size::Normal, icon: None, disabled: None, salt: 0 }
    }

    /// With another height.
    pub const fn size(self, size: Size) -> Button<'a> {
        Button { size, ..self }
    }

    /// With an icon before the text.
    pub const fn icon(self, icon: Icon) -> Button<'a> {
        Button { icon: Some(icon), ..self }
    }

    /// Cannot be pressed; says why on hover.
    pub const fn disabled(self, why: Option<&'a str>) -> Button<'a> {
        Button { disabled: why, ..self }
    }

    /// Tells buttons with the same text apart.
    pub const fn salt(self, salt: u64) -> Button<'a> {
        Button { salt, ..self }
    }

    const fn role(&self) -> Role {
        match self.size {
            Size::Small | Size::Normal => Role::Strong,
            Size::Large => Role::CardTitle,
        }
    }

    /// The size that the text asks for.
    #[must_use]
    pub fn wanted(&self, ui: &Ui) -> Vec2 {
        let high = match self.size {
            Size::Small => height::SMALL,
            Size::Normal => height::CONTROL,
            Size::Large => height::LARGE,
        };
        let side = match self.kind {
            Kind::Quiet => space::S,
            Kind::Main | Kind::Second | Kind::Outline | Kind::Danger => space::L,
        };
        let icon = if self.icon.is_some() { theme::icon::BUTTON + space::S } else { 0.0 };
        Vec2::new((text::width(ui, self.role(), self.text) + icon + 2.0 * side).ceil(), high)
    }

    /// In the size it asks for, with its right edge middle at `right`.
    pub fn show_left_of(self, ui: &mut Ui, right: Pos2) -> Response {
        let size = self.wanted(ui);
        self.show(ui, Rect::from_min_size(right - Vec2::new(size.x, size.y / 2.0), size))
    }

    /// In the size it asks for, with its left edge middle at `left`.
    pub fn show_right_of(self, ui: &mut Ui, left: Pos2) -> Response {
        let size = self.wanted(ui);
        self.show(ui, Rect::from_min_size(left - Vec2::new(0.0, size.y / 2.0), size))
    }

    /// In exactly this place.
    pub fn show(self, ui: &mut Ui, rect: Rect) -> Response {
        ui.advance_cursor_after_rect(rect);
        self.interact(ui, rect)
    }

    fn interact(self, ui: &Ui, rect: Rect) -> Response {
        let id: Id = ui.scope_id().with(("button", self.text, self.salt));
        let sense = if self.disabled.is_some() { Sense::hover() } else { Sense::click() };
        let response = ui.interact(rect, id, sense);
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, self.disabled.is_none(), self.text));
        self.draw(ui, &response);
        focus::ring(ui, &response);
        match self.disabled {
            Some(why) if !why.is_empty() => response.on_hover_text(why),
            Some(_) => response,
            None => response.on_hover_cursor(egui::CursorIcon::PointingHand),
        }
    }

    fn draw(&self, ui: &Ui, response: &Response) {
        let palette = palette(ui);
        let (fill, edge, ink) = self.colours(palette, response);
        let corner = CornerRadius::same(radius::BUTTON as u8);
        ui.painter().rect(response.rect, corner, fill, edge, StrokeKind::Inside);
        let text_width = text::width(ui, self.role(), self.text);
        let icon_width = if self.icon.is_some() { theme::icon::BUTTON + space::S } else { 0.0 };
        let left = response.rect.center().x - (text_width + icon_width).min(response.rect.width()) / 2.0;
        if let Some(icon) = self.icon {
            let middle = Pos2::new(left.round() + theme::icon::BUTTON / 2.0, response.rect.center().y);
            icon::paint(ui, Rect::from_center_size(middle, Vec2::splat(theme::icon::BUTTON)), icon, ink);
        }
        let place = Rect::from_x_y_ranges(left + icon_width..=response.rect.right(), response.rect.y_range());
        text::paint(ui, place, At::Left, piece(self.role(), ink, self.text));
    }

    fn colours(&self, palette: &Palette, response: &Response) -> (Color32, Stroke, Color32) {
        if self.disabled.is_some() {
            return (palette.inset, Stroke::NONE, palette.text3);
        }
        let pressed = response.is_pointer_button_down_on();
        let hovered = response.hovered();
        let quiet_fill = if pressed || hovered { palette.inset } else { palette.surface };
        let edge = |colour| Stroke::new(stroke::CONTROL, colour);
        match self.kind {
            Kind::Main if pressed => (palette.accent_press, Stroke::NONE, palette.on_accent),
            Kind::Main if hovered => (palette.accent_hover, Stroke::NONE, palette.on_accent),
            Kind::Main => (palette.accent, Stroke::NONE, palette.on_accent),
            Kind::Second => (quiet_fill, edge(palette.ctl), palette.text),
            Kind::Outline => (quiet_fill, edge(palette.accent), palette.accent),
            Kind::Quiet if pressed || hovered => (palette.inset, Stroke::NONE, palette.accent),
            Kind::Quiet => (Color32::TRANSPARENT, Stroke::NONE, palette.accent),
            Kind::Danger => (quiet_fill, edge(palette.err), palette.err),
        }
    }
}

impl Widget for Button<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let size = self.wanted(ui);
        let (_, rect) = ui.allocate_space(size);
        self.interact(ui, rect)
    }
}
