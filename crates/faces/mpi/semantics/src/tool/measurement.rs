//! Sessions of performance variables and the handles in them (MPI-5.0 §15.3.7).
//!
//! Of what is counted each handle has a value of its own: what has come to it while it ran. A watermark is the most
//! since the layer was asked last; whoever asks tells all handles of it.

mod values;

use super::quantity::Figure;
use super::state::{Tools, tools};
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
