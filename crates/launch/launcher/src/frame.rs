//! What mpiexec and a proxy say to each other, over the proxy's standard input and output or, once they have
//! agreed on it there, over SCTP ([`crate::control`]).
//!
//! The proxy opens with [`HELLO`], which lets mpiexec skip whatever a login shell may print before.
//! Then both sides send frames: length (u32, little-endian, of what follows), kind (u8), fields.

mod binding;
mod branch;
mod plan;

use crate::control::{ControlKey, Invitation, KEY_LEN, Listening, MOST_ADDRESSES};
use crate::cores::{CPUS_MAX, Cores, KERNEL_MAX};
use crate::spec::{Branch, NodeEvent, NodePlan, RankEnding};
use ferry_wire::Reader;
use std::ffi::OsString;
use std::net::IpAddr;
use std::os::unix::ffi::OsStringExt;
use std::time::Duration;

/// The proxy's first bytes: [`NAME`] and version of this protocol.
pub(crate) const HELLO: &[u8] = b"\nferry-proxy 7\n";

/// How a proxy of any version opens.
pub(crate) const NAME: &[u8] = b"\nferry-proxy ";

/// Longest frame to a proxy: the plan with its environment.
pub(crate) const TO_PROXY_MAX: usize = 64 << 20;
/// Longest frame from a proxy.
pub(crate) const FROM_PROXY_MAX: usize = 1 << 20;

/// The kind of an order for a node below the proxy that gets it.
const FOR: u8 = 12;
/// The kind of an event of a node below the proxy that tells it.
const OF: u8 = 14;

/// From mpiexec to a proxy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// Start these ranks.
    Start(NodePlan),
    /// Bytes of the process manager for a rank.
    Pmi { rank: u32, bytes: Vec<u8> },
    /// Close a rank's connection to the process manager.
    ClosePmi { rank: u32 },
    /// More standard input for the ranks that get it.
    Stdin(Vec<u8>),
    /// The standard input has ended.
    StdinEnd,
    /// So many bytes of output have gone on.
    OutputTaken(u32),
    /// Nobody reads this stream any more.
    CloseOutput(u8),
    /// Send a signal to all ranks.
    Signal(u8),
    /// Send a signal to those on so many seats from this one on.
    SignalSome { first: u32, count: u32, signal: u8 },
    /// Everything else will come over SCTP: listen, and say where.
    Listen(Invitation),
    /// The process of a rank, of whatever node, of the job of this number has died and the others go on: the ranks here
    /// are told.
    Died { job: u64, rank: u32 },
    /// An order for a node below this one; not again for another.
    For { node: u32, order: Box<Order> },
    /// Call these nodes, which start theirs, and start these ranks.
    StartBranch { plan: NodePlan, branch: Branch },
}

/// A frame is not what the protocol allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a malformed frame")]
pub(crate) struct Malformed;

impl From<ferry_wire::Short> for Malformed {
    fn from(_: ferry_wire::Short) -> Self {
        Malformed
    }
}

/// The whole frame (kind and fields) that `bytes` begin with behind its length, if there is one.
pub(crate) fn first(bytes: &[u8], longest: usize) -> Result<Option<&[u8]>, Malformed> {
    let Some((length, rest)) = bytes.split_first_chunk::<4>() else { return Ok(None) };
    let length = u32::from_le_bytes(*length) as usize;
    if length == 0 || length > longest {
        return Err(Malformed);
    }
    Ok(rest.get(..length))
}

/// Takes a whole frame off the front of `buffer`, if there is one.
pub(crate) fn take(buffer: &mut Vec<u8>, longest: usize) -> Result<Option<Vec<u8>>, Malformed> {
    let Some(frame) = first(buffer, longest)?.map(<[u8]>::to_vec) else { return Ok(None) };
    buffer.drain(..4 + frame.len());
    Ok(Some(frame))
}

/// Writes fields.
struct Writer(Vec<u8>);

impl Writer {
    fn new(kind: u8) -> Self {
        Writer(vec![0, 0, 0, 0, kind])
    }

    fn u8(mut self, value: u8) -> Self {
        self.0.push(value);
        self
    }

    fn u32(mut self, value: u32) -> Self {
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    fn u64(mut self, value: u64) -> Self {
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    /// A byte string; the frame's length bounds it.
    fn bytes(self, bytes: &[u8]) -> Self {
        let mut this = self.u32(bytes.len() as u32);
        this.0.extend_from_slice(bytes);
        this
    }

    /// A frame, without its length, as the last field.
    fn frame(mut self, frame: &[u8]) -> Self {
        self.0.extend_from_slice(&frame[4..]);
        self
    }

    fn end(mut self) -> Vec<u8> {
        let length = (self.0.len() - 4) as u32;
        self.0[..4].copy_from_slice(&length.to_le_bytes());
        self.0
    }
}

fn bytes<'a>(r: &mut Reader<'a>) -> Result<&'a [u8], Malformed> {
    let length = r.u32()? as usize;
    Ok(r.bytes(length)?)
}

/// The frame that is the last field of one of this kind, which may not be in itself.
fn within<'a>(r: &Reader<'a>, kind: u8) -> Result<&'a [u8], Malformed> {
    let frame = r.rest();
    if frame.first() == Some(&kind) { Err(Malformed) } else { Ok(frame) }
}

fn os(r: &mut Reader<'_>) -> Result<OsString, Malformed> {
    Ok(OsString::from_vec(bytes(r)?.to_vec()))
}

impl Order {
    /// Starts the ranks of a node and those of the nodes below it.
    pub(crate) fn start(plan: NodePlan, branch: Branch) -> Order {
        match branch.nodes.is_empty() {
            true => Order::Start(plan),
            false => Order::StartBranch { plan, branch },
        }
    }

    /// Whether a proxy that gets it passes it on to all that are below it.
    pub(crate) fn is_for_all(&self) -> bool {
        use Order::{CloseOutput, Died, Signal, SignalSome};
        matches!(self, Signal(_) | SignalSome { .. } | CloseOutput(_) | Died { .. })
    }

    /// The frame.
    pub(crate) fn encode(&self) -> Vec<u8> {
        match self {
            Order::Start(plan) => plan::encode(Writer::new(1), plan).end(),
            Order::Pmi { rank, bytes } => Writer::new(2).u32(*rank).bytes(bytes).end(),
            Order::ClosePmi { rank } => Writer::new(3).u32(*rank).end(),
            Order::Stdin(bytes) => Writer::new(4).bytes(bytes).end(),
            Order::StdinEnd => Writer::new(5).end(),
            Order::OutputTaken(count) => Writer::new(6).u32(*count).end(),
            Order::CloseOutput(stream) => Writer::new(7).u8(*stream).end(),
            Order::Signal(signal) => Writer::new(8).u8(*signal).end(),
            Order::SignalSome { first, count, signal } => {
                Writer::new(10).u32(*first).u32(*count).u8(*signal).end()
            }
            Order::Listen(invitation) => {
                let millis = invitation.timeout.as_millis().try_into().unwrap_or(u32::MAX);
                let ports = invitation.ports.clone().unwrap_or(0..=0);
                let (low, high) = ((*ports.start()).into(), (*ports.end()).into());
                let w = Writer::new(9).bytes(invitation.key.bytes());
                w.u32(millis).u32(low).u32(high).end()
            }
            Order::Died { job, rank } => Writer::new(11).u64(*job).u32(*rank).end(),
            Order::For { node, order } => Writer::new(FOR).u32(*node).frame(&order.encode()).end(),
            Order::StartBranch { plan, branch } => {
                branch::encode(plan::encode(Writer::new(13), plan), branch).end()
            }
        }
    }

    /// Reads kind and fields.
    pub(crate) fn decode(frame: &[u8]) -> Result<Order, Malformed> {
        let mut r = Reader::new(frame);
        Ok(match r.u8()? {
            1 => Order::Start(plan::decode(&mut r)?),
            2 => Order::Pmi { rank: r.u32()?, bytes: bytes(&mut r)?.to_vec() },
            3 => Order::ClosePmi { rank: r.u32()? },
            4 => Order::Stdin(bytes(&mut r)?.to_vec()),
            5 => Order::StdinEnd,
            6 => Order::OutputTaken(r.u32()?),
            7 => Order::CloseOutput(r.u8()?),
            8 => Order::Signal(r.u8()?),
            9 => Order::Listen(decode_invitation(&mut r)?),
            10 => Order::SignalSome { first: r.u32()?, count: r.u32()?, signal: r.u8()? },
            11 => Order::Died { job: r.u64()?, rank: r.u32()? },
            FOR => {
                let node = r.u32()?;
                Order::For { node, order: Box::new(Order::decode(within(&r, FOR)?)?) }
            }
            13 => {
                Order::StartBranch { plan: plan::decode(&mut r)?, branch: branch::decode(&mut r)? }
            }
            _ => return Err(Malformed),
        })
    }
}

fn decode_invitation(r: &mut Reader<'_>) -> Result<Invitation, Malformed> {
    let key: [u8; KEY_LEN] = bytes(r)?.try_into().map_err(|_| Malformed)?;
    let timeout = Duration::from_millis(r.u32()?.into());
    let (low, high) = (port(r)?, port(r)?);
    let ports = (low != 0 && low <= high).then_some(low..=high);
    Ok(Invitation { key: ControlKey::of(key), timeout, ports })
}

fn port(r: &mut Reader<'_>) -> Result<u16, Malformed> {
    r.u32()?.try_into().map_err(|_| Malformed)
}

fn decode_listening(r: &mut Reader<'_>) -> Result<Listening, Malformed> {
    let (port, count) = (port(r)?, r.u32()? as usize);
    if count > MOST_ADDRESSES {
        return Err(Malformed);
    }
    let mut listening = Listening { port, addresses: Vec::new() };
    for _ in 0..count {
        let text = std::str::from_utf8(bytes(r)?).map_err(|_| Malformed)?;
        listening.addresses.push(text.parse::<IpAddr>().map_err(|_| Malformed)?);
    }
    Ok(listening)
}

fn decode_cores(r: &mut Reader<'_>) -> Result<Cores, Malformed> {
    let kernel = std::str::from_utf8(bytes(r)?).map_err(|_| Malformed)?;
    let cpus = bytes(r)?;
    if kernel.len() > KERNEL_MAX || cpus.len() > CPUS_MAX {
        return Err(Malformed);
    }
    Ok(Cores { kernel: kernel.into(), cpus: cpus.into(), count: r.u32()?, quota: r.u64()? })
}

/// The frame of an event.
pub(crate) fn encode_event(event: &NodeEvent) -> Vec<u8> {
    match event {
        NodeEvent::Pmi { rank, bytes } => Writer::new(1).u32(*rank).bytes(bytes).end(),
        NodeEvent::Output { rank, stream, bytes } => {
            Writer::new(2).u32(*rank).u8(*stream).bytes(bytes).end()
        }
        NodeEvent::OutputEnd { rank, stream } => Writer::new(3).u32(*rank).u8(*stream).end(),
        NodeEvent::Ended { rank, ending, out_of_memory } => {
            let (how, number) = match ending {
                RankEnding::Code(code) => (0, *code),
                RankEnding::Signal(signal) => (1, *signal),
            };
            Writer::new(4).u32(*rank).u8(how).u8(number).u8((*out_of_memory).into()).end()
        }
        NodeEvent::StdinTaken(count) => Writer::new(5).u32(*count).end(),
        NodeEvent::Failed { status, text } => {
            Writer::new(6).u8(*status).bytes(text.as_bytes()).end()
        }
        NodeEvent::Started { first } => Writer::new(10).u32(*first).end(),
        NodeEvent::Unstarted { first, app, status, text } => {
            Writer::new(11).u32(*first).u32(*app).u8(*status).bytes(text.as_bytes()).end()
        }
        NodeEvent::Bound { rank, contenders, text } => {
            Writer::new(12).u32(*rank).u32(*contenders).bytes(text.as_bytes()).end()
        }
        NodeEvent::Note(text) => Writer::new(13).bytes(text.as_bytes()).end(),
        NodeEvent::Done => Writer::new(7).end(),
        NodeEvent::Listening(listening) => {
            let count = listening.addresses.len() as u32;
            let w = Writer::new(8).u32(listening.port.into()).u32(count);
            let add = |w: Writer, ip: &IpAddr| w.bytes(ip.to_string().as_bytes());
            listening.addresses.iter().fold(w, add).end()
        }
        NodeEvent::Cores(cores) => {
            let w = Writer::new(9).bytes(cores.kernel.as_bytes()).bytes(&cores.cpus);
            w.u32(cores.count).u64(cores.quota).end()
        }
        NodeEvent::Of { node, event } => {
            Writer::new(OF).u32(*node).frame(&encode_event(event)).end()
        }
        NodeEvent::Lost { status, began, text } => {
            Writer::new(15).u8(*status).u8((*began).into()).bytes(text.as_bytes()).end()
        }
        NodeEvent::Said(text) => Writer::new(16).bytes(text.as_bytes()).end(),
    }
}

/// Reads the kind and fields of an event.
pub(crate) fn decode_event(frame: &[u8]) -> Result<NodeEvent, Malformed> {
    let mut r = Reader::new(frame);
    Ok(match r.u8()? {
        1 => NodeEvent::Pmi { rank: r.u32()?, bytes: bytes(&mut r)?.to_vec() },
        2 => {
            let (rank, stream) = (r.u32()?, r.u8()?);
            let stream = if matches!(stream, 1 | 2) { stream } else { return Err(Malformed) };
            NodeEvent::Output { rank, stream, bytes: bytes(&mut r)?.to_vec() }
        }
        3 => {
            let (rank, stream) = (r.u32()?, r.u8()?);
            NodeEvent::OutputEnd { rank, stream: if stream == 1 { 1 } else { 2 } }
        }
        4 => {
            let (rank, how, number) = (r.u32()?, r.u8()?, r.u8()?);
            let ending =
                if how == 0 { RankEnding::Code(number) } else { RankEnding::Signal(number) };
            NodeEvent::Ended { rank, ending, out_of_memory: r.u8()? != 0 }
        }
        5 => NodeEvent::StdinTaken(r.u32()?),
        6 => {
            let status = r.u8()?;
            NodeEvent::Failed { status, text: String::from_utf8_lossy(bytes(&mut r)?).into_owned() }
        }
        7 => NodeEvent::Done,
        8 => NodeEvent::Listening(decode_listening(&mut r)?),
        9 => NodeEvent::Cores(decode_cores(&mut r)?),
        10 => NodeEvent::Started { first: r.u32()? },
        11 => {
            let (first, app, status) = (r.u32()?, r.u32()?, r.u8()?);
            let text = String::from_utf8_lossy(bytes(&mut r)?).into_owned();
            NodeEvent::Unstarted { first, app, status, text }
        }
        12 => {
            let (rank, contenders) = (r.u32()?, r.u32()?);
            NodeEvent::Bound { rank, contenders, text: shown(bytes(&mut r)?) }
        }
        13 => NodeEvent::Note(shown(bytes(&mut r)?)),
        OF => {
            let node = r.u32()?;
            NodeEvent::Of { node, event: Box::new(decode_event(within(&r, OF)?)?) }
        }
        15 => {
            let (status, began) = (r.u8()?, r.u8()? != 0);
            NodeEvent::Lost { status, began, text: shown(bytes(&mut r)?) }
        }
        16 => NodeEvent::Said(shown(bytes(&mut r)?)),
        _ => return Err(Malformed),
    })
}

/// Text of another host for a line of this one.
fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests;
