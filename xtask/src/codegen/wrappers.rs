//! `crates/faces/mpi/standard/src/generated`: one thin wrapper for each C function.

use std::fmt::Write;

use super::checks;
use super::kinds;
use super::model::{Function, Model, Shape, rust_name};
use super::spec::{Chapter, Direction};

/// File names and their text, before formatting.
pub(super) fn write(model: &Model) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for (chapter, functions) in &model.chapters {
        files.push((format!("{}.rs", chapter.module), file(chapter, functions)));
    }
    files
}

/// The module that has those for its children.
pub(super) fn index(model: &Model) -> String {
    let head = String::from(
        "//! The C functions, by chapter of the standard. Written by `cargo xtask codegen`; do not \
         edit.\n//!\n//! Each checks its arguments and calls its implementation in \
         [`ferry_abi::calls`]; one that\n//! has none yet fails with \
         `MPI_ERR_UNSUPPORTED_OPERATION`.\n\
         // SAFETY of every function here: its arguments are what the standard asks of the C \
         function's.\n\
         #![allow(missing_docs, unused_imports, clippy::missing_safety_doc, \
         clippy::too_many_arguments)]\n\n",
    );
    modules(model, &head, IMPORTS)
}

/// A module that has a child for each chapter, between its head and what the children use.
pub(super) fn modules(model: &Model, head: &str, imports: &str) -> String {
    let mut text = head.to_owned();
    let mut modules: Vec<&str> = model.chapters.iter().map(|(c, _)| c.module.as_str()).collect();
    modules.sort_unstable();
    for module in modules {
        writeln!(text, "pub mod {module};").unwrap();
    }
    text.push_str(imports);
    text
}

/// What the files of all chapters use.
const IMPORTS: &str = "
mod prelude {
    pub(super) use core::ffi::{c_char, c_double, c_int, c_void};

    pub(super) use ferry_abi::callback::*;
    pub(super) use ferry_abi::convert::{Ints, OutCount, handle_at};
    pub(super) use ferry_abi::entry::{On, entry, entry_anytime, plain_unbuilt, unbuilt};
    pub(super) use ferry_abi::types::*;
    pub(super) use ferry_abi::{calls, check};
    pub(super) use ferry_mpi::Status;
    pub(super) use ferry_mpi::constants::*;
    pub(super) use ferry_mpi::handle::*;
}
";

fn file(chapter: &Chapter, functions: &[Function]) -> String {
    let mut text = format!(
        "//! {} (MPI-5.0 §{}). Written by `cargo xtask codegen`; do not edit.\n\n\
         use super::prelude::*;\n",
        chapter.title, chapter.section
    );
    for function in functions {
        text.push('\n');
        text.push_str(&wrapper(function));
    }
    text
}

fn wrapper(function: &Function) -> String {
    let name = &function.name;
    let is_used = |param: &str| {
        function.call.is_some() || (!function.is_plain && on(function).1.as_deref() == Some(param))
    };
    let params = function.params.iter().map(|p| {
        let hidden = if is_used(&p.name) { "" } else { "_" };
        let name = if hidden.is_empty() { rust_name(&p.name) } else { format!("_{}", p.name) };
        format!("{name}: {}", p.rust)
    });
    let params: Vec<String> = params.collect();
    format!(
        "#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn P{name}({}) -> {} {{\n{}\n}}\n",
        params.join(", "),
        function.result.rust,
        if function.is_plain {
            plain_body(function)
        } else {
            body(function, implementation(function).as_deref())
        },
    )
}

fn implementation(function: &Function) -> Option<String> {
    let (module, name) = function.call.as_ref()?;
    Some(call(function, &format!("calls::{module}::{name}")))
}

/// The call of what serves a function.
pub(super) fn call(function: &Function, path: &str) -> String {
    let arguments: Vec<String> = function.params.iter().map(|p| p.pass()).collect();
    format!(
        "// SAFETY: the program vouches for its arguments.\n\
         unsafe {{ {path}({}) }}",
        arguments.join(", ")
    )
}

fn plain_body(function: &Function) -> String {
    implementation(function).unwrap_or_else(|| format!("plain_unbuilt(\"{}\")", function.name))
}

/// The checks, and the call of what serves it, if anything does.
pub(super) fn body(function: &Function, call: Option<&str>) -> String {
    let name = &function.name;
    let entry = if function.is_anytime { "entry_anytime" } else { "entry" };
    let (mut on, _) = on(function);
    let mut first = String::new();
    if on.contains("handle_at") {
        first = format!("// SAFETY: NULL or a handle of the program's.\nlet on = {on};\n");
        on = "on".to_owned();
    }
    let Some(call) = call else {
        return format!("{first}unbuilt(\"{name}\", {on})");
    };
    let mut text = String::new();
    for statement in checks::statements(function) {
        if statement.starts_with("unsafe") {
            text.push_str("// SAFETY: NULL or a handle of the program's.\n");
        }
        writeln!(text, "{statement}").unwrap();
    }
    format!("{first}{entry}(\"{name}\", {on}, || {{\n{text}{call}\n}})")
}

/// The object whose error handler is called, and the parameter that it comes from.
pub(super) fn on(function: &Function) -> (String, Option<String>) {
    if let Some(on) = &function.on {
        return (on.clone(), None);
    }
    if function.name.starts_with("MPI_T_") {
        return ("On::Tool".into(), None);
    }
    let objects = [
        (kinds::COMM, "Comm"),
        (kinds::WIN, "Win"),
        (kinds::FILE, "File"),
        (kinds::SESSION, "Session"),
        (kinds::REQUEST, "Request"),
    ];
    for (ty, variant) in objects {
        let is_object = |p: &&super::model::Param| {
            p.ty == ty
                && p.dir != Direction::Out
                && matches!(p.shape, Shape::Value | Shape::Pointer)
        };
        if let Some(param) = function.params.iter().find(is_object) {
            let name = rust_name(&param.name);
            let handle = match param.shape {
                Shape::Value => name,
                _ => format!("unsafe {{ handle_at({name}) }}"),
            };
            return (format!("On::{variant}({handle})"), Some(param.name.clone()));
        }
    }
    ("On::Nothing".into(), None)
}
