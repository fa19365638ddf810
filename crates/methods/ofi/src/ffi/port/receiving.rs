//! Receive buffers, which the provider has while nothing is in them.

use super::{INTO, Port};
use crate::ffi::layout::{
    FI_ADDR_UNSPEC, FI_EAGAIN, FI_MULTI_RECV, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, Msg,
};

impl Port {
    /// A buffer that takes no more is to be posted again.
    pub(super) fn note_emptied(&mut self, place: usize, flags: u64) {
        if !self.offer.shared_buffers || flags & FI_MULTI_RECV != 0 {
            self.to_post.push(place);
        }
    }

    /// A shared buffer is given back when it has no room for a whole packet.
    pub(super) fn set_least_room(&mut self, packet: usize) -> Result<(), String> {
        if !self.offer.shared_buffers {
            return Ok(());
        }
        let endpoint = self.fabric.endpoint()?;
        // SAFETY: the endpoint is open; the option is a number of this size.
        let result = unsafe {
            let setopt = (*(*endpoint).ops).setopt;
            let (value, len) = ((&raw const packet).cast(), size_of::<usize>());
            setopt(endpoint.cast(), FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, value, len)
        };
        match result {
            0 => Ok(()),
            code => {
                Err(format!("sharing receive buffers: {}", self.library.explain(code as isize)))
            }
        }
    }

    /// Hands receive buffers to the provider.
    pub(super) fn post(&mut self) -> Result<(), String> {
        let flags = if self.offer.shared_buffers { FI_MULTI_RECV } else { 0 };
        let mut desc = self.fabric.description(INTO);
        let endpoint = self.fabric.endpoint()?;
        while let Some(&place) = self.to_post.last() {
            let iov = libc::iovec { iov_base: self.into.at(place).cast(), iov_len: self.into.each };
            let msg = Msg {
                msg_iov: &raw const iov,
                desc: &raw mut desc,
                iov_count: 1,
                addr: FI_ADDR_UNSPEC,
                context: self.into.context(place),
                data: 0,
            };
            // SAFETY: the endpoint is open and has this table; the message is valid during the call, and the
            // memory that it names stays until the endpoint is closed.
            let result = unsafe { ((*(*endpoint).msg).recvmsg)(endpoint, &raw const msg, flags) };
            match result {
                0 => self.to_post.pop(),
                result if result == -FI_EAGAIN => return Ok(()),
                result => {
                    return Err(format!("posting a buffer: {}", self.library.explain(result)));
                }
            };
        }
        Ok(())
    }
}
