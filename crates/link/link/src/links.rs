//! All links of a process: those of the job it was started in, and those of worlds that it met later (jobs
//! that it attached to, or spawned).
//!
//! For everybody else a process is a rank of a world. Here each has one number, whatever world it is of: the
//! job's processes their ranks, those of a world met later the numbers after all given so far. A number of a
//! world that is gone is not given again.

mod abroad;

use crate::context::{Context, LinkError, Polled, Straight};
use crate::heads::HeadedProgress;
use crate::report::LinkReport;
use crate::traffic_class::{LinkPart, TrafficClass};
use abroad::Abroad;
use ferry_method::{Attributes, Header, Landing, Now, PeerId, Sink, StreamKey, WaitSource};
use ferry_wire::ContextId;
use std::ops::Range;

/// All links of a process.
pub struct Links {
    home: Context,
    met: Vec<Met>,
    /// The first number that no world has had.
    next: u32,
}

/// A world met later.
struct Met {
    first: u32,
    context: Context,
}

impl Met {
    fn numbers(&self) -> Range<u32> {
        self.first..self.first + self.context.size()
    }
}

impl Links {
    /// The links of a job, whose processes keep their ranks for numbers.
    pub fn new(home: Context) -> Self {
        let next = home.size();
        Links { home, met: Vec::new(), next }
    }

    /// The links of the job.
    #[inline]
    pub fn home(&self) -> &Context {
        &self.home
    }

    /// The same, for what concerns the whole job: rules, relays, groups.
    pub fn home_mut(&mut self) -> &mut Context {
        &mut self.home
    }

    /// Takes the links of another world. Returns the numbers of its processes here, in the order of their
    /// ranks. Whoever sleeps on [`Links::wait_sources`] needs the new ones.
    pub fn meet(&mut self, mut context: Context) -> Range<u32> {
        if self.home.changes.ask {
            context.ask_before_changes();
        }
        let met = Met { first: self.next, context };
        let numbers = met.numbers();
        self.next = numbers.end;
        self.met.push(met);
        numbers
    }

    /// Gives up the links of the world that a process met later is of. They are returned to be closed, with
    /// the numbers that this world had: nothing more comes from there.
    pub fn part(&mut self, peer: PeerId) -> Option<(Range<u32>, Context)> {
        let index = self.met.iter().position(|met| met.numbers().contains(&peer.0))?;
        let met = self.met.remove(index);
        Some((met.numbers(), met.context))
    }

    /// The first number that no process has.
    pub fn size(&self) -> u32 {
        self.next
    }

    /// All sets of links.
    pub fn each(&self) -> impl Iterator<Item = &Context> {
        std::iter::once(&self.home).chain(self.met.iter().map(|met| &met.context))
    }

    /// The same, to be changed.
    pub fn each_mut(&mut self) -> impl Iterator<Item = &mut Context> {
        std::iter::once(&mut self.home).chain(self.met.iter_mut().map(|met| &mut met.context))
    }

    /// The world of a process, and its rank there.
    #[inline]
    fn of(&mut self, peer: PeerId) -> Result<(&mut Context, PeerId), LinkError> {
        if self.home.has(peer) { Ok((&mut self.home, peer)) } else { self.beyond(peer) }
    }

    #[cold]
    #[inline(never)]
    fn beyond(&mut self, peer: PeerId) -> Result<(&mut Context, PeerId), LinkError> {
        let met = self.met.iter_mut().find(|met| met.numbers().contains(&peer.0));
        let met = met.ok_or(LinkError::NoWorld { peer })?;
        Ok((&mut met.context, PeerId(peer.0 - met.first)))
    }

    /// Whether there is another world than the job.
    #[inline]
    fn knows_others(&self) -> bool {
        !self.met.is_empty()
    }

    /// Whether something is true of the links of some other world.
    #[cold]
    #[inline(never)]
    fn others(&self, is_so: fn(&Context) -> bool) -> bool {
        self.met.iter().any(|met| is_so(&met.context))
    }

    /// The numbers here of the peers that a set of links names.
    fn gather(&self, of: impl Fn(&Context) -> Vec<PeerId>) -> Vec<PeerId> {
        let mut peers = of(&self.home);
        for met in &self.met {
            peers.extend(of(&met.context).into_iter().map(|peer| PeerId(peer.0 + met.first)));
        }
        peers
    }
}

/// To one process: see the functions of [`Context`] by the same names.
impl Links {
    /// [`Context::attributes`]
    #[inline]
    pub fn attributes(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        context: ContextId,
    ) -> Result<&Attributes, LinkError> {
        let (links, peer) = self.of(peer)?;
        links.attributes(peer, class, context)
    }

    /// [`Context::straight`]; a process of another world is out of the ordinary.
    #[inline]
    pub fn straight(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
    ) -> Result<Option<(Straight, &Attributes)>, LinkError> {
        match self.home.straight(peer, class) {
            Err(LinkError::NoRank { .. }) => Ok(None),
            found => found,
        }
    }

    /// [`Context::send_straight`]
    #[inline]
    pub fn send_straight(
        &mut self,
        method: Straight,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        self.home.send_straight(method, peer, header, payload, done)
    }

    /// [`Context::send`]
    #[inline]
    pub fn send(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        let (links, peer) = self.of(peer)?;
        links.send(peer, class, header, payload, done)
    }

    /// [`Context::send_headed`]
    pub fn send_headed(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        header: &Header,
        frame: (&[u8], &[u8]),
        progress: &mut HeadedProgress,
    ) -> Result<bool, LinkError> {
        let (links, peer) = self.of(peer)?;
        links.send_headed(peer, class, header, frame, progress)
    }

    /// [`Context::resume`]
    pub fn resume(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        landing: Landing,
    ) -> Result<(), LinkError> {
        let (links, peer) = self.of(peer)?;
        links.resume(peer, stream, landing)
    }

    /// [`Context::reads_from`]
    pub fn reads_from(&mut self, peer: PeerId) -> Option<usize> {
        let (links, peer) = self.of(peer).ok()?;
        links.reads_from(peer)
    }

    /// [`Context::read_remote`]
    pub fn read_remote(
        &mut self,
        peer: PeerId,
        address: u64,
        into: &mut [u8],
    ) -> Result<(), LinkError> {
        let (links, peer) = self.of(peer)?;
        links.read_remote(peer, address, into)
    }

    /// [`Context::tune`]
    pub fn tune(
        &mut self,
        peer: PeerId,
        method: &str,
        parameter: &str,
        value: &str,
    ) -> Result<(), LinkError> {
        let (links, peer) = self.of(peer)?;
        links.tune(peer, method, parameter, value)
    }

    /// [`Context::change_method`]
    pub fn change_method(
        &mut self,
        peer: PeerId,
        part: LinkPart,
        method: &str,
    ) -> Result<(), LinkError> {
        let (links, peer) = self.of(peer)?;
        links.change_method(peer, part, method)
    }

    /// [`Context::agree`]
    pub fn agree(&mut self, peer: PeerId) {
        if let Ok((links, peer)) = self.of(peer) {
            links.agree(peer);
        }
    }

    /// [`Context::is_changing`]
    #[inline]
    pub fn is_changing(&self, peer: PeerId) -> bool {
        if self.home.has(peer) {
            return self.home.is_changing(peer);
        }
        let met = self.met.iter().find(|met| met.numbers().contains(&peer.0));
        met.is_some_and(|met| met.context.is_changing(PeerId(peer.0 - met.first)))
    }
}

/// Of all worlds.
impl Links {
    /// [`Context::changing`]
    pub fn changing(&self) -> Vec<PeerId> {
        self.gather(Context::changing)
    }

    /// [`Context::leaving`]
    pub fn leaving(&self) -> Vec<PeerId> {
        self.gather(Context::leaving)
    }

    /// [`Context::is_switching`]
    #[inline]
    pub fn is_switching(&self) -> bool {
        self.home.is_switching() || self.knows_others() && self.others(Context::is_switching)
    }

    /// [`Context::ask_before_changes`], also for worlds that are met later.
    pub fn ask_before_changes(&mut self) {
        self.each_mut().for_each(Context::ask_before_changes);
    }

    /// [`Context::set_context`], in each world for its own members.
    pub fn set_context(
        &mut self,
        context: ContextId,
        name: &str,
        methods: &[String],
        members: &[PeerId],
    ) -> Result<(), LinkError> {
        let worlds = self.met.iter_mut().map(|met| (met.numbers(), &mut met.context));
        let home = (0..self.home.size(), &mut self.home);
        for (numbers, links) in std::iter::once(home).chain(worlds) {
            let here = members.iter().filter(|peer| numbers.contains(&peer.0));
            let here: Vec<_> = here.map(|peer| PeerId(peer.0 - numbers.start)).collect();
            if !here.is_empty() {
                links.set_context(context, name, methods, &here)?;
            }
        }
        Ok(())
    }

    /// [`Context::forget_context`]
    pub fn forget_context(&mut self, context: ContextId) {
        self.each_mut().for_each(|links| links.forget_context(context));
    }

    /// [`Context::links`]
    pub fn links(&self) -> Vec<LinkReport> {
        let mut all = self.home.links();
        for met in &self.met {
            let here = |report: LinkReport| {
                let peer = PeerId(report.peer.0 + met.first);
                LinkReport { peer, ..report }
            };
            all.extend(met.context.links().into_iter().map(here));
        }
        all
    }

    /// [`Context::poll`]
    #[inline]
    pub fn poll(&mut self, now: Now, face: &mut impl Sink) -> usize {
        let found = self.home.poll(now, face);
        if self.knows_others() { found + self.poll_met(now, face) } else { found }
    }

    /// [`Context::poll_timed`]
    pub fn poll_timed(&mut self, face: &mut impl Sink, clock: &dyn Fn() -> Now) -> usize {
        let mut found = self.home.poll_timed(face, clock);
        for met in &mut self.met {
            found += met.context.poll_timed(&mut Abroad { first: met.first, face }, clock);
        }
        found
    }

    #[cold]
    #[inline(never)]
    fn poll_met(&mut self, now: Now, face: &mut impl Sink) -> usize {
        let worlds = self.met.iter_mut();
        worlds.map(|met| met.context.poll(now, &mut Abroad { first: met.first, face })).sum()
    }

    /// [`Context::hurry`]
    pub fn hurry(&mut self) {
        self.each_mut().for_each(Context::hurry);
    }

    /// [`Context::wait_sources`]
    pub fn wait_sources(&self) -> Vec<WaitSource> {
        self.each().flat_map(Context::wait_sources).collect()
    }

    /// [`Context::has_pending_output`]
    pub fn has_pending_output(&self) -> bool {
        self.home.has_pending_output()
            || self.knows_others() && self.others(Context::has_pending_output)
    }

    /// [`Context::close`]
    pub fn close(&mut self, now: Now, face: &mut impl Sink) -> bool {
        let mut closed = self.home.close(now, face);
        for met in &mut self.met {
            closed &= met.context.close(now, &mut Abroad { first: met.first, face });
        }
        closed
    }
}

impl Polled for Links {
    #[inline]
    fn poll(&mut self, now: Now, face: &mut impl Sink) -> usize {
        Links::poll(self, now, face)
    }

    fn poll_timed(&mut self, face: &mut impl Sink, clock: &dyn Fn() -> Now) -> usize {
        Links::poll_timed(self, face, clock)
    }
}
