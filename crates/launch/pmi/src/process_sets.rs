//! Sets of processes that the launcher names, for sessions (MPI-5.0 §11.3): `NAME RANKS` a line, a rank or a range
//! at a time.

use std::fmt::Write;

/// Longest name, without the terminating zero that C counts.
pub const NAME_MAX: usize = 1023;

/// A set of ranks, each once, with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcessSet {
    /// Its name.
    pub name: String,
    /// Its ranks, in its order.
    pub ranks: Vec<u32>,
}

/// Reads ranks as `0-3,7`; a range that falls, as `3-0`, counts down. The error says what is wrong.
///
/// # Errors
/// When it is no such list, a rank is not below `size`, or comes twice.
pub fn parse_ranks(text: &str, size: u32) -> Result<Vec<u32>, String> {
    let mut ranks = Vec::new();
    let mut seen = vec![false; size as usize];
    let number = |word: &str| {
        let number = word.trim().parse::<u32>().map_err(|_| format!("{word:?} is no rank"))?;
        let last = size.saturating_sub(1);
        (number < size)
            .then_some(number)
            .ok_or(format!("rank {number} is not in the job: ranks are 0 to {last}"))
    };
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first)?, number(last)?);
        let mut add = |rank: u32| {
            ranks.push(rank);
            match std::mem::replace(&mut seen[rank as usize], true) {
                false => Ok(()),
                true => Err(format!("rank {rank} comes twice")),
            }
        };
        if first <= last {
            (first..=last).try_for_each(&mut add)?;
        } else {
            (last..=first).rev().try_for_each(&mut add)?;
        }
    }
    Ok(ranks)
}

/// Ranks as [`parse_ranks`] reads them.
fn write_ranks(ranks: &[u32]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while let Some(&first) = ranks.get(at) {
        let run = ranks[at..].iter().zip(first..).take_while(|(rank, next)| *rank == next).count();
        let comma = if text.is_empty() { "" } else { "," };
        let _ = match run {
            1 => write!(text, "{comma}{first}"),
            _ => write!(text, "{comma}{first}-{}", first + (run as u32 - 1)),
        };
        at += run;
    }
    text
}

/// The text of sets.
pub fn encode(sets: &[ProcessSet]) -> String {
    sets.iter().map(|set| format!("{}\t{}\n", set.name, write_ranks(&set.ranks))).collect()
}

/// Back from there, in a job of `size`. `None`: nobody wrote that.
pub fn decode(text: &str, size: u32) -> Option<Vec<ProcessSet>> {
    let set = |line: &str| {
        let (name, ranks) = line.split_once('\t')?;
        let ranks = parse_ranks(ranks, size).ok()?;
        (name.len() <= NAME_MAX).then(|| ProcessSet { name: name.to_owned(), ranks })
    };
    text.lines().map(set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranks_are_numbers_and_ranges() {
        assert_eq!(parse_ranks("0-2,5", 6), Ok(vec![0, 1, 2, 5]));
        assert_eq!(parse_ranks("3-1", 6), Ok(vec![3, 2, 1]));
        assert_eq!(parse_ranks("4", 5), Ok(vec![4]));
        for (wrong, why) in [
            ("", "no rank"),
            ("x", "no rank"),
            ("6", "0 to 5"),
            ("1,0-2", "twice"),
            ("-", "no rank"),
        ] {
            let error = parse_ranks(wrong, 6).unwrap_err();
            assert!(error.contains(why), "{wrong}: {error}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(order in Just((0u32..40).collect::<Vec<_>>()).prop_shuffle(), many in 1usize..40) {
            let sets = [("a b", &order[..many]), ("ferry://app/0", &order[..1])];
            let sets = sets.map(|(name, ranks)| ProcessSet { name: name.into(), ranks: ranks.to_vec() });
            prop_assert_eq!(decode(&encode(&sets), 40), Some(sets.to_vec()));
        }

        #[test]
        fn any_text_is_borne(text in ".*", size in 0u32..9) {
            let _ = decode(&text, size);
        }
    }
}
