//! Loss: at random, or in bursts after Gilbert and Elliott.

use std::str::FromStr;

use fastrand::Rng;
use serde::{Deserialize, Deserializer, Serialize};

use crate::dice::happens;
use crate::form::text_or_table;
use crate::units::{Probability, UnitError};

/// How packets get lost.
///
/// In text: `"1%"` at random; `{ mean = "1%", burst = 5 }` the same share in bursts of five on
/// average; `{ enter, leave, good, bad }` the four probabilities of the model themselves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Loss {
    /// Each packet by itself.
    Random(Probability),
    /// A good and a bad state with a probability of loss each. Before every packet the state may
    /// change.
    Bursty {
        /// From good to bad.
        enter: Probability,
        /// From bad to good.
        leave: Probability,
        /// Lost in the good state.
        good: Probability,
        /// Lost in the bad state.
        bad: Probability,
    },
}

impl Loss {
    /// Bursts of `burst` packets on average that make up a share `mean` of all.
    ///
    /// # Errors
    /// A burst below one packet, and a share so large that the bursts would have no pause between.
    pub fn in_bursts(mean: Probability, burst: f64) -> Result<Self, UnitError> {
        let refuse = |expected| UnitError { text: format!("{burst} packets of {mean}"), expected };
        if burst.is_nan() || burst < 1.0 {
            return Err(refuse("a burst of at least one packet"));
        }
        let leave = 1.0 / burst;
        let enter = leave * mean.get() / (1.0 - mean.get());
        let impossible = |_| refuse("a loss that bursts of this length can make up");
        Ok(Self::Bursty {
            enter: Probability::new(enter).map_err(impossible)?,
            leave: Probability::new(leave).map_err(impossible)?,
            good: Probability::default(),
            bad: Probability::new(1.0)?,
        })
    }

    /// The share of packets lost in the long run.
    pub fn mean(self) -> f64 {
        match self {
            Self::Random(share) => share.get(),
            Self::Bursty { enter, leave, good, bad } => {
                let changes = enter.get() + leave.get();
                let in_bad = if changes > 0.0 { enter.get() / changes } else { 0.0 };
                good.get() * (1.0 - in_bad) + bad.get() * in_bad
            }
        }
    }
}

/// Text: loss at random.
impl FromStr for Loss {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        text.parse().map(Self::Random)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LossTable {
    mean: Option<Probability>,
    burst: Option<f64>,
    enter: Option<Probability>,
    leave: Option<Probability>,
    good: Option<Probability>,
    bad: Option<Probability>,
}

impl TryFrom<LossTable> for Loss {
    type Error = UnitError;

    fn try_from(table: LossTable) -> Result<Self, UnitError> {
        match table {
            LossTable {
                mean: Some(mean),
                burst,
                enter: None,
                leave: None,
                good: None,
                bad: None,
            } => burst.map_or(Ok(Self::Random(mean)), |burst| Self::in_bursts(mean, burst)),
            LossTable {
                mean: None,
                burst: None,
                enter: Some(enter),
                leave: Some(leave),
                good,
                bad,
            } => {
                let bad = bad.map_or_else(|| Probability::new(1.0), Ok)?;
                Ok(Self::Bursty { enter, leave, good: good.unwrap_or_default(), bad })
            }
            _ => Err(UnitError { text: "this table".into(), expected: EXPECTED }),
        }
    }
}

const EXPECTED: &str = "a loss: `\"1%\"`, `{ mean = \"1%\", burst = 5 }` or \
                        `{ enter = \"0.1%\", leave = \"20%\", good = \"0%\", bad = \"100%\" }`";

impl<'de> Deserialize<'de> for Loss {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text_or_table::<D, Self, LossTable>(deserializer, EXPECTED)
    }
}

/// Where the model stands.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LossState {
    bad: bool,
}

impl LossState {
    /// Whether the next packet is lost.
    pub(crate) fn next(&mut self, loss: Loss, rng: &mut Rng) -> bool {
        match loss {
            Loss::Random(share) => happens(rng, share),
            Loss::Bursty { enter, leave, good, bad } => {
                let change = if self.bad { leave } else { enter };
                self.bad ^= happens(rng, change);
                happens(rng, if self.bad { bad } else { good })
            }
        }
    }
}
