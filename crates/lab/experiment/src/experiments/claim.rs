//! What a paper claims, and whether it holds here and now.

mod expectation;

use std::fmt;

use expectation::Agreement;
pub(crate) use expectation::{Expectation, NOISE};

use crate::estimate::Estimate;
use crate::store::Gap;

/// How a claim fares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClaimVerdict {
    /// In all cases, by as much as it says.
    Holds,
    /// In all cases, but not by as much as it says.
    DirectionHolds,
    /// In some cases.
    Partly,
    Fails,
    /// Not all that it needs was measured, or not surely enough.
    Open,
}

impl fmt::Display for ClaimVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Holds => "holds",
            Self::DirectionHolds => "the direction holds, the size does not",
            Self::Partly => "holds partly",
            Self::Fails => "no longer holds",
            Self::Open => "not decided",
        })
    }
}

/// A claim with what was found.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Claim {
    /// Where it is made.
    pub(crate) source: &'static str,
    pub(crate) text: String,
    pub(crate) verdict: ClaimVerdict,
    /// Figures.
    pub(crate) found: String,
}

/// One of the cases that a claim is about: a ratio that was found, or why there is none, and what it should
/// be.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ClaimCase {
    pub(crate) name: String,
    pub(crate) found: Result<Estimate, Gap>,
    pub(crate) expected: Expectation,
}

impl ClaimCase {
    pub(crate) fn new(
        name: impl Into<String>,
        found: Result<Estimate, Gap>,
        expected: Expectation,
    ) -> Self {
        Self { name: name.into(), found, expected }
    }

    fn agreement(&self) -> Option<Agreement> {
        let found = self.found.as_ref().ok().filter(|found| found.weakness().is_none())?;
        self.expected.judge(found)
    }
}

impl fmt::Display for ClaimCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, found, expected } = self;
        if !name.is_empty() {
            write!(f, "{name}: ")?;
        }
        let found = match found {
            Ok(found) => found,
            Err(gap) => return write!(f, "{gap} (expected {expected})"),
        };
        let bound = match (found.least() == 0.0, found.most().is_infinite()) {
            (true, true) => "? ",
            (true, false) => "< ",
            (false, true) => "> ",
            (false, false) => "",
        };
        write!(f, "{bound}{:.2}", found.value())?;
        if found.doubt() >= 0.005 {
            write!(f, " ± {:.2}", found.doubt())?;
        }
        match (found.weakness(), self.agreement()) {
            (Some(weakness), _) => write!(f, ", {weakness}")?,
            (None, None) => f.write_str(", too unsure to tell")?,
            (None, Some(_)) => {}
        }
        write!(f, " (expected {expected})")
    }
}

impl Claim {
    /// A claim about these cases. One that lacks a case is not decided, whatever the others say.
    pub(crate) fn of(
        source: &'static str,
        text: impl Into<String>,
        cases: impl IntoIterator<Item = ClaimCase>,
    ) -> Self {
        let cases: Vec<ClaimCase> = cases.into_iter().collect();
        let agreements: Option<Vec<Agreement>> = cases.iter().map(ClaimCase::agreement).collect();
        let verdict = agreements.map_or(ClaimVerdict::Open, |some| verdict(&some));
        let found: Vec<String> = cases.iter().map(ClaimCase::to_string).collect();
        Self { source, text: text.into(), verdict, found: found.join("; ") }
    }
}

fn verdict(agreements: &[Agreement]) -> ClaimVerdict {
    let all = |what: &[Agreement]| agreements.iter().all(|agreement| what.contains(agreement));
    match agreements {
        [] => ClaimVerdict::Open,
        _ if all(&[Agreement::Agrees]) => ClaimVerdict::Holds,
        _ if all(&[Agreement::Agrees, Agreement::InDirection]) => ClaimVerdict::DirectionHolds,
        _ if all(&[Agreement::Disagrees]) => ClaimVerdict::Fails,
        _ => ClaimVerdict::Partly,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(ratios: &[Option<f64>]) -> Claim {
        let case = |ratio: &Option<f64>| {
            let found = ratio.map(Estimate::exactly).ok_or(Gap::NotMeasured);
            ClaimCase::new("x", found, Expectation::Factor(3.0, 3.0))
        };
        Claim::of("", "", ratios.iter().map(case))
    }

    #[test]
    fn a_claim_is_as_good_as_its_cases() {
        assert_eq!(claim(&[Some(2.0), Some(3.0)]).verdict, ClaimVerdict::Holds);
        assert_eq!(claim(&[Some(3.0), Some(1.5)]).verdict, ClaimVerdict::DirectionHolds);
        assert_eq!(claim(&[Some(1.5), Some(9.0)]).verdict, ClaimVerdict::DirectionHolds);
        assert_eq!(claim(&[Some(3.0), Some(0.5)]).verdict, ClaimVerdict::Partly);
        assert_eq!(claim(&[Some(1.5), Some(0.5)]).verdict, ClaimVerdict::Partly);
        assert_eq!(claim(&[Some(0.5), Some(1.0)]).verdict, ClaimVerdict::Fails);
    }

    #[test]
    fn a_missing_cell_leaves_a_claim_undecided() {
        assert_eq!(claim(&[Some(3.0), None]).verdict, ClaimVerdict::Open);
        assert_eq!(claim(&[Some(0.5), None]).verdict, ClaimVerdict::Open);
        assert_eq!(claim(&[None]).verdict, ClaimVerdict::Open);
        assert_eq!(claim(&[]).verdict, ClaimVerdict::Open);
    }

    #[test]
    fn what_is_weak_is_told_and_decides_nothing() {
        let one = Gap::TooFew { runs: 1, planned: 6 };
        let weak = Estimate::exactly(3.0).weakened(Some(one));
        let claim = Claim::of("", "", [ClaimCase::new("x", Ok(weak), Expectation::AtLeast(2.0))]);
        assert_eq!(claim.verdict, ClaimVerdict::Open);
        assert_eq!(claim.found, "x: 3.00, one run of 6, too few (expected at least 2)");
    }

    #[test]
    fn both_figures_are_told() {
        assert_eq!(
            claim(&[Some(1.5), None]).found,
            "x: 1.50 (expected about 3); x: not measured (expected about 3)"
        );
    }
}
