//! `mpicc`, `mpicxx` and `mpifort`: the system's compiler, told where Ferry's headers and libraries are.

mod arguments;
mod language;
mod layout;
mod modules;

pub use arguments::Arguments;
pub use language::Language;
pub use layout::Layout;

use crate::called::Called;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

/// What a wrapper does; returns the exit status, unless it has become the compiler.
pub fn main(called: Called) -> u8 {
    let language = Language::of_wrapper(called.name());
    match run(language, called.words) {
        Ok(status) => status,
        Err((status, text)) => {
            let line = format!("{}: {text}\n", language.name());
            let _ = std::io::stderr().write_all(line.as_bytes());
            status
        }
    }
}

type Failure = (u8, String);

fn run(language: Language, args: Vec<OsString>) -> Result<u8, Failure> {
    let arguments = Arguments::read(language, args);
    let mut layout = Layout::find().map_err(|e| (1, e))?;
    let (compiler, named_by) = compiler(language, &arguments)?;
    if language == Language::Fortran {
        if arguments.builds_modules {
            return modules::build(&compiler, &layout).map(|()| 0).map_err(|e| (1, e));
        }
        layout.modules = modules::folder(&compiler, &layout);
    }
    if let Some(show) = arguments.show {
        let _ = writeln!(std::io::stdout(), "{}", show.line(&compiler, &arguments, &layout));
        return Ok(0);
    }
    if arguments.compiles() {
        layout.check_header().map_err(|e| (1, e))?;
    }
    if arguments.links() {
        layout.check_library(language).map_err(|e| (1, e))?;
    }
    let words = arguments.command(&compiler, &layout);
    let error = Command::new(&words[0]).args(&words[1..]).exec();
    let program = words[0].display();
    let text = match named_by {
        Some(by) => format!("cannot run the compiler {program}, which {by} names: {error}"),
        None => format!("cannot run the compiler {program}: {error}; {}", language.packages()),
    };
    Err((127, text))
}

/// The compiler with its own first arguments, and who names it, if somebody does.
fn compiler(
    language: Language,
    arguments: &Arguments,
) -> Result<(Vec<OsString>, Option<&'static str>), Failure> {
    let variables = language.variables().iter();
    let mut named = variables.filter_map(|name| Some((std::env::var_os(name)?, *name)));
    let option = arguments.compiler.clone().map(|value| (value, language.option()));
    if let Some((named, by)) = option.or_else(|| named.find(|(value, _)| !value.is_empty())) {
        let words =
            named.to_str().map(|text| text.split_whitespace().map(OsString::from).collect());
        return Ok((words.unwrap_or(vec![named]), Some(by)));
    }
    let found = language.compilers().iter().find(|name| is_in_path(OsStr::new(name)));
    match found {
        Some(name) => Ok((vec![name.into()], None)),
        None if arguments.show.is_some() => Ok((vec![language.compilers()[0].into()], None)),
        None => {
            let tried = language.compilers().join(", ");
            let variable = language.variables()[0];
            let kind = language.word();
            Err((
                127,
                format!(
                    "there is no {kind} compiler (looked for {tried}); {}, or name one in {variable}",
                    language.packages()
                ),
            ))
        }
    }
}

fn is_in_path(name: &OsStr) -> bool {
    in_path(name).is_some()
}

/// The file of a program, by its path or by its name alone.
fn in_path(name: &OsStr) -> Option<PathBuf> {
    if name.as_encoded_bytes().contains(&b'/') {
        return Some(name.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
}
