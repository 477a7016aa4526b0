//! The faces of the window: IBM Plex, whole files, with egui's own fonts behind them for what they lack.

use super::theme::Face;
use egui::{Context, FontData, FontDefinitions, FontFamily};
use std::sync::Arc;

const REGULAR: &[u8] = include_bytes!("../../assets/fonts/IBMPlexSans-Regular.ttf");
const SEMIBOLD: &[u8] = include_bytes!("../../assets/fonts/IBMPlexSans-SemiBold.ttf");
const MONO: &[u8] = include_bytes!("../../assets/fonts/IBMPlexMono-Medium.ttf");

const fn file(face: Face) -> &'static [u8] {
    match face {
        Face::Regular => REGULAR,
        Face::SemiBold => SEMIBOLD,
        Face::Mono => MONO,
    }
}

/// Makes the faces known. Text in any other script falls back to what egui and the system have.
pub fn install(ctx: &Context) {
    ctx.set_fonts(definitions());
}

fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let behind = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for face in Face::ALL {
        let name = format!("plex-{}", face.family());
        fonts.font_data.insert(name.clone(), Arc::new(FontData::from_static(file(face))));
        let mut order = vec![name];
        // The mono lacks few characters that the sans has, and the other way round.
        for other in Face::ALL {
            order.push(format!("plex-{}", other.family()));
        }
        order.extend(behind.iter().cloned());
        order.dedup();
        fonts.families.insert(FontFamily::Name(face.family().into()), order.clone());
        match face {
            Face::Regular => fonts.families.insert(FontFamily::Proportional, order),
            Face::Mono => fonts.families.insert(FontFamily::Monospace, order),
            Face::SemiBold => None,
        };
    }
    fonts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_is_a_family_of_its_own_and_leads_it() {
        let fonts = definitions();
        for face in Face::ALL {
            let order = &fonts.families[&FontFamily::Name(face.family().into())];
            assert_eq!(order[0], format!("plex-{}", face.family()));
            assert!(order.iter().all(|name| fonts.font_data.contains_key(name)), "{order:?}");
        }
        assert_eq!(fonts.families[&FontFamily::Proportional][0], "plex-regular");
    }
}
