//! What tools can watch of a process: performance variables and events of `MPI_T`.

use ferry_mpi::tool::{event, performance};
use serde::Serialize;
use std::io::{self, Write};

/// A performance variable or a kind of events.
#[derive(Serialize)]
pub(super) struct ToolRow {
    name: String,
    /// Its class, or `event`.
    class: &'static str,
    what: String,
}

/// All that a process with Ferry's own methods has.
pub(super) fn all() -> Vec<ToolRow> {
    let variables = performance::variables().into_iter().map(|variable| ToolRow {
        name: variable.name.into_owned(),
        class: variable.class.name(),
        what: variable.description.into_owned(),
    });
    let events = event::kinds().iter().map(|event| ToolRow {
        name: event.name.to_owned(),
        class: "event",
        what: event.description.to_owned(),
    });
    variables.chain(events).collect()
}

pub(super) fn write(rows: &[ToolRow], out: &mut impl Write) -> io::Result<()> {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let mut line = |row: &ToolRow| {
        let ToolRow { name, class, what } = row;
        writeln!(out, "{name:width$}  {class:14}  {what}")
    };
    rows.iter().try_for_each(&mut line)
}
