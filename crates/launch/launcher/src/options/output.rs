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
    pub(super) fn output_folder(&mut self, word: &str, text: &str) -> Result<(), LaunchError> {
        self.output_files(word, text, ["/%g/rank.%r/stdout", "/%g/rank.%r/stderr"])
    }

    /// Files whose names begin with a text and end like this, and whether that is all that becomes of output.
    fn output_files(&mut self, word: &str, text: &str, ends: [&str; 2]) -> Result<(), LaunchError> {
        let begin = text.strip_suffix(":nocopy").unwrap_or(text);
        let escaped = begin.replace('%', "%%");
        let wrong = |why| LaunchError::usage(format!("option {word}: {why}"));
        let [out, err] = ends.map(|end| LabelPattern::parse(&format!("{escaped}{end}")));
        self.options.output.files = [Some(out.map_err(wrong)?), Some(err.map_err(wrong)?)];
        self.options.output.is_copied = begin.len() == text.len();
        Ok(())
    }

    /// Open MPI's `tag,timestamp,merge-stderr-to-stdout,dir=FOLDER,file=NAME`.
    pub(super) fn output(&mut self, word: &str) -> Result<(), LaunchError> {
        let text = self.text(word)?;
        for wish in text.split(',') {
            match wish.split_once('=').unwrap_or((wish, "")) {
                ("tag" | "rank", "") => self.options.tag = true,
                ("timestamp", "") => self.options.output.with_time = true,
                ("merge-stderr-to-stdout" | "merge", "") => self.options.output.is_merged = true,
                ("dir" | "directory", folder) if !folder.is_empty() => {
                    self.output_folder(word, folder)?;
                }
                ("file" | "filename", name) if !name.is_empty() => {
                    self.output_files(word, name, [".%r", ".%r"])?;
                }
                _ => {
                    let why = format!(
                        "{wish:?} is not offered; expected tag, timestamp, merge-stderr-to-stdout, dir=FOLDER or \
                         file=NAME"
                    );
                    return Err(LaunchError::usage(format!("option {word}: {why}")));
                }
            }
        }
        Ok(())
    }
}
