//! What has come of each process of a spawn, as runs of equal codes: a list of single ones would have no bound.

/// So many runs go into one line of an answer, with room for the reason beside them.
const RUNS_OF_LINE: usize = 1024;

/// A code for each process, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpawnCodes {
    /// How many processes, and their code. Neighbours differ.
    runs: Vec<(u32, i32)>,
}

impl SpawnCodes {
    /// So many further processes have this code.
    pub fn add(&mut self, count: u32, code: i32) {
        match self.runs.last_mut() {
            _ if count == 0 => {}
            Some((known, last)) if *last == code && known.checked_add(count).is_some() => {
                *known += count;
            }
            _ => self.runs.push((count, code)),
        }
    }

    /// The codes one by one.
    pub fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        self.runs.iter().flat_map(|(count, code)| std::iter::repeat_n(*code, *count as usize))
    }

    /// How many processes cannot run.
    pub fn failures(&self) -> u64 {
        self.runs.iter().filter(|(_, code)| *code != 0).map(|(count, _)| u64::from(*count)).sum()
    }

    /// The words for as many lines as they take, at least one: `2*0,40000*127`.
    pub(crate) fn to_words(&self) -> Vec<String> {
        let word = |runs: &[(u32, i32)]| {
            let runs = runs.iter().map(|(count, code)| format!("{count}*{code}"));
            runs.collect::<Vec<_>>().join(",")
        };
        let words = self.runs.chunks(RUNS_OF_LINE).map(word);
        if self.runs.is_empty() { vec![String::new()] } else { words.collect() }
    }

    /// Adds what such a word says; what is no run is passed over.
    pub(crate) fn add_word(&mut self, word: &str) {
        for run in word.split(',') {
            let run = run
                .split_once('*')
                .and_then(|(count, code)| Some((count.parse().ok()?, code.parse().ok()?)));
            run.into_iter().for_each(|(count, code)| self.add(count, code));
        }
    }

    /// All of them, as PMI-1 has it.
    pub(crate) fn to_list(&self) -> String {
        self.iter().map(|code| code.to_string()).collect::<Vec<_>>().join(",")
    }

    /// Codes as PMI-1 has them.
    pub(crate) fn of_list(list: &str) -> SpawnCodes {
        list.split(',').filter_map(|code| code.trim().parse().ok()).collect()
    }
}

impl FromIterator<i32> for SpawnCodes {
    fn from_iter<T: IntoIterator<Item = i32>>(codes: T) -> Self {
        let mut all = SpawnCodes::default();
        codes.into_iter().for_each(|code| all.add(1, code));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equal_neighbours_are_one_run() {
        let mut codes = SpawnCodes::default();
        codes.add(40_000, 0);
        codes.add(0, 9);
        codes.add(2, 0);
        codes.add(u32::MAX, 127);
        codes.add(1, 127);
        assert_eq!(codes.to_words(), [format!("40002*0,{}*127,1*127", u32::MAX)]);
        assert_eq!(codes.failures(), u64::from(u32::MAX) + 1);
        assert_eq!(codes.iter().take(3).collect::<Vec<_>>(), [0, 0, 0]);
        assert_eq!(SpawnCodes::default().to_words(), [""]);
    }

    proptest! {
        #[test]
        fn codes_survive_both_forms(codes in proptest::collection::vec(-1i32..3, 0..5000)) {
            let known: SpawnCodes = codes.iter().copied().collect();
            let mut read = SpawnCodes::default();
            let words = known.to_words();
            prop_assert!(words.iter().all(|word| word.len() < 16 * RUNS_OF_LINE));
            words.iter().for_each(|word| read.add_word(word));
            prop_assert_eq!(read.iter().collect::<Vec<_>>(), codes);
            prop_assert_eq!(SpawnCodes::of_list(&known.to_list()), known);
        }

        #[test]
        fn any_word_is_borne(word in "[0-9*,x-]{0,60}") {
            SpawnCodes::default().add_word(&word);
        }
    }
}
