//! Which algorithm serves which collective operation.

use ferry_coll::{Collective, Selection, rules};
use ferry_config::Config;
use serde::Serialize;
use std::io::{self, Write};

/// One line of the table of algorithms.
#[derive(Serialize)]
pub(super) struct AlgorithmRow {
    operation: String,
    algorithm: String,
    /// The largest message, in bytes.
    at_most_bytes: Option<usize>,
    at_least_ranks: u32,
    at_most_ranks: Option<u32>,
    why: String,
}

/// The table as configured, for ranks that have cores of their own unless the configuration says
/// otherwise.
pub(super) fn choices(config: &Config) -> Result<Vec<AlgorithmRow>, String> {
    let crowded = config.auto_flag("wait.oversubscribed").unwrap_or(false);
    let selection = ferry_mpi::coll::configured_selection(config, crowded);
    let selection = selection.map_err(|error| error.to_string())?;
    Ok(Collective::ALL.iter().flat_map(|&collective| of(collective, &selection, config)).collect())
}

fn of(collective: Collective, selection: &Selection, config: &Config) -> Vec<AlgorithmRow> {
    let limits = &selection.thresholds;
    let parameter = format!("coll.{}", collective.name());
    let wish = selection.wish(collective).map(|algorithm| AlgorithmRow {
        operation: collective.to_string(),
        algorithm: algorithm.to_string(),
        at_most_bytes: None,
        at_least_ranks: 0,
        at_most_ranks: None,
        why: format!("wherever it can serve: {}", super::origin(config, &parameter)),
    });
    let rules =
        rules().iter().filter(|rule| rule.collective == collective).map(|rule| AlgorithmRow {
            operation: collective.to_string(),
            algorithm: rule.algorithm.to_string(),
            at_most_bytes: rule.bytes.map(|limit| limit(limits)),
            at_least_ranks: rule.at_least,
            at_most_ranks: rule.at_most.map(|limit| limit(limits)),
            why: rule.because.into(),
        });
    // A rule for at most no ranks never serves.
    wish.into_iter().chain(rules.filter(|choice| choice.at_most_ranks != Some(0))).collect()
}

pub(super) fn write(choices: &[AlgorithmRow], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:<21}{:<20}{:<13}{:<14}because", "operation", "algorithm", "bytes", "ranks")?;
    for choice in choices {
        let AlgorithmRow { operation, algorithm, why, .. } = choice;
        let bytes = choice.at_most_bytes.map_or("any".into(), |most| format!("<= {most}"));
        let ranks = match (choice.at_least_ranks, choice.at_most_ranks) {
            (0, None) => "any".into(),
            (least, None) => format!(">= {least}"),
            (0, Some(u32::MAX)) => "any".into(),
            (0, Some(most)) => format!("<= {most}"),
            (least, Some(u32::MAX)) => format!(">= {least}"),
            (least, Some(most)) => format!("{least} to {most}"),
        };
        writeln!(out, "{operation:<21}{algorithm:<20}{bytes:<13}{ranks:<14}{why}")?;
    }
    Ok(())
}
