//! Waiting for mapped memory to change, which no frame tells of: whoever changes it looks whether somebody sleeps.

use super::{Process, enter, wait_within};
use ferry_sys::AsymmetricFence;

/// Where in mapped memory this process says that it sleeps.
pub(crate) trait MappedPlace: Send {
    /// It is about to sleep: who changes the memory rings.
    fn begin_sleeping(&self);

    /// It is awake again.
    fn end_sleeping(&self);

    /// What orders "I sleep" of one with a change by another.
    fn fence(&self) -> AsymmetricFence;
}

/// A call that waits for a change.
struct SleepingCall {
    number: u64,
    place: Box<dyn MappedPlace>,
    /// Others have been told.
    is_announced: bool,
}

/// The calls of this process that wait for mapped memory to change.
#[derive(Default)]
pub(crate) struct SleepingCalls {
    calls: Vec<SleepingCall>,
    /// How many there have been.
    made: u64,
}

/// Waits until `ready` gives something, which depends on mapped memory.
pub(crate) fn wait_for_mapped<T>(
    place: Box<dyn MappedPlace>,
    ready: impl FnMut(&mut Process) -> Option<T>,
) -> T {
    let number = enter().sleeping_calls.add(place);
    let (mut process, found) = wait_within(ready);
    process.sleeping_calls.remove(number);
    found
}

impl SleepingCalls {
    fn add(&mut self, place: Box<dyn MappedPlace>) -> u64 {
        self.made += 1;
        self.calls.push(SleepingCall { number: self.made, place, is_announced: false });
        self.made
    }

    fn remove(&mut self, number: u64) {
        let Some(index) = self.calls.iter().position(|call| call.number == number) else { return };
        let call = self.calls.swap_remove(index);
        if call.is_announced {
            call.place.end_sleeping();
        }
    }
}

impl Process {
    /// Before a sleep: tells others of the calls that wait for mapped memory to change. Whether there was one
    /// that they had not been told of: it has to look once more.
    #[inline]
    pub(crate) fn announce_sleep(&mut self) -> bool {
        let mut any = false;
        for call in self.sleeping_calls.calls.iter_mut().filter(|call| !call.is_announced) {
            call.place.begin_sleeping();
            call.place.fence().rare_side();
            call.is_announced = true;
            any = true;
        }
        any
    }
}
