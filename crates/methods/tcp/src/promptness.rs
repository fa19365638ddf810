//! Short timeouts: a packet that is the last of a message has nothing behind it by whose arrival its loss
//! would be noticed, so that the kernel waits for its timeout, 200 ms and more. Where both kernels let, this
//! end acknowledges sooner than it otherwise would, and says so in the handshake, and the other may then
//! send again much sooner.

use crate::terms::Terms;
use ferry_method::MethodError;
use ferry_sys::{set_tcp_delack_max, set_tcp_rto_min};
use socket2::{Domain, Socket, Type};
use std::io;
use std::sync::OnceLock;
use std::time::Duration;

/// How long acknowledgements are put off at most, the shortest time first: the kernel takes none of less
/// than two ticks.
const DELAYS: [Duration; 2] = [Duration::from_millis(4), Duration::from_millis(8)];
/// The smallest retransmission timeout towards an end that acknowledges so soon. Its timer may be a tick
/// late.
pub(crate) const RTO_MIN: Duration = Duration::from_millis(20);

/// What the kernel's smallest timeout is otherwise.
const KERNELS: Duration = Duration::from_millis(200);

/// Puts acknowledgements off for a short time only, where the kernel lets.
fn answer_promptly(socket: &Socket) -> bool {
    DELAYS.iter().any(|delay| set_tcp_delack_max(socket, *delay).is_ok())
}

/// Whether sockets of this process do so.
pub(crate) fn answers_promptly() -> bool {
    static ANSWERS: OnceLock<bool> = OnceLock::new();
    *ANSWERS.get_or_init(|| plain_tcp().is_ok_and(|socket| answer_promptly(&socket)))
}

fn plain_tcp() -> io::Result<Socket> {
    Socket::new(Domain::IPV4, Type::STREAM, None)
}

/// Has a socket acknowledge soon and send again soon, before it connects or listens: the kernel's timeouts
/// begin with the first round trip.
pub fn prepare(socket: &Socket, least: Duration) {
    if answer_promptly(socket) && !least.is_zero() {
        // A link without it is better than none.
        let _ = set_tcp_rto_min(socket, least);
    }
}

/// Whether the kernel takes this timeout, tried on a socket of plain TCP; an older one is not asked.
///
/// # Errors
/// One that is out of its range.
pub(crate) fn check(least: Duration) -> Result<(), MethodError> {
    if least.is_zero() || !answers_promptly() {
        return Ok(());
    }
    let tried = plain_tcp().and_then(|socket| set_tcp_rto_min(socket, least));
    tried.map_err(|e| MethodError::Configuration {
        parameter: "tcp.rto_min",
        why: format!(
            "the kernel does not take {least:?} ({e}): it takes two of its ticks (8 to 20 ms) to 200 ms; \
             0s leaves it to the kernel"
        ),
    })
}

/// Goes on sending again soon only if the other end acknowledges soon.
pub fn settle(socket: &Socket, theirs: Terms) {
    if !theirs.prompt {
        // A kernel that does not know it has not done it.
        let _ = set_tcp_rto_min(socket, KERNELS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_answers_promptly_can_be_told_to_send_again_promptly() {
        let socket = plain_tcp().expect("a socket");
        assert_eq!(answer_promptly(&socket), answers_promptly());
        let rto_min = set_tcp_rto_min(&socket, RTO_MIN);
        assert_eq!(rto_min.is_ok(), answers_promptly(), "{rto_min:?}");
    }
}
