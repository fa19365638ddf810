//! A node on another host: the command that reaches it and the proxy at its end.

mod lost;
mod opening;

use crate::channel::NodeChannel;
use crate::control::{ControlStream, Invitation, PeerNews};
use crate::frame::{self, FROM_PROXY_MAX, HELLO, Malformed, Order};
use crate::guard::Guard;
use crate::poller::{Interest, Poller, Token};
use crate::ranks::{drain, group_command, unblock};
use crate::role;
use crate::signals;
use crate::spec::{LaunchCommand, NodeEvent, RankEnding};
pub(crate) use lost::Lost;
use opening::opens_otherwise;
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, kill_process_group, pidfd_open, waitpid,
};
use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Command, Stdio};

/// Most bytes that a login shell may print before the proxy speaks.
const BANNER_MAX: usize = 256 << 10;
/// Longest line of the launch command's error stream that is shown.
const ERROR_LINE_MAX: usize = 4096;

/// The connection to a node's proxy.
#[derive(Debug)]
pub(crate) struct Remote {
    node: u32,
    host: String,
    command: String,
    pid: Pid,
    pidfd: Option<OwnedFd>,
    to: Option<OwnedFd>,
    to_queue: VecDeque<u8>,
    channel: NodeChannel,
    from: Option<OwnedFd>,
    /// Whether its pipe is read.
    is_heard: bool,
    buffer: Vec<u8>,
    greeted: bool,
    errors: Option<OwnedFd>,
    error_line: Vec<u8>,
    /// The last line that the launch command complained with before the proxy spoke.
    complaint: String,
    /// Lines for mpiexec's own error stream.
    said: VecDeque<String>,
    events: VecDeque<NodeEvent>,
    done: bool,
    ended: Option<RankEnding>,
    /// Whether the connection over SCTP, which is gone, had come about, and why it is gone.
    severed: Option<(bool, String)>,
    broken: bool,
}

impl Remote {
    /// Runs the launch command for a host. With an invitation orders and events go over SCTP.
    pub(crate) fn start(
        node: u32,
        host: &str,
        launcher: &LaunchCommand,
        invitation: Option<Invitation>,
        guard: Option<&mut Guard>,
        poller: &mut Poller,
    ) -> Result<Remote, Lost> {
        let words = launcher.words.iter().map(|word| word.replace("{host}", host));
        let words: Vec<String> = words.collect();
        let shown = words.join(" ");
        let failed = |e: io::Error| Lost::start(host, &shown, &words[0], e);
        let program = Path::new(&launcher.program);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).args(role::words(&words[0], program, role::PROXY));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group_command(&mut command, None, Vec::new());
        let mut process = command.spawn().map_err(failed)?;
        let pid = Pid::from_child(&process);
        if let Some(guard) = guard {
            guard.watch(pid);
        }
        let mut remote = Remote {
            node,
            host: host.to_owned(),
            command: shown.clone(),
            pid,
            pidfd: Some(pidfd_open(pid, PidfdFlags::empty()).map_err(|e| failed(e.into()))?),
            to: process.stdin.take().map(Into::into),
            to_queue: VecDeque::new(),
            channel: NodeChannel::Pipe,
            from: process.stdout.take().map(Into::into),
            is_heard: true,
            buffer: Vec::new(),
            greeted: false,
            errors: process.stderr.take().map(Into::into),
            error_line: Vec::new(),
            complaint: String::new(),
            said: VecDeque::new(),
            events: VecDeque::new(),
            done: false,
            ended: None,
            severed: None,
            broken: false,
        };
        if let Some(invitation) = invitation {
            remote.order(&Order::Listen(invitation));
            remote.channel = NodeChannel::streams();
        }
        remote.register(poller).map_err(failed)?;
        Ok(remote)
    }

    fn register(&mut self, poller: &mut Poller) -> io::Result<()> {
        let node = self.node;
        for (fd, token, interest) in [
            (&self.pidfd, Token::ProxyProcess(node), Interest::Read),
            (&self.to, Token::ToProxy(node), Interest::None),
            (&self.from, Token::FromProxy(node), Interest::Read),
            (&self.errors, Token::ProxyError(node), Interest::Read),
        ] {
            let Some(fd) = fd else { continue };
            if token != Token::ProxyProcess(node) {
                unblock(fd)?;
            }
            poller.add(fd, token, interest)?;
        }
        Ok(())
    }

    /// Whether more ranks can be started there: the proxy is not about to leave.
    pub(crate) fn is_open(&self) -> bool {
        self.to.is_some() && !self.done && self.ended.is_none() && self.severed.is_none()
    }

    /// Queues an order; [`Remote::flush`] sends it, or [`Remote::poll_frame`] gives it out.
    pub(crate) fn order(&mut self, order: &Order) {
        if self.to.is_some() {
            self.channel.order(order, &mut self.to_queue);
        }
    }

    /// The next frame to be sent over SCTP.
    pub(crate) fn poll_frame(&mut self) -> Option<(ControlStream, Vec<u8>)> {
        self.channel.poll_frame()
    }

    /// Takes what came over SCTP.
    pub(crate) fn hear(&mut self, news: PeerNews, poller: &mut Poller) {
        let severed = match news {
            PeerNews::Frame(lane, frame) => match frame::decode_event(&frame) {
                Ok(event) => {
                    if self.channel.passes(lane, &event) {
                        self.done |= event == NodeEvent::Done;
                        self.events.push_back(event);
                    }
                    return;
                }
                Err(_) => (true, "its proxy sent a malformed frame".to_owned()),
            },
            PeerNews::Lost(text) => {
                (true, format!("the connection to its proxy was lost (SCTP: {text})"))
            }
            PeerNews::Unreached(text) => {
                (false, format!("its proxy cannot be reached over SCTP: {text}"))
            }
            PeerNews::Closed => return,
        };
        self.severed = Some(severed);
        // Should the proxy be alive, it learns of it by this.
        self.close(poller);
    }

    /// Sends what the pipe takes.
    pub(crate) fn flush(&mut self, poller: &mut Poller) {
        let Some(to) = &self.to else { return };
        if drain(to, &mut self.to_queue).is_err() {
            self.to_queue.clear();
            poller.remove(to, Token::ToProxy(self.node));
            self.to = None;
            return;
        }
        let interest = Interest::of(false, !self.to_queue.is_empty());
        poller.modify(to, Token::ToProxy(self.node), interest);
    }

    /// The next thing that has happened there.
    pub(crate) fn poll_event(&mut self) -> Option<NodeEvent> {
        self.events.pop_front()
    }

    /// The next line for mpiexec's error stream.
    pub(crate) fn poll_line(&mut self) -> Option<String> {
        self.said.pop_front()
    }

    /// Whether the launch command has ended, and everything it brought was read.
    pub(crate) fn is_over(&self) -> bool {
        self.ended.is_some() && self.from.is_none() && self.events.is_empty()
    }

    /// Says once that the connection was lost before the work was done, and why.
    pub(crate) fn take_loss(&mut self) -> Option<Lost> {
        let severed = self.severed.is_some() && self.events.is_empty();
        if self.done || self.broken || !(self.is_over() || severed) {
            return None;
        }
        self.broken = true;
        if self.ended.is_none()
            && let Some((began, why)) = &self.severed
        {
            let text = format!("host {}: {why}", self.host);
            return Some(Lost { status: 1, began: *began, text });
        }
        let how = match self.ended {
            Some(RankEnding::Code(code)) => format!("ended with code {code}"),
            Some(RankEnding::Signal(signal)) => format!("was killed by {}", signals::name(signal)),
            None => String::new(),
        };
        let (host, command) = (&self.host, &self.command);
        if self.greeted {
            let text =
                format!("host {host}: the connection to its proxy was lost (`{command}` {how})");
            return Some(Lost { status: 1, began: true, text });
        }
        let mut text = format!("host {host}: `{command}` {how} before Ferry's proxy answered");
        if !self.complaint.is_empty() {
            text += &format!(": {}", self.complaint);
        }
        let status = match self.ended {
            Some(RankEnding::Code(code @ (126 | 127))) => {
                text += "; Ferry must be installed under the same path there";
                code
            }
            _ => 2,
        };
        Some(Lost { status, began: false, text })
    }

    /// Handles a ready descriptor.
    pub(crate) fn ready(&mut self, token: Token, guard: Option<&mut Guard>, poller: &mut Poller) {
        match token {
            Token::FromProxy(_) => self.read(poller),
            Token::ToProxy(_) => self.flush(poller),
            Token::ProxyError(_) => self.read_errors(poller),
            Token::ProxyProcess(_) => self.reap(guard, poller),
            _ => {}
        }
    }

    fn read(&mut self, poller: &mut Poller) {
        let Some(from) = &self.from else { return };
        self.buffer.reserve(64 << 10);
        match rustix::io::read(from, rustix::buffer::spare_capacity(&mut self.buffer)) {
            Ok(n) if n > 0 => {
                if let Err(what) = self.parse() {
                    self.said.push_back(format!("host {}: its proxy {what}", self.host));
                    self.close_from(poller);
                    self.kill();
                }
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            _ => self.close_from(poller),
        }
    }

    /// Reads its pipe from now on, or does not: then what comes stays there.
    pub(crate) fn hear_pipe(&mut self, is_heard: bool, poller: &mut Poller) {
        if self.is_heard != is_heard
            && let Some(from) = &self.from
        {
            self.is_heard = is_heard;
            poller.modify(from, Token::FromProxy(self.node), Interest::of(is_heard, false));
        }
    }

    fn close_from(&mut self, poller: &mut Poller) {
        if let Some(from) = self.from.take() {
            poller.remove(&from, Token::FromProxy(self.node));
        }
    }

    /// Reads what has come; the error says what the proxy did.
    fn parse(&mut self) -> Result<(), &'static str> {
        const MALFORMED: &str = "sent a malformed frame";
        if !self.greeted {
            let found = self.buffer.windows(HELLO.len()).position(|window| window == HELLO);
            let Some(at) = found else {
                if opens_otherwise(&self.buffer) {
                    return Err("is of another version: install the same Ferry on all hosts");
                }
                return if self.buffer.len() > BANNER_MAX { Err(MALFORMED) } else { Ok(()) };
            };
            self.buffer.drain(..at + HELLO.len());
            self.greeted = true;
        }
        let malformed = |_: Malformed| MALFORMED;
        let (most, mut at) = (FROM_PROXY_MAX + 64, 0);
        while let Some(frame) = frame::first(&self.buffer[at..], most).map_err(malformed)? {
            at += 4 + frame.len();
            let event = frame::decode_event(frame).map_err(malformed)?;
            self.done |= event == NodeEvent::Done;
            self.events.push_back(event);
        }
        // All at once: many small frames may have come, of many nodes.
        self.buffer.drain(..at);
        Ok(())
    }

    fn read_errors(&mut self, poller: &mut Poller) {
        let Some(errors) = &self.errors else { return };
        let mut chunk = [0; 4096];
        match rustix::io::read(errors, &mut chunk) {
            Ok(n) if n > 0 => {
                for &byte in &chunk[..n] {
                    if byte == b'\n' || self.error_line.len() == ERROR_LINE_MAX {
                        self.end_error_line();
                    } else if byte != b'\r' {
                        self.error_line.push(byte);
                    }
                }
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            _ => {
                self.end_error_line();
                if let Some(errors) = self.errors.take() {
                    poller.remove(&errors, Token::ProxyError(self.node));
                }
            }
        }
    }

    fn end_error_line(&mut self) {
        let line = String::from_utf8_lossy(&std::mem::take(&mut self.error_line)).trim().to_owned();
        if line.is_empty() {
            return;
        }
        if self.greeted {
            self.said.push_back(format!("host {}: {line}", self.host));
        } else {
            self.complaint = line;
        }
    }

    fn reap(&mut self, guard: Option<&mut Guard>, poller: &mut Poller) {
        let Ok(Some((_, status))) = waitpid(Some(self.pid), WaitOptions::NOHANG) else { return };
        // What it said last explains its end.
        while self.errors.is_some() {
            let before = (self.error_line.len(), self.said.len(), self.complaint.len());
            self.read_errors(poller);
            if before == (self.error_line.len(), self.said.len(), self.complaint.len()) {
                break;
            }
        }
        self.end_error_line();
        if let Some(guard) = guard {
            guard.release(self.pid);
        }
        if let Some(pidfd) = self.pidfd.take() {
            poller.remove(&pidfd, Token::ProxyProcess(self.node));
        }
        self.ended = Some(match (status.exit_status(), status.terminating_signal()) {
            (None, Some(signal)) => RankEnding::Signal(signal as u8),
            (code, _) => RankEnding::Code(code.unwrap_or(255) as u8),
        });
    }

    /// Lets the proxy go: the end of its input tells it to leave.
    pub(crate) fn close(&mut self, poller: &mut Poller) {
        if let Some(to) = self.to.take() {
            poller.remove(&to, Token::ToProxy(self.node));
        }
    }

    /// Kills the launch command.
    pub(crate) fn kill(&mut self) {
        if self.ended.is_none() {
            let _ = kill_process_group(self.pid, Signal::KILL);
        }
    }
}
