//! Options that say where output goes.

use super::Parser;
use crate::error::LaunchError;
use crate::output::label::LabelPattern;

impl Parser {
    /// `map,bind,allocation`.
    pub(super) fn display(&mut self, word: &str) -> Result<(), LaunchError> {
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

    pub(super) fn pattern(&mut self, word: &str) -> Result<LabelPattern, LaunchError> {
        let text = self.text(word)?;
        let wrong = |why| LaunchError::usage(format!("option {word}: {why}"));
        LabelPattern::parse(&text).map_err(wrong)
    }

    /// `FOLDER` or `FOLDER:nocopy`: a folder for each rank in it.
    pub(super) fn output_folder(&mut self, word: &str) -> Result<(), LaunchError> {
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
