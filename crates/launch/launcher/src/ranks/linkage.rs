//! Which MPI library a program is linked to, and what leads it to Ferry's.
//!
//! A program names the libraries that it needs, and may bring folders in which they are looked for: before those of
//! `LD_LIBRARY_PATH` (`DT_RPATH`, which is old), or behind them (`DT_RUNPATH`).

use object::Endianness;
use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_STRSZ, DT_STRTAB, DynamicTag, FileHeader64};
use object::read::ReadCache;
use object::read::elf::{Dyn, FileHeader, ProgramHeader};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// Where the system's loader looks.
pub(super) const VARIABLE: &str = "LD_LIBRARY_PATH";

/// The libraries that programs are linked to, each with the MPI that they were built for.
const ABIS: [(&str, &str); 3] = [
    ("libmpi_abi.so.1", "the standard ABI"),
    ("libmpi.so.12", "MPICH"),
    ("libmpi.so.40", "Open MPI"),
];

/// How the names of libraries of MPI begin, of whatever MPI.
const OF_MPI: [&str; 7] =
    ["libmpi.so", "libmpi_", "libmpich", "libmpicxx", "libmpifort", "libpmpi", "libmpigf"];

/// The folder of Ferry's libraries, if this program is an installed one.
pub(super) fn libraries() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let folder = program.parent()?.parent()?.join("lib");
    ABIS.iter().any(|(name, _)| folder.join(name).exists()).then_some(folder)
}

/// What a program says of the libraries that it needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Linkage {
    /// Their names.
    needed: Vec<String>,
    /// Folders that come before the variable's.
    rpath: Vec<PathBuf>,
    /// Folders that come after them.
    runpath: Vec<PathBuf>,
}

/// What to do for a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Advice {
    /// The value that the variable should have.
    pub(super) library_path: Option<OsString>,
    /// A sentence without its subject, which is the program.
    pub(super) note: Option<String>,
}

impl Linkage {
    /// Reads it from a program's file. None for scripts, and for what is linked to nothing.
    pub(super) fn of(file: &Path) -> Option<Linkage> {
        // Opening anything else might wait.
        if !file.metadata().ok()?.is_file() {
            return None;
        }
        let data = &ReadCache::new(File::open(file).ok()?);
        let header = FileHeader64::<Endianness>::parse(data).ok()?;
        let endian = header.endian().ok()?;
        let segments = header.program_headers(endian, data).ok()?;
        let entries = segments.iter().find_map(|s| s.dynamic(endian, data).ok().flatten())?;
        let values = |tag: DynamicTag| {
            let of_tag = entries.iter().filter(move |entry| entry.tag(endian) == tag);
            of_tag.map(move |entry| entry.val(endian))
        };
        let (address, size) = (values(DT_STRTAB).next()?, values(DT_STRSZ).next()?);
        let strings = segments
            .iter()
            .find_map(|s| s.data_range(endian, data, address, size).ok().flatten())?;
        let text = |at| text(strings, at);
        let origin = file.canonicalize().ok()?.parent()?.to_owned();
        let listed =
            |tag| values(tag).filter_map(text).flat_map(|list| folders(list, &origin)).collect();
        let needed = values(DT_NEEDED).filter_map(text);
        let runpath: Vec<PathBuf> = listed(DT_RUNPATH);
        // The loader reads the old one only where there is no new one.
        let is_new = values(DT_RUNPATH).next().is_some();
        let rpath = if is_new { Vec::new() } else { listed(DT_RPATH) };
        let needed = needed.map(|name| String::from_utf8_lossy(&name).into_owned());
        // What is named by its path is looked for nowhere.
        let needed = needed.filter(|name| !name.contains('/')).collect();
        Some(Linkage { needed, rpath, runpath })
    }

    /// What leads the program to the libraries in `ferry`, where the variable has this value now.
    pub(super) fn advise(&self, ferry: &Path, now: Option<&OsStr>) -> Advice {
        let Some(name) = self.needed.iter().find(|name| ferry.join(name.as_str()).exists()) else {
            return Advice { note: self.unknown(ferry), ..Advice::default() };
        };
        let ours = ferry.join(name);
        if let Some(found) = find(&self.rpath, name) {
            let note = (!is_same(&found, &ours)).then(|| in_the_way(&found, ferry));
            return Advice { note, ..Advice::default() };
        }
        // An empty variable is none; in one that is not an empty folder is the program's own.
        let now = now.filter(|now| !now.is_empty());
        let set: Vec<PathBuf> = now.map(|now| env::split_paths(now).collect()).unwrap_or_default();
        let is_chosen = find(&set, name).is_some();
        let is_found = find(&self.runpath, name).is_some_and(|found| is_same(&found, &ours));
        if is_chosen || is_found {
            return Advice::default();
        }
        let folders = [ferry.to_owned()].into_iter().chain(set);
        // Other libraries of its MPI may be beside the one.
        Advice { library_path: env::join_paths(folders).ok(), note: self.unknown(ferry) }
    }

    /// What there is to say of a program that needs an MPI library that Ferry does not have.
    fn unknown(&self, ferry: &Path) -> Option<String> {
        let is_lacking = |name: &&String| {
            OF_MPI.iter().any(|beginning| name.starts_with(beginning))
                && !ferry.join(name.as_str()).exists()
        };
        let name = self.needed.iter().find(is_lacking)?;
        let known = ABIS.iter().filter(|(name, _)| ferry.join(name).exists());
        let known: Vec<String> = known.map(|(name, of)| format!("{name} ({of})")).collect();
        Some(format!(
            "needs {name}, a library of MPI that Ferry does not have: compile the program with Ferry's mpicc, or link it \
             to one of {}",
            known.join(", ")
        ))
    }
}

fn in_the_way(found: &Path, ferry: &Path) -> String {
    format!(
        "runs with {} and not with Ferry: its RPATH leads there, before all that can be set; `patchelf --set-rpath {} \
         PROGRAM` changes it",
        found.display(),
        ferry.display()
    )
}

fn find(folders: &[PathBuf], name: &str) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(name)).find(|file| file.exists())
}

fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// The text that begins at this place of the strings.
fn text(strings: &[u8], at: u64) -> Option<Vec<u8>> {
    let rest = strings.get(usize::try_from(at).ok()?..)?;
    rest.split(|byte| *byte == 0).next().map(<[u8]>::to_vec)
}

/// The folders of a list, in which `$ORIGIN` stands for the program's.
fn folders(list: Vec<u8>, origin: &Path) -> Vec<PathBuf> {
    let list = OsString::from_vec(list);
    let resolved = |folder: PathBuf| {
        let rest = ["$ORIGIN", "${ORIGIN}"].iter().find_map(|head| folder.strip_prefix(head).ok());
        rest.map_or(folder.clone(), |rest| origin.join(rest))
    };
    env::split_paths(&list).filter(|folder| !folder.as_os_str().is_empty()).map(resolved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A folder with these files, and its path.
    fn folder(names: &[&str]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        names.iter().for_each(|name| fs::write(dir.path().join(name), "").unwrap());
        dir
    }

    fn needs(name: &str) -> Linkage {
        Linkage { needed: vec!["libm.so.6".into(), name.into()], ..Linkage::default() }
    }

    #[test]
    fn what_a_program_needs_is_read() {
        let own = env::current_exe().unwrap();
        let linkage = Linkage::of(&own).unwrap();
        assert!(linkage.needed.iter().any(|name| name.starts_with("libc.so")), "{linkage:?}");
        let dir = folder(&["script"]);
        assert_eq!(Linkage::of(&dir.path().join("script")), None);
        assert_eq!(Linkage::of(&dir.path().join("missing")), None);
        let whole = fs::read(&own).unwrap();
        for length in [1, 63, 64, 100, 1000, 4096] {
            fs::write(dir.path().join("script"), &whole[..length]).unwrap();
            Linkage::of(&dir.path().join("script"));
        }
    }

    #[test]
    fn the_variable_leads_to_ferry() {
        let (ferry, other) = (folder(&["libmpi.so.40"]), folder(&["libmpi.so.40"]));
        let mut program = needs("libmpi.so.40");
        let led = |program: &Linkage, now: Option<&str>| {
            program.advise(ferry.path(), now.map(OsStr::new)).library_path
        };
        let here = ferry.path().as_os_str();
        assert_eq!(led(&program, Some("")).unwrap(), here);
        assert_eq!(led(&program, None).unwrap(), here);
        let both = env::join_paths([here, OsStr::new("/a"), OsStr::new("/b")]).unwrap();
        assert_eq!(led(&program, Some("/a:/b")).unwrap(), both);
        program.runpath = vec![other.path().into()];
        assert_eq!(led(&program, None).unwrap(), here);
        // Who has chosen a library is left with it, and who finds Ferry's needs nothing.
        assert_eq!(led(&program, other.path().to_str()), None);
        program.runpath = vec![ferry.path().join("../").join(ferry.path().file_name().unwrap())];
        assert_eq!(program.advise(ferry.path(), None), Advice::default());
    }

    #[test]
    fn the_library_for_fortran_leads_to_ferry_as_well() {
        let ferry = folder(&["libmpi.so.40", "libmpi_mpifh.so.40"]);
        let advice = needs("libmpi_mpifh.so.40").advise(ferry.path(), None);
        assert_eq!(advice.library_path.unwrap(), ferry.path().as_os_str());
        assert_eq!(advice.note, None);
    }

    #[test]
    fn an_rpath_stands_in_the_way() {
        let (ferry, other) = (folder(&["libmpi.so.12"]), folder(&["libmpi.so.12"]));
        let mut program = needs("libmpi.so.12");
        program.rpath = vec!["/nowhere".into(), other.path().into()];
        let advice = program.advise(ferry.path(), None);
        assert_eq!(advice.library_path, None);
        let note = advice.note.unwrap();
        assert!(note.contains(other.path().to_str().unwrap()), "{note}");
        assert!(note.contains("patchelf --set-rpath"), "{note}");
        program.rpath = vec![ferry.path().into()];
        assert_eq!(program.advise(ferry.path(), None), Advice::default());
        program.rpath = vec!["/nowhere".into()];
        assert!(program.advise(ferry.path(), None).library_path.is_some());
    }

    #[test]
    fn an_unknown_mpi_is_named() {
        let ferry = folder(&["libmpi.so.12", "libmpi_abi.so.1"]);
        for name in ["libmpi_mt.so.4", "libmpi.so.20", "libmpichf90.so.12"] {
            let note = needs(name).advise(ferry.path(), None).note.unwrap();
            assert!(note.starts_with(&format!("needs {name}, a library of MPI")), "{note}");
            assert!(note.ends_with("libmpi_abi.so.1 (the standard ABI), libmpi.so.12 (MPICH)"));
        }
        let mut fortran = needs("libmpi.so.12");
        fortran.needed.push("libmpifort.so.12".into());
        let advice = fortran.advise(ferry.path(), None);
        assert_eq!(advice.library_path.unwrap(), ferry.path().as_os_str());
        assert!(advice.note.unwrap().starts_with("needs libmpifort.so.12, a library"));
        for other in ["libmpir.so.23", "libmpiP.so"] {
            assert_eq!(needs(other).advise(ferry.path(), None), Advice::default());
        }
        assert_eq!(needs("libz.so.1").advise(ferry.path(), None), Advice::default());
    }

    #[test]
    fn folders_may_hang_on_the_programs() {
        let list = b"$ORIGIN/../lib:${ORIGIN}::/usr/lib".to_vec();
        let expected = ["/p/bin/../lib", "/p/bin", "/usr/lib"].map(PathBuf::from);
        assert_eq!(folders(list, Path::new("/p/bin")), expected);
    }
}
