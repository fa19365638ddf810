//! The connections of a process, by the handles that the protocol gives them.

use crate::conn::Conn;
use crate::core::Handle;
use ferry_method::Now;

/// Connections by handle.
#[derive(Default)]
pub(crate) struct Connections {
    conns: Vec<Option<Box<Conn>>>,
    /// Those to be looked after in the next poll.
    marked: Vec<Handle>,
    /// How many callers have not proven who they are.
    pub(crate) callers: usize,
    /// None wants attention before.
    due: Option<Now>,
}

impl Connections {
    pub(crate) fn insert(&mut self, handle: Handle, conn: Box<Conn>) {
        if self.conns.len() <= handle.0 {
            self.conns.resize_with(handle.0 + 1, || None);
        }
        self.conns[handle.0] = Some(conn);
    }

    /// Takes one out, for as long as it is looked after or for good.
    pub(crate) fn take(&mut self, handle: Handle) -> Option<Box<Conn>> {
        self.conns.get_mut(handle.0)?.take()
    }

    pub(crate) fn get(&self, handle: Handle) -> Option<&Conn> {
        self.conns.get(handle.0)?.as_deref()
    }

    pub(crate) fn get_mut(&mut self, handle: Handle) -> Option<&mut Conn> {
        self.conns.get_mut(handle.0)?.as_deref_mut()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Conn> {
        self.conns.iter().filter_map(Option::as_deref)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Conn> {
        self.conns.iter_mut().filter_map(Option::as_deref_mut)
    }

    pub(crate) fn handles(&self) -> Vec<Handle> {
        let there = self.conns.iter().enumerate().filter(|(_, conn)| conn.is_some());
        there.map(|(number, _)| Handle(number)).collect()
    }

    /// One wants to be looked after.
    pub(crate) fn mark(&mut self, handle: Handle) {
        if let Some(conn) = self.get_mut(handle).filter(|conn| !conn.is_marked) {
            conn.is_marked = true;
            self.marked.push(handle);
        }
    }

    pub(crate) fn has_marked(&self) -> bool {
        !self.marked.is_empty()
    }

    /// Those that wanted to be looked after up to now.
    pub(crate) fn take_marked(&mut self) -> Vec<Handle> {
        std::mem::take(&mut self.marked)
    }

    /// Gives the memory of [`Connections::take_marked`] back.
    pub(crate) fn keep_spare(&mut self, mut marked: Vec<Handle>) {
        if self.marked.is_empty() {
            marked.clear();
            self.marked = marked;
        }
    }

    pub(crate) fn due(&self) -> Option<Now> {
        self.due
    }

    /// One wants attention at that time.
    pub(crate) fn note_due(&mut self, due: Option<Now>) {
        self.due = [self.due, due].into_iter().flatten().min();
    }

    /// Finds when one wants attention next.
    pub(crate) fn find_due(&mut self) {
        self.due = self.iter().filter_map(|conn| conn.due).min();
    }
}
