//! Fortran in its three forms: `mpif.h`, the module `mpi`, the module `mpi_f08`; the wrapper, and what finds it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use ferry_tests::{Job, Mpi, has_fortran, root};
use tempfile::TempDir;

/// What old programs do to the arguments of procedures without interfaces.
const OLD: [&str; 2] = ["-fallow-argument-mismatch", "-DMPIF_H"];

fn said(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&text).into_owned()
}

/// Over shared memory on several numbers of ranks, and once over TCP.
fn passes(source: &str, name: &str, flags: &[&str]) {
    if !has_fortran() {
        return;
    }
    let program = Mpi::ferry().fortran(&format!("tests/fortran/{source}"), name, flags);
    Job::pass_over(&program, &["shm"], &[1, 2, 3, 4], &[]);
    Job::pass_over(&program, &["tcp"], &[3], &[]);
}

#[test]
fn fixed_form() {
    passes("ring.f", "ring", &OLD);
}

#[test]
fn calls_with_the_header() {
    passes("calls.F90", "calls-mpif", &OLD);
}

#[test]
fn calls_with_the_module() {
    passes("calls.F90", "calls-mpi", &[]);
}

#[test]
fn callbacks_with_the_header() {
    passes("callbacks.F90", "callbacks-mpif", &OLD);
}

#[test]
fn callbacks_with_the_module() {
    passes("callbacks.F90", "callbacks-mpi", &[]);
}

#[test]
fn fortran_2008() {
    passes("f08.f90", "f08", &[]);
}

#[test]
fn sections_that_do_not_lie_in_a_row() {
    passes("sections.f90", "sections", &[]);
}

/// What other implementations do and the standard says, by programs of others.
#[test]
fn odd_ends() {
    passes("odds.f90", "odds", &["-std=f2018"]);
}

#[test]
fn arguments_of_the_spawned() {
    passes("spawned.f90", "spawned", &[]);
}

/// One thread completes a request while another is given the same integer for a new one.
#[test]
fn sections_in_several_threads() {
    if !has_fortran() {
        return;
    }
    let flags = ["-fopenmp"];
    let program = Mpi::ferry().fortran("tests/fortran/threads.f90", "threads-f08", &flags);
    Job::new(&Mpi::ferry(), 1, &program).run().ok();
}

/// Compilers that write names otherwise know the same constants.
#[test]
fn spellings_of_names() {
    for (flag, name) in
        [("-fno-underscoring", "spellings-bare"), ("-fsecond-underscore", "spellings-second")]
    {
        passes("spellings.f90", name, &[flag, "-w"]);
    }
}

/// The header asks for no extension.
#[test]
fn the_header_is_of_the_standard() {
    if !has_fortran() {
        return;
    }
    let dir = TempDir::new().expect("temporary folder");
    let source = dir.path().join("header.f");
    fs::write(&source, "      INCLUDE 'mpif.h'\n      END\n").expect("written");
    let mut command = Command::new(Mpi::ferry().prefix.join("bin/mpifort"));
    command.args(["-std=f2008", "-Werror", "-c"]).arg(&source).current_dir(dir.path());
    let compiled = command.output().expect("starts");
    assert!(compiled.status.success(), "{}", said(&compiled));
}

/// Programs at a fixed place have constants and functions of their own, too.
#[test]
fn programs_at_a_fixed_place() {
    if !has_fortran() {
        return;
    }
    let flags = ["-fno-pie", "-no-pie"];
    for (source, name) in [("calls.F90", "calls-fixed"), ("callbacks.F90", "callbacks-fixed")] {
        let source = format!("tests/fortran/{source}");
        let program = Mpi::ferry().fortran(&source, name, &flags);
        Job::new(&Mpi::ferry(), 2, &program).run().ok();
    }
}

#[test]
fn the_example_is_right() {
    if !has_fortran() {
        return;
    }
    let program = Mpi::ferry().fortran("examples/fortran/cg.f90", "cg", &[]);
    for ranks in [1, 2, 4] {
        let outcome = Job::new(&Mpi::ferry(), ranks, &program).args(&["40"]).run();
        assert!(outcome.stdout.contains("as it should be"), "{outcome:?}");
        outcome.code(0);
    }
    let outcome = Job::new(&Mpi::ferry(), 2, &program).args(&["many"]).run();
    assert!(outcome.stdout.contains("not \"many\""), "{outcome:?}");
    assert!(!outcome.status.success());
}

#[test]
fn the_wrapper_shows_what_it_does() {
    let bin = Mpi::ferry().prefix.join("bin");
    for (wrapper, flag) in [("mpifort", "-show"), ("mpif77", "--showme"), ("mpif90", "-show")] {
        let text = said(&Command::new(bin.join(wrapper)).arg(flag).output().expect("starts"));
        for word in ["-I", "include", "-L", "-lmpi_abi_fortran -lmpi_abi", "-rpath"] {
            assert!(text.contains(word), "{wrapper} {flag}: no {word} in {text}");
        }
    }
}

/// Another compiler's modules are made in a folder of their own.
#[test]
fn modules_are_made_for_a_compiler() {
    if !has_fortran() {
        return;
    }
    let dir = TempDir::new().expect("temporary folder");
    let prefix = dir.path().join("prefix");
    let from = Mpi::ferry().prefix;
    let copied = Command::new("cp").arg("-a").arg(&from).arg(&prefix).status().expect("cp");
    assert!(copied.success());
    let other = dir.path().join("another-fortran");
    fs::write(&other, "#!/bin/sh\nexec gfortran \"$@\"\n").expect("written");
    let made = Command::new("chmod").arg("+x").arg(&other).status().expect("chmod");
    assert!(made.success());
    let wrapper = |args: &[&Path]| {
        let mut command = Command::new(prefix.join("bin/mpifort"));
        command.env("FERRY_FC", &other).args(args).output().expect("starts")
    };
    let built = wrapper(&[Path::new("--build-modules")]);
    assert!(built.status.success(), "{}", said(&built));
    assert!(prefix.join("include/fortran/another-fortran/mpi_f08.mod").exists());
    let program = dir.path().join("cg");
    let source = root().join("examples/fortran/cg.f90");
    let compiled = wrapper(&[&source, Path::new("-o"), &program]);
    assert!(compiled.status.success(), "{}", said(&compiled));
}

/// The compiler may be behind a launcher, or in a script that has another name.
#[test]
fn modules_are_found_behind_other_programs() {
    if !has_fortran() {
        return;
    }
    let dir = TempDir::new().expect("temporary folder");
    let source = root().join("examples/fortran/cg.f90");
    for (name, words, after) in [("launcher", "exec", " gfortran"), ("f90", "exec gfortran", "")] {
        let script = dir.path().join(name);
        fs::write(&script, format!("#!/bin/sh\n{words} \"$@\"\n")).expect("written");
        let made = Command::new("chmod").arg("+x").arg(&script).status().expect("chmod");
        assert!(made.success());
        let mut command = Command::new(Mpi::ferry().prefix.join("bin/mpifort"));
        command.env("FERRY_FC", format!("{}{after}", script.display()));
        command.arg(&source).arg("-o").arg(dir.path().join("cg"));
        let compiled = command.output().expect("starts");
        assert!(compiled.status.success(), "{name}: {}", said(&compiled));
    }
}

const CMAKE: &str = "cmake_minimum_required(VERSION 3.12)\nproject(found Fortran)\n\
                     find_package(MPI REQUIRED COMPONENTS Fortran)\n\
                     if(NOT (MPI_Fortran_HAVE_F77_HEADER AND MPI_Fortran_HAVE_F90_MODULE AND \
                     MPI_Fortran_HAVE_F08_MODULE))\n  message(FATAL_ERROR \"a form is missing\")\nendif()\n\
                     add_executable(cg ${SOURCE})\ntarget_link_libraries(cg MPI::MPI_Fortran)\n";

#[test]
fn cmake_finds_it() {
    if !has_fortran() {
        return;
    }
    if Command::new("cmake").arg("--version").output().is_err() {
        eprintln!("skipped: there is no cmake here (apt install cmake)");
        return;
    }
    let dir = TempDir::new().expect("temporary folder");
    fs::write(dir.path().join("CMakeLists.txt"), CMAKE).expect("written");
    let source = root().join("examples/fortran/cg.f90");
    let wrapper = Mpi::ferry().prefix.join("bin/mpifort");
    let mut cmake = Command::new("cmake");
    cmake.current_dir(dir.path()).args(["-S", ".", "-B", "build"]);
    cmake.arg(format!("-DMPI_Fortran_COMPILER={}", wrapper.display()));
    let configured = cmake.arg(format!("-DSOURCE={}", source.display())).output().expect("cmake");
    assert!(configured.status.success(), "{}", said(&configured));
    let mut cmake = Command::new("cmake");
    let built = cmake.current_dir(dir.path()).args(["--build", "build"]).output().expect("cmake");
    assert!(built.status.success(), "{}", said(&built));
    Job::new(&Mpi::ferry(), 2, &dir.path().join("build/cg")).run().code(0);
}

#[test]
fn pkg_config_knows_fortran() {
    if Command::new("pkg-config").arg("--version").output().is_err() {
        return;
    }
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_LIBDIR", Mpi::ferry().prefix.join("lib/pkgconfig"));
    let output = command.args(["--cflags", "--libs", "mpi-fort"]).output().expect("starts");
    let text = said(&output);
    assert!(text.contains("-lmpi_abi_fortran"), "{text}");
    assert!(text.contains("fortran/gfortran"), "{text}");
}
