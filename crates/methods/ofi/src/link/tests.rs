use super::*;
use proptest::prelude::*;

const SMALL: u32 = 4096;

fn link() -> Link {
    let nonce = Nonce::new().expect("randomness");
    Link::new((nonce, nonce), (1, 2), SMALL, Now::ZERO)
}

fn packet(kind: PacketKind, number: u32, consumed: u32) -> Prefix {
    Prefix { kind, from: PeerId(1), token: 2, number, consumed }
}

#[test]
fn the_window_fills_and_is_emptied_by_what_the_peer_says() {
    let mut link = link();
    let mut sent = 0;
    while link.has_room(1000) {
        link.note_sent(PacketKind::Frame, 1000);
        sent += 1;
    }
    assert_eq!((sent, link.unacknowledged()), (4, 4000));
    link.note_sent(PacketKind::Credit, PREFIX);
    assert_eq!(link.unacknowledged(), 4000, "no data");
    link.take(&packet(PacketKind::Credit, 0, 2000), PREFIX).unwrap();
    assert!(link.has_room(2000) && !link.has_room(2097));
    assert!(link.take(&packet(PacketKind::Credit, 1, 4001), PREFIX).is_err());
}

#[test]
fn a_packet_longer_than_the_window_goes_alone() {
    let mut link = link();
    assert!(link.has_room(10_000));
    link.note_sent(PacketKind::Frame, 10_000);
    assert!(!link.has_room(1));
}

#[test]
fn the_silent_are_asked_ever_more_rarely() {
    let mut link = link();
    let mut asked = Vec::new();
    for second in 0..1000 {
        if link.asks(Duration::from_secs(second)) {
            asked.push(second);
        }
    }
    assert_eq!(asked, [5, 10, 20, 40, 80, 160, 320, 620, 920]);
    link.note_heard(Duration::from_secs(1000));
    assert!(!link.asks(Duration::from_secs(1004)) && link.asks(Duration::from_secs(1005)));
}

#[test]
fn counts_begin_anew() {
    let mut link = link();
    (link.sent, link.acknowledged, link.next_in) = (u32::MAX - 100, u32::MAX - 100, u32::MAX);
    link.note_sent(PacketKind::Frame, 1000);
    assert_eq!(link.unacknowledged(), 1000);
    link.take(&packet(PacketKind::Credit, u32::MAX, link.sent), PREFIX).unwrap();
    assert_eq!((link.unacknowledged(), link.next_in), (0, 0));
}

#[test]
fn a_quarter_of_the_window_is_worth_a_packet() {
    let mut link = link();
    for number in 0..3 {
        link.take(&packet(PacketKind::Rest, number, 0), 300).unwrap();
        assert!(!link.owes_credit());
    }
    link.take(&packet(PacketKind::Rest, 3, 0), 300).unwrap();
    assert!(link.owes_credit());
    link.note_sent(PacketKind::Frame, 10);
    assert!(!link.owes_credit(), "every packet tells");
}

#[test]
fn what_comes_twice_or_from_nowhere_makes_no_sense() {
    let mut link = link();
    let far = packet(PacketKind::Frame, SMALL, 0);
    assert!(link.place(&far, &[]).is_err());
    let early = packet(PacketKind::Frame, 1, 0);
    assert_eq!(link.place(&early, &[]), Ok(Place::Kept));
    assert!(link.place(&early, &[]).is_err());
    assert!(link.place(&packet(PacketKind::Frame, u32::MAX, 0), &[]).is_err(), "an old one");
}

proptest! {
    #[test]
    fn packets_are_taken_in_their_order_whatever_overtook(
        order in Just((0..60u32).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let (mut link, mut taken) = (link(), Vec::new());
        link.window = 60 * LEAST;
        for number in order {
            let prefix = packet(PacketKind::Frame, number, 0);
            let bytes = prefix.encode();
            if link.place(&prefix, &bytes).unwrap() == Place::Kept {
                continue;
            }
            let mut next = Some(bytes.to_vec());
            while let Some(bytes) = next {
                let (prefix, _) = Prefix::decode(&bytes).unwrap();
                link.take(&prefix, bytes.len()).unwrap();
                taken.push(prefix.number);
                next = link.next_early();
            }
        }
        prop_assert!(taken.into_iter().eq(0..60));
    }
}

#[test]
fn more_than_the_window_is_refused_whether_in_its_order_or_early() {
    let frame = |number| packet(PacketKind::Frame, number, 0);
    for first in [0, 1] {
        let mut link = link();
        for number in first..first + 4 {
            let place = link.place(&frame(number), &[0; 1000]).expect("there is room");
            if place == Place::Next {
                link.take(&frame(number), 1000).unwrap();
            }
        }
        assert!(link.place(&frame(first + 4), &[0; 1000]).is_err(), "{first}");
        assert!(link.early_cost <= SMALL);
    }
    let mut link = link();
    assert_eq!(link.place(&frame(0), &[0; 10_000]), Ok(Place::Next), "alone it may be longer");
    link.take(&frame(0), 10_000).unwrap();
    assert!(link.place(&frame(1), &[0; 10]).is_err());
    link.note_sent(PacketKind::Credit, PREFIX);
    assert_eq!(link.place(&frame(1), &[0; 10]), Ok(Place::Next), "now it has been told");
}

#[test]
fn packets_without_data_bring_none() {
    for kind in [PacketKind::Credit, PacketKind::Ping, PacketKind::Goodbye] {
        let mut link = link();
        assert_eq!(link.place(&packet(kind, 0, 0), &[0; PREFIX]), Ok(Place::Next));
        assert!(link.place(&packet(kind, 0, 0), &[0; PREFIX + 1]).is_err());
    }
}

#[test]
fn places_are_free_again_once_the_peer_has_read_there() {
    let mut link = link();
    for place in [3, 7] {
        link.note_sent(PacketKind::Ready, 1000);
        link.note_laid_ready(place);
    }
    link.note_sent(PacketKind::Frame, 500);
    let mut free = |number, consumed| {
        link.take(&packet(PacketKind::Credit, number, consumed), PREFIX).unwrap();
        std::iter::from_fn(|| link.next_free_place()).collect::<Vec<_>>()
    };
    assert_eq!(free(0, 999), []);
    assert_eq!(free(1, 1000), [3]);
    assert_eq!(free(2, 2500), [7]);
    assert_eq!(free(3, 2500), []);
}

/// One end of a link, and what is under way to it.
struct End {
    link: Link,
    coming: Vec<(Prefix, usize)>,
}

impl End {
    fn new() -> End {
        End { link: link(), coming: Vec::new() }
    }

    /// Sends a packet if there is room, as the method does.
    fn send(&mut self, to: &mut End, kind: PacketKind, len: usize) {
        if !kind.is_data() || self.link.has_room(len) {
            let bytes = self.link.prefix(kind, PeerId(1));
            let (prefix, _) = Prefix::decode(&bytes).expect("a real packet");
            self.link.note_sent(kind, len);
            to.coming.push((prefix, len));
        }
    }

    /// Takes one of the packets that are under way, and what it has held up.
    fn hear(&mut self, which: usize) -> Result<(), Nonsense> {
        let (prefix, len) = self.coming.swap_remove(which % self.coming.len());
        let mut packet = prefix.encode().to_vec();
        packet.resize(len, 0);
        if self.link.place(&prefix, &packet)? == Place::Kept {
            return Ok(());
        }
        let mut next = Some(packet);
        while let Some(packet) = next {
            let (prefix, _) = Prefix::decode(&packet).expect("a real packet");
            self.link.take(&prefix, packet.len())?;
            next = self.link.next_early();
        }
        Ok(())
    }
}

proptest! {
    #[test]
    fn whoever_keeps_to_the_window_is_believed_whatever_the_order(
        steps in proptest::collection::vec((0..4u8, 0..6000usize, 0..1000usize), 1..300),
    ) {
        let (mut here, mut there) = (End::new(), End::new());
        for (step, len, which) in steps {
            match step {
                0 => here.send(&mut there, PacketKind::Frame, PREFIX + len),
                1 if there.link.owes_credit() => there.send(&mut here, PacketKind::Credit, PREFIX),
                2 if !here.coming.is_empty() => prop_assert_eq!(here.hear(which), Ok(())),
                _ if !there.coming.is_empty() => prop_assert_eq!(there.hear(which), Ok(())),
                _ => {}
            }
        }
    }
}
