//! Waiting where several threads call MPI.
//!
//! Nothing lasts behind the lock: a thread that has found nothing leaves, looks from outside, and enters again when
//! there is something to take or another has taken something. While it alone waits it stays inside, which is the
//! quicker way, and leaves as soon as another comes.

use super::waiting::sleep;
use super::{Entered, Process, enter_lane, take_turns};
use crate::lane;
use ferry_runtime::{Idle, Onlooker};
use ferry_two_sided::RequestId;
use std::cell::Cell;

thread_local! {
    /// What this thread is when it waits, with what its waits have taught. Taken by the wait that goes on.
    static ONLOOKER: Cell<Option<Box<Onlooker>>> = const { Cell::new(None) };
}

/// Waits until `ready` gives something, which it has not yet: when this operation is over, or, without one, at any
/// time.
pub(super) fn wait_among_threads<T>(
    mut process: Entered,
    operation: Option<RequestId>,
    mut ready: impl FnMut(&mut Process) -> Option<T>,
) -> (Entered, T) {
    // A wait within a wait, and one of a thread that ends, begins anew.
    let same = ONLOOKER.try_with(Cell::take).ok().flatten();
    let mut onlooker = process.runtime.begin_onlooking(operation.map(|id| id.0), same);
    let (mut is_tired, mut looks) = (false, 0);
    loop {
        let moved = process.progress();
        if process.background.calls() {
            process = crate::background::call(process);
        }
        if let Some(value) = ready(&mut process) {
            process.runtime.end_onlooking(&mut onlooker);
            let _ = ONLOOKER.try_with(|kept| kept.set(Some(onlooker)));
            return (process, value);
        }
        let was_tired = std::mem::take(&mut is_tired);
        if moved == 0 && !was_tired && lane::are_others_due(&mut looks) {
            process = lane::look_after_others(process);
        } else if moved != 0 {
            onlooker.renew();
            process = take_turns(process);
        } else if was_tired {
            process = sleep(process, Some(&mut onlooker));
        } else {
            (process, is_tired) = look(process, &mut onlooker);
        }
    }
}

/// Looks for what comes, from outside or from inside, or lets others run. Whether it is time to sleep: if there is still
/// nothing, since what the thread waits for may have come about while it was outside.
fn look(mut process: Entered, onlooker: &mut Onlooker) -> (Entered, bool) {
    let lane = process.lane;
    if process.runtime.go_outside(onlooker) {
        drop(process);
        let goes_on = onlooker.look();
        process = enter_lane(lane);
        process.runtime.come_inside(onlooker);
        return (process, !goes_on);
    }
    match onlooker.idle() {
        Idle::Spin => (take_turns(process), false),
        Idle::Sleep => (process, true),
        idle => {
            drop(process);
            onlooker.rest(idle);
            (enter_lane(lane), false)
        }
    }
}
