//! Options that say where output goes.

use super::Parser;
use crate::error::LaunchError;
use crate::output::label::LabelPattern;

impl Parser {
    /// Options that say where output goes.
    pub(super) fn output_option(&mut self, name: &str, word: &str) -> Result<bool, LaunchError> {
        match name {
            "timestamp-output" | "prepend-timestamp" => self.options.output.with_time = true,
            "merge-stderr-to-stdout" | "stderr-to-stdout" => self.options.output.is_merged = true,
            "prepend-pattern" => self.options.output.before = Some(self.pattern(word)?),
            "outfile-pattern" | "errfile-pattern" => {
                let pattern = self.pattern(word)?;
                self.options.output.files[usize::from(name.starts_with("err"))] = Some(pattern);
            }
            "output-filename" => self.output_folder(word)?,
            "display" => self.display(word)?,
            "display-map" | "print-rank-map" => self.options.display.map = true,
            "display-allocation" => self.options.display.allocation = true,
            "print-all-exitcodes" => self.options.display.exit_codes = true,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `map,bind,allocation`.
    fn display(&mut self, word: &str) -> Result<(), LaunchError> {
        let text = self.text(word)?;
        for name in text.split(',') {
            match name {
                "map" | "map-devel" => self.options.display.map = true,
                "allocation" => self.options.display.allocation = true,
                "bind" | "bindings" => self.options.binding.report = true,
                _ => {
                    let why = format!("{name:?} cannot be told; expected map, bind or allocation");
                    return Err(LaunchError::usage(format!("option {word}: {why}")));
                }
            }
        }
        Ok(())
    }

    fn pattern(&mut self, word: &str) -> Result<LabelPattern, LaunchError> {
        let text = self.text(word)?;
        let wrong = |why| LaunchError::usage(format!("option {word}: {why}"));
        LabelPattern::parse(&text).map_err(wrong)
    }

    /// `FOLDER` or `FOLDER:nocopy`: a folder for each rank in it.
    fn output_folder(&mut self, word: &str) -> Result<(), LaunchError> {
        let text = self.text(word)?;
        let (folder, is_copied) = match text.strip_suffix(":nocopy") {
            Some(folder) => (folder, false),
            None => (text.as_str(), true),
        };
        let folder = folder.replace('%', "%%");
        let wrong = |why| LaunchError::usage(format!("option {word}: {why}"));
        let of = |name: &str| LabelPattern::parse(&format!("{folder}/{name}")).map_err(wrong);
        self.options.output.files =
            [Some(of("%g/rank.%r/stdout")?), Some(of("%g/rank.%r/stderr")?)];
        self.options.output.is_copied = is_copied;
        Ok(())
    }
}
