//! Front ends for programs that were built for other MPIs: the same functions, with that MPI's types and numbers.

mod fortran_constants;
mod lengths;
mod numbers;
mod rules;
mod wrapper;

use std::path::{Path, PathBuf};

use anyhow::Result;

use self::rules::Rules;
use super::model::Model;
use super::spec::Spec;
use super::{fortran, linker, wrappers};

/// What all front ends have.
const SHARED: &str = "crates/faces/mpi/foreign/src/generated";

/// The folders of each, of which every file is generated.
pub(super) const WRAPPERS: [&str; 2] =
    ["crates/faces/mpi/mpich/src/generated", "crates/faces/mpi/openmpi/src/generated"];

/// A front end.
pub(super) struct FrontEnd {
    /// The folder of its crate, and the name of its constants' file.
    folder: &'static str,
    /// Its type, which has the trait `Abi`.
    face: &'static str,
    /// What it is in sentences.
    title: &'static str,
    soname: &'static str,
    /// Names that it exports beside its functions.
    data: &'static [&'static str],
    /// Functions that it has by a second name as well, which begins with `MPIX_`.
    early: &'static [&'static str],
}

const MPICH: FrontEnd = FrontEnd {
    folder: "mpich",
    face: "Mpich",
    title: "MPICH",
    soname: "libmpi.so.12",
    data: &["MPIR_Dup_fn"],
    early: &[],
};

const OPENMPI: FrontEnd = FrontEnd {
    folder: "openmpi",
    face: "OpenMpi",
    title: "Open MPI",
    soname: "libmpi.so.40",
    data: &["ompi_*", "OMPI_C_*"],
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
    let shared = Path::new(SHARED);
    let mut files = vec![
        (shared.with_extension("rs"), index()),
        (shared.join("numbers.rs"), numbers::interface(&rules)),
    ];
    for front in [&MPICH, &OPENMPI] {
        let values = numbers::Values::read(folder, front.folder, spec, &rules)?;
        let of_front = Path::new("crates/faces/mpi").join(front.folder);
        let generated = of_front.join("src/generated");
        files.push((
            generated.with_extension("rs"),
            wrappers::modules(model, &preamble(front), &prelude(front)),
        ));
        files.push((generated.join("numbers.rs"), values.numbers(front, &rules)?));
        files.push((generated.join("handles.rs"), values.handles(front)?));
        let constants = format!("constants_{}.rs", front.folder);
        files.push((
            Path::new(fortran::ENTRY_POINTS).join(constants),
            fortran_constants::write(front, &values)?,
        ));
        for (chapter, functions) in &model.chapters {
            let text = wrapper::file(&rules, &values, chapter, functions);
            files.push((generated.join(format!("{}.rs", chapter.module)), text));
        }
        let linker = of_front.join("generated");
        files.push((linker.join("exports.map"), exports(front)));
        files.push((linker.join("aliases.ld"), aliases(front, model)));
    }
    Ok(files)
}

fn index() -> String {
    "//! What all front ends have. Written by `cargo xtask codegen`; do not edit.\n\npub mod numbers;\n".to_owned()
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

    pub(super) use ferry_foreign::abi::{{Abi, Native}};
    pub(super) use ferry_foreign::generated::numbers::Numbers;
    pub(super) use ferry_foreign::list::{{HandleList, NumberList, StatusList}};
    pub(super) use ferry_foreign::place::{{HandlePlace, NumberPlace, StatusPlace, on_request}};
    pub(super) use ferry_foreign::{{lengths, odd}};

    pub(super) use crate::types::*;
    pub(super) use crate::{face} as Face;
}}
",
        face = front.face
    )
}

/// The version script.
fn exports(front: &FrontEnd) -> String {
    let data: String = front.data.iter().map(|name| format!("        {name};\n")).collect();
    format!(
        "/* Names that {} exports. Written by `cargo xtask codegen`; do not edit. */\n\
         {{\n    global:\n        MPI_*;\n        PMPI_*;\n        MPIX_*;\n        PMPIX_*;\n{data}    local:\n        *;\n}};\n",
        front.soname
    )
}

/// The linker script that gives functions their other names.
fn aliases(front: &FrontEnd, model: &Model) -> String {
    let early = front.early.iter().map(|name| {
        let own = format!("PMPI_{name}");
        format!("PMPIX_{name} = {own};\nMPIX_{name} = {own};\n")
    });
    linker::aliases(model) + &early.collect::<String>()
}
