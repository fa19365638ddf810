//! Meetings through mapped memory: each member tells another in each round that it has come.

use super::{Reach, Win};
use crate::error::Result;
use crate::handle::WinHandle;
use crate::process::{Entered, MappedPlace, Process, enter, wait_for_mapped};
use ferry_one_sided::WindowRank;
use ferry_one_sided::control::ControlPage;
use ferry_sys::AsymmetricFence;

/// The meetings of a window's members.
#[derive(Debug)]
pub(super) struct Meetings {
    /// How many there have been.
    number: u32,
    /// What orders "I sleep" of one with "I have come" of another.
    fence: AsymmetricFence,
}

/// A call that sleeps until a partner has come.
struct MeetingSleep {
    control: ControlPage,
    fence: AsymmetricFence,
}

impl MappedPlace for MeetingSleep {
    fn begin_sleeping(&self) {
        self.control.begin_sleeping();
    }

    fn end_sleeping(&self) {
        self.control.end_sleeping();
    }

    fn fence(&self) -> AsymmetricFence {
        self.fence
    }
}

impl Meetings {
    pub(super) fn new() -> Self {
        Meetings { number: 0, fence: AsymmetricFence::register() }
    }
}

/// One round of a meeting.
struct Round {
    number: usize,
    meeting: u32,
    own: ControlPage,
    /// Who is told.
    partner: (ControlPage, WindowRank),
    /// Who tells this process.
    awaited: WindowRank,
    fence: AsymmetricFence,
}

/// So often a call looks for its partner before it does anything else.
const LOOKS: u32 = 2000;

impl Win {
    /// Begins a meeting: its number, and how many rounds it has. `None`: not all map each other's memory.
    fn begin_meeting(&mut self) -> Option<(u32, u32)> {
        let meetings = self.meetings.as_mut()?;
        meetings.number = meetings.number.wrapping_add(1);
        Some((meetings.number, self.comm.size().next_power_of_two().trailing_zeros()))
    }
}

/// Meets all members. False: not all map each other's memory.
pub(super) fn meet(mut process: Entered, handle: WinHandle) -> (Entered, Result<bool>) {
    let begun = process.win_mut(handle).map(Win::begin_meeting);
    let (meeting, rounds) = match begun {
        Ok(Some(begun)) => begun,
        Ok(None) => return (process, Ok(false)),
        Err(error) => return (process, Err(error)),
    };
    for number in 0..rounds as usize {
        let round = match next_round(&process, handle, (number, meeting)) {
            Ok(round) => round,
            Err(error) => return (process, Err(error)),
        };
        let may_look = !process.waiting().oversubscribed;
        drop(process);
        let passed = round.pass(handle, may_look);
        process = enter();
        if let Err(error) = passed {
            return (process, Err(error));
        }
    }
    (process, Ok(true))
}

fn next_round(
    process: &Process,
    handle: WinHandle,
    (number, meeting): (usize, u32),
) -> Result<Round> {
    // A member may have failed since the last one.
    round(process.win(handle)?, number, meeting)
        .map_err(|error| process.obstacle_to_any(handle).unwrap_or(error))
}

fn round(win: &Win, number: usize, meeting: u32) -> Result<Round> {
    let (me, size) = (win.comm.rank, win.comm.size());
    let at_distance = |steps: u64| ((u64::from(me) + steps) % u64::from(size)) as u32;
    let (partner, awaited) =
        (at_distance(1 << number), at_distance(u64::from(size) - (1 << number)));
    let control = |rank: u32| match win.targets[rank as usize].reach {
        Reach::Memory(control) => Ok(control),
        _ => Err(win.out_of_order("a member's memory is not mapped")),
    };
    let (own, fence) = (control(me)?, win.meetings.as_ref().map(|meetings| meetings.fence));
    let fence = fence.unwrap_or_else(AsymmetricFence::register);
    let (partner, awaited) = ((control(partner)?, win.at(partner)), win.at(awaited));
    Ok(Round { number, meeting, own, partner, awaited, fence })
}

impl Round {
    /// `may_look`: the partner has a core of its own.
    fn pass(&self, handle: WinHandle, may_look: bool) -> Result<()> {
        let (control, at) = self.partner;
        if control.arrive(self.number, self.meeting, self.fence.frequent_side_must_fence()) {
            let mut process = enter();
            let (windows, transfer, _) = process.for_windows();
            windows.nudge_one(transfer, at);
            process.send_queued();
        }
        let has_arrived = || self.own.has_arrived(self.number, self.meeting);
        if may_look && (0..LOOKS).any(|_| has_arrived()) {
            return Ok(());
        }
        if has_arrived() { Ok(()) } else { self.wait(handle) }
    }

    #[cold]
    fn wait(&self, handle: WinHandle) -> Result<()> {
        let place = MeetingSleep { control: self.own, fence: self.fence };
        let has_arrived = || self.own.has_arrived(self.number, self.meeting);
        wait_for_mapped(Box::new(place), |process| match has_arrived() {
            true => Some(Ok(())),
            false => process.obstacle_to_round(self.awaited, handle).map(Err),
        })
    }
}
