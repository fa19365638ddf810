//! Locks of windows for those that ask by frames (MPI-5.0 §12.5.3). The lock itself is the word that all who
//! map it use too; its owner takes it for the others.

use crate::batch;
use crate::control::{LockMode, LockWish};
use crate::frames::{DONE, LOCK, NUDGE, bare};
use crate::one_sided::{OneSided, WindowRank};
use crate::window::{OriginLock, ParkedFrames, TargetLock};
use ferry_transfer::Transfer;
use ferry_wire::{Header, PeerId};
use std::collections::VecDeque;

/// So many bytes an origin may send behind its wish for a lock before an answer has come; every frame counts
/// with `OVERHEAD` besides.
pub const UNLOCKED_BUDGET: usize = 64 << 10;

/// What a frame counts for beside its payload.
pub(crate) const OVERHEAD: usize = 64;

const SHARED: u64 = 1;
const EXCLUSIVE: u64 = 2;
const SHARED_BY_ALL: u64 = 3;

impl OneSided {
    /// Asks for a member's lock. What is sent after this waits there until this process has it.
    pub fn ask_lock(&mut self, transfer: &mut Transfer, at: WindowRank, wish: LockWish) {
        let Some(window) = self.windows.get_mut(&at.window) else { return };
        let member = window.member(at.rank);
        let after = member.target.asked;
        member.target.lock = TargetLock::Asked { after, left: UNLOCKED_BUDGET };
        let word = match wish {
            LockWish::Shared => SHARED,
            LockWish::Exclusive => EXCLUSIVE,
            LockWish::SharedByAll => SHARED_BY_ALL,
        };
        batch::enqueue(transfer, member.plan.peer, bare(LOCK, word, at.window));
    }

    /// A member asks for this process's lock. `None`: nonsense.
    pub(crate) fn lock_for(&mut self, at: WindowRank, word: u64) -> Option<()> {
        let wish = match word {
            SHARED => LockWish::Shared,
            EXCLUSIVE => LockWish::Exclusive,
            SHARED_BY_ALL => LockWish::SharedByAll,
            _ => return None,
        };
        let mode = wish.mode();
        let window = self.windows.get_mut(&at.window)?;
        let control = window.control;
        if window.is_given_up {
            return Some(());
        }
        if !matches!(window.member(at.rank).origin.lock, OriginLock::None) {
            return None;
        }
        let passes = match wish {
            LockWish::SharedByAll => true,
            LockWish::Shared => window.waiting.is_empty() && !control.is_wanted_exclusively(),
            LockWish::Exclusive => window.waiting.is_empty(),
        };
        let must_wait = !passes || !control.try_lock(mode, at.rank);
        let lock = &mut window.member(at.rank).origin.lock;
        if !must_wait {
            *lock = OriginLock::Held(mode);
            return Some(());
        }
        *lock = OriginLock::Waiting { mode, parked: VecDeque::new(), bytes: 0 };
        control.begin_waiting(mode);
        match wish {
            LockWish::SharedByAll => window.waiting.push_front(at.rank),
            LockWish::Shared | LockWish::Exclusive => window.waiting.push_back(at.rank),
        }
        if !self.contended.contains(&at.window) {
            self.contended.push(at.window);
        }
        Some(())
    }

    /// Whether frames of a member wait for the lock that it has asked for.
    pub(crate) fn is_parked(&mut self, at: WindowRank) -> bool {
        let Some(window) = self.windows.get_mut(&at.window) else { return false };
        matches!(window.member(at.rank).origin.lock, OriginLock::Waiting { .. })
    }

    /// Keeps a frame of a member until that has the lock. `None`: it may not send so much.
    pub(crate) fn park(&mut self, at: WindowRank, header: &Header, payload: &[u8]) -> Option<()> {
        let window = self.windows.get_mut(&at.window)?;
        let OriginLock::Waiting { parked, bytes, .. } = &mut window.member(at.rank).origin.lock
        else {
            return None;
        };
        *bytes += payload.len() + OVERHEAD;
        // The frames that ask for answers are beside the budget.
        if *bytes > UNLOCKED_BUDGET + 16 * OVERHEAD {
            return None;
        }
        parked.push_back((*header, payload.to_vec()));
        Some(())
    }

    /// Takes locks for those that wait, as far as they are free, and does what they have sent meanwhile.
    pub fn retry_locks(&mut self, transfer: &mut Transfer) {
        if self.contended.is_empty() {
            return;
        }
        for number in std::mem::take(&mut self.contended) {
            while let Some(granted) = self.grant_next(number) {
                self.unpark(transfer, granted);
            }
            let is_contended = self.windows.get(&number).is_some_and(|w| !w.waiting.is_empty());
            if is_contended && !self.contended.contains(&number) {
                self.contended.push(number);
            }
        }
    }

    /// The next member that gets the lock, with what waited for that.
    fn grant_next(&mut self, number: u32) -> Option<(WindowRank, ParkedFrames)> {
        let window = self.windows.get_mut(&number)?;
        let rank = *window.waiting.front()?;
        let control = window.control;
        let lock = &mut window.member(rank).origin.lock;
        let OriginLock::Waiting { mode, parked, .. } = lock else {
            window.waiting.pop_front();
            return Some((WindowRank { window: number, rank }, VecDeque::new()));
        };
        if !control.try_lock(*mode, rank) {
            return None;
        }
        let (parked, mode) = (std::mem::take(parked), *mode);
        *lock = OriginLock::Held(mode);
        control.end_waiting(mode);
        window.waiting.pop_front();
        Some((WindowRank { window: number, rank }, parked))
    }

    fn unpark(&mut self, transfer: &mut Transfer, (at, parked): (WindowRank, ParkedFrames)) {
        self.news += 1;
        let Some(window) = self.windows.get_mut(&at.window) else { return };
        let peer = window.member(at.rank).plan.peer;
        for (header, payload) in parked {
            self.frame(transfer, peer, &header, &payload);
        }
    }

    /// A member gives this process's lock back. Who needed none has none.
    pub(crate) fn unlock_for(&mut self, transfer: &mut Transfer, at: WindowRank) -> Option<()> {
        let window = self.windows.get_mut(&at.window)?;
        let control = window.control;
        let lock = std::mem::take(&mut window.member(at.rank).origin.lock);
        if let OriginLock::Held(mode) = lock
            && control.unlock(mode, at.rank)
        {
            self.nudge(transfer, at.window);
        }
        self.retry_locks(transfer);
        Some(())
    }

    /// Tells the members that map this process's memory that something in mapped memory has changed which
    /// they may be waiting for.
    pub fn nudge(&mut self, transfer: &mut Transfer, window: u32) {
        self.news += 1;
        let Some(window) = self.windows.get(&window) else { return };
        for member in window.members.iter().filter(|member| member.plan.shares_memory) {
            batch::enqueue(transfer, member.plan.peer, bare(NUDGE, 0, 0));
        }
    }

    /// Tells one of them.
    pub fn nudge_one(&mut self, transfer: &mut Transfer, at: WindowRank) {
        let window = self.windows.get(&at.window);
        if let Some(member) = window.and_then(|window| window.members.get(at.rank as usize)) {
            self.nudge_peer(transfer, member.plan.peer);
        }
    }

    /// Tells a process that something in mapped memory has changed which it may be waiting for.
    pub fn nudge_peer(&self, transfer: &mut Transfer, peer: PeerId) {
        batch::enqueue(transfer, peer, bare(NUDGE, 0, 0));
    }

    /// A process is gone: its locks go to others.
    pub fn lose(&mut self, transfer: &mut Transfer, peer: PeerId) {
        self.news += 1;
        self.told.remove(&peer);
        self.heard.remove(&peer);
        let numbers: Vec<u32> = self.windows.keys().copied().collect();
        for number in numbers {
            let Some(window) = self.windows.get_mut(&number) else { continue };
            let Some(rank) = window.rank_of(peer) else { continue };
            window.waiting.retain(|waiting| *waiting != rank);
            let origin = std::mem::take(&mut window.member(rank).origin);
            let control = window.control;
            if let OriginLock::Waiting { mode, .. } = origin.lock {
                control.end_waiting(mode);
            }
            control.forget_wanting();
            // It may have taken the lock itself, or by a frame.
            let is_awaited = match origin.lock {
                OriginLock::Held(mode @ LockMode::Shared) if !control.has_note_of(rank) => {
                    control.unlock(mode, rank)
                }
                _ => control.reap(rank),
            };
            if is_awaited {
                self.nudge(transfer, number);
            }
        }
        self.retry_locks(transfer);
    }

    /// A window was given up by its members: nobody waits for its lock any more. What they have sent behind their
    /// wish for that is done as it is, so that all get their answers.
    pub fn give_up(&mut self, transfer: &mut Transfer, number: u32) {
        let Some(window) = self.windows.get_mut(&number) else { return };
        window.is_given_up = true;
        let control = window.control;
        let mut parked = Vec::new();
        for rank in std::mem::take(&mut window.waiting) {
            let lock = std::mem::take(&mut window.member(rank).origin.lock);
            if let OriginLock::Waiting { parked: frames, mode, .. } = lock {
                control.end_waiting(mode);
                parked.push((WindowRank { window: number, rank }, frames));
            }
        }
        parked.into_iter().for_each(|frames| self.unpark(transfer, frames));
        self.nudge(transfer, number);
    }

    /// Answers that all before a frame is in the window.
    pub(crate) fn say_done(transfer: &mut Transfer, peer: PeerId, number: u64, window: u32) {
        batch::enqueue(transfer, peer, bare(DONE, number, window));
    }
}
