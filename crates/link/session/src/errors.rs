//! What goes wrong with a peer, in the same words whatever the method.

use ferry_method::{MethodError, PeerId, StreamKey};

/// The link to a peer broke.
pub fn lost(method: &'static str, peer: PeerId, why: impl Into<String>) -> MethodError {
    MethodError::Lost { peer, method, why: why.into() }
}

/// No link to a peer came about.
pub fn unreachable(method: &'static str, peer: PeerId, why: String) -> MethodError {
    MethodError::Unreachable { peer, method, why }
}

/// Nothing is sent any more by a process that has closed its links.
pub fn closed(method: &'static str, peer: PeerId) -> MethodError {
    lost(method, peer, "this process has closed its links")
}

/// Nothing is sent any more to a peer that has left.
pub(crate) fn departed(method: &'static str, peer: PeerId) -> MethodError {
    lost(method, peer, "it has said goodbye and takes nothing any more")
}

/// Checks a frame's length. `parameter`: what the user has set too high.
///
/// # Errors
/// When it is longer than `most`.
pub fn check_len(parameter: &'static str, len: usize, most: usize) -> Result<(), MethodError> {
    if len <= most {
        return Ok(());
    }
    let why = format!("a frame of {len} bytes; {most} is the most");
    Err(MethodError::Configuration { parameter, why })
}

/// A stream cannot be resumed by holding what it has.
pub fn cannot_hold(method: &'static str) -> MethodError {
    let what = "resume a stream by holding it".to_owned();
    MethodError::Unsupported { method, what }
}

/// Nothing is held on a stream that was to be resumed.
pub fn nothing_held(method: &'static str, peer: PeerId, stream: StreamKey) -> MethodError {
    let what = format!("resume stream {stream} of rank {peer}: nothing is held there");
    MethodError::Unsupported { method, what }
}
