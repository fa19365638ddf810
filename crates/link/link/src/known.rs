//! What a process knows of its peers.

use crate::DescriptorTable;
use ferry_method::{Descriptor, PeerId};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What is known of peers, and why methods were chosen for them.
#[derive(Default)]
pub(crate) struct Known {
    /// Tables of the peers talked to.
    pub(crate) tables: HashMap<PeerId, Arc<DescriptorTable>>,
    /// Descriptors that others brought, where a peer did not publish them so.
    pub(crate) taught: HashMap<(PeerId, u8), Descriptor>,
    /// Methods that know of a peer.
    pub(crate) attached: HashSet<(u8, PeerId)>,
    /// For each method that was chosen for a peer: why.
    pub(crate) reasons: HashMap<(PeerId, u8), String>,
    /// Methods that turned out not to lead to a peer: why.
    pub(crate) refusals: HashMap<(PeerId, u8), String>,
}
