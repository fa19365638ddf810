//! A page from its head to its end.

use anyhow::Result;

use super::super::header;
use super::super::model::Function;
use super::relatives::Relatives;
use super::roff::Page;
use super::words::Words;
use super::{Entry, description, parameters};

/// Columns of the declarations, which `man` indents.
const WIDTH: usize = 72;

/// The page of a procedure.
pub(super) fn write(entry: &Entry<'_>, words: &Words, all: &Relatives<'_>) -> Result<String> {
    let mut page = Page::new(entry.name());
    page.section("NAME");
    let forms: Vec<&str> = forms(entry).map(|function| function.name.as_str()).collect();
    page.plain(&format!("{} \\- {}", forms.join(", "), entry.about.line));
    page.section("SYNOPSIS");
    synopsis(&mut page, entry);
    page.section("DESCRIPTION");
    for (index, paragraph) in description::paragraphs(entry, all).iter().enumerate() {
        if index > 0 {
            page.paragraph();
        }
        paragraph.iter().for_each(|sentence| page.text(sentence));
    }
    let parameters = parameters::of(entry, words)?;
    if !parameters.is_empty() {
        page.section("PARAMETERS");
        parameters.iter().for_each(|(what, text)| page.item(what, text));
    }
    page.section("RETURN VALUE");
    description::result(entry).iter().for_each(|sentence| page.text(sentence));
    page.section("STANDARDS");
    page.text(&standard(entry));
    let relatives = all.of(entry.function);
    if !relatives.is_empty() {
        page.section("SEE ALSO");
        page.pages(&relatives);
    }
    Ok(page.finish())
}

/// The function and its form with large counts.
fn forms<'a>(entry: &Entry<'a>) -> impl Iterator<Item = &'a Function> {
    std::iter::once(entry.function).chain(entry.large)
}

fn synopsis(page: &mut Page, entry: &Entry<'_>) {
    page.subsection("C");
    let header = if entry.function.is_extension() { "mpi-ext.h" } else { "mpi.h" };
    let declarations = forms(entry).map(|function| header::declaration("", function, WIDTH));
    page.literal(&once_and_all(format!("#include <{header}>"), declarations));
    let Some(fortran) = entry.fortran else { return };
    if !fortran.new.is_empty() {
        page.subsection("Fortran 2008");
        page.literal(&once_and_all("use mpi_f08".into(), fortran.new.iter().cloned()));
    }
    if let Some(old) = &fortran.old {
        page.subsection("Fortran 90");
        let head = "use mpi  ! or include 'mpif.h'".to_owned();
        page.literal(&once_and_all(head, [old.clone()]));
    }
}

/// With an empty line before each declaration.
fn once_and_all(head: String, all: impl IntoIterator<Item = String>) -> String {
    std::iter::once(head).chain(all).collect::<Vec<_>>().join("\n\n")
}

fn standard(entry: &Entry<'_>) -> String {
    if entry.function.is_extension() {
        return "Not in MPI-5.0; pending for the standard after it.".into();
    }
    format!("MPI-5.0, chapter {}: {}.", entry.chapter.section, entry.chapter.title)
}
