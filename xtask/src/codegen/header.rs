//! `include/mpi.h`.

use std::fmt::Write;

use anyhow::{Result, ensure};

use super::constants::{self, Value};
use super::lines;
use super::model::{Beyond, Function, Model};
use super::spec::Spec;

const WIDTH: usize = 100;

/// Constants that are enumerators, since C++ does not convert an `int` to an enumeration.
const ENUMS: [(&str, &str); 2] =
    [("MPI_T_cb_safety", "MPI_T_CB_"), ("MPI_T_source_order", "MPI_T_SOURCE_")];

pub(super) fn write(spec: &Spec, model: &Model) -> Result<String> {
    for mark in ["@ENUMS@\n", "@CONSTANTS@\n", "@PROTOTYPES@\n"] {
        ensure!(spec.header.contains(mark), "spec/header.h: no line {}", mark.trim());
    }
    Ok(spec
        .header
        .replace("@ENUMS@\n", &enums(spec))
        .replace("@CONSTANTS@\n", &constants(spec)?)
        .replace("@PROTOTYPES@\n", &prototypes(model)))
}

/// `include/mpi-ext.h`.
pub(super) fn write_extensions(spec: &Spec, model: &Model) -> Result<String> {
    ensure!(spec.extensions.contains("@PROTOTYPES@\n"), "spec/extensions.h: no line @PROTOTYPES@");
    let mut text = String::new();
    for prefix in ["", "P"] {
        for function in model.functions().filter(|function| function.is_extension()) {
            text.push_str(&prototype(prefix, function));
        }
        text.push('\n');
    }
    Ok(spec.extensions.replace("@PROTOTYPES@\n", &text))
}

fn is_enumerator(name: &str) -> bool {
    ENUMS.iter().any(|(_, prefix)| name.starts_with(prefix))
}

fn enums(spec: &Spec) -> String {
    let mut text = String::from("/* Enumerations of the tools interface. */\n");
    for (name, prefix) in ENUMS {
        let members = spec.constants.iter().filter(|(member, _)| member.starts_with(prefix));
        let members: Vec<String> = members.map(|(n, v)| format!("    {n} = {v}")).collect();
        writeln!(text, "typedef enum {name} {{\n{}\n}} {name};\n", members.join(",\n")).unwrap();
    }
    text
}

fn constants(spec: &Spec) -> Result<String> {
    let mut text = String::new();
    let mut group = String::new();
    let mut last = i64::MIN;
    for (name, expression) in spec.constants.iter().filter(|(name, _)| !is_enumerator(name)) {
        let (this, value) = match constants::parse(expression)? {
            Value::Integer(number) => {
                let follows = number.abs_diff(last) == 1;
                last = number;
                let this = if follows { group.clone() } else { group_of(name) };
                (this, negative_in_parentheses(expression))
            }
            Value::Cast(ty, _) => (cast_group(ty).to_owned(), expression.clone()),
            Value::Alias(other) => (group.clone(), other.to_owned()),
        };
        if this != group && !text.is_empty() {
            text.push('\n');
        }
        group = this;
        writeln!(text, "#define {name:<38} {value}")?;
    }
    text.push('\n');
    Ok(text)
}

/// Handles stand with their kind, functions with functions, and addresses with addresses.
fn cast_group(ty: &str) -> &str {
    match ty {
        _ if ty.contains("_function") => "function",
        _ if ty.starts_with("MPI_T_") => "MPI_T",
        _ if ty.ends_with('*') => "address",
        _ => ty,
    }
}

/// The words by which constants stand together: `MPI_ERR` of `MPI_ERR_BUFFER`.
fn group_of(name: &str) -> String {
    name.split('_').take(2).collect::<Vec<_>>().join("_")
}

fn negative_in_parentheses(expression: &str) -> String {
    match expression.starts_with('-') {
        true => format!("({expression})"),
        false => expression.to_owned(),
    }
}

fn prototypes(model: &Model) -> String {
    let mut text = String::new();
    for prefix in ["", "P"] {
        if !prefix.is_empty() {
            text.push_str("/* The same functions for profiling tools (MPI-5.0 §15.2). */\n\n");
        }
        for (chapter, functions) in &model.chapters {
            if functions.iter().all(Function::is_extension) {
                continue;
            }
            if prefix.is_empty() {
                writeln!(text, "/* {} (§{}). */", chapter.title, chapter.section).unwrap();
            }
            for function in functions {
                text.push_str(&prototype(prefix, function));
            }
            if prefix.is_empty() {
                text.push_str(&aliases(functions));
            }
            text.push('\n');
        }
    }
    text
}

/// Macros by which functions that the ABI lacks call those that it has.
fn aliases(functions: &[Function]) -> String {
    let mut text = String::new();
    for function in functions {
        let Some(Beyond::Alias(instead)) = &function.beyond else { continue };
        let names: Vec<&str> = function.params.iter().map(|p| p.name.as_str()).collect();
        let names = names.join(", ");
        writeln!(text, "#define {}({names}) {instead}({names})", function.name).unwrap();
    }
    text
}

fn prototype(prefix: &str, function: &Function) -> String {
    let text = declaration(prefix, function, WIDTH);
    match &function.beyond {
        Some(Beyond::Removed(instead)) if prefix.is_empty() => {
            format!("{}\n    FERRY_REMOVED({instead});\n", text.trim_end_matches(';'))
        }
        _ if function.is_deprecated && prefix.is_empty() => format!("{text} /* deprecated */\n"),
        _ => text + "\n",
    }
}

/// The declaration of a function, in lines of at most `width` columns.
pub(super) fn declaration(prefix: &str, function: &Function, width: usize) -> String {
    let mut params: Vec<String> = function.params.iter().map(|p| p.c.clone()).collect();
    if function.is_variadic {
        params[0] = format!("const {}", params[0]);
        params.push("...".into());
    }
    if params.is_empty() {
        params.push("void".into());
    }
    let head = format!("{} {prefix}{}(", function.result.c, function.name);
    lines::list(&head, &params, ");", "", width)
}
