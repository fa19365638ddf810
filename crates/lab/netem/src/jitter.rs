//! Delay that varies from packet to packet.

use std::f64::consts::TAU;
use std::str::FromStr;
use std::time::Duration;

use fastrand::Rng;
use serde::{Deserialize, Deserializer, Serialize};

use crate::form::text_or_table;
use crate::units::{Span, UnitError};

/// How the extra delay is distributed. It is never negative: the delay asked for is a floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Anything from nothing to the spread alike.
    #[default]
    Uniform,
    /// The magnitude of a normal distribution whose standard deviation is the spread.
    Normal,
}

/// Extra delay drawn for every packet.
///
/// In text: `"5ms"` or `{ spread = "5ms", shape = "normal", keep_order = false }`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Jitter {
    /// How far it goes, as [`Shape`] says.
    pub spread: Span,
    /// Its distribution.
    pub shape: Shape,
    /// Whether a packet waits for those before it, as behind a queue that is now longer, now shorter;
    /// if not, packets overtake each other.
    pub keep_order: bool,
}

impl Jitter {
    pub(crate) fn draw(self, rng: &mut Rng) -> Duration {
        let spread = self.spread.0;
        match self.shape {
            Shape::Uniform => spread.mul_f64(rng.f64()),
            Shape::Normal => {
                // Box and Muller; the first number is never zero.
                let radius = (-2.0 * (1.0 - rng.f64()).ln()).sqrt();
                spread.mul_f64((radius * (TAU * rng.f64()).cos()).abs())
            }
        }
    }
}

/// Text: uniform, and order is kept.
impl FromStr for Jitter {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let spread = text.parse()?;
        Ok(Self { spread, shape: Shape::Uniform, keep_order: true })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JitterTable {
    spread: Span,
    #[serde(default)]
    shape: Shape,
    keep_order: Option<bool>,
}

impl From<JitterTable> for Jitter {
    fn from(table: JitterTable) -> Self {
        let keep_order = table.keep_order.unwrap_or(true);
        Self { spread: table.spread, shape: table.shape, keep_order }
    }
}

impl<'de> Deserialize<'de> for Jitter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected =
            "a jitter: `\"5ms\"` or `{ spread = \"5ms\", shape = \"normal\", keep_order = false }`";
        text_or_table::<D, Self, JitterTable>(deserializer, expected)
    }
}
