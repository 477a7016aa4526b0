//! Reading JSON that may not be as documented: a value of the wrong kind becomes "not given" instead of an error.
//!
//! Only broken JSON is an error here. The service is written in PHP, where an empty object can arrive as `[]` and a
//! list with holes as an object; both are read.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// Whole numbers that a JSON float holds exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A number, text or truth value; [`Scalar::None`] for anything else.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Scalar<'a> {
    #[default]
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(Cow<'a, str>),
}

impl Scalar<'_> {
    /// A whole number, also from a float (rounded) or from text.
    pub(super) fn int(&self) -> Option<i64> {
        match self {
            Scalar::Int(number) => Some(*number),
            Scalar::Float(number) => whole(*number),
            Scalar::Text(text) => {
                let text = text.trim();
                text.parse().ok().or_else(|| whole(text.parse().ok()?))
            }
            Scalar::None | Scalar::Bool(_) => None,
        }
    }

    /// A finite number.
    pub(super) fn float(&self) -> Option<f64> {
        match self {
            Scalar::Int(number) => Some(*number as f64),
            Scalar::Float(number) => Some(*number).filter(|number| number.is_finite()),
            Scalar::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
            Scalar::None | Scalar::Bool(_) => None,
        }
    }

    /// A truth value, also as 0 or 1.
    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            Scalar::Bool(truth) => Some(*truth),
            Scalar::Int(number) => Some(*number != 0),
            Scalar::Text(text) => match text.trim() {
                "true" | "1" => Some(true),
                "false" | "0" | "" => Some(false),
                _ => None,
            },
            Scalar::None | Scalar::Float(_) => None,
        }
    }

    /// Text that is not empty.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Scalar::Text(text) if !text.trim().is_empty() => Some(text.trim()),
            Scalar::None | Scalar::Bool(_) | Scalar::Int(_) | Scalar::Float(_) | Scalar::Text(_) => None,
        }
    }
}

fn whole(number: f64) -> Option<i64> {
    (number.is_finite() && number.abs() <= EXACT).then(|| number.round() as i64)
}

/// An object; `None` inside for anything else.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Object<T>(pub(super) Option<T>);

/// A list, or the values of an object in their order; `None` inside for anything else.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct List<T>(pub(super) Option<Vec<T>>);

/// A pair [black, white] as `{"1": n, "2": n}`, as `[n, n]`, or as PHP's `[_, n, n]`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ByColour(pub(super) [Option<i64>; 2]);

impl<T> Default for Object<T> {
    fn default() -> Object<T> {
        Object(None)
    }
}

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List(None)
    }
}

impl<T> List<T> {
    /// What is in the list; nothing where there is none.
    pub(super) fn items(&self) -> &[T] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl<'a> List<Scalar<'a>> {
    /// The item at `index`; [`Scalar::None`] behind the end.
    pub(super) fn at(&self, index: usize) -> &Scalar<'a> {
        self.items().get(index).unwrap_or(&Scalar::None)
    }

    /// The first two items as whole numbers, if both are.
    pub(super) fn pair(&self) -> Option<[i64; 2]> {
        Some([self.at(0).int()?, self.at(1).int()?])
    }
}

/// The scalars that a visitor of objects or lists passes over.
macro_rules! scalars_are {
    ($value:expr) => {
        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok($value)
        }
    };
}

fn skip_list<'de, A: SeqAccess<'de>>(mut list: A) -> Result<(), A::Error> {
    while list.next_element::<IgnoredAny>()?.is_some() {}
    Ok(())
}

impl<'de: 'a, 'a> Deserialize<'de> for Scalar<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Scalar<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any value")
            }
            fn visit_bool<E>(self, truth: bool) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Bool(truth))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Int(number))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Scalar<'de>, E> {
                Ok(i64::try_from(number).map_or(Scalar::Float(number as f64), Scalar::Int))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Float(number))
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Text(Cow::Owned(text.to_owned())))
            }
            fn visit_unit<E>(self) -> Result<Scalar<'de>, E> {
                Ok(Scalar::None)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Scalar<'de>, A::Error> {
                skip_list(list).map(|()| Scalar::None)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar<'de>, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Scalar::None)
            }
        }
        from.deserialize_any(Read)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Read<T> {
            type Value = Object<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(|object| Object(Some(object)))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Object<T>, A::Error> {
                skip_list(list).map(|()| Object(None))
            }
            scalars_are!(Object(None));
        }
        from.deserialize_any(Read(PhantomData))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Read<T> {
            type Value = List<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<List<T>, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(List(Some(items)))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<List<T>, A::Error> {
                let mut items = Vec::new();
                while let Some((IgnoredAny, item)) = map.next_entry()? {
                    items.push(item);
                }
                Ok(List(Some(items)))
            }
            scalars_are!(List(None));
        }
        from.deserialize_any(Read(PhantomData))
    }
}

impl<'de> Deserialize<'de> for ByColour {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = ByColour;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number for each colour")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByColour, A::Error> {
                let mut pair = [None; 2];
                while let Some((key, value)) = map.next_entry::<Cow<'de, str>, Scalar<'de>>()? {
                    match &*key {
                        "1" | "black" => pair[0] = value.int(),
                        "2" | "white" => pair[1] = value.int(),
                        _ => {}
                    }
                }
                Ok(ByColour(pair))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<ByColour, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = list.next_element::<Scalar<'de>>()? {
                    numbers.push(number.int());
                }
                Ok(ByColour(match numbers[..] {
                    [black, white] | [_, black, white] => [black, white],
                    _ => [None; 2],
                }))
            }
            scalars_are!(ByColour::default());
        }
        from.deserialize_any(Read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(json: &str) -> Scalar<'_> {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_number_is_read_from_any_spelling() {
        for json in ["60000", "60000.0", "59999.6", "\"60000\"", "\" 60000.2 \"", "6e4"] {
            assert_eq!(scalar(json).int(), Some(60_000), "{json}");
        }
        for json in ["null", "true", "[1]", "{\"a\":1}", "\"\"", "\"x\"", "1e300", "18446744073709551615"] {
            assert_eq!(scalar(json).int(), None, "{json}");
        }
        assert_eq!(scalar("\"inf\"").float(), None);
    }

    #[test]
    fn a_truth_value_is_read_from_numbers_and_text() {
        for (json, truth) in [("true", Some(true)), ("1", Some(true)), ("\"0\"", Some(false)), ("null", None)] {
            assert_eq!(scalar(json).truth(), truth, "{json}");
        }
    }

    #[test]
    fn lists_and_objects_may_change_places() {
        type Inner<'a> = Object<List<Scalar<'a>>>;
        let list = |json| serde_json::from_str::<List<Scalar<'_>>>(json).unwrap().pair();
        assert_eq!(list("[1,2]"), Some([1, 2]));
        assert_eq!(list("{\"0\":1,\"1\":2}"), Some([1, 2]));
        assert_eq!(list("null"), None);
        assert_eq!(list("7"), None);
        let pair = |json| serde_json::from_str::<ByColour>(json).unwrap().0;
        assert_eq!(pair("{\"1\":4,\"2\":\"5\",\"3\":{}}"), [Some(4), Some(5)]);
        assert_eq!(pair("[4,5]"), [Some(4), Some(5)]);
        assert_eq!(pair("[null,4,5]"), [Some(4), Some(5)]);
        for odd in ["[]", "null", "{}", "\"4\"", "[1,2,3,4]"] {
            assert_eq!(pair(odd), [None, None], "{odd}");
        }
        assert_eq!(serde_json::from_str::<Inner<'_>>("[]").unwrap(), Object(None));
        assert_eq!(serde_json::from_str::<Inner<'_>>("{}").unwrap(), Object(Some(List(Some(vec![])))));
    }
}
