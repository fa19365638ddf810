//! What a process publishes: as for TCP, with the port of its UDP socket.

use crate::NAME;
use crate::socket::own_words;
use ferry_method::{Descriptor, MethodError};
use ferry_method_tcp::net::Contact;

/// The descriptor of a contact.
pub(crate) fn encode(contact: &Contact) -> Descriptor {
    Descriptor { method: NAME.to_owned(), ..contact.encode() }
}

/// Reads a descriptor of this method.
pub(crate) fn decode(descriptor: &Descriptor) -> Result<Contact, MethodError> {
    if descriptor.method != NAME {
        let why = "it belongs to another method".to_owned();
        return Err(MethodError::BadDescriptor { method: NAME, why });
    }
    let as_tcp =
        Descriptor { method: ferry_method_tcp::NAME.to_owned(), bytes: descriptor.bytes.clone() };
    Contact::decode(&as_tcp).map_err(own_words)
}

/// The UDP port of a QUIC descriptor's owner.
pub fn listening_port(descriptor: &Descriptor) -> Result<u16, MethodError> {
    decode(descriptor).map(|contact| contact.port)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_method_tcp::net::Address;
    use proptest::prelude::*;

    fn contact() -> Contact {
        let address = Address::new([10, 0, 0, 7].into(), 24);
        Contact { host: "node7".into(), port: 4711, addresses: vec![address] }
    }

    #[test]
    fn what_is_encoded_is_decoded_and_belongs_to_this_method() {
        let descriptor = encode(&contact());
        assert_eq!(descriptor.method, "quic");
        assert_eq!(decode(&descriptor).unwrap(), contact());
        assert_eq!(listening_port(&descriptor).unwrap(), 4711);
        let error = decode(&contact().encode()).unwrap_err().to_string();
        assert!(error.contains("quic"), "{error}");
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
