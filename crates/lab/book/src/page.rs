//! Pages.

use crate::example::{Example, code_blocks, examples};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// A page: a file of Markdown.
#[derive(Clone, Debug)]
pub struct BookPage {
    /// Below the folder from which it was read.
    pub path: PathBuf,
    pub(crate) text: String,
}

impl BookPage {
    /// The page at `path` below `root`.
    ///
    /// # Errors
    /// What the system says of a file that cannot be read.
    pub fn read(root: &Path, path: &Path) -> Result<Self> {
        let file = root.join(path);
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        Ok(BookPage { path: path.to_owned(), text })
    }

    /// The commands that it shows, in their order.
    ///
    /// # Errors
    /// A block of commands with a word that has no meaning.
    pub fn examples(&self) -> Result<Vec<Example>> {
        examples(&self.text).with_context(|| self.path.display().to_string())
    }

    /// The first program in a language that it shows.
    pub fn program(&self, language: &str) -> Option<String> {
        let found = code_blocks(&self.text).into_iter().find(|(info, _)| info == language);
        found.map(|(_, code)| code)
    }
}

/// All pages below a folder of `root` (`""`: below `root` itself), in the order of their names.
///
/// # Errors
/// What the system says of files that cannot be read.
pub fn pages(root: &Path, folder: &str) -> Result<Vec<BookPage>> {
    let (mut pages, mut folders) = (Vec::new(), vec![PathBuf::from(folder)]);
    while let Some(folder) = folders.pop() {
        let entries = root.join(&folder);
        for entry in fs::read_dir(&entries).with_context(|| entries.display().to_string())? {
            let path = folder.join(entry?.file_name());
            if root.join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(BookPage::read(root, &path)?);
            }
        }
    }
    pages.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(pages)
}
