//! Processes of other jobs.
//!
//! Every process calls one of another job by its number there and a node that follows from the job
//! ([`PortalsProcess::abroad`]): all call it alike, whoever met it. It is known from the meeting until one of the
//! two takes leave or is lost; then what it owes ends as if a process of the job were gone, and nobody has its name.

use super::{Handlers, PortalsLinks};
use crate::names::MetName;
use crate::process::PortalsProcess;
use crate::version::PortalsVersion;
use ferry_home::{MeetingFace, Person};
use ferry_link::{Links, TrafficClass};
use ferry_method::{Header, PeerId};

impl<V: PortalsVersion> PortalsLinks<V> {
    /// Whether a process is of another job.
    pub(super) fn is_met(&self, peer: PeerId) -> bool {
        peer.0 as usize >= self.names.all().len()
    }

    /// A process is gone: nothing comes from there, and nobody is there.
    pub(super) fn gone(&mut self, peer: PeerId) {
        self.part(peer);
        if self.is_met(peer) && self.names.forget(peer) == Some(true) {
            self.parting.push(peer);
        }
    }
}

/// The name that a face says its process has in its job.
fn name_in(word: &[u8]) -> Option<PortalsProcess> {
    let (nid, pid) = word.split_first_chunk()?;
    let pid = pid.try_into().ok()?;
    Some(PortalsProcess { nid: u32::from_le_bytes(*nid), pid: u32::from_le_bytes(pid) })
}

impl<V: PortalsVersion> MeetingFace for PortalsLinks<V> {
    const NAME: &'static str = V::NAME;

    fn word(&self) -> Vec<u8> {
        let own = self.own.and_then(|own| self.names.name(own));
        own.map_or_else(Vec::new, |own| [own.nid.to_le_bytes(), own.pid.to_le_bytes()].concat())
    }

    fn met(&mut self, peer: PeerId, world: u32, who: &Person, word: &[u8]) -> Result<(), String> {
        let name = name_in(word).ok_or("it does not say what it is called in its job")?;
        let name = name.abroad(who.job);
        let before = self.names.meet(peer, MetName { name, job: who.job, world })?;
        if let Some((before, was_last)) = before {
            // It is here anew: what it owed from before never comes.
            self.break_off(before);
            self.interfaces.lost(name);
            self.parting.extend(was_last.then_some(before));
        }
        Ok(())
    }

    fn say_bye(&mut self, links: &mut Links, peer: PeerId) -> bool {
        let header = Header::new(Handlers::<V>::BYE);
        let is_there = self.names.name(peer).is_some();
        let class = TrafficClass::Message;
        // Who cannot be told notices that the links end.
        let is_said = !is_there || links.send(peer, class, &header, &[], &mut 0).unwrap_or(true);
        if is_said {
            self.part(peer);
            self.names.forget(peer);
        }
        is_said
    }

    fn company(&self, of: Option<PeerId>) -> Vec<PeerId> {
        of.map_or_else(|| self.names.met(), |of| self.names.met_with(of))
    }
}
