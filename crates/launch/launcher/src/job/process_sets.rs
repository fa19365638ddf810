//! Sets of processes that the launcher names, for sessions (MPI-5.0 §11.3).

use crate::error::LaunchError;
use crate::options::Options;
use crate::plan::JobPlan;
use ferry_pmi::process_sets::{ProcessSet, parse_ranks};

/// One for each program of the command line, and those that it names.
pub(super) fn of(options: &Options, plan: &JobPlan) -> Result<Vec<ProcessSet>, LaunchError> {
    let places = &plan.placement.ranks;
    let of_app = |app: u32| {
        let ranks = (0..).zip(places).filter(|(_, (_, of))| *of == app).map(|(rank, _)| rank);
        ProcessSet { name: format!("ferry://app/{app}"), ranks: ranks.collect() }
    };
    let mut sets: Vec<ProcessSet> = (0..options.apps.len() as u32).map(of_app).collect();
    for (name, ranks) in &options.sets_of_ranks {
        let ranks = parse_ranks(ranks, places.len() as u32);
        let ranks =
            ranks.map_err(|why| LaunchError::usage(format!("option --pset {name}: {why}")))?;
        sets.push(ProcessSet { name: name.clone(), ranks });
    }
    Ok(sets)
}
