//! `spec/foreign.toml`: what of a function follows from its kinds of parameters, in another ABI.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::super::model::{Function, Param};

/// What the file says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    pub(super) groups: BTreeMap<String, NumberGroup>,
    /// Constants beyond the standard ABI.
    pub(super) beyond: BTreeMap<String, i64>,
    odd: Names,
    native: Names,
    copies: Names,
    plain: Parameters,
}

/// Numbers of one meaning.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NumberGroup {
    kinds: Vec<String>,
    pub(super) constants: Vec<String>,
    #[serde(default)]
    pub(super) bits: bool,
}

#[derive(Deserialize)]
struct Names {
    functions: Vec<String>,
}

#[derive(Deserialize)]
struct Parameters {
    parameters: Vec<String>,
}

impl Rules {
    pub(super) fn read(folder: &Path) -> Result<Rules> {
        let path = folder.join("foreign.toml");
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("reading {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("in {}", path.display()))
    }

    /// The group that a parameter's values belong to.
    pub(super) fn group(&self, function: &Function, param: &Param) -> Option<&str> {
        if self.plain.parameters.contains(&format!("{}.{}", function.name, param.name)) {
            return None;
        }
        let has = |(_, group): &(&String, &NumberGroup)| group.kinds.contains(&param.kind);
        self.groups.iter().find(has).map(|(name, _)| name.as_str())
    }

    /// Whether what it does is written by hand for all front ends.
    pub(super) fn is_odd(&self, name: &str) -> bool {
        self.odd.functions.iter().any(|odd| odd == name)
    }

    /// Whether it stores requests and statuses in the form of the program's ABI.
    pub(super) fn is_native(&self, name: &str) -> bool {
        self.native.functions.iter().any(|native| native == name)
    }

    /// Whether it copies a status from one form to another.
    pub(super) fn is_copy(&self, name: &str) -> bool {
        self.copies.functions.iter().any(|copy| copy == name)
    }
}
