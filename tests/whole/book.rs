//! The commands of the book, as they stand there.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use ferry_book::{BookPage, Example, ExampleNeed, missing_line, pages};
use ferry_tests::{Job, Mpi, Outcome, Slurm, has_fortran, root};
use tempfile::TempDir;

use crate::hosts::Hosts;

/// Addresses that a page names.
const ADDRESSES: [&str; 2] = ["10.97.0.1/16", "10.97.0.2/16"];

/// Where a reader sits: in a folder with the programs of the page on first programs, Ferry's on the path.
struct Reader {
    folder: TempDir,
    hosts: Option<Hosts>,
    slurm: Option<Slurm>,
}

impl Reader {
    fn new(pages: &[BookPage]) -> Self {
        let folder = TempDir::new().expect("a folder");
        let first = pages.iter().find(|page| page.path == Path::new("docs/first-programs.md"));
        let first = first.expect("a page of first programs");
        for (language, file) in [("c", "hello.c"), ("fortran", "hello.f90")] {
            let program = first.program(language).expect("a program");
            fs::write(folder.path().join(file), program).expect("a file");
        }
        let mpi = Mpi::ferry();
        mpi.compile(&folder.path().join("hello.c"), &folder.path().join("hello"));
        Self { folder, hosts: None, slurm: None }
    }

    /// Whether the machine has what an example takes.
    fn has(&mut self, need: ExampleNeed) -> bool {
        match need {
            ExampleNeed::Elsewhere => false,
            ExampleNeed::Fortran => has_fortran(),
            ExampleNeed::Hosts => {
                if self.hosts.is_none() {
                    self.hosts = Hosts::make("book", &[ADDRESSES]);
                    self.hosts.iter().for_each(|hosts| self.write_ssh(hosts));
                }
                self.hosts.is_some()
            }
            ExampleNeed::Slurm => {
                if self.slurm.is_none() {
                    self.slurm = Slurm::start();
                }
                self.slurm.is_some()
            }
        }
    }

    /// What is called like `ssh` and leads to the two hosts.
    fn write_ssh(&self, hosts: &Hosts) {
        let bin = self.folder.path().join("bin");
        fs::create_dir_all(&bin).expect("a folder");
        let (alpha, beta) = (hosts.name(0), hosts.name(1));
        let text = format!(
            "#!/bin/sh\n\
             while [ \"${{1#-}}\" != \"$1\" ]; do [ \"$1\" = -o ] && shift; shift; done\n\
             case $1 in alpha) host={alpha} ;; beta) host={beta} ;; *) exit 255 ;; esac\n\
             shift\n\
             exec ip netns exec $host sh -c \"$*\"\n"
        );
        fs::write(bin.join("ssh"), text).expect("a file");
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(bin.join("ssh"), mode).expect("our file");
    }

    fn path(&self) -> OsString {
        let own = [self.folder.path().join("bin"), Mpi::ferry().prefix.join("bin")];
        let rest = std::env::var_os("PATH").unwrap_or_default();
        let rest: Vec<_> = std::env::split_paths(&rest).collect();
        std::env::join_paths(own.into_iter().chain(rest)).expect("a path")
    }

    fn run(&self, example: &Example) -> Outcome {
        let shell = Mpi { mpiexec: "bash".into(), ..Mpi::ferry() };
        let stop = if example.fails { "-uo" } else { "-euo" };
        let job = Job::bare(&shell).args(&[stop, "pipefail", "-c", &example.commands]);
        let job = job.dir(self.folder.path()).env("PATH", self.path());
        match &self.slurm {
            Some(slurm) => job.env("SLURM_CONF", slurm.configuration()).run(),
            None => job.run(),
        }
    }
}

/// What is wrong with what came of an example.
fn wrong(example: &Example, outcome: &Outcome) -> Option<String> {
    if outcome.status.success() == example.fails {
        return Some(format!("it ended with {}", outcome.status));
    }
    let came_out = format!("{}{}", outcome.stdout, outcome.stderr);
    let shown = example.shown.as_deref().unwrap_or_default();
    missing_line(shown, &came_out).map(|line| format!("it did not say {line:?}"))
}

#[test]
fn commands_do_what_the_book_says() {
    let pages = pages(&root(), "docs").expect("pages");
    let mut reader = Reader::new(&pages);
    let (mut ran, mut mistakes) = (0, Vec::new());
    for page in &pages {
        for example in page.examples().expect("examples") {
            if example.need.is_some_and(|need| !reader.has(need)) {
                continue;
            }
            let outcome = reader.run(&example);
            ran += 1;
            outcome.nothing_left();
            if let Some(why) = wrong(&example, &outcome) {
                let page = page.path.display();
                mistakes.push(format!("{page}: {why}\n{}\n{}", example.commands, outcome.story()));
            }
        }
    }
    assert!(ran > 15, "{ran}");
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

/// The README's first programs are the book's.
#[test]
fn the_readme_shows_the_same_programs() {
    let readme = BookPage::read(&root(), Path::new("README.md")).expect("a README");
    let first = BookPage::read(&root(), Path::new("docs/first-programs.md")).expect("a page");
    for language in ["c", "fortran"] {
        let [one, other] = [&readme, &first].map(|page| page.program(language).expect("a program"));
        assert_eq!(one, other);
    }
}
