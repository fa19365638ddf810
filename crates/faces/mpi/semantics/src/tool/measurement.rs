//! Sessions of performance variables and the handles in them (MPI-5.0 §15.3.7).
//!
//! Of what is counted each handle has a value of its own: what has come to it while it ran. A watermark is the most
//! since the layer was asked last; whoever asks tells all handles of it.

use super::performance::VariableClass;
use super::quantity::{Figure, last_of};
use super::state::{ToolLife, Tools, tools};
use super::{ElementType, mark, refused};
use crate::constants::{
    MPI_T_ERR_INVALID, MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID_INDEX,
    MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_OUT_OF_HANDLES, MPI_T_ERR_OUT_OF_SESSIONS,
    MPI_T_ERR_PVAR_NO_ATOMIC, MPI_T_ERR_PVAR_NO_STARTSTOP, MPI_T_ERR_PVAR_NO_WRITE,
    MPI_T_PVAR_ALL_HANDLES,
};
use crate::error::{Error, Result};
use crate::handle::{CommHandle, Handle};
use crate::process;
use ferry_wire::PeerId;

/// A session of performance variables.
pub type MeasurementName = Handle<mark::Session>;
/// A handle of a performance variable.
pub type VariableName = Handle<mark::Variable>;

/// Sessions at a time.
const MOST_SESSIONS: usize = 4096;
/// Handles at a time, of all sessions.
const MOST_HANDLES: usize = 1 << 16;

/// A session: a place for handles that no other session sees.
#[derive(Debug, Default)]
pub(super) struct MeasurementSession;

/// What a handle stands for.
#[derive(Debug)]
pub(super) struct VariableHandle {
    session: MeasurementName,
    variable: usize,
    /// Processes that the elements are about; one of no meaning if they are about none.
    peers: Vec<PeerId>,
    is_running: bool,
    elements: Vec<Measured>,
}

/// An element of a variable that each handle has its own value of.
#[derive(Clone, Copy, Debug)]
struct Measured {
    /// What it had come to when it was stopped, reset or set.
    sum: Figure,
    /// What the layer said then, or when it was started.
    base: Figure,
}

impl Tools {
    fn class_of(&self, handle: VariableName) -> VariableClass {
        let variable = self.handles.get(handle).map_or(0, |handle| handle.variable);
        self.variables[variable].class
    }

    /// What the layers say now of a handle's elements; what they said last of a process that has ended.
    fn figures(&self, variable: usize, peers: &[PeerId]) -> Vec<Figure> {
        let known = &self.variables[variable];
        let is_there = self.life != ToolLife::Ended;
        process::peek(|process| match process.filter(|_| is_there) {
            Some(process) => peers
                .iter()
                .map(|peer| known.quantity.figure(process, *peer, &self.methods, known.element))
                .collect(),
            None => peers.iter().map(|peer| last_of(self, variable, peer.0 as usize)).collect(),
        })
    }

    /// Tells all running handles of a watermark how high it stood since the layer was asked last, and gives how
    /// high it stands.
    fn harvest(&mut self, variable: usize) -> Figure {
        let here = [PeerId(0)];
        let most = self.figures(variable, &here)[0];
        let names: Vec<VariableName> = self.handles.made().map(|(name, _)| name).collect();
        for name in names {
            let handle = self.handles.get_mut(name);
            if let Some(handle) = handle.filter(|h| h.variable == variable && h.is_running) {
                handle.elements.iter_mut().for_each(|one| one.sum = one.sum.most(most));
            }
        }
        self.figures(variable, &here)[0]
    }

    /// The process has ended: what running handles have counted is as the layers said last, from which they go on should
    /// the process begin anew, whose layers count from nothing.
    pub(super) fn settle(&mut self) {
        let names: Vec<VariableName> = self.handles.made().map(|(name, _)| name).collect();
        for name in names {
            if self.class_of(name).is_cumulative() {
                self.note_values(name);
            }
        }
    }

    /// A process has started, whose layers count from nothing.
    pub(super) fn count_anew(&mut self) {
        let names: Vec<VariableName> = self.handles.made().map(|(name, _)| name).collect();
        for name in names {
            let is_cumulative = self.class_of(name).is_cumulative();
            if let Some(handle) = self.handles.get_mut(name).filter(|_| is_cumulative) {
                let zero = Figure::zero(self.variables[handle.variable].element);
                handle.elements.iter_mut().for_each(|one| one.base = zero);
            }
        }
    }

    /// Takes what has come to a handle's elements since the last look into their values. A layer that has begun anew
    /// meanwhile, with another connection, adds what comes from now on.
    fn note_values(&mut self, name: VariableName) {
        let Some(handle) = self.handles.get(name) else { return };
        let (variable, is_running) = (handle.variable, handle.is_running);
        let now = self.figures(variable, &handle.peers);
        let Some(handle) = self.handles.get_mut(name).filter(|_| is_running) else { return };
        for (one, now) in handle.elements.iter_mut().zip(now) {
            *one = Measured { sum: one.sum.plus(now, one.base), base: now };
        }
    }

    /// The values of a handle's elements, up to now.
    fn values(&mut self, name: VariableName) -> Vec<Figure> {
        let class = self.class_of(name);
        let Some(handle) = self.handles.get(name) else { return Vec::new() };
        let variable = handle.variable;
        match class {
            VariableClass::HighWatermark => drop(self.harvest(variable)),
            _ if class.is_cumulative() => self.note_values(name),
            _ => return self.figures(variable, &handle.peers),
        }
        let handle = self.handles.get(name);
        handle.map_or(Vec::new(), |handle| handle.elements.iter().map(|one| one.sum).collect())
    }

    /// From now on a handle's elements have these values; `None`: those that they start with.
    fn set_values(&mut self, name: VariableName, values: Option<Vec<Figure>>) {
        let class = self.class_of(name);
        let Some(handle) = self.handles.get(name) else { return };
        let (variable, peers) = (handle.variable, handle.peers.clone());
        let element = self.variables[variable].element;
        let (now, start) = match class {
            VariableClass::HighWatermark => {
                let now = vec![self.harvest(variable)];
                (now.clone(), now)
            }
            _ => {
                let now = self.figures(variable, &peers);
                let start = vec![Figure::zero(element); now.len()];
                (now, start)
            }
        };
        let sums = values.unwrap_or(start);
        if let Some(handle) = self.handles.get_mut(name) {
            let elements = sums.into_iter().zip(now);
            handle.elements = elements.map(|(sum, base)| Measured { sum, base }).collect();
        }
    }

    /// Starts or stops a handle; one that is so already stays so.
    fn run(&mut self, name: VariableName, is_to_run: bool) {
        let Some(handle) = self.handles.get(name).filter(|h| h.is_running != is_to_run) else {
            return;
        };
        let variable = handle.variable;
        let mut values = self.values(name);
        if is_to_run && self.class_of(name) == VariableClass::HighWatermark {
            let now = self.harvest(variable);
            values.iter_mut().for_each(|value| *value = value.most(now));
        }
        self.set_values(name, Some(values));
        if let Some(handle) = self.handles.get_mut(name) {
            handle.is_running = is_to_run;
        }
    }

    /// The values of a handle's elements, which start anew with the same look at the layers.
    fn take_values(&mut self, name: VariableName) -> Vec<Figure> {
        let class = self.class_of(name);
        let Some(handle) = self.handles.get(name) else { return Vec::new() };
        let (variable, is_running, peers) =
            (handle.variable, handle.is_running, handle.peers.clone());
        let is_mark = class == VariableClass::HighWatermark;
        let now = match is_mark {
            true => vec![self.harvest(variable)],
            false => self.figures(variable, &peers),
        };
        let zero = Figure::zero(self.variables[variable].element);
        let Some(handle) = self.handles.get_mut(name) else { return Vec::new() };
        let elements = handle.elements.iter_mut().zip(now);
        let take = |(one, now): (&mut Measured, Figure)| {
            let value = if is_running && !is_mark { one.sum.plus(now, one.base) } else { one.sum };
            *one = Measured { sum: if is_mark { now } else { zero }, base: now };
            value
        };
        elements.map(take).collect()
    }

    fn check_session(&self, session: MeasurementName) -> Result<()> {
        let known = self.sessions.get(session).map(|_| ());
        known.ok_or_else(|| refused(MPI_T_ERR_INVALID_SESSION, "the session is none, or was freed"))
    }

    /// A handle of a session.
    fn check(&self, session: MeasurementName, name: VariableName) -> Result<&VariableHandle> {
        self.check_session(session)?;
        let found = self.handles.get(name).filter(|handle| handle.session == session);
        found.ok_or_else(|| refused(MPI_T_ERR_INVALID_HANDLE, "the handle is none of the session"))
    }

    /// The handles of a session whose variables have values of each handle's own.
    fn all_of(&self, session: MeasurementName) -> Result<Vec<VariableName>> {
        self.check_session(session)?;
        let all = self.handles.made().filter(|(_, handle)| handle.session == session);
        let own = all.filter(|(_, handle)| self.variables[handle.variable].class.is_of_handles());
        Ok(own.map(|(name, _)| name).collect())
    }

    /// The handles that a call means: one, which must have a value of its own, or all that have.
    fn meant(
        &self,
        session: MeasurementName,
        name: VariableName,
        otherwise: fn() -> Error,
    ) -> Result<Vec<VariableName>> {
        if name.0 == MPI_T_PVAR_ALL_HANDLES {
            return self.all_of(session);
        }
        self.check(session, name)?;
        if !self.class_of(name).is_of_handles() {
            return Err(otherwise());
        }
        Ok(vec![name])
    }
}

/// `MPI_T_pvar_session_create`.
///
/// # Errors
/// When there are too many.
pub fn begin() -> Result<MeasurementName> {
    let mut tools = tools()?;
    if tools.sessions.count() >= MOST_SESSIONS {
        return Err(refused(MPI_T_ERR_OUT_OF_SESSIONS, "there are too many sessions"));
    }
    Ok(tools.sessions.insert(MeasurementSession))
}

/// Whether there is such a session.
///
/// # Errors
/// When there is none.
pub fn check(session: MeasurementName) -> Result<()> {
    tools()?.check_session(session)
}

/// `MPI_T_pvar_session_free`: its handles go with it.
///
/// # Errors
/// When the session is none.
pub fn end(session: MeasurementName) -> Result<()> {
    let mut tools = tools()?;
    tools.check_session(session)?;
    let of = tools.handles.made().filter(|(_, handle)| handle.session == session);
    let gone: Vec<VariableName> = of.map(|(name, _)| name).collect();
    gone.into_iter().for_each(|name| drop(tools.handles.remove(name)));
    tools.sessions.remove(session);
    Ok(())
}

/// `MPI_T_pvar_handle_alloc`: the handle, and how many elements it has. `comm`: the communicator that it is to be
/// bound to, for a variable that is bound to one.
///
/// # Errors
/// When session, variable or communicator are none, or there are too many handles.
pub fn alloc(
    session: MeasurementName,
    index: i32,
    comm: Option<CommHandle>,
) -> Result<(VariableName, usize)> {
    let mut tools = tools()?;
    tools.check_session(session)?;
    let variable = usize::try_from(index).ok().filter(|index| *index < tools.variables.len());
    let no_variable = || refused(MPI_T_ERR_INVALID_INDEX, "there is no such performance variable");
    let variable = variable.ok_or_else(no_variable)?;
    if tools.handles.count() >= MOST_HANDLES {
        return Err(refused(MPI_T_ERR_OUT_OF_HANDLES, "there are too many handles"));
    }
    let known = &tools.variables[variable];
    let (class, element) = (known.class, known.element);
    let peers = match known.quantity.is_of_links() {
        true => members(comm)?,
        false => vec![PeerId(0)],
    };
    let count = peers.len();
    let nothing = Measured { sum: Figure::zero(element), base: Figure::zero(element) };
    let elements = vec![nothing; count];
    let is_running = !class.is_of_handles();
    let name =
        tools.handles.insert(VariableHandle { session, variable, peers, is_running, elements });
    if class.is_of_handles() {
        tools.set_values(name, None);
    }
    Ok((name, count))
}

/// The processes that a communicator's ranks are.
fn members(comm: Option<CommHandle>) -> Result<Vec<PeerId>> {
    let found = comm.and_then(|comm| {
        process::peek(|process| {
            let comm = &process?.comms.get(comm)?.comm;
            Some(comm.target().peers().collect::<Vec<_>>())
        })
    });
    found.ok_or_else(|| {
        refused(MPI_T_ERR_INVALID, "it is to be bound to a communicator that is there")
    })
}

/// `MPI_T_pvar_handle_free`.
///
/// # Errors
/// When session or handle are none.
pub fn free(session: MeasurementName, name: VariableName) -> Result<()> {
    let mut tools = tools()?;
    tools.check(session, name)?;
    tools.handles.remove(name);
    Ok(())
}

fn no_start() -> Error {
    refused(MPI_T_ERR_PVAR_NO_STARTSTOP, "the variable is continuous")
}

fn no_write() -> Error {
    refused(MPI_T_ERR_PVAR_NO_WRITE, "the variable is read only")
}

/// `MPI_T_pvar_start` and `MPI_T_pvar_stop`.
///
/// # Errors
/// When session or handle are none, or the variable is continuous.
pub fn run(session: MeasurementName, name: VariableName, is_to_run: bool) -> Result<()> {
    let mut tools = tools()?;
    let meant = tools.meant(session, name, no_start)?;
    meant.into_iter().for_each(|name| tools.run(name, is_to_run));
    Ok(())
}

/// `MPI_T_pvar_read`: the elements as they lie in memory.
///
/// # Errors
/// When session or handle are none.
pub fn read(session: MeasurementName, name: VariableName) -> Result<Vec<u8>> {
    let mut tools = tools()?;
    tools.check(session, name)?;
    Ok(tools.values(name).into_iter().flat_map(Figure::bytes).collect())
}

/// The type of a handle's elements, and how many there are.
///
/// # Errors
/// When session or handle are none.
pub fn buffer_of(session: MeasurementName, name: VariableName) -> Result<(ElementType, usize)> {
    let tools = tools()?;
    let handle = tools.check(session, name)?;
    Ok((tools.variables[handle.variable].element, handle.elements.len()))
}

/// `MPI_T_pvar_write`, with the elements as they lie in memory.
///
/// # Errors
/// When session or handle are none, or the variable is read only.
pub fn write(session: MeasurementName, name: VariableName, bytes: &[u8]) -> Result<()> {
    let mut tools = tools()?;
    let handle = tools.check(session, name)?;
    let known = &tools.variables[handle.variable];
    if !known.class.is_of_handles() {
        return Err(no_write());
    }
    let element = known.element;
    let values = bytes.chunks_exact(element.size()).map(|one| Figure::of_bytes(element, one));
    let values: Option<Vec<Figure>> = values.collect();
    tools.set_values(name, values);
    Ok(())
}

/// `MPI_T_pvar_reset`.
///
/// # Errors
/// When session or handle are none, or the variable is read only.
pub fn reset(session: MeasurementName, name: VariableName) -> Result<()> {
    let mut tools = tools()?;
    let meant = tools.meant(session, name, no_write)?;
    meant.into_iter().for_each(|name| tools.set_values(name, None));
    Ok(())
}

/// `MPI_T_pvar_readreset`: the elements as they lie in memory; nothing is counted between the two.
///
/// # Errors
/// When session or handle are none, or the variable cannot be reset.
pub fn read_and_reset(session: MeasurementName, name: VariableName) -> Result<Vec<u8>> {
    let mut tools = tools()?;
    tools.check(session, name)?;
    if !tools.class_of(name).is_of_handles() {
        return Err(refused(MPI_T_ERR_PVAR_NO_ATOMIC, "the variable cannot be reset"));
    }
    Ok(tools.take_values(name).into_iter().flat_map(Figure::bytes).collect())
}
