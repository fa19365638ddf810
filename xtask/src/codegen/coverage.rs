//! `docs/coverage.md`: which functions of the standard Ferry implements.

use std::fmt::Write;

use super::model::{Function, Model};

pub(super) fn write(model: &Model) -> String {
    let all: Vec<&Function> = model.functions().collect();
    let built = all.iter().filter(|f| f.call.is_some()).count();
    let beyond = all.iter().filter(|f| f.beyond.is_some()).count();
    let others = match all.len() - built {
        0 => "All are built.".to_owned(),
        others => format!(
            "{others} are not built: they fail with `MPI_ERR_UNSUPPORTED_OPERATION` and a message that\nnames \
             them, through the error handler of their object."
        ),
    };
    let mut text = format!(
        "# Coverage of the standard\n\n\
         Written by `cargo xtask codegen` from `spec/built.txt`; do not edit.\n\n\
         The library exports all {} functions of the standard ABI and {} that the ABI lacks, each with\n\
         its `PMPI_` name. {others}\n\n\
         | chapter of MPI-5.0 | built | of |\n| --- | ---: | ---: |\n",
        all.len() - beyond,
        beyond
    );
    let mut chapters: Vec<_> = model.chapters.iter().collect();
    chapters.sort_by_key(|(chapter, _)| (chapter.section, chapter.title.as_str()));
    for (chapter, functions) in &chapters {
        let built = functions.iter().filter(|f| f.call.is_some()).count();
        writeln!(text, "| {} {} | {built} | {} |", chapter.section, chapter.title, functions.len())
            .unwrap();
    }
    writeln!(text, "| all | {built} | {} |", all.len()).unwrap();
    for (chapter, functions) in chapters {
        writeln!(text, "\n## {} {}\n", chapter.section, chapter.title).unwrap();
        list(&mut text, "Built", functions, true);
        list(&mut text, "Not built", functions, false);
    }
    text
}

fn list(text: &mut String, title: &str, functions: &[Function], built: bool) {
    let names = functions.iter().filter(|f| f.call.is_some() == built);
    let names: Vec<String> = names.map(|f| format!("`{}`", f.name)).collect();
    if names.is_empty() {
        return;
    }
    let all = if names.len() == functions.len() { " (all)" } else { "" };
    writeln!(text, "{title}{all}: {}.\n", names.join(", ")).unwrap();
}
