//! A file for each rank's output.

use super::label::{self, LabelPattern, Speaker};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

/// Where the output of ranks goes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OutputWish {
    /// What stands before each line.
    pub(crate) before: Option<LabelPattern>,
    /// The time stands before each line.
    pub(crate) with_time: bool,
    /// Errors go where output goes.
    pub(crate) is_merged: bool,
    /// Files for standard output and standard error.
    pub(crate) files: [Option<LabelPattern>; 2],
    /// What goes into files goes to mpiexec's own streams, too.
    pub(crate) is_copied: bool,
}

/// The files of the ranks, each opened when the rank first writes.
#[derive(Debug)]
pub(super) struct RankFiles {
    /// The time that stands in their names: of this run, so that each rank has one file.
    time: String,
    open: BTreeMap<PathBuf, Option<File>>,
}

impl Default for RankFiles {
    fn default() -> Self {
        RankFiles { time: label::now(), open: BTreeMap::new() }
    }
}

impl RankFiles {
    /// Writes to the file of a rank; an error says what is wrong with it, once.
    pub(super) fn write(
        &mut self,
        pattern: &LabelPattern,
        speaker: &Speaker,
        bytes: &[u8],
    ) -> Result<(), Option<String>> {
        let path = PathBuf::from(pattern.fill_at(speaker, || self.time.clone()));
        let failed = |e: std::io::Error| format!("cannot write {}: {e}", path.display());
        if !self.open.contains_key(&path) {
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            let file = folder.and_then(|()| File::create(&path));
            match file {
                Ok(file) => drop(self.open.insert(path.clone(), Some(file))),
                Err(error) => {
                    self.open.insert(path.clone(), None);
                    return Err(Some(failed(error)));
                }
            }
        }
        let slot = self.open.get_mut(&path).ok_or(None)?;
        let Some(file) = slot else { return Err(None) };
        if let Err(error) = file.write_all(bytes) {
            *slot = None;
            return Err(Some(failed(error)));
        }
        Ok(())
    }
}
