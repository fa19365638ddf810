//! Frames to and from groups.

use crate::UdpMethod;
use crate::datagram::{TAKEN, judge, receive, take};
use crate::groups;
use crate::prefix::Destination;
use crate::window::Window;
use ferry_method::{Header, MethodError, Multicast, Sink};
use std::net::SocketAddr;

impl UdpMethod {
    /// Takes what came to the groups.
    pub(crate) fn receive_groups(&mut self, sink: &mut dyn Sink) -> usize {
        let mut handled = 0;
        for group in &mut self.groups {
            let to = Destination::Group(group.address);
            for _ in 0..TAKEN {
                let Some(len) = receive(&group.socket, &mut self.incoming) else { break };
                handled += 1;
                let Some(frame) = self.prover.read(to, &self.incoming[..len]) else {
                    self.counters.refused += 1;
                    continue;
                };
                if frame.from == self.identity.me {
                    continue;
                }
                let window = group.senders.entry(frame.from).or_insert_with(Window::from_first);
                if take(window, frame.sequence, self.options.deliver_late) {
                    self.counters.frames_received += 1;
                    self.counters.bytes_received += frame.payload.len() as u64;
                    sink.frame(frame.from, &frame.header, frame.payload);
                }
            }
        }
        handled
    }
}

impl Multicast for UdpMethod {
    /// Frames of this process's own are not among those that arrive. Joining twice is joining once.
    fn join(&mut self, group: SocketAddr) -> Result<(), MethodError> {
        groups::check(group)?;
        if self.groups.iter().all(|g| g.address != group) {
            let joined = groups::join(group, &self.interface, &self.options)?;
            self.watch.add(&joined.socket)?;
            self.groups.push(joined);
        }
        Ok(())
    }

    fn leave(&mut self, group: SocketAddr) -> Result<(), MethodError> {
        let before = self.groups.len();
        // Closing the socket leaves the group and ends the watch.
        self.groups.retain(|g| g.address != group);
        if self.groups.len() == before {
            let why = format!("{group} was never joined");
            return Err(MethodError::Configuration { parameter: "multicast group", why });
        }
        Ok(())
    }

    fn send_to_group(
        &mut self,
        group: SocketAddr,
        header: &Header,
        payload: &[u8],
    ) -> Result<bool, MethodError> {
        groups::check(group)?;
        self.check(payload)?;
        let number = self.numbers.get(&group).copied().unwrap_or(0);
        let to = Destination::Group(group);
        self.prover.write(to, number, header, payload, &mut self.outgoing);
        let sender = &mut self.senders[usize::from(group.is_ipv6())];
        let socket = match sender {
            Some(socket) => socket,
            None => sender.insert(groups::sender(group, &self.interface, &self.options)?),
        };
        let taken = judge(socket.send_to(&self.outgoing, self.interface.scoped(group)))
            .map_err(|e| MethodError::system(format!("sending to the group {group}"), e))?;
        if taken {
            self.numbers.insert(group, number + 1);
            self.count_sent(payload);
        }
        Ok(taken)
    }
}
