//! Sources and packages from Debian.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::source::fetched;
use crate::step;

/// The upstream source of a Debian package, fetched unless it is here.
pub(super) fn archive(package: &str) -> Result<PathBuf> {
    fetch(package, ".tar.", &["source", "--download-only", "--tar-only"])
}

/// A Debian package, fetched unless it is here.
pub(super) fn package(package: &str) -> Result<PathBuf> {
    fetch(package, ".deb", &["download"])
}

/// What `apt-get` brings of a package, by a part of its name.
fn fetch(package: &str, kind: &str, words: &[&str]) -> Result<PathBuf> {
    let dir = super::folder().join("fetched");
    let start = format!("{package}_");
    if let Some(found) = fetched(&dir, &start, kind)? {
        return Ok(found);
    }
    if !step::on_path("apt-get") {
        bail!("it comes from Debian's package {package}, and this system has no apt-get");
    }
    let config = apt_config(&dir)?;
    step::say(&format!("fetching {package} from Debian"));
    let apt = || {
        let mut apt = Command::new("apt-get");
        apt.env("APT_CONFIG", &config).current_dir(&dir);
        apt
    };
    step::quiet(apt().args(["update", "-qq"]))?;
    step::quiet(apt().args(words).arg(package))?;
    fetched(&dir, &start, kind)?
        .with_context(|| format!("apt-get fetched no {package}_*{kind}* into {}", dir.display()))
}

/// A configuration of apt with source packages, apart from the system's, which is left as it is.
fn apt_config(dir: &Path) -> Result<PathBuf> {
    for part in ["parts", "lists/partial", "cache/archives/partial"] {
        let part = dir.join("apt").join(part);
        fs::create_dir_all(&part).with_context(|| part.display().to_string())?;
    }
    let mut found = 0;
    let system = Path::new("/etc/apt");
    let listed = fs::read_dir(system.join("sources.list.d"));
    let others = listed.into_iter().flatten().flatten().map(|entry| entry.path());
    for file in std::iter::once(system.join("sources.list")).chain(others) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let name = file.file_name().unwrap_or_default();
        fs::write(dir.join("apt/parts").join(name), with_sources(&text))?;
        found += 1;
    }
    if found == 0 {
        bail!("/etc/apt names no places to fetch from");
    }
    let apt = dir.join("apt");
    let config = format!(
        "Dir::Etc::sourceparts \"{apt}/parts\";\nDir::Etc::sourcelist \"/dev/null\";\n\
         Dir::State::lists \"{apt}/lists\";\nDir::Cache \"{apt}/cache\";\n\
         APT::Sandbox::User \"root\";\n",
        apt = apt.display()
    );
    let path = apt.join("apt.conf");
    fs::write(&path, config)?;
    Ok(path)
}

/// A list of package sources that names source packages, too: in either form that apt reads.
fn with_sources(text: &str) -> String {
    let line = |line: &str| match (line.strip_prefix("Types:"), line.strip_prefix("deb ")) {
        (Some(types), _) if !types.contains("deb-src") => format!("{line} deb-src\n"),
        (_, Some(rest)) => format!("{line}\ndeb-src {rest}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_asked_for_in_both_forms_of_lists() {
        let new = with_sources("Types: deb\nURIs: http://a\n");
        assert_eq!(new, "Types: deb deb-src\nURIs: http://a\n");
        assert_eq!(with_sources("Types: deb deb-src\n"), "Types: deb deb-src\n");
        let old = with_sources("# comment\ndeb http://a b main\n");
        assert_eq!(old, "# comment\ndeb http://a b main\ndeb-src http://a b main\n");
    }
}
