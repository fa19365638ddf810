//! The language of manual pages, as `man` and `mandoc` read it.

use std::fmt::Write;

/// A page as it grows.
pub(super) struct Page(String);

impl Page {
    /// With its head.
    pub(super) fn new(name: &str) -> Page {
        let version = env!("CARGO_PKG_VERSION");
        Page(format!(".TH {name} 3 \"\" \"Ferry {version}\" \"MPI\"\n"))
    }

    pub(super) fn section(&mut self, title: &str) {
        writeln!(self.0, ".SH {title}").unwrap();
    }

    pub(super) fn subsection(&mut self, title: &str) {
        writeln!(self.0, ".SS {title}").unwrap();
    }

    pub(super) fn paragraph(&mut self) {
        self.0.push_str(".PP\n");
    }

    /// A sentence, marked up.
    pub(super) fn text(&mut self, text: &str) {
        self.0 += &guarded(&marked(text));
    }

    /// Words without markup, as `whatis` reads them.
    pub(super) fn plain(&mut self, text: &str) {
        self.0 += &guarded(text);
    }

    /// Lines that stay as they are.
    pub(super) fn literal(&mut self, text: &str) {
        self.0.push_str(".nf\n");
        for line in text.lines() {
            self.0 += &guarded(&escaped(line).replace('\'', "\\(aq"));
        }
        self.0.push_str(".fi\n");
    }

    /// Something with its explanation.
    pub(super) fn item(&mut self, what: &str, text: &str) {
        self.0.push_str(".TP\n");
        self.text(what);
        self.text(text);
    }

    /// Names of other pages.
    pub(super) fn pages(&mut self, names: &[&str]) {
        for (index, name) in names.iter().enumerate() {
            let end = if index + 1 == names.len() { "" } else { "," };
            writeln!(self.0, ".BR {name} (3){end}").unwrap();
        }
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// A line that is none of the language's own.
fn guarded(line: &str) -> String {
    let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
    format!("{guard}{line}\n")
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\e")
}

/// What stands between backquotes is a parameter, and what begins as MPI's names do is one of them.
fn marked(text: &str) -> String {
    let mut marked = String::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            write!(marked, "\\fI{}\\fP", escaped(part)).unwrap();
        } else {
            marked += &with_names(&escaped(part));
        }
    }
    marked
}

fn with_names(text: &str) -> String {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut marked = String::new();
    for piece in text.split_inclusive(|c| !is_letter(c)) {
        let word = piece.trim_end_matches(|c| !is_letter(c));
        if word.starts_with("MPI_") || word.starts_with("MPIX_") || word == "NULL" {
            write!(marked, "\\fB{word}\\fP{}", &piece[word.len()..]).unwrap();
        } else {
            marked.push_str(piece);
        }
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_parameters_are_marked() {
        let text = "A `rank`, or MPI_PROC_NULL: see MPI_Send. Not COMPI_X, nor C\\D.";
        let expected = "A \\fIrank\\fP, or \\fBMPI_PROC_NULL\\fP: see \\fBMPI_Send\\fP. Not COMPI_X, nor C\\eD.";
        assert_eq!(marked(text), expected);
    }

    #[test]
    fn no_line_becomes_a_request() {
        let mut page = Page::new("x");
        page.text(".5 of it");
        page.literal("'a'\n.b\nc\\d");
        let expected = "\\&.5 of it\n.nf\n\\(aqa\\(aq\n\\&.b\nc\\ed\n.fi\n";
        assert_eq!(page.finish().split_once('\n').unwrap().1, expected);
    }
}
