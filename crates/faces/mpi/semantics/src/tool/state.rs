//! What a process keeps for its tools, and the life of the interface (MPI-5.0 §15.3.4).

use super::control::ControlHandle;
use super::measurement::{MeasurementSession, VariableHandle};
use super::performance::{self, PerformanceVariable};
use super::quantity::Figure;
use super::{mark, refused, registration, watching};
use crate::constants::{
    MPI_T_ERR_CANNOT_INIT, MPI_T_ERR_INVALID, MPI_T_ERR_NOT_INITIALIZED, MPI_THREAD_FUNNELED,
    MPI_THREAD_MULTIPLE, MPI_THREAD_SERIALIZED, MPI_THREAD_SINGLE,
};
use crate::error::Result;
use crate::process::{self, Process};
use crate::table::Table;
use ferry_config::{Config, Origin};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// What a process keeps for its tools.
#[derive(Default)]
pub(super) struct Tools {
    /// Calls of `MPI_T_init_thread` without their `MPI_T_finalize`.
    uses: u32,
    /// The parameters as they are known; those of the process once it has started.
    config: Config,
    /// What was written before the process started, by name.
    written: Vec<(&'static str, String)>,
    pub(super) life: ToolLife,
    /// Names of methods, by their number in the enumeration; the first stands for none.
    pub(super) methods: Vec<String>,
    pub(super) variables: Vec<PerformanceVariable>,
    /// How often variables or categories have joined.
    pub(super) stamp: i32,
    pub(super) controls: Table<mark::Control, ControlHandle>,
    pub(super) sessions: Table<mark::Session, MeasurementSession>,
    pub(super) handles: Table<mark::Variable, VariableHandle>,
    /// What performance variables were when the process ended, by variable and process.
    pub(super) last: Vec<Vec<Figure>>,
}

/// Where the process stands, as far as its parameters are concerned.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) enum ToolLife {
    /// It has not read them.
    #[default]
    Before,
    /// It has.
    Running,
    /// It has closed its links.
    Ended,
}

static TOOLS: LazyLock<Mutex<Tools>> = LazyLock::new(Mutex::default);

fn lock() -> MutexGuard<'static, Tools> {
    TOOLS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is kept, if the interface is initialised.
pub(super) fn tools() -> Result<MutexGuard<'static, Tools>> {
    let tools = lock();
    if tools.uses == 0 {
        let why = "MPI_T_init_thread was not called, or MPI_T_finalize was";
        return Err(refused(MPI_T_ERR_NOT_INITIALIZED, why));
    }
    Ok(tools)
}

const LEVELS: [i32; 4] =
    [MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE];

/// `MPI_T_init_thread`: returns the level provided.
///
/// # Errors
/// When the level is none, or the parameters cannot be read.
pub fn init(required: i32) -> Result<i32> {
    if !LEVELS.contains(&required) {
        return Err(refused(MPI_T_ERR_INVALID, "the level is no MPI_THREAD_ constant"));
    }
    // Tools with threads of their own may ask while a thread of the program is in a call, this first time too.
    let is_shared = required == MPI_THREAD_SINGLE || process::share_any_time();
    let mut tools = lock();
    if tools.uses == 0 {
        tools.learn()?;
    }
    tools.uses += 1;
    Ok(if is_shared { required } else { MPI_THREAD_SINGLE })
}

/// `MPI_T_finalize`. With the last one all handles are gone.
///
/// # Errors
/// When the interface is not initialised.
pub fn finalize() -> Result<()> {
    let mut tools = tools()?;
    tools.uses -= 1;
    if tools.uses == 0 {
        (tools.controls, tools.sessions, tools.handles) = Default::default();
        registration::forget_all();
    }
    Ok(())
}

impl Tools {
    /// What the interface has to know at its first use.
    fn learn(&mut self) -> Result<()> {
        if self.life == ToolLife::Before {
            let cannot = "the configuration has a mistake, which MPI_Init explains";
            let mut config = Config::load().map_err(|_| refused(MPI_T_ERR_CANNOT_INIT, cannot))?;
            self.apply(&mut config);
            self.config = config;
        }
        self.know_variables();
        if self.life == ToolLife::Running {
            process::peek(|process| {
                if let Some(process) = process {
                    self.meet(process);
                }
            });
        }
        Ok(())
    }

    fn know_variables(&mut self) {
        if self.variables.is_empty() {
            self.methods = own_methods();
            self.variables = performance::all(&self.methods);
        }
    }

    /// What was written goes over what the sources say. Each has been taken once.
    fn apply(&self, config: &mut Config) {
        for (name, text) in &self.written {
            let _ = config.set(name, text, Origin::Program);
        }
    }

    /// Takes what a process knows: its parameters, and methods that come from outside or wrap others.
    fn meet(&mut self, process: &Process) {
        self.config = process.config.clone();
        let open = process.runtime.links.home().methods();
        let open = open.iter().map(|method| method.name);
        let new: Vec<String> = open
            .filter(|name| !self.methods.iter().any(|known| known == name))
            .map(String::from)
            .collect();
        if !new.is_empty() {
            self.stamp += 1;
            self.variables.extend(performance::of_methods(&new));
            self.methods.extend(new);
        }
    }

    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    /// Sets a parameter: of the process that is to start, or of the one that runs.
    pub(super) fn set(&mut self, name: &'static str, text: &str) -> Result<(), Refusal> {
        let mut config = self.config.clone();
        config.set(name, text, Origin::Program).map_err(|_| Refusal::NoValue)?;
        match self.life {
            ToolLife::Before => {
                self.written.retain(|(written, _)| *written != name);
                self.written.push((name, text.to_owned()));
            }
            ToolLife::Ended => return Err(Refusal::NotNow),
            ToolLife::Running => process::peek(|process| match process {
                Some(process) => process.reconfigure(name, &config).map_err(|_| Refusal::NoValue),
                None => Err(Refusal::NotNow),
            })?,
        }
        self.config = config;
        Ok(())
    }
}

/// The names of Ferry's own methods by their number in the enumeration; the first stands for none.
pub(super) fn own_methods() -> Vec<String> {
    let names = ferry_boot::methods::names();
    std::iter::once("none").chain(names).map(String::from).collect()
}

/// Why a parameter was not set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// It does not take that.
    NoValue,
    /// The process does not read it any more.
    NotNow,
}

impl Process {
    /// Takes a parameter as it is in `config` from now on, if it is one that is looked at while MPI runs.
    fn reconfigure(&mut self, name: &str, config: &Config) -> Result<()> {
        if name.starts_with("coll.") {
            let crowded = self.collectives.selection.thresholds.crowd == u32::MAX;
            self.collectives.selection = crate::coll::configured_selection(config, crowded)?;
        }
        self.config = config.clone();
        Ok(())
    }
}

/// The process has read its parameters: what tools have written goes over them.
pub(crate) fn configure(config: &mut Config) {
    let mut tools = lock();
    tools.apply(config);
    tools.life = ToolLife::Running;
}

/// The process has started, or could not and is as if it had not tried.
pub(crate) fn started(has_started: bool) {
    let mut tools = lock();
    if !has_started {
        tools.life = ToolLife::Before;
        return;
    }
    tools.count_anew();
    if !tools.variables.is_empty() {
        process::peek(|process| {
            if let Some(process) = process {
                tools.meet(process);
            }
        });
        watching::begin_if_wanted();
    }
}

/// The process is about to end: what it was last stays.
pub(crate) fn ending() {
    watching::end();
    let mut tools = lock();
    let tools = &mut *tools;
    tools.life = ToolLife::Ended;
    process::peek(|process| {
        let Some(process) = process else { return };
        // Tools may come for the first time when the process is gone.
        tools.know_variables();
        tools.meet(process);
        tools.last =
            tools.variables.iter().map(|v| v.last_figures(process, &tools.methods)).collect();
    });
    tools.settle();
}
