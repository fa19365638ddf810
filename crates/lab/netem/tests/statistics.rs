//! With fixed seeds, what a link does lies near what was asked for.

use std::time::Duration;

use ferry_netem::{Counters, Fate, Jitter, Link, LinkSettings, Loss, Shape, Span};

const PACKETS: u32 = 100_000;
const GAP: Duration = Duration::from_micros(10);

/// Numbered packets at even distances; what arrives, and when.
fn through(settings: LinkSettings, seed: u64) -> (Vec<(Duration, u32)>, Counters) {
    let mut link = Link::new(settings, seed);
    for number in 0..PACKETS {
        link.push(GAP * number, number.to_le_bytes().to_vec());
    }
    let mut arrived = Vec::new();
    while let Some(due) = link.next_due() {
        let packet = link.poll(due).expect("due");
        arrived.push((due, u32::from_le_bytes(packet.try_into().expect("four bytes"))));
    }
    (arrived, *link.counters())
}

/// Within five standard deviations of a binomial count.
fn near(count: u64, probability: f64) {
    let expected = f64::from(PACKETS) * probability;
    let deviation = (expected * (1.0 - probability)).sqrt();
    let off = (count as f64 - expected).abs();
    assert!(off <= 5.0 * deviation, "{count} instead of {expected}");
}

fn settings(text: &str) -> LinkSettings {
    toml::from_str(text).expect(text)
}

#[test]
fn random_loss() {
    for (text, share) in [("1%", 0.01), ("2%", 0.02), ("50%", 0.5)] {
        let (arrived, counters) = through(settings(&format!("loss = '{text}'")), 7);
        near(counters.lost, share);
        assert_eq!(arrived.len() as u64 + counters.lost, u64::from(PACKETS));
    }
    assert_eq!(through(settings("loss = '100%'"), 7).0.len(), 0);
    assert_eq!(through(LinkSettings::default(), 7).0.len(), PACKETS as usize);
}

#[test]
fn loss_in_bursts() {
    let asked = settings("loss = { mean = '5%', burst = 10 }");
    assert!((asked.loss.expect("set").mean() - 0.05).abs() < 1e-9);
    let (arrived, counters) = through(asked, 11);
    let lost = counters.lost as f64;
    assert!((0.04..0.06).contains(&(lost / f64::from(PACKETS))), "{lost} lost");
    let numbers = arrived.iter().map(|(_, number)| *number);
    let gaps = numbers.clone().zip(numbers.skip(1)).filter(|(a, b)| a + 1 != *b).count();
    let length = lost / gaps as f64;
    assert!((9.0..11.0).contains(&length), "bursts of {length}");
}

#[test]
fn the_four_probabilities() {
    let asked = "loss = { enter = '1%', leave = '9%', good = '1%', bad = '50%' }";
    let asked = settings(asked);
    let mean = asked.loss.expect("set").mean();
    assert!((mean - 0.059).abs() < 1e-9, "{mean}");
    let (_, counters) = through(asked, 5);
    let share = counters.lost as f64 / f64::from(PACKETS);
    assert!((mean * 0.85..mean * 1.15).contains(&share), "{share} instead of {mean}");
}

#[test]
fn impossible_bursts_are_refused() {
    for text in [
        "loss = { mean = '90%', burst = 1 }",
        "loss = { mean = '1%', burst = 0.5 }",
        "loss = { mean = '1%', enter = '1%' }",
        "loss = 'much'",
        "los = '1%'",
    ] {
        assert!(toml::from_str::<LinkSettings>(text).is_err(), "{text}");
    }
    assert!(Loss::in_bursts("1%".parse().expect("a share"), f64::NAN).is_err());
}

#[test]
fn delay_is_exact() {
    let (arrived, counters) = through(settings("delay = '10ms'"), 1);
    for (due, number) in arrived {
        assert_eq!(due, GAP * number + Duration::from_millis(10));
    }
    assert_eq!(counters.mean_delay(), Duration::from_millis(10));
}

fn delays(jitter: Jitter) -> Vec<f64> {
    let delay = Span(Duration::from_millis(1));
    let (arrived, _) = through(LinkSettings::default().delay(delay).jitter(jitter), 3);
    let seconds = |(due, number): (Duration, u32)| (due - GAP * number).as_secs_f64() * 1e3 - 1.0;
    arrived.into_iter().map(seconds).collect()
}

#[test]
fn jitter_is_spread_as_asked() {
    let spread = Span(Duration::from_millis(2));
    let uniform = delays(Jitter { spread, shape: Shape::Uniform, keep_order: false });
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    assert!(uniform.iter().all(|ms| (-1e-9..=2.0 + 1e-9).contains(ms)));
    assert!((mean(&uniform) - 1.0).abs() < 0.02, "{}", mean(&uniform));

    let normal = delays(Jitter { spread, shape: Shape::Normal, keep_order: false });
    assert!(normal.iter().all(|ms| *ms > -1e-9));
    // The mean magnitude of a normal distribution is sqrt(2 / pi) of its deviation.
    let expected = 2.0 * (2.0 / std::f64::consts::PI).sqrt();
    assert!((mean(&normal) - expected).abs() < 0.03, "{}", mean(&normal));
    let within = normal.iter().filter(|ms| **ms <= 2.0).count() as f64 / normal.len() as f64;
    assert!((within - 0.6827).abs() < 0.01, "{within}");
}

#[test]
fn copies_damage_and_late_ones() {
    let asked = "duplicate = '3%'\ncorrupt = '2%'\nreorder = { share = '5%', extra = '1ms' }";
    let (arrived, counters) = through(settings(asked), 9);
    near(counters.duplicated, 0.03);
    near(counters.corrupted, 0.02);
    near(counters.reordered, 0.05);
    assert_eq!(arrived.len() as u64, u64::from(PACKETS) + counters.duplicated);

    let (arrived, counters) = through(settings("reorder = { share = '5%', extra = '1ms' }"), 9);
    let late = arrived.iter().filter(|(due, number)| *due > GAP * *number).count();
    assert_eq!(late as u64, counters.reordered);
    let overtaken = arrived.windows(2).filter(|pair| pair[1].1 < pair[0].1).count();
    assert!(overtaken > 3000, "{overtaken}");
}

#[test]
fn damage_is_one_bit() {
    let mut link = Link::new(settings("corrupt = '100%'"), 4);
    for _ in 0..1000 {
        link.push(Duration::ZERO, vec![0_u8; 16]);
        let packet = link.poll(Duration::ZERO).expect("no delay");
        assert_eq!(packet.iter().map(|byte| byte.count_ones()).sum::<u32>(), 1);
    }
    // Nothing to damage.
    assert_eq!(link.push(Duration::ZERO, Vec::new()), Fate::Carried);
}

#[test]
fn a_rate_spaces_packets_and_a_full_queue_drops() {
    let mut link = Link::new(settings("rate = '12mbit'\nqueue = '15KB'\ndelay = '5ms'"), 1);
    let fates: Vec<Fate> = (0..20).map(|_| link.push(Duration::ZERO, vec![0; 1500])).collect();
    assert!(fates[..10].iter().all(|fate| *fate == Fate::Carried), "{fates:?}");
    assert!(fates[10..].iter().all(|fate| *fate == Fate::QueueFull), "{fates:?}");
    for number in 1..=10 {
        let due = link.next_due().expect("ten on the way");
        assert_eq!(due, Duration::from_millis(number + 5));
        link.poll(due).expect("due");
    }
    assert_eq!(link.counters().queue_peak, 15_000);
}

#[test]
fn a_large_packet_does_not_pass_a_small_mtu() {
    let mut link = Link::new(settings("mtu = 1500"), 1);
    assert_eq!(link.push(Duration::ZERO, vec![0; 1501]), Fate::TooLarge);
    assert_eq!(link.push(Duration::ZERO, vec![0; 1500]), Fate::Carried);
}
