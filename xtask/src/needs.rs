//! What a task needs from the system, fetched where that is allowed.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::step;

/// Something the system should offer: what proves it is there, and Debian's package for it.
#[derive(Clone, Copy)]
pub(crate) struct Need<'a> {
    /// Program that must be on the path, or a shell test when it has a space.
    pub(crate) proof: &'a str,
    /// Package that brings it.
    pub(crate) package: &'a str,
}

/// A C compiler.
pub(crate) const CC: Need = Need { proof: "cc", package: "gcc libc6-dev" };
/// Python with virtual environments.
pub(crate) const PYTHON: Need =
    Need { proof: "python3 -c 'import venv, ensurepip'", package: "python3-venv" };
/// Headers to build Python modules.
pub(crate) const PYTHON_DEV: Need = Need {
    proof: "python3 -c 'import sysconfig, os, sys; sys.exit(not os.path.exists(sysconfig.get_path(\"include\") + \"/Python.h\"))'",
    package: "python3-dev",
};
/// Network namespaces.
pub(crate) const IP: Need = Need { proof: "ip", package: "iproute2" };
/// Rules that drop packets.
pub(crate) const NFT: Need = Need { proof: "nft", package: "nftables" };
/// Switches of network devices.
pub(crate) const ETHTOOL: Need = Need { proof: "ethtool", package: "ethtool" };
/// The SCTP of FreeBSD as a library.
pub(crate) const USRSCTP: Need =
    Need { proof: "test -e /usr/include/usrsctp.h", package: "libusrsctp-dev" };
/// A Linux kernel as a program, with SCTP and netem.
pub(crate) const UML: Need = Need { proof: "linux.uml", package: "user-mode-linux" };
/// A C++ compiler.
pub(crate) const CXX: Need = Need { proof: "c++", package: "g++" };
/// A Fortran compiler.
pub(crate) const FORTRAN: Need = Need { proof: "gfortran", package: "gfortran" };
/// What finds MPI for many programs.
pub(crate) const CMAKE: Need = Need { proof: "cmake", package: "cmake" };
/// What counts instructions.
pub(crate) const VALGRIND: Need = Need { proof: "valgrind", package: "valgrind" };
/// `nm` and `readelf`.
pub(crate) const BINUTILS: Need = Need { proof: "nm", package: "binutils" };

/// Fails unless the disk of `folder` has room for `gigabytes` more: a linker that finds a full disk says
/// nothing that helps.
pub(crate) fn room(folder: &Path, gigabytes: u64) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let disk = rustix::fs::statvfs(folder).with_context(|| folder.display().to_string())?;
    let free = disk.f_bavail * disk.f_frsize;
    if free < gigabytes * 1_000_000_000 {
        bail!(
            "{} has {:.1} GB free, and what is built there needs {gigabytes}: make room, or set \
             CARGO_TARGET_DIR to a folder on another disk",
            folder.display(),
            free as f64 / 1e9
        );
    }
    Ok(())
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn is_met(need: &Need<'_>) -> bool {
    if need.proof.contains(' ') {
        let mut shell = Command::new("sh");
        shell.args(["-c", need.proof]);
        return step::quiet(&mut shell).is_ok();
    }
    step::on_path(need.proof)
}

/// Installs what is missing of these packages of Debian, or says what to install.
pub(crate) fn packages(names: &[String]) -> Result<()> {
    let proofs: Vec<String> = names.iter().map(|name| format!("dpkg -s {name}")).collect();
    let needs = proofs.iter().zip(names).map(|(proof, package)| Need { proof, package });
    meet(&needs.collect::<Vec<_>>())
}

/// Installs at once whatever of `needs` is missing, and of these packages of Debian, where that is allowed and all are to
/// be had: one by one it takes much longer. Whoever cannot do without one asks for it afterwards, and hears why not.
pub(crate) fn prepare(needs: &[Need<'_>], packages: &[String]) {
    let missing =
        needs.iter().filter(|need| !is_met(need)).flat_map(|need| need.package.split(' '));
    let mut all: Vec<&str> = missing.collect();
    all.extend(packages.iter().map(String::as_str).filter(|name| !is_installed(name)));
    all.sort_unstable();
    all.dedup();
    if !all.is_empty() && can_install() {
        // Which of them there is not, `meet` says.
        let _ = install(&all);
    }
}

fn is_installed(package: &str) -> bool {
    step::quiet(Command::new("dpkg").args(["-s", package])).is_ok()
}

fn can_install() -> bool {
    is_root() && step::on_path("apt-get")
}

fn install(packages: &[&str]) -> Result<()> {
    /// What there is need not be asked for again.
    static IS_UPDATED: AtomicBool = AtomicBool::new(false);
    step::say(&format!("installing {}", packages.join(" ")));
    if !IS_UPDATED.load(Ordering::Relaxed) {
        update()?;
        IS_UPDATED.store(true, Ordering::Relaxed);
    }
    let mut install = Command::new("apt-get");
    install.env("DEBIAN_FRONTEND", "noninteractive").args(["-o", "DPkg::Lock::Timeout=300"]);
    install.args(["install", "-y", "--no-install-recommends"]).args(packages);
    step::quiet(&mut install).map(drop)
}

/// Fetches the lists of packages. Whoever does so at the moment is waited for: unlike the other locks of `apt-get`,
/// that of the lists has no setting for that.
fn update() -> Result<()> {
    const TRIES: u32 = 60;
    let mut update = Command::new("apt-get");
    update.arg("update");
    for _ in 1..TRIES {
        match step::quiet(&mut update) {
            Err(error) if format!("{error:#}").contains("/lists/lock") => {
                std::thread::sleep(Duration::from_secs(5));
            }
            other => return other.map(drop),
        }
    }
    step::quiet(&mut update).map(drop)
}

/// Installs with apt whatever of `needs` is missing, or says what to install.
pub(crate) fn meet(needs: &[Need<'_>]) -> Result<()> {
    let missing: Vec<&Need<'_>> = needs.iter().filter(|need| !is_met(need)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().flat_map(|need| need.package.split(' ')).collect();
    if !can_install() {
        bail!(
            "missing on this system: {}; install the packages (Debian's names: {}) and try again",
            missing.iter().map(|need| need.proof).collect::<Vec<_>>().join(", "),
            packages.join(" ")
        );
    }
    install(&packages)?;
    match missing.iter().find(|need| !is_met(need)) {
        None => Ok(()),
        Some(need) => bail!("{} was installed, but `{}` still fails", need.package, need.proof),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_without_room_is_named() {
        let dir = tempfile::tempdir().unwrap();
        room(dir.path(), 0).unwrap();
        let error = room(dir.path(), 1_000_000_000).unwrap_err().to_string();
        assert!(error.contains(&dir.path().display().to_string()), "{error}");
        assert!(error.contains("needs 1000000000"), "{error}");
    }
}
