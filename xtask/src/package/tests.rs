//! Each package, installed where nothing else of Ferry is, and used.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{Kind, make};
use crate::test::Tally;
use crate::{layout, needs, peers, step};

/// Makes the packages of what is built in a prefix, installs and uses them.
pub(crate) fn tests(prefix: &Path) -> Result<Tally> {
    let out = tempfile::tempdir().context("a folder for packages")?;
    let made = make(&[Kind::Wheel, Kind::Debian], prefix, out.path())?;
    let [wheel, debian] = &made[..] else { anyhow::bail!("two packages were to be made") };
    let mut tally = Tally::default();
    let all = [
        ("wheel", use_wheel(wheel)),
        ("Debian's package", use_debian(debian)),
        ("Spack's recipe", use_recipe(prefix)),
    ];
    for (name, used) in all {
        let is_fine = used.is_ok();
        match used {
            Ok(()) => println!("{name}: installed and used"),
            Err(why) => println!("{name}: {why:#}"),
        }
        tally += Tally { passed: u64::from(is_fine), failed: u64::from(!is_fine) };
    }
    Ok(tally)
}

/// As a user of Python does: the wheel and mpi4py's from PyPI, and a program on four ranks.
fn use_wheel(wheel: &Path) -> Result<()> {
    let venv = tempfile::tempdir().context("a virtual environment")?;
    peers::venv(venv.path())?;
    let mut pip = peers::pip(venv.path());
    step::quiet(pip.args(["install", "-q", "--only-binary", "mpi4py", "mpi4py"]).arg(wheel))?;
    let bin = venv.path().join("bin");
    let hello = |program: &str| {
        let mut mpiexec = alone(&bin.join(program));
        mpiexec.args(["-n", "4"]).arg(bin.join("python"));
        step::read(mpiexec.args(["-m", "mpi4py.bench", "helloworld"]))
    };
    for program in ["mpiexec", "mpirun"] {
        let said = hello(program)?;
        ensure!(said.matches("of 4 on").count() == 4, "{program} said: {said}");
    }
    for (program, option, word) in
        [("mpicxx", "-show", "++"), ("mpif90", "-show", "fortran"), ("mprun", "--help", "mprun")]
    {
        let said = step::read(alone(&bin.join(program)).arg(option))?;
        ensure!(said.contains(word), "{program} {option} said: {said}");
    }
    compile_and_run(&bin, venv.path())
}

/// As `dpkg` unpacks it; its alternatives would concern the whole system.
fn use_debian(package: &Path) -> Result<()> {
    let root = tempfile::tempdir().context("a folder for Debian's package")?;
    step::quiet(Command::new("dpkg-deb").arg("--extract").arg(package).arg(root.path()))?;
    let said = step::read(alone(&root.path().join("usr/bin/ferry")).arg("--version"))?;
    ensure!(said.contains(env!("CARGO_PKG_VERSION")), "`ferry --version` said: {said}");
    compile_and_run(&root.path().join("usr/lib/ferry-mpi/bin"), root.path())
}

/// Without Spack, whose part stand-ins take: what the recipe does, and that what it names is there.
fn use_recipe(prefix: &Path) -> Result<()> {
    let check = layout::root().join("packaging/spack/check.py");
    let mut python = Command::new("python3");
    step::quiet(python.arg("-B").arg(check).arg(prefix)).map(drop)
}

/// A program that finds nothing of another installation.
fn alone(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_remove("LD_LIBRARY_PATH").env_remove("FERRY_PREFIX");
    command
}

/// Builds an example by the installed wrapper and runs it.
fn compile_and_run(bin: &Path, folder: &Path) -> Result<()> {
    needs::meet(&[needs::CC])?;
    let program = folder.join("ring");
    let source = layout::root().join("examples/c/ring.c");
    step::quiet(alone(&bin.join("mpicc")).arg("-o").arg(&program).arg(source))?;
    let said = step::read(alone(&bin.join("mpiexec")).args(["-n", "3"]).arg(&program))?;
    ensure!(said.contains("over 3 ranks: the token is 30,"), "ring said: {said}");
    Ok(())
}
