//! Random messages, cut by any scheduler, through a random network: what comes out is what went in.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;

const STREAMS: u16 = 6;
const WINDOW: usize = 40_000;

#[derive(Clone, Copy, Debug)]
struct Case {
    seed: u64,
    interleaving: bool,
    scheduler: Scheduler,
    partial: bool,
    loss: usize,
    limits: bool,
}

struct Sent {
    key: MessageKey,
    fragment: Fragment,
    times: u16,
    abandoned: bool,
}

#[derive(Debug)]
struct Told {
    stream: u16,
    unordered: bool,
    len: usize,
    abandoned: bool,
    delivered: bool,
}

struct World {
    case: Case,
    random: Random,
    now: Duration,
    out: OutboundStreams,
    incoming: InboundStreams,
    first: Tsn,
    next_tsn: u64,
    /// The association's outstanding fragments.
    flying: BTreeMap<u64, Sent>,
    air: Vec<u64>,
    cumulative: u64,
    received: BTreeSet<u64>,
    told: Vec<Told>,
    /// The message being read of each stream, and how far.
    reading: BTreeMap<u16, (usize, usize)>,
    last_ordered: BTreeMap<u16, usize>,
    finished: BTreeSet<u64>,
}

fn byte_at(message: usize, offset: usize) -> u8 {
    (message * 31 + offset * 7) as u8
}

impl World {
    fn new(case: Case) -> Self {
        let limit = 8_000_u32;
        let limits = case.limits && case.interleaving;
        let first = Tsn((case.seed as u32).wrapping_mul(0x9E37_79B9) | 0xFFFF_FF00);
        Self {
            case,
            random: Random(case.seed),
            now: NOW,
            out: OutboundStreams::new(OutgoingConfig {
                streams: STREAMS,
                interleaving: case.interleaving,
                partial_reliability: case.partial,
                send_buffer: 60_000,
                stream_buffer: None,
                stream_limit: limits.then_some(u64::from(limit)),
                within_limit: case.seed & 1 == 1,
                scheduler: case.scheduler,
            }),
            incoming: InboundStreams::new(
                IncomingConfig {
                    streams: STREAMS,
                    interleaving: case.interleaving,
                    partial_reliability: case.partial,
                    window: WINDOW,
                    partial_delivery: 3000,
                    largest_message: None,
                    stream_window: limits.then_some(limit),
                },
                first,
            ),
            first,
            next_tsn: 1,
            flying: BTreeMap::new(),
            air: Vec::new(),
            cumulative: 0,
            received: BTreeSet::new(),
            told: Vec::new(),
            reading: BTreeMap::new(),
            last_ordered: BTreeMap::new(),
            finished: BTreeSet::new(),
        }
    }

    /// The number on the wire; the model counts from 1 and the first is `first`.
    fn tsn(&self, number: u64) -> Tsn {
        self.first.plus((number as u32).wrapping_sub(1))
    }

    fn submit(&mut self) {
        let index = self.told.len();
        let len = match self.random.below(10) {
            0 => 1,
            1 => 5_000 + self.random.below(10_000),
            _ => 1 + self.random.below(900),
        };
        let stream = self.random.below(usize::from(STREAMS)) as u16;
        let reliability = match self.random.below(4) {
            _ if !self.case.partial => Reliability::Full,
            0 => Reliability::Until(self.now + Duration::from_millis(self.random.below(50) as u64)),
            1 => Reliability::Retransmissions(self.random.below(3) as u16),
            2 => Reliability::Priority(self.random.below(5) as u32),
            _ => Reliability::Full,
        };
        let options = MessageOptions {
            protocol: PayloadProtocol(index as u32),
            unordered: self.random.chance(30),
            immediate: false,
            ends_with_bytes: self.random.chance(50),
            reliability,
            context: index as u64,
        };
        let bytes: Vec<u8> = (0..len).map(|offset| byte_at(index, offset)).collect();
        let offered = if self.random.chance(20) { 1 + self.random.below(len) } else { len };
        let payload = Payload::Borrowed(&bytes[..offered]);
        let Ok(accepted) =
            self.out.send(self.now, StreamId(stream), options, payload, offered == len)
        else {
            self.note_abandoned();
            return;
        };
        self.told.push(Told {
            stream,
            unordered: options.unordered,
            len,
            abandoned: false,
            delivered: false,
        });
        self.note_abandoned();
        let mut given = accepted.bytes;
        // The rest of a message in parts, while the network goes on.
        for _ in 0..10_000 {
            if given == len && offered == len && accepted.bytes == len {
                return;
            }
            let upto = len.min(given + 1 + self.random.below(4000));
            let payload = Payload::Borrowed(&bytes[given..upto]);
            match self.out.append(self.now, StreamId(stream), payload, upto == len) {
                Ok(taken) => given += taken,
                Err(SendError::Full { .. }) => {}
                Err(SendError::Abandoned(_)) => return self.note_abandoned(),
                Err(other) => panic!("appending: {other}"),
            }
            self.note_abandoned();
            if given == len {
                return;
            }
            self.step();
        }
        panic!("message {index} was never taken whole");
    }

    fn note_abandoned(&mut self) {
        while let Some(abandoned) = self.out.poll_abandoned() {
            assert!(self.case.partial, "nothing may be abandoned");
            let told = &mut self.told[abandoned.context as usize];
            assert!(!told.abandoned);
            told.abandoned = true;
            for sent in self.flying.values_mut().filter(|sent| sent.key == abandoned.message) {
                assert!(abandoned.sent);
                sent.abandoned = true;
            }
            if abandoned.placeholder {
                let mut fragment = fragment(0, 0, 0, "E", 0);
                fragment.stream = abandoned.skip.stream;
                fragment.message = abandoned.skip.message;
                fragment.flags.unordered = abandoned.skip.unordered;
                self.flying.insert(
                    self.next_tsn,
                    Sent { key: abandoned.message, fragment, times: 0, abandoned: true },
                );
                self.next_tsn += 1;
            }
        }
    }

    fn transmit(&mut self) {
        let full = 200 + self.random.below(1300);
        self.out.begin_packet(full);
        let mut room = full;
        while let Some((key, fragment)) = self.out.next_fragment(self.now, room) {
            assert!(fragment.payload.len() <= room && !fragment.payload.is_empty());
            room = room.saturating_sub(fragment.payload.len() + 20);
            self.air.push(self.next_tsn);
            if self.random.chance(5) {
                self.air.push(self.next_tsn);
            }
            self.flying.insert(self.next_tsn, Sent { key, fragment, times: 0, abandoned: false });
            self.next_tsn += 1;
        }
        self.note_abandoned();
    }

    fn arrive(&mut self) {
        if self.air.is_empty() {
            return;
        }
        let at = self.random.below(self.air.len());
        let number = self.air.swap_remove(at);
        let known = number <= self.cumulative || self.received.contains(&number);
        // A fragment that the sender has let go of has arrived or was skipped.
        let Some(sent) = self.flying.get(&number).filter(|_| !known) else {
            return;
        };
        if self.random.chance(self.case.loss) {
            return;
        }
        let tsn = self.tsn(number);
        let in_line = number == self.cumulative + 1;
        let fate = self.incoming.accept(tsn, sent.fragment.clone(), in_line);
        let fate = fate.expect("the sender keeps to the protocol");
        assert!(self.incoming.held() <= 2 * WINDOW, "memory bound");
        if fate != Fate::NoRoom {
            self.received.insert(number);
            self.advance();
        }
    }

    fn advance(&mut self) {
        while self.received.remove(&(self.cumulative + 1)) {
            self.cumulative += 1;
        }
        let cumulative = self.tsn(self.cumulative);
        self.incoming.advance(cumulative).expect("the sender keeps to the protocol");
    }

    /// The sender learns what has come, and sends again what is not in the air.
    fn acknowledge(&mut self) {
        let known: Vec<u64> =
            self.flying.keys().copied().take_while(|number| *number <= self.cumulative).collect();
        for number in known {
            let sent = self.flying.remove(&number).expect("it is there");
            if sent.fragment.payload.is_empty() {
                self.out.skipped(sent.key, 0);
            } else if let Some(context) = self.out.acked(sent.key, sent.fragment.payload.len()) {
                assert!(self.finished.insert(context), "finished twice");
            }
        }
        let missing: Vec<u64> = self
            .flying
            .iter()
            .filter(|(number, sent)| {
                !sent.abandoned && !self.received.contains(number) && !self.air.contains(number)
            })
            .map(|(number, _)| *number)
            .collect();
        for number in missing {
            let sent = self.flying.get_mut(&number).expect("it is there");
            if sent.abandoned {
                continue;
            }
            let verdict = self.out.retransmission(self.now, sent.key, sent.times);
            sent.times += 1;
            if verdict == Retransmission::Send {
                self.air.push(number);
            }
            self.note_abandoned();
        }
    }

    fn forward(&mut self) {
        self.acknowledge();
        let mut skips = SkipList::new(self.case.interleaving);
        let mut point = self.cumulative;
        while let Some(sent) = self.flying.get(&(point + 1)).filter(|sent| sent.abandoned) {
            if !skips.note(sent.fragment.skip(), 3) {
                break;
            }
            point += 1;
        }
        if point == self.cumulative || self.random.chance(self.case.loss) {
            return;
        }
        self.cumulative = point;
        self.received = self.received.split_off(&(point + 1));
        let cumulative = self.tsn(point);
        let skips = skips.as_slice().iter().copied();
        self.incoming.forward(cumulative, skips).expect("the sender keeps to the protocol");
        self.advance();
        // What came after all was counted by the peer; the model cannot tell, so settle all as skipped.
        while let Some((number, sent)) = self.flying.pop_first() {
            if number > point {
                self.flying.insert(number, sent);
                break;
            }
            self.out.skipped(sent.key, sent.fragment.payload.len());
        }
    }

    fn read(&mut self) {
        let most = if self.random.chance(30) { 1 + self.random.below(500) } else { usize::MAX };
        let read = if self.random.chance(50) {
            self.incoming.read_any(most)
        } else {
            let stream = self.random.below(usize::from(STREAMS)) as u16;
            let ready = self.incoming.peek(StreamId(stream));
            let read = self.incoming.read(StreamId(stream), most);
            assert_eq!(ready.is_some(), read.is_some());
            read
        };
        match read {
            Some(Read::Piece(piece)) => self.check(&piece),
            Some(Read::Aborted { stream, .. }) => {
                let (message, _) =
                    self.reading.remove(&stream.0).expect("a message was being read");
                assert!(self.told[message].abandoned, "message {message} was aborted for nothing");
            }
            None => {}
        }
        while let Some((stream, limit)) = self.incoming.poll_limit() {
            self.out.raise_limit(stream, limit);
        }
    }

    fn check(&mut self, piece: &MessagePiece) {
        let message = piece.protocol.0 as usize;
        let told = &mut self.told[message];
        assert_eq!((piece.stream.0, piece.unordered), (told.stream, told.unordered));
        let offset = match self.reading.remove(&piece.stream.0) {
            Some((being_read, offset)) => {
                assert!(being_read == message && !piece.first, "messages of a stream mixed");
                offset
            }
            None => {
                assert!(piece.first);
                0
            }
        };
        for (at, byte) in piece.payload.iter().enumerate() {
            assert_eq!(
                *byte,
                byte_at(message, offset + at),
                "message {message} at {}",
                offset + at
            );
        }
        let end = offset + piece.payload.len();
        assert_eq!(piece.last, end == told.len);
        if !piece.last {
            self.reading.insert(piece.stream.0, (message, end));
            return;
        }
        assert!(!told.delivered, "message {message} was delivered twice");
        told.delivered = true;
        if !told.unordered {
            let before = self.last_ordered.insert(told.stream, message);
            assert!(
                before.is_none_or(|before| before < message),
                "order of stream {}",
                piece.stream
            );
        }
    }

    fn step(&mut self) {
        match self.random.below(8) {
            0 | 1 => self.transmit(),
            2..=4 => self.arrive(),
            5 => self.read(),
            6 => self.acknowledge(),
            _ => {
                self.now += Duration::from_millis(1);
                if self.case.partial {
                    self.out.expire(self.now);
                    self.note_abandoned();
                    self.forward();
                }
            }
        }
    }

    fn finish(&mut self) {
        self.case.loss = 0;
        for _ in 0..200_000 {
            if self.out.is_settled() && self.incoming.held() == 0 && self.flying.is_empty() {
                break;
            }
            self.step();
        }
        while let Some(Read::Aborted { stream, .. }) = self.incoming.read_any(1) {
            self.reading.remove(&stream.0);
        }
        assert!(self.out.is_settled(), "everything is settled in the end: {:?}", self.out);
        assert_eq!((self.out.held(), self.out.queued(), self.incoming.held()), (0, 0, 0));
        for (message, told) in self.told.iter().enumerate() {
            assert!(told.delivered || told.abandoned, "message {message} is missing: {told:?}");
            assert!(told.abandoned || self.finished.contains(&(message as u64)));
        }
    }
}

fn any_case() -> impl Strategy<Value = Case> {
    let scheduler = prop_oneof![
        Just(Scheduler::FirstCome),
        Just(Scheduler::RoundRobin),
        Just(Scheduler::RoundRobinPacket),
        Just(Scheduler::Priority),
        Just(Scheduler::FairCapacity),
        Just(Scheduler::WeightedFair),
        Just(Scheduler::FairMessages),
    ];
    (any::<u64>(), any::<bool>(), scheduler, any::<bool>(), 0..40_usize, any::<bool>()).prop_map(
        |(seed, interleaving, scheduler, partial, loss, limits)| Case {
            seed,
            interleaving,
            scheduler,
            partial,
            loss,
            // Skipped bytes settle the limits only if the sender hears what came: see `forward`.
            limits: limits && !partial,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn what_comes_out_is_what_went_in(case in any_case()) {
        let mut world = World::new(case);
        for stream in 0..STREAMS {
            world.out.set_value(StreamId(stream), 1 + stream % 3);
        }
        for _ in 0..60 {
            if world.told.len() < 60 {
                world.submit();
            }
            for _ in 0..world.random.below(30) {
                world.step();
            }
        }
        world.finish();
    }
}
