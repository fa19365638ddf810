//! What holds for every link.

use std::collections::HashMap;
use std::time::Duration;

use bytes::Bytes;
use ferry_netem::{
    Jitter, Link, LinkSettings, Loss, Probability, Rate, Reorder, Shape, Size, Span,
};
use proptest::prelude::*;

/// Gap before it in microseconds, and length.
type Sent = (u64, usize);

fn share() -> impl Strategy<Value = Probability> {
    (0.0..=1.0).prop_map(|p| Probability::new(p).expect("a probability"))
}

fn span() -> impl Strategy<Value = Span> {
    (0..20_000_u64).prop_map(|us| Span(Duration::from_micros(us)))
}

fn loss() -> impl Strategy<Value = Loss> {
    let bursty = (share(), share(), share(), share())
        .prop_map(|(enter, leave, good, bad)| Loss::Bursty { enter, leave, good, bad });
    prop_oneof![share().prop_map(Loss::Random), bursty]
}

fn jitter() -> impl Strategy<Value = Jitter> {
    let shape = prop_oneof![Just(Shape::Uniform), Just(Shape::Normal)];
    (span(), shape, any::<bool>()).prop_map(|(spread, shape, keep_order)| Jitter {
        spread,
        shape,
        keep_order,
    })
}

fn rate() -> impl Strategy<Value = Rate> {
    (10_000..1_000_000_000_u64).prop_map(|bits| Rate::bits_per_second(bits).expect("not zero"))
}

prop_compose! {
    fn settings()(
        loss in prop::option::of(loss()),
        delay in prop::option::of(span()),
        jitter in prop::option::of(jitter()),
        reorder in prop::option::of((share(), span())),
        duplicate in prop::option::of(share()),
        rate in prop::option::of(rate()),
        queue in prop::option::of(0..100_000_u64),
        mtu in prop::option::of(500..2000_u32),
    ) -> LinkSettings {
        let reorder = reorder.map(|(share, extra)| Reorder { share, extra });
        let queue = queue.map(Size);
        LinkSettings { loss, delay, jitter, reorder, duplicate, corrupt: None, rate, queue, mtu }
    }
}

fn traffic() -> impl Strategy<Value = Vec<Sent>> {
    prop::collection::vec((0..3000_u64, 8..2000_usize), 1..200)
}

struct Arrived {
    at: Duration,
    number: usize,
    bytes: usize,
}

/// Pushes numbered packets, takes out what is due in between and at the end.
fn run(settings: LinkSettings, seed: u64, traffic: &[Sent]) -> (Vec<Arrived>, Link<Bytes>) {
    let mut link = Link::new(settings, seed);
    let mut arrived = Vec::new();
    let mut now = Duration::ZERO;
    let mut take = |link: &mut Link<Bytes>, now: Duration| {
        while let Some((at, packet)) = link.poll_timed(now) {
            let number = u64::from_le_bytes(packet[..8].try_into().expect("eight bytes")) as usize;
            arrived.push(Arrived { at, number, bytes: packet.len() });
        }
    };
    for (number, (gap, length)) in traffic.iter().enumerate() {
        now += Duration::from_micros(*gap);
        let mut packet = vec![0; *length];
        packet[..8].copy_from_slice(&(number as u64).to_le_bytes());
        link.push(now, packet.into());
        take(&mut link, now);
    }
    take(&mut link, Duration::MAX);
    (arrived, link)
}

fn times(traffic: &[Sent]) -> Vec<Duration> {
    let sum = |sum: &mut u64, (gap, _): &Sent| {
        *sum += gap;
        Some(Duration::from_micros(*sum))
    };
    traffic.iter().scan(0, sum).collect()
}

proptest! {
    #[test]
    fn same_seed_same_fate(settings in settings(), seed: u64, traffic in traffic()) {
        let (first, second) = (run(settings, seed, &traffic), run(settings, seed, &traffic));
        prop_assert_eq!(first.1.counters(), second.1.counters());
        let list = |arrived: Vec<Arrived>| -> Vec<_> {
            arrived.into_iter().map(|each| (each.at, each.number)).collect()
        };
        prop_assert_eq!(list(first.0), list(second.0));
    }

    #[test]
    fn nothing_is_invented(settings in settings(), seed: u64, traffic in traffic()) {
        let (arrived, link) = run(settings, seed, &traffic);
        let counters = link.counters();
        prop_assert_eq!(counters.offered as usize, traffic.len());
        prop_assert_eq!(counters.delivered as usize, arrived.len());
        prop_assert_eq!(
            counters.delivered + counters.dropped(),
            counters.offered + counters.duplicated
        );
        let mut seen = HashMap::<usize, u64>::new();
        for each in &arrived {
            prop_assert_eq!(each.bytes, traffic[each.number].1);
            *seen.entry(each.number).or_default() += 1;
        }
        let extra: u64 = seen.values().map(|count| count - 1).sum();
        prop_assert_eq!(extra, counters.duplicated);
        prop_assert_eq!(link.in_transit(), 0);
    }

    #[test]
    fn never_early_and_in_time_order(settings in settings(), seed: u64, traffic in traffic()) {
        let (arrived, _) = run(settings, seed, &traffic);
        let sent = times(&traffic);
        let delay = settings.delay.unwrap_or_default().0;
        for each in &arrived {
            let line = settings.rate.map_or(Duration::ZERO, |rate| rate.time_of(each.bytes as u64));
            prop_assert!(each.at >= sent[each.number] + delay + line);
        }
        prop_assert!(arrived.is_sorted_by_key(|each| each.at));
    }

    #[test]
    fn order_is_kept_unless_asked(settings in settings(), seed: u64, traffic in traffic()) {
        let jitter = settings.jitter.map(|jitter| Jitter { keep_order: true, ..jitter });
        let settings = LinkSettings { reorder: None, jitter, ..settings };
        let (arrived, _) = run(settings, seed, &traffic);
        prop_assert!(arrived.is_sorted_by_key(|each| each.number));
    }

    #[test]
    fn the_rate_is_never_exceeded(rate in rate(), queue in 0..100_000_u64, traffic in traffic()) {
        let settings = LinkSettings::default().rate(rate).queue(Size(queue));
        let (arrived, link) = run(settings, 1, &traffic);
        // Between any two arrivals the line has carried all but the first.
        for pair in arrived.windows(2) {
            prop_assert!(pair[1].at - pair[0].at >= rate.time_of(pair[1].bytes as u64));
        }
        let largest = traffic.iter().map(|sent| sent.1 as u64).max().unwrap_or(0);
        prop_assert!(link.counters().queue_peak <= queue.max(largest));
    }

    #[test]
    fn a_cut_loses_all_and_a_heal_ends_it(settings in settings(), seed: u64) {
        let settings = LinkSettings { loss: None, mtu: None, ..settings };
        let mut link = Link::new(settings, seed);
        link.push(Duration::ZERO, vec![1_u8; 100]);
        link.cut();
        link.push(Duration::ZERO, vec![2_u8; 100]);
        prop_assert_eq!(link.poll(Duration::MAX), None);
        prop_assert!(link.counters().cut >= 2);
        link.heal();
        link.push(Duration::ZERO, vec![3_u8; 100]);
        prop_assert_eq!(link.poll(Duration::MAX), Some(vec![3_u8; 100]));
    }
}
