//! Programs that were built for other MPIs, with their headers and their compiler wrappers, on Ferry.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ferry_tests::{Job, Mpi};

/// Runs a program that another MPI has compiled for its own ABI.
fn passes(compiler: &Mpi, name: &str, ranks: &[u32]) {
    let ferry = Mpi::ferry();
    let program = compiler.program(name);
    let (variable, path) = ferry.library_path();
    for &n in ranks {
        eprintln!("{name} on {n}");
        Job::new(&ferry, n, &program).env(variable, &path).run().ok();
    }
}

macro_rules! programs {
    ($mpi:ident: $($name:ident on $ranks:expr;)*) => {
        mod $mpi {
            $(
                #[test]
                fn $name() {
                    super::passes(&ferry_tests::Mpi::$mpi(), stringify!($name), &$ranks);
                }
            )*
        }
    };
}

programs! {
    mpich_native:
    p2p on [1, 2, 3];
    probe on [2, 3];
    requests on [1, 2, 3];
    generalized on [1, 2];
    partitioned on [2, 3];
    windows on [1, 2, 3];
    nulls on [1, 2];
    datatypes on [1, 2];
    pack on [1, 2];
    coll on [1, 2, 3, 4];
    ops on [1, 2, 3];
    comm on [1, 2, 3];
    group on [6];
    intercomm on [2, 3];
    userops on [1, 3];
    nonblocking on [1, 2, 3];
    inter on [2, 3];
    neighbors on [1, 2, 3];
    attr on [1, 2];
    threads on [2];
    files on [1, 2];
    file_datareps on [1, 2];
    usual on [1, 2];
}

// Those that call what Open MPI does not have are missing.
programs! {
    open_mpi:
    p2p on [1, 2, 4];
    probe on [2, 4];
    requests on [1, 2, 4];
    partitioned on [2, 4];
    windows on [1, 2, 4];
    nulls on [1, 2];
    datatypes on [1, 2];
    coll on [1, 2, 4];
    ops on [1, 2, 4];
    comm on [1, 2, 4];
    group on [6];
    intercomm on [2, 4];
    userops on [1, 4];
    nonblocking on [1, 2, 4];
    inter on [2, 4];
    neighbors on [1, 2, 4];
    attr on [1, 2];
    threads on [2];
    files on [1, 2];
    usual on [1, 2];
    errors on [1, 2];
    topology on [2, 4];
    removed on [1];
}

/// Predefined handles are addresses of variables, which a program that is no shared object copies into itself.
#[test]
fn handles_are_found_in_any_executable() {
    let (open_mpi, ferry) = (Mpi::open_mpi(), Mpi::ferry());
    let dir = tempfile::tempdir().expect("a folder");
    for flags in [["-fPIE", "-pie"], ["-fno-pie", "-no-pie"]] {
        let program = dir.path().join("usual");
        linked(&open_mpi, "usual", &program, &flags);
        Job::new(&ferry, 2, &program).run().ok();
    }
}

/// What a program would be told by its MPI's library it is told by Ferry's, without a word of where that is.
#[test]
fn programs_find_ferry() {
    let ferry = Mpi::ferry();
    for other in [Mpi::mpich(), Mpi::mpich_native(), Mpi::open_mpi()] {
        let outcome = Job::new(&ferry, 2, &other.program("where")).run();
        outcome.ok();
        assert!(outcome.stdout.contains("library: Ferry"), "{}: {}", other.name, outcome.story());
        assert!(outcome.stdout.contains("ranks: 2"), "{}: {}", other.name, outcome.story());
        assert_eq!(outcome.stderr, "");
    }
}

/// Compiles `tests/c/NAME.c` with another MPI's header and library, which is found nowhere of itself, and these flags.
fn linked(other: &Mpi, name: &str, program: &Path, flags: &[&str]) {
    let source = ferry_tests::root().join("tests/c").join(name).with_extension("c");
    let mut cc = Command::new("cc");
    cc.arg(source).arg("-I").arg(other.prefix.join("include")).arg("-o").arg(program);
    cc.args(flags).arg("-L").arg(other.prefix.join("lib"));
    cc.args(["-pthread", "-lmpi", "-lm", "-Wl,--allow-shlib-undefined"]);
    let output = cc.output().expect("cc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A library beside Ferry's that a program is bound to is named.
#[test]
fn an_rpath_is_told() {
    let (open_mpi, ferry) = (Mpi::open_mpi(), Mpi::ferry());
    let dir = tempfile::tempdir().expect("a folder");
    let bound = dir.path().join("libmpi.so.40");
    fs::copy(ferry.prefix.join("lib/libmpi.so.40"), &bound).expect("a copy");
    let program = dir.path().join("where");
    let rpath = format!("-Wl,-rpath,{}", dir.path().display());
    let flags = ["-Wl,--disable-new-dtags", &rpath];
    linked(&open_mpi, "where", &program, &flags);
    let outcome = Job::new(&ferry, 2, &program).run();
    outcome.ok();
    let expected = format!(
        "{} runs with {} and not with Ferry: its RPATH leads there",
        program.display(),
        bound.display()
    );
    assert!(outcome.stderr.contains(&expected), "{}", outcome.story());
    assert_eq!(outcome.stderr.lines().count(), 1, "{}", outcome.story());
}

/// A program of an MPI that Ferry has nothing for.
fn unknown(dir: &Path) -> PathBuf {
    let (library, program) = (dir.join("libmpi.so.20"), dir.join("old"));
    let sources = [
        ("f.c", "int f(void) { return 0; }"),
        ("m.c", "int f(void); int main(void) { return f(); }"),
    ];
    for (name, text) in sources {
        fs::write(dir.join(name), text).expect("a file");
    }
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-Wl,-soname,libmpi.so.20", "-o"]).arg(&library);
    assert!(cc.arg(dir.join("f.c")).status().expect("cc runs").success());
    let mut cc = Command::new("cc");
    cc.arg(dir.join("m.c")).arg(&library).args(["-Wl,-rpath,$ORIGIN", "-o"]).arg(&program);
    assert!(cc.status().expect("cc runs").success());
    program
}

#[test]
fn an_unknown_mpi_is_told() {
    let ferry = Mpi::ferry();
    let dir = tempfile::tempdir().expect("a folder");
    let program = unknown(dir.path());
    let outcome = Job::new(&ferry, 2, &program).run();
    assert!(outcome.status.success(), "{}", outcome.story());
    let expected = format!("{} needs libmpi.so.20, a library of MPI that", program.display());
    assert!(outcome.stderr.contains(&expected), "{}", outcome.story());
    assert!(outcome.stderr.contains("libmpi.so.40 (Open MPI)"), "{}", outcome.story());
}

/// The names of functions and data that a library defines for programs.
fn names(library: &Path) -> BTreeSet<String> {
    let output =
        Command::new("nm").args(["-D", "--defined-only"]).arg(library).output().expect("nm runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names are ASCII");
    text.lines().filter_map(|line| line.split_whitespace().last()).map(str::to_owned).collect()
}

/// All of MPI that another library has, and beside it what names it, nothing of Rust.
fn has_names_of(other: &Mpi, library: &str, own: &[&str]) {
    let ours = names(&Mpi::ferry().prefix.join("lib").join(library));
    let theirs = names(&other.prefix.join("lib").join(library));
    // Capitals and nothing else: what their Fortran needs of their C.
    let is_standard = |name: &&String| {
        let name = name.strip_prefix('P').unwrap_or(name);
        name.starts_with("MPI_") && name[4..].contains(char::is_lowercase)
    };
    let lacking: Vec<_> =
        theirs.iter().filter(is_standard).filter(|name| !ours.contains(*name)).collect();
    // Open MPI's alone; no standard has it.
    assert!(lacking.iter().all(|name| name.ends_with("MPI_Session_set_info")), "{lacking:?}");
    let is_own = |name: &&String| own.iter().any(|head| name.starts_with(head));
    let strange: Vec<_> = ours.iter().filter(|name| !is_own(name)).collect();
    assert!(strange.is_empty(), "{strange:?}");
}

#[test]
fn names_are_those_of_mpich() {
    let own = ["MPI_", "PMPI_", "MPIX_", "PMPIX_", "MPIR_Dup_fn"];
    has_names_of(&Mpi::mpich_native(), "libmpi.so.12", &own);
}

#[test]
fn names_are_those_of_open_mpi() {
    let own = [
        "MPI_",
        "PMPI_",
        "MPIX_",
        "PMPIX_",
        "OMPI_C_MPI_",
        "ompi_mpi_",
        "ompi_message_",
        "ompi_request_null",
    ];
    has_names_of(&Mpi::open_mpi(), "libmpi.so.40", &own);
}
