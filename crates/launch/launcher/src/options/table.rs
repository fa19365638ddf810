//! The options of the command line, each a row of a table. What reads them, the help, the completions of shells and
//! the suggestions for misspelt ones all follow from it.

mod cores;
mod help;
mod hosts;
mod peers;
mod ranks;
mod running;

use super::Parser;
use crate::error::LaunchError;

pub use help::{DocumentedOption, documented_options};

/// An option.
pub(super) struct Row {
    /// Its names without dashes, as the help lists them.
    names: &'static [&'static str],
    /// What it is called besides.
    others: &'static [&'static str],
    /// What stands for its value; empty: it takes none.
    value: &'static str,
    /// What it does, in lines of the help; empty: it shares those of the next row.
    about: &'static str,
    /// What is done with it.
    pub(super) does: Does,
}

/// What is done with an option.
#[derive(Clone, Copy)]
pub(super) enum Does {
    /// Something that always works.
    Set(fn(&mut Parser)),
    /// Something with the words behind it. It is told the option as it was written.
    Read(fn(&mut Parser, &str) -> Result<(), LaunchError>),
    /// This is printed, and that is all.
    Print(fn() -> String),
    /// Nothing: it is so anyway, or means nothing here.
    Nothing,
    /// Nothing, which people are told: they would miss it.
    Missed,
}

/// Options about one thing.
struct Group {
    /// Above them in the help.
    title: &'static str,
    rows: &'static [Row],
    /// Those that the help does not list.
    hidden: &'static [Row],
}

static GROUPS: [Group; 5] =
    [hosts::GROUP, cores::GROUP, ranks::GROUP, running::GROUP, peers::GROUP];

/// An option that sets something.
const fn flag(names: &'static [&'static str], about: &'static str, set: fn(&mut Parser)) -> Row {
    Row { names, others: &[], value: "", about, does: Does::Set(set) }
}

/// An option that reads its value, or does something else that may fail.
const fn valued(
    names: &'static [&'static str],
    value: &'static str,
    about: &'static str,
    read: fn(&mut Parser, &str) -> Result<(), LaunchError>,
) -> Row {
    Row { names, others: &[], value, about, does: Does::Read(read) }
}

impl Row {
    /// The same, with other names.
    const fn also(mut self, others: &'static [&'static str]) -> Row {
        self.others = others;
        self
    }

    /// All its names.
    fn all_names(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().chain(self.others).copied()
    }

    pub(super) fn takes_value(&self) -> bool {
        !self.value.is_empty()
    }

    /// How many words its value has.
    pub(super) fn values(&self) -> usize {
        self.value.split_whitespace().count()
    }
}

fn rows() -> impl Iterator<Item = &'static Row> {
    GROUPS.iter().flat_map(|group| group.rows.iter().chain(group.hidden))
}

/// All names of all options.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    rows().flat_map(Row::all_names)
}

/// The option of this name.
pub(super) fn find(name: &str) -> Option<&'static Row> {
    rows().find(|row| row.all_names().any(|known| known == name))
}

/// The option nearest to one that there is not.
pub(super) fn nearest(name: &str) -> Option<String> {
    // What has one or two letters is near to everything short.
    let known = names().filter(|known| known.len() > 2 && name.len() > 2);
    ferry_config::nearest(name, known.map(str::to_owned))
}

#[cfg(test)]
mod tests;
