//! The method itself.

mod sending;

use crate::alarm::Alarm;
use crate::descriptor::{Whereabouts, host_of};
use crate::ffi::{Library, Offers, Port, Query};
use crate::packet::PREFIX;
use crate::providers::{self, Provider};
use crate::state::Core;
use crate::{NAME, OfiOptions};
use ferry_method::{
    Applicable, Armed, Attributes, Counters, Descriptor, Header, Identity, Method, MethodError,
    Now, PeerId, RemoteReading, Sink, WaitSource,
};
use ferry_session::{SessionMethod, check_len};
use ferry_wire::HEADER_LEN;
use std::time::Duration;

/// Longest payload of a frame.
const MAX_FRAME: usize = 1 << 30;
/// Completions taken in one poll, so that a flood does not starve the other methods.
const TAKEN: usize = 256;
/// Long messages are cut into so much, and where they are read into more: between two of them nothing is under way.
const FRAGMENT: usize = 512 << 10;
const READ_FRAGMENT: usize = 2 << 20;
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
    /// Frames from this length on are laid ready in pieces of so many bytes, for whoever reads.
    read_from: usize,
    piece: usize,
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
        let (port, packet) = open_port(options)?;
        let here = Whereabouts {
            format: port.offer().format,
            protocol: port.offer().protocol,
            host: host_of(&identity.host),
            provider: port.offer().provider.clone(),
            address: port.address().to_vec(),
        };
        let descriptor = here.encode().map_err(|why| refused(&here.provider, why))?;
        let known = providers::of(&here.provider);
        let window = options.window.unwrap_or(known.window);
        let mut core = Core::new(identity, here, MAX_FRAME, window);
        core.connect_timeout = options.connect_timeout.unwrap_or(core.connect_timeout);
        let (places, piece) = port.room_to_lend();
        (core.reads, core.places) = (places > 0, (0..places).collect());
        Ok(OfiMethod {
            attributes: attributes(known, core.reads),
            core,
            descriptor,
            packet,
            read_from: options.reads_from().unwrap_or(usize::MAX),
            // Several are under way at a time.
            piece: piece.min(window as usize / 4),
            alarm: port.descriptor().is_none().then(Alarm::new).transpose()?,
            port,
            is_busy: false,
        })
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

    /// A read that never ends bars its peer's loss; only without the endpoint nothing is written any more.
    fn end_endless_reads(&mut self, sink: &mut dyn Sink) {
        if let Some(peer) = self.core.endless_read() {
            let (core, why) = (&mut self.core, format!("a read from rank {peer} does not end"));
            self.port.break_down(why, &mut |event| core.on_event(event, sink));
        }
    }
}

/// Opens an endpoint, for packets of so many bytes at most.
fn open_port(options: &OfiOptions) -> Result<(Port, usize), MethodError> {
    let wrong = |parameter| move |why| MethodError::Configuration { parameter, why };
    let library = Library::of(options.library.as_deref()).map_err(wrong("ofi.library"))?;
    let (offers, index) = choose(library, options).map_err(wrong("ofi.provider"))?;
    let offer = &offers.list[index];
    let packet = options.packet.unwrap_or_else(|| providers::packet_of(&offer.provider));
    let packet = packet.min(offer.max_message).max(LEAST_PACKET);
    let port = Port::open(&offers, index, packet, random_key()?);
    Ok((port.map_err(|why| refused(&offer.provider, why))?, packet))
}

fn refused(provider: &str, why: String) -> MethodError {
    MethodError::system(format!("opening the provider {provider}"), std::io::Error::other(why))
}

/// What is offered, and which of it is opened: of the provider that is preferred, as what makes things easiest.
fn choose(library: &'static Library, options: &OfiOptions) -> Result<(Offers, usize), String> {
    let (mut best, mut first_reason) = (None::<(Offers, usize)>, None);
    let place = |(offers, index): &(Offers, usize)| providers::place(&offers.list[*index]);
    let kinds = [(true, true), (true, false), (false, true), (false, false)];
    // What can read is asked for first, unless nothing is to be read.
    for reads in [true, false].into_iter().filter(|reads| !reads || options.reads_from().is_some())
    {
        for (ordered, shared_buffers) in kinds {
            let provider = options.provider.as_deref();
            if provider.is_some() && best.is_some() {
                // The others are of the same provider.
                break;
            }
            match ask(library, options, Query { provider, ordered, shared_buffers, reads }) {
                Ok(chosen) if best.as_ref().is_none_or(|best| place(&chosen) < place(best)) => {
                    best = Some(chosen);
                }
                Ok(_) => {}
                Err(why) => first_reason = first_reason.or(Some(why)),
            }
        }
    }
    best.ok_or_else(|| first_reason.unwrap_or_default())
}

/// What is offered to a question, and which of it suits.
fn ask(
    library: &'static Library,
    options: &OfiOptions,
    query: Query<'_>,
) -> Result<(Offers, usize), String> {
    let offers = Offers::ask(library, query).map_err(|why| {
        let named = query.provider.map_or(String::new(), |name| format!(" '{name}'"));
        let version = library.version();
        format!("libfabric {version} has no provider{named} for reliable datagrams here: {why}")
    })?;
    let index = providers::choose(&offers.list, options.domain.as_deref(), options.only_fabric)?;
    Ok((offers, index))
}

/// A key that nobody guesses.
fn random_key() -> Result<u64, MethodError> {
    let doing = "asking for random bytes";
    getrandom::u64().map_err(|e| MethodError::system(doing, std::io::Error::other(e.to_string())))
}

fn attributes(provider: &Provider, reads: bool) -> Attributes {
    Attributes {
        scope: provider.scope,
        latency: provider.latency,
        bandwidth: provider.bandwidth,
        eager_limit: 64 << 10,
        fragment: if reads { READ_FRAGMENT } else { FRAGMENT },
        max_frame: MAX_FRAME,
        reliable: true,
        streams: 1,
        stream_flow_control: false,
        multicast: false,
        several_paths: false,
        confidential: false,
        shares_memory: false,
        remote_reads: false,
        remote_reading: RemoteReading::Never,
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
        handled += self.core.begin_reads(&mut self.port, sink);
        handled += self.core.pass_time(sink);
        self.end_endless_reads(sink);
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
        let core = &self.core;
        let is_owing = !core.waiting.is_empty() || core.peers.has_reports();
        let is_owing = is_owing || !core.readers.is_empty();
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

    fn has_departed(&self, peer: PeerId) -> bool {
        self.core.peers.has_departed(peer, |_| false)
    }

    fn close(&mut self, now: Now, sink: &mut dyn Sink) -> bool {
        self.core.begin_close(now);
        self.poll(now, sink);
        self.core.has_closed(self.port.is_sending())
    }
}

const _: () = assert!(LEAST_PACKET > PREFIX + HEADER_LEN);
