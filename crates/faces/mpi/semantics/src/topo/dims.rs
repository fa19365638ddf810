//! `MPI_Dims_create` (MPI-5.0 §8.5.2).

use crate::constants::MPI_ERR_DIMS;
use crate::error::{Error, Result};

/// Fills the dimensions that are 0 so that all multiply to `nodes`: as close to each other as
/// possible, the largest first.
pub fn dims_create(nodes: i32, dims: &mut [i32]) -> Result<()> {
    let error = |text: String| Err(Error::new(MPI_ERR_DIMS, text));
    if let Some(bad) = dims.iter().find(|dim| **dim < 0) {
        return error(format!("dimension {bad} is negative: give 0 for those to be chosen"));
    }
    let set = dims.iter().filter(|dim| **dim > 0).map(|dim| i64::from(*dim));
    let product = set.fold(1i64, |product, dim| product.saturating_mul(dim));
    let nodes = i64::from(nodes);
    if nodes < 1 || nodes % product != 0 {
        return error(format!("{nodes} processes do not fill dimensions {dims:?}"));
    }
    let open = dims.iter().filter(|dim| **dim == 0).count();
    if open == 0 {
        return match product == nodes {
            true => Ok(()),
            false => error(format!("dimensions {dims:?} do not hold {nodes} processes")),
        };
    }
    let mut chosen = balanced(nodes / product, open).into_iter();
    for dim in dims.iter_mut().filter(|dim| **dim == 0) {
        *dim = chosen.next().unwrap_or(1) as i32;
    }
    Ok(())
}

/// `count` factors of `n`, in descending order, as close to each other as possible: the largest and
/// the smallest differ least; among those alike the smallest is as large as possible, then the second
/// smallest, and so on. Other MPIs choose so too.
fn balanced(n: i64, count: usize) -> Vec<i64> {
    let mut divisors: Vec<i64> = (1..).take_while(|d| d * d <= n).filter(|d| n % d == 0).collect();
    let large: Vec<i64> = divisors.iter().rev().map(|d| n / d).collect();
    divisors.extend(large);
    divisors.dedup();
    let mut search = Search { divisors, factors: Vec::with_capacity(count), best: Vec::new() };
    search.extend(n, count);
    search.best.reverse();
    search.best
}

/// A search of factors in ascending order, the promising first.
struct Search {
    divisors: Vec<i64>,
    factors: Vec<i64>,
    best: Vec<i64>,
}

impl Search {
    /// Tries all ways to go on with `count` factors of `n`. What is found first is better than what
    /// is as close and found later.
    fn extend(&mut self, n: i64, count: usize) {
        let least = self.factors.last().copied().unwrap_or(1);
        if count == 1 {
            if n >= least && self.factors.first().is_none_or(|first| n <= self.limit(*first)) {
                self.best = [self.factors.as_slice(), &[n]].concat();
            }
            return;
        }
        for place in (0..self.divisors.len()).rev() {
            let factor = self.divisors[place];
            if factor < least {
                return;
            }
            let limit = self.limit(self.factors.first().copied().unwrap_or(factor));
            if n % factor != 0 || exceeds(factor, count, n) || factor > limit {
                continue;
            }
            // The others must reach what is left without coming too far from the smallest.
            if reaches(limit, count - 1, n / factor) {
                self.factors.push(factor);
                self.extend(n / factor, count - 1);
                self.factors.pop();
            }
        }
    }

    /// The largest factor with which one would be closer to `first` than all before.
    fn limit(&self, first: i64) -> i64 {
        match (self.best.first(), self.best.last()) {
            (Some(least), Some(most)) => first + (most - least) - 1,
            _ => i64::MAX,
        }
    }
}

/// Whether `count` factors of `base` make more than `n`.
fn exceeds(base: i64, count: usize, n: i64) -> bool {
    (0..count).try_fold(1i64, |power, _| power.checked_mul(base).filter(|p| *p <= n)).is_none()
}

/// Whether `count` factors of `base` make `n` or more.
fn reaches(base: i64, count: usize, n: i64) -> bool {
    exceeds(base, count, n - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All descending factorisations.
    fn all(n: i64, count: usize, cap: i64) -> Vec<Vec<i64>> {
        if count == 0 {
            return if n == 1 { vec![Vec::new()] } else { Vec::new() };
        }
        let divisors = (1..=cap.min(n)).filter(|d| n % d == 0);
        let with =
            |d: i64| all(n / d, count - 1, d).into_iter().map(move |r| [vec![d], r].concat());
        divisors.flat_map(with).collect()
    }

    /// The least of them by the rule of [`balanced`].
    fn naive(n: i64, count: usize) -> Option<Vec<i64>> {
        all(n, count, n).into_iter().min_by_key(|factors| {
            let spread = factors[0] - factors[count - 1];
            (spread, factors.iter().rev().map(|factor| -factor).collect::<Vec<_>>())
        })
    }

    #[test]
    fn dimensions_are_balanced() {
        for n in 1..200 {
            for count in 1..5 {
                let mut dims = vec![0; count];
                dims_create(n, &mut dims).unwrap();
                let expected = naive(i64::from(n), count).unwrap();
                let found: Vec<_> = dims.iter().map(|d| i64::from(*d)).collect();
                assert_eq!(found, expected, "{n} in {count} dimensions");
            }
        }
    }

    #[test]
    fn examples_of_the_standard() {
        for (nodes, mut dims, expected) in [
            (6, vec![0, 0], vec![3, 2]),
            (7, vec![0, 0], vec![7, 1]),
            (6, vec![0, 3, 0], vec![2, 3, 1]),
            (2_147_483_647, vec![0; 3], vec![2_147_483_647, 1, 1]),
            (1 << 30, vec![0; 30], vec![2; 30]),
            (1, vec![0; 2], vec![1, 1]),
            // Ties, as MPICH and Intel MPI resolve them.
            (5040, vec![0; 3], vec![21, 16, 15]),
            (6240, vec![0; 3], vec![26, 16, 15]),
            (10800, vec![0; 3], vec![27, 20, 20]),
            // Of the numbers below 2^31 the one with the most divisors.
            (2_095_133_040, vec![0; 6], vec![39, 38, 36, 35, 34, 33]),
        ] {
            dims_create(nodes, &mut dims).unwrap();
            assert_eq!(dims, expected);
        }
        assert_eq!(dims_create(7, &mut [0, 3, 0]).unwrap_err().code, MPI_ERR_DIMS);
        assert_eq!(dims_create(6, &mut [-1, 0]).unwrap_err().code, MPI_ERR_DIMS);
        assert_eq!(dims_create(6, &mut [2, 2]).unwrap_err().code, MPI_ERR_DIMS);
        assert_eq!(dims_create(6, &mut []).unwrap_err().code, MPI_ERR_DIMS);
    }
}
