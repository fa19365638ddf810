//! An association and what the method knows of it.

use crate::incoming::Incoming;
use crate::options::Spreading;
use crate::outgoing::Outgoing;
use ferry_method::{Now, PeerId};
use ferry_sctp_core::endpoint::AssociationId;
use std::time::Duration;

/// Reports that nobody listens after which a peer is believed dead...
const REPORTS: u32 = 3;
/// ...if they came over at least so long a time, with nothing heard in it.
const REPORTS_SPAN: Duration = Duration::from_millis(100);
/// Between two questions to a peer that is under suspicion.
const QUESTION: Duration = Duration::from_millis(40);
/// Questions at most: a peer that computes answers none, and lives.
const QUESTIONS: u32 = 10;

/// What the system has said of a peer's death.
#[derive(Clone, Copy, Debug, Default)]
struct Reports {
    count: u32,
    since: Now,
    /// Packets that had come from there by then.
    heard: u64,
    asked: u32,
    next: Now,
}

/// What is to be done about a suspicion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SuspicionVerdict {
    /// Nothing.
    Wait,
    /// Ask for a sign of life, and look again after a while.
    Ask,
    /// The peer is dead.
    Dead,
}

/// What an association is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AssociationRole {
    /// Somebody calls, and has to prove who it is before this time.
    Caller {
        /// By when.
        deadline: Now,
    },
    /// A peer that proved itself while this process calls it too; that call comes first.
    Waiting(PeerId),
    /// This process calls a peer, which has not proved itself yet.
    Attempt(PeerId),
    /// The association with a peer.
    Link(PeerId),
    /// Over; frames of this peer's that are held can still be had.
    Left(PeerId),
    /// Over.
    Leaving,
}

/// An association.
pub(crate) struct AssociationLink {
    pub(crate) id: AssociationId,
    pub(crate) role: AssociationRole,
    pub(crate) is_up: bool,
    /// The own hello is sent.
    pub(crate) has_greeted: bool,
    /// A send found no room.
    pub(crate) is_blocked: bool,
    /// The peer takes nothing any more.
    pub(crate) peer_leaves: bool,
    /// This end has begun to leave.
    pub(crate) leaves: bool,
    pub(crate) outgoing: Outgoing,
    pub(crate) incoming: Incoming,
    pub(crate) suspicion: Suspicion,
}

impl AssociationLink {
    pub(crate) fn new(id: AssociationId, role: AssociationRole, spreading: Spreading) -> Self {
        AssociationLink {
            id,
            role,
            is_up: false,
            has_greeted: false,
            is_blocked: false,
            peer_leaves: false,
            leaves: false,
            outgoing: Outgoing::new(spreading),
            incoming: Incoming::new(matches!(spreading, Spreading::Each(_))),
            suspicion: Suspicion::default(),
        }
    }
}

/// Whether a peer is dead. Anybody on the way can make a report up, but not keep the peer from being heard.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Suspicion(Option<Reports>);

impl Suspicion {
    /// The system reports that nobody listens at the other end, from which `heard` packets came so far.
    pub(crate) fn report(&mut self, now: Now, heard: u64) -> SuspicionVerdict {
        let fresh = Reports { since: now, heard, next: now, ..Reports::default() };
        let mut reports = self.0.filter(|known| known.heard == heard).unwrap_or(fresh);
        reports.count += 1;
        self.0 = Some(reports);
        match reports.count >= REPORTS && now >= reports.since + REPORTS_SPAN {
            true => SuspicionVerdict::Dead,
            false => self.wonder(now, heard),
        }
    }

    /// Looks at it again.
    pub(crate) fn wonder(&mut self, now: Now, heard: u64) -> SuspicionVerdict {
        let Some(reports) = &mut self.0 else { return SuspicionVerdict::Wait };
        if reports.heard != heard {
            self.0 = None;
            return SuspicionVerdict::Wait;
        }
        if now < reports.next || reports.asked >= QUESTIONS {
            return SuspicionVerdict::Wait;
        }
        reports.asked += 1;
        reports.next = now + QUESTION;
        SuspicionVerdict::Ask
    }

    /// Whether there is any.
    pub(crate) fn is_raised(&self) -> bool {
        self.0.is_some()
    }

    /// It is to be asked again, since nothing was concluded.
    pub(crate) fn renew(&mut self) {
        if let Some(reports) = &mut self.0 {
            reports.asked = 0;
        }
    }

    /// When to look again, unless enough was asked: what else is sent there brings the next report.
    pub(crate) fn due(&self) -> Option<Now> {
        self.0.filter(|reports| reports.asked < QUESTIONS).map(|reports| reports.next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_believed_when_it_is_repeated_and_nothing_is_heard() {
        let ms = Duration::from_millis;
        let mut suspicion = Suspicion::default();
        assert_eq!(suspicion.report(ms(0), 7), SuspicionVerdict::Ask);
        assert_eq!(suspicion.report(ms(1), 7), SuspicionVerdict::Wait, "it was asked just now");
        assert_eq!(
            suspicion.report(ms(2), 7),
            SuspicionVerdict::Wait,
            "three in a moment may be one event"
        );
        assert_eq!(suspicion.wonder(ms(40), 7), SuspicionVerdict::Ask);
        assert_eq!(suspicion.report(ms(100), 7), SuspicionVerdict::Dead);
        assert_eq!(
            suspicion.report(ms(101), 8),
            SuspicionVerdict::Ask,
            "something was heard in between"
        );
        assert_eq!(suspicion.wonder(ms(900), 9), SuspicionVerdict::Wait);
        assert_eq!(suspicion.due(), None);
    }

    #[test]
    fn a_single_report_is_asked_about_a_few_times() {
        let (mut suspicion, mut now) = (Suspicion::default(), Now::ZERO);
        let mut asked = u32::from(suspicion.report(now, 0) == SuspicionVerdict::Ask);
        while let Some(due) = suspicion.due() {
            now = now.max(due);
            asked += u32::from(suspicion.wonder(now, 0) == SuspicionVerdict::Ask);
        }
        assert_eq!(asked, QUESTIONS);
        // It counts still when others come much later.
        let (much_later, later) = (now + Duration::from_secs(9), now + Duration::from_secs(5));
        assert_eq!(suspicion.report(later, 0), SuspicionVerdict::Wait);
        assert_eq!(suspicion.report(much_later, 0), SuspicionVerdict::Dead);
    }
}
