//! Who may use which portal.

use crate::process::{ProcessPattern, Requester};

/// Who may use a portal; `None`: whatever it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessEntry {
    /// Processes.
    pub processes: ProcessPattern,
    /// User.
    pub uid: Option<u32>,
    /// Job.
    pub jid: Option<u32>,
    /// Portal.
    pub pt_index: Option<u32>,
}

impl AccessEntry {
    /// What entry 0 is at first: every process of this user, every portal.
    pub(crate) fn of_user(uid: u32) -> Self {
        AccessEntry { processes: ProcessPattern::ANY, uid: Some(uid), jid: None, pt_index: None }
    }

    /// Whether it lets a request in.
    #[inline(always)]
    pub(crate) fn admits(&self, from: &Requester, pt_index: u32) -> bool {
        self.uid.is_none_or(|uid| uid == from.uid)
            && self.jid.is_none_or(|jid| jid == from.jid)
            && self.pt_index.is_none_or(|index| index == pt_index)
            && self.processes.accepts(from.process)
    }
}
