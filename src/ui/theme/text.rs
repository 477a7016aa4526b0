//! Type: which face and which size each kind of text has.

use egui::{FontFamily, FontId, TextStyle};
use std::collections::BTreeMap;

/// The faces. Two weights of the sans and one of the mono are enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Regular,
    SemiBold,
    /// For every figure.
    Mono,
}

impl Face {
    /// All of them.
    pub const ALL: [Face; 3] = [Face::Regular, Face::SemiBold, Face::Mono];

    /// The family name under which egui knows the face.
    #[must_use]
    pub const fn family(self) -> &'static str {
        match self {
            Face::Regular => "regular",
            Face::SemiBold => "semibold",
            Face::Mono => "mono",
        }
    }
}

/// What a text is for; this decides its size, line height and face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The first-start headline.
    Headline,
    /// A page's title.
    Title,
    /// The match total.
    Total,
    /// A bot's name in the header, the title of a section.
    Name,
    /// Discs of one side on one board.
    Count,
    /// The same on a large window.
    CountWide,
    Clock,
    ClockWide,
    /// A card's title, a large button.
    CardTitle,
    /// A sentence under a headline.
    Lead,
    /// What the engine expects, in discs.
    Evaluation,
    Body,
    /// Body text with weight: names of mine, buttons.
    Strong,
    /// A figure in a line of body text.
    Figure,
    Label,
    LabelStrong,
    /// A time, a coordinate, a small count.
    LabelFigure,
}

impl Role {
    /// Size, line height (both in logical pixels) and face.
    #[must_use]
    pub const fn spec(self) -> (f32, f32, Face) {
        match self {
            Role::Headline => (36.0, 44.0, Face::SemiBold),
            Role::Title => (28.0, 36.0, Face::SemiBold),
            Role::Total | Role::CountWide | Role::ClockWide => (28.0, 36.0, Face::Mono),
            Role::Name => (20.0, 28.0, Face::SemiBold),
            Role::Count => (20.0, 28.0, Face::Mono),
            Role::Clock => (18.0, 24.0, Face::Mono),
            Role::CardTitle => (16.0, 24.0, Face::SemiBold),
            Role::Lead => (16.0, 24.0, Face::Regular),
            Role::Evaluation => (16.0, 24.0, Face::Mono),
            Role::Body => (14.0, 20.0, Face::Regular),
            Role::Strong => (14.0, 20.0, Face::SemiBold),
            Role::Figure => (14.0, 20.0, Face::Mono),
            Role::Label => (12.0, 16.0, Face::Regular),
            Role::LabelStrong => (12.0, 16.0, Face::SemiBold),
            Role::LabelFigure => (12.0, 16.0, Face::Mono),
        }
    }

    /// The font, as egui names it.
    #[must_use]
    pub fn font(self) -> FontId {
        let (size, _, face) = self.spec();
        FontId::new(size, FontFamily::Name(face.family().into()))
    }

    /// The height of one line.
    #[must_use]
    pub const fn line(self) -> f32 {
        self.spec().1
    }
}

/// The text styles of egui's own parts.
pub(super) fn styles() -> BTreeMap<TextStyle, FontId> {
    [
        (TextStyle::Heading, Role::Name),
        (TextStyle::Body, Role::Body),
        (TextStyle::Button, Role::Strong),
        (TextStyle::Monospace, Role::Figure),
        (TextStyle::Small, Role::Label),
    ]
    .map(|(style, role)| (style, role.font()))
    .into()
}
