//! The options in words: the help, and what whoever completes words of the command line is told.

use super::{GROUPS, Group, Row};

/// What stands before the groups of options.
const HEAD: &str = "\
Usage: mpiexec [options] program [arguments] [: [options] program [arguments]]...

Starts an MPI job. Options may have one dash or two.
";

/// What stands behind them.
const END: &str = "
The exit status is that of the first rank that failed (128 + signal when a
signal killed it; with -keep-going 0 if a rank ended well), the code of MPI_Abort, 130 after Ctrl-C, 2 for a wrong
command line, 126 or 127 for a program that cannot be run or found.
";

/// Where explanations begin in a line of the help.
const COLUMN: usize = 26;

/// An option that the help lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentedOption {
    /// Without dashes.
    pub names: Vec<&'static str>,
    /// What stands for its value. `None`: it takes none.
    pub value: Option<&'static str>,
    /// In a few words.
    pub about: &'static str,
}

/// All of them, in the help's order.
pub fn documented_options() -> Vec<DocumentedOption> {
    GROUPS.iter().flat_map(documented).collect()
}

fn documented(group: &'static Group) -> impl Iterator<Item = DocumentedOption> {
    group.rows.iter().enumerate().map(|(at, row)| {
        let about = group.rows[at..].iter().find_map(|row| row.about.lines().next());
        DocumentedOption {
            names: row.names.to_vec(),
            value: Some(row.value).filter(|value| !value.is_empty()),
            about: about.unwrap_or_default().trim_end_matches([',', ';']),
        }
    })
}

/// The text of `--help`.
pub(super) fn help() -> String {
    let mut text = HEAD.to_owned();
    for group in GROUPS.iter().filter(|group| !group.rows.is_empty()) {
        text += &format!("\n{}\n", group.title);
        let mut options: Vec<String> = Vec::new();
        for row in group.rows {
            options.push(shown(row));
            if !row.about.is_empty() {
                text += &explained(&options.join(", "), row.about);
                options.clear();
            }
        }
    }
    text + END
}

/// `-f, -hostfile FILE`.
fn shown(row: &Row) -> String {
    let names: Vec<String> = row.names.iter().map(|name| format!("-{name}")).collect();
    format!("{} {}", names.join(", "), row.value).trim_end().to_owned()
}

/// An option, and what it does in one line or several.
fn explained(option: &str, about: &str) -> String {
    let mut text = String::new();
    let mut head = format!("  {option}  ");
    for line in about.lines() {
        text += &format!("{head:COLUMN$}{line}\n");
        head.clear();
    }
    text
}

/// The text of `--version`.
pub(super) fn version() -> String {
    format!("mpiexec (Ferry) {}\n", env!("CARGO_PKG_VERSION"))
}
