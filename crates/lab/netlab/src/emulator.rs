//! A network's thread: packets from the hosts' devices into the model, and out of it again.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::mpsc::TryRecvError;
use std::time::Duration;

use anyhow::Result;
use ferry_netem::{Network, NetworkParts, Target};
use rustix::buffer::spare_capacity;
use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::fd::OwnedFd;
use rustix::io::{self, Errno};

use crate::clock::{self, Alarm};
use crate::control::{Act, ControlOrder, Count, Orders};
use crate::ip_header::{Destination, destination};
use crate::scenario::Deed;

/// Packets taken from one device before the others get their turn.
const BATCH: usize = 64;
/// Tokens of descriptors that are no devices.
const ALARM: u64 = u64::MAX;
const BELL: u64 = u64::MAX - 1;

/// A member of the network.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) device: OwnedFd,
    pub(crate) addresses: [IpAddr; 2],
}

/// One network between real devices.
#[derive(Debug)]
pub(crate) struct Emulator {
    network: Network<Vec<u8>>,
    members: Vec<Member>,
    by_address: HashMap<IpAddr, usize>,
    orders: Orders,
    epoll: OwnedFd,
    alarm: Alarm,
    /// Times at which the schedule wants something, earliest first.
    schedule: VecDeque<(Duration, Act)>,
    buffer: Vec<u8>,
    unknown: u64,
    refused: u64,
}

impl Emulator {
    pub(crate) fn new(
        plan: &NetworkParts,
        seed: u64,
        members: Vec<Member>,
        orders: Orders,
    ) -> Result<Self> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
        let alarm = Alarm::new()?;
        let add =
            |fd: &OwnedFd, token| epoll::add(&epoll, fd, EventData::new_u64(token), EventFlags::IN);
        add(&alarm.fd, ALARM)?;
        add(&orders.bell, BELL)?;
        let mut by_address = HashMap::new();
        for (index, member) in members.iter().enumerate() {
            add(&member.device, index as u64)?;
            by_address.extend(member.addresses.map(|address| (address, index)));
        }
        Ok(Self {
            network: Network::new(plan, seed),
            members,
            by_address,
            orders,
            epoll,
            alarm,
            schedule: VecDeque::new(),
            buffer: vec![0; 1 << 16],
            unknown: 0,
            refused: 0,
        })
    }

    /// Works until its orders end.
    pub(crate) fn run(mut self) -> Result<()> {
        // Behind ranks that spin for messages it would add delay that nobody asked for; without the
        // right it goes on as it is.
        let _ = ferry_sys::run_before_others();
        let mut ready = Vec::with_capacity(64);
        loop {
            match epoll::wait(&self.epoll, spare_capacity(&mut ready), None) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            for event in ready.drain(..) {
                match event.data.u64() {
                    ALARM => self.alarm.rang(),
                    BELL if !self.obey() => return Ok(()),
                    BELL => {}
                    device => self.take(device as usize),
                }
            }
            self.advance()?;
        }
    }

    /// Does what is due and sets the alarm for what is next.
    fn advance(&mut self) -> Result<()> {
        loop {
            let now = clock::now();
            self.act_on_time(now);
            while let Some(arrival) = self.network.poll(now) {
                self.give(arrival.to, &arrival.packet);
            }
            let next = [self.network.next_due(), self.schedule.front().map(|(at, _)| *at)];
            let next = next.into_iter().flatten().min();
            // Time has passed meanwhile: what it has made due needs no alarm.
            if next.is_none_or(|next| next > clock::now()) {
                return Ok(self.alarm.set(next)?);
            }
        }
    }

    /// Reads what a host has sent.
    fn take(&mut self, from: usize) {
        let now = clock::now();
        for _ in 0..BATCH {
            match io::read(&self.members[from].device, &mut self.buffer[..]) {
                Ok(length) if length > 0 => self.send(now, from, length),
                Err(Errno::INTR) => {}
                // Nothing more; a device that is gone says so each time, and so does one that is down.
                _ => return,
            }
        }
    }

    fn send(&mut self, now: Duration, from: usize, length: usize) {
        let packet = &self.buffer[..length];
        let target = match destination(packet) {
            Destination::Many => Target::All,
            Destination::Nobody => return,
            Destination::One(address) => match self.by_address.get(&address) {
                Some(to) => Target::One(*to),
                None => {
                    self.unknown += 1;
                    return;
                }
            },
        };
        self.network.send(now, from, target, packet.to_vec());
    }

    /// Writes what has come to a host.
    fn give(&mut self, to: usize, packet: &[u8]) {
        loop {
            match io::write(&self.members[to].device, packet) {
                Ok(_) => return,
                Err(Errno::INTR) => {}
                Err(_) => {
                    self.refused += 1;
                    return;
                }
            }
        }
    }

    /// Takes orders; `false` when there will be no more.
    fn obey(&mut self) -> bool {
        // Only to make it silent.
        let _ = io::read(&self.orders.bell, &mut [0; 8]);
        loop {
            match self.orders.received.try_recv() {
                Ok(ControlOrder::Act(act)) => self.act(&act),
                Ok(ControlOrder::Start(schedule)) => {
                    let now = clock::now();
                    self.schedule = schedule.into_iter().map(|(at, act)| (now + at, act)).collect();
                }
                Ok(ControlOrder::Count(to)) => {
                    let (unknown, refused) = (self.unknown, self.refused);
                    let ways = self.network.counters().collect();
                    // Whoever asked may have given up waiting.
                    let _ = to.send(Count { ways, unknown, refused });
                }
                Err(TryRecvError::Empty) => return true,
                Err(TryRecvError::Disconnected) => return false,
            }
        }
    }

    fn act_on_time(&mut self, now: Duration) {
        while self.schedule.front().is_some_and(|(at, _)| *at <= now)
            && let Some((_, act)) = self.schedule.pop_front()
        {
            self.act(&act);
        }
    }

    fn act(&mut self, act: &Act) {
        match &act.deed {
            Deed::Cut => self.network.cut(act.cable),
            Deed::Heal => self.network.heal(act.cable),
            Deed::Set(change) => self.network.set(act.cable, change),
        }
        if let Some(text) = &act.text {
            eprintln!("netlab: {text}");
        }
    }
}
