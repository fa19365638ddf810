//! A farm: a worker asks for tasks, ten ahead, each a long message on one of ten streams. What is lost must
//! be sent again and little else, and a task must not be whole late since others were cut beside it.

use crate::common::peer::endpoint;
use crate::common::sim::Sim;
use ferry_netem::LinkSettings;
use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::endpoint::AssociationId;
use ferry_sctp_core::streams::{MessageOptions, Read, Scheduler};
use ferry_sctp_core::wire::StreamId;
use std::time::Duration;

const TASK: usize = 30_000;
const TASKS: usize = 100;
const AHEAD: usize = 10;
/// The stream of requests; tasks have those after it.
const REQUESTS: StreamId = StreamId(0);

/// What a farm came to, or several of them together.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    seconds: f64,
    resent: u64,
    timeouts: u64,
}

struct Farm {
    manager: AssociationId,
    worker: AssociationId,
    /// Bytes of tasks that have come, by stream.
    came: [usize; AHEAD],
    asked: usize,
    given: usize,
    done: usize,
}

impl Farm {
    fn ask(&mut self, sim: &mut Sim, times: usize) {
        for _ in 0..times.min(TASKS - self.asked) {
            self.asked += 1;
            send(sim, 1, self.worker, REQUESTS, 40);
        }
        sim.flush(1);
    }

    /// The manager answers what has come.
    fn answer(&mut self, sim: &mut Sim) {
        while let Some(read) = sim.end(0).read(self.manager, REQUESTS, usize::MAX) {
            if matches!(read, Read::Piece(_)) {
                self.given += 1;
                send(sim, 0, self.manager, StreamId(1 + (self.given % AHEAD) as u16), TASK);
            }
        }
        sim.flush(0);
    }

    /// The worker takes what has come; how many tasks that were.
    fn take(&mut self, sim: &mut Sim) -> usize {
        for (at, came) in self.came.iter_mut().enumerate() {
            let stream = StreamId(1 + at as u16);
            while let Some(read) = sim.end(1).read(self.worker, stream, usize::MAX) {
                if let Read::Piece(piece) = read {
                    *came += piece.payload.len();
                }
            }
        }
        let done = self.came.iter().map(|came| came / TASK).sum();
        done - std::mem::replace(&mut self.done, done)
    }
}

fn send(sim: &mut Sim, host: usize, id: AssociationId, stream: StreamId, bytes: usize) {
    let (now, payload) = (sim.now, vec![7; bytes]);
    let options = MessageOptions::default();
    let sent = sim.end(host).send(now, id, stream, options, payload[..].into(), true);
    assert_eq!(sent.expect("room").bytes, bytes);
}

/// Farms over a way of so long a round trip, with so many packets of a hundred lost.
fn farms(scheduler: Scheduler, trip_ms: u64, loss: u32) -> Tally {
    let mut config = AssociationConfig {
        scheduler,
        outbound_streams: 1 + AHEAD as u16,
        inbound_streams: 1 + AHEAD as u16,
        send_buffer: 4 << 20,
        receive_window: 4 << 20,
        ..AssociationConfig::default()
    };
    config.paths.congestion.initial_segments = Some(10);
    let config = endpoint(config);
    let way = LinkSettings::default()
        .delay(format!("{}us", trip_ms * 500).parse().expect("a time"))
        .rate("66mbit".parse().expect("a rate"))
        .loss(format!("{loss}%").parse().expect("a share"));
    let mut tally = Tally::default();
    for seed in 1..=10 {
        let mut sim = Sim::pair(seed, &config, &config, &[way]);
        let (manager, worker) = sim.open(0, 1);
        let began = sim.now;
        let mut farm = Farm { manager, worker, came: [0; AHEAD], asked: 0, given: 0, done: 0 };
        farm.ask(&mut sim, AHEAD);
        let is_done = sim.run_while(began + Duration::from_secs(60), |sim| {
            farm.answer(sim);
            let done = farm.take(sim);
            farm.ask(sim, done);
            farm.done < TASKS
        });
        assert!(is_done, "seed {seed}: {} of {TASKS} tasks in a minute", farm.done);
        let report = sim.end(0).report(manager).expect("it stands");
        tally.seconds += (sim.now - began).as_secs_f64();
        tally.resent += report.counters.retransmissions;
        tally.timeouts += report.paths[0].counters.timeouts;
    }
    tally
}

#[test]
fn what_is_lost_on_a_long_way_is_sent_again_and_little_else() {
    // Of 2,200 packets of each farm 22 are lost; several hundred were sent again when timeouts expired while
    // a queue filled.
    let tally = farms(Scheduler::FairMessages, 20, 1);
    assert!((100..400).contains(&tally.resent) && tally.timeouts <= 2, "{tally:?}");
}

#[test]
fn tasks_that_are_whole_one_by_one_keep_the_line_busy() {
    for (trip, loss) in [(20, 0), (20, 5), (100, 1)] {
        let by_messages = farms(Scheduler::FairMessages, trip, loss);
        let by_packets = farms(Scheduler::FairCapacity, trip, loss);
        assert!(by_messages.seconds < 0.99 * by_packets.seconds, "{by_messages:?} {by_packets:?}");
    }
}
