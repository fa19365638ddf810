//! What a filtered method publishes: its own few bytes, then those of the method inside.

use ferry_method::{Descriptor, MethodError};
use ferry_wire::Reader;

const LAYOUT: u8 = 1;
const MAX_LEN: usize = 256;
/// Bytes before the inner descriptor's.
pub(crate) const OWN_LEN: usize = 9;

/// A descriptor taken apart.
pub(crate) struct DescriptorParts {
    /// What the owner of the descriptor adds to the keys of frames sent to it.
    pub(crate) salt: u64,
    pub(crate) inner: Descriptor,
}

/// Wraps the descriptor of the method inside.
pub(crate) fn wrap(
    name: &'static str,
    salt: u64,
    inner: &Descriptor,
) -> Result<Descriptor, MethodError> {
    let mut bytes = vec![LAYOUT];
    bytes.extend(salt.to_le_bytes());
    bytes.extend(&inner.bytes);
    if bytes.len() > MAX_LEN {
        let why = format!(
            "what {} publishes leaves no room for {OWN_LEN} bytes; let it use fewer interfaces",
            inner.method
        );
        return Err(MethodError::Configuration { parameter: "methods", why });
    }
    Ok(Descriptor { method: name.to_owned(), bytes })
}

/// Takes a descriptor apart; what is inside is for the method inside to judge.
pub(crate) fn unwrap(
    name: &'static str,
    inner: &str,
    remote: &Descriptor,
) -> Result<DescriptorParts, MethodError> {
    let bad = |why: &str| MethodError::BadDescriptor { method: name, why: why.to_owned() };
    if remote.method != name {
        return Err(bad("it belongs to another method"));
    }
    if remote.bytes.len() > MAX_LEN {
        return Err(bad("longer than 256 bytes"));
    }
    let mut r = Reader::new(&remote.bytes);
    if r.u8().map_err(|_| bad("empty"))? != LAYOUT {
        return Err(bad("its layout is that of another version of Ferry"));
    }
    let salt = r.u64().map_err(|_| bad("it ends too early"))?;
    let inner = Descriptor { method: inner.to_owned(), bytes: r.rest().to_vec() };
    Ok(DescriptorParts { salt, inner })
}
