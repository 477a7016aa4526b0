//! Line icons from their SVG files, drawn in any colour.

use egui::{Color32, Context, Image, Rect, Ui};

macro_rules! icons {
    ($($name:ident = $file:literal,)*) => {
        /// The icons of the window.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Icon { $($name,)* }

        impl Icon {
            const ALL: &[(Icon, &'static str)] = &[
                $((Icon::$name, include_str!(concat!("../../../assets/icons/", $file, ".svg"))),)*
            ];

            const fn uri(self) -> &'static str {
                match self { $(Icon::$name => concat!("bytes://botdock/", $file, ".svg"),)* }
            }
        }
    };
}

icons! {
    Check = "check",
    Chevron = "chev",
    Clock = "clock",
    Error = "err",
    Home = "home",
    Info = "info",
    Key = "key",
    Live = "live",
    Link = "link",
    Play = "play",
    Stop = "stop",
    Warn = "warn",
}

const BRAND_URI: &str = "bytes://botdock/brand.svg";
const BRAND: &str = include_str!("../../../assets/icon-app.svg");

/// Makes the icons known to `ctx`.
pub fn install(ctx: &Context) {
    egui_extras::install_image_loaders(ctx);
    for (icon, svg) in Icon::ALL {
        // Drawn in white, so that a tint gives the colour.
        ctx.include_bytes(icon.uri(), svg.replace("#000", "#fff").into_bytes());
    }
    ctx.include_bytes(BRAND_URI, BRAND.as_bytes());
}

/// Draws `icon` in `rect`. An icon never stands alone, so it has no name of its own.
pub fn paint(ui: &Ui, rect: Rect, icon: Icon, colour: Color32) {
    Image::from_uri(icon.uri()).tint(colour).fit_to_exact_size(rect.size()).paint_at(ui, rect);
}

/// Draws the program's own icon.
pub fn paint_brand(ui: &Ui, rect: Rect) {
    Image::from_uri(BRAND_URI).fit_to_exact_size(rect.size()).paint_at(ui, rect);
}
