//! The colours of both themes, and a test that they can be told apart.

use egui::Color32;

/// The colours of one theme. Blue (`accent`) means "mine" or "do this", and nothing else is blue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Page.
    pub bg: Color32,
    /// Navigation.
    pub rail: Color32,
    /// Cards, header, fields.
    pub surface: Color32,
    /// Strips, chart ground, chips, segment ground.
    pub inset: Color32,
    /// Chosen segment, chosen rail item.
    pub raised: Color32,
    /// Hairlines, card edge.
    pub line: Color32,
    /// Edge of controls, chart axis.
    pub ctl: Color32,
    pub text: Color32,
    /// Secondary text.
    pub text2: Color32,
    /// Labels.
    pub text3: Color32,
    /// Mine; the main action.
    pub accent: Color32,
    pub accent_hover: Color32,
    pub accent_press: Color32,
    /// Chosen row.
    pub accent_soft: Color32,
    /// Text on `accent`.
    pub on_accent: Color32,
    pub ok: Color32,
    pub ok_soft: Color32,
    pub warn: Color32,
    pub warn_soft: Color32,
    pub err: Color32,
    pub err_soft: Color32,
    pub felt: Color32,
    pub rim: Color32,
    pub grid: Color32,
    pub black: Color32,
    /// Lower edge of a dark disc: the colour of its other side.
    pub edge_b: Color32,
    pub white: Color32,
    /// Lower edge of a light disc.
    pub edge_w: Color32,
    /// Frame of the last move.
    pub mark: Color32,
    /// Under a disc.
    pub disc_shadow: Color32,
    /// Inner ring of a dark disc.
    pub ring_b: Color32,
    /// Inner ring of a light disc.
    pub ring_w: Color32,
    /// Frames of reversi's open centre squares.
    pub centre: Color32,
    /// Under what floats.
    pub shadow: Color32,
    /// Over the page while a question is open.
    pub veil: Color32,
    /// Under the curve of the engine's view, where my bot is ahead.
    pub area_mine: Color32,
    /// Under the curve, where it is behind.
    pub area_theirs: Color32,
}

const fn hex(rgb: u32) -> Color32 {
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

/// Black at `percent` opacity.
const fn dim(percent: u8) -> Color32 {
    Color32::from_black_alpha((percent as u16 * 255 / 100) as u8)
}

/// White at `percent` opacity, premultiplied.
const fn shine(percent: u8) -> Color32 {
    let value = (percent as u16 * 255 / 100) as u8;
    Color32::from_rgba_premultiplied(value, value, value, value)
}

/// For bright rooms.
pub const LIGHT: Palette = Palette {
    bg: hex(0xF2_F5_F6),
    rail: hex(0xE8_ED_EF),
    surface: hex(0xFF_FF_FF),
    inset: hex(0xED_F1_F3),
    raised: hex(0xFF_FF_FF),
    line: hex(0xD5_DD_E1),
    ctl: hex(0x74_83_8D),
    text: hex(0x13_20_2B),
    text2: hex(0x43_52_5D),
    text3: hex(0x5A_68_72),
    accent: hex(0x1E_5B_B8),
    accent_hover: hex(0x18_4C_9B),
    accent_press: hex(0x13_3F_82),
    accent_soft: hex(0xE3_EC_FA),
    on_accent: hex(0xFF_FF_FF),
    ok: hex(0x1B_75_48),
    ok_soft: hex(0xE0_F2_E8),
    warn: hex(0x8A_52_00),
    warn_soft: hex(0xFC_EF_D6),
    err: hex(0xB3_26_1E),
    err_soft: hex(0xFB_E6_E4),
    felt: hex(0x3F_8A_68),
    rim: hex(0x27_60_4A),
    grid: hex(0x2C_6E_52),
    black: hex(0x12_18_1C),
    edge_b: hex(0xD9_DE_D6),
    white: hex(0xFC_FC_F8),
    edge_w: hex(0x2B_3A_36),
    mark: hex(0xFF_F1_BF),
    disc_shadow: dim(20),
    ring_b: shine(20),
    ring_w: dim(22),
    centre: shine(80),
    shadow: dim(16),
    veil: dim(32),
    area_mine: Color32::from_rgba_premultiplied(10, 29, 59, 82),
    area_theirs: Color32::from_rgba_premultiplied(29, 33, 37, 82),
};

/// For dark rooms.
pub const DARK: Palette = Palette {
    bg: hex(0x11_18_1D),
    rail: Color32::from_rgb(0x0C, 0x12, 0x16),
    surface: hex(0x1A_23_2A),
    inset: hex(0x23_2E_36),
    raised: hex(0x35_43_4D),
    line: hex(0x2D_3A_43),
    ctl: hex(0x74_85_91),
    text: hex(0xEA_F0_F3),
    text2: hex(0xB4_C1_C9),
    text3: hex(0x94_A3_AD),
    accent: hex(0x84_B4_FF),
    accent_hover: hex(0x9E_C4_FF),
    accent_press: hex(0xBA_D5_FF),
    accent_soft: hex(0x1D_34_55),
    on_accent: hex(0x0B_1B_33),
    ok: hex(0x63_D0_9A),
    ok_soft: hex(0x17_35_2A),
    warn: hex(0xF2_BE_62),
    warn_soft: hex(0x3A_2D_14),
    err: hex(0xFF_94_8A),
    err_soft: hex(0x42_21_1F),
    felt: hex(0x35_7A_5B),
    rim: hex(0x1F_4D_3A),
    grid: hex(0x27_60_46),
    black: hex(0x0B_10_13),
    edge_b: hex(0xC9_D1_CB),
    white: hex(0xF3_F5_F0),
    edge_w: hex(0x22_30_2C),
    mark: hex(0xFF_E9_A8),
    disc_shadow: dim(20),
    ring_b: shine(20),
    ring_w: dim(22),
    centre: shine(80),
    shadow: dim(50),
    veil: dim(55),
    area_mine: Color32::from_rgba_premultiplied(42, 58, 82, 82),
    area_theirs: Color32::from_rgba_premultiplied(47, 52, 55, 82),
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, by the definition of WCAG 2.
    fn luminance(colour: Color32) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(colour.r()) + 0.7152 * channel(colour.g()) + 0.0722 * channel(colour.b())
    }

    fn contrast(one: Color32, other: Color32) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Each pair with the ratio it must keep, [light, dark].
    type Pair = (&'static str, fn(&Palette) -> (Color32, Color32), [f64; 2]);

    const PAIRS: &[Pair] = &[
        ("text on bg", |p| (p.text, p.bg), [15.1, 15.6]),
        ("text on surface", |p| (p.text, p.surface), [16.5, 13.9]),
        ("text2 on bg", |p| (p.text2, p.bg), [7.4, 9.7]),
        ("text2 on inset", |p| (p.text2, p.inset), [7.1, 7.5]),
        ("text3 on bg", |p| (p.text3, p.bg), [5.2, 6.9]),
        ("text3 on inset", |p| (p.text3, p.inset), [5.1, 5.3]),
        ("text3 on rail", |p| (p.text3, p.rail), [4.9, 7.3]),
        ("ctl on surface", |p| (p.ctl, p.surface), [3.9, 4.2]),
        ("ctl on bg", |p| (p.ctl, p.bg), [3.6, 4.7]),
        ("accent on surface", |p| (p.accent, p.surface), [6.5, 7.6]),
        ("accent on inset", |p| (p.accent, p.inset), [5.7, 6.6]),
        ("accent on rail", |p| (p.accent, p.rail), [5.5, 8.9]),
        ("on_accent on accent", |p| (p.on_accent, p.accent), [6.5, 8.2]),
        ("ok on its soft", |p| (p.ok, p.ok_soft), [4.9, 7.0]),
        ("warn on its soft", |p| (p.warn, p.warn_soft), [5.6, 7.9]),
        ("err on its soft", |p| (p.err, p.err_soft), [5.5, 6.7]),
        ("dark disc on felt", |p| (p.black, p.felt), [4.3, 3.7]),
        ("light disc on felt", |p| (p.white, p.felt), [4.0, 4.7]),
        ("mark on felt", |p| (p.mark, p.felt), [3.7, 4.3]),
    ];

    #[test]
    fn every_pair_keeps_its_contrast() {
        for (name, pair, wanted) in PAIRS {
            for (palette, wanted) in [&LIGHT, &DARK].into_iter().zip(wanted) {
                let (one, other) = pair(palette);
                let found = contrast(one, other);
                // The table's ratios are written with one digit.
                assert!(found >= wanted - 0.05, "{name}: {found:.2} is less than {wanted}");
            }
        }
    }

    #[test]
    fn what_a_person_reads_on_a_coloured_ground_stays_readable() {
        for palette in [&LIGHT, &DARK] {
            for (text, ground) in [
                (palette.accent, palette.bg),
                (palette.accent, palette.raised),
                (palette.text, palette.accent_soft),
                (palette.err, palette.surface),
                (palette.ok, palette.surface),
                (palette.warn, palette.surface),
                (palette.surface, palette.text),
                (palette.on_accent, palette.accent_hover),
                (palette.on_accent, palette.accent_press),
            ] {
                assert!(contrast(text, ground) >= 4.5, "{text:?} on {ground:?}: {:.2}", contrast(text, ground));
            }
        }
    }
}
