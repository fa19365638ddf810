//! What is below a proxy, as bytes of an order.

use super::plan::{decode_ranks, encode_ranks};
use super::{Malformed, Writer, binding, bytes, os};
use crate::spec::{Branch, BranchNode, LaunchCommand};
use ferry_wire::Reader;
use std::os::unix::ffi::OsStrExt;

pub(super) fn encode(w: Writer, branch: &Branch) -> Writer {
    let LaunchCommand { words, program } = &branch.command;
    let w = w.u32(branch.width).bytes(program.as_bytes()).u32(words.len() as u32);
    let w = words.iter().fold(w, |w, word| w.bytes(word.as_bytes()));
    branch.nodes.iter().fold(w.u32(branch.nodes.len() as u32), |w, node| {
        let w = w.u32(node.node).bytes(node.host.as_bytes());
        binding::encode(encode_ranks(w, &node.ranks), &node.binding)
    })
}

pub(super) fn decode(r: &mut Reader<'_>) -> Result<Branch, Malformed> {
    let (width, program) = (r.u32()?, os(r)?);
    let mut words = Vec::new();
    for _ in 0..r.u32()? {
        words.push(text(r)?);
    }
    if width == 0 || words.is_empty() {
        return Err(Malformed);
    }
    let mut nodes = Vec::new();
    for _ in 0..r.u32()? {
        nodes.push(BranchNode {
            node: r.u32()?,
            host: text(r)?,
            ranks: decode_ranks(r)?,
            binding: binding::decode(r)?,
        });
    }
    Ok(Branch { width, command: LaunchCommand { words, program }, nodes })
}

fn text(r: &mut Reader<'_>) -> Result<String, Malformed> {
    String::from_utf8(bytes(r)?.to_vec()).map_err(|_| Malformed)
}
