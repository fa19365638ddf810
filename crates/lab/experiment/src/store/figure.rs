//! What the runs of a point come to, or why they come to nothing.

use std::fmt;

/// What the runs of a point come to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Figure {
    /// Times in seconds.
    Some {
        /// Mean of the runs.
        mean: f64,
        /// Their standard deviation.
        deviation: f64,
        /// How many they were.
        runs: u32,
        /// A run did not end in time, so that the truth is more.
        late: bool,
    },
    /// A run was ended after so many seconds, which say nothing about what is measured.
    Unfinished(f64),
    /// Nothing, and why if something failed.
    None(Option<String>),
}

impl Figure {
    pub(crate) fn mean(&self) -> Option<f64> {
        match self {
            Self::Some { mean, .. } => Some(*mean),
            Self::Unfinished(_) | Self::None(_) => None,
        }
    }
}

/// Why there is no estimate of a cell, or one that decides nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gap {
    NotMeasured,
    /// Too few runs say nothing of how far they differ.
    TooFew {
        runs: u32,
        planned: u32,
    },
    /// Other programs were at work in all of its runs.
    Disturbed,
    Failed,
    Unfinished,
    /// Nothing was counted, so that no ratio can be taken.
    Nothing,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotMeasured => f.write_str("not measured"),
            Self::TooFew { runs: 1, planned } => write!(f, "one run of {planned}, too few"),
            Self::TooFew { runs, planned } => write!(f, "{runs} runs of {planned}, too few"),
            Self::Disturbed => f.write_str("beside other programs only"),
            Self::Failed => f.write_str("failed"),
            Self::Unfinished => f.write_str("not done in time"),
            Self::Nothing => f.write_str("nothing to compare with"),
        }
    }
}
