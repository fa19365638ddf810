//! Two endpoints with two addresses each begin at about the same time over a lossy way that is longer than
//! the first timeout: INITs sent again take the other address (RFC 9260 §5.2.1, §5.4.1) and overtake what
//! was sent before. One association must come of it, with all that is sent over it.

use std::time::Duration;

use ferry_netem::LinkSettings;
use ferry_sctp_core::association::{AssociationConfig, AssociationEvent};
use ferry_sctp_core::endpoint::{AssociationId, EndpointConfig};
use ferry_sctp_core::streams::Read;
use ferry_sctp_core::wire::StreamId;

use crate::common::script::endpoint;
use crate::common::sim::Sim;

/// Messages that each end sends at once when the association is up.
const MESSAGES: u8 = 20;

fn config() -> EndpointConfig {
    let mut association = AssociationConfig::default();
    association.paths.rto.initial = Duration::from_millis(60);
    association.max_init_retransmits = 30;
    association.max_retrans = u32::MAX;
    association.paths.rto.min = Duration::from_millis(20);
    endpoint(association)
}

/// What an end has: the association that is up, and the messages that came over it.
#[derive(Default)]
struct User {
    up: Option<AssociationId>,
    heard: Vec<u8>,
}

impl User {
    fn look(&mut self, sim: &mut Sim, host: usize, what: &str) {
        while let Some((id, event)) = sim.hosts[host].events.pop_front() {
            match event {
                AssociationEvent::Up { .. } => {
                    assert_eq!(self.up.replace(id), None, "{what}: host {host} has two");
                    self.speak(sim, host, id);
                }
                AssociationEvent::Lost(_) | AssociationEvent::Restarted { .. } => {
                    panic!("{what}: {event:?} at host {host}")
                }
                _ => {}
            }
        }
        let Some(id) = self.up else { return };
        while let Some(Read::Piece(piece)) = sim.end(host).read(id, StreamId(0), usize::MAX) {
            self.heard.push(piece.payload.to_vec()[0]);
        }
    }

    fn speak(&self, sim: &mut Sim, host: usize, id: AssociationId) {
        let now = sim.now;
        for n in 0..MESSAGES {
            let text = [n; 300];
            let sent =
                sim.end(host).send(now, id, StreamId(0), Default::default(), text[..].into(), true);
            assert_eq!(sent.expect("room").bytes, text.len());
        }
        sim.flush(host);
    }
}

fn begin(sim: &mut Sim, host: usize) {
    let (remote, now) = (sim.remote(1 - host), sim.now);
    // The other may have called before.
    let _ = sim.end(host).connect(now, &remote);
    sim.flush(host);
}

#[test]
fn one_association_comes_of_two_calls_that_cross() {
    let way = |ms: u64| LinkSettings::default().delay(format!("{ms}ms").parse().expect("a time"));
    for seed in 0..1000_u64 {
        let loss = ["5%", "20%", "30%"][seed as usize % 3];
        let what = format!("seed {seed}");
        let paths = [50, 20 + seed % 60].map(|ms| way(ms).loss(loss.parse().expect("a share")));
        let mut sim = Sim::pair(seed, &config(), &config(), &paths);
        let mut users = [User::default(), User::default()];
        begin(&mut sim, 0);
        let later = sim.now + Duration::from_millis(seed * 7 % 250);
        sim.run_until(later);
        begin(&mut sim, 1);
        let whole: Vec<u8> = (0..MESSAGES).collect();
        let until = sim.now + Duration::from_secs(600);
        let done = sim.run_while(until, |sim| {
            for (host, user) in users.iter_mut().enumerate() {
                user.look(sim, host, &what);
            }
            users.iter().any(|user| user.heard.len() < whole.len())
        });
        assert!(done, "{what}: only {:?} came", users.each_ref().map(|user| &user.heard));
        assert!(users.iter().all(|user| user.heard == whole), "{what}");
    }
}
