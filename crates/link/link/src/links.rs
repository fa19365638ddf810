//! All links of a process: those of the job it was started in, and those of worlds that it met later (jobs
//! that it attached to, or spawned).
//!
//! For everybody else a process is a rank of a world. Here each has one number, whatever world it is of: the
//! job's processes their ranks, those of a world met later the numbers after all given so far. A number of a
//! world that is gone is not given again.

mod abroad;
mod attention;
mod polling;
mod sending;
mod watching;

pub use watching::LinkSight;

use crate::Policy;
use crate::context::{Context, Directory, LinkError};
use attention::Attention;
use ferry_method::PeerId;
use std::ops::Range;

/// All links of a process.
pub struct Links {
    home: Context,
    met: Vec<Met>,
    /// The first number that no world has had.
    next: u32,
    attention: Attention,
    /// See [`Links::note_events`].
    events_are_wanted: bool,
    /// See [`Links::set_unattended`].
    unattended: bool,
}

/// The directory of links to nobody.
struct Nobody;

impl Directory for Nobody {
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String> {
        Err(format!("the links to {peer} are closed"))
    }
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
        let attention = Attention::default();
        let (met, events_are_wanted, unattended) = (Vec::new(), false, false);
        Links { home, met, next, attention, events_are_wanted, unattended }
    }

    /// Links to nobody, for a process that has closed its own.
    pub fn none() -> Self {
        let (nobody, nothing) = (PeerId(0), Policy::default());
        Links::new(Context::new(nobody, 0, Vec::new(), nothing, &[], Box::new(Nobody)))
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
        self.attention.pay(&mut context);
        context.note_events(self.events_are_wanted);
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

    /// Whether this process relays for others in the world that a process is of.
    pub fn relays_in_world_of(&mut self, peer: PeerId) -> bool {
        self.of(peer).is_ok_and(|(context, _)| context.is_relay())
    }

    /// Says whether who moves messages on does so for a program that computes.
    pub fn set_unattended(&mut self, is_unattended: bool) {
        self.unattended = is_unattended;
    }

    /// Whether the program computes meanwhile: to copy for it takes a core that may not be there.
    pub fn is_unattended(&self) -> bool {
        self.unattended
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
    fn each_mut(&mut self) -> impl Iterator<Item = &mut Context> {
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
