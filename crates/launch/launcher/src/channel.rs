//! What orders take to a proxy and events from it: the pipes of the launch command, or streams of SCTP.

use crate::control::Lane;
use crate::frame::Order;
use crate::spec::Event;
use std::collections::VecDeque;

/// The way of a node's orders and events.
#[derive(Debug)]
pub(crate) enum Channel {
    /// The pipes, in which everything comes in order.
    Pipe,
    /// Streams, in each of which everything comes in order.
    Streams {
        /// Frames that wait to be sent.
        frames: VecDeque<(Lane, Vec<u8>)>,
        /// Lanes on which the last event has come.
        done: [bool; Lane::OF_EVENTS.len()],
    },
}

impl Channel {
    /// Streams on which nothing has come yet.
    pub(crate) fn streams() -> Channel {
        Channel::Streams { frames: VecDeque::new(), done: [false; Lane::OF_EVENTS.len()] }
    }

    /// Queues an order.
    pub(crate) fn order(&mut self, order: &Order, pipe: &mut VecDeque<u8>) {
        match self {
            Channel::Pipe => pipe.extend(order.encode()),
            Channel::Streams { frames, .. } => {
                frames.push_back((Lane::of_order(order), order.encode()));
            }
        }
    }

    /// The next frame for the streams.
    pub(crate) fn poll_frame(&mut self) -> Option<(Lane, Vec<u8>)> {
        match self {
            Channel::Pipe => None,
            Channel::Streams { frames, .. } => frames.pop_front(),
        }
    }

    /// Whether an event that came on a lane has happened: the last one has when it came on all, so that no
    /// output is behind it.
    pub(crate) fn passes(&mut self, lane: Lane, event: &Event) -> bool {
        let Channel::Streams { done, .. } = self else { return true };
        if *event != Event::Done {
            return true;
        }
        if let Some(at) = Lane::OF_EVENTS.iter().position(|other| *other == lane) {
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
        let (mut channel, mut pipe) = (Channel::streams(), VecDeque::new());
        channel.order(&Order::Stdin(vec![1]), &mut pipe);
        channel.order(&Order::Signal(9), &mut pipe);
        channel.order(&Order::StdinEnd, &mut pipe);
        let lanes: Vec<Lane> = std::iter::from_fn(|| channel.poll_frame()).map(|f| f.0).collect();
        assert_eq!(lanes, [Lane::Input, Lane::Control, Lane::Input]);
        assert!(pipe.is_empty());
        Channel::Pipe.order(&Order::StdinEnd, &mut pipe);
        assert_eq!(pipe, Order::StdinEnd.encode());
    }

    #[test]
    fn a_node_is_done_when_all_its_lanes_are() {
        let mut channel = Channel::streams();
        let output = Event::OutputEnd { rank: 0, stream: 2 };
        assert!(!channel.passes(Lane::Control, &Event::Done));
        assert!(!channel.passes(Lane::Control, &Event::Done));
        assert!(!channel.passes(Lane::Output, &Event::Done));
        assert!(channel.passes(Lane::Error, &output));
        assert!(channel.passes(Lane::Error, &Event::Done));
        assert!(Channel::Pipe.passes(Lane::Control, &Event::Done));
        assert_eq!(Lane::of_event(&output), [Lane::Error]);
        assert_eq!(Lane::of_event(&Event::Done).len(), 3);
    }
}
