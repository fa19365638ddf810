//! What a process publishes: where it listens for streams, and what `tcp` publishes for the control
//! connection.

use crate::NAME;
use ferry_method::{Descriptor, MethodError};
use ferry_method_tcp::listening_port;
use ferry_method_tcp::net::Contact;
use ferry_wire::Reader;

const LAYOUT: u8 = 1;
const MAX_LEN: usize = 256;
/// Bytes before those of `tcp`.
const PREFIX: usize = 3;

fn bad(why: impl Into<String>) -> MethodError {
    MethodError::BadDescriptor { method: NAME, why: why.into() }
}

/// Puts the two together. Addresses that find no room any more are left out, loopback never.
pub(crate) fn encode(control: &Descriptor, port: u16) -> Result<Descriptor, MethodError> {
    let mut contact = Contact::decode(control)?;
    let mut inner = contact.encode();
    while inner.bytes.len() + PREFIX > MAX_LEN {
        let last = contact.addresses.iter().rposition(|a| !a.is_loopback());
        contact.addresses.remove(last.ok_or_else(|| bad("the host's name leaves no room"))?);
        inner = contact.encode();
    }
    let mut bytes = vec![LAYOUT];
    bytes.extend(port.to_le_bytes());
    bytes.extend(inner.bytes);
    Ok(Descriptor { method: NAME.to_owned(), bytes })
}

/// The descriptor for the control connection, and where the streams go.
pub(crate) fn decode(descriptor: &Descriptor) -> Result<(Descriptor, Contact), MethodError> {
    if descriptor.method != NAME {
        return Err(bad("it belongs to another method"));
    }
    if descriptor.bytes.len() > MAX_LEN {
        return Err(bad("longer than 256 bytes"));
    }
    let mut r = Reader::new(&descriptor.bytes);
    if r.u8().map_err(|_| bad("empty"))? != LAYOUT {
        return Err(bad("its layout is that of another version of Ferry"));
    }
    let port = r.u16().map_err(|_| bad("it ends too early"))?;
    if port == 0 {
        return Err(bad("no process listens on port 0"));
    }
    let method = ferry_method_tcp::NAME.to_owned();
    let control = Descriptor { method, bytes: r.rest().to_vec() };
    let contact = Contact::decode(&control).map_err(|e| match e {
        MethodError::BadDescriptor { why, .. } => bad(why),
        other => other,
    })?;
    Ok((control, Contact { port, ..contact }))
}

/// The ports on which the owner of a descriptor listens: for the control connection, for streams.
pub fn listening_ports(descriptor: &Descriptor) -> Result<(u16, u16), MethodError> {
    let (control, streams) = decode(descriptor)?;
    Ok((listening_port(&control)?, streams.port))
}
