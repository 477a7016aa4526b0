//! How well a practice opponent plays.

/// Three strengths, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strength {
    /// Any legal square.
    Easy,
    /// The square that turns the most discs.
    Medium,
    /// A small search.
    Strong,
}

impl Strength {
    /// All three, the weakest first.
    pub const ALL: [Strength; 3] = [Strength::Easy, Strength::Medium, Strength::Strong];

    /// Its name on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Strength::Easy => "easy",
            Strength::Medium => "medium",
            Strength::Strong => "strong",
        }
    }

    /// The strength of that name, in capitals or not.
    #[must_use]
    pub fn parse(name: &str) -> Option<Strength> {
        Strength::ALL.into_iter().find(|strength| strength.name().eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for strength in Strength::ALL {
            assert_eq!(Strength::parse(strength.name()), Some(strength));
            assert_eq!(Strength::parse(&strength.name().to_uppercase()), Some(strength));
        }
        assert_eq!(Strength::parse("hard"), None);
    }
}
