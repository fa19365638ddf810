//! Reads `spec/`: see its README for what each file holds.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

/// Everything in `spec/`.
pub(super) struct Spec {
    pub(super) procedures: Vec<Procedure>,
    /// Name and C expression, in the order of the ABI.
    pub(super) constants: Vec<(String, String)>,
    /// Those of the standard ABI and those beyond it.
    pub(super) functions: BTreeSet<String>,
    /// Function beyond the ABI to the one of the ABI that serves its purpose; empty for none.
    pub(super) beyond: BTreeMap<String, String>,
    pub(super) header: String,
    /// The part of `mpi-ext.h` that is no list.
    pub(super) extensions: String,
    pub(super) chapters: Vec<Chapter>,
    pub(super) overrides: Overrides,
    pub(super) fortran: FortranRules,
    /// The parts of `mpif.h` and of the modules that are no lists.
    pub(super) fortran_header: String,
    pub(super) fortran_module: String,
    pub(super) fortran_2008: String,
    /// Function to module.
    pub(super) built: BTreeMap<String, String>,
}

/// A procedure of the standard, without regard to a language.
#[derive(Deserialize)]
pub(super) struct Procedure {
    pub(super) name: String,
    #[serde(default)]
    pub(super) attributes: Vec<String>,
    pub(super) parameters: Vec<Parameter>,
    pub(super) return_kind: String,
}

#[derive(Clone, Deserialize)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) dir: Direction,
    #[serde(default)]
    pub(super) constant: bool,
    #[serde(default)]
    pub(super) pointer: bool,
    #[serde(default)]
    pub(super) root_only: bool,
    #[serde(default)]
    pub(super) large_only: bool,
    #[serde(default)]
    pub(super) asynchronous: bool,
    #[serde(default)]
    pub(super) suppress: String,
    pub(super) func_type: Option<String>,
    pub(super) length: Option<serde_json::Value>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Direction {
    In,
    Out,
    Inout,
}

#[derive(Clone, Deserialize)]
pub(super) struct Chapter {
    pub(super) module: String,
    pub(super) title: String,
    pub(super) section: u32,
    names: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Overrides {
    anytime: Vec<String>,
    any_tag: Vec<String>,
    unchecked: Vec<String>,
    takes_part: Vec<String>,
    #[serde(flatten)]
    pub(super) functions: HashMap<String, FunctionOverride>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FunctionOverride {
    #[serde(default)]
    pub(super) separate: bool,
    pub(super) same_as: Option<String>,
    pub(super) on: Option<String>,
    #[serde(default)]
    pub(super) params: HashMap<String, ParameterOverride>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ParameterOverride {
    pub(super) c: Option<String>,
    pub(super) rust: Option<String>,
    pub(super) kind: Option<String>,
    #[serde(default)]
    pub(super) null: bool,
}

/// What the bindings for Fortran know by name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FortranRules {
    /// Procedures whose entry points are written by hand.
    pub(super) by_hand: Vec<String>,
    /// Those of which only the entry points for descriptors are.
    pub(super) by_hand_with_descriptors: Vec<String>,
    /// Procedures whose buffer is exactly `count` elements of `datatype`.
    pub(super) whole_buffers: Vec<String>,
    /// Procedures whose texts may begin with blanks.
    pub(super) keep_front: Vec<String>,
    /// Constants that mean nothing in Fortran.
    pub(super) not_constants: Vec<String>,
}

impl FortranRules {
    pub(super) fn lists(list: &[String], name: &str) -> bool {
        list.iter().any(|pattern| matches(pattern, name))
    }
}

#[derive(Deserialize)]
struct Chapters {
    chapter: Vec<Chapter>,
}

impl Overrides {
    pub(super) fn is_anytime(&self, name: &str) -> bool {
        self.anytime.iter().any(|pattern| matches(pattern, name))
    }

    pub(super) fn is_any_tag(&self, name: &str) -> bool {
        self.any_tag.iter().any(|pattern| matches(pattern, name))
    }

    pub(super) fn is_unchecked(&self, name: &str) -> bool {
        self.unchecked.iter().any(|pattern| matches(pattern, name))
    }

    pub(super) fn takes_part(&self, name: &str) -> bool {
        self.takes_part.iter().any(|pattern| matches(pattern, name))
    }
}

impl Chapter {
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|pattern| matches(pattern, name))
    }
}

/// Whether `name` fits `pattern`, where `*` at either end stands for anything.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(end), None) => name.ends_with(end),
        (None, Some(start)) => name.starts_with(start),
        (Some(_), Some(_)) => name.contains(pattern.trim_matches('*')),
        (None, None) => name == pattern,
    }
}

impl Spec {
    pub(super) fn read(folder: &Path) -> Result<Spec> {
        let text = |file: &str| {
            let path = folder.join(file);
            fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))
        };
        let mut spec = Spec {
            procedures: procedures("procedures.jsonl", &text("procedures.jsonl")?)?,
            constants: constants(&text("constants.tsv")?)?,
            functions: text("functions.txt")?.split_whitespace().map(str::to_owned).collect(),
            beyond: pairs("beyond.txt", &text("beyond.txt")?)?,
            header: text("header.h")?,
            extensions: text("extensions.h")?,
            chapters: toml::from_str::<Chapters>(&text("chapters.toml")?)?.chapter,
            overrides: toml::from_str(&text("overrides.toml")?)?,
            fortran: toml::from_str(&text("fortran.toml")?)?,
            fortran_header: text("fortran/mpif.h")?,
            fortran_module: text("fortran/mpi.f90")?,
            fortran_2008: text("fortran/mpi_f08.f90")?,
            built: pairs("built.txt", &text("built.txt")?)?,
        };
        spec.procedures.extend(procedures("removed.jsonl", &text("removed.jsonl")?)?);
        spec.procedures.extend(procedures("extensions.jsonl", &text("extensions.jsonl")?)?);
        spec.functions.extend(spec.beyond.keys().cloned());
        spec.check_names()?;
        Ok(spec)
    }

    fn check_names(&self) -> Result<()> {
        for (name, module) in &self.built {
            ensure!(self.functions.contains(name), "spec/built.txt: no function {name}");
            ensure!(!module.is_empty(), "spec/built.txt: {name} has no module");
        }
        for instead in self.beyond.values().filter(|instead| !instead.is_empty()) {
            ensure!(self.functions.contains(instead), "spec/beyond.txt: no function {instead}");
        }
        for name in self.overrides.functions.keys() {
            ensure!(self.functions.contains(name), "spec/overrides.toml: no function {name}");
        }
        Ok(())
    }
}

fn procedures(file: &str, text: &str) -> Result<Vec<Procedure>> {
    let parse = |(index, line): (usize, &str)| {
        serde_json::from_str(line).with_context(|| format!("spec/{file}, line {}", index + 1))
    };
    text.lines().enumerate().map(parse).collect()
}

fn constants(text: &str) -> Result<Vec<(String, String)>> {
    let parse = |line: &str| {
        let (name, value) = line
            .split_once('\t')
            .with_context(|| format!("spec/constants.tsv: no tab in {line:?}"))?;
        Ok((name.to_owned(), value.to_owned()))
    };
    text.lines().skip(1).map(parse).collect()
}

/// Lines of a function and, perhaps, one word on it.
fn pairs(file: &str, text: &str) -> Result<BTreeMap<String, String>> {
    let mut pairs = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
        let Some(name) = words.next() else { continue };
        let word = words.next().unwrap_or_default();
        if words.next().is_some() {
            bail!("spec/{file}, line {}: expected a function and one word", index + 1);
        }
        let old = pairs.insert(name.to_owned(), word.to_owned());
        ensure!(old.is_none(), "spec/{file}, line {}: {name} for a second time", index + 1);
    }
    Ok(pairs)
}
