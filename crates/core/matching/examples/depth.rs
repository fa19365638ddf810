//! Nanoseconds per match behind a growing number of entries that do not match.

use std::hint::black_box;
use std::time::Instant;

use ferry_matching::{Envelope, Matcher, Selector};
use ferry_wire::ContextId;

const ROUNDS: u32 = 1_000_000;
const CONTEXT: ContextId = ContextId(1);
const WANTED: Envelope = Envelope { context: CONTEXT, source: 1, tag: 1_000_000 };

fn other(tag: usize) -> Envelope {
    Envelope { context: CONTEXT, source: 1, tag: tag as i32 }
}

/// Posts and matches `selector` behind `depth` posted receives.
fn posted(depth: usize, selector: Selector) -> f64 {
    let mut matcher: Matcher<u64, u64> = Matcher::new();
    for tag in 0..depth {
        matcher.post((&other(tag)).into(), tag as u64);
    }
    per_round(|| {
        matcher.take(black_box(&selector));
        matcher.post(black_box(selector), 7);
        black_box(matcher.arrive(black_box(&WANTED)));
    })
}

/// Keeps and takes a message behind `depth` kept ones; with `wild` all indexes are in use.
fn kept(depth: usize, wild: bool) -> f64 {
    let mut matcher: Matcher<u64, u64> = Matcher::new();
    for tag in 0..depth {
        matcher.keep(other(tag), tag as u64);
    }
    if wild {
        matcher.keep(WANTED, 0);
        for (source, tag) in [(None, Some(WANTED.tag)), (Some(9), None), (None, None)] {
            matcher.peek(&Selector { context: CONTEXT, source, tag });
        }
        matcher.take(&(&WANTED).into());
    }
    per_round(|| {
        black_box(matcher.arrive(black_box(&WANTED)));
        matcher.keep(black_box(WANTED), 7);
        black_box(matcher.take(&black_box((&WANTED).into())));
    })
}

/// The best of five runs.
fn per_round(mut round: impl FnMut()) -> f64 {
    let mut run = || {
        let start = Instant::now();
        for _ in 0..ROUNDS {
            round();
        }
        start.elapsed().as_nanos() as f64 / f64::from(ROUNDS)
    };
    (0..5).map(|_| run()).fold(f64::INFINITY, f64::min)
}

fn main() {
    println!("ns for a pair: take+post+arrive (exact, any source), arrive+keep+take (exact, all)");
    println!("{:>8} {:>8} {:>8} {:>8} {:>8}", "depth", "post", "post *", "keep", "keep *");
    for depth in [0, 1, 10, 100, 1_000, 10_000] {
        let exact = Selector::from(&WANTED);
        println!(
            "{depth:>8} {:>8.1} {:>8.1} {:>8.1} {:>8.1}",
            posted(depth, exact),
            posted(depth, Selector { source: None, ..exact }),
            kept(depth, false),
            kept(depth, true),
        );
    }
}
