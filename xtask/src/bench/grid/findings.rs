//! What the grid shows: a table, a picture, and every point at which Ferry is behind.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use ferry_plot::{Heat, Panel};

use super::log::{GridLog, GridRun};
use crate::bench::launch::Which;
use crate::bench::samples::{less_is_better, median};

/// A point: on how many ranks, what, of which size.
type GridPoint = (u32, String, u64);

/// The medians of a point over the rounds, by MPI, and their unit.
#[derive(Default)]
struct GridMedians {
    unit: String,
    by: BTreeMap<String, f64>,
}

impl GridMedians {
    /// Ferry's time over that of the quickest other, or the best other's rate over Ferry's: below one is better. And
    /// which other that is.
    fn ratio(&self) -> Option<(f64, &str)> {
        let own = *self.by.get(Which::Ferry.name())?;
        let others = self.by.iter().filter(|(name, _)| *name != Which::Ferry.name());
        let ratios = others.map(|(name, value)| {
            let ratio = if less_is_better(&self.unit) { own / value } else { value / own };
            (ratio, name.as_str())
        });
        ratios.filter(|(ratio, _)| ratio.is_finite()).max_by(|a, b| a.0.total_cmp(&b.0))
    }
}

/// Writes `table.md`, `above.md` and `ratios.svg`.
pub(super) fn write(out: &Path, log: &GridLog) -> Result<()> {
    let points = medians(&log.runs);
    let write = |name: &str, text: String| {
        let path = out.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())
    };
    write("table.md", table(&points, &log.runs))?;
    write("above.md", above(&points))?;
    let panels = panels(&points);
    if !panels.is_empty() {
        ferry_plot::draw(&out.join("ratios.svg"), (860, 400), 1, &panels)?;
    }
    Ok(())
}

fn medians(runs: &[GridRun]) -> BTreeMap<GridPoint, GridMedians> {
    let mut all: BTreeMap<GridPoint, (String, BTreeMap<String, Vec<f64>>)> = BTreeMap::new();
    for run in runs {
        for (name, size, value, unit) in &run.points {
            let (known, by) = all.entry((run.ranks, name.clone(), *size)).or_default();
            known.clone_from(unit);
            by.entry(run.mpi.clone()).or_default().push(*value);
        }
    }
    let middle = |(point, (unit, by)): (GridPoint, (String, BTreeMap<String, Vec<f64>>))| {
        let by = by.into_iter().map(|(mpi, values)| (mpi, median(values.into_iter()))).collect();
        (point, GridMedians { unit, by })
    };
    all.into_iter().map(middle).collect()
}

fn ratios(points: &BTreeMap<GridPoint, GridMedians>) -> impl Iterator<Item = f64> {
    points.values().filter_map(|medians| medians.ratio().map(|(ratio, _)| ratio))
}

/// The geometric mean of the ratios, and how many of them are at or below one.
#[allow(clippy::cast_precision_loss)]
fn summary(points: &BTreeMap<GridPoint, GridMedians>) -> String {
    let all: Vec<f64> = ratios(points).collect();
    let logs: f64 = all.iter().map(|ratio| ratio.ln()).sum();
    let mean = (logs / all.len().max(1) as f64).exp();
    let level = all.iter().filter(|ratio| **ratio <= 1.0).count();
    format!(
        "{} points, geometric mean of the ratios {mean:.2}, {level} of them at or below 1.00.\n",
        all.len()
    )
}

fn table(points: &BTreeMap<GridPoint, GridMedians>, runs: &[GridRun]) -> String {
    let mpis: BTreeSet<&String> = points.values().flat_map(|medians| medians.by.keys()).collect();
    let mut text = format!("# The grid\n\n{}\nMedians over the rounds", summary(points));
    text +=
        "; the ratio is that of Ferry to the best other: below 1 Ferry is ahead, for rates too.\n";
    let mut ranks = 0;
    for ((of, name, size), medians) in points {
        if *of != ranks {
            ranks = *of;
            let heads: Vec<&str> = mpis.iter().map(|mpi| mpi.as_str()).collect();
            let _ = writeln!(
                text,
                "\n## {ranks} ranks\n\n| what | size | unit | {} | ratio |",
                heads.join(" | ")
            );
            let _ = writeln!(text, "| --- | ---: | --- |{} ---: |", " ---: |".repeat(heads.len()));
        }
        let _ = write!(text, "| {name} | {size} | {} |", medians.unit);
        for mpi in &mpis {
            let value = medians.by.get(*mpi).map_or(String::new(), |value| format!("{value:.4}"));
            let _ = write!(text, " {value} |");
        }
        let ratio = medians.ratio().map_or(String::new(), |(ratio, _)| format!("{ratio:.2}"));
        let _ = writeln!(text, " {ratio} |");
    }
    let failed: Vec<&GridRun> = runs.iter().filter(|run| run.fault.is_some()).collect();
    if !failed.is_empty() {
        text += "\n## Runs without figures\n\n";
    }
    for run in failed {
        let why = run.fault.as_deref().unwrap_or_default();
        let _ = writeln!(
            text,
            "- {} of {} ranks on {}, round {}: {why}",
            run.program,
            run.ranks,
            run.mpi,
            run.round + 1
        );
    }
    text
}

fn above(points: &BTreeMap<GridPoint, GridMedians>) -> String {
    let mut text = format!("# Where another MPI is ahead\n\n{}\n", summary(points));
    let behind = |(point, medians): (&GridPoint, &GridMedians)| {
        let (ratio, best) = medians.ratio()?;
        (ratio > 1.0).then(|| (ratio, best.to_owned(), point.clone()))
    };
    let mut all: Vec<_> = points.iter().filter_map(behind).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    text += "| ranks | what | size | ratio | best |\n| ---: | --- | ---: | ---: | --- |\n";
    for (ratio, best, (ranks, name, size)) in all {
        let _ = writeln!(text, "| {ranks} | {name} | {size} | {ratio:.2} | {best} |");
    }
    text
}

/// A map for each number of ranks.
fn panels(points: &BTreeMap<GridPoint, GridMedians>) -> Vec<Panel> {
    let ranks: BTreeSet<u32> = points.keys().map(|(ranks, ..)| *ranks).collect();
    let panel = |ranks: &u32| {
        let of =
            || points.iter().filter(|((of, ..), medians)| of == ranks && medians.ratio().is_some());
        let names: BTreeSet<&String> = of().map(|((_, name, _), _)| name).collect();
        let sizes: BTreeSet<u64> = of().map(|((.., size), _)| *size).collect();
        let ratio = |name: &String, size: u64| points.get(&(*ranks, name.clone(), size))?.ratio();
        let row = |name: &&String| {
            let ratios = sizes.iter().map(|size| ratio(name, *size).map(|(ratio, _)| ratio));
            ((*name).clone(), ratios.collect())
        };
        Panel::Heat(Heat {
            title: format!(
                "{ranks} ranks: Ferry against the best other; below 1 (green) it is ahead"
            ),
            columns: sizes.iter().map(|size| shown(*size)).collect(),
            rows: names.iter().map(row).collect(),
        })
    };
    ranks.iter().map(panel).collect()
}

/// `65536` as `64K`.
fn shown(size: u64) -> String {
    match size {
        0 => "-".into(),
        _ if size.is_multiple_of(1 << 20) => format!("{}M", size >> 20),
        _ if size.is_multiple_of(1 << 10) => format!("{}K", size >> 10),
        _ => size.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(mpi: Which, round: u32, time: f64, rate: f64) -> GridRun {
        let point = |name: &str, value, unit: &str| (name.into(), 8, value, unit.into());
        let points = vec![point("bcast", time, "us"), point("rate", rate, "M/s")];
        let (program, mpi) = ("grid".into(), mpi.name().into());
        GridRun { program, ranks: 2, mpi, round, fault: None, points }
    }

    #[test]
    fn ratios_are_of_medians_and_against_the_best() {
        let runs = [
            run(Which::Ferry, 0, 3.0, 10.0),
            run(Which::Ferry, 1, 1.0, 10.0),
            run(Which::Ferry, 2, 99.0, 10.0),
            run(Which::Mpich, 0, 2.0, 20.0),
            run(Which::Intel, 0, 6.0, 5.0),
        ];
        let points = medians(&runs);
        let ratio = |name: &str| points[&(2, name.to_owned(), 8)].ratio().unwrap();
        assert_eq!(ratio("bcast"), (1.5, Which::Mpich.name()));
        assert_eq!(ratio("rate"), (2.0, Which::Mpich.name()));
        assert!(
            summary(&points).starts_with("2 points, geometric mean of the ratios 1.73, 0 of them")
        );
        assert!(
            above(&points).find("rate") < above(&points).find("bcast"),
            "the worst comes first"
        );
        assert_eq!(panels(&points).len(), 1);
        assert!(
            table(&points, &runs).contains("| bcast | 8 | us | 3.0000 | 6.0000 | 2.0000 | 1.50 |")
        );
    }
}
