//! The look as data: every colour, size and type role of the window stands here, and nowhere else.

mod colour;
mod layout;
mod size;
mod text;

pub use colour::{DARK, LIGHT, Palette};
pub use layout::{Density, Layout};
pub use size::{height, icon, measure, pace, radius, space, stroke};
pub use text::{Face, Role};

use egui::style::{HandleShape, WidgetVisuals};
use egui::{Color32, CornerRadius, Stroke, Theme, Visuals};

/// The palette of the theme that `ui` is drawn in.
#[must_use]
pub fn palette(ui: &egui::Ui) -> &'static Palette {
    of(ui.visuals().dark_mode)
}

/// The dark palette, or the light one.
#[must_use]
pub const fn of(dark: bool) -> &'static Palette {
    if dark { &DARK } else { &LIGHT }
}

/// Gives egui's own parts (text fields, scroll bars, tooltips) the same look, in both themes.
pub fn install(ctx: &egui::Context) {
    for (theme, palette) in [(Theme::Light, &LIGHT), (Theme::Dark, &DARK)] {
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals(theme, palette);
            style.text_styles = text::styles();
            style.spacing.item_spacing = egui::vec2(space::S, space::S);
            style.spacing.button_padding = egui::vec2(space::L, space::S);
            style.spacing.interact_size.y = height::ROW;
            style.spacing.menu_margin = egui::Margin::same(space::XS as i8);
            style.spacing.tooltip_width = measure::TOOLTIP;
            style.spacing.scroll = egui::style::ScrollStyle {
                fade: egui::style::ScrollFadeStyle { strength: 0.0, ..Default::default() },
                ..egui::style::ScrollStyle::thin()
            };
            style.interaction.selectable_labels = false;
            style.animation_time = pace::HOVER.as_secs_f32();
        });
    }
}

fn visuals(theme: Theme, palette: &Palette) -> Visuals {
    let mut visuals = theme.default_visuals();
    let rest = widget(palette.surface, Stroke::new(stroke::CONTROL, palette.ctl), palette.text);
    visuals.widgets.noninteractive = widget(palette.surface, Stroke::new(stroke::HAIR, palette.line), palette.text);
    visuals.widgets.inactive = rest;
    visuals.widgets.hovered = WidgetVisuals { weak_bg_fill: palette.inset, ..rest };
    visuals.widgets.active = WidgetVisuals { weak_bg_fill: palette.inset, ..rest };
    visuals.widgets.open = rest;
    visuals.selection.bg_fill = palette.accent_soft;
    visuals.selection.stroke = Stroke::new(stroke::HAIR, palette.accent);
    visuals.hyperlink_color = palette.accent;
    visuals.panel_fill = palette.bg;
    visuals.window_fill = palette.surface;
    visuals.extreme_bg_color = palette.surface;
    visuals.text_edit_bg_color = Some(palette.surface);
    visuals.faint_bg_color = palette.inset;
    visuals.code_bg_color = palette.inset;
    visuals.warn_fg_color = palette.warn;
    visuals.error_fg_color = palette.err;
    visuals.window_stroke = Stroke::new(stroke::HAIR, palette.line);
    visuals.window_corner_radius = CornerRadius::same(radius::CARD as u8);
    visuals.menu_corner_radius = CornerRadius::same(radius::BUTTON as u8);
    visuals.window_shadow = floating_shadow(palette);
    visuals.popup_shadow = floating_shadow(palette);
    visuals.weak_text_color = Some(palette.text3);
    visuals.text_cursor.stroke = Stroke::new(stroke::CONTROL, palette.text);
    visuals.text_cursor.blink = false;
    visuals.handle_shape = HandleShape::Circle;
    visuals
}

fn widget(fill: Color32, edge: Stroke, text: Color32) -> WidgetVisuals {
    WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: edge,
        corner_radius: CornerRadius::same(radius::BUTTON as u8),
        fg_stroke: Stroke::new(stroke::CONTROL, text),
        expansion: 0.0,
    }
}

/// The one shadow, under what floats: menus, questions, short messages.
#[must_use]
pub fn floating_shadow(palette: &Palette) -> egui::Shadow {
    egui::Shadow { offset: [0, 6], blur: 20, spread: 0, color: palette.shadow }
}
