//! `crates/faces/mpi/fortran/src/generated`: the entry points that Fortran calls.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::super::kinds;
use super::super::model::rust_name;
use super::model::{Argument, FortranForm, Routine};
use super::pieces::{self, Piece, piece};
use super::sections;

/// File names and their text, before formatting.
pub(super) fn write(routines: &[Routine]) -> Vec<(String, String)> {
    let mut modules: BTreeMap<&str, String> = BTreeMap::new();
    for routine in routines {
        let text = modules.entry(&routine.module).or_default();
        if !(routine.is_by_hand || routine.large && routine.has_buffers()) {
            text.push_str(&entry_point(routine, &plain(routine), false));
        }
        if routine.has_buffers() && !routine.is_by_hand && !routine.has_descriptors_by_hand {
            text.push_str(&entry_point(routine, &sections::with_descriptors(routine), true));
        }
    }
    modules.retain(|_, text| !text.is_empty());
    let index = index(modules.keys().copied());
    let mut files: Vec<(String, String)> = modules
        .into_iter()
        .map(|(name, text)| (format!("{name}.rs"), format!("{HEAD}{text}")))
        .collect();
    files.push(("c.rs".into(), declarations(routines)));
    files.push(("generated.rs".into(), index));
    files
}

const HEAD: &str = "//! Written by `cargo xtask codegen`; do not edit.\n\nuse super::prelude::*;\n";

fn index<'a>(modules: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::from(
        "//! The entry points that Fortran calls, by chapter of the standard, and what they call \
         ([`c`]).\n//! Written by `cargo xtask codegen`; do not edit.\n\
         // SAFETY of every function here: its arguments are what the standard asks of the \
         procedure's.\n\
         #![allow(missing_docs, unused_imports, unreachable_pub, clippy::missing_safety_doc)]\n\
         #![allow(clippy::too_many_arguments, clippy::unnecessary_cast)]\n\npub mod c;\n",
    );
    text.push_str(CONSTANTS);
    for module in modules {
        writeln!(text, "pub mod {module};").unwrap();
    }
    text.push_str(IMPORTS);
    text
}

/// Those of the ABI that the package is for.
const CONSTANTS: &str = "\
#[cfg_attr(feature = \"mpich\", path = \"generated/constants_mpich.rs\")]
#[cfg_attr(
    all(feature = \"openmpi\", not(feature = \"mpich\")),
    path = \"generated/constants_openmpi.rs\"
)]
pub mod constants;
";

const IMPORTS: &str = "
mod prelude {
    pub(super) use core::ffi::{c_char, c_int, c_void};
    pub(super) use core::ptr::null_mut;

    pub(super) use super::c::*;
    pub(super) use super::constants::*;
    pub(super) use crate::cdesc::{Cdesc, lies_in_a_row, memory_of};
    pub(super) use crate::error::{give, refuse};
    pub(super) use crate::handles::*;
    pub(super) use crate::lent::{BufferUse, LentBuffer};
    pub(super) use crate::members::{neighbors, peers, unless_in_place};
    pub(super) use crate::pending::{new_request, new_request_with};
    pub(super) use crate::sentinels::*;
    pub(super) use crate::text::{LettersOut, length_with_zero, text, text_with_front};
}
";

/// The functions in C.
fn declarations(routines: &[Routine]) -> String {
    let mut text = String::from(
        "//! The functions of the C library that the entry points call. Written by \
         `cargo xtask codegen`; do not edit.\n\nuse core::ffi::{c_char, c_int, c_void};\n\n\
         use crate::handles::{CFile, CHandle};\n\n\
         unsafe extern \"C\" {\n",
    );
    for routine in routines.iter().filter(|routine| routine.in_c) {
        let params = routine.args.iter().filter(|a| a.in_c).map(|arg| {
            let ty = match (arg.kind.as_str(), routine.name.as_str()) {
                ("ARGUMENT_COUNT", "MPI_Info_create_env") => "c_int".into(),
                ("ARGUMENT_LIST", _) => "*mut c_void".into(),
                _ => pieces::c_type(arg),
            };
            format!("{}: {ty}", rust_name(&arg.name))
        });
        let params: Vec<String> = params.collect();
        writeln!(text, "pub fn P{}({}) -> {};", routine.name, params.join(", "), result(routine))
            .unwrap();
    }
    text.push_str("}\n");
    text
}

/// What the function in C returns.
fn result(routine: &Routine) -> &'static str {
    match routine.result {
        None => "c_int",
        Some(kinds::DOUBLE) => "f64",
        Some(kinds::AINT) => "isize",
        Some(_) => "c_int",
    }
}

/// The statements of an entry point that takes addresses.
fn plain(routine: &Routine) -> String {
    body(routine, |arg| piece(routine, arg))
}

/// Statements around the call, with what becomes of each argument.
pub(super) fn body(routine: &Routine, piece: impl Fn(&Argument) -> Piece) -> String {
    let (mut before, mut after, mut passed) = (String::new(), String::new(), Vec::new());
    for arg in routine.args.iter().filter(|a| a.in_c) {
        let piece = piece(arg);
        before += &piece.before;
        after += &piece.after;
        passed.push(piece.pass);
    }
    let call = format!("P{}({})", routine.name, passed.join(", "));
    match routine.result {
        Some(_) => call,
        None => format!("{before}let code = {call};\n{after}give(ierror, code);\n"),
    }
}

fn entry_point(routine: &Routine, body: &str, with_descriptors: bool) -> String {
    let mut params: Vec<String> = routine
        .fortran()
        .map(|arg| {
            let ty = pieces::rust_type(arg, with_descriptors);
            format!("{}: {ty}", rust_name(&arg.name))
        })
        .collect();
    // The lengths of texts come last (and by value).
    let texts = routine.fortran().filter(|a| a.form == FortranForm::Text);
    params.extend(texts.map(|arg| format!("{}_len: usize", rust_name(&arg.name))));
    let symbol = if with_descriptors { routine.symbol_2008() } else { routine.symbol() };
    let result = routine.result.map(|_| format!(" -> {}", result(routine))).unwrap_or_default();
    format!(
        "\n#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn p{symbol}({}){result} {{\n\
         // SAFETY: the program vouches for its arguments.\nunsafe {{\n{body}}}\n}}\n",
        params.join(", "),
    )
}
