//! The method itself.

use crate::alarm::Alarm;
use crate::descriptor::{Whereabouts, host_of};
use crate::ffi::{Library, Offers, Port, Query, Sent};
use crate::link::WINDOW;
use crate::packet::{PREFIX, PacketKind};
use crate::providers::{self, Provider};
use crate::state::Core;
use crate::{NAME, OfiOptions};
use ferry_method::{
    Applicable, Armed, Attributes, Counters, Descriptor, Header, Identity, Method, MethodError,
    Now, PeerId, Sink, WaitSource,
};
use ferry_session::{SessionMethod, check_len};
use ferry_wire::HEADER_LEN;
use std::time::Duration;

/// Longest payload of a frame.
const MAX_FRAME: usize = 1 << 30;
/// Completions taken in one poll, so that a flood does not starve the other methods.
const TAKEN: usize = 256;
/// No packet is shorter than the longest greeting.
const LEAST_PACKET: usize = 512;

/// Frames over a provider of libfabric.
pub struct OfiMethod {
    core: Core,
    port: Port,
    attributes: Attributes,
    descriptor: Descriptor,
    /// Most bytes of a packet.
    packet: usize,
    /// What is slept on where the provider has nothing.
    alarm: Option<Alarm>,
    /// The provider took nothing, and does not tell when it will.
    is_busy: bool,
}

impl OfiMethod {
    /// Loads libfabric, if this process has not yet, and opens an endpoint.
    ///
    /// # Errors
    /// There is no libfabric, it is too old, or it has no provider as asked for (configuration); or it refuses.
    pub fn new(identity: Identity, options: &OfiOptions) -> Result<OfiMethod, MethodError> {
        let wrong = |parameter| move |why| MethodError::Configuration { parameter, why };
        let library = Library::of(options.library.as_deref()).map_err(wrong("ofi.library"))?;
        let (offers, index) = choose(library, options).map_err(wrong("ofi.provider"))?;
        let known = providers::of(&offers.list[index].provider);
        let packet =
            options.packet.unwrap_or_else(|| providers::packet_of(&offers.list[index].provider));
        let packet = packet.min(offers.list[index].max_message).max(LEAST_PACKET);
        let refused = |why| {
            let doing = format!("opening the provider {}", offers.list[index].provider);
            MethodError::system(doing, std::io::Error::other(why))
        };
        let port = Port::open(&offers, index, packet).map_err(refused)?;
        let here = Whereabouts {
            format: port.offer().format,
            protocol: port.offer().protocol,
            host: host_of(&identity.host),
            provider: port.offer().provider.clone(),
            address: port.address().to_vec(),
        };
        let descriptor = here.encode().map_err(refused)?;
        let window = options.window.unwrap_or(WINDOW);
        let mut core = Core::new(identity, here, MAX_FRAME, window);
        core.connect_timeout = options.connect_timeout.unwrap_or(core.connect_timeout);
        let attributes = attributes(known);
        let alarm = port.descriptor().is_none().then(Alarm::new).transpose()?;
        Ok(OfiMethod { core, port, attributes, descriptor, packet, alarm, is_busy: false })
    }

    /// The provider in use, with the layers over it.
    pub fn provider(&self) -> &str {
        &self.port.offer().provider
    }

    fn judge(&self, there: &Whereabouts) -> Result<(), String> {
        self.core.here.suits(there)?;
        if !self.port.is_address(&there.address) {
            return Err(format!("{} bytes are no address", there.address.len()));
        }
        let is_local = |at: &Whereabouts| self.port.is_of_host_alone(&at.address);
        if (is_local(there) || is_local(&self.core.here)) && !self.core.here.shares_host(there) {
            return Err("its address, or this process's, is good on one host alone".to_owned());
        }
        Ok(())
    }

    /// Sends packets of a frame for as long as there is room. True: the frame is out.
    fn send_packets(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        let address = self.core.address_of(peer, &mut self.port)?;
        let me = self.core.identity.me;
        let encoded = header.encode(payload.len() as u32);
        loop {
            let (kind, head) = match *done {
                0 => (PacketKind::Frame, &encoded[..]),
                _ => (PacketKind::Rest, &[][..]),
            };
            let room = self.packet - PREFIX - head.len();
            let part = &payload[*done..];
            let part = &part[..part.len().min(room)];
            let len = PREFIX + head.len() + part.len();
            let Some(link) = self.core.peers.link_mut(peer) else { return Ok(false) };
            if !link.has_room(len) {
                return Ok(false);
            }
            let prefix = link.prefix(kind, me);
            match self.port.send(address, peer.0, &[&prefix, head, part], false) {
                Sent::Taken => link.note_sent(kind, len),
                Sent::NoBuffer => return Ok(false),
                Sent::Busy => {
                    self.is_busy = true;
                    return Ok(false);
                }
                Sent::Failed(why) => {
                    let why = self.core.refusal(peer, why);
                    return Err(self.core.gone(peer, why));
                }
            }
            *done += part.len();
            if *done == payload.len() {
                self.core.counters.frames_sent += 1;
                self.core.counters.bytes_sent += payload.len() as u64;
                return Ok(true);
            }
        }
    }
}

/// What is offered, and which of it is opened: of the provider that is preferred, as what makes things easiest.
fn choose(library: &'static Library, options: &OfiOptions) -> Result<(Offers, usize), String> {
    let (provider, domain) = (options.provider.as_deref(), options.domain.as_deref());
    let (mut best, mut first_reason) = (None::<(Offers, usize)>, None);
    for (ordered, shared_buffers) in [(true, true), (true, false), (false, true), (false, false)] {
        let query = Query { provider, ordered, shared_buffers };
        let chosen = Offers::ask(library, query).map_err(|why| {
            let named = provider.map_or(String::new(), |name| format!(" '{name}'"));
            format!(
                "libfabric {} has no provider{named} for reliable datagrams here: {why}",
                library.version()
            )
        });
        let chosen = chosen.and_then(|offers| {
            let index = providers::choose(&offers.list, domain, options.only_fabric)?;
            Ok((offers, index))
        });
        match chosen {
            Ok(chosen) => {
                let place =
                    |(offers, index): &(Offers, usize)| providers::place(&offers.list[*index]);
                if best.as_ref().is_none_or(|best| place(&chosen) < place(best)) {
                    best = Some(chosen);
                }
            }
            Err(why) => first_reason = first_reason.or(Some(why)),
        }
    }
    best.ok_or_else(|| first_reason.unwrap_or_default())
}

fn attributes(provider: &Provider) -> Attributes {
    Attributes {
        scope: provider.scope,
        latency: provider.latency,
        bandwidth: provider.bandwidth,
        eager_limit: 64 << 10,
        fragment: 512 << 10,
        max_frame: MAX_FRAME,
        reliable: true,
        streams: 1,
        stream_flow_control: false,
        multicast: false,
        several_paths: false,
        confidential: false,
        shares_memory: false,
        remote_reads: false,
        remote_read_from: None,
        poll_cost: Duration::from_nanos(if provider.is_fabric { 50 } else { 500 }),
    }
}

impl Method for OfiMethod {
    fn name(&self) -> &'static str {
        NAME
    }

    fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    fn descriptor(&self) -> Descriptor {
        self.descriptor.clone()
    }

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        let read = Whereabouts::decode(remote).map_err(|e| e.to_string());
        match read.and_then(|there| self.judge(&there)) {
            Ok(()) => Applicable::Yes,
            Err(why) => Applicable::No(why),
        }
    }

    fn attach(&mut self, peer: PeerId, remote: &Descriptor) -> Result<(), MethodError> {
        let there = Whereabouts::decode(remote)?;
        let bad = |why| MethodError::BadDescriptor { method: NAME, why };
        self.judge(&there).map_err(bad)?;
        self.core.peers.attach(&self.core.identity, peer, there.address)
    }

    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        check_len("ofi", payload.len(), MAX_FRAME)?;
        if self.core.is_closing() || self.core.peers.link(peer).is_none() {
            let is_taken = self.core.send_later(peer)?;
            self.core.flush(&mut self.port);
            return Ok(is_taken);
        }
        self.send_packets(peer, header, payload, done)
    }

    fn poll(&mut self, now: Now, sink: &mut dyn Sink) -> usize {
        self.is_busy = false;
        self.core.note_time(now);
        let mut handled = self.core.peers.tell(sink);
        let core = &mut self.core;
        handled += self.port.read(TAKEN, |event| core.on_event(event, sink));
        handled += self.core.pass_time(sink);
        handled + self.core.flush(&mut self.port)
    }

    fn wait_source(&self) -> WaitSource {
        if self.core.broken.is_some() {
            return WaitSource::Never;
        }
        let alarm = || self.alarm.as_ref().map(Alarm::descriptor);
        self.port.descriptor().or_else(alarm).map_or(WaitSource::Never, WaitSource::Fd)
    }

    fn arm(&mut self, _by_bell: bool) -> Armed {
        let is_owing = !self.core.waiting.is_empty() || self.core.peers.has_reports();
        if self.is_busy || is_owing || !self.port.may_sleep() {
            return Armed::Busy;
        }
        let will_wake = self.alarm.as_ref().is_none_or(Alarm::set);
        if will_wake { Armed::Ready(0) } else { Armed::Busy }
    }

    fn disarm(&mut self) {
        self.alarm.iter().for_each(Alarm::unset);
    }

    fn counters(&self) -> Counters {
        Counters { peers: self.core.peers.open(), ..self.core.counters }
    }

    fn has_pending_output(&self) -> bool {
        !self.core.waiting.is_empty() || self.port.is_sending()
    }

    fn describe_link(&self, peer: PeerId) -> Option<String> {
        self.core.describe(peer, &self.port.offer().domain)
    }

    fn close(&mut self, now: Now, sink: &mut dyn Sink) -> bool {
        self.core.begin_close(now);
        self.poll(now, sink);
        self.core.has_closed(self.port.is_sending())
    }
}

const _: () = assert!(LEAST_PACKET > PREFIX + HEADER_LEN);
