//! `tests/programs.toml`: which programs there are.

use std::fs;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::source::Source;
use crate::layout;

/// All programs, those first that others stand on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Catalogue {
    pub(super) program: Vec<Program>,
}

/// One program.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct Program {
    pub(super) name: String,
    pub(super) source: Source,
    /// What it is, for people.
    pub(super) about: String,
    /// Debian's packages that building takes.
    #[serde(default)]
    pub(super) needs: Vec<String>,
    /// Packages on PyPI that building or testing takes, for the Python on the scripts' path.
    #[serde(default)]
    pub(super) python: Vec<String>,
    /// Programs that are built before, found in `$PROGRAMS/NAME`.
    #[serde(default)]
    pub(super) after: Vec<String>,
    /// Whether it is a part of the tests.
    #[serde(default)]
    pub(super) quick: bool,
    /// Values of `FERRY_METHODS` that the test is run with, one after the other.
    #[serde(default = "automatic")]
    pub(super) methods: Vec<String>,
    /// Longest times in minutes.
    #[serde(default)]
    pub(super) minutes: Minutes,
    /// Shell scripts that run in the source's folder.
    pub(super) build: String,
    pub(super) test: String,
}

/// How long a step may take.
#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Minutes {
    pub(super) build: u64,
    pub(super) test: u64,
}

impl Default for Minutes {
    fn default() -> Self {
        Self { build: 60, test: 30 }
    }
}

/// What Ferry chooses by itself.
pub(super) const AUTOMATIC: &str = "auto";

fn automatic() -> Vec<String> {
    vec![AUTOMATIC.to_owned()]
}

/// Reads the file.
pub(super) fn read() -> Result<Catalogue> {
    let file = layout::root().join("tests/programs.toml");
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let catalogue: Catalogue = toml::from_str(&text).with_context(|| file.display().to_string())?;
    catalogue.check().with_context(|| file.display().to_string())?;
    Ok(catalogue)
}

impl Catalogue {
    /// Fails where a program stands on one that does not come before it.
    fn check(&self) -> Result<()> {
        for (at, program) in self.program.iter().enumerate() {
            let before = &self.program[..at];
            let is_before = |name: &&String| before.iter().any(|p| p.name == **name);
            if let Some(name) = program.after.iter().find(|name| !is_before(name)) {
                bail!("{} comes after {name}, which is not listed before it", program.name);
            }
            if is_before(&&program.name) {
                bail!("two programs are called {}", program.name);
            }
        }
        Ok(())
    }

    /// Those that are called so, all if none is named, and those that they stand on, each with whether it was
    /// asked for: the others are built and not tested.
    pub(super) fn chosen(self, names: &[String]) -> Result<Vec<(Program, bool)>> {
        let known: Vec<&str> = self.program.iter().map(|p| p.name.as_str()).collect();
        if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
            bail!("no program is called {name}: there are {}", known.join(", "));
        }
        let mut wanted = names.to_vec();
        for program in self.program.iter().rev() {
            if wanted.contains(&program.name) {
                wanted.extend(program.after.iter().cloned());
            }
        }
        let is_asked = |p: &Program| names.is_empty() || names.contains(&p.name);
        let with = |p: Program| {
            let asked = is_asked(&p);
            (p, asked)
        };
        let is_chosen = |p: &Program| names.is_empty() || wanted.contains(&p.name);
        Ok(self.program.into_iter().filter(is_chosen).map(with).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(chosen: Vec<(Program, bool)>) -> Vec<(String, bool)> {
        chosen.into_iter().map(|(p, asked)| (p.name, asked)).collect()
    }

    #[test]
    fn the_catalogue_is_understood_and_names_are_checked() {
        assert!(names(read().unwrap().chosen(&[]).unwrap()).len() > 4);
        let one = ["fftw".to_owned()];
        assert_eq!(names(read().unwrap().chosen(&one).unwrap()), [("fftw".to_owned(), true)]);
        let error = read().unwrap().chosen(&["fttw".to_owned()]).err().unwrap();
        assert!(error.to_string().contains("there are hpl, fftw"), "{error}");
        assert!(read().unwrap().program.iter().any(|program| program.quick));
    }

    fn small(programs: &[(&str, &[&str])]) -> Catalogue {
        let one = |(name, after): &(&str, &[&str])| {
            format!(
                "[[program]]\nname='{name}'\nabout=''\nsource.debian=''\nbuild=''\ntest=''\nafter={after:?}\n"
            )
        };
        toml::from_str(&programs.iter().map(one).collect::<String>()).unwrap()
    }

    #[test]
    fn what_a_program_stands_on_is_chosen_with_it() {
        let all = || small(&[("a", &[]), ("b", &["a"]), ("c", &["b"]), ("d", &[])]);
        let chosen = names(all().chosen(&["c".to_owned()]).unwrap());
        let expected = [("a", false), ("b", false), ("c", true)];
        assert_eq!(chosen, expected.map(|(name, asked)| (name.to_owned(), asked)));
    }

    #[test]
    fn a_program_stands_only_on_those_listed_before_it() {
        let error = small(&[("b", &["a"]), ("a", &[])]).check().unwrap_err().to_string();
        assert!(error.contains("b comes after a"), "{error}");
        small(&[("a", &[]), ("b", &["a"])]).check().unwrap();
    }
}
