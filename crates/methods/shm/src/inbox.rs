//! The receiving side: this process's inbox and the slots of those who send to it.

use crate::bell::OwnBell;
use crate::descriptor::Address;
use crate::entrance::{Board, Surroundings};
use crate::intake::Intake;
use crate::layout::{AWAKE, Claim, Geometry, InboxFront, ON_BELL, ON_FIFO, SlotMemory, stamp};
use crate::liveness::open_process;
use crate::lookout::{InboxLookout, WATCHED};
use crate::notes::{Notes, Tiding};
use crate::outbox::Outbox;
use crate::shuttle::Shuttle;
use ferry_method::{Armed, Identity, MethodError, PeerId, Sink};
use ferry_sys::{AsymmetricFence, Fifo, SegmentFile};
use rustix::fd::AsFd;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};

/// With more senders than this, senders mark their slots and only marked ones are polled.
const POLLED_DIRECTLY: usize = WATCHED;

/// This process's inbox.
pub(crate) struct Inbox {
    file: SegmentFile,
    pub(crate) front: InboxFront,
    pub(crate) geometry: Geometry,
    pub(crate) bell: Arc<OwnBell>,
    /// What other threads see of it.
    pub(crate) lookout: Arc<InboxLookout>,
    fence: AsymmetricFence,
    /// `None`: the slot of one that is not heard.
    pub(crate) slots: Vec<Option<Intake>>,
    board: Option<Arc<dyn Board>>,
    marking: bool,
    armed_fifo: bool,
    /// Sleeps are over soon, whatever comes.
    pub(crate) sleeps_briefly: bool,
    size: u32,
    pub(crate) notes: Notes,
    /// The shuttles of the slots that this process writes, by the receivers' numbers.
    own_shuttles: BTreeMap<PeerId, Shuttle>,
}

impl Inbox {
    pub(crate) fn create(
        identity: &Identity,
        surroundings: &Surroundings,
        geometry: Geometry,
    ) -> Result<(Self, Address), MethodError> {
        let sys = |doing: &str, e: std::io::Error| MethodError::system(doing.to_string(), e);
        let file = SegmentFile::create("ferry-inbox", geometry.len())
            .map_err(|e| sys("making an inbox in shared memory", e))?;
        let front = file.map(0, geometry.front_len()).map_err(|e| sys("mapping the inbox", e))?;
        let fifo = Arc::new(Fifo::new().map_err(|e| sys("making a pipe", e))?);
        let mut random = [0u8; 16];
        rustix::rand::getrandom(&mut random, rustix::rand::GetRandomFlags::empty())
            .map_err(|e| sys("asking for randomness", e.into()))?;
        let bits = u128::from_le_bytes(random);
        let token = [bits as u64, (bits >> 64) as u64];
        let front = InboxFront::of(front, &geometry);
        stamp(&front.words, token, &geometry);
        let fence = AsymmetricFence::register();
        let must = u32::from(fence.frequent_side_must_fence());
        front.words.sleep_words().must_fence.store(must, Ordering::SeqCst);
        let mut address = Address {
            node: surroundings.node,
            board: 0,
            place: surroundings.place.clone(),
            pid: std::process::id(),
            inbox_fd: file.raw_fd(),
            fifo_fd: fifo.write_fd(),
            token,
            geometry,
            host: identity.host.clone(),
        };
        let mut inbox = Inbox {
            file,
            bell: Arc::new(OwnBell { front: front.words.clone(), fifo }),
            lookout: Arc::new(InboxLookout::new(front.clone())),
            front,
            geometry,
            fence,
            slots: Vec::new(),
            board: None,
            marking: false,
            armed_fifo: false,
            sleeps_briefly: false,
            size: identity.size,
            notes: Notes::default(),
            own_shuttles: BTreeMap::new(),
        };
        inbox.board = surroundings.board.clone().filter(|board| inbox.leave_on(&**board).is_ok());
        address.board = inbox.board.as_ref().map_or(0, |board| board.id());
        Ok((inbox, address))
    }

    /// Leaves the way into this process where the others of its node find it.
    fn leave_on(&self, board: &dyn Board) -> io::Result<()> {
        let this = open_process(std::process::id()).ok().flatten();
        let [write, read] = self.bell.fifo.lend();
        let ways = [self.file.lend(), write, read];
        let ways: Vec<_> = ways.into_iter().chain(this.as_ref().map(AsFd::as_fd)).collect();
        board.give(&ways)
    }

    /// Takes what has arrived.
    #[inline]
    pub(crate) fn poll(&mut self, sink: &mut dyn Sink) -> usize {
        let claimed = self.front.words.claims.0.claimed.load(Ordering::Acquire) as usize;
        if claimed > self.slots.len() {
            self.admit(claimed.min(self.geometry.capacity));
        }
        if self.marking {
            return self.poll_marked(sink);
        }
        let mut taken = 0;
        for slot in self.slots.iter_mut().flatten() {
            taken += slot.poll(sink, &mut self.notes);
        }
        taken
    }

    fn poll_marked(&mut self, sink: &mut dyn Sink) -> usize {
        let activity = self.front.activity.clone();
        let mut taken = 0;
        for (w, word) in activity.iter().enumerate() {
            if word.load(Ordering::Relaxed) == 0 {
                continue;
            }
            let mut marks = word.swap(0, Ordering::SeqCst);
            while marks != 0 {
                let bit = marks.trailing_zeros() as usize;
                marks &= marks - 1;
                let index = w * 64 + bit;
                if index >= self.slots.len() {
                    self.admit((index + 1).min(self.geometry.capacity));
                }
                let Some(Some(slot)) = self.slots.get_mut(index) else { continue };
                taken += slot.poll(sink, &mut self.notes);
                if slot.is_ready() {
                    word.fetch_or(1 << bit, Ordering::SeqCst);
                }
            }
        }
        taken
    }

    /// Maps the slots of new senders.
    #[cold]
    #[inline(never)]
    fn admit(&mut self, claimed: usize) {
        while self.slots.len() < claimed {
            // Without memory for it now, the next poll tries again.
            let Ok(slot) = self.open_slot(self.slots.len()) else { break };
            self.lookout.admit(self.slots.len(), slot.as_ref().map(Intake::lookout));
            self.slots.push(slot);
        }
        if self.slots.len() > POLLED_DIRECTLY && !self.marking {
            self.marking = true;
            self.lookout.mark();
            self.front.words.sleep_words().mark_activity.store(1, Ordering::SeqCst);
            self.fence.rare_side();
            // Whoever sent before it saw that marks are wanted is found by marking everyone once.
            (0..self.slots.len()).for_each(|index| self.front.mark(index));
        }
    }

    /// A claimed slot; `None` if no process of this job has claimed it.
    fn open_slot(&mut self, index: usize) -> io::Result<Option<Intake>> {
        let geometry = self.geometry;
        let claim = Claim::of_word(self.front.claims[index].load(Ordering::Acquire));
        let Some(claim) = claim.filter(|claim| claim.peer < self.size) else {
            self.notes.counters.refused += 1;
            return Ok(None);
        };
        let segment = self.file.map(geometry.slot_at(index), geometry.slot_len())?;
        self.notes.tidings.push(Tiding::Newcomer(claim));
        self.notes.counters.peers += 1;
        if self.marking {
            self.front.mark(index);
        }
        let memory = SlotMemory::of(segment, &geometry);
        let board = self.board.clone().filter(|_| claim.by_board);
        let mut intake = Intake::new(claim, memory, board);
        intake.other_shuttle = self.own_shuttles.get(&intake.peer).cloned();
        Ok(Some(intake))
    }

    /// The slot that `peer` writes.
    pub(crate) fn slot_of(&mut self, peer: PeerId) -> Option<&mut Intake> {
        self.slots.iter_mut().flatten().find(|slot| slot.peer == peer)
    }

    /// This process writes to `peer` now, in a slot that has this shuttle.
    pub(crate) fn know_shuttle(&mut self, peer: PeerId, shuttle: &Shuttle) {
        if let Some(slot) = self.slot_of(peer) {
            slot.other_shuttle = Some(shuttle.clone());
        }
        self.own_shuttles.insert(peer, shuttle.clone());
    }

    /// See `Method::arm`.
    pub(crate) fn arm<'a>(
        &mut self,
        by_bell: bool,
        outboxes: impl Iterator<Item = &'a mut Outbox>,
    ) -> Armed {
        let mut outboxes: Vec<_> = outboxes.collect();
        outboxes.iter().for_each(|outbox| outbox.starve());
        let words = self.front.words.sleep_words();
        let ticket = words.doorbell.load(Ordering::SeqCst);
        self.armed_fifo |= !by_bell;
        let words = self.front.words.sleep_words();
        words.sleeping.store(if by_bell { ON_BELL } else { ON_FIFO }, Ordering::SeqCst);
        if self.sleeps_briefly {
            // Others' cores go on undisturbed; what their stores still hold back is seen when the sleep is over.
            fence(Ordering::SeqCst);
        } else {
            self.fence.rare_side();
        }
        if self.has_news() || outboxes.iter_mut().any(|outbox| outbox.has_news()) {
            self.disarm();
            return Armed::Busy;
        }
        Armed::Ready(ticket)
    }

    fn has_news(&mut self) -> bool {
        let claimed = self.front.words.claims.0.claimed.load(Ordering::SeqCst) as usize;
        claimed.min(self.geometry.capacity) > self.slots.len()
            || self.slots.iter().any(|slot| slot.as_ref().is_some_and(Intake::is_ready))
    }

    pub(crate) fn disarm(&mut self) {
        self.front.words.sleep_words().sleeping.store(AWAKE, Ordering::SeqCst);
        if std::mem::take(&mut self.armed_fifo) {
            self.bell.fifo.drain();
        }
    }

    /// Those that have said, in their slots here, that they end orderly.
    pub(crate) fn senders_ended(&self) -> impl Iterator<Item = PeerId> + '_ {
        self.slots.iter().flatten().filter(|slot| slot.has_ended()).map(|slot| slot.peer)
    }

    /// Ends what a dead sender had begun; what it had sent whole was delivered before.
    pub(crate) fn abandon(&mut self, peer: PeerId) {
        for slot in self.slots.iter_mut().flatten().filter(|slot| slot.peer == peer) {
            slot.abandon();
        }
        self.own_shuttles.remove(&peer);
    }

    /// Says that this process ends orderly.
    pub(crate) fn close(&self) {
        self.front.words.closed.store(1, Ordering::Release);
    }
}
