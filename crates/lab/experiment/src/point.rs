//! One thing to measure.

use crate::contender::Contender;
use crate::net::Net;

/// What is counted of the ranks beside what they measure themselves; of what is counted times mean nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Nothing.
    Nothing,
    /// Their system calls, by `strace`.
    SystemCalls,
    /// The instructions of what they measure, by callgrind.
    Instructions,
}

impl Counted {
    /// What tells the points apart in the store.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::SystemCalls => "strace ",
            Self::Instructions => "callgrind ",
        }
    }
}

/// What programs print that does not depend on time.
const COUNTS: [&str; 2] = ["sockets", "memory"];

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
    /// What is counted of the ranks.
    pub counts: Counted,
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
            self.counts.prefix(),
            self.program,
            self.args.join(" "),
            self.ranks,
            self.slots,
            self.row
        )
    }

    /// Whether what is meant depends on what else the machine does: times do, and how often a rank looks and sleeps.
    #[must_use]
    pub fn feels_neighbours(&self) -> bool {
        self.counts != Counted::Instructions && !COUNTS.contains(&self.measure)
    }

    /// The column of its table.
    #[must_use]
    pub fn column(&self) -> &'static str {
        self.label.unwrap_or(self.contender.name)
    }
}
