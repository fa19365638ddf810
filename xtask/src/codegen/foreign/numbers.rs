//! The constants of another ABI beside those of the standard one: numbers and predefined handles.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};

use super::super::spec::{Spec, matches};
use super::FrontEnd;
use super::rules::{NumberGroup, Rules};

/// The kinds of handles, by the heads of their constants' expressions.
const HANDLES: [(&str, &str); 11] = [
    ("MPI_Comm", "COMM"),
    ("MPI_Group", "GROUP"),
    ("MPI_Datatype", "DATATYPE"),
    ("MPI_Op", "OP"),
    ("MPI_Request", "REQUEST"),
    ("MPI_Message", "MESSAGE"),
    ("MPI_Info", "INFO"),
    ("MPI_Errhandler", "ERRHANDLER"),
    ("MPI_Win", "WIN"),
    ("MPI_File", "FILE"),
    ("MPI_Session", "SESSION"),
];

/// Constants, each with its value there and the standard's expression.
pub(super) struct Values {
    constants: Vec<Constant>,
}

pub(super) struct Constant {
    pub(super) name: String,
    pub(super) there: There,
    /// None where the standard has nothing like it.
    pub(super) standard: Option<String>,
    /// Of a variable: its integer in Fortran.
    pub(super) fortran: Option<i32>,
}

/// What a constant is there.
pub(super) enum There {
    Number(i64),
    /// The address of a variable of the library.
    Variable {
        symbol: String,
        size: usize,
    },
}

/// The trait that each front end implements.
pub(super) fn interface(rules: &Rules) -> String {
    let mut text = String::from(
        "//! Numbers whose values each ABI chooses for itself. Written by `cargo xtask codegen`; do not edit.\n\n\
         /// Between an ABI's numbers and those of the standard ABI. What is no constant of a group stays as it is, \
         or becomes [`NONE`](Numbers::NONE) where it would be taken for another.\npub trait Numbers {\n\
         /// What no group has.\nconst NONE: i32 = i32::MIN;\n",
    );
    for name in rules.groups.keys() {
        write!(
            text,
            "/// The standard's number for one of the program's.\nfn {name}_inward(value: i32) -> i32;\n\
             /// The program's number for one of the standard's.\nfn {name}_outward(value: i32) -> i32;\n"
        )
        .unwrap();
    }
    text + "}\n"
}

fn integer(text: &str) -> Option<i64> {
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

impl Values {
    pub(super) fn read(folder: &Path, name: &str, spec: &Spec, rules: &Rules) -> Result<Values> {
        let path = folder.join(name).with_extension("tsv");
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("reading {}", path.display()))?;
        let mut standard: BTreeMap<&str, String> =
            spec.constants.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        standard
            .extend(rules.beyond.iter().map(|(name, value)| (name.as_str(), value.to_string())));
        let parse = |line: &str| {
            Constant::parse(line, &standard)
                .with_context(|| format!("{}: {line:?}", path.display()))
        };
        Ok(Values { constants: text.lines().skip(1).map(parse).collect::<Result<_>>()? })
    }

    /// In the order of the file.
    pub(super) fn constants(&self) -> &[Constant] {
        &self.constants
    }

    /// Pairs of a group: the value there, and the standard's.
    fn pairs(&self, group: &NumberGroup) -> Vec<(i64, i64)> {
        let is_of = |name: &str| group.constants.iter().any(|pattern| matches(pattern, name));
        let constants = self.constants.iter().filter(|constant| is_of(&constant.name));
        let pair = |constant: &Constant| match constant.there {
            There::Number(there) => Some((there, integer(constant.standard.as_ref()?)?)),
            There::Variable { .. } => None,
        };
        constants.filter_map(pair).collect()
    }

    /// Whether the values of a group are the standard's.
    pub(super) fn is_same(&self, group: &NumberGroup) -> bool {
        self.pairs(group).iter().all(|(there, standard)| there == standard)
    }

    /// The front end's `impl Numbers`.
    pub(super) fn numbers(&self, front: &FrontEnd, rules: &Rules) -> Result<String> {
        let mut text = format!(
            "//! Numbers of {}. Written by `cargo xtask codegen`; do not edit.\n\
             #![allow(clippy::manual_range_patterns)]\n\n\
             use ferry_foreign::generated::numbers::Numbers;\n\nuse crate::{};\n\nimpl Numbers for {} {{\n",
            front.title, front.face, front.face
        );
        for (name, group) in &rules.groups {
            let inward = self.pairs(group);
            let outward: Vec<_> =
                inward.iter().map(|(there, standard)| (*standard, *there)).collect();
            for (way, pairs) in [("inward", inward), ("outward", outward)] {
                let body = if group.bits { bits(&pairs) } else { choice(&pairs) };
                write!(text, "#[inline]\nfn {name}_{way}(value: i32) -> i32 {{\n{body}}}\n")?;
            }
        }
        Ok(text + "}\n")
    }

    /// Predefined handles: numbers by kind, or all variables.
    pub(super) fn handles(&self, front: &FrontEnd) -> Result<String> {
        let has_variables =
            self.constants.iter().any(|c| matches!(c.there, There::Variable { .. }));
        if has_variables { self.variables(front) } else { self.handle_numbers(front) }
    }

    fn handle_numbers(&self, front: &FrontEnd) -> Result<String> {
        let mut text = format!(
            "//! Predefined handles of {}, each with that of the standard ABI. Written by `cargo xtask codegen`; do not \
             edit.\n",
            front.title
        );
        for (ty, name) in HANDLES {
            writeln!(text, "\n/// Of `{ty}`.\npub const {name}: &[(u32, usize)] = &[")?;
            let mut seen = BTreeSet::new();
            // What stands first is found first.
            let (nulls, others): (Vec<_>, Vec<_>) =
                self.constants.iter().partition(|constant| constant.name.ends_with("_NULL"));
            for constant in others.into_iter().chain(nulls) {
                let There::Number(there) = constant.there else { continue };
                let Some(value) = constant.handle(ty)? else { continue };
                if seen.insert(value) {
                    writeln!(text, "({:#x}, {value:#x}),", there as u32)?;
                }
            }
            text.push_str("];\n");
        }
        Ok(text)
    }

    /// Variables whose addresses are handles, each with its size and the standard's handle.
    fn variables(&self, front: &FrontEnd) -> Result<String> {
        let mut text = format!(
            "//! Predefined objects of {}, each with its size and the standard ABI's handle, 0 where that has none. Written \
             by `cargo xtask codegen`; do not edit.\n\nuse core::ffi::c_int;\n\nuse crate::objects::objects;\n\nobjects! {{\n",
            front.title
        );
        let mut seen = BTreeSet::new();
        for constant in &self.constants {
            let There::Variable { symbol, size } = &constant.there else { continue };
            let mut value = 0;
            for (ty, _) in HANDLES {
                value = constant.handle(ty)?.unwrap_or(value);
            }
            if seen.insert(symbol) {
                writeln!(text, "    {symbol}: {size} = {value:#x};")?;
            }
        }
        Ok(text + "}\n" + &self.integers()?)
    }

    /// Of each kind the integers that its handles are in Fortran, each with the standard's handle.
    fn integers(&self) -> Result<String> {
        let mut text = String::new();
        for (ty, name) in HANDLES {
            writeln!(text, "\n/// Integers of `{ty}`.\npub const {name}: &[(c_int, usize)] = &[")?;
            let mut seen = BTreeSet::new();
            for constant in &self.constants {
                let (Some(integer), Some(value)) = (constant.fortran, constant.handle(ty)?) else {
                    continue;
                };
                if seen.insert(integer) {
                    writeln!(text, "({integer}, {value:#x}),")?;
                }
            }
            text.push_str("];\n");
        }
        Ok(text)
    }
}

impl Constant {
    /// Of a line: the name, the value there or a variable, the variable's size and its integer in Fortran.
    fn parse(line: &str, standard: &BTreeMap<&str, String>) -> Option<Constant> {
        let mut columns = line.split('\t');
        let (name, value) = (columns.next()?, columns.next()?);
        let there = match columns.next() {
            Some(size) => There::Variable { symbol: value.to_owned(), size: size.parse().ok()? },
            None => There::Number(integer(value)?),
        };
        let standard = if name == "-" {
            None
        } else {
            let expression = standard.get(name)?;
            // An alias has the value of what it is another name of.
            Some(standard.get(expression.as_str()).unwrap_or(expression).clone())
        };
        let fortran = match columns.next() {
            Some(integer) => Some(integer.parse().ok()?),
            None => None,
        };
        Some(Constant { name: name.to_owned(), there, standard, fortran })
    }

    /// The standard's handle, if it is one of this type.
    fn handle(&self, ty: &str) -> Result<Option<i64>> {
        let head = format!("(({ty})");
        let expression = self.standard.as_deref().unwrap_or("");
        let Some(value) = expression.strip_prefix(&head) else { return Ok(None) };
        let value = integer(value.trim_end_matches(')'));
        Ok(Some(value.with_context(|| expression.to_owned())?))
    }
}

/// One value for each; of several names for one value the last counts.
fn choice(pairs: &[(i64, i64)]) -> String {
    let map: BTreeMap<i64, i64> = pairs.iter().copied().collect();
    let targets: BTreeSet<i64> = map.values().copied().collect();
    let mut arms = String::new();
    for (from, to) in &map {
        if from != to {
            writeln!(arms, "{from} => {to},").unwrap();
        }
    }
    let mistaken: Vec<String> =
        targets.iter().filter(|value| !map.contains_key(value)).map(i64::to_string).collect();
    if !mistaken.is_empty() {
        writeln!(arms, "{} => Self::NONE,", mistaken.join(" | ")).unwrap();
    }
    if arms.is_empty() {
        return "value\n".to_owned();
    }
    let is_negative = map.iter().all(|(from, to)| *from < 0 && *to < 0);
    let first = if is_negative { "0.. => value,\n" } else { "" };
    format!("match value {{\n{first}{arms}_ => value,\n}}\n")
}

/// Each bit for itself; one that nobody knows stays one that nobody knows.
fn bits(pairs: &[(i64, i64)]) -> String {
    let known = pairs.iter().fold(0, |all, (from, _)| all | from);
    let mut text = format!("let mut bits = if value & !{known} == 0 {{ 0 }} else {{ 1 << 30 }};\n");
    for (from, to) in pairs {
        writeln!(text, "if value & {from} != 0 {{\nbits |= {to};\n}}").unwrap();
    }
    text + "bits\n"
}
