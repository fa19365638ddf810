//! What the compiler is asked to do, and so which flags it needs.

use super::{Language, Layout, modules};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The arguments of a wrapper.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    /// What goes on to the compiler, unchanged.
    pub passed: Vec<OsString>,
    /// Shows flags instead of compiling.
    pub show: Option<Show>,
    /// The compiler named by `-cc=`, `-cxx=` or `-fc=`.
    pub compiler: Option<OsString>,
    /// Makes the modules of the compiler instead of compiling.
    pub builds_modules: bool,
    language: Language,
    stops_before_linking: bool,
    has_input: bool,
}

/// What `-show` and its relatives print.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// The whole command.
    Command,
    /// The flags for compiling.
    Compile,
    /// The flags for linking.
    Link,
    /// The folders of headers, libraries, and the libraries.
    IncludeDirs,
    /// See [`Show::IncludeDirs`].
    LibDirs,
    /// See [`Show::IncludeDirs`].
    Libs,
    /// Which MPI this is.
    Version,
}

/// Options whose value is the next word, so that it is not taken for an input.
const WITH_VALUE: &[&str] = &[
    "-o",
    "-I",
    "-D",
    "-U",
    "-L",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-x",
    "-MF",
    "-MT",
    "-MQ",
    "-Xlinker",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xclang",
    "-T",
    "-u",
    "-z",
    "-e",
    "-arch",
    "-target",
    "-wrapper",
    "-aux-info",
    "--param",
    "-B",
    "-specs",
    "-J",
    "-module",
    "-module-dir",
];

impl Arguments {
    /// Sorts the words of the command line.
    pub fn read(language: Language, args: Vec<OsString>) -> Arguments {
        let mut this = Arguments { language, ..Arguments::default() };
        let mut is_value = false;
        for arg in args {
            let text = arg.to_str().unwrap_or_default();
            if std::mem::take(&mut is_value) {
                this.passed.push(arg);
                continue;
            }
            if let Some(show) = show(text) {
                this.show = Some(show);
                continue;
            }
            if let Some(compiler) = named(language, text) {
                this.compiler = Some(compiler.into());
                continue;
            }
            if language == Language::Fortran && text == "--build-modules" {
                this.builds_modules = true;
                continue;
            }
            is_value = WITH_VALUE.contains(&text);
            this.stops_before_linking |= matches!(
                text,
                "-c" | "-S" | "-E" | "-M" | "-MM" | "-fsyntax-only" | "--preprocess"
            );
            // A lone dash is the standard input; @file holds more arguments.
            this.has_input |= text == "-" || !text.starts_with('-') || text.starts_with("-l");
            this.passed.push(arg);
        }
        this
    }

    /// Whether there is something to compile or link; `--version` and the like have nothing.
    pub fn compiles(&self) -> bool {
        self.has_input
    }

    /// Whether the result is linked.
    pub fn links(&self) -> bool {
        self.has_input && !self.stops_before_linking
    }

    /// The whole command.
    pub fn command(&self, compiler: &[OsString], layout: &Layout) -> Vec<OsString> {
        let mut words = [compiler, &self.passed].concat();
        // Shown without any input, the command is a pattern with all flags.
        let pattern = self.show.is_some() && !self.has_input && !self.stops_before_linking;
        if self.compiles() || self.show.is_some() {
            words.extend(compile_flags(layout));
        }
        if self.links() || pattern {
            words.extend(link_flags(self.language, layout));
        }
        words
    }
}

impl Show {
    /// The line to print: words for a shell, or a sentence.
    pub(super) fn line(
        self,
        compiler: &[OsString],
        arguments: &Arguments,
        layout: &Layout,
    ) -> String {
        let language = arguments.language;
        let words = match self {
            Show::Command => arguments.command(compiler, layout),
            Show::Compile => compile_flags(layout),
            Show::Link => link_flags(language, layout),
            Show::IncludeDirs => include_dirs(layout).map(OsString::from).collect(),
            Show::LibDirs => vec![layout.lib.clone().into()],
            Show::Libs => language.libraries().iter().map(OsString::from).collect(),
            Show::Version => {
                let (name, word) = (language.name(), language.word());
                return format!("{name}: Ferry {} (Language: {word})", env!("CARGO_PKG_VERSION"));
            }
        };
        quote(&words)
    }
}

/// The compiler that an option names: `mpif77` and `mpif90` have words of their own for it.
fn named(language: Language, text: &str) -> Option<&str> {
    let words: &[&str] = match language {
        Language::Fortran => &["-fc=", "-f77=", "-f90="],
        Language::C | Language::Cxx => &["-cc=", "-cxx="],
    };
    words.iter().find_map(|word| text.strip_prefix(word))
}

/// The peers' words for showing instead of doing.
fn show(text: &str) -> Option<Show> {
    let bare = text.strip_prefix("--").or(text.strip_prefix('-'))?;
    Some(match bare {
        "show" | "showme" => Show::Command,
        "showme:command" => Show::Command,
        "compile_info" | "compile-info" | "showme:compile" => Show::Compile,
        "link_info" | "link-info" | "showme:link" => Show::Link,
        "showme:incdirs" => Show::IncludeDirs,
        "showme:libdirs" => Show::LibDirs,
        "showme:libs" => Show::Libs,
        "showme:version" => Show::Version,
        _ => return None,
    })
}

fn joined(flag: &str, path: impl AsRef<OsStr>) -> OsString {
    let mut word = OsString::from(flag);
    word.push(path);
    word
}

/// Headers, and the modules of a compiler for Fortran.
fn include_dirs(layout: &Layout) -> impl Iterator<Item = &PathBuf> {
    [&layout.include].into_iter().chain(&layout.modules)
}

fn compile_flags(layout: &Layout) -> Vec<OsString> {
    include_dirs(layout).map(|dir| joined("-I", dir)).collect()
}

fn link_flags(language: Language, layout: &Layout) -> Vec<OsString> {
    let mut flags = vec![
        joined("-L", &layout.lib),
        joined("-Wl,-rpath,", &layout.lib),
        "-Wl,--enable-new-dtags".into(),
    ];
    if let Some(modules) = &layout.modules {
        flags.extend([joined("-L", modules), joined("-l", modules::LIBRARY)]);
    }
    flags.extend(language.libraries().iter().map(|name| joined("-l", name)));
    flags
}

/// A line that a shell splits into the same words.
fn quote(words: &[OsString]) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    let quoted = words.iter().map(|word| {
        let word = word.to_string_lossy();
        if !word.is_empty() && word.chars().all(harmless) {
            word.into_owned()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Arguments {
        Arguments::read(Language::C, words.iter().map(OsString::from).collect())
    }

    fn layout(modules: Option<PathBuf>) -> Layout {
        Layout { include: "/p/include".into(), lib: "/p/lib".into(), modules }
    }

    fn command(words: &[&str]) -> String {
        quote(&read(words).command(&["cc".into()], &layout(None)))
    }

    const LINK: &str = "-L/p/lib -Wl,-rpath,/p/lib -Wl,--enable-new-dtags -lmpi_abi";

    #[test]
    fn flags_follow_the_task() {
        assert_eq!(command(&["a.c", "-o", "a"]), format!("cc a.c -o a -I/p/include {LINK}"));
        assert_eq!(command(&["-c", "a.c"]), "cc -c a.c -I/p/include");
        assert_eq!(command(&["-E", "-"]), "cc -E - -I/p/include");
        assert_eq!(command(&["-shared", "a.o"]), format!("cc -shared a.o -I/p/include {LINK}"));
        assert_eq!(command(&["--version"]), "cc --version");
        assert_eq!(command(&["-v", "-o", "a"]), "cc -v -o a");
    }

    #[test]
    fn fortran_has_modules_and_a_library_more() {
        let args = ["-J", "here", "a.f90"].iter().map(OsString::from).collect();
        let arguments = Arguments::read(Language::Fortran, args);
        let layout = layout(Some("/p/include/fortran/gfortran".into()));
        let line = quote(&arguments.command(&["gfortran".into()], &layout));
        let own = "-L/p/include/fortran/gfortran -lmpi_modules -lmpi_abi_fortran -lmpi_abi";
        let link = LINK.replace("-lmpi_abi", own);
        let modules = "-I/p/include -I/p/include/fortran/gfortran";
        assert_eq!(line, format!("gfortran -J here a.f90 {modules} {link}"));
        let args = ["-f90=flang"].iter().map(OsString::from).collect();
        assert_eq!(Arguments::read(Language::Fortran, args).compiler, Some("flang".into()));
    }

    #[test]
    fn showing() {
        assert_eq!(command(&["-show"]), format!("cc -I/p/include {LINK}"));
        assert_eq!(command(&["-c", "-show"]), "cc -c -I/p/include");
        assert_eq!(read(&["--showme:link"]).show, Some(Show::Link));
        assert_eq!(read(&["-compile_info"]).show, Some(Show::Compile));
        // A value that looks like an option of ours is the compiler's.
        assert_eq!(read(&["-o", "-show", "a.c"]).show, None);
    }

    #[test]
    fn words_are_quoted_for_shells() {
        assert_eq!(quote(&["a b".into(), "c'd".into()]), r"'a b' 'c'\''d'");
    }

    #[test]
    fn another_compiler() {
        assert_eq!(read(&["-cc=clang -m32", "a.c"]).compiler, Some("clang -m32".into()));
    }
}
