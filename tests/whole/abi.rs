//! The header and the library against the reference for the standard ABI, MPICH's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ferry_tests::Mpi;
use tempfile::TempDir;

/// Functions of the standard ABI, each twice: `MPI_` and `PMPI_`.
const FUNCTIONS: usize = 664;

/// The names in `spec/beyond.txt`, which Ferry has besides, each twice as well.
fn beyond() -> BTreeSet<String> {
    let text = fs::read_to_string(ferry_tests::root().join("spec/beyond.txt")).expect("there");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.flat_map(|name| [name.to_string(), format!("P{name}")]).collect()
}

/// These two take `int count` in the Forum's header and `MPI_Count` in the reference library's.
const DISPUTED: [&str; 4] =
    ["MPI_Psend_init", "MPI_Precv_init", "PMPI_Psend_init", "PMPI_Precv_init"];

fn ours() -> PathBuf {
    Mpi::ferry().prefix.join("include/mpi.h")
}

/// What Ferry has beyond the standard, `mpi.h` included.
fn extended() -> PathBuf {
    Mpi::ferry().prefix.join("include/mpi-ext.h")
}

fn reference() -> PathBuf {
    Mpi::mpich().prefix.join("include/mpi_abi.h")
}

/// Output of a program that must succeed.
fn read(command: &mut Command) -> String {
    let output = command.output().expect("starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}:\n{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The header's own text without comments and directives, statement by statement.
fn statements(header: &Path) -> Vec<String> {
    let folder = header.parent().expect("a folder");
    let text = read(Command::new("cc").args(["-E", "-P"]).arg("-I").arg(folder).arg(header));
    text.split(';').map(|part| part.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// The declared functions of MPI with their declarations.
fn functions(header: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for statement in statements(header) {
        let Some((before, _)) = statement.split_once('(') else { continue };
        let name = before.rsplit([' ', '*']).next().unwrap_or_default();
        if ["MPI_", "MPIX_"].iter().any(|start| name.trim_start_matches('P').starts_with(start))
            && !statement.starts_with("typedef")
        {
            found.insert(name.to_string(), statement.clone() + ";");
        }
    }
    found
}

/// Names of constants: macros without arguments, and members of enumerations.
fn constants(header: &Path) -> BTreeSet<String> {
    let macros = read(Command::new("cc").args(["-E", "-dM"]).arg(header));
    let macros = macros.lines().filter_map(|line| {
        let (name, value) = line.strip_prefix("#define ")?.split_once(' ')?;
        (!name.contains('(') && !value.is_empty()).then(|| name.to_string())
    });
    let members =
        statements(header).into_iter().filter(|text| text.contains("enum")).flat_map(|text| {
            let body = text.split_once('{').map_or(String::new(), |(_, body)| body.to_string());
            let words = body.split(',').map(|member| {
                member.split(['=', '}']).next().unwrap_or_default().trim().to_string()
            });
            words.collect::<Vec<_>>()
        });
    let all = macros.chain(members);
    all.filter(|name| name.starts_with("MPI_") && !name.starts_with("MPI_H")).collect()
}

/// Compiles declarations taken from one header together with another header.
fn agree(header: &Path, declarations: &BTreeMap<String, String>) {
    let dir = TempDir::new().expect("temporary folder");
    let source = dir.path().join("agree.c");
    let body: String = declarations
        .iter()
        .filter(|(name, _)| !DISPUTED.contains(&name.as_str()))
        .map(|(_, text)| format!("{text}\n"))
        .collect();
    fs::write(&source, format!("#include \"{}\"\n{body}", header.display())).expect("written");
    read(Command::new("cc").args(["-std=c11", "-fsyntax-only", "-Wall", "-Werror"]).arg(&source));
}

/// The names that a library exports.
fn exports(library: &Path) -> BTreeSet<String> {
    let table = read(Command::new("nm").args(["-D", "--defined-only"]).arg(library));
    let names = table.lines().filter_map(|line| line.rsplit(' ').next());
    names.map(|name| name.split('@').next().unwrap_or(name).to_string()).collect()
}

/// Values of the named constants as a compiler sees them through a header.
fn values(header: &Path, names: &BTreeSet<String>) -> String {
    let dir = TempDir::new().expect("temporary folder");
    let (source, program) = (dir.path().join("values.c"), dir.path().join("values"));
    let lines: String = names
        .iter()
        .map(|name| format!("    printf(\"{name} %lld\\n\", (long long)(intptr_t)({name}));\n"))
        .collect();
    let text = format!(
        "#include \"{}\"\n#include <stdint.h>\n#include <stdio.h>\nint main(void)\n{{\n{lines}\
         printf(\"status %zu aint %zu count %zu offset %zu\\n\", sizeof(MPI_Status), \
         sizeof(MPI_Aint), sizeof(MPI_Count), sizeof(MPI_Offset));\n    return 0;\n}}\n",
        header.display()
    );
    fs::write(&source, text).expect("written");
    read(Command::new("cc").arg("-w").arg(&source).arg("-o").arg(&program));
    read(&mut Command::new(&program))
}

#[test]
fn header_declares_the_same_functions() {
    let (mut own, mut theirs) = (functions(&extended()), functions(&reference()));
    theirs.retain(|name, _| !name.contains("MPIX_"));
    let beyond = beyond();
    let missing: Vec<_> = beyond.iter().filter(|name| !own.contains_key(*name)).collect();
    assert!(missing.is_empty(), "not declared: {missing:?}");
    assert!(
        functions(&ours()).keys().all(|name| !name.contains("MPIX_")),
        "mpi.h is the standard's"
    );
    own.retain(|name, _| !beyond.contains(name));
    assert_eq!(own.len(), 2 * FUNCTIONS);
    let names = |map: &BTreeMap<String, String>| map.keys().cloned().collect::<BTreeSet<_>>();
    let missing: Vec<_> = names(&theirs).difference(&names(&own)).cloned().collect();
    assert!(missing.is_empty(), "missing: {missing:?}");
    agree(&reference(), &own);
    agree(&ours(), &theirs);
}

#[test]
fn header_has_the_same_constants() {
    let (own, theirs) = (constants(&ours()), constants(&reference()));
    let missing: Vec<_> = theirs.difference(&own).collect();
    assert!(missing.is_empty(), "missing: {missing:?}");
    assert!(theirs.len() > 350, "the reference header was not understood: {}", theirs.len());
    let (mine, yours) = (values(&ours(), &theirs), values(&reference(), &theirs));
    for (a, b) in mine.lines().zip(yours.lines()) {
        assert_eq!(a, b, "ours and the reference's");
    }
    assert_eq!(mine.lines().count(), theirs.len() + 1);
}

#[test]
fn header_is_clean_c_and_cxx() {
    let dir = TempDir::new().expect("temporary folder");
    for (name, compiler) in [("a.c", "cc"), ("a.cpp", "c++")] {
        let source = dir.path().join(name);
        fs::write(&source, "#include <mpi-ext.h>\nMPI_Status status;\n").expect("written");
        let found = Command::new(compiler).arg("--version").output().is_ok();
        if found {
            let include = Mpi::ferry().prefix.join("include");
            let mut cc = Command::new(compiler);
            cc.args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-I"]);
            read(cc.arg(include).arg(source));
        }
    }
}

#[test]
fn library_exports_every_name_twice_and_nothing_else() {
    let exported = exports(&Mpi::ferry().prefix.join("lib/libmpi_abi.so.1"));
    let declared: BTreeSet<String> = functions(&extended()).into_keys().collect();
    assert_eq!(declared.len(), 2 * FUNCTIONS + beyond().len());
    let missing: Vec<_> = declared.difference(&exported).collect();
    assert!(missing.is_empty(), "not exported: {missing:?}");
    let foreign: Vec<_> =
        exported.difference(&declared).filter(|name| !name.contains("MPI")).collect();
    assert!(foreign.is_empty(), "exported beside the standard's names: {foreign:?}");
}

/// A binary may call whatever function of MPI the library has that it was linked with.
#[test]
fn library_exports_the_functions_of_the_others() {
    let own = exports(&Mpi::ferry().prefix.join("lib/libmpi_abi.so.1"));
    for other in [Mpi::mpich(), Mpi::intel()] {
        let theirs = exports(&other.prefix.join("lib/libmpi_abi.so.1"));
        // `MPI_F_STATUS_IGNORE` and its like are variables of their Fortran libraries.
        let is_function = |name: &str| {
            name.trim_start_matches('P').starts_with("MPI_")
                && !name.starts_with("MPI_F_")
                && !name.starts_with("MPI_F08_")
        };
        let theirs = theirs.iter().filter(|name| is_function(name));
        let missing: Vec<_> = theirs.filter(|name| !own.contains(*name)).collect();
        assert!(missing.is_empty(), "exported by {} only: {missing:?}", other.name);
    }
}

#[test]
fn removed_names_warn_and_say_what_replaces_them() {
    let dir = TempDir::new().expect("temporary folder");
    let source = dir.path().join("old.c");
    let text = "#include <mpi.h>\nint f(MPI_Aint *a) { return MPI_Address(a, a); }\n\
                MPI_Datatype g(void) { return MPI_UB; }\n\
                MPI_Fint h(MPI_Comm c) { return MPI_Comm_c2f(c); }\n";
    fs::write(&source, text).expect("written");
    let mut cc = Command::new(&Mpi::ferry().mpicc);
    let output = cc.args(["-fsyntax-only", "-Wall"]).arg(&source).output().expect("starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(said.matches("warning").count(), 2, "{said}");
    assert!(said.contains("use MPI_Get_address") && said.contains("use MPI_Type_create_resized"));
}

#[test]
fn library_has_the_soname_and_few_needs() {
    let library = Mpi::ferry().prefix.join("lib/libmpi_abi.so.1");
    let table = read(Command::new("readelf").arg("-d").arg(&library));
    assert!(table.contains("Library soname: [libmpi_abi.so.1]"), "{table}");
    for line in table.lines().filter(|line| line.contains("(NEEDED)")) {
        let known = ["libc.so", "libm.so", "libgcc_s.so", "libdl.so", "libpthread.so", "ld-linux"];
        assert!(known.iter().any(|name| line.contains(name)), "unexpected: {line}");
    }
}
