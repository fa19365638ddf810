//! What a node runs, as bytes of an order.

use super::{Malformed, Writer, binding, os};
use crate::spec::{App, NodePlan, RankPlan};
use ferry_wire::Reader;
use std::os::unix::ffi::OsStrExt;

pub(super) fn encode(writer: Writer, plan: &NodePlan) -> Writer {
    let mut w = writer.u32(plan.node).u32(plan.size).u32(plan.first).u8(plan.spawned.into());
    w = w.u32(plan.apps.len() as u32);
    for app in &plan.apps {
        w = w
            .bytes(app.dir.as_bytes())
            .bytes(app.path.as_bytes())
            .u8(app.inherit.into())
            .u32(app.debugger)
            .u32(app.argv.len() as u32);
        for word in &app.argv {
            w = w.bytes(word.as_bytes());
        }
        w = w.u32(app.env.len() as u32);
        for (name, value) in &app.env {
            w = w.bytes(name.as_bytes()).bytes(value.as_bytes());
        }
    }
    binding::encode(encode_ranks(w, &plan.ranks), &plan.binding)
}

pub(super) fn encode_ranks(w: Writer, ranks: &[RankPlan]) -> Writer {
    let add = |w: Writer, rank: &RankPlan| w.u32(rank.rank).u32(rank.app).u8(rank.reads.into());
    ranks.iter().fold(w.u32(ranks.len() as u32), add)
}

pub(super) fn decode(r: &mut Reader<'_>) -> Result<NodePlan, Malformed> {
    let (node, size, first, spawned) = (r.u32()?, r.u32()?, r.u32()?, r.u8()? != 0);
    let mut plan = NodePlan { node, size, first, spawned, ..NodePlan::default() };
    for _ in 0..r.u32()? {
        let (dir, path) = (os(r)?, os(r)?);
        let (inherit, debugger) = (r.u8()? != 0, r.u32()?);
        let mut app = App { dir, path, inherit, debugger, ..App::default() };
        for _ in 0..r.u32()? {
            app.argv.push(os(r)?);
        }
        for _ in 0..r.u32()? {
            app.env.push((os(r)?, os(r)?));
        }
        plan.apps.push(app);
    }
    plan.ranks = decode_ranks(r)?;
    plan.binding = binding::decode(r)?;
    Ok(plan)
}

pub(super) fn decode_ranks(r: &mut Reader<'_>) -> Result<Vec<RankPlan>, Malformed> {
    let mut ranks = Vec::new();
    for _ in 0..r.u32()? {
        ranks.push(RankPlan { rank: r.u32()?, app: r.u32()?, reads: r.u8()? != 0 });
    }
    Ok(ranks)
}
