//! Manual pages of the functions: what the standard's data say of each, and what `spec/about.tsv` and
//! `spec/parameters.tsv` say in words.

mod description;
mod page;
mod parameters;
mod relatives;
mod roff;
#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

use super::fortran::{self, Synopsis};
use super::model::{Function, Model};
use super::spec::{Chapter, Spec};
use relatives::Relatives;
use words::{About, Words};

/// A procedure with its forms.
struct Entry<'a> {
    chapter: &'a Chapter,
    function: &'a Function,
    /// The form with large counts.
    large: Option<&'a Function>,
    fortran: Option<&'a Synopsis>,
    about: &'a About,
}

impl Entry<'_> {
    fn name(&self) -> &str {
        &self.function.name
    }

    /// Whether its chapter is one of these.
    fn is_of(&self, modules: &[&str]) -> bool {
        modules.contains(&self.chapter.module.as_str())
    }
}

/// The pages by the names of their files; the form with large counts has one that names the other.
pub(super) fn write(folder: &Path, spec: &Spec, model: &Model) -> Result<BTreeMap<String, String>> {
    let words = Words::read(folder)?;
    let synopses = fortran::synopses(spec);
    let entries = entries(model, &words, &synopses)?;
    let chapters = entries.iter().map(|entry| (entry.name(), entry.chapter.module.as_str()));
    let relatives = Relatives::new(chapters.collect());
    let mut pages = BTreeMap::new();
    for entry in &entries {
        let file = format!("{}.3", entry.name());
        if let Some(large) = entry.large {
            pages.insert(format!("{}.3", large.name), format!(".so man3/{file}\n"));
        }
        pages.insert(file, page::write(entry, &words, &relatives)?);
    }
    Ok(pages)
}

fn entries<'a>(
    model: &'a Model,
    words: &'a Words,
    synopses: &'a BTreeMap<String, Synopsis>,
) -> Result<Vec<Entry<'a>>> {
    let mut entries = Vec::new();
    for (chapter, functions) in &model.chapters {
        for function in functions.iter().filter(|function| !is_large(function)) {
            entries.push(Entry {
                chapter,
                function,
                large: functions.iter().find(|f| f.name == format!("{}_c", function.name)),
                fortran: synopses.get(&function.name),
                about: words.about(&function.name)?,
            });
        }
    }
    Ok(entries)
}

fn is_large(function: &Function) -> bool {
    function.name.ends_with("_c")
}
