//! What a claim says of a case, and whether what was found agrees.

use std::fmt;

use crate::estimate::Estimate;

/// So near to one a ratio is no difference: what other programs on the machine do moves it as far.
pub(crate) const NOISE: f64 = 1.05;

/// What a ratio should be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Expectation {
    /// Above one by the paper's figure, or by figures from the first to the second.
    Factor(f64, f64),
    /// So much or more.
    AtLeast(f64),
    /// So much or less.
    AtMost(f64),
    /// From the first to the second.
    Within(f64, f64),
}

/// What is this near to a limit has reached it: means and ratios are rounded.
const ROUNDING: f64 = 1e-12;

/// How what was found compares with what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Agreement {
    Agrees,
    /// There is such an effect, of another size.
    InDirection,
    Disagrees,
}

impl Expectation {
    /// The effects (ratios less one) that are of the paper's order: from half to twice its own.
    fn order(low: f64, high: f64) -> (f64, f64) {
        (1.0 + (low - 1.0) / 2.0, 1.0 + (high - 1.0) * 2.0)
    }

    /// Where values begin and end to agree.
    fn limits(self) -> [f64; 2] {
        match self {
            Self::Factor(low, high) => Self::order(low, high).into(),
            Self::AtLeast(limit) | Self::AtMost(limit) => [limit; 2],
            Self::Within(least, most) => [least, most],
        }
    }

    /// What is found at this value if it is sure.
    fn at(self, value: f64) -> Agreement {
        let (agrees, direction) = match self {
            Self::Factor(low, high) => {
                let (least, most) = Self::order(low, high);
                ((least..=most).contains(&value), value > least.min(NOISE))
            }
            Self::AtLeast(least) => (value >= least * (1.0 - ROUNDING), value > NOISE),
            Self::AtMost(most) => (value <= most * (1.0 + ROUNDING), false),
            Self::Within(least, most) => ((least..=most).contains(&value), false),
        };
        match (agrees, direction) {
            (true, _) => Agreement::Agrees,
            (false, true) => Agreement::InDirection,
            (false, false) => Agreement::Disagrees,
        }
    }

    /// Whether what was found agrees; `None` where it lies so near to a limit that it decides nothing. Where an
    /// order of size ends is not sharp, so that the best guess decides there, unless it is a mere bound.
    pub(crate) fn judge(self, found: &Estimate) -> Option<Agreement> {
        let [least, guess, most] =
            [found.least(), found.value(), found.most()].map(|value| self.at(value));
        let between = |limit: &f64| (found.least()..found.most()).contains(limit);
        let mut all = self.limits().into_iter().filter(between).map(|limit| self.at(limit));
        if least == most && guess == least && all.all(|agreement| agreement == guess) {
            return Some(guess);
        }
        let fuzzy = matches!(self, Self::Factor(..)) && !found.is_bound();
        let is_effect = |agreement| agreement != Agreement::Disagrees;
        (fuzzy && is_effect(least) && is_effect(most)).then_some(guess)
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Factor(low, high) if low == high => write!(f, "about {low}"),
            Self::Factor(low, high) => write!(f, "about {low} to {high}"),
            Self::AtLeast(least) => write!(f, "at least {least}"),
            Self::AtMost(most) if most.is_infinite() => f.write_str("an end"),
            Self::AtMost(most) => write!(f, "at most {most}"),
            Self::Within(least, most) => write!(f, "{least} to {most}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Agreement::{Agrees, Disagrees, InDirection};
    use super::*;
    use crate::store::Figure;

    fn sure(value: f64) -> Estimate {
        Estimate::exactly(value)
    }

    fn unsure(mean: f64, deviation: f64, late: bool) -> Estimate {
        Estimate::of(&Figure::Some { mean, deviation, runs: 4, late }).expect("a figure")
    }

    #[test]
    fn a_factor_has_an_order_of_size_and_a_direction() {
        let ten = Expectation::Factor(10.0, 11.0);
        for (value, agreement) in [
            (5.0, InDirection),
            (5.6, Agrees),
            (10.5, Agrees),
            (20.0, Agrees),
            (25.0, InDirection),
            (1.1, InDirection),
            (1.04, Disagrees),
            (0.1, Disagrees),
        ] {
            assert_eq!(ten.judge(&sure(value)), Some(agreement), "{value}");
        }
        // A small effect is one below what counts as noise elsewhere.
        let small = Expectation::Factor(1.04, 1.04);
        assert_eq!(small.judge(&sure(1.03)), Some(Agrees));
        assert_eq!(small.judge(&sure(1.01)), Some(Disagrees));
        assert_eq!(small.judge(&sure(1.5)), Some(InDirection));
    }

    #[test]
    fn limits_agree_or_not() {
        assert_eq!(Expectation::AtLeast(2.0).judge(&sure(2.0)), Some(Agrees));
        assert_eq!(Expectation::AtLeast(2.0).judge(&sure(1.8)), Some(InDirection));
        assert_eq!(Expectation::AtLeast(2.0).judge(&sure(0.9)), Some(Disagrees));
        assert_eq!(Expectation::AtLeast(0.9).judge(&sure(0.8)), Some(Disagrees));
        assert_eq!(Expectation::AtMost(1.03).judge(&sure(1.03)), Some(Agrees));
        assert_eq!(Expectation::AtMost(1.03).judge(&sure(1.2)), Some(Disagrees));
        assert_eq!(Expectation::Within(0.9, 1.1).judge(&sure(1.0)), Some(Agrees));
        assert_eq!(Expectation::Within(0.9, 1.1).judge(&sure(1.2)), Some(Disagrees));
        assert_eq!(Expectation::Within(0.9, 1.1).judge(&sure(0.8)), Some(Disagrees));
    }

    #[test]
    fn what_varies_across_a_limit_decides_nothing() {
        // Two standard errors of four runs are one deviation.
        let goal = Expectation::AtLeast(2.0);
        assert_eq!(goal.judge(&unsure(2.1, 0.3, false)), None);
        assert_eq!(goal.judge(&unsure(2.1, 0.05, false)), Some(Agrees));
        assert_eq!(Expectation::Within(0.9, 1.1).judge(&unsure(1.0, 0.3, false)), None);
        // The best guess is outside, the range is on both sides.
        assert_eq!(Expectation::Within(0.9, 1.1).judge(&unsure(0.85, 0.3, false)), None);
        // An effect that may be none.
        let factor = Expectation::Factor(2.0, 2.0);
        assert_eq!(factor.judge(&unsure(1.2, 0.3, false)), None);
        // One that is there, near the end of an order of size: the best guess decides.
        assert_eq!(factor.judge(&unsure(1.55, 0.2, false)), Some(Agrees));
        assert_eq!(factor.judge(&unsure(1.45, 0.2, false)), Some(InDirection));
    }

    #[test]
    fn a_bound_decides_what_it_can() {
        let late = unsure(5.0, 0.0, true);
        assert_eq!(Expectation::AtLeast(2.0).judge(&late), Some(Agrees));
        assert_eq!(Expectation::AtMost(2.0).judge(&late), Some(Disagrees));
        assert_eq!(Expectation::AtLeast(6.0).judge(&late), None);
        // It may be of the paper's order, or more.
        assert_eq!(Expectation::Factor(10.0, 11.0).judge(&late), None);
        let less = sure(1.0).over(late);
        assert_eq!(Expectation::AtMost(0.5).judge(&less), Some(Agrees));
        assert_eq!(Expectation::Factor(10.0, 11.0).judge(&less), Some(Disagrees));
    }
}
