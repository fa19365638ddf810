//! The speeds to reach, from `bench/targets.toml`.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::launch::Which;
use super::samples::{Measured, Point, Ratio, Samples, less_is_better, ratio_of};
use crate::layout;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    target: Vec<Target>,
}

/// What a value is held against.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Against {
    /// The best peer of the same run.
    Peers,
    /// Bare sockets of the same run.
    Socket,
    /// Ferry's own value at size 0.
    Itself,
    /// Nothing: the limit is the value.
    Nothing,
}

/// A speed to reach.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    setting: String,
    name: String,
    sizes: Vec<u64>,
    against: Against,
    /// Ratio (or value) that is the most where less is better, the least where more is.
    limit: f64,
}

/// How a target fared.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Verdict {
    /// `shm latency 8`.
    pub(super) what: String,
    /// `MPICH`, `sockets`, ...
    pub(super) against: String,
    /// `<= 1.2`.
    pub(super) limit: String,
    /// Reached value with its spread; none if something was not measured.
    pub(super) reached: Option<Ratio>,
    /// Whether the limit is kept.
    pub(super) pass: Option<bool>,
}

/// Judges all targets whose points were measured at all.
pub(super) fn judge(samples: &Samples) -> Result<Vec<Verdict>> {
    let file = layout::root().join("bench/targets.toml");
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let targets: File = toml::from_str(&text).with_context(|| file.display().to_string())?;
    let mut verdicts = Vec::new();
    for target in &targets.target {
        for &size in &target.sizes {
            let found = samples.points.iter().find(|(point, _)| {
                point.setting.name() == target.setting
                    && point.name == target.name
                    && point.size == size
            });
            if let Some((point, measured)) = found {
                verdicts.push(one(samples, target, point, measured));
            }
        }
    }
    Ok(verdicts)
}

fn one(samples: &Samples, target: &Target, point: &Point, measured: &Measured) -> Verdict {
    let (against, reached) = match target.against {
        Against::Peers => match measured.best_peer() {
            Some(best) => (best.name().to_string(), measured.ratio(best)),
            None => ("no peer".into(), None),
        },
        Against::Socket => ("sockets".into(), measured.ratio(Which::Socket)),
        Against::Itself => {
            let empty = Point { size: 0, ..point.clone() };
            let base = samples.points.get(&empty).and_then(|base| base.by.get(&Which::Ferry));
            let own = measured.by.get(&Which::Ferry);
            ("itself at 0".into(), own.zip(base).and_then(|(a, b)| ratio_of(a, b)))
        }
        Against::Nothing => {
            let value = measured.median(Which::Ferry);
            let ratio = value.map(|value| Ratio { ratio: value, low: value, high: value });
            (measured.unit.clone(), ratio)
        }
    };
    let less = less_is_better(&measured.unit);
    let keeps = |value: f64| if less { value <= target.limit } else { value >= target.limit };
    Verdict {
        what: format!("{} {} {}", target.setting, target.name, point.size),
        against,
        limit: format!("{} {}", if less { "<=" } else { ">=" }, target.limit),
        reached,
        pass: reached.map(|reached| keeps(reached.ratio)),
    }
}
