//! What a page says of a function besides its parameters: paragraphs of sentences.

use super::super::model::{Beyond, Param};
use super::super::spec::Direction;
use super::super::wrappers;
use super::Entry;
use super::relatives::Relatives;
use super::words::Scope;

/// The description.
pub(super) fn paragraphs(entry: &Entry<'_>, all: &Relatives<'_>) -> Vec<Vec<String>> {
    let mut first = vec![scope(entry)];
    first.extend(request(entry).into_iter().map(str::to_owned));
    first.extend(anytime(entry).map(str::to_owned));
    let mut paragraphs = vec![first];
    paragraphs.extend(large(entry).map(|sentence| vec![sentence]));
    paragraphs.extend(beyond(entry, all));
    paragraphs
}

fn scope(entry: &Entry<'_>) -> String {
    match entry.about.scope {
        Scope::Local => "Local: it waits for no other process.".into(),
        Scope::Nonlocal => "Not local: it may wait for what other processes do.".into(),
        Scope::Noncollective => "Not collective: a process calls it by itself.".into(),
        Scope::Collective => match members(entry) {
            Some(of) => format!("Collective: all processes of `{of}` call it."),
            None => "Collective: all processes of the job call it.".into(),
        },
    }
}

/// The parameter whose processes take part.
fn members<'a>(entry: &Entry<'a>) -> Option<&'a str> {
    let params = &entry.function.params;
    let first = |kind: &str| params.iter().find(|p| p.kind == kind && p.dir != Direction::Out);
    // One of the two functions that make communicators of a group takes a communicator, too.
    let is_of_group = entry.name().ends_with("_group") && first("GROUP").is_some();
    let group = first("GROUP").filter(|_| is_of_group);
    let object = ["COMMUNICATOR", "WINDOW", "FILE", "GROUP"].into_iter().find_map(first);
    group.or(object).map(|param| param.name.as_str())
}

/// What becomes of the request that it makes.
fn request(entry: &Entry<'_>) -> Vec<&'static str> {
    let is_made = |p: &Param| p.kind == "REQUEST" && p.dir == Direction::Out;
    if !entry.function.params.iter().any(is_made) || entry.is_of(&["external"]) {
        return Vec::new();
    }
    let has_buffers = entry.function.params.iter().any(|p| p.kind == "BUFFER");
    if entry.name().ends_with("_init") {
        let mut sentences = vec![
            "Nothing is sent or received until MPI_Start or MPI_Startall starts the request.",
            "MPI_Wait, MPI_Test and their kin complete it; then it may be started again.",
            "MPI_Request_free gives it up.",
        ];
        if entry.is_of(&["partitioned"]) {
            sentences.push("MPI_Pready hands over a partition, MPI_Parrived asks for one.");
        }
        return sentences;
    }
    let mut sentences = vec![
        "It returns at once; MPI_Wait, MPI_Test and their kin tell when the operation is complete.",
    ];
    if has_buffers {
        sentences.push("Until then the program leaves its buffers alone.");
    }
    sentences
}

fn anytime(entry: &Entry<'_>) -> Option<&'static str> {
    let name = entry.name();
    if entry.is_of(&["tool"]) && name.starts_with("MPI_T_") && name != "MPI_T_init_thread" {
        return Some("It may be called after MPI_T_init_thread, whether MPI was started or not.");
    }
    let starts = ["MPI_Init", "MPI_Init_thread"].contains(&name);
    (entry.function.is_anytime && !starts)
        .then_some("It may be called before MPI is started and after it has ended, too.")
}

/// In what the form with large counts differs.
fn large(entry: &Entry<'_>) -> Option<String> {
    let large = entry.large?;
    let differs = |param: &&Param| {
        entry.function.param(&param.name).is_some_and(|small| small.ty != param.ty)
    };
    let of = |ty: &str| {
        let names = large.params.iter().filter(differs).filter(|param| param.ty.c == ty);
        let names: Vec<String> = names.map(|param| format!("`{}`", param.name)).collect();
        (!names.is_empty()).then(|| format!("{} of type {ty}", joined(&names)))
    };
    let types: Vec<String> = ["MPI_Count", "MPI_Aint"].into_iter().filter_map(of).collect();
    let mut sentence = format!("{} is the form for large counts", large.name);
    if !types.is_empty() {
        sentence += &format!(", with {}", types.join(" and "));
    }
    Some(sentence + ".")
}

/// `a`, `a and b`, `a, b and c`.
fn joined(names: &[String]) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => names.concat(),
    }
}

/// What the function is to the standard ABI, or to those who write a program today.
fn beyond(entry: &Entry<'_>, all: &Relatives<'_>) -> Option<Vec<String>> {
    Some(match &entry.function.beyond {
        Some(Beyond::Removed(instead)) => vec![
            format!("MPI no longer has this name: use {instead}."),
            "Ferry has it for old programs, and the compiler warns of it.".into(),
        ],
        Some(Beyond::Alias(instead)) => vec![format!(
            "The standard ABI lacks it: in C it is also a macro that calls {instead}, so that programs run on every \
             implementation of the ABI."
        )],
        Some(Beyond::Extra) if entry.function.is_extension() => {
            vec!["MPIX_HAVE_ULFM tells that it is there.".into()]
        }
        Some(Beyond::Extra) => vec![
            "The standard ABI lacks it: another implementation of the ABI need not have it.".into(),
        ],
        None if entry.is_of(&["deprecated"]) => vec![match all.successor(entry.function) {
            Some(successor) => format!("Deprecated: new programs call {successor}."),
            None => "Deprecated: new programs do without.".into(),
        }],
        None => return None,
    })
}

/// What it returns.
pub(super) fn result(entry: &Entry<'_>) -> Vec<String> {
    let function = entry.function;
    if function.is_plain {
        return vec![format!("What it tells, as `{}`.", function.result.c)];
    }
    if function.name.starts_with("MPI_T_") {
        return vec!["MPI_SUCCESS, or an error code. No error handler is called.".into()];
    }
    let mut sentences = vec![
        "MPI_SUCCESS, or an error code, which MPI_Error_class and MPI_Error_string explain.".into(),
        handler(entry),
    ];
    if let Some(fortran) = entry.fortran {
        let may_lack =
            if fortran.new.is_empty() { "" } else { ", which is optional in Fortran 2008" };
        sentences.push(format!("In Fortran the code is in `ierror`{may_lack}."));
    }
    sentences
}

/// Whose error handler is called, and what that does where the program says nothing (MPI-5.0 §9.3).
fn handler(entry: &Entry<'_>) -> String {
    let (on, param) = wrappers::on(entry.function);
    let of_file = on.starts_with("On::File");
    let whose = match param {
        Some(param) if on.starts_with("On::Request") => format!("what `{param}` belongs to"),
        Some(param) => format!("`{param}`"),
        None if of_file => "MPI_FILE_NULL".into(),
        None => "MPI_COMM_SELF".into(),
    };
    let does = if of_file { "lets the call return" } else { "ends the job" };
    format!("On an error the error handler of {whose} is called first; by default it {does}.")
}
