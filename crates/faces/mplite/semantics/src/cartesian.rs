//! Processes as the places of a grid that is closed in every direction.

use crate::error::MpLiteError;

/// Most directions of a grid.
const DIRECTIONS: usize = 10;

/// A grid; the first direction runs fastest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CartesianGrid {
    lengths: Vec<u32>,
}

fn bad(why: String) -> MpLiteError {
    MpLiteError::BadGrid(why)
}

impl CartesianGrid {
    /// A grid of so many places in each direction; those are chosen, as equal as can be, if the first is 0.
    ///
    /// # Errors
    /// If there are not as many places as processes, or too many directions.
    pub fn new(size: u32, lengths: &[i32]) -> Result<Self, MpLiteError> {
        if !(1..=DIRECTIONS).contains(&lengths.len()) {
            return Err(bad(format!(
                "a grid has 1 to {DIRECTIONS} directions, not {}",
                lengths.len()
            )));
        }
        if lengths[0] == 0 {
            return Ok(CartesianGrid { lengths: spread(size, lengths.len()) });
        }
        let positive = lengths.iter().map(|length| u32::try_from(*length).ok().filter(|n| *n > 0));
        let positive: Option<Vec<u32>> = positive.collect();
        let product = |lengths: &Vec<u32>| lengths.iter().try_fold(1u32, |p, n| p.checked_mul(*n));
        let fitting = positive.filter(|lengths| product(lengths) == Some(size));
        let lengths = fitting.ok_or_else(|| {
            bad(format!(
                "a grid of {lengths:?} has not as many places as there are processes, {size}"
            ))
        })?;
        Ok(CartesianGrid { lengths })
    }

    /// How many places there are in each direction.
    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// Where a process is.
    ///
    /// # Errors
    /// If there is no such process.
    pub fn coordinates(&self, node: i32) -> Result<Vec<u32>, MpLiteError> {
        let size: u32 = self.lengths.iter().product();
        let node = u32::try_from(node).ok().filter(|node| *node < size);
        let mut rest = node
            .ok_or_else(|| bad(format!("no process of the grid has that number; it has {size}")))?;
        let coordinates = self.lengths.iter().map(|length| {
            let coordinate = rest % length;
            rest /= length;
            coordinate
        });
        Ok(coordinates.collect())
    }

    /// Which process is at a place; coordinates beyond an end go on at the other.
    pub fn node(&self, coordinates: &[i32]) -> u32 {
        let places = self.lengths.iter().zip(coordinates).rev();
        places.fold(0, |node, (length, coordinate)| {
            node * length + i64::from(*coordinate).rem_euclid(i64::from(*length)) as u32
        })
    }

    /// For a move of so many places in a direction: whose data come to a process, and to whom its own go.
    ///
    /// # Errors
    /// If there is no such direction or process.
    pub fn shift(&self, node: i32, direction: i32, by: i32) -> Result<(u32, u32), MpLiteError> {
        let own: Vec<i32> = self.coordinates(node)?.into_iter().map(|at| at as i32).collect();
        let index = usize::try_from(direction).ok().filter(|index| *index < own.len());
        let index = index.ok_or_else(|| {
            bad(format!("direction {direction} of a grid with {}", self.lengths.len()))
        })?;
        let moved = |by: i32| {
            let mut there = own.clone();
            there[index] = there[index].wrapping_add(by);
            self.node(&there)
        };
        Ok((moved(by.wrapping_neg()), moved(by)))
    }
}

/// A number as a product of so many factors that are as equal as can be, the greatest first.
fn spread(size: u32, factors: usize) -> Vec<u32> {
    let mut primes = Vec::new();
    let (mut rest, mut prime) = (size.max(1), 2);
    while prime * prime <= rest {
        while rest % prime == 0 {
            primes.push(prime);
            rest /= prime;
        }
        prime += 1;
    }
    if rest > 1 {
        primes.push(rest);
    }
    let mut lengths = vec![1; factors];
    for prime in primes.into_iter().rev() {
        if let Some(least) = lengths.iter_mut().min() {
            *least *= prime;
        }
    }
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_as_equal_as_can_be() {
        assert_eq!(spread(12, 2), [4, 3]);
        assert_eq!(spread(8, 3), [2, 2, 2]);
        assert_eq!(spread(7, 2), [7, 1]);
        assert_eq!(spread(1, 3), [1, 1, 1]);
    }

    #[test]
    fn places_and_numbers_belong_together() {
        let grid = CartesianGrid::new(12, &[3, 4]).unwrap();
        for node in 0..12 {
            let at: Vec<i32> = grid.coordinates(node).unwrap().iter().map(|n| *n as i32).collect();
            assert_eq!(grid.node(&at), node as u32);
        }
        assert_eq!(grid.coordinates(5).unwrap(), [2, 1]);
        assert_eq!(grid.shift(0, 0, 1).unwrap(), (2, 1));
        assert_eq!(grid.shift(0, 1, 1).unwrap(), (9, 3));
        assert_eq!(grid.shift(0, 1, i32::MIN).unwrap(), grid.shift(0, 1, 0).unwrap());
        assert!(grid.shift(0, 2, 1).is_err() && grid.shift(12, 0, 1).is_err());
        assert!(grid.shift(0, -1, 1).is_err() && grid.coordinates(-1).is_err());
    }

    #[test]
    fn a_grid_has_a_place_for_each_process() {
        assert_eq!(CartesianGrid::new(6, &[0, 9]).unwrap().lengths(), [3, 2]);
        for lengths in [&[2, 2][..], &[-1, -6], &[], &[1; 11], &[65536, 65536]] {
            assert!(CartesianGrid::new(6, lengths).is_err(), "{lengths:?}");
        }
    }
}
