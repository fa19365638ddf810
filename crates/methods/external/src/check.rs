//! What a module says of itself, checked before it is believed.

use crate::table::CAttributes;
use ferry_method::{Attributes, RemoteReading, Scope};
use std::time::Duration;

/// Names of Ferry's own.
const TAKEN: [&str; 11] =
    ["local", "shm", "tcp", "tcp-stream", "mptcp", "sctp", "quic", "udp", "ofi", "external", "all"];
const LONGEST_NAME: usize = 31;
const FRAMES: std::ops::RangeInclusive<u64> = 256..=1 << 30;

const RELIABLE: u32 = 1;
const CONFIDENTIAL: u32 = 2;
const SEVERAL_PATHS: u32 = 4;

/// Whether a method may have that name.
pub(crate) fn name(name: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    let is_valid = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= LONGEST_NAME
        && name.chars().all(is_plain);
    if !is_valid {
        return Err(format!(
            "'{}' is no name for a method: lower-case letters, digits, '-' and '_', beginning with \
             a letter, {LONGEST_NAME} at most",
            name.escape_default().take(80).collect::<String>()
        ));
    }
    if TAKEN.contains(&name) {
        return Err(format!("it calls itself '{name}', which is a method of Ferry's own"));
    }
    Ok(())
}

/// The attributes, if they make sense.
pub(crate) fn attributes(a: &CAttributes) -> Result<Attributes, String> {
    let scope = match a.scope {
        0 => Scope::Process,
        1 => Scope::Host,
        2 => Scope::Network,
        other => return Err(format!("the attribute scope is {other}; 0, 1 and 2 exist")),
    };
    if !FRAMES.contains(&a.max_frame) {
        let (least, most) = (FRAMES.start(), FRAMES.end());
        return Err(format!("the attribute max_frame is {}; from {least} to {most}", a.max_frame));
    }
    for (name, value) in [("eager_limit", a.eager_limit), ("fragment", a.fragment)] {
        if value > a.max_frame || (value == 0 && name == "fragment") {
            return Err(format!("the attribute {name} is {value}; max_frame is {}", a.max_frame));
        }
    }
    if !(a.bandwidth.is_finite() && a.bandwidth > 0.0) {
        return Err(format!("the attribute bandwidth is {}; it must be above 0", a.bandwidth));
    }
    let Some(streams) = u16::try_from(a.streams).ok().filter(|n| *n > 0) else {
        return Err(format!("the attribute streams is {}; from 1 to 65535", a.streams));
    };
    if a.flags & !(RELIABLE | CONFIDENTIAL | SEVERAL_PATHS) != 0 {
        return Err(format!("the attribute flags has unknown bits: {:#x}", a.flags));
    }
    Ok(Attributes {
        scope,
        latency: Duration::from_nanos(a.latency_ns),
        bandwidth: a.bandwidth,
        // All are at most 2^30.
        eager_limit: a.eager_limit as usize,
        fragment: a.fragment as usize,
        max_frame: a.max_frame as usize,
        reliable: a.flags & RELIABLE != 0,
        streams,
        stream_flow_control: false,
        multicast: false,
        several_paths: a.flags & SEVERAL_PATHS != 0,
        confidential: a.flags & CONFIDENTIAL != 0,
        shares_memory: false,
        remote_reads: false,
        remote_reading: RemoteReading::Never,
        poll_cost: Duration::from_nanos(a.poll_cost_ns),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plausible() -> CAttributes {
        CAttributes {
            scope: 1,
            flags: 1,
            bandwidth: 1e9,
            eager_limit: 100,
            fragment: 200,
            max_frame: 1000,
            streams: 1,
            ..CAttributes::default()
        }
    }

    #[test]
    fn names_are_plain_and_free() {
        assert_eq!(name("uxpipe-2_b"), Ok(()));
        for bad in ["", "2x", "Tcp", "a+b", "a b", "tcp", "shm", &"x".repeat(32), "\n"] {
            assert!(name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn attributes_that_make_no_sense_are_named() {
        assert!(attributes(&plausible()).unwrap().reliable);
        type AttributeEdit = fn(&mut CAttributes);
        let changes: [(&str, AttributeEdit); 8] = [
            ("scope", |a| a.scope = 3),
            ("max_frame", |a| a.max_frame = 1 << 31),
            ("max_frame", |a| a.max_frame = 0),
            ("eager_limit", |a| a.eager_limit = 1001),
            ("fragment", |a| a.fragment = 0),
            ("bandwidth", |a| a.bandwidth = f64::NAN),
            ("streams", |a| a.streams = 0),
            ("flags", |a| a.flags = 8),
        ];
        for (what, change) in changes {
            let mut changed = plausible();
            change(&mut changed);
            assert!(attributes(&changed).unwrap_err().contains(what), "{what}");
        }
    }
}
