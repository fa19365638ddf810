//! Calling a peer: its addresses are tried one after the other in short order, each by a connection
//! of its own; the peer says which is to be used.

use crate::core::Handle;
use ferry_method::Now;
use std::net::SocketAddr;
use std::time::Duration;

/// Between the first calls to different addresses.
const STAGGER: Duration = Duration::from_millis(250);
/// Between a call and the next to the same address: what an earlier one left at a peer that did not
/// poll has expired by then.
const AGAIN: Duration = Duration::from_secs(5);

/// Where a call goes.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) address: SocketAddr,
    /// Why it is not worth another try.
    pub(crate) failed: Option<String>,
}

/// A call in progress.
pub(crate) struct Dial {
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) attempts: Vec<Handle>,
    begun: Now,
    next: usize,
    next_at: Now,
    /// The peer's own call is to be used.
    pub(crate) has_yielded: bool,
    /// Somebody looks for another way; it is asked about again then.
    doubted: Option<Now>,
}

impl Dial {
    pub(crate) fn new(addresses: Vec<SocketAddr>, now: Now) -> Self {
        let candidate = |address| Candidate { address, failed: None };
        Dial {
            candidates: addresses.into_iter().map(candidate).collect(),
            attempts: Vec::new(),
            begun: now,
            next: 0,
            next_at: now,
            has_yielded: false,
            doubted: None,
        }
    }

    /// Index and address of the candidate to be called now, if one is.
    pub(crate) fn next_call(&mut self, now: Now) -> Option<(usize, SocketAddr)> {
        if self.has_yielded || now < self.next_at {
            return None;
        }
        let n = self.candidates.len();
        let index = (self.next..self.next + n).find(|i| self.candidates[i % n].failed.is_none())?;
        self.next = index + 1;
        let all_called = self.next >= n;
        self.next_at = now + if all_called { AGAIN } else { STAGGER };
        Some((index % n, self.candidates[index % n].address))
    }

    /// An address is not worth another try: the next is called at once.
    pub(crate) fn fail(&mut self, candidate: usize, why: String, now: Now) {
        if let Some(candidate) = self.candidates.get_mut(candidate) {
            candidate.failed = Some(why);
        }
        if self.next < self.candidates.len() {
            self.next_at = now;
        }
    }

    /// Why there is no hope any more, if there is none.
    pub(crate) fn verdict(&self, now: Now, timeout: Duration) -> Option<String> {
        let all_failed = self.candidates.iter().all(|c| c.failed.is_some());
        let is_late = self.expires(timeout).is_some_and(|at| at <= now);
        if !is_late && (!all_failed || self.has_yielded) {
            return None;
        }
        let each = self.candidates.iter().map(|c| match &c.failed {
            Some(why) => format!("{}: {why}", canonical(c.address)),
            None => format!("{}: no answer in {timeout:?}", canonical(c.address)),
        });
        Some(each.collect::<Vec<_>>().join("; "))
    }

    /// Nobody looked for so long: neither the calls nor this end's patience with them have run meanwhile.
    pub(crate) fn forgive(&mut self, missed: Duration, now: Now) {
        self.begun = (self.begun + missed).min(now);
        self.next_at = (self.next_at + missed).min(now + AGAIN);
    }

    /// When silence counts as an answer. Within the host it never does.
    fn expires(&self, timeout: Duration) -> Option<Now> {
        let is_here = |c: &Candidate| c.address.ip().to_canonical().is_loopback();
        let waits = self.candidates.iter().any(|c| is_here(c) && c.failed.is_none());
        (!waits).then(|| self.begun + timeout)
    }

    /// When it wants attention next.
    pub(crate) fn due(&self, timeout: Duration) -> Option<Now> {
        if self.doubted.is_some() {
            return self.doubted;
        }
        let call = (!self.has_yielded).then_some(self.next_at);
        [call, self.expires(timeout)].into_iter().flatten().min()
    }

    /// There is no hope, but somebody looks for another way.
    pub(crate) fn doubt(&mut self, now: Now) {
        self.doubted = Some(now + STAGGER);
    }

    /// The peer is reached by other means: one address is as good as another.
    pub(crate) fn take_detour(&mut self, now: Now) {
        self.candidates.truncate(1);
        self.candidates.iter_mut().for_each(|candidate| candidate.failed = None);
        (self.begun, self.next, self.next_at) = (now, 0, now);
        (self.has_yielded, self.doubted) = (false, None);
    }

    /// One line for people.
    pub(crate) fn describe(&self) -> String {
        let each = self.candidates.iter().map(|c| canonical(c.address).to_string());
        format!("connecting: {}", each.collect::<Vec<_>>().join(", "))
    }
}

/// An address as people write it: IPv4 is IPv4 on whatever socket.
pub(crate) fn canonical(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn dial(addresses: &[&str]) -> Dial {
        Dial::new(addresses.iter().map(|a| a.parse().unwrap()).collect(), Now::ZERO)
    }

    #[test]
    fn addresses_are_called_in_short_order_and_again_later() {
        let mut dial = dial(&["10.0.0.1:1", "10.0.0.2:1"]);
        assert_eq!(dial.next_call(Now::ZERO).map(|c| c.0), Some(0));
        assert_eq!(dial.next_call(Now::ZERO), None);
        assert_eq!(dial.next_call(STAGGER).map(|c| c.0), Some(1));
        assert_eq!(dial.next_call(SECOND), None);
        assert_eq!(dial.next_call(STAGGER + AGAIN).map(|c| c.0), Some(0));
    }

    #[test]
    fn hope_ends_with_the_last_address() {
        let mut dial = dial(&["10.0.0.1:1", "10.0.0.2:1"]);
        dial.next_call(Now::ZERO);
        dial.fail(0, "nobody".into(), Now::ZERO);
        assert_eq!(dial.verdict(Now::ZERO, SECOND), None);
        assert_eq!(dial.next_call(Now::ZERO).map(|c| c.0), Some(1), "at once");
        dial.fail(1, "nobody".into(), Now::ZERO);
        assert!(dial.verdict(Now::ZERO, SECOND).is_some_and(|why| why.contains("10.0.0.2")));
    }

    #[test]
    fn silence_is_an_answer_only_from_afar() {
        let afar = dial(&["10.0.0.1:1"]);
        assert_eq!(afar.verdict(SECOND / 2, SECOND), None);
        assert!(afar.verdict(SECOND, SECOND).is_some_and(|why| why.contains("no answer")));
        assert_eq!(dial(&["127.0.0.1:1"]).verdict(SECOND * 9999, SECOND), None);
    }
}
