//! Portals in a process that uses nothing else of Ferry's.

use crate::face::PortalsLinks;
use crate::four::{NetworkInterfaces, NiKind, NiLimits};
use crate::handle::PortalsHandle;
use crate::names::ProcessNames;
use crate::process::{PortalsProcess, Requester};
use crate::three::{InterfaceLimits, Interfaces, PortalsInterface};
use crate::version::PortalsVersion;
use ferry_config::Config;
use ferry_home::{AttachError, Home, StartError, Url};
use ferry_link::Context;
use ferry_method::{Identity, PeerId};
use ferry_runtime::WaitSettings;
use ferry_sys::Clock;
use ferry_wire::Share;
use std::ops::Deref;
use std::time::Duration;

/// How long what was sent may take to leave before its interface is closed.
const DRAIN: Duration = Duration::from_secs(5);

/// This process's Portals: its interfaces, its links, and what drives both.
pub struct PortalsHome<V: PortalsVersion>(Home<PortalsLinks<V>>);

/// The same of Portals 3.3.
pub type Portals = PortalsHome<Interfaces>;

impl<V: PortalsVersion> Deref for PortalsHome<V> {
    type Target = Home<PortalsLinks<V>>;

    fn deref(&self) -> &Home<PortalsLinks<V>> {
        &self.0
    }
}

impl<V: PortalsVersion> PortalsHome<V> {
    /// Starts in the job that the launcher's environment tells of; without a launcher in a job of one.
    ///
    /// # Errors
    /// If the launcher cannot be talked to, or a method cannot be opened.
    pub fn start(config: &Config) -> Result<Self, StartError> {
        let home = Home::start(config, &[Share::PORTALS], |started| {
            let names = names(started.identity.size, started.place.nodes.as_deref());
            PortalsLinks::new(names).of(started.identity.me)
        })?;
        Ok(PortalsHome(home))
    }

    /// Over links that exist, between processes with these names.
    ///
    /// # Errors
    /// If the system does not give what is needed to wait.
    pub fn over(
        (link, names): (Context, ProcessNames),
        identity: Identity,
        clock: Clock,
        settings: WaitSettings,
    ) -> Result<Self, StartError> {
        let face = (PortalsLinks::new(names).of(identity.me), &[Share::PORTALS][..]);
        Home::over(link, identity, face, clock, settings).map(PortalsHome)
    }

    /// The job's number: the same in all of its processes.
    pub fn job(&self) -> u32 {
        self.identity().job.0 as u32
    }

    /// Goes to the process of another job that has opened the door of a URL
    /// ([`Home::open_door`]): its name, by which this process can ask it from now on, and it this one
    /// by [`PortalsHome::name_abroad`].
    ///
    /// # Errors
    /// As for [`Home::attach`].
    pub fn attach(&self, url: &Url) -> Result<PortalsProcess, AttachError> {
        let peer = self.0.attach(url)?;
        let name = self.state().names.name(peer);
        name.ok_or_else(|| AttachError::Unreachable("it has left again".into()))
    }

    /// Lets the next job at the door ([`Home::open_job_door`]) in, as all processes of this one must. The names of its
    /// processes, in the order of their ranks.
    ///
    /// # Errors
    /// As for [`Home::accept_job`].
    pub fn accept_job(&self) -> Result<Vec<PortalsProcess>, AttachError> {
        self.0.accept_job().map(|met| self.names_of(&met))
    }

    /// Goes to a job that has opened a door, as all processes of this one must; the first says by which URL. The
    /// names of its processes, in the order of their ranks.
    ///
    /// # Errors
    /// As for [`Home::attach_job`].
    pub fn attach_job(&self, url: Option<&Url>) -> Result<Vec<PortalsProcess>, AttachError> {
        self.0.attach_job(url).map(|met| self.names_of(&met))
    }

    /// Who has left again has no name.
    fn names_of(&self, met: &[PeerId]) -> Vec<PortalsProcess> {
        let state = self.state();
        met.iter().filter_map(|peer| state.names.name(*peer)).collect()
    }

    /// Parts from a process of another job, and those that were met with it, in good order. Whether there was one of this name.
    pub fn detach(&self, process: PortalsProcess) -> bool {
        let peer = self.state().names.peer(process).filter(|peer| peer.0 >= self.place().1);
        peer.map(|peer| self.0.detach(peer)).is_some()
    }

    /// What this process is called by those of other jobs.
    pub fn name_abroad(&self) -> PortalsProcess {
        let identity = self.identity();
        let own = self.name(identity.me.0).unwrap_or(PortalsProcess { nid: 0, pid: 0 });
        own.abroad(identity.job)
    }

    /// Ends: whoever was met is taken leave of, what was sent leaves, the processes of the job meet, links are
    /// closed.
    ///
    /// # Errors
    /// If the launcher is gone.
    pub fn finish(&self) -> Result<(), StartError> {
        self.part_from_all();
        self.0.finish()?;
        // Who closes an interface waits for that.
        self.state().links_closed();
        self.wake();
        Ok(())
    }

    /// Closes an interface by `close`, when what was sent has left, or does not. Returns when nobody uses its memory.
    fn close_by(&self, close: impl FnOnce(&mut PortalsLinks<V>)) {
        self.wait_until(Some(DRAIN), |state| state.is_at_rest().then_some(()));
        close(&mut self.state());
        // Threads that wait for its events are told.
        self.wake();
        self.wait_until(None, |state| state.has_landed().then_some(()));
    }

    /// The name of a process of the job.
    pub fn name(&self, rank: u32) -> Option<PortalsProcess> {
        self.state().names.name(PeerId(rank))
    }
}

impl PortalsHome<NetworkInterfaces> {
    /// Opens the interface of a kind for a user, or once more the one that is open. Returns its handle and
    /// what was granted.
    pub fn open_ni(&self, kind: NiKind, uid: u32, limits: NiLimits) -> (PortalsHandle, NiLimits) {
        let mut state = self.state();
        let names = state.names.all().to_vec();
        let me = names[self.identity().me.0 as usize];
        let interface = state.interfaces.open(kind, (me, uid), &names, limits);
        (interface.handle(), interface.limits())
    }

    /// Closes the interface of a kind, if it was opened no more often. What was sent leaves before, or within some
    /// seconds it does not; a frame that is half here is waited for. Then its memory is the program's again.
    pub fn close_ni(&self, kind: NiKind) {
        if self.state().interfaces.is_last_use(kind) {
            self.close_by(|state| state.close(kind));
        } else {
            self.state().close(kind);
        }
    }
}

impl Portals {
    /// Opens interface `number`, for a user and a job of these numbers; one that is open stays.
    pub fn open(&self, number: u8, (uid, jid): (u32, u32), limits: InterfaceLimits) {
        let mut state = self.state();
        let Some(process) = state.names.name(self.identity().me) else { return };
        let owner = Requester { process, uid, jid };
        state.interfaces.open(PortalsInterface::new(number, owner, limits));
    }

    /// Closes an interface. What was sent leaves before, or within some seconds it does not; a frame that is half here
    /// is waited for. Then its memory is the program's again.
    pub fn close(&self, number: u8) {
        self.close_by(|state| state.close(number));
    }
}

/// The names of a job's processes: node, and rank as the number on it.
fn names(size: u32, nodes: Option<&[u32]>) -> ProcessNames {
    let node = |rank: u32| nodes.and_then(|nodes| nodes.get(rank as usize)).copied().unwrap_or(0);
    let name = |rank| PortalsProcess { nid: node(rank), pid: rank };
    ProcessNames::new((0..size).map(name).collect())
}
