//! Meetings through mapped memory: each member tells another in each round that it has come.

use super::{Reach, Win, out_of_order};
use crate::error::Result;
use crate::handle::WinHandle;
use crate::process::{MappedPlace, enter, wait_for_mapped};
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

/// Meets all members. False: not all map each other's memory.
pub(super) fn meet(handle: WinHandle) -> Result<bool> {
    let (meeting, size) = {
        let mut process = enter();
        let win = process.win_mut(handle)?;
        let size = win.comm.size();
        let Some(meetings) = &mut win.meetings else { return Ok(false) };
        meetings.number = meetings.number.wrapping_add(1);
        (meetings.number, size)
    };
    for number in 0..size.next_power_of_two().trailing_zeros() {
        let round = {
            let process = enter();
            let round = round(process.win(handle)?, number as usize, meeting);
            // A member may have failed since the last one.
            round.map_err(|error| process.obstacle_to_any(handle).unwrap_or(error))?
        };
        round.pass(handle)?;
    }
    Ok(true)
}

fn round(win: &Win, number: usize, meeting: u32) -> Result<Round> {
    let (me, size) = (win.comm.rank, win.comm.size());
    let at_distance = |steps: u64| ((u64::from(me) + steps) % u64::from(size)) as u32;
    let (partner, awaited) =
        (at_distance(1 << number), at_distance(u64::from(size) - (1 << number)));
    let control = |rank: u32| match win.targets[rank as usize].reach {
        Reach::Memory(control) => Ok(control),
        _ => Err(out_of_order("a member's memory is not mapped")),
    };
    let (own, fence) = (control(me)?, win.meetings.as_ref().map(|meetings| meetings.fence));
    let fence = fence.unwrap_or_else(AsymmetricFence::register);
    let (partner, awaited) = ((control(partner)?, win.at(partner)), win.at(awaited));
    Ok(Round { number, meeting, own, partner, awaited, fence })
}

impl Round {
    fn pass(&self, handle: WinHandle) -> Result<()> {
        let (control, at) = self.partner;
        if control.arrive(self.number, self.meeting, self.fence.frequent_side_must_fence()) {
            let mut process = enter();
            let (windows, transfer, _) = process.for_windows();
            windows.nudge_one(transfer, at);
            process.send_queued();
        }
        let has_arrived = || self.own.has_arrived(self.number, self.meeting);
        if !enter().waiting().oversubscribed && (0..LOOKS).any(|_| has_arrived()) {
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
