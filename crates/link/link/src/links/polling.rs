//! What concerns all worlds: see the functions of [`Context`] by the same names.

use super::Links;
use super::abroad::Abroad;
use crate::context::{Context, LinkError};
use crate::report::LinkReport;
use ferry_method::{Lookout, Now, PeerId, SignalTarget, Sink, StreamKey, WaitSource};
use ferry_wire::ContextId;
use std::os::fd::RawFd;
use std::sync::Arc;

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

    /// [`Context::fetch`]; streams of other worlds wait for a poll.
    #[inline]
    pub fn fetch(&mut self, peer: PeerId, stream: StreamKey, face: &mut impl Sink) -> usize {
        self.home.fetch(peer, stream, face)
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

    /// [`Context::lookouts`]
    pub fn lookouts(&self) -> Option<Vec<Arc<dyn Lookout>>> {
        let each: Option<Vec<_>> = self.each().map(Context::lookouts).collect();
        Some(each?.into_iter().flatten().collect())
    }

    /// [`Context::tell_by_signal`]
    pub fn tell_by_signal(&mut self, target: &SignalTarget) -> Vec<RawFd> {
        self.each_mut().flat_map(|links| links.tell_by_signal(target)).collect()
    }

    /// [`Context::sleep_briefly`]
    pub fn sleep_briefly(&mut self, is_brief: bool) {
        self.each_mut().for_each(|links| links.sleep_briefly(is_brief));
    }

    /// [`Context::arm`]; `None`: something has come in some world, and none is armed.
    pub fn arm(&mut self, by_bell: bool) -> Option<Vec<u32>> {
        let mut tickets = self.home.arm(by_bell)?;
        for index in 0..self.met.len() {
            match self.met[index].context.arm(by_bell) {
                Some(more) => tickets.extend(more),
                None => {
                    self.home.disarm();
                    self.met[..index].iter_mut().for_each(|met| met.context.disarm());
                    return None;
                }
            }
        }
        Some(tickets)
    }

    /// [`Context::disarm`]
    pub fn disarm(&mut self) {
        self.each_mut().for_each(Context::disarm);
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
