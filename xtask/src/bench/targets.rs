//! The speeds to reach, from `bench/targets.toml`.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::launch::Which;
use super::samples::{Measured, Point, Ratio, Samples, less_is_better};
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
    /// The best of the setups in `than`.
    Setups,
    /// Ferry's own value in the same setting without a neighbour.
    Alone,
}

/// A speed to reach.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    setting: String,
    name: String,
    /// Where empty, all that were measured.
    sizes: Vec<u64>,
    against: Against,
    /// The setup that is judged; Ferry as it is where empty.
    #[serde(default)]
    of: String,
    /// The setups that it is held against.
    #[serde(default)]
    than: Vec<String>,
    /// Cores that the comparison takes; with fewer it is shown and not judged.
    #[serde(default)]
    cores: usize,
    /// Whether it is enough that a quarter of the rounds keeps the limit.
    #[serde(default)]
    within_spread: bool,
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
    /// Why it was not judged.
    pub(super) note: Option<String>,
}

/// Judges all targets whose points were measured at all.
pub(super) fn judge(samples: &Samples) -> Result<Vec<Verdict>> {
    let file = layout::root().join("bench/targets.toml");
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let targets: File = toml::from_str(&text).with_context(|| file.display().to_string())?;
    let mut verdicts = Vec::new();
    for target in &targets.target {
        let is_meant = |point: &Point| {
            point.setting.name() == target.setting
                && point.name == target.name
                && (target.sizes.is_empty() || target.sizes.contains(&point.size))
        };
        let meant = samples.points.iter().filter(|(point, _)| is_meant(point));
        verdicts.extend(meant.map(|(point, measured)| one(samples, target, point, measured)));
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
            ("itself at 0".into(), own.zip(base).and_then(|(a, b)| measured.ratio_of(a, b)))
        }
        Against::Alone => ("itself alone".into(), ratio_to_alone(samples, point, measured)),
        Against::Nothing => {
            let own = match target.of.as_str() {
                "" => Some(Which::Ferry),
                name => measured.setup(name),
            };
            let value = own.and_then(|own| measured.middle(own));
            let ratio = value.map(|value| Ratio { ratio: value, low: value, high: value });
            (measured.unit.clone(), ratio)
        }
        Against::Setups => {
            let known = target.than.iter().filter_map(|name| measured.setup(name));
            match measured.best(known) {
                Some(best) => (best.name().to_string(), ratio_to(target, measured, best)),
                None => (target.than.join(", "), None),
            }
        }
    };
    let less = less_is_better(&measured.unit);
    let keeps = |value: f64| if less { value <= target.limit } else { value >= target.limit };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let note = (cores < target.cores).then(|| format!("needs {} cores, not {cores}", target.cores));
    let what = format!("{} {} {}", target.setting, target.name, point.size);
    let judged = |reached: Ratio| match (target.within_spread, less) {
        (true, true) => keeps(reached.low.min(reached.ratio)),
        (true, false) => keeps(reached.high.max(reached.ratio)),
        (false, _) => keeps(reached.ratio),
    };
    Verdict {
        what: if target.of.is_empty() { what } else { format!("{what}, {}", target.of) },
        against,
        limit: format!("{} {}", if less { "<=" } else { ">=" }, target.limit),
        reached,
        pass: reached.filter(|_| note.is_none()).map(judged),
        note,
    }
}

/// The setup that is judged against another.
fn ratio_to(target: &Target, measured: &Measured, other: Which) -> Option<Ratio> {
    let own = measured.setup(&target.of)?;
    measured.ratio_of(measured.by.get(&own)?, measured.by.get(&other)?)
}

/// Ferry beside a neighbour against Ferry alone.
fn ratio_to_alone(samples: &Samples, point: &Point, measured: &Measured) -> Option<Ratio> {
    let alone = Point { setting: point.setting.alone()?, ..point.clone() };
    let alone = samples.points.get(&alone)?.by.get(&Which::Ferry)?;
    measured.ratio_of(measured.by.get(&Which::Ferry)?, alone)
}
