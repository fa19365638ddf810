//! What a paper claims, and whether it holds here and now.

use std::fmt;

/// How a claim fares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClaimVerdict {
    Holds,
    Partly,
    Fails,
    /// Not all that it needs was measured.
    Open,
}

impl fmt::Display for ClaimVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Holds => "holds",
            Self::Partly => "holds partly",
            Self::Fails => "no longer holds",
            Self::Open => "not measured",
        })
    }
}

/// A claim with what was found.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Claim {
    /// Where it is made.
    pub(crate) source: &'static str,
    pub(crate) text: &'static str,
    pub(crate) verdict: ClaimVerdict,
    /// Figures.
    pub(crate) found: String,
}

impl Claim {
    /// A claim that each of some cases agrees with or not; a case is its name, a ratio, and whether the
    /// ratio agrees.
    pub(crate) fn by_cases(
        source: &'static str,
        text: &'static str,
        cases: &[(String, Option<f64>)],
        agrees: impl Fn(f64) -> bool,
    ) -> Self {
        let known: Vec<f64> = cases.iter().filter_map(|(_, ratio)| *ratio).collect();
        let good = known.iter().filter(|ratio| agrees(**ratio)).count();
        let verdict = match good {
            _ if known.is_empty() => ClaimVerdict::Open,
            n if n == known.len() => ClaimVerdict::Holds,
            0 => ClaimVerdict::Fails,
            _ => ClaimVerdict::Partly,
        };
        let shown = |(name, ratio): &(String, Option<f64>)| {
            ratio.map(|ratio| format!("{name}: {ratio:.2}"))
        };
        let found: Vec<String> = cases.iter().filter_map(shown).collect();
        Self { source, text, verdict, found: found.join("; ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_as_good_as_its_cases() {
        let claim = |ratios: &[Option<f64>]| {
            let cases: Vec<_> = ratios.iter().map(|ratio| ("x".to_owned(), *ratio)).collect();
            Claim::by_cases("", "", &cases, |ratio| ratio > 1.0).verdict
        };
        assert_eq!(claim(&[Some(2.0), Some(3.0), None]), ClaimVerdict::Holds);
        assert_eq!(claim(&[Some(2.0), Some(0.5)]), ClaimVerdict::Partly);
        assert_eq!(claim(&[Some(0.5)]), ClaimVerdict::Fails);
        assert_eq!(claim(&[None]), ClaimVerdict::Open);
    }
}
