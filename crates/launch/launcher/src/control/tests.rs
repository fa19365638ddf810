//! Two exchanges in one process, over loopback and in a time of their own.

use super::exchange::{ControlExchange, MPIEXEC, PeerNews};
use super::seal::KEY_LEN;
use super::{ControlKey, ControlStream, Invitation, Listening};
use crate::poller::Poller;
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

const NODE: u32 = 7;
const TIMEOUT: Duration = Duration::from_secs(5);
const STEP: Duration = Duration::from_millis(1);

fn key(n: u8) -> ControlKey {
    ControlKey::of([n; KEY_LEN])
}

fn invitation() -> Invitation {
    Invitation { key: key(1), timeout: TIMEOUT, ports: None }
}

/// A frame whose content tells its lane and number.
fn frame(lane: ControlStream, number: usize, length: usize) -> Vec<u8> {
    let mut content = vec![lane as u8];
    content.extend((number as u32).to_le_bytes());
    content.resize(length.max(5), number as u8);
    [&(content.len() as u32).to_le_bytes()[..], &content].concat()
}

struct Pair {
    caller: ControlExchange,
    answerer: Option<ControlExchange>,
    now: Instant,
    pollers: [Poller; 2],
    /// What came to mpiexec, and to the proxy.
    news: [Vec<PeerNews>; 2],
}

impl Pair {
    /// Two that have not called yet.
    fn apart() -> Pair {
        let now = Instant::now();
        let pollers = [(); 2].map(|()| Poller::new().unwrap());
        let caller = ControlExchange::caller(TIMEOUT, now).unwrap();
        let answerer = Some(ControlExchange::answerer(&invitation(), now).unwrap());
        Pair { caller, answerer, now, pollers, news: Default::default() }
    }

    /// mpiexec calls with a key.
    fn call(&mut self, key: &ControlKey) {
        let mut at = self.answerer.as_ref().unwrap().listening();
        at.addresses = vec![Ipv4Addr::LOCALHOST.into()];
        self.caller.expect(NODE, key);
        self.caller.call(NODE, key, &at, self.now);
    }

    /// Two that are connected as soon as they get on.
    fn connected() -> Pair {
        let mut pair = Pair::apart();
        pair.call(&key(1));
        pair
    }

    fn answerer(&mut self) -> &mut ControlExchange {
        self.answerer.as_mut().expect("the proxy is there")
    }

    /// Both take what has come and send what they have.
    fn step(&mut self, step: Duration) {
        self.now += step;
        let ends = [Some(&mut self.caller), self.answerer.as_mut()];
        for (at, end) in ends.into_iter().enumerate() {
            let Some(end) = end else { continue };
            end.receive(self.now);
            end.flush(self.now, &mut self.pollers[at]);
            self.news[at].extend(std::iter::from_fn(|| end.poll()).map(|(_, news)| news));
        }
    }

    /// Goes on until `done`; the steps are far more than are ever needed.
    #[track_caller]
    fn until(&mut self, done: impl Fn(&Pair) -> bool) {
        for _ in 0..200_000 {
            if done(self) {
                return;
            }
            self.step(STEP);
        }
        panic!("it did not come to pass; news: {:?}", self.news.each_ref().map(Vec::len));
    }

    fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        while self.now < until {
            self.step(STEP * 20);
        }
    }

    fn last(&self, end: usize) -> Option<&PeerNews> {
        self.news[end].last().filter(|news| !matches!(news, PeerNews::Frame(..)))
    }
}

/// The frames of a lane among the news, without their lengths.
fn frames(news: &[PeerNews], wanted: ControlStream) -> Vec<&[u8]> {
    let frame = |news| match news {
        &PeerNews::Frame(lane, ref frame) if lane == wanted => Some(&frame[..]),
        _ => None,
    };
    news.iter().filter_map(frame).collect()
}

#[test]
fn every_lane_carries_frames_of_all_sizes_in_order() {
    let mut pair = Pair::connected();
    pair.answerer().take_input();
    let lengths = [1, 100, 16 << 10, (16 << 10) + 1, 300_000, 1 << 20];
    let text = |lane| -> Vec<Vec<u8>> {
        lengths.iter().enumerate().map(|(n, length)| frame(lane, n, *length)).collect()
    };
    for lane in ControlStream::ALL {
        for frame in text(lane) {
            pair.caller.send(NODE, lane, &frame);
            pair.answerer().send(MPIEXEC, lane, &frame);
        }
    }
    pair.until(|pair| pair.news.iter().all(|news| news.len() == 4 * lengths.len()));
    for news in &pair.news {
        for lane in ControlStream::ALL {
            let expected: Vec<Vec<u8>> =
                text(lane).iter().map(|frame| frame[4..].to_vec()).collect();
            assert!(frames(news, lane) == expected, "{lane:?}");
        }
    }
}

#[test]
fn much_output_does_not_hold_up_control() {
    let mut pair = Pair::connected();
    for n in 0..100 {
        pair.answerer().send(
            MPIEXEC,
            ControlStream::Output,
            &frame(ControlStream::Output, n, 100_000),
        );
    }
    pair.until(|pair| !pair.news[0].is_empty());
    pair.answerer().send(MPIEXEC, ControlStream::Control, &frame(ControlStream::Control, 0, 10));
    pair.until(|pair| pair.news[0].len() == 101);
    let at = pair.news[0]
        .iter()
        .position(|news| matches!(news, PeerNews::Frame(ControlStream::Control, _)));
    assert!(at.is_some_and(|at| at < 50), "{at:?}");
}

#[test]
fn input_waits_until_somebody_takes_it() {
    let mut pair = Pair::connected();
    pair.caller.send(NODE, ControlStream::Input, &frame(ControlStream::Input, 0, 1000));
    pair.caller.send(NODE, ControlStream::Control, &frame(ControlStream::Control, 0, 1000));
    pair.until(|pair| pair.news[1].len() == 1);
    pair.pass(TIMEOUT * 2);
    assert_eq!(frames(&pair.news[1], ControlStream::Input).len(), 0);
    pair.answerer().take_input();
    pair.until(|pair| frames(&pair.news[1], ControlStream::Input).len() == 1);
}

#[test]
fn an_orderly_end_comes_after_everything() {
    let mut pair = Pair::connected();
    for n in 0..50 {
        pair.answerer().send(
            MPIEXEC,
            ControlStream::Error,
            &frame(ControlStream::Error, n, 50_000),
        );
    }
    pair.answerer().close(MPIEXEC);
    pair.until(|pair| pair.last(0).is_some() && pair.last(1).is_some());
    assert_eq!(pair.last(1), Some(&PeerNews::Closed));
    assert!(matches!(pair.last(0), Some(PeerNews::Lost(_))), "{:?}", pair.last(0));
    assert_eq!(frames(&pair.news[0], ControlStream::Error).len(), 50);
}

#[test]
fn the_end_of_the_other_is_noticed() {
    let mut pair = Pair::connected();
    pair.caller.send(NODE, ControlStream::Control, &frame(ControlStream::Control, 0, 10));
    pair.until(|pair| pair.news[1].len() == 1);
    // As long as both live, silence is none.
    pair.pass(TIMEOUT * 4);
    assert_eq!(pair.last(0), None);
    pair.answerer = None;
    pair.until(|pair| pair.last(0).is_some());
    let Some(PeerNews::Lost(text)) = pair.last(0) else { panic!("{:?}", pair.last(0)) };
    assert!(text.contains("nothing was heard for 5 s"), "{text}");
}

#[test]
fn an_abort_is_told() {
    let mut pair = Pair::connected();
    pair.caller.send(NODE, ControlStream::Control, &frame(ControlStream::Control, 0, 10));
    pair.until(|pair| pair.news[1].len() == 1);
    let now = pair.now;
    pair.answerer().abort("the proxy leaves", now);
    pair.until(|pair| pair.last(0).is_some());
    let Some(PeerNews::Lost(text)) = pair.last(0) else { panic!("{:?}", pair.last(0)) };
    assert!(text.contains("aborted"), "{text}");
}

#[test]
fn nobody_is_lost_while_the_other_is_known_to_be_stopped() {
    let mut pair = Pair::connected();
    pair.caller.send(NODE, ControlStream::Control, &frame(ControlStream::Control, 0, 10));
    pair.until(|pair| pair.news[1].len() == 1);
    let (now, poller) = (pair.now, Poller::new);
    pair.answerer().hold(now);
    assert_eq!(pair.answerer().deadline(), None);
    // mpiexec does nothing for an hour, the proxy goes on.
    pair.caller.hold(now);
    for _ in 0..1000 {
        pair.now += Duration::from_secs(4);
        let now = pair.now;
        pair.answerer().receive(now);
        pair.answerer().flush(now, &mut poller().unwrap());
        assert_eq!(pair.answerer().poll(), None);
    }
    let now = pair.now;
    pair.caller.resume(now);
    pair.caller.send(NODE, ControlStream::Control, &frame(ControlStream::Control, 1, 10));
    pair.until(|pair| pair.news[1].len() == 2);
    let now = pair.now;
    pair.answerer().resume(now);
    pair.pass(TIMEOUT * 2);
    assert_eq!((pair.last(0), pair.last(1)), (None, None));
}

#[test]
fn who_has_another_key_gets_nowhere() {
    let mut pair = Pair::apart();
    pair.call(&key(2));
    pair.caller.send(NODE, ControlStream::Control, &frame(ControlStream::Control, 0, 10));
    pair.until(|pair| pair.last(0).is_some());
    assert!(matches!(pair.last(0), Some(PeerNews::Unreached(_))), "{:?}", pair.last(0));
    assert_eq!(pair.news[1], []);
    // The proxy still waits for the right one.
    pair.caller = ControlExchange::caller(TIMEOUT, pair.now).unwrap();
    pair.news = Default::default();
    pair.call(&key(1));
    pair.caller.send(NODE, ControlStream::Control, &frame(ControlStream::Control, 0, 10));
    pair.until(|pair| pair.news[1].len() == 1);
}

#[test]
fn no_answer_names_the_place_and_the_way_out() {
    let mut pair = Pair::connected();
    let port = pair.answerer().listening().port;
    pair.answerer = None;
    pair.until(|pair| pair.last(0).is_some());
    let Some(PeerNews::Unreached(text)) = pair.last(0) else { panic!("{:?}", pair.last(0)) };
    for part in [&format!("UDP port {port} of 127.0.0.1"), "within 5 s", "--control pipe"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn an_address_that_leads_nowhere_does_not_keep_it_from_the_next() {
    let mut pair = Pair::apart();
    let port = pair.answerer().listening().port;
    // Of documentation, so that nobody has it; then the one that answers.
    let addresses = vec![IpAddr::from([192, 0, 2, 1]), Ipv4Addr::LOCALHOST.into()];
    pair.caller.expect(NODE, &key(1));
    pair.caller.call(NODE, &key(1), &Listening { port, addresses }, pair.now);
    pair.caller.send(NODE, ControlStream::Control, &frame(ControlStream::Control, 0, 10));
    pair.until(|pair| pair.news[1].len() == 1);
    pair.pass(TIMEOUT * 4);
    assert_eq!((pair.last(0), pair.last(1)), (None, None));
}

#[test]
fn ports_are_taken_from_the_range() {
    let now = Instant::now();
    let any = ControlExchange::answerer(&invitation(), now).unwrap();
    let port = any.listening().port;
    let taken = Invitation { ports: Some(port..=port), ..invitation() };
    let refused = ControlExchange::answerer(&taken, now).err();
    assert!(refused.is_some_and(|text| text.contains("control.ports")));
    drop(any);
    let again = ControlExchange::answerer(&taken, now).unwrap();
    assert_eq!(again.listening().port, port);
}
