//! What the data say in words: `spec/about.tsv` of functions, `spec/parameters.tsv` of parameters.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::super::model::Param;

/// Both tables.
pub(super) struct Words {
    pub(super) functions: BTreeMap<String, About>,
    /// By `function.parameter`, name, or kind.
    pub(super) parameters: BTreeMap<String, String>,
}

/// A function in one line.
pub(super) struct About {
    pub(super) scope: Scope,
    pub(super) line: String,
}

/// Who has to call it (MPI-5.0 §2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    Local,
    Nonlocal,
    Collective,
    Noncollective,
}

impl Words {
    pub(super) fn read(folder: &Path) -> Result<Words> {
        let mut functions = BTreeMap::new();
        for (number, cells) in cells::<3>(folder, "about.tsv")? {
            let [name, scope, line] = cells;
            let scope = scope_of(&scope).with_context(|| format!("about.tsv, line {number}"))?;
            let old = functions.insert(name, About { scope, line });
            ensure!(old.is_none(), "spec/about.tsv, line {number}: a function for a second time");
        }
        let mut parameters = BTreeMap::new();
        for (number, [name, text]) in cells::<2>(folder, "parameters.tsv")? {
            let old = parameters.insert(name, text);
            ensure!(old.is_none(), "spec/parameters.tsv, line {number}: for a second time");
        }
        Ok(Words { functions, parameters })
    }

    pub(super) fn about(&self, function: &str) -> Result<&About> {
        let about = self.functions.get(function);
        about.with_context(|| format!("spec/about.tsv: no line of {function}"))
    }

    /// Of a function's parameter; the most special line counts.
    pub(super) fn parameter(&self, function: &str, param: &Param) -> Result<&str> {
        let keys = [format!("{function}.{}", param.name), param.name.clone(), param.kind.clone()];
        let text = keys.iter().find_map(|key| self.parameters.get(key));
        let text = text.with_context(|| {
            format!("spec/parameters.tsv: nothing of {function}'s {} ({})", param.name, param.kind)
        });
        text.map(String::as_str)
    }
}

fn scope_of(word: &str) -> Result<Scope> {
    Ok(match word {
        "local" => Scope::Local,
        "nonlocal" => Scope::Nonlocal,
        "collective" => Scope::Collective,
        "noncollective" => Scope::Noncollective,
        _ => bail!("{word:?} does not say who has to call a function"),
    })
}

/// The lines of a table, each with its number.
fn cells<const N: usize>(folder: &Path, file: &str) -> Result<Vec<(usize, [String; N])>> {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let cells = cells.try_into().ok();
        let cells = cells.with_context(|| format!("spec/{file}, line {}: not {N}", index + 1))?;
        lines.push((index + 1, cells));
    }
    Ok(lines)
}
