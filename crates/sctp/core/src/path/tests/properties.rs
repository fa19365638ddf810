//! Random sequences of calls.

use proptest::prelude::*;

use super::super::{AckedChunk, Cause, PathAction, PathId, PathSet, PathSettings, PathState};
use super::{PLENTY, addr, ms};
use crate::{Now, congestion::Algorithm, serial::Tsn};

#[derive(Clone, Debug)]
enum Op {
    Wait(u16),
    Send(u8),
    Sack { mask: u64, advance: bool },
    Lose(u8),
    FastRetransmit(u8),
    Ack(u64),
    Add(u8, bool),
    Remove(u8),
    Primary(u8),
    TooBig(u8, u16),
    Unreachable(u8),
    Ecn(u8),
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        4 => (0_u16..3000).prop_map(Op::Wait),
        8 => (1_u8..60).prop_map(Op::Send),
        8 => (any::<u64>(), any::<bool>()).prop_map(|(mask, advance)| Op::Sack { mask, advance }),
        1 => any::<u8>().prop_map(Op::Lose),
        2 => (0_u8..5).prop_map(Op::FastRetransmit),
        4 => (0_u64..40).prop_map(Op::Ack),
        1 => (0_u8..20, any::<bool>()).prop_map(|(n, c)| Op::Add(n, c)),
        1 => (0_u8..5).prop_map(Op::Remove),
        1 => (0_u8..5).prop_map(Op::Primary),
        1 => (0_u8..5, any::<u16>()).prop_map(|(p, m)| Op::TooBig(p, m)),
        1 => (0_u8..5).prop_map(Op::Unreachable),
        1 => (0_u8..5).prop_map(Op::Ecn),
    ]
}

/// A model of the association: which chunks are in flight where.
struct Model {
    set: PathSet,
    now: Now,
    tsn: u32,
    outstanding: Vec<AckedChunk>,
    nonces: Vec<u64>,
    nonce: u64,
}

impl Model {
    fn new(settings: PathSettings) -> Self {
        let set = PathSet::new(ms(0), addr(0), settings, 7);
        Self { set, now: ms(0), tsn: u32::MAX - 50, outstanding: vec![], nonces: vec![], nonce: 0 }
    }

    fn tick(&mut self) {
        // A probe that the host refuses makes the next one due at once.
        for _ in 0..40 {
            self.tick_once();
            if self.set.next_due().is_none_or(|due| due > self.now) {
                break;
            }
        }
    }

    fn tick_once(&mut self) {
        self.set.on_timer(self.now, self.tsn.wrapping_mul(2_654_435_761));
        while let Some((id, action)) = self.set.poll() {
            self.nonce += 1;
            match action {
                PathAction::Retransmit => self.outstanding.retain(|c| c.path != id),
                PathAction::Heartbeat => self.set.heartbeat_sent(self.now, id, self.nonce),
                PathAction::Probe { packet } => {
                    assert_eq!(packet % 4, 0);
                    self.set.probe_sent(
                        self.now,
                        id,
                        self.nonce,
                        packet,
                        !self.nonce.is_multiple_of(5),
                    );
                }
                _ => continue,
            }
            self.nonces.push(self.nonce);
        }
    }

    fn send(&mut self, packets: u8) {
        self.set.begin_burst(self.now);
        for _ in 0..packets {
            let Some(path) = self.set.for_new_data(self.now, PLENTY) else {
                self.set.set_app_limited();
                return;
            };
            self.set.on_sent(self.now, path, 1000, 1040, false);
            self.outstanding.push(AckedChunk {
                path,
                tsn: Tsn(self.tsn),
                bytes: 1000,
                sent_at: self.now,
                retransmitted: false,
                in_flight: true,
            });
            self.tsn = self.tsn.wrapping_add(1);
        }
    }

    fn sack(&mut self, mask: u64, advance: bool) {
        self.set.sack_begin();
        let mut n = 0;
        let set = &mut self.set;
        self.outstanding.retain(|c| {
            n += 1;
            let acked = n < 64 && mask >> n & 1 == 1;
            if acked {
                set.sack_acked(c);
            } else {
                set.sack_missing(c.path, c.retransmitted);
            }
            !acked
        });
        let first = self.outstanding.first().map_or(Tsn(self.tsn), |c| c.tsn);
        self.set.sack_end(self.now, first.previous(), advance);
    }

    fn apply(&mut self, op: &Op) {
        match *op {
            Op::Wait(n) => self.now += ms(u64::from(n)),
            Op::Send(n) => self.send(n),
            Op::Sack { mask, advance } => self.sack(mask, advance),
            Op::Lose(n) if !self.outstanding.is_empty() => {
                let chunk = self.outstanding.remove(usize::from(n) % self.outstanding.len());
                self.set.on_lost(self.now, chunk.path, 1000);
                let path = self.set.for_retransmission(chunk.path, Cause::FastRetransmit);
                self.set.on_sent(self.now, path, 1000, 1040, true);
                self.outstanding.push(AckedChunk { path, retransmitted: true, ..chunk });
            }
            Op::Lose(_) => {}
            Op::FastRetransmit(p) => {
                self.set.on_fast_retransmit(
                    self.now,
                    PathId(p),
                    Tsn(self.tsn / 2),
                    Tsn(self.tsn).previous(),
                );
            }
            Op::Ack(back) => {
                let nonce = self.nonce.saturating_sub(back);
                self.set.on_heartbeat_ack(self.now, nonce, self.tsn);
            }
            Op::Add(n, confirmed) => {
                let _ = self.set.add(self.now, addr(n), confirmed, self.tsn);
            }
            Op::Remove(p) => {
                if self.set.remove(PathId(p)).is_ok() {
                    self.outstanding.retain(|c| c.path != PathId(p));
                }
            }
            Op::Primary(p) => {
                let _ = self.set.set_primary(PathId(p));
            }
            Op::TooBig(p, mtu) => self.set.on_too_big(self.now, PathId(p), mtu),
            Op::Unreachable(p) => self.set.on_unreachable(self.now, PathId(p)),
            Op::Ecn(p) => self.set.on_ecn(self.now, PathId(p)),
        }
        self.tick();
    }

    fn check(&self) -> Result<(), TestCaseError> {
        prop_assert!(self.set.get(self.set.primary()).is_some(), "there is a primary");
        for path in self.set.iter() {
            let mine = self.outstanding.iter().filter(|c| c.path == path.id()).count() as u64;
            prop_assert_eq!(path.in_flight(), mine * 1000);
            prop_assert_eq!(path.t3_running(), mine > 0, "T3 runs while something is outstanding");
            prop_assert!(path.congestion().cwnd() > 0);
            prop_assert!(path.packet_size() >= 500 && path.packet_size() % 4 == 0);
        }
        for id in [self.set.data_path(), self.set.for_control(None)] {
            let path = self.set.get(id);
            prop_assert!(path.is_some_and(|p| p.state() != PathState::Unconfirmed));
        }
        for cause in [Cause::FastRetransmit, Cause::Timeout] {
            for last in 0..6 {
                let path = self.set.get(self.set.for_retransmission(PathId(last), cause));
                prop_assert!(path.is_some_and(|p| p.state() != PathState::Unconfirmed));
            }
        }
        // Timers are in the future or were just handled: no loop that never ends.
        prop_assert!(self.set.next_due().is_none_or(|due| due > self.now), "{:?}", self.set);
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn any_sequence_keeps_the_books(
        which in 0_usize..3,
        multipath in any::<bool>(),
        ops in proptest::collection::vec(op(), 1..120),
    ) {
        let settings =
            PathSettings { algorithm: Algorithm::ALL[which], multipath, ..Default::default() };
        let mut model = Model::new(settings);
        model.tick();
        for op in &ops {
            model.apply(op);
            model.check()?;
        }
    }
}
