//! What a port is called: where it listens, and a number that no other port has.

use crate::PortError;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// Most addresses in a name, so that it stays below `MPI_MAX_PORT_NAME`.
pub(crate) const ADDRESSES_MAX: usize = 8;
/// How names begin: what they are, and the version of their form.
const OPENING: &str = "ferry-port/1";

/// A port's name. It holds no secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortName {
    /// What tells this port from all others.
    pub(crate) id: [u8; 16],
    /// Where it listens, over TCP.
    pub(crate) port: u16,
    /// Addresses of its host, the likeliest first.
    pub(crate) addresses: Vec<IpAddr>,
}

impl fmt::Display for PortName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let addresses: Vec<String> = self.addresses.iter().map(IpAddr::to_string).collect();
        let (id, port) = (hexadecimal(&self.id), self.port);
        write!(f, "{OPENING}/{id}/{port}/{}", addresses.join(","))
    }
}

impl FromStr for PortName {
    type Err = PortError;

    fn from_str(text: &str) -> Result<Self, PortError> {
        let wrong = |why| PortError::Malformed { text: text.chars().take(60).collect(), why };
        let rest = text.trim().strip_prefix(OPENING).and_then(|rest| rest.strip_prefix('/'));
        let rest = rest.ok_or_else(|| wrong("it does not begin with ferry-port/1/"))?;
        let mut words = rest.split('/');
        let mut word = |what| words.next().ok_or_else(|| wrong(what));
        let id = from_hexadecimal(word("it has no number")?);
        let id = id.ok_or_else(|| wrong("its number is none of 32 hexadecimal digits"))?;
        let port = word("it has no TCP port")?.parse();
        let port = port.map_err(|_| wrong("its TCP port is not a number"))?;
        let listed = word("it has no addresses")?.split(',').map(str::parse);
        let addresses: Result<Vec<IpAddr>, _> = listed.take(ADDRESSES_MAX + 1).collect();
        let addresses = addresses.map_err(|_| wrong("one of its addresses is none"))?;
        if addresses.len() > ADDRESSES_MAX || words.next().is_some() {
            return Err(wrong("there is more in it than a port has"));
        }
        Ok(PortName { id, port, addresses })
    }
}

impl PortName {
    /// Its socket in the kernel's abstract namespace.
    pub(crate) fn local(&self) -> String {
        format!("ferry-port-{}", hexadecimal(&self.id))
    }
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hexadecimal<const N: usize>(text: &str) -> Option<[u8; N]> {
    let is_plain = text.len() == 2 * N && text.bytes().all(|b| b.is_ascii_hexdigit());
    let mut bytes = [0; N];
    for (at, byte) in bytes.iter_mut().enumerate().take_while(|_| is_plain) {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    is_plain.then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_name_is_refused_with_a_reason() {
        let long = format!("ferry-port/1/{}/5/{}", "0".repeat(32), ["::1"; 9].join(","));
        for text in [
            "",
            "ferry-port/1",
            "ferry-port/2/00/5/::1",
            "ferry-port/1/00/5/::1",
            "ferry-port/1/00112233445566778899aabbccddeeff/x/::1",
            "ferry-port/1/00112233445566778899aabbccddeeff/1/here",
            "ferry-port/1/00112233445566778899aabbccddeef\u{e9}/1/::1",
            "ferry-port/1/00112233445566778899aabbccddeeff/1/::1/more",
            &long,
        ] {
            let why = text.parse::<PortName>().expect_err("it is none").to_string();
            assert!(why.contains("is not the name of a port"), "{why}");
        }
    }

    proptest! {
        #[test]
        fn names_survive(id: [u8; 16], port: u16, v4 in any::<[u8; 4]>(), v6 in any::<[u8; 16]>()) {
            let name = PortName { id, port, addresses: vec![v4.into(), v6.into()] };
            let text = name.to_string();
            prop_assert!(text.len() < 1024);
            prop_assert_eq!(text.parse::<PortName>().unwrap(), name);
        }

        #[test]
        fn any_text_is_borne(text in ".{0,200}") {
            let _ = text.parse::<PortName>();
            let _ = format!("ferry-port/1/{text}").parse::<PortName>();
        }
    }
}
