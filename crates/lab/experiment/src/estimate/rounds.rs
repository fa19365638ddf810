//! What was measured round by round: each contender once in each.

use std::collections::BTreeMap;

use crate::store::ENOUGH;

/// Logarithms by the numbers of their rounds.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Rounds(BTreeMap<usize, f64>);

impl Rounds {
    /// Values by their rounds; none if one is not positive.
    pub(crate) fn of(values: impl IntoIterator<Item = (usize, f64)>) -> Self {
        let logs: BTreeMap<usize, f64> =
            values.into_iter().map(|(round, value)| (round, value.ln())).collect();
        if logs.values().all(|log| log.is_finite()) { Self(logs) } else { Self::default() }
    }

    /// What two come to in the rounds that both have.
    pub(super) fn combined(&self, other: &Self, by: impl Fn(f64, f64) -> f64) -> Self {
        let both = self.0.iter().filter_map(|(round, one)| {
            let other = other.0.get(round)?;
            Some((*round, by(*one, *other)))
        });
        Self(both.collect())
    }

    /// All of them times a factor.
    pub(super) fn scaled(&self, factor: f64) -> Self {
        Self(self.0.iter().map(|(round, log)| (*round, log * factor)).collect())
    }

    /// Their mean and its standard error, where they are enough to tell how far rounds differ.
    pub(super) fn mean(&self) -> Option<(f64, f64)> {
        if self.0.len() < ENOUGH as usize {
            return None;
        }
        let n = self.0.len() as f64;
        let mean = self.0.values().sum::<f64>() / n;
        let squares: f64 = self.0.values().map(|log| (log - mean).powi(2)).sum();
        Some((mean, (squares / (n - 1.0) / n).sqrt()))
    }
}
