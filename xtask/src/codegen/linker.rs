//! What the linker makes of the static library: which names leave it, and the `MPI_` names.

use std::fmt::Write;

use super::model::Model;

/// The version script: these names and no others; they carry no versions, as the ABI asks.
pub(super) fn exports() -> String {
    "/* Names that libmpi_abi.so.1 exports. Written by `cargo xtask codegen`; do not edit. */\n\
     {\n    global:\n        MPI_*;\n        PMPI_*;\n        MPIX_*;\n        PMPIX_*;\n    local:\n        *;\n};\n"
        .to_owned()
}

/// The linker script that gives each function its second name.
pub(super) fn aliases(model: &Model) -> String {
    let mut text = String::from(
        "/* Each function's name without P. Written by `cargo xtask codegen`; do not edit. */\n",
    );
    let mut names: Vec<&str> = model.functions().map(|f| f.name.as_str()).collect();
    names.sort_unstable();
    for name in names {
        writeln!(text, "{name} = P{name};").unwrap();
    }
    text
}
