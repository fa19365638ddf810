//! What the linker makes of the library for Fortran: the names by which compilers call an entry point.

use std::fmt::Write;

use super::model::{HANDLES, Routine};

/// Predefined functions, which are no procedures of the standard's list.
const PREDEFINED: [&str; 14] = [
    "mpi_comm_dup_fn",
    "mpi_comm_null_copy_fn",
    "mpi_comm_null_delete_fn",
    "mpi_type_dup_fn",
    "mpi_type_null_copy_fn",
    "mpi_type_null_delete_fn",
    "mpi_win_dup_fn",
    "mpi_win_null_copy_fn",
    "mpi_win_null_delete_fn",
    "mpi_dup_fn",
    "mpi_null_copy_fn",
    "mpi_null_delete_fn",
    "mpi_conversion_fn_null",
    "mpi_conversion_fn_null_c",
];

/// Procedures of MPI-1 that old programs call.
const REMOVED: [&str; 10] = [
    "mpi_address",
    "mpi_errhandler_create",
    "mpi_errhandler_get",
    "mpi_errhandler_set",
    "mpi_type_extent",
    "mpi_type_hindexed",
    "mpi_type_hvector",
    "mpi_type_lb",
    "mpi_type_struct",
    "mpi_type_ub",
];

/// The version script.
pub(super) fn exports() -> String {
    "/* Names that the library for Fortran exports. Written by `cargo xtask codegen`; do not edit. */\n\
     {\n    global:\n        mpi_*;\n        pmpi_*;\n        MPI_*;\n        PMPI_*;\n        ferry_f08_*;\n        \
     FERRY_F08_*;\n    local:\n        *;\n};\n"
        .to_owned()
}

/// Compilers write a name in small letters with a line behind, with none, with two, or in capitals.
fn spellings(bare: &str) -> [String; 4] {
    [format!("{bare}_"), bare.to_owned(), format!("{bare}__"), bare.to_uppercase()]
}

/// The linker script that gives each entry point its other names.
pub(super) fn aliases(routines: &[Routine]) -> String {
    let mut text = String::from(
        "/* The names of Fortran's entry points. Written by `cargo xtask codegen`; do not edit. */\n",
    );
    for routine in routines {
        let bare = routine.name.to_lowercase();
        let is_old = !(routine.large && routine.has_buffers()) && bare != "mpi_sizeof";
        if is_old {
            write_names(&mut text, &bare, &format!("p{bare}_"));
        }
        if routine.is_old && routine.args.iter().any(|a| a.kind == "C_BUFFER") {
            write_names(&mut text, &format!("{bare}_cptr"), &format!("p{bare}_"));
        }
        let own = routine.symbol_2008();
        let own = own.trim_end_matches('_');
        if routine.has_buffers() {
            write_names(&mut text, own, &format!("p{own}_"));
        } else if !has_own_2008(routine) {
            for prefix in ["", "p"] {
                for name in spellings(&format!("{prefix}{own}")) {
                    writeln!(text, "{name} = p{bare}_;").unwrap();
                }
            }
        } else {
            write_names(&mut text, own, &format!("p{own}_"));
        }
    }
    for name in REMOVED {
        write_names(&mut text, name, &format!("p{name}_"));
    }
    let comparisons = HANDLES.iter().flat_map(|(_, (kind, _))| {
        ["eq", "ne"].map(|comparison| format!("ferry_f08_{kind}_{comparison}"))
    });
    for name in PREDEFINED.into_iter().map(str::to_owned).chain(comparisons) {
        for other in &spellings(&name)[1..] {
            writeln!(text, "{other} = {name}_;").unwrap();
        }
    }
    text
}

/// Addresses of buffers that are given back are for Fortran 2008 alone.
fn has_own_2008(routine: &Routine) -> bool {
    routine.args.iter().any(|a| a.kind == "C_BUFFER2")
}

/// All names of an entry point that is defined as `defined`.
fn write_names(text: &mut String, bare: &str, defined: &str) {
    for prefix in ["", "p"] {
        for name in spellings(&format!("{prefix}{bare}")) {
            if name != defined {
                writeln!(text, "{name} = {defined};").unwrap();
            }
        }
    }
}
