//! The command line of mpiexec: MPICH's words with one or two dashes, and the peers' common ones.

mod binding;
mod configfile;
mod debugger;
mod environment;
mod output;
mod process_set;
mod table;
mod values;

use crate::error::LaunchError;
use crate::hostfile::Host;
use crate::input::InputWish;
use crate::job::display::DisplayWish;
use crate::output::OutputWish;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;
use table::Does;

pub use binding::BindingWish;
pub(crate) use binding::HostLayout;
pub(crate) use environment::split;
pub use environment::{Environment, Inherit};
pub use table::{DocumentedOption, documented_options};

/// What the command line asks for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The programs, at least one.
    pub apps: Vec<AppOptions>,
    /// Ranks per host, above what the host lists say.
    pub per_node: Option<u32>,
    /// The template of the command that reaches a host.
    pub launcher: Option<String>,
    /// The program of that command, in place of the template's.
    pub(crate) launcher_program: Option<String>,
    /// What carries the control connections to other hosts: `pipe` or `sctp`.
    pub control: Option<String>,
    /// How many hosts a launcher calls itself; 0: mpiexec calls all.
    pub tree_width: Option<u32>,
    /// Parameters of Ferry's that are set, as `name=value`.
    pub sets: Vec<String>,
    /// Whether lines of output carry the rank.
    pub tag: bool,
    /// The longest time that the job may take.
    pub timeout: Option<Duration>,
    /// Whether mpiexec tells what it does.
    pub verbose: bool,
    /// Which ranks get standard input.
    pub(crate) input: InputWish,
    /// Sets of ranks with names of the user's, as `name` and list.
    pub sets_of_ranks: Vec<(String, String)>,
    /// Whether the other ranks go on when one has died.
    pub keep_going: bool,
    /// The size of the universe, when given.
    pub universe: Option<u32>,
    /// The environment of all programs.
    pub environment: Environment,
    /// What is told of the job.
    pub display: DisplayWish,
    /// Hosts, where nothing else names any.
    pub default_hosts: Vec<Host>,
    /// Where the ranks' output goes, and what stands before it.
    pub output: OutputWish,
    /// Where on their hosts ranks run, and which hosts.
    pub binding: BindingWish,
    /// Where this process's number is told.
    pub(crate) pid_place: Option<OsString>,
    /// Options that ask for what Ferry does not do.
    pub missed: Vec<String>,
}

/// What the command line asks for one program.
#[derive(Clone, Debug, Default)]
pub struct AppOptions {
    /// The number of ranks.
    pub count: Option<u32>,
    /// The hosts.
    pub hosts: Vec<Host>,
    /// The working directory.
    pub dir: Option<OsString>,
    /// Folders in which the program is looked for first, with colons between.
    pub path: OsString,
    /// The environment of this program.
    pub environment: Environment,
    /// The program and its arguments.
    pub argv: Vec<OsString>,
    /// So many of these words are a debugger's, which runs the program.
    pub(crate) debugger: usize,
}

/// What to do after reading the command line.
#[derive(Clone, Debug)]
pub enum CommandRequest {
    /// Run a job.
    Run(Box<Options>),
    /// Print this text and leave.
    Print(String),
}

/// Reads the arguments that follow the program's name.
///
/// # Errors
/// When an option is unknown or its value is wrong, or no program is named.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<CommandRequest, LaunchError> {
    let mut parser = Parser { words: args.into_iter().collect(), ..Parser::default() };
    parser.run()
}

#[derive(Default)]
struct Parser {
    words: VecDeque<OsString>,
    options: Options,
    app: AppOptions,
    /// How many ranks of the program would do.
    soft: Option<String>,
    sets: Vec<String>,
    /// What programs run under.
    debugger: Vec<OsString>,
    /// Checks what `--set` says.
    settings: ferry_config::Config,
    configs: usize,
}

impl Parser {
    fn run(&mut self) -> Result<CommandRequest, LaunchError> {
        while let Some(word) = self.words.pop_front() {
            let text = word.to_str().unwrap_or_default();
            if text == ":" {
                self.finish_app()?;
            } else if text.len() > 1 && text.starts_with('-') {
                if let Some(request) = self.option(text)? {
                    return Ok(request);
                }
            } else {
                self.program(word);
            }
        }
        self.finish_app()?;
        let timeout = std::env::var("MPIEXEC_TIMEOUT").ok().filter(|text| !text.is_empty());
        if let (None, Some(text)) = (self.options.timeout, timeout) {
            self.words.push_front(text.into());
            self.options.timeout = Some(self.seconds("MPIEXEC_TIMEOUT")?);
        }
        self.hear_variables()?;
        let debugger = std::mem::take(&mut self.debugger);
        self.options.debug(&debugger);
        let sets = std::mem::take(&mut self.sets);
        if !sets.is_empty() {
            // What an outer job has set stands, and is overruled by what is set here.
            let outer = std::env::var("FERRY_SET").ok().filter(|outer| !outer.is_empty());
            let all = ferry_config::encode_set(outer.into_iter().chain(sets.iter().cloned()));
            self.options.environment.set("FERRY_SET".into(), all.into());
        }
        self.options.sets = sets;
        self.options.keep_going |= is_to_keep_going(&self.options.sets);
        if self.options.keep_going {
            self.options.environment.set(ferry_pmi::place::KEEP_GOING.into(), "1".into());
        }
        Ok(CommandRequest::Run(Box::new(std::mem::take(&mut self.options))))
    }

    /// The program and all up to the next `:`.
    fn program(&mut self, program: OsString) {
        self.app.argv.push(program);
        while self.words.front().is_some_and(|word| word != ":") {
            self.app.argv.extend(self.words.pop_front());
        }
    }

    fn finish_app(&mut self) -> Result<(), LaunchError> {
        self.count_softly()?;
        let app = std::mem::take(&mut self.app);
        if app.argv.is_empty() {
            let place = match self.options.apps.len() {
                0 => "mpiexec: no program to run; try `mpiexec -n 4 ./program` or `mpiexec --help`"
                    .into(),
                n => format!("no program between `:` number {n} and the next or the end"),
            };
            return Err(LaunchError::usage(place.trim_start_matches("mpiexec: ")));
        }
        self.options.apps.push(app);
        Ok(())
    }

    /// Of the numbers of ranks that would do the largest is taken that `-n` allows (MPI-5.0 §11.5).
    fn count_softly(&mut self) -> Result<(), LaunchError> {
        let Some(text) = self.soft.take() else { return Ok(()) };
        let wrong = |why: &str| LaunchError::usage(format!("option -soft: {text:?}: {why}"));
        let most =
            self.app.count.ok_or_else(|| wrong("-n says how many ranks there may be at most"))?;
        match ferry_pmi::soft_count(&text, most) {
            Ok(0) => Err(wrong("no rank is left")),
            Ok(count) => {
                self.app.count = Some(count);
                Ok(())
            }
            Err(why) => Err(wrong(&why)),
        }
    }

    /// Does what an option says. A text is what is printed instead of running anything.
    fn option(&mut self, word: &str) -> Result<Option<CommandRequest>, LaunchError> {
        let bare = word.strip_prefix("--").unwrap_or(&word[1..]);
        let (name, attached) = match bare.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (bare, None),
        };
        let option = table::find(name).ok_or_else(|| unknown(name, word))?;
        if let Some(value) = attached {
            if !option.takes_value() && !matches!(option.does, Does::Print(_)) {
                let why = format!("option {word}: --{name} takes no value");
                return Err(LaunchError::usage(why));
            }
            self.words.push_front(value.into());
        }
        match option.does {
            Does::Set(set) => set(self),
            Does::Read(read) => read(self, word)?,
            Does::Print(text) => return Ok(Some(CommandRequest::Print(text()))),
            Does::Nothing => drop(self.texts(word, option.values())?),
            Does::Missed => {
                let values = self.texts(word, option.values())?;
                self.options.missed.push(format!("--{name} {}", values.join(" ")));
            }
        }
        Ok(None)
    }

    /// What variables say of binding: those that are set for the programs, else this process's own.
    fn hear_variables(&mut self) -> Result<(), LaunchError> {
        let set = &self.options.environment.set;
        let variable = |name: &str| {
            let given = set.iter().rev().find(|(known, _)| known == name);
            let given = given.map(|(_, value)| value.clone());
            given.or_else(|| std::env::var_os(name))?.into_string().ok()
        };
        binding::by_variables(&mut self.options.binding, variable)
    }
}

fn unknown(name: &str, word: &str) -> LaunchError {
    let advice = match table::nearest(name) {
        Some(known) => format!("did you mean --{known}?"),
        None => "`mpiexec --help` lists the options".into(),
    };
    LaunchError::usage(format!("unknown option {word}; {advice}"))
}

/// Whether the configuration asks for it, with what the command line sets. What is wrong in it the ranks say.
fn is_to_keep_going(sets: &[String]) -> bool {
    let mut config = ferry_config::Config::load().unwrap_or_default();
    for set in sets {
        let _ = config.set_pair(set);
    }
    config.flag("keep_going")
}

impl AppOptions {
    /// The program's name as people know it.
    pub(crate) fn short_name(&self) -> String {
        let program = self.argv.get(self.debugger).map_or(OsStr::new(""), OsString::as_os_str);
        Path::new(program).file_name().unwrap_or(program).display().to_string()
    }
}

#[cfg(test)]
mod tests;
