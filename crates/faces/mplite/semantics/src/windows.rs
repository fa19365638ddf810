//! Memory that other processes read and write by themselves, as this process knows it.

use crate::error::MpLiteError;
use crate::reduction::{Element, ReductionKind, reduce};
use crate::window_lock::{LockKind, WindowLock};
use ferry_sys::{Arena, OwnedBuffer};
use ferry_two_sided::RequestId;

/// Windows that there may be at a time.
const MOST: usize = 10_000;

/// What a program knows a window by: the same number in all processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowNumber(pub i32);

/// How much of a process's memory is in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct WindowShape {
    /// Bytes.
    pub(crate) bytes: u64,
    /// Bytes of an element, in which places are counted.
    pub(crate) unit: u64,
}

/// What is done with memory that data come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccumulateKind {
    /// Numbers of type `double`.
    Double(Combination),
    /// Numbers of type `int`.
    Int(Combination),
    /// Numbers of type `float`.
    Float(Combination),
}

/// How numbers that come are combined with those that are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combination {
    /// By a reduction.
    Reduce(ReductionKind),
    /// They take their place.
    Replace,
}

impl AccumulateKind {
    /// The kind of MP_Lite's number for it, 0 to 11.
    pub fn of_number(number: i32) -> Option<Self> {
        const COMBINATIONS: [Combination; 4] = [
            Combination::Reduce(ReductionKind::Sum),
            Combination::Reduce(ReductionKind::Max),
            Combination::Reduce(ReductionKind::Min),
            Combination::Replace,
        ];
        let number = usize::try_from(number).ok()?;
        let how = *COMBINATIONS.get(number / 3)?;
        Some(match number % 3 {
            0 => AccumulateKind::Double(how),
            1 => AccumulateKind::Int(how),
            _ => AccumulateKind::Float(how),
        })
    }

    /// Its number.
    pub(crate) fn number(self) -> u8 {
        let (kind, how) = match self {
            AccumulateKind::Double(how) => (0, how),
            AccumulateKind::Int(how) => (1, how),
            AccumulateKind::Float(how) => (2, how),
        };
        let row = match how {
            Combination::Reduce(ReductionKind::Sum) => 0,
            Combination::Reduce(ReductionKind::Max) => 1,
            Combination::Reduce(ReductionKind::Min) => 2,
            Combination::Replace => 3,
        };
        row * 3 + kind
    }

    /// Bytes of a number.
    pub fn size(self) -> usize {
        match self {
            AccumulateKind::Double(_) => f64::SIZE,
            AccumulateKind::Int(_) => i32::SIZE,
            AccumulateKind::Float(_) => f32::SIZE,
        }
    }

    /// Combines numbers with those that are there.
    pub(crate) fn apply(self, there: &mut [u8], come: &[u8]) {
        let (AccumulateKind::Double(how) | AccumulateKind::Int(how) | AccumulateKind::Float(how)) =
            self;
        let Combination::Reduce(kind) = how else {
            there.copy_from_slice(come);
            return;
        };
        match self {
            AccumulateKind::Double(_) => reduce::<f64>(there, come, kind),
            AccumulateKind::Int(_) => reduce::<i32>(there, come, kind),
            AccumulateKind::Float(_) => reduce::<f32>(there, come, kind),
        }
    }
}

/// What processes tell each other about a window. It goes behind the data that were put before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WindowSignal {
    /// The sender has come to a fence.
    Fence,
    /// The sender's memory may be accessed.
    Post,
    /// The sender accesses it no more.
    Complete,
    LockShared,
    LockExclusive,
    /// The sender gives its lock back.
    Unlock,
    /// The receiver has the lock.
    Granted,
    /// All that the receiver did under its lock is done.
    Unlocked,
}

impl WindowSignal {
    pub(crate) fn of_number(number: u64) -> Option<Self> {
        use WindowSignal::{
            Complete, Fence, Granted, LockExclusive, LockShared, Post, Unlock, Unlocked,
        };
        let all = [Fence, Post, Complete, LockShared, LockExclusive, Unlock, Granted, Unlocked];
        all.get(usize::try_from(number).ok()?).copied()
    }
}

/// What has been heard from a process about a window.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct HeardOfWindow {
    /// Fences that it has come to.
    pub(crate) fences: u64,
    /// Its memory may be accessed so often more.
    pub(crate) posts: u64,
    /// It has ended so many accesses that were not waited for.
    pub(crate) completes: u64,
    /// Its lock was granted.
    pub(crate) granted: u64,
    /// What was done under it is done.
    pub(crate) unlocked: u64,
}

/// A window.
pub(crate) struct MemoryWindow {
    pub(crate) memory: Arena,
    /// Where the memory is Ferry's.
    _owned: Option<OwnedBuffer>,
    /// By process.
    pub(crate) shapes: Vec<WindowShape>,
    pub(crate) heard: Vec<HeardOfWindow>,
    /// Fences that this process has come to.
    pub(crate) fences: u64,
    /// To whom the memory was opened, and whose is accessed.
    pub(crate) exposed: Vec<u32>,
    pub(crate) accessed: Vec<u32>,
    lock: WindowLock,
    /// Data that were asked for and may not have come.
    pub(crate) gets: Vec<RequestId>,
}

impl MemoryWindow {
    fn new(memory: Arena, owned: Option<OwnedBuffer>, size: u32) -> Self {
        MemoryWindow {
            memory,
            _owned: owned,
            shapes: vec![WindowShape::default(); size as usize],
            heard: vec![HeardOfWindow::default(); size as usize],
            fences: 0,
            exposed: Vec::new(),
            accessed: Vec::new(),
            lock: WindowLock::default(),
            gets: Vec::new(),
        }
    }

    /// Where `len` bytes at `offset` begin, if they are within the memory of this process.
    pub(crate) fn within(&self, offset: u64, len: usize) -> Option<usize> {
        let start = usize::try_from(offset).ok()?;
        (start.checked_add(len)? <= self.memory.len()).then_some(start)
    }

    /// A process has told something. Returns who is to be told what for that; `None`: it makes no sense.
    fn hear(&mut self, from: u32, signal: WindowSignal) -> Option<Vec<(u32, WindowSignal)>> {
        let heard = self.heard.get_mut(from as usize)?;
        let mut answers = Vec::new();
        match signal {
            WindowSignal::Fence => heard.fences += 1,
            WindowSignal::Post => heard.posts += 1,
            WindowSignal::Complete => heard.completes += 1,
            WindowSignal::Granted => heard.granted += 1,
            WindowSignal::Unlocked => heard.unlocked += 1,
            WindowSignal::LockShared if !self.lock.ask(from, LockKind::Shared) => return None,
            WindowSignal::LockExclusive if !self.lock.ask(from, LockKind::Exclusive) => {
                return None;
            }
            WindowSignal::Unlock if !self.lock.give_back(from) => return None,
            WindowSignal::Unlock => answers.push((from, WindowSignal::Unlocked)),
            WindowSignal::LockShared | WindowSignal::LockExclusive => {}
        }
        self.grant(&mut answers);
        Some(answers)
    }

    fn grant(&mut self, answers: &mut Vec<(u32, WindowSignal)>) {
        while let Some(node) = self.lock.grant() {
            answers.push((node, WindowSignal::Granted));
        }
    }
}

/// The windows of a process.
#[derive(Default)]
pub(crate) struct Windows {
    all: Vec<Option<MemoryWindow>>,
    /// How often something was heard: threads asleep may be waiting for it.
    news: u64,
    /// Frames that made no sense.
    pub(crate) nonsense: u64,
}

impl Windows {
    /// Adds a window, under the lowest number that is free.
    pub(crate) fn add(
        &mut self,
        memory: Arena,
        owned: Option<OwnedBuffer>,
        size: u32,
    ) -> Result<WindowNumber, MpLiteError> {
        let free = self.all.iter().position(Option::is_none).unwrap_or(self.all.len());
        if free == MOST {
            return Err(MpLiteError::TooManyWindows(MOST));
        }
        if free == self.all.len() {
            self.all.push(None);
        }
        self.all[free] = Some(MemoryWindow::new(memory, owned, size));
        Ok(WindowNumber(free as i32))
    }

    pub(crate) fn remove(&mut self, number: WindowNumber) {
        if let Some(window) = usize::try_from(number.0).ok().and_then(|at| self.all.get_mut(at)) {
            *window = None;
        }
    }

    pub(crate) fn get(&mut self, number: WindowNumber) -> Result<&mut MemoryWindow, MpLiteError> {
        let index = usize::try_from(number.0).ok();
        let found = index.and_then(|index| self.all.get_mut(index)?.as_mut());
        found.ok_or(MpLiteError::UnknownWindow(number.0))
    }

    /// A process has told something about a window. Returns who is to be told what for that.
    pub(crate) fn hear(
        &mut self,
        from: u32,
        number: WindowNumber,
        signal: WindowSignal,
    ) -> Vec<(u32, WindowSignal)> {
        self.news += 1;
        let answers = self.get(number).ok().and_then(|window| window.hear(from, signal));
        answers.unwrap_or_else(|| {
            self.nonsense += 1;
            Vec::new()
        })
    }

    /// A process is gone. Returns who is to be told what for that, about which window.
    pub(crate) fn forget(&mut self, node: u32) -> Vec<(WindowNumber, u32, WindowSignal)> {
        self.news += 1;
        let mut all = Vec::new();
        for (number, window) in (0..).zip(&mut self.all) {
            let Some(window) = window else { continue };
            let mut answers = Vec::new();
            window.lock.forget(node);
            window.grant(&mut answers);
            all.extend(answers.into_iter().map(|(to, what)| (WindowNumber(number), to, what)));
        }
        all
    }

    /// Changes with everything that is heard.
    pub(crate) fn news(&self) -> u64 {
        self.news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_the_numbers_of_programs() {
        for number in 0..12 {
            let kind = AccumulateKind::of_number(number).unwrap();
            assert_eq!(i32::from(kind.number()), number);
        }
        assert!(AccumulateKind::of_number(12).is_none() && AccumulateKind::of_number(-1).is_none());
        let kind = AccumulateKind::of_number(4).unwrap();
        assert_eq!(kind, AccumulateKind::Int(Combination::Reduce(ReductionKind::Max)));
        let mut there = 3i32.to_ne_bytes();
        kind.apply(&mut there, &7i32.to_ne_bytes());
        AccumulateKind::of_number(1).unwrap().apply(&mut there, &2i32.to_ne_bytes());
        assert_eq!(there, 9i32.to_ne_bytes());
        AccumulateKind::of_number(10).unwrap().apply(&mut there, &1i32.to_ne_bytes());
        assert_eq!(there, 1i32.to_ne_bytes());
    }

    #[test]
    fn numbers_of_windows_are_used_again_and_signals_answered() {
        let mut windows = Windows::default();
        let memory = OwnedBuffer::new(8);
        let add = |windows: &mut Windows| windows.add(memory.arena(8), None, 3).unwrap();
        let (first, second) = (add(&mut windows), add(&mut windows));
        assert_eq!((first, second), (WindowNumber(0), WindowNumber(1)));
        windows.remove(first);
        assert!(windows.get(first).is_err());
        assert_eq!(add(&mut windows), first);
        assert_eq!(
            windows.hear(1, first, WindowSignal::LockExclusive),
            [(1, WindowSignal::Granted)]
        );
        assert_eq!(windows.hear(2, first, WindowSignal::LockShared), []);
        let answers = [(1, WindowSignal::Unlocked), (2, WindowSignal::Granted)];
        assert_eq!(windows.hear(1, first, WindowSignal::Unlock), answers);
        assert_eq!(windows.hear(0, first, WindowSignal::LockExclusive), []);
        assert_eq!(windows.forget(2), [(first, 0, WindowSignal::Granted)]);
        assert_eq!(windows.nonsense, 0);
        windows.hear(1, first, WindowSignal::Unlock);
        windows.hear(1, WindowNumber(7), WindowSignal::Fence);
        windows.hear(9, first, WindowSignal::Fence);
        assert_eq!(windows.nonsense, 3);
        assert!(windows.get(second).unwrap().within(8, 0).is_some());
        assert!(windows.get(second).unwrap().within(u64::MAX, 8).is_none());
    }
}
