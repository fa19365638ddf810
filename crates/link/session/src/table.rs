//! What is known of each process of a job, of which most are never spoken to.

use ferry_method::PeerId;

/// What is known of each process, by its number; nothing until an entry is made.
#[derive(Debug)]
pub struct PeerTable<T>(Vec<Option<Box<T>>>);

impl<T> Default for PeerTable<T> {
    fn default() -> Self {
        PeerTable(Vec::new())
    }
}

impl<T> PeerTable<T> {
    /// A peer of which something is known.
    #[inline]
    pub fn get(&self, peer: PeerId) -> Option<&T> {
        self.0.get(peer.0 as usize)?.as_deref()
    }

    /// The same, to be changed.
    #[inline]
    pub fn get_mut(&mut self, peer: PeerId) -> Option<&mut T> {
        self.0.get_mut(peer.0 as usize)?.as_deref_mut()
    }

    /// A peer's entry, made if need be. `peer` is below the job's size.
    pub fn entry(&mut self, peer: PeerId) -> &mut T
    where
        T: Default,
    {
        let at = peer.0 as usize;
        if self.0.len() <= at {
            self.0.resize_with(at + 1, || None);
        }
        self.0[at].get_or_insert_with(Box::default)
    }

    /// All of which something is known.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().flatten().map(|entry| &mut **entry)
    }

    /// Numbers of peers up to the last of which something is known.
    pub fn ids(&self) -> impl Iterator<Item = PeerId> + use<T> {
        (0..self.0.len() as u32).map(PeerId)
    }
}
