//! What the emulator's threads are told.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use anyhow::{Context, Result};
use ferry_netem::{Cable, Counters, TrunkDirection};
use rustix::event::{EventfdFlags, eventfd};
use rustix::fd::OwnedFd;

use crate::scenario::Deed;

/// Something for a network to do.
#[derive(Debug, Clone)]
pub(crate) struct Act {
    pub(crate) cable: Cable,
    pub(crate) deed: Deed,
    /// How it reads in the log; quiet without.
    pub(crate) text: Option<String>,
}

/// What a network's thread is told.
#[derive(Debug)]
pub(crate) enum ControlOrder {
    /// The command starts: this is to be done at these times from now.
    Start(Vec<(Duration, Act)>),
    Act(Act),
    Count(Sender<Count>),
}

/// What a network has done so far.
#[derive(Debug, Clone)]
pub(crate) struct Count {
    pub(crate) ways: Vec<(TrunkDirection, Counters)>,
    /// Packets to addresses that nobody has.
    pub(crate) unknown: u64,
    /// Packets that a host's kernel did not take.
    pub(crate) refused: u64,
}

/// The end that gives orders; dropped, it ends the thread.
#[derive(Debug)]
pub(crate) struct Control {
    orders: Option<Sender<ControlOrder>>,
    bell: OwnedFd,
}

/// The end that obeys.
#[derive(Debug)]
pub(crate) struct Orders {
    pub(crate) received: Receiver<ControlOrder>,
    pub(crate) bell: OwnedFd,
}

/// Both ends.
pub(crate) fn pair() -> Result<(Control, Orders)> {
    let bell = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
    let same = bell.try_clone()?;
    let (orders, received) = channel();
    Ok((Control { orders: Some(orders), bell }, Orders { received, bell: same }))
}

impl Control {
    fn ring(&self) {
        // Full means that it rings already.
        let _ = rustix::io::write(&self.bell, &1_u64.to_ne_bytes());
    }

    pub(crate) fn give(&self, order: ControlOrder) -> Result<()> {
        let orders = self.orders.as_ref().context("the network is being taken down")?;
        orders.send(order).ok().context("the network's thread has ended")?;
        self.ring();
        Ok(())
    }

    pub(crate) fn count(&self) -> Result<Count> {
        let (sender, receiver) = channel();
        self.give(ControlOrder::Count(sender))?;
        receiver.recv().context("the network's thread has ended")
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        self.orders = None;
        self.ring();
    }
}
