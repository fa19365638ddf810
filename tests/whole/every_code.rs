//! Each return code, failure, fault and event that the headers name is provoked by a test in C that expects it, or is
//! listed here with the reason why it never comes.

use ferry_tests::root;
use std::collections::BTreeSet;

/// A header, the folder of its tests, and the names in it that are outcomes.
struct Outcomes {
    header: &'static str,
    tests: &'static str,
    /// What such names begin with.
    begin: &'static [&'static str],
    /// Names of the same beginning that are none.
    others: &'static [&'static str],
    /// Outcomes that never come, and why.
    never: &'static [(&'static str, &'static str)],
}

const PORTALS_3_CODES: &[&str] = &[
    "PTL_OK",
    "PTL_AC_INDEX_INVALID",
    "PTL_EQ_",
    "PTL_FAIL",
    "PTL_HANDLE_",
    "PTL_IFACE_",
    "PTL_MD_I",
    "PTL_MD_NO_UPDATE",
    "PTL_ME_",
    "PTL_NI_",
    "PTL_NO_INIT",
    "PTL_NO_SPACE",
    "PTL_PID_INVALID",
    "PTL_PROCESS_",
    "PTL_PT_",
    "PTL_SEGV",
    "PTL_SR_INDEX_INVALID",
    "PTL_UNKNOWN_ERROR",
    "PTL_EVENT_",
];

const ALL: [Outcomes; 4] = [
    Outcomes {
        header: "portals3.h",
        tests: "portals3",
        begin: PORTALS_3_CODES,
        others: &[
            "PTL_EQ_NONE",
            "PTL_EQ_HANDLER_NONE",
            "PTL_HANDLE_NONE",
            "PTL_IFACE_DEFAULT",
            "PTL_MD_IOVEC",
            "PTL_PT_INDEX_ANY",
        ],
        never: &[("PTL_UNKNOWN_ERROR", "each failure has a code of its own; PTL_FAIL says why")],
    },
    Outcomes {
        header: "portals4.h",
        tests: "portals4",
        begin: &[
            "PTL_OK",
            "PTL_ARG_",
            "PTL_CT_NONE_",
            "PTL_EQ_",
            "PTL_FAIL",
            "PTL_IGNORED",
            "PTL_IN_USE",
            "PTL_LIST_TOO_",
            "PTL_NO_INIT",
            "PTL_NO_SPACE",
            "PTL_PID_IN_",
            "PTL_PT_FULL",
            "PTL_PT_EQ_",
            "PTL_PT_IN_",
            "PTL_ABORTED",
            "PTL_NI_",
            "PTL_EVENT_",
        ],
        others: &[
            "PTL_EQ_NONE",
            "PTL_NI_MATCHING",
            "PTL_NI_NO_MATCHING",
            "PTL_NI_LOGICAL",
            "PTL_NI_PHYSICAL",
        ],
        never: &[
            ("PTL_IGNORED", "a map that is set is in force from then on"),
            (
                "PTL_NI_SEGV",
                "memory is looked at where it is bound or appended, not where it is used",
            ),
        ],
    },
    Outcomes {
        header: "nexus.h",
        tests: "nexus",
        begin: &["NEXUS_SUCCESS", "NEXUS_ERR_", "NEXUS_FAULT_"],
        others: &[],
        never: &[],
    },
    Outcomes {
        header: "pmi.h",
        tests: "pmi",
        begin: &["PMI_SUCCESS", "PMI_FAIL", "PMI_ERR_"],
        others: &[],
        never: &[
            ("PMI_ERR_NOMEM", "Rust's allocator ends the process"),
            ("PMI_ERR_INVALID_NUM_ARGS", "of PMI_Args_to_keyval, which there is not"),
            ("PMI_ERR_INVALID_ARGS", "of PMI_Args_to_keyval, which there is not"),
            ("PMI_ERR_INVALID_NUM_PARSED", "of PMI_Parse_option, which there is not"),
        ],
    },
];

/// A text of C without its comments.
fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let before = parts.next().unwrap_or_default().to_owned();
    parts.fold(before, |code, part| code + part.split_once("*/").map_or("", |(_, rest)| rest))
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The names in a text.
fn names(text: &str) -> BTreeSet<&str> {
    text.split(|c| !is_of_name(c)).collect()
}

/// The names that a test expects: the last argument of `GIVES`, `SAME`, `heard` and the like, or what something is
/// compared with.
fn expected(test: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for (at, _) in test.match_indices([',', '=']) {
        let rest = test[at + 1..].trim_start();
        let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let is_compared = test[..at].ends_with('=');
        if end > 0 && (is_compared || rest[end..].starts_with(')')) {
            found.insert(&rest[..end]);
        }
    }
    // A macro expects this for its callers.
    if test.contains("#define OK(call)") {
        found.extend(["PTL_OK", "NEXUS_SUCCESS", "PMI_SUCCESS"]);
    }
    found
}

fn tests_of(folder: &str) -> Vec<String> {
    let folder = root().join("tests/c").join(folder);
    let entries = std::fs::read_dir(&folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("one").path());
    paths.map(|path| without_comments(&std::fs::read_to_string(path).expect("a test"))).collect()
}

#[test]
fn each_outcome_is_provoked_by_a_test() {
    for library in ALL {
        let header = root().join("include").join(library.header);
        let header = without_comments(&std::fs::read_to_string(header).expect("a header"));
        let is_outcome = |name: &&str| {
            library.begin.iter().any(|with| name.starts_with(with))
                && !library.others.contains(name)
        };
        let outcomes: BTreeSet<&str> = names(&header).into_iter().filter(is_outcome).collect();
        let tests = tests_of(library.tests);
        let provoked: BTreeSet<&str> = tests.iter().flat_map(|test| expected(test)).collect();
        let never: BTreeSet<&str> = library.never.iter().map(|(name, _)| *name).collect();
        let missing: Vec<&&str> = outcomes
            .iter()
            .filter(|name| !provoked.contains(*name) && !never.contains(*name))
            .collect();
        assert!(outcomes.len() > 10, "{}: {outcomes:?}", library.header);
        assert!(missing.is_empty(), "{}: no test in C expects {missing:?}", library.header);
        for (name, why) in library.never {
            assert!(outcomes.contains(name), "{name} is not in {}", library.header);
            assert!(!provoked.contains(name), "{name} comes after all, though {why}");
        }
    }
}

/// MP_Lite has no codes: what ends a program is said, and its tests look for the words.
#[test]
fn each_end_of_mp_lite_is_provoked_by_a_test() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).expect("a source");
    let errors = read("crates/faces/mplite/semantics/src/error.rs");
    // A launcher ends the job before another process is missed.
    let tests = read("tests/whole/mplite.rs") + &read("crates/faces/mplite/semantics/tests/job.rs");
    // The longest part that has no value in it.
    let words = |text: &str| {
        let parts = text.split('"').nth(1).unwrap_or_default().split(['{', '}']).step_by(2);
        parts.max_by_key(|part| part.len()).unwrap_or_default().trim().to_owned()
    };
    let all: Vec<String> = errors.split("#[error(").skip(1).map(words).collect();
    assert!(all.len() > 10, "{all:?}");
    let missing: Vec<&String> =
        all.iter().filter(|words| !tests.contains(words.as_str())).collect();
    assert!(missing.is_empty(), "no test looks for {missing:?}");
}

#[test]
fn what_a_test_expects_is_found() {
    let test = without_comments(
        "SAME(f(A_OK, x), A_ONE); /* SAME(g(), A_TWO); */ CHECK(code == A_THREE || x);\n\
         f(A_FOUR, 1); int code = A_FIVE; heard(eq, A_SIX), heard(eq, A_SEVEN);",
    );
    let names: Vec<&str> =
        expected(&test).into_iter().filter(|name| name.starts_with("A_")).collect();
    assert_eq!(names, ["A_ONE", "A_SEVEN", "A_SIX", "A_THREE"]);
}
