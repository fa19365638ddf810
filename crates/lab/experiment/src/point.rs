//! One thing to measure.

use crate::contender::Contender;
use crate::net::Net;

/// A program with its arguments, on a network, by a contender.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// The experiment's name.
    pub experiment: &'static str,
    /// The row of its table: what is varied beside contender and network.
    pub row: String,
    /// Who runs it.
    pub contender: Contender,
    /// Where.
    pub net: Net,
    /// The program, by the name of its source.
    pub program: &'static str,
    /// Its arguments.
    pub args: Vec<String>,
    /// Ranks.
    pub ranks: u32,
    /// Ranks of each host, if not one on each.
    pub slots: Vec<u32>,
    /// Parameters of Ferry beside the contender's.
    pub set: Vec<String>,
    /// How often it is run.
    pub runs: u32,
    /// Longest time of a run, in seconds; one that takes longer counts as that long.
    pub longest: u32,
    /// It takes long, and may wait.
    pub large: bool,
    /// Which of the values that the program prints is meant; not part of the key, since one run gives all.
    pub measure: &'static str,
    /// The ranks run under `strace`, which counts their system calls; times mean nothing then.
    pub counts_calls: bool,
    /// The column of its table, if not named after the contender.
    pub label: Option<&'static str>,
}

impl Point {
    /// What names it in the store: equal for points that measure the same.
    #[must_use]
    pub fn key(&self) -> String {
        format!(
            "{} | {} {} | {} | {}{} {} | {} ranks {:?} | {}",
            self.experiment,
            self.contender.name,
            self.set.join(" "),
            self.net,
            if self.counts_calls { "strace " } else { "" },
            self.program,
            self.args.join(" "),
            self.ranks,
            self.slots,
            self.row
        )
    }

    /// The column of its table.
    #[must_use]
    pub fn column(&self) -> &'static str {
        self.label.unwrap_or(self.contender.name)
    }
}
