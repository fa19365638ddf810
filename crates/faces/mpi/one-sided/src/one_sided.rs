//! The state of all windows of a process.

use crate::attached::{AttachedMemory, LateAccess};
use crate::described::{HeardTypes, ToldTypes};
use crate::window::{OpenWindow, WindowMemory, WindowPlan};
use ferry_sys::Arena;
use ferry_transfer::Transfer;
use ferry_wire::{KeyMap, PeerId};
use std::collections::HashMap;

/// A member of a window, by the window's number and its rank there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WindowRank {
    /// The window.
    pub window: u32,
    /// The rank.
    pub rank: u32,
}

/// The state of all windows of a process.
#[derive(Default)]
pub struct OneSided {
    pub(crate) windows: KeyMap<u32, OpenWindow>,
    pub(crate) told: HashMap<PeerId, ToldTypes>,
    pub(crate) heard: HashMap<PeerId, HeardTypes>,
    /// Windows whose lock somebody waits for, by a frame.
    pub(crate) contended: Vec<u32>,
    /// Counts what threads asleep may be waiting for.
    pub(crate) news: u64,
    /// Frames that named nothing this process knows, or that no honest peer sends.
    pub(crate) nonsense: u64,
}

impl OneSided {
    /// A window comes into being. Nobody accesses it before all members have made it.
    pub fn open(&mut self, plan: WindowPlan) {
        self.windows.insert(plan.number, OpenWindow::new(plan));
    }

    /// It goes, when all members have done with it.
    pub fn close(&mut self, window: u32, transfer: &mut Transfer) {
        self.contended.retain(|contended| *contended != window);
        let Some(window) = self.windows.remove(&window) else { return };
        for member in window.members {
            member.target.requests.into_iter().for_each(|request| transfer.detach(request));
        }
    }

    /// Whether somebody waits, by a frame, for a lock of this process.
    #[inline]
    pub fn is_contended(&self) -> bool {
        !self.contended.is_empty()
    }

    /// Changes with everything that a thread asleep may be waiting for.
    pub fn news(&self) -> u64 {
        self.news
    }

    /// Frames that named nothing this process knows, or that no honest peer sends.
    pub fn nonsense(&self) -> u64 {
        self.nonsense
    }

    /// `MPI_Win_attach`. False: some of it is attached already.
    pub fn attach(&mut self, window: u32, memory: Arena) -> bool {
        self.attached(window).is_some_and(|attached| attached.attach(memory))
    }

    /// `MPI_Win_detach`. False: nothing is attached there. `late`: what comes too late still finds it, until
    /// [`OneSided::forget_detached`].
    pub fn detach(&mut self, window: u32, address: usize, late: LateAccess) -> bool {
        self.attached(window).is_some_and(|attached| attached.detach(address, late))
    }

    /// All members have met: nothing comes any more for what was detached before.
    pub fn forget_detached(&mut self, window: u32) {
        if let Some(attached) = self.attached(window) {
            attached.forget_detached();
        }
    }

    fn attached(&mut self, window: u32) -> Option<&mut AttachedMemory> {
        match &mut self.windows.get_mut(&window)?.memory {
            WindowMemory::Attached(attached) => Some(attached),
            WindowMemory::Whole(_) => None,
        }
    }
}
