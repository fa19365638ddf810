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

/// A library of the procedures, for programs of one ABI.
pub(super) struct FortranLibrary {
    /// The folder of what the linker is told.
    pub(super) folder: &'static str,
    soname: &'static str,
    /// Names that it exports beside procedures'.
    data: &'static [&'static str],
    /// Whether Fortran 2008 has choice buffers as descriptors.
    has_descriptors: bool,
    modules: Modules,
}

/// Whose modules name procedures of the library by what `gfortran` makes of a module's name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Modules {
    /// Ferry's own, which declare and define nothing.
    Ferry,
    OpenMpi,
    Mpich,
}

/// All of them.
pub(super) const LIBRARIES: [FortranLibrary; 3] = [
    FortranLibrary {
        folder: "crates/faces/mpi/fortran/generated",
        soname: "libmpi_abi_fortran.so.0",
        data: &["ferry_f08_*", "FERRY_F08_*"],
        has_descriptors: true,
        modules: Modules::Ferry,
    },
    FortranLibrary {
        folder: "crates/faces/mpi/fortran-openmpi/generated",
        soname: "libmpi_mpifh.so.40",
        data: &["mpix_*", "pmpix_*", "MPIX_*", "PMPIX_*", "__mpi_f08_*"],
        has_descriptors: false,
        modules: Modules::OpenMpi,
    },
    FortranLibrary {
        folder: "crates/faces/mpi/fortran-mpich/generated",
        soname: "libmpifort.so.12",
        data: &[
            "mpipriv*",
            "MPIPRIV*",
            "mpifcmb*",
            "MPIFCMB*",
            "pmpir_*",
            "MPIR_F08_*",
            "__mpi_f08_*",
        ],
        has_descriptors: true,
        modules: Modules::Mpich,
    },
];

impl FortranLibrary {
    /// The version script.
    pub(super) fn exports(&self) -> String {
        let data: String = self.data.iter().map(|name| format!("        {name};\n")).collect();
        format!(
            "/* Names that {} exports. Written by `cargo xtask codegen`; do not edit. */\n\
             {{\n    global:\n        mpi_*;\n        pmpi_*;\n        MPI_*;\n        PMPI_*;\n{data}    \
             local:\n        *;\n}};\n",
            self.soname
        )
    }
}

/// Compilers write a name in small letters with a line behind, with none, with two, or in capitals.
fn spellings(bare: &str) -> [String; 4] {
    [format!("{bare}_"), bare.to_owned(), format!("{bare}__"), bare.to_uppercase()]
}

impl FortranLibrary {
    /// The linker script that gives each entry point its other names.
    pub(super) fn aliases(&self, routines: &[Routine]) -> String {
        let mut text = String::from(
            "/* The names of Fortran's entry points. Written by `cargo xtask codegen`; do not edit. */\n",
        );
        for routine in routines {
            self.write_routine(&mut text, routine);
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
        if self.modules != Modules::Ferry {
            self.write_modules(&mut text);
        }
        text
    }

    fn write_routine(&self, text: &mut String, routine: &Routine) {
        let bare = routine.name.to_lowercase();
        let is_old = !(routine.large && routine.has_buffers()) && bare != "mpi_sizeof";
        if is_old {
            write_names(text, &bare, &format!("p{bare}_"));
        }
        if routine.is_old && routine.args.iter().any(|a| a.kind == "C_BUFFER") {
            write_names(text, &format!("{bare}_cptr"), &format!("p{bare}_"));
        }
        let own = routine.symbol_2008();
        let own = own.trim_end_matches('_');
        if routine.has_buffers() && self.has_descriptors || has_own_2008(routine) {
            write_names(text, own, &format!("p{own}_"));
        } else if is_old {
            write_second_names(text, &format!("{bare}_f08"), &bare);
        }
        if self.modules == Modules::Mpich {
            write_mpich_names(text, own, &own_or_old(routine, &bare, own), routine.large);
        }
        if self.modules == Modules::OpenMpi
            && routine.name.ends_with("_init")
            && is_collective(&bare)
        {
            write_second_names(text, &bare.replacen("mpi_", "mpix_", 1), &bare);
            let own = bare.replacen("mpi_", "mpix_", 1) + "_f08";
            write_second_names(text, &own, &bare);
        }
    }

    /// What its modules define.
    fn write_modules(&self, text: &mut String) {
        for (_, (kind, _)) in HANDLES {
            for comparison in ["eq", "ne"] {
                for name in self.modules.comparisons(kind, comparison) {
                    writeln!(text, "__mpi_f08_types_MOD_{name} = ferry_f08_{kind}_{comparison}_;")
                        .unwrap();
                }
            }
        }
        if self.modules == Modules::Mpich {
            for name in PREDEFINED {
                for other in spellings(&format!("p{name}")) {
                    writeln!(text, "{other} = {name}_;").unwrap();
                }
            }
            for way in ["f082f", "f2f08"] {
                writeln!(text, "__mpi_f08_types_MOD_mpi_status_{way} = pmpi_status_{way}_;")
                    .unwrap();
            }
        }
        let is_old = |name: &&&str| name.starts_with("mpi_null") || **name == "mpi_dup_fn";
        for name in PREDEFINED.iter().filter(|name| !is_old(name)) {
            writeln!(text, "__mpi_f08_callbacks_MOD_{name} = {name}_;").unwrap();
        }
        for (ty, bytes) in SIZES {
            self.write_sizes(text, ty, &format!("mpi_sizeof_{bytes}"));
        }
    }

    fn write_sizes(&self, text: &mut String, ty: &str, bare: &str) {
        if self.modules == Modules::OpenMpi {
            let ranks =
                std::iter::once("scalar".to_owned()).chain((1..=15).map(|r| format!("r{r}")));
            ranks.for_each(|rank| {
                write_second_names(text, &format!("mpi_sizeof_{ty}_{rank}"), bare)
            });
            return;
        }
        let head = if ty.ends_with(|c: char| c.is_ascii_digit()) { "x" } else { "" };
        writeln!(text, "__mpi_f08_types_MOD_mpi_sizeof_{head}{ty} = p{bare}_;").unwrap();
    }
}

impl Modules {
    /// Its names of a comparison.
    fn comparisons(self, kind: &str, comparison: &str) -> Vec<String> {
        match self {
            Modules::Ferry => Vec::new(),
            Modules::OpenMpi => vec![format!("ompi_{kind}_op_{comparison}")],
            Modules::Mpich => {
                let word = if comparison == "ne" { "neq" } else { comparison };
                let sides = ["", "_f08", "_f"].map(|side| match side {
                    "" => format!("mpi_{kind}_{word}"),
                    "_f08" => format!("mpi_{kind}_f08_{word}_f"),
                    _ => format!("mpi_{kind}_f_{word}_f08"),
                });
                sides.into()
            }
        }
    }
}

/// MPICH's own names of an entry point of Fortran 2008: what its module calls by `PMPI_`, and by large counts.
fn write_mpich_names(text: &mut String, own: &str, defined: &str, is_large: bool) {
    let small = own.replacen("_c_f08", "_f08", 1) + "_large";
    if is_large {
        write_second_names(text, &small, defined);
    }
    for name in [Some(own), is_large.then_some(small.as_str())].into_iter().flatten() {
        writeln!(text, "pmpir_{}_ = p{defined}_;", name.trim_start_matches("mpi_")).unwrap();
    }
}

/// What an entry point of Fortran 2008 is defined as, without its spelling.
fn own_or_old(routine: &Routine, bare: &str, own: &str) -> String {
    let is_own = routine.has_buffers() || has_own_2008(routine);
    if is_own { own } else { bare }.to_owned()
}

/// Whether a procedure that ends in `_init` is of a persistent collective operation, which Open MPI 4 had before MPI-4.
fn is_collective(bare: &str) -> bool {
    !["send_init", "recv_init", "session_init"].iter().any(|other| bare.ends_with(other))
}

/// Types of `MPI_SIZEOF`, which is a procedure for each rank of each in Open MPI, and their bytes.
const SIZES: [(&str, u32); 12] = [
    ("character", 1),
    ("logical", 4),
    ("int8", 1),
    ("int16", 2),
    ("int32", 4),
    ("int64", 8),
    ("real32", 4),
    ("real64", 8),
    ("real128", 16),
    ("complex32", 8),
    ("complex64", 16),
    ("complex128", 32),
];

/// Names of an entry point that has a name of its own, `mpi_...`.
fn write_second_names(text: &mut String, other: &str, bare: &str) {
    for prefix in ["", "p"] {
        for name in spellings(&format!("{prefix}{other}")) {
            writeln!(text, "{name} = p{bare}_;").unwrap();
        }
    }
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
