//! What may happen in a run.

use std::time::Duration;

use ferry_netem::{Jitter, LinkSettings, Loss, Probability, Reorder, Shape, Span};
use ferry_sctp_core::association::{AssociationConfig, AuthenticationConfig};
use ferry_sctp_core::congestion::Algorithm;
use ferry_sctp_core::streams::Scheduler;
use ferry_sctp_core::wire::{ChunkType, HmacId};
use proptest::prelude::*;

use super::world::Setup;
use crate::common::random::Random;

/// How long a message is held on to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// Until it has arrived.
    Always,
    /// For so many milliseconds.
    For(u64),
    /// For so many retransmissions.
    Retransmissions(u16),
    /// Until its place is needed.
    Priority(u32),
}

/// One thing that a user does, or the network. `side` is 0 or 1.
#[derive(Clone, Debug)]
pub(crate) enum Operation {
    Send {
        side: usize,
        stream: u16,
        size: usize,
        unordered: bool,
        kept: Kept,
    },
    /// Reads up to so many pieces from any stream.
    Read {
        side: usize,
        pieces: usize,
        most: usize,
    },
    /// Reads all there is of one stream.
    ReadStream {
        side: usize,
        stream: u16,
    },
    /// From now on everything is read as it comes, or nothing is.
    Greedy {
        side: usize,
        greedy: bool,
    },
    Hold {
        side: usize,
        stream: u16,
        apart: bool,
    },
    Reset {
        side: usize,
        streams: Vec<u16>,
    },
    ResetPeer {
        side: usize,
        streams: Vec<u16>,
    },
    AddStreams {
        side: usize,
        outbound: u16,
        inbound: u16,
    },
    Wait(Duration),
    /// A path becomes as bad as this seed says.
    Spoil {
        path: usize,
        how: u64,
    },
    /// A path carries nothing for so long.
    Cut {
        path: usize,
        time: Duration,
    },
    /// Side 0 appears behind another port on the path.
    Port {
        path: usize,
        port: u16,
    },
    /// Ended in order, and begun anew.
    Shutdown {
        side: usize,
        both: bool,
    },
    /// Ended at once, and begun anew.
    Abort {
        side: usize,
    },
}

/// A network that loses, delays, doubles, damages and reorders, as the seed says; never hopeless.
pub(crate) fn network(how: u64) -> LinkSettings {
    let mut random = Random::new(how);
    let share = |percent: f64| Probability::new(percent / 100.0).expect("a share");
    let span = |micros: u64| Span(Duration::from_micros(micros));
    let mut settings = LinkSettings::default().delay(span(random.below(20_000)));
    if random.once_in(2) {
        let mean = share(random.below(1200) as f64 / 100.0);
        settings = settings.loss(if random.once_in(2) {
            Loss::Random(mean)
        } else {
            Loss::in_bursts(mean, 1.0 + random.below(6) as f64).expect("a loss")
        });
    }
    if random.once_in(3) {
        let keep_order = random.once_in(2);
        let shape = if random.once_in(2) { Shape::Uniform } else { Shape::Normal };
        settings = settings.jitter(Jitter { spread: span(random.below(8_000)), shape, keep_order });
    }
    if random.once_in(3) {
        let extra = span(random.below(30_000));
        settings = settings.reorder(Reorder { share: share(random.below(20) as f64), extra });
    }
    if random.once_in(4) {
        settings = settings.duplicate(share(random.below(15) as f64));
    }
    if random.once_in(4) {
        settings = settings.corrupt(share(random.below(8) as f64));
    }
    if random.once_in(2) {
        let rate = ["10mbit", "50mbit", "200mbit"][random.below(3) as usize];
        let queue = ["20KiB", "100KiB", "1MiB"][random.below(3) as usize];
        settings =
            settings.rate(rate.parse().expect("a rate")).queue(queue.parse().expect("a size"));
    }
    if random.once_in(5) {
        settings = settings.mtu([1280, 1400, 1500][random.below(3) as usize]);
    }
    settings
}

/// Settings of an end, as the seed says.
fn config(how: u64) -> AssociationConfig {
    let mut random = Random::new(how ^ 0xC0F1_6000);
    let mut config = AssociationConfig {
        outbound_streams: 1 + random.below(12) as u16,
        send_buffer: [20_000, 200_000, 1 << 20][random.below(3) as usize],
        receive_window: [30_000, 200_000, 1 << 20][random.below(3) as usize],
        partial_delivery: [500, 64 << 10][random.below(2) as usize],
        interleaving: !random.once_in(3),
        partial_reliability: !random.once_in(4),
        early_recovery: !random.once_in(3),
        scheduler: [
            Scheduler::FirstCome,
            Scheduler::RoundRobin,
            Scheduler::RoundRobinPacket,
            Scheduler::Priority,
            Scheduler::FairCapacity,
            Scheduler::WeightedFair,
            Scheduler::FairMessages,
        ][random.below(7) as usize],
        ..AssociationConfig::default()
    };
    if random.once_in(3) {
        config.stream_buffer = Some(config.send_buffer / 2);
    }
    if random.once_in(2) {
        config.stream_window = Some(10_000 + random.below(60_000) as u32);
    }
    config.paths.algorithm = Algorithm::ALL[random.below(4) as usize];
    config.paths.multipath = random.once_in(3);
    if random.once_in(3) {
        config.paths.max_burst = 4;
    }
    if random.once_in(2) {
        config.answer_delay = Duration::from_micros(50);
    }
    config
}

/// Both ends and the paths between them, as the seed says.
fn setup_of(how: u64) -> Setup {
    let mut random = Random::new(how ^ 0x5E70);
    let paths = 1 + random.below(3) as usize;
    let mut configs = [config(random.next()), config(random.next())];
    if random.once_in(4) {
        let authentication = AuthenticationConfig {
            key_id: 1,
            key: b"the secret of both".to_vec(),
            chunks: vec![ChunkType::Data, ChunkType::IData, ChunkType::Sack, ChunkType::CookieEcho],
            algorithms: vec![HmacId::SHA256, HmacId::SHA1],
        };
        for config in &mut configs {
            config.authentication = Some(authentication.clone());
        }
    }
    Setup { configs, networks: (0..paths).map(|_| network(random.next())).collect() }
}

pub(crate) fn setup() -> impl Strategy<Value = Setup> {
    proptest::arbitrary::any::<u64>().prop_map(setup_of)
}

fn one(random: &mut Random, large: bool) -> Operation {
    let side = random.below(2) as usize;
    let stream = random.below(12) as u16;
    let few = |random: &mut Random| {
        (0..random.below(4)).map(|_| random.below(12) as u16).collect::<Vec<_>>()
    };
    match random.below(100) {
        0..40 => Operation::Send {
            side,
            stream,
            size: 1 + match random.below(20) {
                0..10 => random.below(300),
                10..17 => random.below(8_000),
                17..19 => random.below(60_000),
                _ if large => random.below(3_000_000),
                _ => random.below(300_000),
            } as usize,
            unordered: random.once_in(4),
            kept: match random.below(8) {
                0 => Kept::For(random.below(200)),
                1 => Kept::Retransmissions(random.below(4) as u16),
                2 => Kept::Priority(random.below(5) as u32),
                _ => Kept::Always,
            },
        },
        40..50 => {
            let most = if random.once_in(3) { 1 + random.below(50) } else { u64::from(u32::MAX) };
            Operation::Read { side, pieces: random.below(60) as usize, most: most as usize }
        }
        50..54 => Operation::ReadStream { side, stream },
        54..58 => Operation::Greedy { side, greedy: !random.once_in(3) },
        58..62 => Operation::Hold { side, stream, apart: random.once_in(2) },
        62..65 => Operation::Reset { side, streams: few(random) },
        65..67 => Operation::ResetPeer { side, streams: few(random) },
        67..69 => Operation::AddStreams {
            side,
            outbound: random.below(3) as u16,
            inbound: random.below(3) as u16,
        },
        69..90 => {
            let most = if random.once_in(8) { 3_000_000 } else { 40_000 };
            Operation::Wait(Duration::from_micros(random.below(most)))
        }
        90..94 => Operation::Spoil { path: random.below(3) as usize, how: random.next() },
        94..96 => Operation::Cut {
            path: random.below(3) as usize,
            time: Duration::from_millis(random.below(2_500)),
        },
        96 => Operation::Port {
            path: random.below(3) as usize,
            port: 20_000 + random.below(10_000) as u16,
        },
        97..99 => Operation::Shutdown { side, both: random.once_in(4) },
        _ => Operation::Abort { side },
    }
}

pub(crate) fn any() -> impl Strategy<Value = Operation> {
    proptest::arbitrary::any::<u64>().prop_map(|seed| one(&mut Random::new(seed), false))
}

/// A whole run from a seed.
pub(crate) fn drawn(seed: u64, count: usize) -> (Setup, Vec<Operation>) {
    let mut random = Random::new(seed ^ 0xD0AA);
    let setup = setup_of(random.next());
    (setup, (0..count).map(|_| one(&mut random, true)).collect())
}
