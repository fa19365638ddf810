//! The report: tables, pictures, and what became of the papers' claims.

mod plot;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::advice::{self, Advice};
use crate::contender::Contender;
use crate::experiments::{Claim, Experiment, ReportTable, Scale};
use crate::point::Point;
use crate::store::{Figure, Store};

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
        "Networks are emulated (`docs/netlab.md`), all hosts are on one machine. Figures are means, with \
         the standard deviation where there were several runs; `>` marks runs that did not end in time \
         and count as that long. Best of a row in bold. `cable alone` is what the slowest cable on the \
         way takes at least for the bytes, with TCP's headers.\n\n",
    );
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

fn judge(text: &mut String, claims: &[Claim]) {
    text.push_str("## What became of the claims\n\n| claim | source | verdict | found |\n");
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
        let least = if names.len() > 1 { means.fold(f64::INFINITY, f64::min) } else { 0.0 };
        let cells = names.iter().map(|column| {
            let at = row.iter().position(|point| point.column() == *column);
            at.map_or_else(String::new, |at| cell(&figures[at], factor, least))
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

fn cell(figure: &Figure, factor: f64, least: f64) -> String {
    let (mean, deviation, late) = match figure {
        Figure::Some { mean, deviation, late } => (mean, deviation, late),
        Figure::Unfinished(seconds) => return format!("not done in {seconds:.0} s"),
        Figure::None(Some(_)) => return "failed".to_owned(),
        Figure::None(None) => return "-".to_owned(),
    };
    let bound = if *late { "> " } else { "" };
    let number = format!("{bound}{}", short(mean * factor));
    let number = if *mean <= least { format!("**{number}**") } else { number };
    match deviation / mean {
        part if part > 0.005 => format!("{number} ± {}", short(deviation * factor)),
        _ => number,
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
    let points: Vec<Point> = experiments.iter().flat_map(|e| e.points(scale)).collect();
    for contender in crate::contender::ALL {
        let takes_part = |point: &Point| point.contender == contender;
        if points.iter().any(takes_part) {
            let Contender { name, about, .. } = contender;
            let _ = writeln!(text, "| {name} | {about} |");
        }
    }
}
