//! The associations of a process: each has a place, under which the rest of the method knows it.

use crate::link::{AssociationLink, AssociationRole};
use ferry_sctp_core::endpoint::AssociationId;
use ferry_session::Slots;
use ferry_wire::KeyMap;

/// Associations by place.
#[derive(Default)]
pub(crate) struct Associations {
    links: Slots<Box<AssociationLink>>,
    places: KeyMap<AssociationId, u32>,
    /// Places at which a held frame was let go.
    pub(crate) resumed: Vec<u32>,
    /// How many callers have not proved who they are.
    pub(crate) callers: usize,
}

impl Associations {
    /// Takes one in; returns its place.
    pub(crate) fn insert(&mut self, link: AssociationLink) -> u32 {
        self.callers += usize::from(link.is_caller());
        let id = link.id;
        let at = self.links.insert(Box::new(link));
        self.places.insert(id, at);
        at
    }

    /// Forgets one; returns under which number the protocol knows it.
    pub(crate) fn remove(&mut self, at: u32) -> Option<AssociationId> {
        let link = self.links.remove(at)?;
        self.places.remove(&link.id);
        self.callers -= usize::from(link.is_caller());
        Some(link.id)
    }

    /// A caller has proved who it is, and has another role from now on.
    pub(crate) fn caller_becomes(&mut self, at: u32, role: AssociationRole) {
        if let Some(link) = self.get_mut(at) {
            let was_caller = link.is_caller();
            link.role = role;
            self.callers -= usize::from(was_caller);
        }
    }

    pub(crate) fn place(&self, id: AssociationId) -> Option<u32> {
        self.places.get(&id).copied()
    }

    pub(crate) fn get(&self, at: u32) -> Option<&AssociationLink> {
        self.links.get(at).map(|link| &**link)
    }

    pub(crate) fn get_mut(&mut self, at: u32) -> Option<&mut AssociationLink> {
        self.links.get_mut(at).map(|link| &mut **link)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &AssociationLink)> {
        self.links.iter().map(|(at, link)| (at, &**link))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut AssociationLink> {
        self.links.iter_mut().map(|link| &mut **link)
    }

    pub(crate) fn places(&self) -> Vec<u32> {
        self.links.numbers()
    }
}
