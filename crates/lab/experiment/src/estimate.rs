//! What runs tell of a value, and how sure that is.

mod rounds;

pub(crate) use rounds::Rounds;

use crate::store::{Figure, Gap};

/// Less of a whole is not told apart from nothing.
const LEAST_PART: f64 = 0.01;

/// A positive value with the range that it lies in as far as its runs tell: two standard errors to each
/// side. Kept as a logarithm, since estimates are divided by each other.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Estimate {
    log: f64,
    spread: f64,
    /// What each run told, as a logarithm.
    rounds: Rounds,
    /// A run did not end in its time, so that the truth is more.
    at_least: bool,
    /// It was divided by such a one, so that the truth is less.
    at_most: bool,
    /// Why nothing can be decided by it, though it can be shown.
    weakness: Option<Gap>,
}

impl Estimate {
    /// Without doubt.
    pub(crate) fn exactly(value: f64) -> Self {
        let (log, rounds) = (value.ln(), Rounds::default());
        Self { log, spread: 0.0, rounds, at_least: false, at_most: false, weakness: None }
    }

    /// What a figure says; nothing if it is none or not positive.
    pub(crate) fn of(figure: &Figure) -> Option<Self> {
        let Figure::Some { mean, deviation, runs, late } = *figure else { return None };
        let error = deviation / f64::from(runs).sqrt();
        (mean > 0.0).then(|| Self {
            spread: 2.0 * error / mean,
            at_least: late,
            ..Self::exactly(mean)
        })
    }

    /// The same, with what was measured in which round.
    pub(crate) fn in_rounds(self, rounds: Rounds) -> Self {
        Self { rounds, ..self }
    }

    /// This one divided by another: round by round where both have enough in common, since what changes on the machine
    /// from round to round, or from one machine to the next, meets both alike.
    pub(crate) fn over(self, other: Self) -> Self {
        let ratio = Self {
            log: self.log - other.log,
            spread: self.spread.hypot(other.spread),
            rounds: self.rounds.combined(&other.rounds, |one, other| one - other),
            at_least: self.at_least || other.at_most,
            at_most: self.at_most || other.at_least,
            weakness: self.weakness.or(other.weakness),
        };
        ratio.by_rounds()
    }

    /// The geometric mean of some.
    pub(crate) fn mean(of: &[Self]) -> Option<Self> {
        let n = of.len() as f64;
        let sum = |part: fn(&Self) -> f64| of.iter().map(part).sum::<f64>();
        let rounds = of.iter().map(|e| e.rounds.scaled(1.0 / n));
        let rounds = rounds.reduce(|all, one| all.combined(&one, |all, one| all + one))?;
        let mean = Self {
            log: sum(|e| e.log) / n,
            spread: sum(|e| e.spread.powi(2)).sqrt() / n,
            rounds,
            at_least: of.iter().any(|e| e.at_least),
            at_most: of.iter().any(|e| e.at_most),
            weakness: of.iter().find_map(|e| e.weakness),
        };
        Some(mean.by_rounds())
    }

    /// What its rounds tell, if they are enough.
    fn by_rounds(self) -> Self {
        match self.rounds.mean() {
            Some((log, error)) => Self { log, spread: 2.0 * error, ..self },
            None => Self { rounds: Rounds::default(), ..self },
        }
    }

    /// What is missing to one, for parts of a whole; a hundredth where that is less or nothing.
    pub(crate) fn rest(&self) -> Self {
        let rest = (1.0 - self.value()).max(LEAST_PART);
        let doubt = self.doubt() / rest;
        // A logarithm's range has no end below zero: it says how far up the truth may be.
        let spread = if doubt < 1.0 { doubt } else { doubt.ln_1p() };
        let (at_least, at_most) = (self.at_most, self.at_least);
        Self { spread, at_least, at_most, weakness: self.weakness, ..Self::exactly(rest) }
    }

    /// The same, by which nothing can be decided if there is a reason.
    pub(crate) fn weakened(self, by: Option<Gap>) -> Self {
        Self { weakness: self.weakness.or(by), ..self }
    }

    /// Why nothing can be decided by it.
    pub(crate) fn weakness(&self) -> Option<Gap> {
        self.weakness
    }

    /// The best guess.
    pub(crate) fn value(&self) -> f64 {
        self.log.exp()
    }

    /// How far the truth is likely to be from it.
    pub(crate) fn doubt(&self) -> f64 {
        self.value() * self.spread
    }

    /// No less is likely.
    pub(crate) fn least(&self) -> f64 {
        if self.at_most { 0.0 } else { (self.log - self.spread).exp() }
    }

    /// No more is likely.
    pub(crate) fn most(&self) -> f64 {
        if self.at_least { f64::INFINITY } else { (self.log + self.spread).exp() }
    }

    /// The same, so that it says nothing of how much less or more the truth is.
    pub(crate) fn is_bound(&self) -> bool {
        self.at_least || self.at_most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(mean: f64, deviation: f64, runs: u32, late: bool) -> Estimate {
        Estimate::of(&Figure::Some { mean, deviation, runs, late }).expect("a figure")
    }

    #[test]
    fn doubts_add_up_and_shrink_with_runs() {
        let (few, many) = (figure(2.0, 0.2, 1, false), figure(2.0, 0.2, 16, false));
        assert!((few.doubt() - 0.4).abs() < 1e-9 && (many.doubt() - 0.1).abs() < 1e-9);
        let ratio = few.clone().over(few.clone());
        assert!((ratio.value() - 1.0).abs() < 1e-9 && ratio.doubt() > few.doubt() / 2.0);
        let mean = Estimate::mean(&[Estimate::exactly(2.0), Estimate::exactly(8.0)]);
        assert!((mean.expect("a mean").value() - 4.0).abs() < 1e-9);
        assert_eq!(Estimate::mean(&[]), None);
    }

    fn in_rounds(times: &[(usize, f64)]) -> Estimate {
        let mean = times.iter().map(|(_, time)| time).sum::<f64>() / times.len() as f64;
        figure(mean, mean, times.len() as u32, false).in_rounds(Rounds::of(times.iter().copied()))
    }

    #[test]
    fn runs_of_one_round_are_compared_with_each_other() {
        // Times double from round to round, and one is always a fifth longer.
        let one = in_rounds(&[(0, 1.2), (1, 2.4), (2, 4.8)]);
        let other = in_rounds(&[(0, 1.0), (1, 2.0), (2, 4.0), (3, 9.0)]);
        let ratio = one.over(other.clone());
        assert!((ratio.value() - 1.2).abs() < 1e-9 && ratio.doubt() < 1e-9, "{ratio:?}");
        let both = Estimate::mean(&[ratio.clone(), ratio.clone().over(Estimate::exactly(1.0))]);
        assert!((both.expect("a mean").value() - 1.2).abs() < 1e-9);
        let both = Estimate::mean(&[ratio.clone(), ratio]).expect("a mean");
        assert!((both.value() - 1.2).abs() < 1e-9 && both.doubt() < 1e-9, "{both:?}");
        // Two rounds in common say too little of how far rounds differ.
        let few = in_rounds(&[(1, 2.4), (2, 4.8), (7, 1.0)]).over(other);
        assert!(few.doubt() > 0.5, "{few:?}");
    }

    #[test]
    fn what_did_not_end_in_time_bounds_one_side() {
        let (late, done) = (figure(90.0, 0.0, 1, true), figure(9.0, 0.0, 1, false));
        let (more, less) = (late.clone().over(done.clone()), done.clone().over(late));
        assert!(more.most().is_infinite() && (more.least() - 10.0).abs() < 1e-9);
        assert!(less.least() == 0.0 && (less.most() - 0.1).abs() < 1e-9);
        assert!(more.is_bound() && !done.is_bound());
    }

    #[test]
    fn what_is_made_of_weak_ones_is_weak() {
        let sure = Estimate::exactly(2.0);
        let weak = sure.clone().weakened(Some(Gap::Disturbed));
        assert_eq!(sure.clone().weakened(None).weakness(), None);
        let over = |one: &Estimate, other: &Estimate| one.clone().over(other.clone());
        let made = [over(&weak, &sure), over(&sure, &weak), weak.rest()];
        let mean = Estimate::mean(&[sure, weak]).expect("a mean");
        for estimate in made.into_iter().chain([mean]) {
            assert_eq!(estimate.weakness(), Some(Gap::Disturbed));
        }
    }

    #[test]
    fn the_rest_of_a_part() {
        let hidden = figure(0.1, 0.05, 1, false).rest();
        assert!((hidden.value() - 0.9).abs() < 1e-9 && (hidden.doubt() - 0.1).abs() < 1e-9);
        // All of it and more, give or take a tenth: what is left is a tenth at most.
        let nothing = figure(1.09, 0.05, 1, false).rest();
        assert!((nothing.value() - 0.01).abs() < 1e-9, "{nothing:?}");
        assert!((nothing.most() - 0.11).abs() < 1e-9 && nothing.least() > 0.0, "{nothing:?}");
    }
}
