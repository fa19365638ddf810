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

/// `count` factors of `n`, in descending order: the largest is as small as possible, then the second
/// one, and so on.
fn balanced(n: i64, count: usize) -> Vec<i64> {
    let mut divisors: Vec<i64> = (1..).take_while(|d| d * d <= n).filter(|d| n % d == 0).collect();
    let large: Vec<i64> = divisors.iter().rev().map(|d| n / d).collect();
    divisors.extend(large);
    divisors.dedup();
    let mut factors = Vec::with_capacity(count);
    if !search(n, count, n, &divisors, &mut factors) {
        factors = vec![n];
    }
    factors.resize(count, 1);
    factors
}

/// Appends `count` factors of `n`, none larger than `cap`; false if there are none.
fn search(n: i64, count: usize, cap: i64, divisors: &[i64], factors: &mut Vec<i64>) -> bool {
    if n == 1 {
        return true;
    }
    // With all factors at the cap they must reach n.
    if count == 0 || (0..count).try_fold(1i64, |p, _| p.checked_mul(cap)).is_some_and(|p| p < n) {
        return false;
    }
    for divisor in divisors.iter().copied().filter(|d| *d > 1 && *d <= cap && n % d == 0) {
        factors.push(divisor);
        if search(n / divisor, count - 1, divisor, divisors, factors) {
            return true;
        }
        factors.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of all descending factorisations, compared as sequences.
    fn naive(n: i64, count: usize, cap: i64) -> Option<Vec<i64>> {
        if count == 0 {
            return (n == 1).then(Vec::new);
        }
        (1..=cap.min(n)).filter(|d| n % d == 0).find_map(|d| {
            let rest = naive(n / d, count - 1, d)?;
            Some([vec![d], rest].concat())
        })
    }

    #[test]
    fn dimensions_are_balanced() {
        for n in 1..200 {
            for count in 1..5 {
                let mut dims = vec![0; count];
                dims_create(n, &mut dims).unwrap();
                let expected = naive(i64::from(n), count, i64::from(n)).unwrap();
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
