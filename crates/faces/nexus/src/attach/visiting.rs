//! The visitor's side of a door.

use super::{home_of, keeper, side};
use crate::home::Home;
use crate::{Nexus, NexusError, Startpoint, Url};
use ferry_attach::{AttachError, knock};
use ferry_method::PeerId;

pub(super) fn attach(nexus: &Nexus, url: &Url) -> Result<(Startpoint, PeerId, Home), NexusError> {
    let failed = |why| of_url(url, why);
    let door = knock(url, keeper::FACE).map_err(failed)?;
    let mut pair = door.into_pair(side(&nexus.core, Vec::new())).map_err(failed)?;
    // Better now than at the first request.
    pair.link.peer_table(PeerId(1 - pair.me.0))?;
    let (startpoint, owner) = (std::mem::take(&mut pair.word), home_of(&pair.other));
    let other = PeerId(1 - pair.me.0);
    let first = nexus.enter()?.add_world(pair.into())?;
    let peer = PeerId(first.0 + other.0);
    let startpoint = Startpoint::decode(nexus, &startpoint);
    let startpoint = startpoint.map_err(|why| failed(AttachError::Unreachable(why)))?;
    Ok((startpoint, peer, owner))
}

/// Why the owner of a URL was not reached.
fn of_url(url: &Url, why: AttachError) -> NexusError {
    of_place(url.without_key(), why)
}

/// Why somebody was not reached.
pub(super) fn of_place(place: String, why: AttachError) -> NexusError {
    match why {
        AttachError::Unreachable(why) => NexusError::Unreachable { url: place, why },
        AttachError::Refused(why) => NexusError::Refused { url: place, why },
        AttachError::Start { doing, why } => NexusError::Start { doing, why },
    }
}
