//! What came of a question, and where it is written.

use super::question::{Answer, Question};
use super::trial::Trial;
use super::verdict::{best, median, ratio};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

/// What has been measured for a question.
pub(super) struct TuneOutcome {
    pub(super) question: Question,
    /// For each answer, what it took of the default's time in each round.
    ratios: Vec<Vec<f64>>,
    /// What all that was chosen took together, if that was no better than the default.
    refuted: Option<f64>,
}

impl TuneOutcome {
    pub(super) fn new(question: Question) -> Self {
        TuneOutcome { question, ratios: vec![Vec::new(); question.answers.len()], refuted: None }
    }

    /// The default, and each answer beside it.
    pub(super) fn round(&mut self, trial: &Trial) -> Result<(), String> {
        let sizes = self.question.sizes;
        let default = trial.run(&[], sizes)?;
        for (answer, ratios) in self.question.answers.iter().zip(&mut self.ratios) {
            ratios.push(ratio(&trial.run(answer.settings, sizes)?, &default));
        }
        Ok(())
    }

    fn answer(&self) -> Option<&'static Answer> {
        let answers = self.question.answers;
        best(&self.ratios).filter(|_| self.refuted.is_none()).map(|which| &answers[which])
    }

    /// What is to be set.
    pub(super) fn settings(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        self.answer().into_iter().flat_map(|answer| answer.settings).copied()
    }

    /// All that was chosen took so much of the default's time together.
    pub(super) fn judge_together(&mut self, together: f64) {
        self.refuted = (together >= 1.0).then_some(together);
    }

    pub(super) fn rounds(&self) -> usize {
        self.ratios.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// A line for people.
    fn line(&self) -> String {
        let mut line = format!("{:<16}", self.question.parameter);
        for (answer, ratios) in self.question.answers.iter().zip(&self.ratios) {
            let cell = format!("{} {:.2}", answer.name, median(&mut ratios.clone()));
            let _ = write!(line, " {cell:<15}");
        }
        let taken = self.answer().map_or("as it is", |answer| answer.name);
        let _ = write!(line, " -> {taken}");
        if let Some(together) = self.refuted {
            let _ = write!(line, " (all chosen values together took {together:.2})");
        }
        line
    }
}

/// Says what was measured.
pub(super) fn write_table(out: &mut impl Write, outcomes: &[TuneOutcome]) -> io::Result<()> {
    let rounds = outcomes.iter().map(TuneOutcome::rounds).max().unwrap_or(0);
    writeln!(
        out,
        "part of the built-in value's time, median of {rounds} rounds; below 1 is quicker"
    )?;
    outcomes.iter().try_for_each(|outcome| writeln!(out, "{}", outcome.line()))
}

/// What an earlier file says of parameters that these outcomes say nothing of: its parts, each a comment and values.
pub(super) fn others(earlier: &str, outcomes: &[TuneOutcome]) -> String {
    let asked: Vec<&str> = outcomes
        .iter()
        .flat_map(|outcome| outcome.question.answers)
        .flat_map(|answer| answer.settings)
        .map(|(name, _)| *name)
        .collect();
    let is_other = |part: &&str| {
        let mut names = part.lines().filter_map(|line| Some(line.split_once('=')?.0.trim()));
        !part.starts_with('#') || names.all(|name| !asked.contains(&name))
    };
    let parts = earlier.split("\n\n").skip(1).filter(is_other);
    parts.map(|part| format!("\n{}\n", part.trim_end())).collect()
}

/// Writes what was chosen, and what was known of other parameters, as a file of configuration, in the place of another
/// whole or not at all.
pub(super) fn write_file(
    file: &Path,
    machine: &str,
    outcomes: &[TuneOutcome],
    others: &str,
) -> io::Result<()> {
    let mut text = format!("# Measured by `ferry tune` on a machine of the kind {machine}.\n");
    text.push_str(others);
    for outcome in outcomes.iter().filter(|outcome| outcome.answer().is_some()) {
        let _ = writeln!(text, "\n# {} ({} rounds)", outcome.line(), outcome.rounds());
        for (name, value) in outcome.settings() {
            let _ = writeln!(text, "{name} = \"{value}\"");
        }
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let new = file.with_extension("new");
    std::fs::write(&new, text)?;
    std::fs::rename(&new, file)
}

#[cfg(test)]
mod tests {
    use super::super::question::questions;
    use super::*;
    use ferry_config::{Config, Sources};

    /// As if each answer had taken so much, in four rounds.
    fn outcome(which: usize, each: &[f64]) -> TuneOutcome {
        let mut outcome = TuneOutcome::new(questions(false)[which]);
        for (ratios, ratio) in outcome.ratios.iter_mut().zip(each) {
            *ratios = vec![*ratio; 4];
        }
        outcome
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ferry/tuned/some-2.toml");
        let outcomes = [
            outcome(0, &[1.1, 0.9, 1.0, 1.0]),
            outcome(1, &[1.0; 3]),
            outcome(3, &[1.2, 0.8, 0.9]),
        ];
        write_file(&file, "some-2", &outcomes, "").unwrap();
        let home = ("XDG_CONFIG_HOME".into(), folder.path().into());
        let machine = Some("some-2".to_owned());
        let sources = Sources { system: "/nonexistent".into(), machine, variables: vec![home] };
        let config: Config = sources.load().unwrap();
        assert_eq!(config.auto_size("shm.eager_limit"), Some(32 << 10));
        assert_eq!(config.auto_size("shm.piece"), None);
        assert_eq!(config.auto_flag("shm.cma"), Some(true));
        assert_eq!(config.auto_size("shm.cma_threshold"), Some(512 << 10));
    }

    #[test]
    fn what_was_not_asked_about_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("some-2.toml");
        let before = [outcome(0, &[1.1, 0.9, 1.0, 1.0]), outcome(3, &[1.2, 0.8, 0.9])];
        write_file(&file, "some-2", &before, "").unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        let kept = others(&text, &[outcome(0, &[1.0; 4])]);
        assert!(kept.contains("shm.cma = \"yes\"") && !kept.contains("eager_limit ="), "{kept}");
        assert_eq!(others(&text, &before), "");
    }

    #[test]
    fn what_does_no_good_together_is_not_taken() {
        let mut outcome = outcome(1, &[0.9, 1.0, 1.0]);
        assert_eq!(outcome.settings().next(), Some(("shm.piece", "4k")));
        assert!(outcome.line().contains("4k 0.90") && outcome.line().ends_with("-> 4k"));
        outcome.judge_together(0.97);
        assert!(outcome.settings().next().is_some());
        outcome.judge_together(1.01);
        assert!(outcome.settings().next().is_none() && outcome.line().contains("as it is"));
    }
}
