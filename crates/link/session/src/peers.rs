//! All peers of a process by one method, and how far each has come.

use crate::errors::{closed, departed};
use crate::table::PeerTable;
use ferry_method::{Identity, MethodError, PeerId, Sink};

/// What a method's peers consist of.
pub trait Session {
    /// Where a peer can be called.
    type Contact;
    /// A call under way.
    type Call;
    /// What both ends use.
    type Link;
    /// What is left of a peer that has departed: frames that are held can still be had.
    type Rest;
    /// What else is known of a peer.
    type Memory: Default;
}

/// How far a peer has come.
pub enum PeerState<S: Session> {
    /// Nothing.
    Idle,
    /// It is being called.
    Calling(S::Call),
    /// There is a link that both ends use.
    Open(S::Link),
    /// Parted in good order.
    Departed(S::Rest),
    /// Lost for good.
    Gone(MethodError),
}

/// A process of the job.
pub struct Peer<S: Session> {
    /// Where it can be called; `None` until it is attached.
    pub contact: Option<S::Contact>,
    /// What else is known of it.
    pub memory: S::Memory,
    state: PeerState<S>,
}

impl<S: Session> Default for Peer<S> {
    fn default() -> Self {
        Peer { contact: None, memory: S::Memory::default(), state: PeerState::Idle }
    }
}

impl<S: Session> Peer<S> {
    /// How far it has come.
    #[inline]
    pub fn state(&self) -> &PeerState<S> {
        &self.state
    }

    /// The same, to go on within it. Whoever replaces it does so by [`Peers::set`].
    #[inline]
    pub fn state_mut(&mut self) -> &mut PeerState<S> {
        &mut self.state
    }
}

/// What a send does where there is no link to use.
#[derive(Debug)]
pub enum Later {
    /// It is tried again: the peer is being called.
    Wait,
    /// The peer is to be called.
    Call,
    /// It fails.
    Refuse(MethodError),
    /// It fails, since the peer has left: whoever was promised to hear of losses hears of this one.
    Left(MethodError),
}

/// What becomes of a caller that has proved to be a peer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallerVerdict {
    /// Its call is used.
    Accept,
    /// This process's own call is used.
    Yield,
    /// There is a link already, or there will be none.
    Refuse,
}

/// How a link has ended.
enum PeerEnd {
    Departed,
    Lost(MethodError),
}

/// All peers of a process.
pub struct Peers<S: Session> {
    /// The method's name, for errors.
    method: &'static str,
    entries: PeerTable<Peer<S>>,
    /// Those that are being called.
    calling: Vec<PeerId>,
    /// Losses that sends came upon and peers that have parted; the next poll tells the sink.
    reports: Vec<(PeerId, PeerEnd)>,
    open: u64,
}

impl<S: Session> Peers<S> {
    /// Nobody is known yet to the method of this name.
    pub fn new(method: &'static str) -> Self {
        let entries = PeerTable::default();
        Peers { method, entries, calling: Vec::new(), reports: Vec::new(), open: 0 }
    }

    /// A peer of which something is known.
    #[inline]
    pub fn get(&self, peer: PeerId) -> Option<&Peer<S>> {
        self.entries.get(peer)
    }

    /// The same, to be changed.
    #[inline]
    pub fn get_mut(&mut self, peer: PeerId) -> Option<&mut Peer<S>> {
        self.entries.get_mut(peer)
    }

    /// A peer's entry, made if need be. `peer` is below the job's size.
    pub fn entry(&mut self, peer: PeerId) -> &mut Peer<S> {
        self.entries.entry(peer)
    }

    /// How far a peer has come; `None`: nothing is known of it.
    #[inline]
    pub fn state(&self, peer: PeerId) -> Option<&PeerState<S>> {
        self.get(peer).map(Peer::state)
    }

    /// The same, to go on within it.
    #[inline]
    pub fn state_mut(&mut self, peer: PeerId) -> Option<&mut PeerState<S>> {
        self.get_mut(peer).map(Peer::state_mut)
    }

    /// All of which something is known.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Peer<S>> {
        self.entries.iter_mut()
    }

    /// Numbers of peers up to the last of which something is known.
    pub fn ids(&self) -> impl Iterator<Item = PeerId> + use<S> {
        self.entries.ids()
    }

    /// The link to a peer.
    #[inline]
    pub fn link(&self, peer: PeerId) -> Option<&S::Link> {
        match self.state(peer)? {
            PeerState::Open(link) => Some(link),
            _ => None,
        }
    }

    /// Whether a peer has said goodbye; `is_over`: whether it has on a link that is still there.
    pub fn has_departed(&self, peer: PeerId, is_over: impl FnOnce(&S::Link) -> bool) -> bool {
        match self.state(peer) {
            Some(PeerState::Open(link)) => is_over(link),
            Some(PeerState::Departed(_)) => true,
            _ => false,
        }
    }

    /// The same, to be changed.
    #[inline]
    pub fn link_mut(&mut self, peer: PeerId) -> Option<&mut S::Link> {
        match self.state_mut(peer)? {
            PeerState::Open(link) => Some(link),
            _ => None,
        }
    }

    /// The call of a peer.
    pub fn call_mut(&mut self, peer: PeerId) -> Option<&mut S::Call> {
        match self.state_mut(peer)? {
            PeerState::Calling(call) => Some(call),
            _ => None,
        }
    }

    /// Those that are being called.
    pub fn calling(&self) -> &[PeerId] {
        &self.calling
    }

    /// Their calls.
    pub fn calls(&self) -> impl Iterator<Item = (PeerId, &S::Call)> {
        self.calling.iter().filter_map(|peer| match self.state(*peer)? {
            PeerState::Calling(call) => Some((*peer, call)),
            _ => None,
        })
    }

    /// Peers with a link.
    pub fn open(&self) -> u64 {
        self.open
    }

    /// Notes where a peer can be called.
    ///
    /// # Errors
    /// When it is no other process of the job.
    pub fn attach(
        &mut self,
        identity: &Identity,
        peer: PeerId,
        contact: S::Contact,
    ) -> Result<(), MethodError> {
        if peer.0 >= identity.size || peer == identity.me {
            return Err(MethodError::UnknownPeer(peer, self.method));
        }
        self.entry(peer).contact = Some(contact);
        Ok(())
    }

    /// What a send does where it has no link to use, or one that takes nothing any more.
    pub fn later(&self, peer: PeerId, is_closing: bool) -> Later {
        let unknown = || Later::Refuse(MethodError::UnknownPeer(peer, self.method));
        let Some(entry) = self.get(peer) else { return unknown() };
        match &entry.state {
            _ if is_closing => Later::Refuse(closed(self.method, peer)),
            PeerState::Calling(_) => Later::Wait,
            PeerState::Gone(why) => Later::Refuse(why.clone()),
            PeerState::Idle if entry.contact.is_none() => unknown(),
            PeerState::Idle => Later::Call,
            PeerState::Departed(_) | PeerState::Open(_) => Later::Left(departed(self.method, peer)),
        }
    }

    /// A peer has come so far; gives what was before.
    pub fn set(&mut self, peer: PeerId, state: PeerState<S>) -> PeerState<S> {
        let is_open = matches!(state, PeerState::Open(_));
        let is_calling = matches!(state, PeerState::Calling(_));
        let has_parted = matches!(state, PeerState::Departed(_));
        let before = std::mem::replace(&mut self.entry(peer).state, state);
        self.open += u64::from(is_open);
        self.open -= u64::from(matches!(before, PeerState::Open(_)));
        if has_parted && matches!(before, PeerState::Open(_)) {
            self.reports.push((peer, PeerEnd::Departed));
        }
        match (matches!(before, PeerState::Calling(_)), is_calling) {
            (false, true) => self.calling.push(peer),
            (true, false) => self.calling.retain(|called| *called != peer),
            _ => {}
        }
        before
    }

    /// What becomes of a caller that has proved to be `peer`. Of two that call each other at the same time
    /// the lower rank decides for both: for its own call, if that is good already (`has_proof`: the peer has
    /// proved itself there), and for the other's where it is not.
    pub fn verdict(
        &self,
        identity: &Identity,
        peer: PeerId,
        has_proof: bool,
        is_closing: bool,
    ) -> CallerVerdict {
        match self.state(peer) {
            _ if is_closing => CallerVerdict::Refuse,
            Some(PeerState::Calling(_)) if has_proof && identity.me < peer => CallerVerdict::Yield,
            None | Some(PeerState::Idle | PeerState::Calling(_)) => CallerVerdict::Accept,
            Some(PeerState::Open(_) | PeerState::Departed(_) | PeerState::Gone(_)) => {
                CallerVerdict::Refuse
            }
        }
    }

    /// The next poll tells the sink that a peer is lost.
    pub fn report(&mut self, peer: PeerId, why: MethodError) {
        self.reports.push((peer, PeerEnd::Lost(why)));
    }

    /// Whether the sink is to be told of losses, or of peers that have parted.
    pub fn has_reports(&self) -> bool {
        !self.reports.is_empty()
    }

    /// Tells the sink of them; how many.
    pub fn tell(&mut self, sink: &mut dyn Sink) -> usize {
        let reports = std::mem::take(&mut self.reports);
        let told = reports.len();
        for (peer, end) in reports {
            match end {
                PeerEnd::Departed => sink.departed(peer),
                PeerEnd::Lost(why) => sink.lost(peer, why),
            }
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_method::{Header, JobId, Landing};

    enum Telegraph {}

    const NAME: &str = "telegraph";

    impl Session for Telegraph {
        type Contact = u16;
        type Call = u32;
        type Link = &'static str;
        type Rest = Option<u8>;
        type Memory = ();
    }

    #[derive(Default)]
    struct Losses(Vec<(PeerId, String)>, Vec<PeerId>);

    impl Sink for Losses {
        fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {}

        fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
            Landing::Discard
        }

        fn finish(&mut self, _: PeerId, _: &Header, _: Landing) {}

        fn lost(&mut self, peer: PeerId, why: MethodError) {
            self.0.push((peer, why.to_string()));
        }

        fn departed(&mut self, peer: PeerId) {
            self.1.push(peer);
        }
    }

    const PEER: PeerId = PeerId(2);

    fn attached() -> Peers<Telegraph> {
        let identity = Identity {
            job: JobId(1),
            me: PeerId(0),
            size: 3,
            secret: [0; 32],
            host: String::new(),
        };
        let mut peers = Peers::new(NAME);
        peers.attach(&identity, PEER, 7).expect("it is of the job");
        for nobody in [PeerId(0), PeerId(3)] {
            assert!(peers.attach(&identity, nobody, 7).is_err(), "{nobody}");
        }
        peers
    }

    #[test]
    fn a_send_waits_calls_or_fails_by_how_far_the_peer_has_come() {
        let mut peers = attached();
        assert!(matches!(peers.later(PeerId(1), false), Later::Refuse(_)), "never attached");
        assert!(matches!(peers.later(PEER, false), Later::Call));
        peers.set(PEER, PeerState::Calling(1));
        assert!(matches!(peers.later(PEER, false), Later::Wait));
        let refused = |peers: &Peers<Telegraph>, is_closing, words: &str| {
            let later = peers.later(PEER, is_closing);
            matches!(later, Later::Refuse(why) if why.to_string().contains(words))
        };
        assert!(refused(&peers, true, "has closed its links"));
        peers.set(PEER, PeerState::Departed(None));
        let left = peers.later(PEER, false);
        assert!(matches!(left, Later::Left(why) if why.to_string().contains("said goodbye")));
        peers.set(PEER, PeerState::Gone(crate::lost(NAME, PEER, "the wire is cut")));
        assert!(refused(&peers, false, "the wire is cut") && refused(&peers, false, "telegraph"));
    }

    #[test]
    fn links_are_counted_however_they_come_and_go() {
        let mut peers = attached();
        assert_eq!((peers.open(), peers.link(PEER)), (0, None));
        peers.set(PEER, PeerState::Open("line 1"));
        assert_eq!((peers.open(), peers.link(PEER)), (1, Some(&"line 1")));
        peers.set(PEER, PeerState::Open("line 2"));
        peers.set(PEER, PeerState::Departed(Some(3)));
        peers.set(PEER, PeerState::Idle);
        assert_eq!(peers.open(), 0);
    }

    #[test]
    fn those_that_are_being_called_are_known() {
        let mut peers = attached();
        peers.set(PEER, PeerState::Calling(1));
        peers.set(PEER, PeerState::Calling(2));
        let calls: Vec<_> = peers.calls().map(|(peer, call)| (peer, *call)).collect();
        assert_eq!((peers.calling(), calls), (&[PEER][..], vec![(PEER, 2)]));
        peers.set(PEER, PeerState::Open("line 1"));
        assert_eq!(peers.calling(), []);
    }

    #[test]
    fn of_two_that_call_each_other_one_decides() {
        let identity = |me| Identity {
            job: JobId(1),
            me: PeerId(me),
            size: 3,
            secret: [0; 32],
            host: String::new(),
        };
        let (lower, higher) = (identity(0), identity(3));
        let mut peers = attached();
        let verdict = |peers: &Peers<Telegraph>, identity, has_proof| {
            peers.verdict(identity, PEER, has_proof, false)
        };
        assert_eq!(verdict(&peers, &lower, false), CallerVerdict::Accept);
        peers.set(PEER, PeerState::Calling(1));
        assert_eq!(verdict(&peers, &lower, true), CallerVerdict::Yield);
        assert_eq!(verdict(&peers, &lower, false), CallerVerdict::Accept);
        assert_eq!(verdict(&peers, &higher, true), CallerVerdict::Accept);
        assert_eq!(peers.verdict(&lower, PEER, false, true), CallerVerdict::Refuse);
        peers.set(PEER, PeerState::Open("line 1"));
        assert_eq!(verdict(&peers, &lower, false), CallerVerdict::Refuse);
    }

    #[test]
    fn losses_are_told_once() {
        let (mut peers, mut losses) = (attached(), Losses::default());
        assert!(!peers.has_reports());
        peers.report(PEER, crate::lost(NAME, PEER, "the wire is cut"));
        assert_eq!((peers.has_reports(), peers.tell(&mut losses)), (true, 1));
        assert_eq!((peers.has_reports(), peers.tell(&mut losses)), (false, 0));
        assert!(losses.0.len() == 1 && losses.0[0].1.contains("the wire is cut"));
    }

    #[test]
    fn of_a_link_that_was_up_it_is_told_that_its_peer_has_parted() {
        let (mut peers, mut losses) = (attached(), Losses::default());
        peers.set(PEER, PeerState::Calling(1));
        peers.set(PEER, PeerState::Departed(None));
        assert!(!peers.has_reports(), "nobody was there");
        peers.set(PEER, PeerState::Open("line 1"));
        peers.set(PEER, PeerState::Departed(Some(3)));
        peers.set(PEER, PeerState::Departed(None));
        assert_eq!((peers.has_reports(), peers.tell(&mut losses)), (true, 1));
        assert_eq!((losses.0, losses.1), (vec![], vec![PEER]));
    }
}
