//! When the memory of windows may be accessed, and when what was done there is done.

use crate::error::MpLiteError;
use crate::members::Participants;
use crate::process::MpLite;
use crate::state::MpLiteState;
use crate::window_lock::LockKind;
use crate::windows::{HeardOfWindow, WindowNumber, WindowShape, WindowSignal};
use ferry_sys::{Arena, OwnedBuffer};
use ferry_two_sided::TransferFault;
use ferry_wire::PeerId;

/// Bytes of a shape as it is exchanged.
const SHAPE: usize = 16;

impl MpLite {
    /// Makes a window of the memory that each process has for it, in elements of so many bytes. All must; the
    /// memory is lent until the window is given up.
    ///
    /// # Errors
    /// If there are too many windows, elements have no length, or a process is gone.
    pub fn win_create(&self, memory: Arena, unit: usize) -> Result<WindowNumber, MpLiteError> {
        self.make_window(memory, None, unit)
    }

    /// The same with memory of Ferry's, all zero, which goes with the window.
    ///
    /// # Errors
    /// As [`MpLite::win_create`].
    pub fn win_allocate(
        &self,
        bytes: usize,
        unit: usize,
    ) -> Result<(Arena, WindowNumber), MpLiteError> {
        let owned = OwnedBuffer::new(bytes);
        let memory = owned.arena(bytes);
        Ok((memory, self.make_window(memory, Some(owned), unit)?))
    }

    fn make_window(
        &self,
        memory: Arena,
        owned: Option<OwnedBuffer>,
        unit: usize,
    ) -> Result<WindowNumber, MpLiteError> {
        if unit == 0 {
            return Err(MpLiteError::BadUnit);
        }
        let (size, me) = (self.size(), self.node() as usize);
        // It is there before others can know of it.
        let number = self.home.state().windows.add(memory, owned, size)?;
        let all = OwnedBuffer::new(SHAPE * size as usize);
        let all = std::mem::ManuallyDrop::new(all);
        let shapes = all.arena(SHAPE * size as usize);
        let own = [(memory.len() as u64).to_le_bytes(), (unit as u64).to_le_bytes()].concat();
        shapes.write(SHAPE * me, SHAPE).as_mut_slice().copy_from_slice(&own);
        self.gather(shapes, &Participants::all(size))?;
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        let shape =
            |bytes: &[u8]| WindowShape { bytes: word(&bytes[..8]), unit: word(&bytes[8..]) };
        let read = shapes.read(0, shapes.len());
        let read = read.as_slice().chunks_exact(SHAPE).map(shape).collect();
        self.home.state().windows.get(number)?.shapes = read;
        drop(std::mem::ManuallyDrop::into_inner(all));
        Ok(number)
    }

    /// Gives a window up, as all must. What was done there is done.
    ///
    /// # Errors
    /// If there is no such window, or a process is gone.
    pub fn win_free(&self, window: WindowNumber) -> Result<(), MpLiteError> {
        self.win_fence(window)?;
        self.home.state().windows.remove(window);
        Ok(())
    }

    /// All processes meet: what was done before by any is done afterwards.
    ///
    /// # Errors
    /// If there is no such window, or a process is gone or does not come for too long.
    pub fn win_fence(&self, window: WindowNumber) -> Result<(), MpLiteError> {
        self.end_gets(window)?;
        let fences = {
            let mut state = self.home.state();
            let own = state.windows.get(window)?;
            own.fences += 1;
            let fences = own.fences;
            (0..self.size()).for_each(|node| state.tell(node, window, WindowSignal::Fence));
            state.send();
            fences
        };
        let all: Vec<u32> = (0..self.size()).collect();
        self.hear_all(window, &all, "to come to a fence", move |heard| heard.fences >= fences)
    }

    /// Opens this process's memory to others.
    ///
    /// # Errors
    /// If there is no such window.
    pub fn win_post(
        &self,
        members: &Participants,
        window: WindowNumber,
    ) -> Result<(), MpLiteError> {
        members.iter().try_for_each(|node| self.check(node))?;
        let mut state = self.home.state();
        state.windows.get(window)?.exposed = members.iter().collect();
        members.iter().for_each(|node| state.tell(node, window, WindowSignal::Post));
        state.send();
        Ok(())
    }

    /// Begins to access the memory of others, once they have opened it.
    ///
    /// # Errors
    /// If there is no such window, or a process is gone or does not open its memory for too long.
    pub fn win_start(
        &self,
        members: &Participants,
        window: WindowNumber,
    ) -> Result<(), MpLiteError> {
        let nodes: Vec<u32> = members.iter().collect();
        self.hear_all(window, &nodes, "to open its window", |heard| heard.posts > 0)?;
        let mut state = self.home.state();
        let own = state.windows.get(window)?;
        nodes.iter().for_each(|node| own.heard[*node as usize].posts -= 1);
        own.accessed = nodes;
        Ok(())
    }

    /// Ends the access that was begun; those accessed hear of it when all that was done there is done.
    ///
    /// # Errors
    /// If there is no such window, or a process is gone.
    pub fn win_complete(&self, window: WindowNumber) -> Result<(), MpLiteError> {
        self.end_gets(window)?;
        let mut state = self.home.state();
        let nodes = std::mem::take(&mut state.windows.get(window)?.accessed);
        nodes.iter().for_each(|node| state.tell(*node, window, WindowSignal::Complete));
        state.send();
        Ok(())
    }

    /// Waits until all to whom this process's memory was opened have ended their access.
    ///
    /// # Errors
    /// If there is no such window, or a process is gone or goes on for too long.
    pub fn win_wait(&self, window: WindowNumber) -> Result<(), MpLiteError> {
        let nodes = self.home.state().windows.get(window)?.exposed.clone();
        self.hear_all(window, &nodes, "to end its access", |heard| heard.completes > 0)?;
        self.home.state().end_exposure(window)
    }

    /// Whether they have; then they need not be waited for.
    ///
    /// # Errors
    /// If there is no such window.
    pub fn win_test(&self, window: WindowNumber) -> Result<bool, MpLiteError> {
        self.home.progress();
        let mut state = self.home.state();
        let own = state.windows.get(window)?;
        let are_over = own.exposed.iter().all(|node| own.heard[*node as usize].completes > 0);
        if are_over {
            state.end_exposure(window)?;
        }
        Ok(are_over)
    }

    /// Locks a process's memory.
    ///
    /// # Errors
    /// If there is no such window, or the process is gone, or the lock is not to be had for too long.
    pub fn win_lock(
        &self,
        kind: LockKind,
        node: u32,
        window: WindowNumber,
    ) -> Result<(), MpLiteError> {
        let signal = match kind {
            LockKind::Shared => WindowSignal::LockShared,
            LockKind::Exclusive => WindowSignal::LockExclusive,
        };
        self.ask(node, window, signal)?;
        self.hear_all(window, &[node], "to give its lock", |heard| heard.granted > 0)?;
        self.home.state().windows.get(window)?.heard[node as usize].granted -= 1;
        Ok(())
    }

    /// Gives the lock back. What was done under it is done.
    ///
    /// # Errors
    /// If there is no such window, or the process is gone.
    pub fn win_unlock(&self, node: u32, window: WindowNumber) -> Result<(), MpLiteError> {
        self.end_gets(window)?;
        self.ask(node, window, WindowSignal::Unlock)?;
        self.hear_all(window, &[node], "to take its lock back", |heard| heard.unlocked > 0)?;
        self.home.state().windows.get(window)?.heard[node as usize].unlocked -= 1;
        Ok(())
    }

    fn ask(
        &self,
        node: u32,
        window: WindowNumber,
        signal: WindowSignal,
    ) -> Result<(), MpLiteError> {
        self.check(node)?;
        let mut state = self.home.state();
        state.windows.get(window)?;
        state.tell(node, window, signal);
        state.send();
        Ok(())
    }

    fn check(&self, node: u32) -> Result<(), MpLiteError> {
        (node < self.size()).then_some(()).ok_or_else(|| self.no_such_node(node))
    }

    /// Waits until all data that were asked for have come.
    fn end_gets(&self, window: WindowNumber) -> Result<(), MpLiteError> {
        self.wait_for(
            || format!("data of window {}", window.0),
            |state| {
                let transfer = &state.two_sided.transfer;
                let own = match state.windows.get(window) {
                    Ok(own) => own,
                    Err(error) => return Some(Err(error)),
                };
                own.gets.retain(|request| !transfer.is_done(*request));
                own.gets.is_empty().then_some(Ok(()))
            },
        )?
    }

    /// Waits until all of these processes have told what is waited for.
    fn hear_all(
        &self,
        window: WindowNumber,
        nodes: &[u32],
        what: &str,
        has_told: impl Fn(&HeardOfWindow) -> bool,
    ) -> Result<(), MpLiteError> {
        nodes.iter().try_for_each(|node| self.check(*node))?;
        self.home.state().windows.get(window)?;
        self.wait_for(
            || format!("node {nodes:?} {what}"),
            |state| {
                let own = match state.windows.get(window) {
                    Ok(own) => own,
                    Err(error) => return Some(Err(error)),
                };
                let silent = nodes.iter().find(|node| !has_told(&own.heard[**node as usize]));
                let Some(silent) = silent else { return Some(Ok(())) };
                state.lost_node(*silent).map(Err)
            },
        )?
    }
}

impl MpLiteState {
    fn end_exposure(&mut self, window: WindowNumber) -> Result<(), MpLiteError> {
        let own = self.windows.get(window)?;
        for node in std::mem::take(&mut own.exposed) {
            own.heard[node as usize].completes -= 1;
        }
        Ok(())
    }

    /// Why nothing more comes from a process, if it is gone.
    fn lost_node(&self, node: u32) -> Option<MpLiteError> {
        match self.two_sided.transfer.loss(PeerId(node))? {
            TransferFault::Lost { why, .. } => {
                Some(MpLiteError::Lost { node, why: why.to_string() })
            }
            fault => Some(MpLiteError::Links(format!("{fault:?}"))),
        }
    }
}
