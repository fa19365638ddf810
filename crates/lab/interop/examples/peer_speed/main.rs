//! How fast other implementations are, between two processes over UDP sockets:
//!
//! ```text
//! peer_speed dcsctp|sctp-proto listen ADDRESS PORT [MILLISECONDS]
//! peer_speed dcsctp|sctp-proto connect ADDRESS PORT [MILLISECONDS]
//! ```
//!
//! The connecting side prints `NAME SIZE VALUE UNIT LOW HIGH` lines (median and quartiles): ping-pong
//! one-way time, and bandwidth of streaming with an answer every 16 messages. Packets fit into Ethernet
//! frames. `dcsctp` as published formats every packet for its log, whether or not there is one, which
//! takes most of its time; `cargo xtask bench` builds this program with a copy that does not.
#![forbid(unsafe_code)]

#[path = "../../tests/peers/dcsctp_end.rs"]
#[allow(dead_code)]
mod dcsctp_end;
#[path = "../../tests/peers/end.rs"]
#[allow(dead_code)]
mod end;
#[path = "../../tests/peers/proto_end.rs"]
#[allow(dead_code)]
mod proto_end;
mod wire;

use std::io::{Error, ErrorKind, Result};
use std::time::Instant;

use end::Message;
use wire::Wire;

const LARGEST: usize = 1 << 20;
const WINDOW: usize = 16;
/// Few, for some are slow.
const LEAST_SAMPLES: usize = 3;
const MOST_SAMPLES: usize = 1001;

/// `n` times `count` messages of `size` bytes, each time an answer of `answer` bytes.
#[derive(Clone, Copy)]
struct MeasureOrder {
    size: usize,
    count: usize,
    answer: usize,
    n: usize,
}

impl MeasureOrder {
    fn encode(self) -> Vec<u8> {
        let numbers = [self.size, self.count, self.answer, self.n];
        numbers.iter().flat_map(|number| (*number as u64).to_le_bytes()).collect()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let number = |i: usize| Some(u64::from_le_bytes(*bytes[8 * i..].first_chunk()?) as usize);
        let answer = number(2)?.min(LARGEST);
        Some(Self { size: number(0)?, count: number(1)?, answer, n: number(3)? })
    }
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [stack, how @ ("listen" | "connect"), address, port, rest @ ..] = &words[..] else {
        return Err(usage());
    };
    let end = match *stack {
        "dcsctp" => dcsctp_end::Dcsctp::boxed(&dcsctp_end::options(false)),
        "sctp-proto" => proto_end::Proto::boxed(),
        _ => return Err(usage()),
    };
    let at = format!("{address}:{port}").parse().map_err(|_| usage())?;
    let milliseconds: f64 = rest.first().and_then(|word| word.parse().ok()).unwrap_or(200.0);
    let wire = Wire::new(end, at, *how == "connect")?;
    match *how {
        "listen" => obey(wire),
        _ => measure(wire, milliseconds * 1e-3),
    }
}

fn usage() -> Error {
    let usage = "usage: peer_speed dcsctp|sctp-proto listen|connect ADDRESS PORT [MILLISECONDS]";
    Error::new(ErrorKind::InvalidInput, usage)
}

fn message(payload: Vec<u8>) -> Message {
    Message { payload, ..Message::default() }
}

/// Does as it is told until the other side leaves.
fn obey(mut wire: Wire) -> Result<()> {
    while let Some(order) = wire.receive()? {
        let invalid = || Error::new(ErrorKind::InvalidData, "no order came");
        let order = MeasureOrder::decode(&order.payload).ok_or_else(invalid)?;
        wire.send(&message(vec![0]))?;
        let answer = message(vec![1; order.answer]);
        for _ in 0..order.n {
            for _ in 0..order.count {
                wire.receive()?;
            }
            wire.send(&answer)?;
        }
    }
    Ok(())
}

/// Seconds of one of the `n`.
fn ask(wire: &mut Wire, order: MeasureOrder) -> Result<f64> {
    let gone = || Error::new(ErrorKind::ConnectionAborted, "the other side has ended");
    wire.send(&message(order.encode()))?;
    wire.receive()?.ok_or_else(gone)?;
    let data = message(vec![1; order.size]);
    let begin = Instant::now();
    for _ in 0..order.n {
        for _ in 0..order.count {
            wire.send(&data)?;
        }
        wire.receive()?.ok_or_else(gone)?;
    }
    Ok(begin.elapsed().as_secs_f64() / order.n as f64)
}

fn measure(mut wire: Wire, seconds: f64) -> Result<()> {
    let echo = |size| MeasureOrder { size, count: 1, answer: size, n: 5 };
    let stream = |size| MeasureOrder { size, count: WINDOW, answer: 1, n: 1 };
    for order in [echo(1), echo(8), echo(65_536), stream(65_536), stream(LARGEST)] {
        ask(&mut wire, order)?;
        let each = ask(&mut wire, order)?;
        let n = ((seconds / 100.0 / each) as usize).max(1);
        let samples = ((seconds / each) as usize / n).clamp(LEAST_SAMPLES, MOST_SAMPLES);
        let order = MeasureOrder { n, ..order };
        let mut values = Vec::with_capacity(samples);
        for _ in 0..samples {
            let time = ask(&mut wire, order)?;
            values.push(match order.count {
                1 => time / 2.0 * 1e6,
                _ => (order.size * order.count) as f64 / time * 1e-9,
            });
        }
        print(&order, &mut values);
    }
    wire.close()
}

fn print(order: &MeasureOrder, values: &mut [f64]) {
    values.sort_by(f64::total_cmp);
    let (name, unit) = if order.count == 1 { ("latency", "us") } else { ("bw", "GB/s") };
    let at = |quarter: usize| values[(values.len() - 1) * quarter / 4];
    println!("{name} {} {} {unit} {} {}", order.size, at(2), at(1), at(3));
}
