//! The crate `dcsctp`.

use dcsctp::api::{
    DcSctpSocket, Message as Theirs, Options, PpId, SendOptions, SocketEvent, SocketState,
    SocketTime, StreamId,
};

use crate::end::{Message, Now, Patience, PeerEnd, State};

pub(crate) struct Dcsctp {
    socket: Box<dyn DcSctpSocket>,
    /// The end that the socket has reported; what it says otherwise is its present state.
    ended: Option<State>,
    packets: std::collections::VecDeque<Vec<u8>>,
    own_resets: Vec<u16>,
    peer_resets: Vec<u16>,
    restarts: usize,
}

pub(crate) fn options(interleaving: bool) -> Options {
    Options {
        mtu: 1500 - 20 - 8,
        max_message_size: 4 << 20,
        max_send_buffer_size: 4 << 20,
        per_stream_send_queue_limit: 4 << 20,
        enable_message_interleaving: interleaving,
        announced_maximum_incoming_streams: 100,
        announced_maximum_outgoing_streams: 100,
        ..Options::default()
    }
}

impl Dcsctp {
    pub(crate) fn boxed(options: &Options) -> Box<dyn PeerEnd> {
        Box::new(Self {
            socket: dcsctp::new_socket("peer", options),
            ended: None,
            packets: Default::default(),
            own_resets: Vec::new(),
            peer_resets: Vec::new(),
            restarts: 0,
        })
    }

    fn at(&mut self, now: Now) -> &mut dyn DcSctpSocket {
        self.socket.advance_time(SocketTime::zero() + now);
        &mut *self.socket
    }

    fn events(&mut self) {
        while let Some(event) = self.socket.poll_event() {
            match event {
                SocketEvent::SendPacket(packet) => self.packets.push_back(packet),
                SocketEvent::OnClosed() => self.ended = Some(State::Closed),
                SocketEvent::OnAborted(kind, why) => {
                    self.ended = Some(State::Lost(format!("{kind:?}: {why}")));
                }
                SocketEvent::OnConnectionRestarted() => self.restarts += 1,
                SocketEvent::OnStreamsResetPerformed(streams) => {
                    self.own_resets.extend(streams.iter().map(|stream| stream.0));
                }
                SocketEvent::OnIncomingStreamReset(streams) => {
                    self.peer_resets.extend(streams.iter().map(|stream| stream.0));
                }
                _ => {}
            }
        }
    }
}

impl PeerEnd for Dcsctp {
    fn connect(&mut self, now: Now) {
        self.at(now).connect();
    }

    fn state(&self) -> State {
        match self.socket.state() {
            SocketState::Connected => State::Up,
            SocketState::Closed | SocketState::ShuttingDown if self.ended.is_some() => {
                self.ended.clone().unwrap_or(State::Waiting)
            }
            _ => State::Waiting,
        }
    }

    fn handle(&mut self, now: Now, packet: Vec<u8>) {
        self.at(now).handle_input(&packet);
        self.events();
    }

    fn transmit(&mut self, _now: Now) -> Option<Vec<u8>> {
        self.events();
        self.packets.pop_front()
    }

    fn next_due(&mut self) -> Option<Now> {
        let due = self.socket.poll_timeout();
        (due != SocketTime::infinite_future()).then(|| due - SocketTime::zero())
    }

    fn on_timer(&mut self, now: Now) {
        self.at(now);
        self.events();
    }

    fn send(&mut self, now: Now, message: &Message) -> bool {
        let mut options = SendOptions { unordered: message.unordered, ..SendOptions::default() };
        match message.patience {
            Patience::Endless => {}
            Patience::Retransmissions(most) => options.max_retransmissions = Some(most),
            Patience::Lifetime(time) => options.lifetime = Some(time),
        }
        let theirs = Theirs::new(StreamId(message.stream), PpId(53), message.payload.clone());
        let sent = self.at(now).send(theirs, &options).is_ok();
        self.events();
        sent
    }

    fn receive(&mut self, _now: Now) -> Option<Message> {
        let Theirs { stream_id, payload, .. } = self.socket.get_next_message()?;
        Some(Message { stream: stream_id.0, payload, ..Message::default() })
    }

    fn shutdown(&mut self, now: Now) {
        self.at(now).shutdown();
        self.events();
    }

    fn abort(&mut self, now: Now) {
        self.at(now).close();
        self.events();
    }

    fn reset(&mut self, now: Now, streams: &[u16]) {
        let streams: Vec<StreamId> = streams.iter().map(|stream| StreamId(*stream)).collect();
        self.at(now).reset_streams(&streams).expect("the association stands");
        self.events();
    }

    fn own_resets(&self) -> &[u16] {
        &self.own_resets
    }

    fn peer_resets(&self) -> &[u16] {
        &self.peer_resets
    }

    fn interleaves(&self) -> bool {
        self.socket.get_metrics().is_some_and(|metrics| metrics.uses_message_interleaving)
    }

    fn restarts(&self) -> usize {
        self.restarts
    }
}
