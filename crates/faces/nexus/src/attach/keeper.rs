//! Who is let in at a door of Nexus.

use super::{Approval, Approve, Visitor, home_of, side};
use crate::fault::{Fault, FaultKind};
use crate::nexus::Core;
use crate::{Nexus, Startpoint};
use ferry_attach::{AttachError, DoorKeeper, DoorKey, DoorVisit, Person, derived_key};
use std::net::SocketAddr;
use std::sync::{Arc, Weak};

/// What is spoken behind these doors.
pub(super) const FACE: &str = "Nexus";
/// What the path of a URL for one endpoint begins with.
const CAPABILITY: char = '@';

/// The path of a URL for one endpoint.
pub(super) fn endpoint_path(endpoint: u64) -> String {
    format!("{CAPABILITY}{endpoint:016x}")
}

/// The endpoint that a path names, if it is one of those that startpoints carry.
fn endpoint_of(path: &str) -> Option<u64> {
    let digits = path.strip_prefix(CAPABILITY).filter(|digits| digits.len() == 16)?;
    u64::from_str_radix(digits, 16).ok()
}

/// What a URL for one endpoint has for a key: it opens the door to that endpoint alone.
pub(super) fn endpoint_key(door: &DoorKey, endpoint: u64) -> DoorKey {
    derived_key(door, b"ferry endpoint", &endpoint.to_le_bytes())
}

pub(super) struct NexusKeeper {
    core: Weak<Core>,
    approve: Arc<Approve>,
}

/// Why somebody was turned away, as it is told to the program.
pub(super) struct TurnedAway {
    kind: FaultKind,
    why: String,
}

impl From<AttachError> for TurnedAway {
    fn from(why: AttachError) -> Self {
        TurnedAway { kind: FaultKind::AcceptAttachFailed, why: why.to_string() }
    }
}

impl NexusKeeper {
    pub(super) fn new(nexus: &Nexus, approve: Arc<Approve>) -> Self {
        NexusKeeper { core: Arc::downgrade(&nexus.core), approve }
    }

    fn nexus(&self) -> Result<Nexus, AttachError> {
        let ended = || AttachError::Unreachable("this process has ended".into());
        self.core.upgrade().map(|core| Nexus { core }).ok_or_else(ended)
    }

    fn decide(&self, nexus: &Nexus, visit: &DoorVisit<'_>) -> Approval {
        let visitor = visit.visitor();
        if let Some(endpoint) = endpoint_of(&visitor.path) {
            return of_endpoint(nexus, endpoint);
        }
        let ferry_attach::Visitor { path, person, address, .. } = visitor.clone();
        (self.approve)(&Visitor { path, home: home_of(&person), address })
    }
}

impl DoorKeeper for NexusKeeper {
    type Why = TurnedAway;

    fn face(&self) -> &str {
        FACE
    }

    fn owner(&self) -> Option<Person> {
        self.nexus().ok().map(|nexus| Person::of(&nexus.core.identity))
    }

    fn key(&self, door: &DoorKey, path: &str) -> DoorKey {
        endpoint_of(path).map_or(*door, |endpoint| endpoint_key(door, endpoint))
    }

    fn receive(&self, visit: DoorVisit<'_>) -> Result<(), TurnedAway> {
        let nexus = self.nexus()?;
        match self.decide(&nexus, &visit) {
            Approval::Accept(startpoint) => Ok(let_in(&nexus, visit, startpoint.encode())?),
            Approval::Refuse(why) => {
                let kind = match endpoint_of(&visit.visitor().path) {
                    Some(_) => FaultKind::BadUrl,
                    None => FaultKind::AcceptAttachFailed,
                };
                visit.refuse(&why);
                Err(TurnedAway { kind, why: format!("refused: {why}") })
            }
        }
    }

    fn turned_away(&self, from: SocketAddr, TurnedAway { kind, why }: TurnedAway) {
        let Ok(nexus) = self.nexus() else { return };
        let mut state = nexus.lock();
        state.fault(Fault::new(kind, None, format!("{from}: {why}")));
        state.call_sleepers();
    }
}

/// Makes links to a visitor, and tells it.
fn let_in(nexus: &Nexus, visit: DoorVisit<'_>, startpoint: Vec<u8>) -> Result<(), AttachError> {
    let (pair, visit) = visit.into_pair(side(&nexus.core, startpoint))?;
    let added = nexus.enter().and_then(|mut state| state.add_world(pair.into()));
    let peer = added.map_err(|why| AttachError::Unreachable(why.to_string()))?;
    visit.accept().inspect_err(|_| drop(nexus.lock().remove_world(peer)))
}

/// Whoever has the key of an endpoint's URL was given a startpoint for it.
fn of_endpoint(nexus: &Nexus, endpoint: u64) -> Approval {
    match nexus.lock().has_endpoint(endpoint) {
        true => Approval::Accept(Startpoint::to_own(nexus, endpoint)),
        false => Approval::Refuse("the endpoint is not there any more".into()),
    }
}
