//! The book as it is in this tree.
#![forbid(unsafe_code)]
#![allow(missing_docs)]

use ferry_book::{BookPage, ExampleNeed, broken_links, pages};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().unwrap()
}

fn book() -> Vec<BookPage> {
    pages(&root().join("docs"), "").unwrap()
}

/// mdBook makes a page of a site of each that the summary names, and only links between these become links of the site.
#[test]
fn the_summary_names_every_page() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let named: BTreeSet<&str> =
        summary.split("](").skip(1).map(|rest| rest.split_once(')').unwrap().0).collect();
    let book = book();
    let there = book.iter().map(|page| page.path.to_str().unwrap());
    let there: BTreeSet<&str> = there.filter(|path| *path != "SUMMARY.md").collect();
    assert_eq!(named, there);
}

#[test]
fn links_of_the_book_stay_in_it_and_lead_somewhere() {
    let broken = broken_links(&root().join("docs"), &book());
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn links_of_the_other_documents_lead_somewhere() {
    let root = root();
    let mut all = pages(&root, "docs").unwrap();
    for path in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        all.push(BookPage::read(&root, Path::new(path)).unwrap());
    }
    let broken = broken_links(&root, &all);
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// A page's commands have no other words than those that have a meaning; the tests of whole programs run them.
#[test]
fn most_commands_of_the_book_can_be_run() {
    let of = |page: &BookPage| page.examples().unwrap_or_else(|why| panic!("{why:#}"));
    let all: Vec<_> = book().iter().flat_map(of).collect();
    let elsewhere = all.iter().filter(|one| one.need == Some(ExampleNeed::Elsewhere)).count();
    assert!(all.len() > 40 && elsewhere * 2 < all.len(), "{elsewhere} of {}", all.len());
}

#[test]
fn a_site_is_made_of_it() {
    let out = tempfile::tempdir().unwrap();
    let mut make = Command::new(env!("CARGO_BIN_EXE_ferry-book"));
    let output = make.arg(root().join("docs")).arg(out.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("WARN") && !said.contains("ERROR"), "{said}");
    for page in ["index.html", "moving.html", "experiments/index.html", "ferry.svg"] {
        assert!(out.path().join(page).exists(), "no {page}");
    }
}
