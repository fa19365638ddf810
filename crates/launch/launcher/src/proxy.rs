//! The proxy: mpiexec's arm on another host.
//!
//! It takes [`Order`]s from its standard input, owns the ranks of its host and relays their
//! [`NodeEvent`]s through its standard output, or both over SCTP when it is told so first. When its input ends,
//! mpiexec or the connection is gone: it kills its ranks and leaves. Where there are many hosts it calls some of them
//! itself, and is to them what mpiexec is to it ([`Below`]).

use crate::below::Below;
use crate::control::{ControlExchange, ControlStream, Invitation, MPIEXEC, PeerNews};
use crate::cores::Cores;
use crate::frame::{self, HELLO, Order, TO_PROXY_MAX};
use crate::poller::{Interest, Poller, Token};
use crate::ranks::{Limits, Ranks, StartError, drain};
use crate::signals::Signals;
use crate::spec::{NodeEvent, NodePlan};
use ferry_pmi::Death;
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::Signal;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How long killed ranks may take to vanish.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the proxy process does; returns its exit status.
pub(crate) fn run() -> u8 {
    match Proxy::new().and_then(|mut proxy| proxy.serve()) {
        Ok(()) => 0,
        Err(error) => {
            tell(&error.to_string());
            1
        }
    }
}

/// A line for people, in one piece: the output of other hosts' proxies meets it.
fn tell(text: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = io::stderr().write_all(format!("ferry proxy: {text}\n").as_bytes());
}

struct Proxy {
    poller: Poller,
    ranks: Ranks,
    below: Below,
    limits: Limits,
    signals: Signals,
    input: Vec<u8>,
    output: VecDeque<u8>,
    output_watched: Interest,
    /// The connection over SCTP.
    exchange: Option<ControlExchange>,
    /// Whether that connection has ended in good order.
    closed: bool,
    started: bool,
    /// All ranks here have ended, which is told once those below have as well.
    is_done: bool,
    /// When to leave even though ranks are left: mpiexec is gone.
    leave_at: Option<Instant>,
}

impl Proxy {
    fn new() -> io::Result<Proxy> {
        let limits = Limits::raise();
        let mut poller = Poller::new()?;
        for (fd, token, interest) in [
            (rustix::stdio::stdin(), Token::Stdio(0), Interest::Read),
            (rustix::stdio::stdout(), Token::Stdio(1), Interest::None),
        ] {
            fcntl_setfl(fd, fcntl_getfl(fd)? | OFlags::NONBLOCK)?;
            poller.add(fd, token, interest)?;
        }
        let mut output: VecDeque<u8> = HELLO.iter().copied().collect();
        output.extend(frame::encode_event(&NodeEvent::Cores(Cores::of_process())));
        Ok(Proxy {
            signals: Signals::listen(&mut poller)?,
            ranks: Ranks::new()?,
            below: Below::default(),
            poller,
            limits,
            input: Vec::new(),
            output,
            output_watched: Interest::None,
            exchange: None,
            closed: false,
            started: false,
            is_done: false,
            leave_at: None,
        })
    }

    fn serve(&mut self) -> io::Result<()> {
        let mut ready = Vec::new();
        loop {
            let now = Instant::now();
            self.hear(now)?;
            self.relay();
            self.ranks.flush_guard();
            self.flush(now);
            let gone = self.leave_at.is_some();
            let is_over = self.ranks.is_done() && self.below.is_over();
            if is_over && (gone || self.is_told()) {
                break;
            }
            if self.leave_at.is_some_and(|at| now >= at) {
                break;
            }
            let exchange = self.exchange.as_mut().and_then(ControlExchange::deadline);
            let deadlines = [self.ranks.deadline(), self.leave_at, exchange];
            let deadline = deadlines.into_iter().flatten().min();
            let timeout = deadline.map(|at| at.saturating_duration_since(now));
            self.poller.wait(timeout, &mut ready)?;
            let now = Instant::now();
            for token in &ready {
                self.ready(*token, now)?;
            }
            self.ranks.tick(now, &mut self.poller);
        }
        if let Some(exchange) = self.exchange.as_mut().filter(|_| !self.closed) {
            exchange.abort("the proxy leaves", Instant::now());
        }
        Ok(())
    }

    /// Whether mpiexec has everything.
    fn is_told(&self) -> bool {
        !self.is_done && self.output.is_empty() && (self.exchange.is_none() || self.closed)
    }

    fn ready(&mut self, token: Token, now: Instant) -> io::Result<()> {
        match token {
            Token::Stdio(0) => self.read(now)?,
            // What came there is taken before the next wait.
            Token::Stdio(_) | Token::Control(_) => {}
            Token::Signal(index) => {
                // Nobody but the connection's end sends signals here.
                if let Some(signal) = self.signals.take(index)
                    && signal != signal_hook::consts::SIGCONT
                {
                    self.abandon(now);
                }
            }
            token if token.proxy().is_some() => {
                self.below.ready(token, self.ranks.guard(), &mut self.poller);
            }
            token => self.ranks.ready(token, now, &mut self.poller),
        }
        Ok(())
    }

    fn read(&mut self, now: Instant) -> io::Result<()> {
        self.input.reserve(64 << 10);
        let spare = rustix::buffer::spare_capacity(&mut self.input);
        match rustix::io::read(rustix::stdio::stdin(), spare) {
            Ok(0) => self.abandon(now),
            Ok(_) => {}
            Err(Errno::AGAIN | Errno::INTR) => return Ok(()),
            Err(_) => self.abandon(now),
        }
        let malformed = |e: frame::Malformed| io::Error::new(io::ErrorKind::InvalidData, e);
        let (mut input, mut at) = (std::mem::take(&mut self.input), 0);
        while let Some(frame) = frame::first(&input[at..], TO_PROXY_MAX).map_err(malformed)? {
            at += 4 + frame.len();
            self.obey(Order::decode(frame).map_err(malformed)?);
        }
        input.drain(..at);
        self.input = input;
        Ok(())
    }

    fn obey(&mut self, order: Order) {
        let Some(order) = self.below.pass(order) else { return };
        let poller = &mut self.poller;
        match order {
            Order::Start(plan) => self.start(&plan),
            Order::StartBranch { plan, branch } => {
                // Other hosts take their time: they are called before the own ranks start.
                self.below.start(&plan, &branch, self.ranks.guard(), poller);
                self.start(&plan);
            }
            Order::Pmi { rank, bytes } => self.ranks.pmi(rank, &bytes, poller),
            Order::ClosePmi { rank } => self.ranks.close_pmi(rank, poller),
            Order::Stdin(bytes) => self.ranks.stdin(&bytes, poller),
            Order::StdinEnd => self.ranks.stdin_end(poller),
            Order::OutputTaken(count) => self.ranks.output_taken(count as usize, poller),
            Order::CloseOutput(stream) => self.ranks.close_output(stream.clamp(1, 2), poller),
            Order::Listen(invitation) => self.listen(&invitation),
            Order::Died { job, rank } => self.ranks.tell_death(Death { job, rank }),
            Order::SignalSome { first, count, signal } => {
                if let Some(signal) = Signal::from_named_raw(signal.into()) {
                    self.ranks.signal_some(first, count, signal);
                }
            }
            Order::Signal(number) => {
                self.expect_silence(number);
                if let Some(signal) = Signal::from_named_raw(number.into()) {
                    self.ranks.signal(signal);
                }
            }
            // For others, which it was passed on to.
            Order::For { .. } => {}
        }
    }

    fn start(&mut self, plan: &NodePlan) {
        self.started = true;
        match self.ranks.start(plan, &self.limits, &mut self.poller) {
            Ok(()) => self.tell(&NodeEvent::Started { first: plan.first }),
            Err(errors) => errors.into_iter().for_each(|e| self.cannot_start(plan, e)),
        }
        if let Some(exchange) = &mut self.exchange {
            exchange.take_input();
        }
    }

    fn cannot_start(&mut self, plan: &NodePlan, error: StartError) {
        let StartError { status, text, app } = error;
        let (first, app) = (plan.first, app.unwrap_or(u32::MAX));
        self.tell(&match plan.spawned {
            true => NodeEvent::Unstarted { first, app, status, text },
            false => NodeEvent::Failed { status, text },
        });
    }

    /// Lets mpiexec call, and tells it where.
    fn listen(&mut self, invitation: &Invitation) {
        if self.exchange.is_some() || self.started {
            return;
        }
        let now = Instant::now();
        let event = match ControlExchange::answerer(invitation, now) {
            Ok(exchange) => {
                let event = NodeEvent::Listening(exchange.listening());
                self.exchange = Some(exchange);
                event
            }
            Err(text) => {
                self.abandon(now);
                let text =
                    format!("no control connection over SCTP: {text}; or use --control pipe");
                NodeEvent::Failed { status: 1, text }
            }
        };
        // The one thing that still goes through the pipe.
        self.output.extend(frame::encode_event(&event));
    }

    /// mpiexec stops its ranks before it stops itself: until it lets them go on it cannot answer.
    fn expect_silence(&mut self, signal: u8) {
        let Some(exchange) = &mut self.exchange else { return };
        if i32::from(signal) == signal_hook::consts::SIGSTOP {
            exchange.hold(Instant::now());
        } else {
            exchange.resume(Instant::now());
        }
    }

    /// Takes what came over SCTP.
    fn hear(&mut self, now: Instant) -> io::Result<()> {
        let Some(exchange) = &mut self.exchange else { return Ok(()) };
        exchange.receive(now);
        while let Some((_, news)) = self.exchange.as_mut().and_then(ControlExchange::poll) {
            match news {
                PeerNews::Frame(_, frame) => {
                    let order = Order::decode(&frame);
                    self.obey(order.map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?);
                }
                PeerNews::Closed => self.closed = true,
                PeerNews::Lost(why) | PeerNews::Unreached(why) => {
                    tell(&format!("lost the connection to mpiexec: {why}"));
                    self.closed = true;
                    self.abandon(now);
                }
            }
        }
        Ok(())
    }

    /// mpiexec is gone: nothing here may outlive it.
    fn abandon(&mut self, now: Instant) {
        if self.leave_at.is_none() {
            self.poller.remove(rustix::stdio::stdin(), Token::Stdio(0));
            self.ranks.signal(Signal::KILL);
            self.below.close(&mut self.poller);
            self.leave_at = Some(if self.started { now + PATIENCE } else { now });
        }
    }

    fn relay(&mut self) {
        while let Some(event) = self.ranks.poll_event() {
            match event {
                NodeEvent::Done => self.is_done = true,
                event => self.tell(&event),
            }
        }
        while let Some(event) = self.below.poll_event(&mut self.poller) {
            self.tell(&event);
        }
        // Whoever has been told of the end lets this process go, and nobody else leads to those below.
        if self.is_done && self.ranks.is_done() && self.below.is_over() {
            self.is_done = false;
            self.tell(&NodeEvent::Done);
        }
    }

    fn tell(&mut self, event: &NodeEvent) {
        let frame = frame::encode_event(event);
        let Some(exchange) = &mut self.exchange else { return self.output.extend(frame) };
        for lane in ControlStream::of_event(event) {
            exchange.send(MPIEXEC, *lane, &frame);
        }
        if *event == NodeEvent::Done {
            exchange.close(MPIEXEC);
        }
    }

    fn flush(&mut self, now: Instant) {
        if let Some(exchange) = &mut self.exchange {
            exchange.flush(now, &mut self.poller);
        }
        self.below.flush(&mut self.poller);
        let fd = rustix::stdio::stdout();
        if drain(fd, &mut self.output).is_err() {
            self.output.clear();
            self.abandon(now);
        }
        self.below.pace(self.output.len(), &mut self.poller);
        let wanted = Interest::of(false, !self.output.is_empty());
        if wanted != self.output_watched {
            self.poller.modify(fd, Token::Stdio(1), wanted);
            self.output_watched = wanted;
        }
    }
}
