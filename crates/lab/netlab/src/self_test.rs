//! Measures, between real namespaces, whether the emulator does what it is asked for.
//!
//! Bounds are those that hold on any machine: a count of losses lies within five standard deviations,
//! nothing comes earlier or faster than asked. How much later a busy machine delivers is reported, not
//! judged.

use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::lab::Lab;
use crate::probe::{HEADERS, Probe};
use crate::scenario::Scenario;

/// Something that is measured.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// Its name.
    pub name: &'static str,
    run: fn() -> Result<Outcome>,
}

/// What was asked for and what came.
#[derive(Debug, Clone)]
pub struct Outcome {
    asked: String,
    measured: String,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "asked {}, measured {}", self.asked, self.measured)
    }
}

impl Check {
    /// Measures.
    ///
    /// # Errors
    /// What was measured cannot come from what was asked for, or the laboratory cannot be built.
    pub fn run(&self) -> Result<Outcome> {
        (self.run)()
    }

    /// The check of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        CHECKS.iter().find(|check| check.name == name)
    }
}

/// All checks.
pub const CHECKS: &[Check] = &[
    Check { name: "nothing", run: nothing },
    Check { name: "loss", run: loss },
    Check { name: "bursts", run: bursts },
    Check { name: "delay", run: delay },
    Check { name: "jitter", run: jitter },
    Check { name: "rate", run: rate },
    Check { name: "reorder", run: reorder },
    Check { name: "duplicate", run: duplicate },
    Check { name: "corrupt", run: corrupt },
    Check { name: "cut", run: cut },
    Check { name: "paths", run: paths },
];

/// Two hosts with this link.
fn two(link: &str) -> Result<(Lab, Probe)> {
    let text = format!("hosts = {{ count = 2 }}\n[[network]]\nname = 'lan'\nlink = {{ {link} }}\n");
    let lab = Lab::build(&Scenario::parse(&text)?)?;
    let probe = Probe::new(&lab, "n0", "n1", "lan")?;
    Ok((lab, probe))
}

/// Within five standard deviations of a binomial count.
fn near(count: u64, of: u64, probability: f64) -> Result<()> {
    let expected = of as f64 * probability;
    let bound = 5.0 * (expected * (1.0 - probability)).sqrt();
    ensure!(
        (count as f64 - expected).abs() <= bound,
        "{count} of {of} where {expected:.0} +- {bound:.0} were expected"
    );
    Ok(())
}

fn percent(count: u64, of: u64) -> String {
    format!("{:.3} % of {of}", count as f64 * 100.0 / of as f64)
}

fn outcome(asked: &str, measured: impl Into<String>) -> Result<Outcome> {
    Ok(Outcome { asked: asked.into(), measured: measured.into() })
}

/// Without a wish, all arrive in order; what this machine adds is told.
fn nothing() -> Result<Outcome> {
    let (lab, mut probe) = two("")?;
    let seen = probe.paced(&lab, 3200, 100)?;
    let numbers: Vec<u32> = seen.iter().map(|each| each.number).collect();
    ensure!(numbers.iter().copied().eq(0..3200), "{} of 3200 arrived, or not in order", seen.len());
    let mut times = Vec::new();
    for _ in 0..200 {
        times.extend(probe.round_trip()?);
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).context("no answers")?;
    ensure!(lab.report()?.total().dropped() == 0, "packets were dropped");
    outcome("nothing", format!("none of 3200 lost, round trip {} us", median.as_micros()))
}

fn loss() -> Result<Outcome> {
    let mut text = Vec::new();
    for (asked, probability) in [("1%", 0.01), ("2%", 0.02)] {
        let (lab, mut probe) = two(&format!("loss = '{asked}'"))?;
        let seen = probe.paced(&lab, 19_200, 64)?.len() as u64;
        let link = *lab.report()?.link("lan", "n0 ->").context("a link")?;
        ensure!(link.offered == seen + link.lost, "{seen} seen, {link:?}");
        near(link.lost, link.offered, probability)?;
        text.push(percent(link.offered - seen, link.offered));
    }
    outcome("loss 1% and 2%", text.join(", "))
}

fn bursts() -> Result<Outcome> {
    let (lab, mut probe) = two("loss = { mean = '5%', burst = 8 }")?;
    let seen = probe.paced(&lab, 19_200, 64)?;
    let lost = 19_200 - seen.len() as u64;
    let gaps = seen.windows(2).filter(|pair| pair[1].number != pair[0].number + 1).count();
    let length = lost as f64 / gaps as f64;
    ensure!((480..1920).contains(&lost), "{lost} of 19200 lost");
    ensure!((5.0..13.0).contains(&length), "bursts of {length:.1}");
    outcome("5% in bursts of 8", format!("{}, bursts of {length:.1}", percent(lost, 19_200)))
}

fn round_trips(probe: &mut Probe, count: usize) -> Result<(Duration, Duration)> {
    let mut times = Vec::new();
    for _ in 0..count {
        times.push(probe.round_trip()?.context("no answer")?);
    }
    times.sort_unstable();
    Ok((times[0], times[count - 1]))
}

fn delay() -> Result<Outcome> {
    let (_lab, mut probe) = two("delay = '10ms'")?;
    let (least, _) = round_trips(&mut probe, 50)?;
    ensure!(least >= Duration::from_millis(20), "a round trip of {least:?}");
    outcome("delay 10ms each way", format!("{:.3} ms both", least.as_secs_f64() * 1e3))
}

fn jitter() -> Result<Outcome> {
    let (_lab, mut probe) = two("delay = '5ms', jitter = '20ms'")?;
    let (least, most) = round_trips(&mut probe, 50)?;
    ensure!(least >= Duration::from_millis(10), "a round trip of {least:?}");
    // That fifty sums of two should stay within a fifth of their range is next to impossible.
    ensure!(most - least >= Duration::from_millis(8), "round trips of {least:?} to {most:?}");
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    outcome(
        "delay 5ms, jitter 20ms each way",
        format!("{:.2} to {:.2} ms both", ms(least), ms(most)),
    )
}

fn rate() -> Result<Outcome> {
    // No more than the receiver's buffer holds: it may be kept from reading.
    const PACKETS: u32 = 60;
    let (_lab, mut probe) = two("rate = '10mbit'")?;
    let start = Instant::now();
    probe.burst(PACKETS, 1500 - HEADERS)?;
    let mut last = start;
    for _ in 0..PACKETS {
        probe.next(Duration::from_secs(10))?.context("a packet is missing")?;
        last = Instant::now();
    }
    let seconds = (last - start).as_secs_f64();
    let megabits = f64::from(PACKETS) * 1500.0 * 8.0 / 1e6 / seconds;
    ensure!(megabits <= 10.0, "{megabits:.2} mbit in a second");
    outcome("rate 10mbit", format!("{megabits:.2} mbit"))
}

fn reorder() -> Result<Outcome> {
    let (lab, mut probe) = two("reorder = { share = '10%', extra = '5ms' }")?;
    let seen = probe.paced(&lab, 3200, 64)?;
    ensure!(seen.len() == 3200, "{} of 3200 arrived", seen.len());
    let overtaken = seen.windows(2).filter(|pair| pair[1].number < pair[0].number).count();
    let held = lab.report()?.link("lan", "n0 ->").context("a link")?.reordered;
    near(held, 3200, 0.1)?;
    // Whoever is held back at a burst's end is passed by nobody.
    ensure!(overtaken > 0, "nobody was overtaken");
    outcome("reordering 10%", format!("{} held back", percent(held, 3200)))
}

fn duplicate() -> Result<Outcome> {
    let (lab, mut probe) = two("duplicate = '5%'")?;
    let seen = probe.paced(&lab, 3200, 64)?;
    let distinct: BTreeSet<u32> = seen.iter().map(|each| each.number).collect();
    ensure!(distinct.len() == 3200, "{} of 3200 arrived", distinct.len());
    let twice = (seen.len() - distinct.len()) as u64;
    near(twice, 3200, 0.05)?;
    outcome("5% twice", percent(twice, 3200))
}

/// An inverted bit is found by a checksum of IP or UDP, and the packet is dropped; unless it is in a
/// field that neither covers or nobody reads.
fn corrupt() -> Result<Outcome> {
    let (lab, mut probe) = two("corrupt = '10%'")?;
    let seen = probe.paced(&lab, 3200, 64)?.len() as u64;
    let damaged = lab.report()?.link("lan", "n0 ->").context("a link")?.corrupted;
    near(damaged, 3200, 0.1)?;
    let missing = 3200 - seen;
    ensure!(missing <= damaged && missing * 10 >= damaged * 9, "{missing} of {damaged} missing");
    outcome("10% damaged", format!("{}, {missing} found out", percent(damaged, 3200)))
}

fn cut() -> Result<Outcome> {
    let (lab, mut probe) = two("")?;
    let mut passes = |lab: &Lab, wanted: usize| -> Result<()> {
        let seen = probe.paced(lab, 64, 64)?.len();
        ensure!(seen == wanted, "{seen} of 64 arrived instead of {wanted}");
        ensure!(lab.report()?.unknown == 0, "packets went astray");
        Ok(())
    };
    passes(&lab, 64)?;
    lab.cut("lan/n1")?;
    passes(&lab, 0)?;
    lab.heal("lan/n1")?;
    passes(&lab, 64)?;
    lab.cut("lan")?;
    passes(&lab, 0)?;
    lab.heal("lan")?;
    passes(&lab, 64)?;
    outcome("a cut and a heal", "none, then all")
}

fn paths() -> Result<Outcome> {
    let text = "hosts = { count = 2 }\n[[network]]\nname = 'a'\n[[network]]\nname = 'b'\n";
    let lab = Lab::build(&Scenario::parse(text)?)?;
    let (mut a, mut b) = (Probe::new(&lab, "n0", "n1", "a")?, Probe::new(&lab, "n0", "n1", "b")?);
    lab.cut("a")?;
    ensure!(a.paced(&lab, 32, 64)?.is_empty(), "the path that is cut carries");
    ensure!(b.paced(&lab, 32, 64)?.len() == 32, "the other path does not carry");
    outcome("one of two paths cut", "the other carries all")
}
