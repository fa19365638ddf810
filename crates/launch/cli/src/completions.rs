//! Completion of words by shells: scripts for `ferry`, and for `mpiexec` from what its help lists.

use clap::{Arg, ArgAction, Command, ValueHint};
use clap_complete::Shell;
use ferry_launch::options::{DocumentedOption, documented_options};
use std::io::Write;

/// Programs with completions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum CompletedProgram {
    /// The command `ferry`
    Ferry,
    /// The launcher
    Mpiexec,
    /// The launcher by its other name
    Mpirun,
}

/// Writes the script of a shell for a program. `ferry`: the command's own words.
pub fn write(shell: Shell, program: CompletedProgram, ferry: Command, out: &mut dyn Write) {
    let (mut command, name) = match program {
        CompletedProgram::Ferry => (ferry, "ferry"),
        CompletedProgram::Mpiexec => (launcher("mpiexec"), "mpiexec"),
        CompletedProgram::Mpirun => (launcher("mpirun"), "mpirun"),
    };
    // The generator takes it for a mistake of its caller's where nobody reads on.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    let _ = out.write_all(&script);
}

fn launcher(name: &'static str) -> Command {
    let program = Arg::new("program").num_args(1..).trailing_var_arg(true);
    let program = program.value_hint(ValueHint::CommandWithArguments);
    let command = Command::new(name).disable_help_flag(true).disable_version_flag(true);
    command.args(documented_options().iter().map(option)).arg(program)
}

fn option(DocumentedOption { names, value, about }: &DocumentedOption) -> Arg {
    let mut arg = Arg::new(names[0]).help(*about);
    for name in names {
        let mut letters = name.chars();
        arg = match (letters.next(), letters.next()) {
            (Some(letter), None) => arg.short(letter),
            _ if arg.get_long().is_none() => arg.long(*name),
            _ => arg.visible_alias(*name),
        };
    }
    let Some(value) = value else { return arg.action(ArgAction::SetTrue) };
    let hint = match *value {
        "FILE" => ValueHint::FilePath,
        "DIR" | "DIR:DIR" => ValueHint::DirPath,
        _ => ValueHint::Other,
    };
    arg.value_name(*value).value_hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shell_learns_the_options_of_mpiexec() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let mut script = Vec::new();
            write(shell, CompletedProgram::Mpirun, Command::new("ferry"), &mut script);
            let script = String::from_utf8(script).unwrap();
            for word in ["mpirun", "hostfile", "machinefile", "report-bindings", "stdin"] {
                let is_there = script.contains(word);
                assert_eq!(is_there, word != "machinefile", "{shell}: {word}");
            }
        }
    }

    #[test]
    fn the_launchers_words_make_a_command() {
        launcher("mpiexec").debug_assert();
    }
}
