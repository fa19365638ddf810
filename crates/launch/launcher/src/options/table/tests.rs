use super::*;
use crate::options::{CommandRequest, parse};
use std::collections::BTreeSet;
use std::ffi::OsString;

/// What the table has, the command line takes.
#[test]
fn every_name_is_of_one_option() {
    let mut seen = BTreeSet::new();
    for name in names() {
        assert!(seen.insert(name), "{name} for a second time");
        let words = [format!("--{name}").as_str(), "p", "p", "p"].map(OsString::from);
        if let Err(error) = parse(words) {
            assert!(!error.text.contains("unknown option"), "{}", error.text);
        }
    }
    assert!(seen.len() > 100, "{}", seen.len());
}

/// An option that takes no value refuses one, and one that takes some asks for it.
#[test]
fn values_are_as_the_table_says() {
    for row in rows().filter(|row| !matches!(row.does, Does::Print(_))) {
        for name in row.all_names() {
            let refusal = |words: &[String]| match parse(words.iter().map(OsString::from)) {
                Err(error) => error.text,
                Ok(_) => String::new(),
            };
            let with = refusal(&[format!("--{name}=a"), "p".into()]);
            assert_eq!(with.contains("takes no value"), !row.takes_value(), "{name}: {with}");
            let without = refusal(&[format!("--{name}")]);
            assert_eq!(without.contains("needs a value"), row.takes_value(), "{name}: {without}");
        }
    }
}

#[test]
fn options_that_are_listed_say_what_they_do() {
    for group in &GROUPS {
        for row in group.hidden {
            assert!(!row.about.is_empty(), "{:?}", row.names);
        }
        assert!(group.rows.last().is_none_or(|row| !row.about.is_empty()), "{}", group.title);
    }
    let all = documented_options();
    assert!(all.len() > 45, "{}", all.len());
    let find = |name| all.iter().find(|option| option.names.contains(&name)).unwrap();
    let ranks = find("np");
    let expected = (vec!["n", "np"], Some("N"), "number of ranks of this program");
    assert_eq!((ranks.names.clone(), ranks.value, ranks.about), expected);
    assert_eq!(find("stdin").value, Some("RANK|all|none"));
    assert_eq!((find("keep-going").value, find("genvnone").value), (None, None));
    assert_eq!(find("genvnone").about, find("genvlist").about);
    assert_eq!(find("x").value, Some("NAME[=VALUE]"));
    assert_eq!(
        find("prepend-pattern").about.split_once(':').unwrap().0,
        "writes this before each line"
    );
}

#[test]
fn the_help_is_the_table() {
    let Ok(CommandRequest::Print(help)) = parse(["-h".into()]) else { panic!("no help") };
    for line in [
        "Usage: mpiexec [options] ",
        "\nHow many, and where\n  -n, -np N               number of ranks of this program\n",
        "\n  -launcher TEMPLATE      command that reaches a host (default: ssh {host}),\n                          for example ",
        "\n  -envall, -envnone, -envlist a,b  which variables this program inherits\n",
        "\n  -merge-stderr-to-stdout  errors go where output goes\n",
        "\nThe exit status is ",
    ] {
        assert!(help.contains(line), "{line}\n{help}");
    }
    for option in documented_options() {
        assert!(option.names.iter().all(|name| help.contains(&format!("-{name}"))));
    }
    assert!(!help.contains("machinefile") && !help.contains("bycore"));
}

/// The manual page is written by hand; it has what the help has, and nothing that there is not.
#[test]
fn the_manual_page_has_the_options_of_the_help() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/man/mpiexec.1");
    let page = std::fs::read_to_string(page).unwrap().replace("\\-", "-");
    let (_, options) = page.split_once("\n.SS How many").unwrap();
    let (options, _) = options.split_once("\n.SH ").unwrap();
    let heads = options.split("\n.TP\n").skip(1).filter_map(|item| item.lines().next());
    let described: BTreeSet<&str> = heads.flat_map(options_in).collect();
    for option in documented_options() {
        for name in option.names {
            assert!(described.contains(name), "docs/man/mpiexec.1 does not say what -{name} does");
        }
    }
    for name in described {
        assert!(find(name).is_some(), "docs/man/mpiexec.1: there is no option -{name}");
    }
}

/// The options that the head of an item names.
fn options_in(head: &str) -> impl Iterator<Item = &str> {
    let words = head.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words.filter_map(|word| word.strip_prefix('-')).filter(|name| !name.is_empty())
}
