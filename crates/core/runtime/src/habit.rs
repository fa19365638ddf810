//! What a process has learnt from its waits.

use crate::crowd::Crowd;
use ferry_sys::CoreBoard;
use std::sync::Arc;
use std::time::Duration;

/// What came of letting others have the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gave {
    /// Nobody wanted it.
    Nobody,
    /// Somebody had it for as long as it takes to send a message or two.
    Brief(Duration),
    /// Somebody had it for longer: a program that computes.
    Long,
}

/// What a process's waits have come to since the start.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct WaitTally {
    /// How often others were let have the core.
    pub yields: u64,
    /// How often the process went to another core, or tried to.
    pub moves: u64,
    /// How often a thread slept.
    pub naps: u64,
    /// How long.
    pub asleep: Duration,
    /// How long waits took in which others were let have the core, or a thread slept, up to the last look at the
    /// clock; nothing where cores are short, as nobody looks at it there.
    pub waited: Duration,
}

/// What a process has learnt from its waits: how long answers take, how long its polls, and whether
/// those who answer are on its own core.
#[derive(Clone, Debug)]
pub struct Habit {
    /// How long answers took that came while this process looked.
    typical: Duration,
    /// Polls that take about [`GLANCE`].
    stride: u32,
    /// The shortest time in which the core came back.
    floor: Duration,
    /// Evidence that who answers is on this core.
    near: u32,
    /// Answers, one after the other, that came when a program that computes had had the core: whoever sent
    /// them may be on this core behind that program, or on another.
    doubt: u32,
    /// Answers that came from this core, one after the other.
    row: u32,
    /// How long those who answered had the core.
    brief: Duration,
    moves: Moves,
    crowd: Crowd,
    tally: WaitTally,
    /// What waits of this kind are judged by.
    measure: Measure,
}

/// What times mean: for a process that waits alone, or for one of several threads that do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    /// Shortest time to look before others are let in, and the same for who was put aside: of two that have lost each
    /// other, who had the core and who has just got it, one has to be the more patient.
    shortest_look: (Duration, Duration),
    /// Who has the core for longer than this computes, or looks in vain.
    long: Duration,
    /// What came after that is evidence that who answers is on this core, though a weak one.
    long_is_evidence: bool,
    /// Where who answers has the core for longer, handing it over costs little beside the work: to stay
    /// together is as good as to share two cores with others.
    brief: Duration,
}

impl Measure {
    /// For a process that waits alone. A program that computes keeps the core for milliseconds when it gets it:
    /// where the sender is on another core, only held up for a moment, to let others in is the dearest way to wait.
    const PROCESS: Measure = Measure {
        shortest_look: (Duration::from_micros(500), Duration::from_micros(500)),
        long: Duration::from_micros(100),
        long_is_evidence: true,
        brief: Duration::from_micros(8),
    };

    /// For one of several threads: others that get the core wait, too, and soon give it back, if in vain. What is handed
    /// over for each message costs more than to share two cores in turns.
    const THREAD: Measure = Measure {
        shortest_look: (Duration::from_micros(8), Duration::from_micros(30)),
        long: Duration::from_micros(25),
        long_is_evidence: false,
        brief: Duration::from_micros(25),
    };
}

/// When this process leaves a core.
#[derive(Clone, Debug, Default)]
struct Moves {
    last: Option<Duration>,
    /// Not before that.
    next: Duration,
    /// Time from one to the next; grows while they do not help.
    gap: Duration,
    /// Time that programs which compute had the core since the last one.
    lost: Duration,
}

/// Longest time to look before others are let in.
const LONGEST_LOOK: Duration = Duration::from_millis(2);
/// An answer that typically comes within this time is looked for as long as one that comes at once: to go on
/// learning that it comes ever sooner would only make each answer dearer.
const NEGLIGIBLE: Duration = Duration::from_micros(100);
/// Time between two looks at the clock.
const GLANCE: Duration = Duration::from_micros(1);
/// Polls between two looks at the clock.
const STRIDES: (u32, u32) = (8, 128);
/// A core that comes back within twice this time was not taken; less where it comes back faster.
const FLOOR: Duration = Duration::from_nanos(400);
/// Evidence that suffices, and the most.
const NEAR: (u32, u32) = (4, 8);
/// Answers that a program delayed before one is looked for as long as can be.
const DOUBT: u32 = 16;
/// Answers in a row from this core after which the first of those who share it leaves.
const ROW: u32 = 64;
/// Shortest and longest time between moves.
const GAPS: (Duration, Duration) = (Duration::from_millis(1), Duration::from_secs(1));

impl Default for Habit {
    fn default() -> Self {
        Habit {
            typical: Duration::ZERO,
            stride: STRIDES.1,
            floor: FLOOR,
            near: 0,
            doubt: 0,
            row: 0,
            brief: Duration::ZERO,
            moves: Moves { gap: GAPS.0, ..Moves::default() },
            crowd: Crowd::default(),
            tally: WaitTally::default(),
            measure: Measure::PROCESS,
        }
    }
}

impl Habit {
    /// What the waits have come to.
    pub fn tally(&self) -> WaitTally {
        self.tally
    }

    /// Whether the next waits are those of one thread among several.
    pub(crate) fn set_among_threads(&mut self, are: bool) {
        self.measure = if are { Measure::THREAD } else { Measure::PROCESS };
    }

    /// Where cores are short, this process and those on a board spread over them evenly.
    pub fn share_cores(&mut self, board: Option<Arc<CoreBoard>>) {
        self.crowd = Crowd::on(board);
    }

    /// The others on this process's cores.
    pub(crate) fn crowd_mut(&mut self) -> &mut Crowd {
        &mut self.crowd
    }

    /// What one thread's waits have come to counts as this process's from now on.
    pub(crate) fn take_tally(&mut self, of: &mut Habit) {
        let WaitTally { yields, moves, naps, asleep, waited } = std::mem::take(&mut of.tally);
        self.tally.yields += yields;
        self.tally.moves += moves;
        self.tally.naps += naps;
        self.tally.asleep += asleep;
        self.tally.waited += waited;
    }

    pub(crate) fn tally_mut(&mut self) -> &mut WaitTally {
        &mut self.tally
    }

    /// Polls before the first decision of a wait.
    #[inline]
    pub(crate) fn first(&self) -> u32 {
        if self.shares_its_core() { 1 } else { self.stride }
    }

    pub(crate) fn stride(&self) -> u32 {
        self.stride
    }

    /// Whether even an answer that comes at once changes something.
    #[inline]
    pub(crate) fn is_unsettled(&self) -> bool {
        self.near != 0 || self.typical != Duration::ZERO
    }

    /// Whether those who answer are on this core.
    #[inline]
    pub(crate) fn shares_its_core(&self) -> bool {
        self.near >= NEAR.0 && !self.is_trying()
    }

    /// Whether the next answer is looked for as long as can be, to see whether it comes from elsewhere.
    #[inline]
    fn is_trying(&self) -> bool {
        self.doubt >= DOUBT
    }

    /// How long to look before others are let in.
    /// `was_aside`: this thread has just got the core back.
    pub(crate) fn look(&self, was_aside: bool) -> Duration {
        if self.is_trying() {
            return LONGEST_LOOK;
        }
        let (shortest, aside) = self.measure.shortest_look;
        (self.typical * 4).clamp(if was_aside { aside } else { shortest }, LONGEST_LOOK)
    }

    /// [`Habit::stride`] polls took so long.
    pub(crate) fn polled(&mut self, took: Duration) {
        let took = took.max(Duration::from_nanos(1));
        let polls = u128::from(self.stride) * GLANCE.as_nanos() / took.as_nanos();
        // Somebody may have had the core meanwhile: one such time says little of polls.
        let least =
            if took < self.measure.long { STRIDES.0 } else { (self.stride / 2).max(STRIDES.0) };
        self.stride = (polls as u32).clamp(least, STRIDES.1);
    }

    /// Others were given the core for so long.
    pub(crate) fn gave(&mut self, took: Duration) -> Gave {
        self.floor = self.floor.min(took);
        if took <= self.floor * 2 {
            (self.near, self.row, self.doubt) = (0, 0, 0);
            Gave::Nobody
        } else if took < self.measure.long {
            Gave::Brief(took)
        } else {
            self.moves.lost += took;
            Gave::Long
        }
    }

    /// An answer was there after others had the core.
    pub(crate) fn came_after(&mut self, gave: Gave) {
        match gave {
            Gave::Nobody => {}
            Gave::Brief(took) => {
                self.near = (self.near + 1).min(NEAR.1);
                self.doubt = 0;
                self.row = self.row.saturating_add(1);
                // Others of the system may have been in between: a few long ones are no evidence.
                self.brief = (self.brief * 7 + took.min(self.measure.brief * 2)) / 8;
            }
            Gave::Long if !self.measure.long_is_evidence => self.row = self.row.saturating_add(1),
            Gave::Long => {
                self.near = (self.near + 1).min(NEAR.1);
                self.doubt = if self.is_trying() { 0 } else { self.doubt + 1 };
            }
        }
    }

    /// An answer came while this process looked, after so long.
    pub(crate) fn came_within(&mut self, took: Duration) {
        if took.is_zero() {
            // It came between two looks at the clock: a little later the first would not have been needed.
            self.stride = (self.stride * 2).min(STRIDES.1);
        }
        if self.is_trying() {
            // To let others in before cost it their whole turn, each time.
            self.typical = self.typical.max(took);
            self.near = 0;
        } else if took < LONGEST_LOOK {
            self.typical = (self.typical * 7 + took) / 8;
        }
        self.is_apart();
    }

    /// An answer came before there was anything to decide. Unless this process had `looked` for it in vain, it
    /// may have been there before the wait, and says nothing of where it is from.
    pub(crate) fn came_at_once(&mut self, looked: bool) {
        let typical = self.typical * 7 / 8;
        self.typical = if typical < NEGLIGIBLE { Duration::ZERO } else { typical };
        if looked {
            self.is_apart();
        }
    }

    fn is_apart(&mut self) {
        self.near = self.near.saturating_sub(1);
        (self.row, self.doubt) = (0, 0);
    }

    /// Whether it is time for this process, number `turn` of those who share the cores, to leave its core.
    pub(crate) fn wants_to_move(&self, turn: u32, now: Duration) -> bool {
        self.row >= ROW << turn.min(6) && self.brief < self.measure.brief && now >= self.moves.next
    }

    /// The process has left its core, or tried to: `false`, it may use no other.
    pub fn moved(&mut self, done: bool, now: Duration) {
        (self.near, self.row, self.doubt) = (0, 0, 0);
        let moves = &mut self.moves;
        let passed = moves.last.map(|last| now.saturating_sub(last));
        // Back on one core so soon, or on one where others compute most of the time.
        let is_vain =
            passed.is_some_and(|passed| passed < moves.gap * 10 || moves.lost > passed * 3 / 4);
        moves.gap = if is_vain { (moves.gap * 2).min(GAPS.1) } else { GAPS.0 };
        if !done {
            moves.gap = GAPS.1;
        }
        moves.next = now + moves.gap;
        moves.last = Some(now);
        moves.lost = Duration::ZERO;
    }
}
