//! What a process publishes: as for TCP, with the port of its association socket, and before that what
//! both ends must have alike.

use crate::NAME;
use crate::options::{Auth, SctpOptions, Spreading, Transport};
use crate::secret::SctpSecret;
use ferry_method::{Descriptor, MethodError};
use ferry_method_tcp::net::Contact;

/// Version of the descriptor and of what is said over an association.
const VERSION: u8 = 1;
/// Bytes of [`Terms`] before the contact.
const TERMS_LEN: usize = 10;
/// Longest descriptor.
const MAX_LEN: usize = 256;

/// What two ends must have alike to understand each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Terms {
    transport: Transport,
    auth: Auth,
    spreading: Spreading,
    /// Tells the members of one job from those of another.
    fingerprint: u32,
}

impl Terms {
    pub(crate) fn of(options: &SctpOptions, job: &SctpSecret) -> Self {
        Terms {
            transport: options.transport,
            auth: options.auth,
            spreading: options.streams,
            fingerprint: job.fingerprint(),
        }
    }

    fn encode(&self) -> [u8; TERMS_LEN] {
        let (spreading, streams) = match self.spreading {
            Spreading::One => (0, 0),
            Spreading::Pool(n) => (1, n),
            Spreading::Each(n) => (2, n),
        };
        let mut bytes = [0; TERMS_LEN];
        bytes[..4].copy_from_slice(&[VERSION, self.transport as u8, self.auth as u8, spreading]);
        bytes[4..6].copy_from_slice(&streams.to_le_bytes());
        bytes[6..].copy_from_slice(&self.fingerprint.to_le_bytes());
        bytes
    }

    fn decode(bytes: &[u8]) -> Result<Self, &'static str> {
        let &[version, transport, auth, spreading, low, high, ref fingerprint @ ..] = bytes else {
            return Err("it ends too early");
        };
        let Ok(fingerprint) = fingerprint.try_into() else { return Err("it ends too early") };
        if version != VERSION {
            return Err("its layout is that of another version of Ferry");
        }
        let streams = u16::from_le_bytes([low, high]);
        let unknown = "it asks for something that this version of Ferry does not know";
        Ok(Terms {
            transport: match transport {
                0 => Transport::Udp,
                1 => Transport::Raw,
                2 => Transport::Kernel,
                _ => return Err(unknown),
            },
            auth: match auth {
                0 => Auth::Handshake,
                1 => Auth::All,
                2 => Auth::None,
                _ => return Err(unknown),
            },
            spreading: match spreading {
                0 => Spreading::One,
                1 => Spreading::Pool(streams),
                2 => Spreading::Each(streams),
                _ => return Err(unknown),
            },
            fingerprint: u32::from_le_bytes(fingerprint),
        })
    }

    /// Why these do not go with a peer's, if they do not.
    pub(crate) fn disagree(&self, theirs: &Terms) -> Option<String> {
        let say = |name: &str, there: String, here: String| {
            Some(format!(
                "{name} is {there} there and {here} here; it must be the same on all ranks"
            ))
        };
        if self.transport != theirs.transport {
            return say("sctp.transport", theirs.transport.to_string(), self.transport.to_string());
        }
        if self.auth != theirs.auth {
            return say("sctp.auth", theirs.auth.to_string(), self.auth.to_string());
        }
        if self.spreading != theirs.spreading {
            return say("p2p.streams", theirs.spreading.to_string(), self.spreading.to_string());
        }
        if self.fingerprint != theirs.fingerprint {
            return Some("it belongs to another job, or to another secret of this one".to_owned());
        }
        None
    }
}

/// The descriptor of a contact, with as many addresses as fit.
pub(crate) fn encode(terms: &Terms, contact: &Contact) -> Descriptor {
    let mut contact = contact.clone();
    loop {
        let mut bytes = terms.encode().to_vec();
        bytes.extend(contact.encode().bytes);
        if bytes.len() <= MAX_LEN {
            return Descriptor { method: NAME.to_owned(), bytes };
        }
        // Loopback stands last and is short.
        let last = contact.addresses.iter().rposition(|a| !a.is_loopback());
        match last {
            Some(at) => contact.addresses.remove(at),
            None => return Descriptor { method: NAME.to_owned(), bytes },
        };
    }
}

/// Reads a descriptor of this method.
pub(crate) fn decode(descriptor: &Descriptor) -> Result<(Terms, Contact), MethodError> {
    let bad = |why: &str| MethodError::BadDescriptor { method: NAME, why: why.to_owned() };
    if descriptor.method != NAME {
        return Err(bad("it belongs to another method"));
    }
    if descriptor.bytes.len() > MAX_LEN {
        return Err(bad("longer than 256 bytes"));
    }
    let Some((terms, contact)) = descriptor.bytes.split_at_checked(TERMS_LEN) else {
        return Err(bad("it ends too early"));
    };
    let terms = Terms::decode(terms).map_err(bad)?;
    let as_tcp = Descriptor { method: ferry_method_tcp::NAME.to_owned(), bytes: contact.to_vec() };
    Ok((terms, Contact::decode(&as_tcp).map_err(own_words)?))
}

/// The SCTP port of a descriptor's owner; over UDP also the port of its socket.
///
/// Errors: a descriptor that is not one of this method's.
pub fn listening_port(descriptor: &Descriptor) -> Result<u16, MethodError> {
    decode(descriptor).map(|(_, contact)| contact.port)
}

/// The same descriptor with another port, for tests that put something in between.
#[doc(hidden)]
pub fn with_port(descriptor: &Descriptor, port: u16) -> Result<Descriptor, MethodError> {
    let (terms, contact) = decode(descriptor)?;
    Ok(encode(&terms, &Contact { port, ..contact }))
}

/// A descriptor with the contact of `theirs` and the terms of `own`, as somebody of another job would make
/// it up, for tests.
#[doc(hidden)]
pub fn pretend(theirs: &Descriptor, own: &Descriptor) -> Result<Descriptor, MethodError> {
    Ok(encode(&decode(own)?.0, &decode(theirs)?.1))
}

/// An error about a parameter of TCP's, said of the same parameter of SCTP's.
pub(crate) fn own_words(e: MethodError) -> MethodError {
    match e {
        MethodError::Configuration { parameter, why } => {
            let parameter = match parameter {
                "tcp.interface" => "sctp.interface",
                other => other,
            };
            MethodError::Configuration { parameter, why }
        }
        MethodError::BadDescriptor { why, .. } => MethodError::BadDescriptor { method: NAME, why },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_method::{Identity, JobId, PeerId};
    use ferry_method_tcp::net::Address;
    use proptest::prelude::*;

    fn contact(addresses: usize) -> Contact {
        let address = |i| Address::new(std::net::Ipv6Addr::from(0xfd00_u128 << 112 | i).into(), 64);
        let mut addresses: Vec<Address> = (1..=addresses as u128).map(address).collect();
        addresses.push(Address::new([127, 0, 0, 1].into(), 8));
        Contact { host: "node7".into(), port: 4711, addresses }
    }

    fn terms() -> Terms {
        let identity = Identity {
            job: JobId(1),
            me: PeerId(0),
            size: 2,
            secret: [1; 32],
            host: "node7".into(),
        };
        Terms::of(&SctpOptions::default(), &SctpSecret::of(&identity))
    }

    #[test]
    fn what_is_encoded_is_decoded_and_belongs_to_this_method() {
        for spreading in [Spreading::One, Spreading::Pool(10), Spreading::Each(300)] {
            let terms = Terms { spreading, ..terms() };
            let descriptor = encode(&terms, &contact(1));
            assert_eq!(descriptor.method, "sctp");
            assert_eq!(decode(&descriptor).unwrap(), (terms, contact(1)));
            assert_eq!(listening_port(&descriptor).unwrap(), 4711);
            let moved = with_port(&descriptor, 5).unwrap();
            assert_eq!(listening_port(&moved).unwrap(), 5);
        }
        assert!(decode(&contact(1).encode()).unwrap_err().to_string().contains("sctp"));
    }

    #[test]
    fn many_addresses_are_cut_but_loopback_stays() {
        let descriptor = encode(&terms(), &contact(60));
        assert!(descriptor.bytes.len() <= 256);
        let (_, decoded) = decode(&descriptor).unwrap();
        assert!(decoded.addresses.len() > 5 && decoded.addresses.last().unwrap().is_loopback());
    }

    #[test]
    fn what_must_agree_is_named() {
        let other = Terms { auth: Auth::All, ..terms() };
        let why = terms().disagree(&other).unwrap();
        assert!(why.contains("sctp.auth is all there and handshake here"), "{why}");
        let other = Terms { spreading: Spreading::Each(99), ..terms() };
        assert!(terms().disagree(&other).unwrap().contains("p2p.streams"));
        let other = Terms { fingerprint: 1, ..terms() };
        assert!(terms().disagree(&other).unwrap().contains("another job"));
        assert_eq!(terms().disagree(&terms()), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived_and_blamed_on_this_method(bytes: Vec<u8>) {
            let descriptor = Descriptor { method: NAME.into(), bytes };
            if let Err(e) = decode(&descriptor) {
                let is_own = matches!(e, MethodError::BadDescriptor { method: NAME, .. });
                prop_assert!(is_own, "{}", e);
            }
        }
    }
}
