//! Front ends for programs that were built for other MPIs: the same functions, with that MPI's types and numbers.

mod lengths;
mod numbers;
mod rules;
mod wrapper;

use std::path::{Path, PathBuf};

use anyhow::Result;

use self::rules::Rules;
use super::model::Model;
use super::spec::Spec;
use super::wrappers;

/// The folder of the front ends.
const FRONT_ENDS: &str = "crates/faces/mpi/foreign/src/generated";

/// The folders of each, of which every file is generated.
pub(super) const WRAPPERS: [&str; 2] = [
    "crates/faces/mpi/foreign/src/generated/mpich",
    "crates/faces/mpi/foreign/src/generated/openmpi",
];

/// A front end.
pub(super) struct FrontEnd {
    /// Its module, and the head of its functions' names in the static library.
    module: &'static str,
    /// Its type, which has the trait `Abi`.
    face: &'static str,
    /// What it is in sentences.
    title: &'static str,
    soname: &'static str,
    /// Names that it exports beside its functions, and names that others of these export.
    data: &'static [&'static str],
    hidden: &'static [&'static str],
    /// Functions that it has by a second name as well, which begins with `MPIX_`.
    early: &'static [&'static str],
}

const MPICH: FrontEnd = FrontEnd {
    module: "mpich",
    face: "Mpich",
    title: "MPICH",
    soname: "libmpi.so.12",
    data: &["MPIR_Dup_fn"],
    hidden: &[],
    early: &[],
};

const OPENMPI: FrontEnd = FrontEnd {
    module: "openmpi",
    face: "OpenMpi",
    title: "Open MPI",
    soname: "libmpi.so.40",
    data: &["ompi_*", "OMPI_C_*"],
    hidden: &["MPI_UNWEIGHTED", "MPI_WEIGHTS_EMPTY", "MPI_T_PVAR_ALL_HANDLES"],
    // Open MPI 4 had them before MPI-4 did.
    early: &[
        "Allgather_init",
        "Allgatherv_init",
        "Allreduce_init",
        "Alltoall_init",
        "Alltoallv_init",
        "Alltoallw_init",
        "Barrier_init",
        "Bcast_init",
        "Exscan_init",
        "Gather_init",
        "Gatherv_init",
        "Neighbor_allgather_init",
        "Neighbor_allgatherv_init",
        "Neighbor_alltoall_init",
        "Neighbor_alltoallv_init",
        "Neighbor_alltoallw_init",
        "Reduce_init",
        "Reduce_scatter_block_init",
        "Reduce_scatter_init",
        "Scan_init",
        "Scatter_init",
        "Scatterv_init",
    ],
};

/// All files, by their paths from the workspace's root.
pub(super) fn write(folder: &Path, spec: &Spec, model: &Model) -> Result<Vec<(PathBuf, String)>> {
    let rules = Rules::read(folder)?;
    let generated = Path::new(FRONT_ENDS);
    let mut files = vec![
        (generated.with_extension("rs"), index()),
        (generated.join("numbers.rs"), numbers::interface(&rules)),
    ];
    for front in [&MPICH, &OPENMPI] {
        let values = numbers::Values::read(folder, front.module, spec, &rules)?;
        let of_front = generated.join(front.module);
        files.push((
            of_front.with_extension("rs"),
            wrappers::modules(model, &preamble(front), &prelude(front)),
        ));
        files.push((of_front.join("numbers.rs"), values.numbers(front, &rules)?));
        files.push((of_front.join("handles.rs"), values.handles(front)?));
        for (chapter, functions) in &model.chapters {
            let text = wrapper::file(front, &rules, &values, chapter, functions);
            files.push((of_front.join(format!("{}.rs", chapter.module)), text));
        }
        let linker = Path::new("crates/faces/mpi/foreign/generated").join(front.module);
        files.push((linker.join("exports.map"), exports(front)));
        files.push((linker.join("aliases.ld"), aliases(front, model)));
    }
    Ok(files)
}

fn index() -> String {
    "//! The front ends. Written by `cargo xtask codegen`; do not edit.\n\n\
     pub mod mpich;\npub mod numbers;\npub mod openmpi;\n"
        .to_owned()
}

fn preamble(front: &FrontEnd) -> String {
    format!(
        "//! The C functions with the types of {}, by chapter of the standard. Written by `cargo xtask codegen`; do \
         not edit.\n// SAFETY of every function here: its arguments are what the standard asks of the C function's.\n\
         #![allow(missing_docs, non_snake_case, unused_imports, clippy::missing_safety_doc, clippy::too_many_arguments)]\n\n\
         pub mod handles;\npub mod numbers;\n",
        front.title
    )
}

/// What the files of all chapters use.
fn prelude(front: &FrontEnd) -> String {
    format!(
        "
mod prelude {{
    pub(super) use core::ffi::{{c_char, c_double, c_int, c_void}};

    pub(super) use ferry_abi::convert::{{Ints, OutCount, handle_at}};
    pub(super) use ferry_abi::entry::{{On, entry, entry_anytime}};
    pub(super) use ferry_abi::types::*;
    pub(super) use ferry_abi::{{calls, check}};
    pub(super) use ferry_mpi::constants::*;
    pub(super) use ferry_mpi::handle::FileHandle as StandardFile;

    pub(super) use crate::abi::{{Abi, Native}};
    pub(super) use crate::generated::numbers::Numbers;
    pub(super) use crate::lengths;
    pub(super) use crate::list::{{HandleList, NumberList, StatusList}};
    pub(super) use crate::odd;
    pub(super) use crate::place::{{HandlePlace, NumberPlace, StatusPlace}};
    pub(super) use crate::{module}::types::*;
    pub(super) use crate::{module}::{face} as Face;
}}
",
        module = front.module,
        face = front.face
    )
}

/// The version script.
fn exports(front: &FrontEnd) -> String {
    let lines = |names: &[&str]| -> String {
        names.iter().map(|name| format!("        {name};\n")).collect()
    };
    let (data, hidden) = (lines(front.data), lines(front.hidden));
    format!(
        "/* Names that {} exports. Written by `cargo xtask codegen`; do not edit. */\n\
         {{\n    global:\n        MPI_*;\n        PMPI_*;\n        MPIX_*;\n        PMPIX_*;\n{data}    local:\n{hidden}        *;\n}};\n",
        front.soname
    )
}

/// The linker script that gives the front end's functions their names, and takes them from the standard's.
fn aliases(front: &FrontEnd, model: &Model) -> String {
    let mut names: Vec<&str> = model.functions().map(|f| f.name.as_str()).collect();
    names.sort_unstable();
    let head =
        "/* Each function by both its names. Written by `cargo xtask codegen`; do not edit. */\n";
    let lines = names.iter().map(|name| {
        let own = format!("{}_{name}", front.module);
        format!("P{name} = {own};\n{name} = {own};\n")
    });
    let early = front.early.iter().map(|name| {
        let own = format!("{}_MPI_{name}", front.module);
        format!("PMPIX_{name} = {own};\nMPIX_{name} = {own};\n")
    });
    let lines: String = lines.chain(early).collect();
    format!("{head}{lines}")
}
