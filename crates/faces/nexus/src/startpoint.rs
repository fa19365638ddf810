//! Startpoints: the sending ends of links.

use crate::casting::OwnCast;
use crate::endpoint::Endpoint;
use crate::home::Home;
use crate::send::Target;
use crate::{Buffer, Nexus, NexusError};
use ferry_link::DescriptorTable;
use ferry_method::PeerId;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Not known yet where the endpoint's process is.
const UNKNOWN: u64 = u64::MAX;

/// The sending end of links to endpoints. Copies are links of their own to the same endpoints; in a
/// buffer ([`Buffer::put_startpoint`]) it travels to any process and works there.
///
/// Requests over one startpoint arrive in the order in which they were sent, and so do those over all
/// startpoints to one process that have not been given a method of their own.
#[derive(Clone)]
pub struct Startpoint {
    pub(crate) nexus: Nexus,
    pub(crate) links: Vec<EndpointLink>,
    /// The methods that were chosen for its links go along where it is sent to.
    pub(crate) carries: bool,
    /// Where its requests go by multicast.
    pub(crate) cast: Option<Arc<OwnCast>>,
}

/// A link to one endpoint.
pub(crate) struct EndpointLink {
    /// The endpoint's process.
    pub(crate) home: Home,
    pub(crate) endpoint: u64,
    /// How a process that has no link to that one can attach to it.
    pub(crate) url: Option<Arc<str>>,
    /// Where it is not the one that the process published.
    pub(crate) table: Option<Arc<DescriptorTable>>,
    /// What was chosen for it, here or where it was sent from.
    pub(crate) method: Option<Arc<str>>,
    /// World and peer.
    route: AtomicU64,
    /// What it has for itself once a method was chosen for it.
    pub(crate) own: OnceLock<Arc<OwnChannel>>,
}

impl Clone for EndpointLink {
    fn clone(&self) -> Self {
        EndpointLink {
            home: self.home,
            endpoint: self.endpoint,
            url: self.url.clone(),
            table: self.table.clone(),
            method: self.method.clone(),
            route: AtomicU64::new(self.route.load(Ordering::Relaxed)),
            own: self.own.clone(),
        }
    }
}

/// A channel of the link layer, for startpoints with a method of their own.
pub(crate) struct OwnChannel {
    pub(crate) nexus: Nexus,
    pub(crate) number: u32,
}

impl Drop for OwnChannel {
    fn drop(&mut self) {
        self.nexus.lock().give_channel_back(self.number);
    }
}

impl EndpointLink {
    pub(crate) fn new(home: Home, endpoint: u64) -> Self {
        let (route, own) = (AtomicU64::new(UNKNOWN), OnceLock::new());
        EndpointLink { home, endpoint, url: None, table: None, method: None, route, own }
    }

    fn same(&self, other: &EndpointLink) -> bool {
        self.home == other.home && self.endpoint == other.endpoint
    }

    /// Where requests go.
    #[inline]
    pub(crate) fn target(&self, nexus: &Nexus) -> Result<Target, NexusError> {
        let peer = match self.route.load(Ordering::Relaxed) {
            UNKNOWN => self.find(nexus)?,
            route => PeerId(route as u32),
        };
        let channel = self.own.get().map_or(0, |own| own.number);
        Ok(Target { peer, endpoint: self.endpoint, channel })
    }

    /// Where the process is; if need be this process attaches to it now.
    #[cold]
    fn find(&self, nexus: &Nexus) -> Result<PeerId, NexusError> {
        let found = nexus.enter()?.find(self.home);
        let peer = match (found, &self.url) {
            (Some(peer), _) => peer,
            (None, Some(url)) => nexus.attach_to_owner(url, self.home)?,
            (None, None) => {
                return Err(NexusError::NoWay {
                    who: self.home.to_string(),
                    why: "it must allow_attach before its startpoint leaves its job".into(),
                });
            }
        };
        if self.own.get().is_none()
            && let Some(own) = self.choice(nexus, peer)?
        {
            let _ = self.own.set(own);
        }
        self.route.store(peer.0.into(), Ordering::Relaxed);
        Ok(peer)
    }
}

impl EndpointLink {
    /// What comes of the choices that travelled with it: a method that leads nowhere from here is not
    /// insisted on, a table is.
    fn choice(&self, nexus: &Nexus, peer: PeerId) -> Result<Option<Arc<OwnChannel>>, NexusError> {
        let choose = |name: &Arc<str>| {
            let entry = self.table.as_ref().and_then(|table| table.of(name));
            nexus.choose_by_name(peer, (name, entry)).ok()
        };
        let named = self.method.as_ref().and_then(choose);
        match (named, &self.table) {
            (Some(own), _) => Ok(Some(own)),
            (None, Some(table)) => nexus.choose_by_table(peer, table).map(Some),
            (None, None) => Ok(None),
        }
    }
}

impl Startpoint {
    pub(crate) fn unbound(nexus: &Nexus) -> Self {
        Startpoint::over(nexus, Vec::new())
    }

    pub(crate) fn to(nexus: &Nexus, home: Home, endpoint: u64) -> Self {
        Startpoint::over(nexus, vec![EndpointLink::new(home, endpoint)])
    }

    pub(crate) fn over(nexus: &Nexus, links: Vec<EndpointLink>) -> Self {
        Startpoint { nexus: nexus.clone(), links, carries: false, cast: None }
    }

    pub(crate) fn to_own(nexus: &Nexus, endpoint: u64) -> Self {
        Startpoint::to(nexus, nexus.home(), endpoint)
    }

    /// Binds it to one more endpoint of this process. Bound to several, it reaches all of them with
    /// each request.
    pub fn bind(&mut self, endpoint: &Endpoint) {
        self.links.push(EndpointLink::new(self.nexus.home(), endpoint.id()));
    }

    /// Binds it to all endpoints that another one is bound to.
    pub fn join(&mut self, other: &Startpoint) {
        self.links.extend(other.links.iter().cloned());
    }

    /// Whether it is bound to nothing.
    pub fn is_unbound(&self) -> bool {
        self.links.is_empty()
    }

    /// Endpoints that it reaches.
    pub fn fan_out(&self) -> usize {
        self.links.len()
    }

    /// Whether all its endpoints are in the processes in which those of `other` are.
    pub fn equal_context(&self, other: &Startpoint) -> bool {
        let within = |a: &Startpoint, b: &Startpoint| {
            a.links.iter().all(|link| b.links.iter().any(|other| other.home == link.home))
        };
        within(self, other) && within(other, self)
    }

    /// Whether it leads to this process alone.
    pub fn is_local(&self) -> bool {
        let me = self.nexus.home();
        !self.links.is_empty() && self.links.iter().all(|link| link.home == me)
    }

    /// The processes that it leads to.
    pub fn homes(&self) -> Vec<Home> {
        self.links.iter().map(|link| link.home).collect()
    }

    /// Sends a remote service request: the endpoint's handler of this number runs with what the buffer
    /// holds. Returns when the buffer, and what it was lent, may be used again; meanwhile handlers run.
    /// In a non-threaded handler it never waits: what there is no room for is copied and sent later.
    ///
    /// Bound to several endpoints, all get it; if some cannot, the others do all the same.
    ///
    /// # Errors
    /// The first link's that failed: it is unbound, the process is gone, no method leads there, the
    /// request is too long. A request that was not taken by a link was not sent there at all.
    #[inline]
    pub fn send_rsr(&self, handler: u32, buffer: &Buffer<'_>) -> Result<(), NexusError> {
        match &self.links[..] {
            [] => Err(NexusError::Unbound),
            [link] if self.cast.is_none() => {
                self.nexus.send(&link.target(&self.nexus)?, handler, buffer)
            }
            links => {
                if let Some(cast) = &self.cast {
                    return self.send_cast(cast, handler, buffer);
                }
                let mut result = Ok(());
                for link in links {
                    let target = link.target(&self.nexus);
                    let sent = target.and_then(|to| self.nexus.send(&to, handler, buffer));
                    result = result.and(sent);
                }
                result
            }
        }
    }
}

/// Two startpoints are equal if they are bound to the same endpoints.
impl PartialEq for Startpoint {
    fn eq(&self, other: &Self) -> bool {
        let within = |a: &Startpoint, b: &Startpoint| {
            a.links.iter().all(|link| b.links.iter().any(|other| other.same(link)))
        };
        within(self, other) && within(other, self)
    }
}

impl Eq for Startpoint {}

impl std::fmt::Debug for Startpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ends = self.links.iter().map(|link| format!("{:x} of {}", link.endpoint, link.home));
        f.debug_list().entries(ends).finish()
    }
}
