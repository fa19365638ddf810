//! The filter as a method.

use crate::codec::Codec;
use crate::descriptor::{self, DescriptorParts};
use crate::envelope::ENVELOPE;
use crate::keys::{Keys, is_chacha};
use crate::name::name_of;
use crate::options::{FilterOptions, check_level, parse_level};
use crate::passage::FilterPassage;
use crate::peer::Pending;
use crate::seal::{SEAL, Sealer};
use crate::state::FilterState;
use ferry_method::{
    Applicable, Armed, Attributes, Counters, Descriptor, Header, Identity, Method, MethodError,
    Now, PeerId, Pulse, Quality, RemoteReading, SignalTarget, Sink, WaitSource,
};
use std::collections::HashMap;
use std::time::Duration;

/// The longest payload of a frame, whatever the method inside takes: as much as may have to be kept
/// until it is whole.
const LONGEST: usize = 64 << 20;
/// A method inside whose frames are shorter is of no use.
const SHORTEST: usize = 256;

/// A method with stages before it.
pub struct Filter {
    inner: Box<dyn Method>,
    state: FilterState,
    attributes: Attributes,
    descriptor: Descriptor,
}

impl Filter {
    /// Puts the stages before `inner`, which was made for the same identity.
    ///
    /// # Errors
    /// No stage, a level there is not, or a method inside whose frames or descriptor leave no room
    /// (configuration); a refusal of the system.
    pub fn new(
        inner: Box<dyn Method>,
        identity: &Identity,
        options: FilterOptions,
    ) -> Result<Filter, MethodError> {
        check(&*inner, &options)?;
        let name = name_of(inner.name(), &options);
        let keys = options.encrypt.map(|_| Keys::new(name, identity)).transpose()?;
        let salt = keys.as_ref().map_or(0, |keys| keys.salt);
        let attributes = attributes(inner.attributes(), &options);
        let descriptor = descriptor::wrap(name, salt, &inner.descriptor())?;
        let state = FilterState {
            name,
            options,
            max_frame: attributes.max_frame,
            max_wire: attributes.max_frame + overhead(&options),
            reliable: attributes.reliable,
            keys,
            chacha: options.encrypt.is_some_and(|encryption| is_chacha(encryption.cipher)),
            codec: Codec::default(),
            peers: HashMap::new(),
            counters: Counters::default(),
            spare: Vec::new(),
        };
        Ok(Filter { inner, state, attributes, descriptor })
    }

    fn parts(&self, remote: &Descriptor) -> Result<DescriptorParts, MethodError> {
        descriptor::unwrap(self.state.name, self.inner.name(), remote)
    }

    /// Refuses what cannot be sent to a peer.
    fn check_send(&self, peer: PeerId, payload: &[u8]) -> Result<(), MethodError> {
        let known = self.state.peers.get(&peer).filter(|entry| entry.attached);
        let Some(entry) = known else {
            return Err(MethodError::UnknownPeer(peer, self.state.name));
        };
        if let Some(why) = &entry.gone {
            return Err(why.clone());
        }
        let most = self.attributes.max_frame;
        if payload.len() > most {
            let why = format!("a frame of {} bytes; {most} is the most", payload.len());
            return Err(MethodError::Configuration { parameter: "fragment", why });
        }
        Ok(())
    }

    /// The wrapped frame to go on with: one under way, or one that is kept and is still the same.
    fn resumed(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: usize,
    ) -> Result<Option<Pending>, MethodError> {
        let Some(entry) = self.state.peers.get_mut(&peer) else { return Ok(None) };
        let Some(pending) = entry.pending.remove(&header.stream_key()) else { return Ok(None) };
        let goes_on = match pending.done {
            0 => done == 0 && pending.real == *header && pending.payload == payload,
            _ => done != 0 && pending.real == *header,
        };
        if goes_on {
            return Ok(Some(pending));
        }
        if pending.done != 0 {
            entry.pending.insert(header.stream_key(), pending);
            let what = "begin a frame on a stream amid another".to_owned();
            return Err(MethodError::Unsupported { method: self.state.name, what });
        }
        self.state.recycle(pending.wire);
        Ok(None)
    }

    /// Sends a frame as it is.
    fn send_plain(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        let taken = self.inner.send(peer, header, payload, done)?;
        if taken {
            self.state.count_sent(payload.len());
        }
        if let Some(entry) = self.state.peers.get_mut(&peer) {
            let waits = !taken && *done == 0;
            entry.plain = waits.then_some((*header, payload.len()));
        }
        Ok(taken)
    }

    fn send_wrapped(
        &mut self,
        peer: PeerId,
        mut pending: Pending,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        let had_begun = pending.done != 0;
        let taken = self.inner.send(peer, &pending.outer, &pending.wire, &mut pending.done)?;
        let Some(entry) = self.state.peers.get_mut(&peer) else { return Ok(taken) };
        let stream = pending.real.stream_key();
        if !had_begun && (taken || pending.done != 0) {
            entry.next.insert(stream, pending.number + 1);
        }
        if taken {
            *done = (*done).max(payload.len());
            self.state.count_sent(payload.len());
            self.state.recycle(pending.wire);
            return Ok(true);
        }
        if pending.done != 0 {
            *done = pending.done.max(*done);
            pending.payload = Vec::new();
        } else if pending.payload.is_empty() {
            pending.payload = payload.to_vec();
        }
        entry.pending.insert(stream, pending);
        Ok(false)
    }
}

/// Bytes that wrapping adds to a frame.
fn overhead(options: &FilterOptions) -> usize {
    ENVELOPE + if options.encrypt.is_some() { SEAL } else { 0 }
}

fn check(inner: &dyn Method, options: &FilterOptions) -> Result<(), MethodError> {
    let wrong = |why| Err(MethodError::Configuration { parameter: "methods", why });
    if options.compress.is_none() && options.encrypt.is_none() {
        return wrong(format!("a filter of {} that neither compresses nor encrypts", inner.name()));
    }
    if let Some(compression) = &options.compress {
        check_level(compression.level)?;
    }
    let most = inner.attributes().max_frame;
    if most < SHORTEST {
        let why =
            format!("the frames of {} have {most} bytes; {SHORTEST} are needed", inner.name());
        return wrong(why);
    }
    Ok(())
}

fn attributes(inner: &Attributes, options: &FilterOptions) -> Attributes {
    let max_frame = inner.max_frame.min(LONGEST + overhead(options)) - overhead(options);
    let encrypts = options.encrypt.is_some();
    Attributes {
        latency: inner.latency + Duration::from_micros(1),
        // What one core encrypts, decrypts or copies at most.
        bandwidth: inner.bandwidth.min(if encrypts { 1.5e9 } else { 2.5e9 }),
        eager_limit: inner.eager_limit.min(max_frame),
        fragment: inner.fragment.min(max_frame),
        max_frame,
        // A payload is whole before it is known where it goes.
        stream_flow_control: false,
        multicast: false,
        confidential: inner.confidential || encrypts,
        // What is read from a peer's memory passes no filter.
        shares_memory: inner.shares_memory && !encrypts,
        remote_reads: inner.remote_reads && !encrypts,
        remote_reading: if encrypts { RemoteReading::Never } else { inner.remote_reading },
        ..inner.clone()
    }
}

impl Method for Filter {
    fn name(&self) -> &'static str {
        self.state.name
    }

    fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    fn descriptor(&self) -> Descriptor {
        self.descriptor.clone()
    }

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        match self.parts(remote) {
            Ok(parts) => self.inner.applicable(&parts.inner),
            Err(why) => Applicable::No(why.to_string()),
        }
    }

    fn attach(&mut self, peer: PeerId, remote: &Descriptor) -> Result<(), MethodError> {
        let parts = self.parts(remote)?;
        self.inner.attach(peer, &parts.inner)?;
        let chacha = self.state.chacha;
        let entry = self.state.peers.entry(peer).or_default();
        if entry.is_born_with(parts.salt)
            && let Some(keys) = &self.state.keys
        {
            entry.sealer = Sealer::new(keys, peer, parts.salt, chacha);
        }
        entry.attached = true;
        Ok(())
    }

    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        self.check_send(peer, payload)?;
        if let Some(pending) = self.resumed(peer, header, payload, *done)? {
            return self.send_wrapped(peer, pending, payload, done);
        }
        let entry = self.state.peers.get(&peer);
        let judged = entry.is_some_and(|e| e.plain == Some((*header, payload.len())));
        if *done != 0 || judged {
            return self.send_plain(peer, header, payload, done);
        }
        match self.state.wrap(peer, header, payload)? {
            Some(pending) => self.send_wrapped(peer, pending, payload, done),
            None => self.send_plain(peer, header, payload, done),
        }
    }

    fn poll(&mut self, now: Now, sink: &mut dyn Sink) -> usize {
        self.inner.poll(now, &mut FilterPassage { state: &mut self.state, outside: sink })
    }

    fn read_remote(
        &mut self,
        peer: PeerId,
        address: u64,
        into: &mut [u8],
    ) -> Result<(), MethodError> {
        if self.attributes.remote_reads {
            return self.inner.read_remote(peer, address, into);
        }
        let what = "read the memory of others".to_owned();
        Err(MethodError::Unsupported { method: self.state.name, what })
    }

    fn is_better_read(&mut self, peer: PeerId, bytes: usize, both_ways: bool) -> bool {
        self.attributes.remote_reads && self.inner.is_better_read(peer, bytes, both_ways)
    }

    fn tune(&mut self, peer: PeerId, parameter: &str, value: &str) -> Result<(), MethodError> {
        if parameter != "level" || self.state.options.compress.is_none() {
            return self.inner.tune(peer, parameter, value);
        }
        let level = parse_level(value)?;
        let unknown = MethodError::UnknownPeer(peer, self.state.name);
        self.state.peers.get_mut(&peer).ok_or(unknown)?.level = Some(level);
        Ok(())
    }

    fn wait_source(&self) -> WaitSource {
        self.inner.wait_source()
    }

    fn tell_by_signal(&mut self, target: &SignalTarget) -> bool {
        self.inner.tell_by_signal(target)
    }

    fn arm(&mut self, by_bell: bool) -> Armed {
        self.inner.arm(by_bell)
    }

    fn disarm(&mut self) {
        self.inner.disarm();
    }

    fn counters(&self) -> Counters {
        let inner = self.inner.counters();
        let refused = self.state.counters.refused + inner.refused;
        Counters { refused, peers: inner.peers, ..self.state.counters }
    }

    fn has_pending_output(&self) -> bool {
        self.inner.has_pending_output()
    }

    fn describe_link(&self, peer: PeerId) -> Option<String> {
        let mut text = self.inner.describe_link(peer)?;
        let entry = self.state.peers.get(&peer)?;
        if let Some(why) = &entry.gone {
            return Some(why.to_string());
        }
        if entry.savings.before > 0 {
            let share = entry.savings.after as f64 / entry.savings.before as f64 * 100.0;
            text += &format!(", {} bytes compressed to {share:.0} %", entry.savings.before);
        }
        if let Some(sealer) = &entry.sealer {
            text += &format!(", encrypted with {}", sealer.cipher());
        }
        Some(text)
    }

    fn quality(&self, peer: PeerId) -> Option<Quality> {
        self.inner.quality(peer)
    }

    fn pulse(&self, peer: PeerId) -> Option<Pulse> {
        self.inner.pulse(peer)
    }

    fn take_detour(&mut self, peer: PeerId) -> bool {
        self.inner.take_detour(peer)
    }

    fn parcel(&mut self, peer: PeerId, parcel: &[u8]) {
        self.inner.parcel(peer, parcel);
    }

    fn open_streams(&self, peer: PeerId) -> u32 {
        self.inner.open_streams(peer)
    }

    fn has_departed(&self, peer: PeerId) -> bool {
        self.inner.has_departed(peer)
    }

    fn close(&mut self, now: Now, sink: &mut dyn Sink) -> bool {
        self.inner.close(now, &mut FilterPassage { state: &mut self.state, outside: sink })
    }
}
