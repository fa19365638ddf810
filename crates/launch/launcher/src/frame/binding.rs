//! How ranks are bound, as bytes of the plan.

use super::{Malformed, Writer, bytes};
use crate::binding::{BindTarget, BindingPolicy, Numbering, Overload};
use ferry_sys::TopologyLevel;
use ferry_wire::Reader;

pub(super) fn encode(w: Writer, policy: &BindingPolicy) -> Writer {
    let mut w = match &policy.target {
        BindTarget::Free => w.u8(0),
        BindTarget::Parts(level) => w.u8(1).u8(*level as u8),
        BindTarget::Lists(lists) => {
            lists.iter().fold(w.u8(2).u32(lists.len() as u32), |w, list| cpus(w, list))
        }
    };
    w = w.u8(policy.unit.0 as u8).u32(policy.unit.1).u8(policy.map as u8).u32(policy.pack);
    w = match policy.numbering {
        Numbering::AsMapped => w.u8(0),
        Numbering::Filled => w.u8(1),
        Numbering::Around(level) => w.u8(2).u8(level as u8),
    };
    w = cpus(w, &policy.cpus).u32(policy.listed.len() as u32);
    for (rank, text) in &policy.listed {
        w = w.u32(*rank).bytes(text.as_bytes());
    }
    w.u8(policy.overload as u8).u8(policy.report.into())
}

fn cpus(w: Writer, cpus: &[u32]) -> Writer {
    cpus.iter().fold(w.u32(cpus.len() as u32), |w, cpu| w.u32(*cpu))
}

pub(super) fn decode(r: &mut Reader<'_>) -> Result<BindingPolicy, Malformed> {
    let target = match r.u8()? {
        0 => BindTarget::Free,
        1 => BindTarget::Parts(level(r)?),
        2 => {
            let count = r.u32()?;
            let lists: Vec<_> = (0..count).map(|_| numbers(r)).collect::<Result<_, _>>()?;
            if lists.is_empty() || lists.iter().any(Vec::is_empty) {
                return Err(Malformed);
            }
            BindTarget::Lists(lists)
        }
        _ => return Err(Malformed),
    };
    let (unit, map, pack) = ((level(r)?, r.u32()?), level(r)?, r.u32()?);
    let numbering = match r.u8()? {
        0 => Numbering::AsMapped,
        1 => Numbering::Filled,
        2 => Numbering::Around(level(r)?),
        _ => return Err(Malformed),
    };
    let cpus = numbers(r)?;
    let mut listed = Vec::new();
    for _ in 0..r.u32()? {
        let rank = r.u32()?;
        let text = std::str::from_utf8(bytes(r)?).map_err(|_| Malformed)?;
        listed.push((rank, text.to_owned()));
    }
    let overload = match r.u8()? {
        0 => Overload::Told,
        1 => Overload::Allowed,
        2 => Overload::Refused,
        _ => return Err(Malformed),
    };
    let report = r.u8()? != 0;
    Ok(BindingPolicy { target, unit, map, pack, numbering, cpus, listed, overload, report })
}

fn level(r: &mut Reader<'_>) -> Result<TopologyLevel, Malformed> {
    TopologyLevel::ALL.get(usize::from(r.u8()?)).copied().ok_or(Malformed)
}

fn numbers(r: &mut Reader<'_>) -> Result<Vec<u32>, Malformed> {
    let mut numbers = Vec::new();
    for _ in 0..r.u32()? {
        numbers.push(r.u32()?);
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back(policy: &BindingPolicy) -> BindingPolicy {
        let frame = encode(Writer::new(0), policy).end();
        decode(&mut Reader::new(&frame[5..])).unwrap()
    }

    #[test]
    fn policies_survive() {
        let plain = BindingPolicy::default();
        let parts = BindingPolicy {
            target: BindTarget::Parts(TopologyLevel::Numa),
            unit: (TopologyLevel::L2Cache, 3),
            map: TopologyLevel::Socket,
            pack: 7,
            numbering: Numbering::Around(TopologyLevel::Core),
            cpus: vec![1, 70_000],
            listed: vec![(4, "0:1-2".into())],
            overload: Overload::Refused,
            report: true,
        };
        let lists = BindingPolicy {
            target: BindTarget::Lists(vec![vec![1], vec![2, 3]]),
            numbering: Numbering::Filled,
            overload: Overload::Allowed,
            ..plain.clone()
        };
        for policy in [plain, parts, lists] {
            assert_eq!(there_and_back(&policy), policy);
        }
    }

    #[test]
    fn hostile_bytes_are_refused() {
        for wrong in [&[3][..], &[1, 8], &[2, 0, 0, 0, 0], &[2, 0xff, 0xff, 0xff, 0xff], &[]] {
            assert_eq!(decode(&mut Reader::new(wrong)), Err(Malformed));
        }
    }
}
