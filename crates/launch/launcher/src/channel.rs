//! What orders take to a proxy and events from it: the pipes of the launch command, or streams of SCTP.

use crate::control::ControlStream;
use crate::frame::Order;
use crate::spec::NodeEvent;
use std::collections::VecDeque;

/// The way of a node's orders and events.
#[derive(Debug)]
pub(crate) enum NodeChannel {
    /// The pipes, in which everything comes in order.
    Pipe,
    /// Streams, in each of which everything comes in order.
    Streams {
        /// Frames that wait to be sent.
        frames: VecDeque<(ControlStream, Vec<u8>)>,
        /// Lanes on which the last event has come.
        done: [bool; ControlStream::OF_EVENTS.len()],
    },
}

impl NodeChannel {
    /// Streams on which nothing has come yet.
    pub(crate) fn streams() -> NodeChannel {
        NodeChannel::Streams {
            frames: VecDeque::new(),
            done: [false; ControlStream::OF_EVENTS.len()],
        }
    }

    /// Queues an order.
    pub(crate) fn order(&mut self, order: &Order, pipe: &mut VecDeque<u8>) {
        match self {
            NodeChannel::Pipe => pipe.extend(order.encode()),
            NodeChannel::Streams { frames, .. } => {
                frames.push_back((ControlStream::of_order(order), order.encode()));
            }
        }
    }

    /// The next frame for the streams.
    pub(crate) fn poll_frame(&mut self) -> Option<(ControlStream, Vec<u8>)> {
        match self {
            NodeChannel::Pipe => None,
            NodeChannel::Streams { frames, .. } => frames.pop_front(),
        }
    }

    /// Whether an event that came on a lane has happened: the last one has when it came on all, so that no
    /// output is behind it.
    pub(crate) fn passes(&mut self, lane: ControlStream, event: &NodeEvent) -> bool {
        let NodeChannel::Streams { done, .. } = self else { return true };
        if *event != NodeEvent::Done {
            return true;
        }
        if let Some(at) = ControlStream::OF_EVENTS.iter().position(|other| *other == lane) {
            done[at] = true;
        }
        done.iter().all(|done| *done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_does_not_go_among_the_orders() {
        let (mut channel, mut pipe) = (NodeChannel::streams(), VecDeque::new());
        channel.order(&Order::Stdin(vec![1]), &mut pipe);
        channel.order(&Order::Signal(9), &mut pipe);
        channel.order(&Order::StdinEnd, &mut pipe);
        let lanes: Vec<ControlStream> =
            std::iter::from_fn(|| channel.poll_frame()).map(|f| f.0).collect();
        assert_eq!(lanes, [ControlStream::Input, ControlStream::Control, ControlStream::Input]);
        assert!(pipe.is_empty());
        NodeChannel::Pipe.order(&Order::StdinEnd, &mut pipe);
        assert_eq!(pipe, Order::StdinEnd.encode());
    }

    #[test]
    fn a_node_is_done_when_all_its_lanes_are() {
        let mut channel = NodeChannel::streams();
        let output = NodeEvent::OutputEnd { rank: 0, stream: 2 };
        assert!(!channel.passes(ControlStream::Control, &NodeEvent::Done));
        assert!(!channel.passes(ControlStream::Control, &NodeEvent::Done));
        assert!(!channel.passes(ControlStream::Output, &NodeEvent::Done));
        assert!(channel.passes(ControlStream::Error, &output));
        assert!(channel.passes(ControlStream::Error, &NodeEvent::Done));
        assert!(NodeChannel::Pipe.passes(ControlStream::Control, &NodeEvent::Done));
        assert_eq!(ControlStream::of_event(&output), [ControlStream::Error]);
        assert_eq!(ControlStream::of_event(&NodeEvent::Done).len(), 3);
    }
}
