//! Control variables: the parameters of the registry (MPI-5.0 §15.3.6).
//!
//! What is written before MPI starts goes over what files, environment and command line say. Afterwards only what
//! is looked at while MPI runs can be set.

use super::enumeration::{AUTO, Enumeration, value_of, word_of};
use super::state::{Refusal, Tools, tools};
use super::{ElementType, mark, refused};
use crate::constants::{
    MPI_T_BIND_NO_OBJECT, MPI_T_ERR_CVAR_SET_NEVER, MPI_T_ERR_CVAR_SET_NOT_NOW, MPI_T_ERR_INVALID,
    MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_NAME,
    MPI_T_ERR_OUT_OF_HANDLES, MPI_T_SCOPE_ALL_EQ, MPI_T_SCOPE_CONSTANT, MPI_T_SCOPE_LOCAL,
    MPI_T_VERBOSITY_TUNER_DETAIL, MPI_T_VERBOSITY_USER_BASIC,
};
use crate::error::{Error, Result};
use crate::handle::Handle;
use ferry_config::{Config, Origin, PARAMETERS, Parameter, ValueKind};
use ferry_runtime::DriverMode;

/// A handle of a control variable.
pub type ControlHandleName = Handle<mark::Control>;

/// Room for text, with its null byte; longer ones that are there already have theirs.
const ROOM: usize = 4096;
/// Handles at a time.
const MOST: usize = 1 << 16;

/// What a handle stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct ControlHandle {
    parameter: usize,
    /// Elements that its buffer has.
    count: usize,
}

/// What is known of a control variable (`MPI_T_cvar_get_info`).
#[derive(Clone, Debug)]
pub struct ControlVariable {
    /// Its name.
    pub name: &'static str,
    /// For whom it is.
    pub verbosity: i32,
    /// What its elements are.
    pub element: ElementType,
    /// What its values mean.
    pub enumeration: Option<Enumeration>,
    /// What it does.
    pub description: String,
    /// What kind of object it belongs to.
    pub bind: i32,
    /// Where and when it can be set.
    pub scope: i32,
}

/// Those that all processes must agree on.
const AGREED: &[&str] =
    &["check", "forward", "p2p", "p2p.unexpected_budget", "sctp.transport", "sctp.auth"];
/// Those that are looked at while MPI runs.
const LIVE: &[&str] = &["report_links", "report_links_as"];

fn is_collective(parameter: &Parameter) -> bool {
    parameter.name.starts_with("coll.")
}

/// Whether it is the launcher's: it has acted on it before this process was there.
fn is_of_launcher(parameter: &Parameter) -> bool {
    parameter.name == "control" || parameter.name.starts_with("control.")
}

fn scope_of(parameter: &Parameter) -> i32 {
    match parameter.name {
        _ if is_of_launcher(parameter) => MPI_T_SCOPE_CONSTANT,
        name if AGREED.contains(&name) || is_collective(parameter) => MPI_T_SCOPE_ALL_EQ,
        _ => MPI_T_SCOPE_LOCAL,
    }
}

fn element_of(parameter: &Parameter) -> ElementType {
    match parameter.kind {
        ValueKind::Text | ValueKind::List | ValueKind::Ports => ElementType::Char,
        ValueKind::Choice(_) | ValueKind::Flag => ElementType::Int,
        ValueKind::Number(_) | ValueKind::Size => ElementType::Count,
        ValueKind::Duration | ValueKind::Float => ElementType::Double,
    }
}

fn description_of(parameter: &Parameter) -> String {
    let unit = match (parameter.kind, parameter.unit) {
        (ValueKind::Duration, _) => " [seconds]".to_owned(),
        (_, "") => String::new(),
        (_, unit) => format!(" [{unit}]"),
    };
    let auto = match element_of(parameter) {
        ElementType::Count | ElementType::Double if parameter.auto => "; -1 is auto",
        _ => "",
    };
    format!("{}{unit}{auto} ({})", parameter.doc, parameter.variable())
}

fn at(index: i32) -> Result<usize> {
    let found = usize::try_from(index).ok().filter(|index| *index < PARAMETERS.len());
    found.ok_or_else(|| refused(MPI_T_ERR_INVALID_INDEX, "there is no such control variable"))
}

/// `MPI_T_cvar_get_num`.
///
/// # Errors
/// When the interface is not initialised.
pub fn count() -> Result<usize> {
    tools().map(|_| PARAMETERS.len())
}

/// `MPI_T_cvar_get_info`.
///
/// # Errors
/// When there is no such variable.
pub fn info(index: i32) -> Result<ControlVariable> {
    drop(tools()?);
    let at = at(index)?;
    let parameter = &PARAMETERS[at];
    let verbosity = match parameter.is_for_users() {
        true => MPI_T_VERBOSITY_USER_BASIC,
        false => MPI_T_VERBOSITY_TUNER_DETAIL,
    };
    Ok(ControlVariable {
        name: parameter.name,
        verbosity,
        element: element_of(parameter),
        enumeration: Enumeration::of_parameter(at),
        description: description_of(parameter),
        bind: MPI_T_BIND_NO_OBJECT,
        scope: scope_of(parameter),
    })
}

/// `MPI_T_cvar_get_index`.
///
/// # Errors
/// When there is no such variable.
pub fn index_of(name: &str) -> Result<i32> {
    drop(tools()?);
    let found = PARAMETERS.iter().position(|parameter| parameter.name == name);
    found
        .map(|at| at as i32)
        .ok_or_else(|| refused(MPI_T_ERR_INVALID_NAME, "no control variable has this name"))
}

/// `MPI_T_cvar_handle_alloc`: the handle, and how many elements it has.
///
/// # Errors
/// When there is no such variable, or there are too many handles.
pub fn alloc(index: i32) -> Result<(ControlHandleName, usize)> {
    let mut tools = tools()?;
    let parameter = at(index)?;
    if tools.controls.count() >= MOST {
        return Err(refused(MPI_T_ERR_OUT_OF_HANDLES, "there are too many handles"));
    }
    let count = match element_of(&PARAMETERS[parameter]) {
        ElementType::Char => ROOM.max(text_of(tools.config(), &PARAMETERS[parameter]).len() + 1),
        _ => 1,
    };
    Ok((tools.controls.insert(ControlHandle { parameter, count }), count))
}

fn known(tools: &Tools, handle: ControlHandleName) -> Result<ControlHandle> {
    let found = tools.controls.get(handle).copied();
    found.ok_or_else(|| refused(MPI_T_ERR_INVALID_HANDLE, "the handle is of no control variable"))
}

/// `MPI_T_cvar_handle_free`.
///
/// # Errors
/// When the handle is none.
pub fn free(handle: ControlHandleName) -> Result<()> {
    let mut tools = tools()?;
    known(&tools, handle)?;
    tools.controls.remove(handle);
    Ok(())
}

/// `MPI_T_cvar_read`: the elements as they lie in memory.
///
/// # Errors
/// When the handle is none.
pub fn read(handle: ControlHandleName) -> Result<Vec<u8>> {
    let tools = tools()?;
    let ControlHandle { parameter, count } = known(&tools, handle)?;
    let (config, parameter) = (tools.config(), &PARAMETERS[parameter]);
    let name = parameter.name;
    Ok(match parameter.kind {
        ValueKind::Choice(_) => {
            value_of(parameter, config.text(name)).unwrap_or(AUTO).to_ne_bytes().to_vec()
        }
        ValueKind::Flag => config.auto_flag(name).map_or(AUTO, i32::from).to_ne_bytes().to_vec(),
        ValueKind::Number(_) | ValueKind::Size => {
            let number = config.auto_number(name).map(|n| i64::try_from(n).unwrap_or(i64::MAX));
            number.unwrap_or(i64::from(AUTO)).to_ne_bytes().to_vec()
        }
        ValueKind::Duration => {
            let time = config.auto_duration(name).map(|time| time.as_secs_f64());
            time.unwrap_or(f64::from(AUTO)).to_ne_bytes().to_vec()
        }
        ValueKind::Float => config.float(name).to_ne_bytes().to_vec(),
        ValueKind::Text | ValueKind::List | ValueKind::Ports => {
            let mut text = text_of(config, parameter).as_bytes().to_vec();
            text.truncate(count - 1);
            text.resize(count, 0);
            text
        }
    })
}

fn text_of<'a>(config: &'a Config, parameter: &Parameter) -> &'a str {
    let shown = config.entries().find(|shown| shown.parameter.name == parameter.name);
    shown.map_or("", |shown| shown.value)
}

/// What a handle's buffer holds: its elements, and how many.
///
/// # Errors
/// When the handle is none.
pub fn buffer_of(handle: ControlHandleName) -> Result<(ElementType, usize)> {
    let handle = known(&*tools()?, handle)?;
    Ok((element_of(&PARAMETERS[handle.parameter]), handle.count))
}

/// `MPI_T_cvar_write`, with the elements as they lie in memory; text without its null byte.
///
/// # Errors
/// When the handle is none, the variable cannot be set, or not now, or not to that.
pub fn write(handle: ControlHandleName, bytes: &[u8]) -> Result<()> {
    let mut tools = tools()?;
    let parameter = &PARAMETERS[known(&tools, handle)?.parameter];
    if is_of_launcher(parameter) {
        return Err(refused(MPI_T_ERR_CVAR_SET_NEVER, "the launcher has acted on it already"));
    }
    let is_live = LIVE.contains(&parameter.name) || is_collective(parameter);
    if !is_live && tools.life != super::state::ToolLife::Before {
        return Err(refused(MPI_T_ERR_CVAR_SET_NOT_NOW, "it is read when MPI starts"));
    }
    let text = text_from(parameter, bytes).ok_or_else(no_value)?;
    check_value(tools.config(), parameter, &text)?;
    tools.set(parameter.name, &text).map_err(|why| match why {
        Refusal::NoValue => no_value(),
        Refusal::NotNow => refused(MPI_T_ERR_CVAR_SET_NOT_NOW, "MPI does not run any more"),
    })
}

fn no_value() -> Error {
    refused(MPI_T_ERR_INVALID, "the control variable does not take this value")
}

/// Whether a process can start with a value, as far as that can be told before it does. One that fits by itself may be
/// waiting for others to fit them, and one that does not may fit those that are there.
fn check_value(config: &Config, parameter: &'static Parameter, text: &str) -> Result<()> {
    let alone = Config::with([(parameter.name, text)]).map_err(|_| no_value())?;
    let Err(why) = check_start(&alone) else { return Ok(()) };
    let mut among = config.clone();
    among.set(parameter.name, text, Origin::Program).map_err(|_| no_value())?;
    check_start(&among).map_err(|_| Error::new(MPI_T_ERR_INVALID, why))
}

/// What MPI's start would fail with because of the configuration alone.
fn check_start(config: &Config) -> std::result::Result<(), String> {
    ferry_boot::check(config).map_err(|why| why.to_string())?;
    DriverMode::configured(config)?;
    crate::coll::configured_selection(config, false).map(drop).map_err(|why| why.to_string())
}

/// The value as a configuration file would have it.
fn text_from(parameter: &Parameter, bytes: &[u8]) -> Option<String> {
    let auto = |text: String, is_auto: bool| match (is_auto, parameter.auto) {
        (true, true) => Some("auto".to_owned()),
        (true, false) => None,
        (false, _) => Some(text),
    };
    match parameter.kind {
        ValueKind::Choice(_) | ValueKind::Flag => {
            word_of(parameter, i32::from_ne_bytes(bytes.try_into().ok()?))
        }
        ValueKind::Number(_) | ValueKind::Size => {
            let number = i64::from_ne_bytes(bytes.try_into().ok()?);
            auto(number.to_string(), number == i64::from(AUTO))
        }
        ValueKind::Duration => {
            let seconds = f64::from_ne_bytes(bytes.try_into().ok()?);
            auto(format!("{seconds}s"), seconds == f64::from(AUTO))
        }
        ValueKind::Float => Some(f64::from_ne_bytes(bytes.try_into().ok()?).to_string()),
        ValueKind::Text | ValueKind::List | ValueKind::Ports => {
            String::from_utf8(bytes.to_vec()).ok()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str) -> &'static Parameter {
        PARAMETERS.iter().find(|parameter| parameter.name == name).unwrap()
    }

    #[test]
    fn values_are_written_as_files_have_them() {
        let text = |name, bytes: &[u8]| text_from(parameter(name), bytes);
        assert_eq!(text("progress", &1i32.to_ne_bytes()).as_deref(), Some("thread"));
        assert_eq!(text("progress", &9i32.to_ne_bytes()), None);
        assert_eq!(text("shm.cma", &AUTO.to_ne_bytes()).as_deref(), Some("auto"));
        assert_eq!(text("report_links", &AUTO.to_ne_bytes()), None);
        assert_eq!(text("p2p.pool", &12i64.to_ne_bytes()).as_deref(), Some("12"));
        assert_eq!(text("p2p.pool", &(-1i64).to_ne_bytes()), None);
        assert_eq!(text("shm.piece", &(-1i64).to_ne_bytes()).as_deref(), Some("auto"));
        assert_eq!(text("wait.spin", &0.0005f64.to_ne_bytes()).as_deref(), Some("0.0005s"));
        assert_eq!(text("methods", b"shm,tcp").as_deref(), Some("shm,tcp"));
        assert_eq!(text("methods", &[0xff]), None);
        assert_eq!(text("p2p.pool", &[1]), None);
    }

    #[test]
    fn what_is_written_is_what_was_read() {
        let mut config = Config::new();
        for (name, value) in [("wait.spin", "20us"), ("tcp.ports", "10-20"), ("adapt.loss", "0.25")]
        {
            config.set(name, value, ferry_config::Origin::Program).unwrap();
        }
        let spin = config.duration("wait.spin").as_secs_f64();
        let text = text_from(parameter("wait.spin"), &spin.to_ne_bytes()).unwrap();
        config.set("wait.spin", &text, ferry_config::Origin::Program).unwrap();
        assert_eq!(config.duration("wait.spin"), std::time::Duration::from_micros(20));
        assert_eq!(text_of(&config, parameter("tcp.ports")), "10-20");
    }

    #[test]
    fn values_that_mpi_could_not_start_with_are_refused_with_the_reason() {
        let nothing = Config::new();
        for (name, value, why) in [
            ("methods", "bogus", "there is no method 'bogus'"),
            ("open", "shm,tpc", "did you mean tcp?"),
            ("rules", "to=1 use=bogus", "there is no method 'bogus'"),
            ("forward", "nonsense", "forward"),
            ("poll.skip", "tcp", "not of the form"),
            ("poll.waiter", "bogus", "there is no method 'bogus'"),
            ("adapt.loss", "0", "no part of the packets"),
            ("coll.bcast", "bogus", "coll.bcast"),
        ] {
            let error = check_value(&nothing, parameter(name), value).unwrap_err();
            assert_eq!(error.code, MPI_T_ERR_INVALID);
            assert!(error.message.contains(why), "{name}: {}", error.message);
        }
        // Of a module that is to be loaded any method may be.
        let others = Config::with([("external", "/a/module.so"), ("methods", "tcp")]).unwrap();
        check_value(&others, parameter("methods"), "bogus").unwrap();
        // Whoever wants the direct design is going to say by which methods.
        check_value(&others, parameter("p2p"), "direct").unwrap();
    }

    #[test]
    fn every_parameter_has_a_scope_and_a_description() {
        for parameter in PARAMETERS {
            assert!(description_of(parameter).contains(&parameter.variable()));
            assert!(scope_of(parameter) >= MPI_T_SCOPE_CONSTANT);
        }
        for name in AGREED.iter().chain(LIVE) {
            assert!(!parameter(name).doc.is_empty());
        }
    }
}
