//! Driving the process while the program computes (`progress = thread` or `signal`).

use super::waiting::heed_losses;
use super::{enter, take_turns};
use crate::init::{Phase, phase};
use ferry_runtime::{DriverMode, DriverStep};
use std::cell::Cell;

thread_local! {
    static DRIVES: Cell<bool> = const { Cell::new(false) };
}

/// Whether the calling thread is none of the program's, but the one that drives.
pub(crate) fn is_driver() -> bool {
    DRIVES.get()
}

/// Moves everything on while the program makes no call, until MPI ends.
pub(crate) fn drive(mode: DriverMode) {
    DRIVES.set(true);
    let mut process = enter();
    let mut driving = match process.runtime.begin_driving(mode) {
        Ok(driving) => driving,
        Err(why) => return ferry_runtime::tell_of_no_driver(&why),
    };
    while phase() == Phase::Running {
        if driving.gives_way(&mut process.runtime) {
            drop(process);
            driving.stand_by();
            process = enter();
            continue;
        }
        process.runtime.links.set_unattended(true);
        let moved = process.progress();
        process.runtime.links.set_unattended(false);
        if process.background.calls() {
            process = crate::background::call(process);
        }
        process = match driving.after(moved, &mut process.runtime) {
            DriverStep::Again => take_turns(process),
            DriverStep::Yield => {
                drop(process);
                driving.give_core();
                enter()
            }
            DriverStep::Sleep(nap) => {
                let (mut process, has_raised) = heed_losses(process);
                if !has_raised {
                    drop(process);
                    driving.sleep(&nap);
                    process = enter();
                }
                process.runtime.driver_woken();
                process
            }
        };
    }
    driving.end(&mut process.runtime);
}
