//! What a page says of each parameter.

use anyhow::Result;

use super::super::model::{Param, Shape};
use super::super::spec::Direction;
use super::Entry;
use super::words::Words;

/// All parameters: name with direction and number, and what it is.
pub(super) fn of(entry: &Entry<'_>, words: &Words) -> Result<Vec<(String, String)>> {
    let both = |param: &Param| Ok((head(entry, param), text(entry, param, words)?));
    all(entry).into_iter().map(both).collect()
}

/// Those of the form that has more.
fn all<'a>(entry: &Entry<'a>) -> Vec<&'a Param> {
    let small = &entry.function.params;
    match entry.large {
        Some(large) if large.params.len() > small.len() => large
            .params
            .iter()
            .map(|param| entry.function.param(&param.name).unwrap_or(param))
            .collect(),
        _ => small.iter().collect(),
    }
}

fn head(entry: &Entry<'_>, param: &Param) -> String {
    let direction = match param.dir {
        Direction::In => "in",
        Direction::Out => "out",
        Direction::Inout => "in and out",
    };
    let mut notes = vec![direction.to_owned()];
    notes.extend(array(entry, param));
    if param.root_only {
        notes.push("at the root alone".into());
    }
    if entry.function.param(&param.name).is_none() {
        notes.push("with large counts alone".into());
    }
    format!("`{}` ({})", param.name, notes.join(", "))
}

/// How many of them there are, where there may be several.
fn array(entry: &Entry<'_>, param: &Param) -> Option<String> {
    if !param.c.contains('[') {
        return None;
    }
    Some(match param.length.as_deref() {
        Some("*") if entry.is_of(&["request"]) => "one for each request".into(),
        Some("*") if entry.is_of(&["neighbor"]) => "one for each neighbor".into(),
        Some("*") if entry.chapter.module.starts_with("coll") => "one for each process".into(),
        Some("*") | None => "array".into(),
        Some(length) => format!("array of `{length}`"),
    })
}

fn text(entry: &Entry<'_>, param: &Param, words: &Words) -> Result<String> {
    let mut text = words.parameter(entry.name(), param)?.to_owned();
    if let Some(constant) = constant(entry, param) {
        text += ", or ";
        text += &constant;
    }
    if let (Direction::Out, Some(length)) = (param.dir, &param.length)
        && length.starts_with("MPI_MAX_")
    {
        text += &format!(", at most {length} characters");
    }
    let mut letters = text.chars();
    let first = letters.next().unwrap_or_default().to_uppercase();
    Ok(format!("{first}{}.", letters.as_str()))
}

/// The constant that may stand there, too.
fn constant(entry: &Entry<'_>, param: &Param) -> Option<String> {
    match (param.kind.as_str(), param.dir, param.shape) {
        ("STATUS", Direction::Out, Shape::Array) => {
            Some("MPI_STATUSES_IGNORE for the whole array".into())
        }
        ("STATUS", Direction::Out, _) if !entry.is_of(&["fortran"]) => {
            Some("MPI_STATUS_IGNORE".into())
        }
        ("INFO", Direction::In, Shape::Value) if may_lack_hints(entry) => {
            Some("MPI_INFO_NULL".into())
        }
        ("TAG", Direction::In, _) if entry.function.may_any_tag => Some("MPI_ANY_TAG".into()),
        ("REQUEST", _, Shape::Pointer) if param.null => Some("MPI_REQUEST_NULL".into()),
        ("FILE", _, _) if param.null => Some("MPI_FILE_NULL for those that are yet to open".into()),
        ("BUFFER", _, _) => in_place(entry, param),
        _ => None,
    }
}

/// Hints are what an object is made with, not what is done with info objects.
fn may_lack_hints(entry: &Entry<'_>) -> bool {
    !entry.is_of(&["info", "abi", "fortran", "deprecated"]) && !entry.name().ends_with("_set_info")
}

/// `MPI_IN_PLACE`: what is sent lies where the result will be; where a root scatters, what it would receive stays where
/// it is (MPI-5.0 §6.2.2).
fn in_place(entry: &Entry<'_>, param: &Param) -> Option<String> {
    let has = |name: &str| entry.function.param(name).is_some();
    if !entry.chapter.module.starts_with("coll") || !has("sendbuf") || !has("recvbuf") {
        return None;
    }
    let name = entry.name().to_lowercase();
    let is_scattered = name.contains("scatter") && !name.contains("reduce");
    let lies = if is_scattered { "recvbuf" } else { "sendbuf" };
    let at_root = if has("root") { " at the root" } else { "" };
    (param.name == lies).then(|| format!("MPI_IN_PLACE{at_root}"))
}
