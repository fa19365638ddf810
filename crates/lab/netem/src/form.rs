//! Values that are written as a text in the simple case and as a table in the full one.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// Reads `T` from its text, or from the table `Full`.
pub(crate) fn text_or_table<'de, D, T, Full>(
    deserializer: D,
    expected: &'static str,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
    Full: Deserialize<'de> + TryInto<T, Error: fmt::Display>,
{
    deserializer.deserialize_any(Form { expected, kind: PhantomData::<(T, Full)> })
}

struct Form<T, Full> {
    expected: &'static str,
    kind: PhantomData<(T, Full)>,
}

impl<'de, T, Full> Visitor<'de> for Form<T, Full>
where
    T: FromStr<Err: fmt::Display>,
    Full: Deserialize<'de> + TryInto<T, Error: fmt::Display>,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        Full::deserialize(MapAccessDeserializer::new(map))?.try_into().map_err(A::Error::custom)
    }
}
