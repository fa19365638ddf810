//! The coupled climate model by each way of using two methods (table 1 of the paper on Nexus).

use super::{Claim, ClaimCase, Expectation, Experiment, ReportTable, Scale, least, point};
use crate::contender::Contender;
use crate::estimate::Estimate;
use crate::net::Net;
use crate::point::Point;
use crate::store::{Gap, Store};

pub(super) const ABOUT: &str = "An atmosphere on one host and an ocean on another exchange their surfaces \
every second step. Within a host shared memory serves, between the hosts TCP. (The paper had 16 and 8 \
processors of an SP2; here they are as many ranks as two cores make sense of.) Then both on one host, where the fast \
method serves all: the paper compared MPICH over Nexus, which chooses methods at run time, with MPICH over the fast \
method alone. Ferry is never without that layer, so that what stands for the other are MPIs that have none.";

const AIR: u32 = 4;
const WATER: u32 = 2;

/// A way to run the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    TcpAlone,
    Selective,
    Forwarding,
    /// A look at TCP in so many polls.
    Every(u32),
    Adaptive,
    Other(&'static str),
}

use Way::{Adaptive, Every, Forwarding, Other, Selective, TcpAlone};

const PEERS: [Way; 3] = [Other("mpich"), Other("openmpi"), Other("intel")];
/// Fixed intervals.
const FIXED: [Way; 4] = [Every(1), Every(100), Every(1000), Every(10_000)];
/// On two hosts.
const WAYS: [Way; 11] = [
    TcpAlone, Selective, Forwarding, FIXED[0], FIXED[1], FIXED[2], FIXED[3], Adaptive, PEERS[0],
    PEERS[1], PEERS[2],
];
/// On one.
const TOGETHER: [Way; 4] = [Adaptive, PEERS[0], PEERS[1], PEERS[2]];

impl Way {
    fn name(self) -> String {
        match self {
            TcpAlone => "TCP alone".to_owned(),
            Selective => "TCP looked at in the exchange only".to_owned(),
            Forwarding => "forwarding".to_owned(),
            Every(polls) => format!("skip_poll {polls}"),
            Adaptive => "adaptive".to_owned(),
            Other(mpi) => mpi.to_owned(),
        }
    }

    fn contender(self) -> &'static str {
        match self {
            TcpAlone => "tcp",
            Other(mpi) => mpi,
            _ => "shm-tcp",
        }
    }

    /// Parameters of Ferry.
    fn set(self) -> Vec<String> {
        match self {
            Forwarding => vec!["forward=tcp:0-3>0;tcp:4-5>4".to_owned()],
            Every(polls) => vec![format!("poll.skip=tcp:{polls}")],
            TcpAlone | Selective | Adaptive | Other(_) => Vec::new(),
        }
    }

    /// Arguments of the program.
    fn words(self) -> &'static [&'static str] {
        if self == Selective { &["--selective", "shm"] } else { &[] }
    }
}

fn row(scale: Scale, way: Way, slots: &[u32]) -> Vec<Point> {
    let size: [&str; 6] = scale.pick(
        ["--steps", "400", "--columns", "512", "--work", "4"],
        ["--steps", "60", "--columns", "512", "--work", "4"],
        ["--steps", "4", "--columns", "64", "--work", "1"],
    );
    let one = |contender| Point {
        ranks: AIR + WATER,
        slots: slots.to_vec(),
        set: way.set(),
        args: size.iter().chain(way.words()).map(|word| (*word).to_owned()).collect(),
        // The effects that the paper tells of are a few percent, and ranks share cores here.
        runs: scale.pick(12, 2, 1),
        longest: 120,
        measure: "step",
        label: Some("a step"),
        ..point(Experiment::Coupled, contender, Net::lan(2, 0), "coupled", &[])
    };
    Contender::named(way.contender()).map(one).into_iter().collect()
}

fn apart(scale: Scale, way: Way) -> Vec<Point> {
    row(scale, way, &[AIR, WATER])
}

fn together(scale: Scale, way: Way) -> Vec<Point> {
    row(scale, way, &[AIR + WATER])
}

pub(super) fn tables(scale: Scale) -> Vec<ReportTable> {
    let table = |title: &str, ways: &[Way], row: &dyn Fn(Way) -> Vec<Point>| {
        let rows = ways.iter().map(|way| (way.name(), row(*way))).collect();
        ReportTable::of(title, ("ms", 1e3), "way", rows)
    };
    vec![
        table("Time of a step", &WAYS, &|way| apart(scale, way)),
        table("Time of a step, all on one host", &TOGETHER, &|way| together(scale, way)),
    ]
}

pub(super) fn claims(scale: Scale, store: &Store) -> Vec<Claim> {
    let figure = |row: Vec<Point>| store.estimate(row.first().ok_or(Gap::NotMeasured)?);
    let time = |way: Way| figure(apart(scale, way));
    let times = |ways: &[Way]| ways.iter().map(|way| time(*way)).collect::<Result<Vec<_>, _>>();
    let fixed = || least(times(&FIXED)?).ok_or(Gap::NotMeasured);
    let over = |a: Result<Estimate, Gap>, b: Result<Estimate, Gap>| Ok(a?.over(b?));
    let worst = || {
        let all = times(&WAYS[1..WAYS.len() - PEERS.len()])?.into_iter();
        all.max_by(|a, b| a.value().total_cmp(&b.value())).ok_or(Gap::NotMeasured)
    };
    let built_in = || {
        let known = PEERS.into_iter().filter(|peer| store.knows(peer.contender()));
        let all: Result<Vec<_>, _> = known.map(|peer| figure(together(scale, peer))).collect();
        least(all?).ok_or(Gap::NotMeasured)
    };
    let claim = |source, text: &str, name: &str, found, expected| {
        Claim::of(source, text, [ClaimCase::new(name, found, expected)])
    };
    vec![
        claim(
            "Nexus, table 1",
            "TCP alone is about ten times as slow as any use of both methods (its time over the worst of the \
             others)",
            "TCP alone",
            over(time(TcpAlone), worst()),
            Expectation::Factor(10.0, 10.0),
        ),
        claim(
            "Nexus, table 1",
            "Looking at TCP only where it is used is best, the best fixed interval within 0.1 % of it (time of \
             the latter over the former; 2 % is what can be told apart here)",
            "best fixed interval",
            over(fixed(), time(Selective)),
            Expectation::Within(0.98, 1.02),
        ),
        claim(
            "Nexus, table 1",
            "Looking at TCP in each poll costs 4 % (time over that of looking only where it is used)",
            "skip_poll 1",
            over(time(Every(1)), time(Selective)),
            Expectation::Factor(1.04, 1.04),
        ),
        claim(
            "Nexus, table 1",
            "Forwarding costs 4 % over the best fixed interval (time over that of the latter)",
            "forwarding",
            over(time(Forwarding), fixed()),
            Expectation::Factor(1.04, 1.04),
        ),
        claim(
            "Nexus, section 4",
            "A layer that chooses methods at run time costs MPI 6 % (on one host: time by Ferry, with two methods at \
             hand, over that of the best MPI that has none)",
            "adaptive",
            over(figure(together(scale, Adaptive)), built_in()),
            Expectation::Factor(1.06, 1.06),
        ),
        claim(
            "Ferry's own goal",
            "The interval that Ferry finds by itself is as good as the best fixed one",
            "adaptive",
            over(time(Adaptive), fixed()),
            Expectation::AtMost(1.1),
        ),
    ]
}
