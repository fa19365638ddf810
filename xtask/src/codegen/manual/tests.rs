//! Pages of all functions: there, in the language of manual pages, and as the header says.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use super::*;

struct Made {
    spec: Spec,
    model: Model,
    words: Words,
    pages: BTreeMap<String, String>,
}

fn made() -> Made {
    let folder = crate::layout::root().join("spec");
    let spec = Spec::read(&folder).unwrap();
    let model = Model::new(&spec).unwrap();
    let pages = write(&folder, &spec, &model).unwrap();
    Made { words: Words::read(&folder).unwrap(), spec, model, pages }
}

/// Without regard to where lines end.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands between a head and the next one of the same kind or above.
fn part<'a>(page: &'a str, head: &str) -> &'a str {
    let start = page.find(head).unwrap_or_else(|| panic!("no {head}: {page}")) + head.len();
    let rest = &page[start..];
    &rest[..rest.find("\n.S").unwrap_or(rest.len())]
}

#[test]
fn every_function_has_a_page_and_every_line_of_the_tables_a_use() {
    let Made { model, words, pages, .. } = made();
    let names: BTreeSet<String> = model.functions().map(|f| format!("{}.3", f.name)).collect();
    assert_eq!(names, pages.keys().cloned().collect());
    assert!(pages.len() > 700);
    let names: BTreeSet<&str> =
        model.functions().filter(|f| !is_large(f)).map(|f| f.name.as_str()).collect();
    assert_eq!(names, words.functions.keys().map(String::as_str).collect());
    let mut used = BTreeSet::new();
    for function in model.functions() {
        let name = function.name.trim_end_matches("_c");
        for param in &function.params {
            used.extend([format!("{name}.{}", param.name), param.name.clone(), param.kind.clone()]);
        }
    }
    let unused: Vec<_> = words.parameters.keys().filter(|key| !used.contains(*key)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn lines_about_functions_are_short_and_no_sentences() {
    for (name, about) in &made().words.functions {
        let line = &about.line;
        assert!(line.len() <= 88 && !line.ends_with('.'), "{name}: {line}");
        assert!(line.starts_with(|c: char| c.is_ascii_lowercase()), "{name}: {line}");
    }
}

#[test]
fn declarations_are_the_headers() {
    let Made { model, pages, .. } = made();
    let root = crate::layout::root();
    let headers = ["include/mpi.h", "include/mpi-ext.h"];
    let headers = headers.map(|file| in_one_line(&fs::read_to_string(root.join(file)).unwrap()));
    for function in model.functions() {
        let page = &pages[&format!("{}.3", function.name.trim_end_matches("_c"))];
        let mut declarations = part(page, ".SS C\n").split("\n\n").skip(1);
        let named = format!(" {}(", function.name);
        let declared = declarations.find(|text| text.contains(&named)).expect(&function.name);
        let declared = in_one_line(declared.trim_end_matches("\n.fi"));
        let declared = declared.trim_end_matches(';');
        assert!(headers.iter().any(|header| header.contains(declared)), "{declared}");
    }
}

#[test]
fn every_line_is_of_the_language_of_manual_pages() {
    const REQUESTS: [&str; 8] = [".TH", ".SH", ".SS", ".PP", ".TP", ".BR", ".nf", ".fi"];
    for (name, page) in &made().pages {
        if let Some(other) = page.strip_prefix(".so ") {
            assert_eq!(other.trim_end(), format!("man3/{}", name.replace("_c.3", ".3")));
            continue;
        }
        for line in page.lines() {
            let is_known = REQUESTS.iter().any(|known| line.split(' ').next() == Some(known));
            assert!(is_known || !line.starts_with(['.', '\'']), "{name}: {line}");
            for escape in line.split('\\').skip(1) {
                let is_known = ["e", "&", "-", "fB", "fI", "fP", "(aq"];
                assert!(is_known.iter().any(|known| escape.starts_with(known)), "{name}: {line}");
            }
            assert_eq!(line.matches("\\fP").count() * 2, line.matches("\\f").count(), "{line}");
        }
        let heads: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        assert_eq!(heads[..3], ["NAME", "SYNOPSIS", "DESCRIPTION"], "{name}");
        let first = format!("\n{}", name.trim_end_matches(".3"));
        assert!(part(page, ".SH NAME").starts_with(&first), "{name}");
        assert_eq!(page.matches(".nf\n").count(), page.matches("\n.fi\n").count(), "{name}");
    }
}

/// As `man` does it; where it is not installed the tests above are all.
#[test]
fn the_formatter_has_no_complaint() {
    let folder = tempfile::tempdir().unwrap();
    let mut groff = Command::new("groff");
    groff.args(["-man", "-ww", "-z", "-Tutf8", "-rLL=100n"]);
    for (name, page) in made().pages.iter().filter(|(_, page)| !page.starts_with(".so")) {
        let path = folder.path().join(name);
        fs::write(&path, page).unwrap();
        groff.arg(path);
    }
    let Ok(output) = groff.output() else {
        println!("there is no groff");
        return;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
}

#[test]
fn a_page_says_what_the_data_say() {
    let pages = made().pages;
    let send = &pages["MPI_Send.3"];
    for text in [
        ".TH MPI_Send 3 ",
        "\nMPI_Send, MPI_Send_c \\- send a message; ",
        "#include <mpi.h>\n\nint MPI_Send(const void *buf, int count, MPI_Datatype datatype,\n    int dest, ",
        "use mpi_f08\n\nMPI_Send(buf, count, datatype, dest, tag, comm, ierror)\n",
        "    type(*), dimension(..), intent(in) :: buf\n    integer, intent(in) :: count, dest, tag\n",
        "    integer(kind=MPI_COUNT_KIND), intent(in) :: count\n",
        "    <type> :: buf(*)\n    integer :: count, datatype, dest, tag, comm, ierror\n",
        "\nNot local: ",
        ".TP\n\\fIdest\\fP (in)\nRank of the receiver, or \\fBMPI_PROC_NULL\\fP.\n",
        "\n\\fBMPI_Send_c\\fP is the form for large counts, with \\fIcount\\fP of type \\fBMPI_Count\\fP.\n",
        "\nOn an error the error handler of \\fIcomm\\fP is called first; by default it ends the job.\n",
        "\nMPI-5.0, chapter 3: Point-to-point communication.\n",
        ".BR MPI_Isend (3),\n",
        ".BR MPI_Recv (3),\n",
        ".BR MPI_Ssend_init (3)",
    ] {
        assert!(send.contains(text), "{text}\n{send}");
    }
    assert_eq!(pages["MPI_Send_c.3"], ".so man3/MPI_Send.3\n");
    let gather = &pages["MPI_Igatherv.3"];
    for text in [
        "\nCollective: all processes of \\fIcomm\\fP call it.\nIt returns at once; ",
        "\n\\fIsendbuf\\fP (in)\nWhat this process sends, or \\fBMPI_IN_PLACE\\fP at the root.\n",
        "\n\\fIrecvcounts\\fP (in, one for each process, at the root alone)\n",
        ".BR MPI_Gatherv_init (3)",
    ] {
        assert!(gather.contains(text), "{text}\n{gather}");
    }
    for (name, text) in [
        ("MPI_Type_get_contents", "\\fImax_large_counts\\fP (in, with large counts alone)"),
        ("MPI_Type_extent", "use \\fBMPI_Type_get_extent\\fP"),
        ("MPI_Comm_c2f", "a macro that calls \\fBMPI_Comm_toint\\fP"),
        ("MPI_Attr_put", "call \\fBMPI_Comm_set_attr\\fP"),
        ("MPIX_Comm_shrink", "#include <mpi-ext.h>"),
        ("MPI_Wtime", "double precision MPI_Wtime()"),
        ("MPI_Recv", "The tag, or \\fBMPI_ANY_TAG\\fP."),
        ("MPI_Waitall", "The status, or \\fBMPI_STATUSES_IGNORE\\fP for the whole array."),
        ("MPI_Win_lock", ".BR MPI_Win_unlock (3)"),
        ("MPI_Op_create", "\nMPI_Op_create_c(user_fn, commute, op, ierror)\n"),
    ] {
        assert!(pages[&format!("{name}.3")].contains(text), "{name}: {text}");
    }
}

/// Few functions are like no other.
#[test]
fn pages_lead_to_others() {
    let Made { spec, pages, .. } = made();
    let alone: Vec<&String> = pages
        .iter()
        .filter(|(_, page)| !page.starts_with(".so") && !page.contains(".SH SEE ALSO"))
        .map(|(name, _)| name)
        .collect();
    assert!(alone.len() < 30, "{alone:?}");
    for page in pages.values() {
        for line in page.lines().filter_map(|line| line.strip_prefix(".BR ")) {
            let name = line.split(' ').next().unwrap();
            assert!(spec.functions.contains(name), "{name}");
        }
    }
}
