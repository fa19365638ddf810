//! An external method as a method.

use crate::ffi::{Context, Failure, Instance};
use crate::landings::Landings;
use crate::table::{DESCRIPTOR_MAX, result};
use crate::{ExternalOptions, check, registry};
use ferry_method::{
    Applicable, Armed, Attributes, Counters, Descriptor, Header, Identity, Method, MethodError,
    Now, PeerId, Sink, WaitSource,
};
use std::collections::BTreeSet;
use std::ffi::CString;
use std::path::Path;

/// A method whose functions are in a shared object.
pub struct ExternalMethod {
    name: &'static str,
    // Dropped before the landings, into which it may write.
    instance: Instance,
    landings: Landings,
    attributes: Attributes,
    descriptor: Descriptor,
    size: u32,
    /// Peers that have said goodbye.
    departed: BTreeSet<PeerId>,
    /// Calls of the module's that made no sense.
    refused: u64,
}

impl ExternalMethod {
    /// Loads the module, if this process has not yet, and opens its method. Blocks until the module
    /// has been tried in a child process; best done while the process has one thread.
    ///
    /// # Errors
    /// What is wrong with the module or its options (configuration), or what it says itself.
    pub fn load(
        path: &Path,
        identity: &Identity,
        options: &ExternalOptions,
    ) -> Result<ExternalMethod, MethodError> {
        let refused = |why: String| MethodError::Configuration {
            parameter: "external",
            why: format!("{}: {why}", path.display()),
        };
        let module = registry::module(path, options.probe_timeout)?;
        let strings = c_options(&options.options).map_err(refused)?;
        let opened = Instance::open(module, identity, &strings);
        let mut instance = opened.map_err(|(code, why)| match code {
            result::CONFIGURATION => refused(why),
            _ => refused(format!("it cannot be opened: {why}")),
        })?;
        let attributes = check::attributes(&instance.attributes()).map_err(refused)?;
        let bytes = instance.descriptor().map_err(|len| match len {
            ..0 => refused("it has no descriptor".to_owned()),
            _ => refused(format!("a descriptor of {len} bytes; {DESCRIPTOR_MAX} is the most")),
        })?;
        Ok(ExternalMethod {
            name: module.name,
            instance,
            landings: Landings::default(),
            attributes,
            descriptor: Descriptor { method: module.name.to_owned(), bytes },
            size: identity.size,
            departed: BTreeSet::new(),
            refused: 0,
        })
    }

    fn check(&self, remote: &Descriptor) -> Result<(), MethodError> {
        let bad = |why: &str| MethodError::BadDescriptor { method: self.name, why: why.to_owned() };
        if remote.method != self.name {
            return Err(bad("it belongs to another method"));
        }
        match remote.bytes.len() {
            0 => Err(bad("empty")),
            len if len > DESCRIPTOR_MAX => Err(bad("longer than 256 bytes")),
            _ => Ok(()),
        }
    }

    /// Polls or closes.
    fn drive(&mut self, now: Now, closing: bool, sink: &mut dyn Sink) -> i32 {
        let name = self.name;
        let mut context = Context {
            sink,
            landings: &mut self.landings,
            departed: &mut self.departed,
            size: self.size,
            max_frame: self.attributes.max_frame,
            refused: 0,
            on_lost: &|peer, failure| error(name, peer, failure),
            panic: None,
        };
        let now = u64::try_from(now.as_nanos()).unwrap_or(u64::MAX);
        let answer = self.instance.drive(now, closing, &mut context);
        self.refused += context.refused;
        answer
    }
}

fn c_options(options: &[(String, String)]) -> Result<Vec<(CString, CString)>, String> {
    let c = |text: &str| CString::new(text).map_err(|_| format!("{text:?} contains a zero byte"));
    options.iter().map(|(name, value)| Ok((c(name)?, c(value)?))).collect()
}

/// A negative result as an error.
fn error(method: &'static str, peer: PeerId, (code, why): Failure) -> MethodError {
    match code {
        result::UNKNOWN_PEER => MethodError::UnknownPeer(peer, method),
        result::UNREACHABLE => MethodError::Unreachable { peer, method, why },
        result::LOST => MethodError::Lost { peer, method, why },
        result::NONSENSE => MethodError::Nonsense { peer, method, why },
        result::BAD_DESCRIPTOR => MethodError::BadDescriptor { method, why },
        result::CONFIGURATION => MethodError::Configuration { parameter: method, why },
        result::UNSUPPORTED => MethodError::Unsupported { method, what: why },
        _ => MethodError::system(format!("{method} to rank {peer}"), std::io::Error::other(why)),
    }
}

impl Method for ExternalMethod {
    fn name(&self) -> &'static str {
        self.name
    }

    fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    fn descriptor(&self) -> Descriptor {
        self.descriptor.clone()
    }

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        if let Err(why) = self.check(remote) {
            return Applicable::No(why.to_string());
        }
        match self.instance.applicable(&remote.bytes) {
            Ok(()) => Applicable::Yes,
            Err((_, why)) => Applicable::No(why),
        }
    }

    fn attach(&mut self, peer: PeerId, remote: &Descriptor) -> Result<(), MethodError> {
        self.check(remote)?;
        if peer.0 >= self.size {
            return Err(MethodError::UnknownPeer(peer, self.name));
        }
        let attached = self.instance.attach(peer, &remote.bytes);
        attached.map_err(|failure| error(self.name, peer, failure))
    }

    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        if peer.0 >= self.size {
            return Err(MethodError::UnknownPeer(peer, self.name));
        }
        let most = self.attributes.max_frame;
        if payload.len() > most {
            let why = format!("a frame of {} bytes; {most} is the most", payload.len());
            return Err(MethodError::Configuration { parameter: self.name, why });
        }
        let mut mark = *done as u64;
        let sent = self.instance.send(peer, header, payload, &mut mark);
        match sent.map_err(|failure| error(self.name, peer, failure))? {
            result::AGAIN => {
                *done = usize::try_from(mark).unwrap_or(usize::MAX).max(*done);
                Ok(false)
            }
            // Results of later versions that are no errors mean success, too.
            _ => {
                *done = payload.len().max(*done);
                Ok(true)
            }
        }
    }

    fn poll(&mut self, now: Now, sink: &mut dyn Sink) -> usize {
        usize::try_from(self.drive(now, false, sink)).unwrap_or(0)
    }

    fn tune(&mut self, peer: PeerId, parameter: &str, value: &str) -> Result<(), MethodError> {
        let strings = c_options(&[(parameter.to_owned(), value.to_owned())]);
        let strings =
            strings.map_err(|why| MethodError::Configuration { parameter: self.name, why })?;
        let tuned = strings.iter().try_for_each(|(n, v)| self.instance.tune(peer, n, v));
        tuned.map_err(|failure| error(self.name, peer, failure))
    }

    fn wait_source(&self) -> WaitSource {
        match self.instance.wait_fd() {
            ..0 => WaitSource::Never,
            fd => WaitSource::Fd(fd),
        }
    }

    fn arm(&mut self, _by_bell: bool) -> Armed {
        if self.instance.arm() == 0 { Armed::Ready(0) } else { Armed::Busy }
    }

    fn disarm(&mut self) {
        self.instance.disarm();
    }

    fn counters(&self) -> Counters {
        let c = self.instance.counters();
        Counters {
            frames_sent: c.frames_sent,
            bytes_sent: c.bytes_sent,
            frames_received: c.frames_received,
            bytes_received: c.bytes_received,
            refused: c.refused + self.refused,
            peers: c.peers,
        }
    }

    fn has_pending_output(&self) -> bool {
        self.instance.has_pending_output()
    }

    fn describe_link(&self, peer: PeerId) -> Option<String> {
        self.instance.describe(peer)
    }

    fn has_departed(&self, peer: PeerId) -> bool {
        self.departed.contains(&peer)
    }

    fn close(&mut self, now: Now, sink: &mut dyn Sink) -> bool {
        self.drive(now, true, sink) != 0
    }
}
