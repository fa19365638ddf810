//! The report: tables, pictures, and what became of the papers' claims.

mod plot;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::advice::{self, Advice};
use crate::contender::Contender;
use crate::experiments::{Claim, Experiment, ReportTable, Scale, points};
use crate::point::Point;
use crate::store::{Figure, Store, UNDISTURBED};

/// Writes `report.md` and its pictures; tells where.
pub(crate) fn write(
    dir: &Path,
    experiments: &[Experiment],
    scale: Scale,
    store: &Store,
) -> Result<PathBuf> {
    let mut text = String::from("# Experiments\n\n");
    text.push_str(match scale {
        Scale::Full => "At the papers' own scale. ",
        Scale::Quick => "A first impression: few tasks, few runs, no statistics to rely on. ",
        Scale::Tiny => "Only to see that everything works; the figures mean nothing. ",
    });
    text.push_str(
        "Networks are emulated (`docs/netlab.md`), all hosts are on one machine. Figures are means over runs, with \
         the standard deviation of a run and, in brackets, how many runs there are; what a run measures several times \
         counts once. `>` marks runs that did not end in time and count as that long. Best of a row in bold. `cable \
         alone` is what the slowest cable on the way takes at least for the bytes, with TCP's headers.\n\n",
    );
    neighbours(&mut text, experiments, scale, store);
    let claims: Vec<Claim> = experiments.iter().flat_map(|e| e.claims(scale, store)).collect();
    judge(&mut text, &claims);
    for experiment in experiments {
        let _ = writeln!(text, "## {}\n\n{}\n", experiment.name(), experiment.about());
        for (n, table) in experiment.tables(scale).iter().enumerate() {
            show(&mut text, table, store);
            let picture = format!("{}-{n}.svg", experiment.name());
            if plot::draw(&dir.join(&picture), table, store)? {
                let _ = writeln!(text, "![{}]({picture})\n", table.title);
            }
        }
    }
    let advice = advice::of(store, scale);
    advise(&mut text, &advice);
    let file = dir.join("advice.json");
    fs::write(&file, serde_json::to_string_pretty(&advice)? + "\n")
        .with_context(|| format!("cannot write {}", file.display()))?;
    legend(&mut text, experiments, scale);
    let file = dir.join("report.md");
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file)
}

/// Marks cells of which some run had neighbours on the machine.
const NEIGHBOUR: &str = " †";

/// Says how many of the runs were taken beside other programs.
fn neighbours(text: &mut String, experiments: &[Experiment], scale: Scale, store: &Store) {
    let points = points(experiments, scale);
    let runs: usize = points.iter().map(|point| store.runs(point).len()).sum();
    let disturbed: usize = points.iter().map(|point| store.disturbed(point)).sum();
    let part = UNDISTURBED * 100.0;
    let _ = match disturbed {
        0 => writeln!(text, "There are {runs} runs.\n"),
        n => writeln!(
            text,
            "There are {runs} runs. When {n} of them began or ended, other programs used more than {part:.0} % of the \
             machine's processors. Such a run counts only where there is no other; these cells are marked{NEIGHBOUR}, \
             and no verdict is built on them.\n"
        ),
    };
}

fn judge(text: &mut String, claims: &[Claim]) {
    text.push_str(
        "## What became of the claims\n\nA claim holds where each of its cases shows the effect, in the order of \
         size that it says: from half to twice what the ratio has beyond one. Where the effect is there but of \
         another size, the direction holds and the size does not. A range is two standard errors to each side; where \
         it crosses the limit, or a cell is missing or has too few runs, nothing is decided. Expected is what the \
         source says, or what the goal is.\n\n| claim | source | verdict | found |\n",
    );
    text.push_str("| --- | --- | --- | --- |\n");
    for Claim { source, text: claim, verdict, found } in claims {
        let _ = writeln!(text, "| {claim} | {source} | **{verdict}** | {found} |");
    }
    text.push('\n');
}

fn show(text: &mut String, table: &ReportTable, store: &Store) {
    let (unit, factor) = table.unit;
    let _ = match unit {
        "" => writeln!(text, "### {}\n", table.title),
        unit => writeln!(text, "### {}, in {unit}\n", table.title),
    };
    let names = columns(table);
    let last = if table.least.is_some() { ["cable alone"].as_slice() } else { &[] };
    let heads: Vec<&str> = names.iter().chain(last).copied().collect();
    let _ = writeln!(text, "| {} | {} |", table.row, heads.join(" | "));
    let _ = writeln!(text, "| --- |{}", " ---: |".repeat(heads.len()));
    for (name, row) in &table.rows {
        let figures: Vec<Figure> = row.iter().map(|point| store.figure(point)).collect();
        // There is a best only among several.
        let means = figures.iter().filter_map(Figure::mean);
        let best = match (names.len() > 1, table.more_is_better) {
            (false, _) => None,
            (true, false) => means.reduce(f64::min),
            (true, true) => means.reduce(f64::max),
        };
        let cells = names.iter().map(|column| {
            let at = row.iter().position(|point| point.column() == *column);
            at.map_or_else(String::new, |at| {
                let disturbed = store.is_disturbed(&row[at]);
                cell(&figures[at], factor, best) + if disturbed { NEIGHBOUR } else { "" }
            })
        });
        let least = table.least.and_then(|least| Some(short(least(row.first()?) * factor)));
        let cells: Vec<String> = cells.chain(least).collect();
        let _ = writeln!(text, "| {name} | {} |", cells.join(" | "));
    }
    text.push('\n');
}

/// The columns of a table, in the order in which they first come.
fn columns(table: &ReportTable) -> Vec<&'static str> {
    let mut names = Vec::new();
    for point in table.rows.iter().flat_map(|(_, row)| row) {
        if !names.contains(&point.column()) {
            names.push(point.column());
        }
    }
    names
}

fn cell(figure: &Figure, factor: f64, best: Option<f64>) -> String {
    let (mean, deviation, runs, late) = match figure {
        Figure::Some { mean, deviation, runs, late } => (mean, deviation, runs, late),
        Figure::Unfinished(seconds) => return format!("not done in {seconds:.0} s"),
        Figure::None(Some(_)) => return "failed".to_owned(),
        Figure::None(None) => return "-".to_owned(),
    };
    let bound = if *late { "> " } else { "" };
    let number = format!("{bound}{}", short(mean * factor));
    let number = if Some(*mean) == best { format!("**{number}**") } else { number };
    match deviation / mean {
        part if part > 0.005 => format!("{number} ± {} ({runs})", short(deviation * factor)),
        _ => format!("{number} ({runs})"),
    }
}

/// Three digits.
fn short(value: f64) -> String {
    match value.abs() {
        v if v >= 100.0 => format!("{value:.0}"),
        v if v >= 10.0 => format!("{value:.1}"),
        v if v >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

fn advise(text: &mut String, advice: &[Advice]) {
    if advice.is_empty() {
        return;
    }
    text.push_str(
        "## Advice\n\nThe simplest setting that is within 5 % of the best; times of the others over its \
         own are geometric means over the cases. `ferry info` repeats what the documented \
         run found, and Ferry's defaults follow it.\n\n| where | setting | others | cases |\n\
         | --- | --- | --- | ---: |\n",
    );
    for Advice { situation, parameter, value, others, cases } in advice {
        let others = others.iter().map(|(value, ratio)| format!("{value} {}", short(*ratio)));
        let others = others.collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "| {situation} | `{parameter} = {value}` | {others} | {cases} |");
    }
    text.push('\n');
}

fn legend(text: &mut String, experiments: &[Experiment], scale: Scale) {
    text.push_str("## Who is who\n\n| name | what it is |\n| --- | --- |\n");
    let points = points(experiments, scale);
    for contender in crate::contender::ALL {
        let takes_part = |point: &Point| point.contender == contender;
        if points.iter().any(takes_part) {
            let Contender { name, about, .. } = contender;
            let _ = writeln!(text, "| {name} | {about} |");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_say_how_many_runs_they_have() {
        let some = |mean, deviation, late| Figure::Some { mean, deviation, runs: 6, late };
        assert_eq!(cell(&some(2.5, 0.1, false), 1e3, None), "2500 ± 100 (6)");
        assert_eq!(cell(&some(2.5, 0.001, false), 1.0, Some(2.5)), "**2.50** (6)");
        assert_eq!(cell(&some(300.0, 0.0, true), 1.0, Some(2.5)), "> 300 (6)");
        assert_eq!(cell(&Figure::Unfinished(60.0), 1.0, None), "not done in 60 s");
        assert_eq!(cell(&Figure::None(None), 1.0, None), "-");
        assert_eq!(cell(&Figure::None(Some("no".to_owned())), 1.0, None), "failed");
    }
}
