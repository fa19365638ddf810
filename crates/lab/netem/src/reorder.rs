//! Packets that are overtaken.

use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};

use crate::form::text_or_table;
use crate::units::{Probability, Span, UnitError};

/// A share of the packets arrives later than the others, which pass them.
///
/// In text: `"1%"`, late by a millisecond, or `{ share = "1%", extra = "5ms" }`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Reorder {
    /// How many are held back.
    pub share: Probability,
    /// For how long.
    pub extra: Span,
}

const EXTRA: Span = Span(Duration::from_millis(1));

impl FromStr for Reorder {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        Ok(Self { share: text.parse()?, extra: EXTRA })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReorderTable {
    share: Probability,
    extra: Option<Span>,
}

impl From<ReorderTable> for Reorder {
    fn from(table: ReorderTable) -> Self {
        Self { share: table.share, extra: table.extra.unwrap_or(EXTRA) }
    }
}

impl<'de> Deserialize<'de> for Reorder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a reordering: `\"1%\"` or `{ share = \"1%\", extra = \"5ms\" }`";
        text_or_table::<D, Self, ReorderTable>(deserializer, expected)
    }
}
