//! The streams of ranks: standard input, output and error, and the talk with the process manager.

use super::{LINGER, OUTPUT_WINDOW, READ_SIZE, Ranks};
use crate::poller::{Interest, Poller, Token};
use crate::spec::NodeEvent;
use ferry_pmi::{BOARD_REQUEST, passing};
use rustix::io::Errno;
use std::collections::VecDeque;
use std::os::fd::AsFd;
use std::time::Instant;

impl Ranks {
    pub(super) fn pmi_ready(&mut self, index: usize, now: Instant, poller: &mut Poller) {
        self.write_pmi(index, poller);
        let child = &mut self.children[index];
        let Some(fd) = &child.pmi else { return };
        let (mut chunk, mut descriptors) = ([0; 4096], Vec::new());
        match passing::receive(fd, &mut chunk, &mut descriptors) {
            Ok(0) => {
                self.close_pmi_at(index, poller);
                self.detached(index, now, poller);
            }
            Ok(n) if chunk[..n].starts_with(BOARD_REQUEST) => {
                self.ask_board(index, &chunk[..n], descriptors, poller);
            }
            Ok(n) => {
                let bytes = chunk[..n].to_vec();
                self.events.push_back(NodeEvent::Pmi { rank: child.rank, bytes });
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => {
                self.close_pmi_at(index, poller);
                self.detached(index, now, poller);
            }
        }
    }

    /// Sends bytes of the process manager to a rank.
    pub(crate) fn pmi(&mut self, rank: u32, bytes: &[u8], poller: &mut Poller) {
        let Some(&index) = self.by_rank.get(&rank) else { return };
        if self.children[index].pmi.is_some() {
            self.children[index].pmi_out.extend(bytes);
            self.write_pmi(index, poller);
        }
    }

    pub(super) fn write_pmi(&mut self, index: usize, poller: &mut Poller) {
        let child = &mut self.children[index];
        let Some(fd) = &child.pmi else { return };
        let before = child.pmi_out.len();
        let outcome = drain(fd, &mut child.pmi_out);
        if outcome.is_err() {
            return self.close_pmi_at(index, poller);
        }
        if before > 0 {
            let interest = Interest::of(true, !child.pmi_out.is_empty());
            poller.modify(fd, Token::Pmi(index as u32), interest);
        }
    }

    /// Closes a rank's connection to the process manager.
    pub(crate) fn close_pmi(&mut self, rank: u32, poller: &mut Poller) {
        if let Some(&index) = self.by_rank.get(&rank) {
            self.close_pmi_at(index, poller);
        }
    }

    pub(super) fn close_pmi_at(&mut self, index: usize, poller: &mut Poller) {
        let child = &mut self.children[index];
        if let Some(fd) = child.pmi.take() {
            poller.remove(fd, Token::Pmi(index as u32));
        }
        child.pmi_out = VecDeque::new();
        child.left = Vec::new();
    }

    pub(super) fn output_ready(
        &mut self,
        index: usize,
        stream: u8,
        now: Instant,
        poller: &mut Poller,
    ) {
        let slot = usize::from(stream) - 1;
        let token = Token::Output(index as u32, stream);
        let Some(fd) = &self.children[index].outputs[slot] else { return };
        if self.output_room == 0 {
            poller.modify(fd, token, Interest::None);
            if !self.stalled.contains(&(index, stream)) {
                self.stalled.push((index, stream));
            }
            return;
        }
        let mut bytes = Vec::with_capacity(READ_SIZE.min(self.output_room));
        match rustix::io::read(fd, rustix::buffer::spare_capacity(&mut bytes)) {
            Ok(0) => self.end_output(index, stream, poller),
            Ok(n) => {
                self.output_room = self.output_room.saturating_sub(n);
                let rank = self.children[index].rank;
                self.events.push_back(NodeEvent::Output { rank, stream, bytes });
                if self.linger_until.is_some() {
                    self.linger_until = Some(now + LINGER);
                }
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => self.end_output(index, stream, poller),
        }
    }

    /// The owner has taken so many bytes of output.
    pub(crate) fn output_taken(&mut self, count: usize, poller: &mut Poller) {
        self.output_room = self.output_room.saturating_add(count).min(OUTPUT_WINDOW);
        for (index, stream) in std::mem::take(&mut self.stalled) {
            if let Some(fd) = &self.children[index].outputs[usize::from(stream) - 1] {
                poller.modify(fd, Token::Output(index as u32, stream), Interest::Read);
            }
        }
    }

    pub(super) fn end_output(&mut self, index: usize, stream: u8, poller: &mut Poller) {
        let child = &mut self.children[index];
        if let Some(fd) = child.outputs[usize::from(stream) - 1].take() {
            poller.remove(fd, Token::Output(index as u32, stream));
            self.open_outputs -= 1;
            self.events.push_back(NodeEvent::OutputEnd { rank: child.rank, stream });
            self.finish_if_over();
        }
    }

    /// Closes the standard streams, so that ranks that still write learn that nobody reads.
    pub(crate) fn close_output(&mut self, stream: u8, poller: &mut Poller) {
        for index in 0..self.children.len() {
            self.end_output(index, stream, poller);
        }
    }

    /// More bytes for the standard input of the ranks that get it.
    pub(crate) fn stdin(&mut self, bytes: &[u8], poller: &mut Poller) {
        self.stdin_owed += bytes.len();
        let readers = self.children.iter_mut().filter(|child| child.stdin.is_some());
        readers.for_each(|child| child.stdin_out.extend(bytes));
        (0..self.children.len()).for_each(|index| self.drain_stdin(index, poller));
        self.tell_of_stdin();
    }

    /// There is no more standard input.
    pub(crate) fn stdin_end(&mut self, poller: &mut Poller) {
        for index in 0..self.children.len() {
            self.children[index].stdin_ended = true;
            self.drain_stdin(index, poller);
        }
        self.tell_of_stdin();
    }

    /// What all have taken makes room for more: the slowest says how much that is.
    fn tell_of_stdin(&mut self) {
        let behind = self.children.iter().map(|child| child.stdin_out.len()).max().unwrap_or(0);
        let taken = self.stdin_owed.saturating_sub(behind);
        if taken > 0 {
            self.stdin_owed = behind;
            self.events.push_back(NodeEvent::StdinTaken(taken as u32));
        }
    }

    /// A rank takes more.
    pub(super) fn write_stdin(&mut self, index: usize, poller: &mut Poller) {
        self.drain_stdin(index, poller);
        self.tell_of_stdin();
    }

    fn drain_stdin(&mut self, index: usize, poller: &mut Poller) {
        let child = &mut self.children[index];
        let Some(fd) = &child.stdin else { return };
        let broken = drain(fd, &mut child.stdin_out).is_err();
        if broken {
            child.stdin_out.clear();
        }
        let over = broken || (child.stdin_ended && child.stdin_out.is_empty());
        let interest = Interest::of(false, !child.stdin_out.is_empty());
        if over {
            poller.remove(fd, Token::Input(index as u32));
            child.stdin = None;
        } else {
            poller.modify(fd, Token::Input(index as u32), interest);
        }
    }

    pub(super) fn last_words(&mut self, index: usize) {
        let child = &self.children[index];
        let Some(fd) = &child.pmi else { return };
        let mut chunk = [0; 4096];
        while let Ok(n) = rustix::io::read(fd, &mut chunk) {
            if n == 0 {
                return;
            }
            self.events.push_back(NodeEvent::Pmi { rank: child.rank, bytes: chunk[..n].to_vec() });
        }
    }

    /// Reads what a rank's streams hold at the moment.
    pub(super) fn read_rest(&mut self, index: usize, now: Instant, poller: &mut Poller) {
        for stream in [1, 2] {
            loop {
                let before = self.events.len();
                self.output_ready(index, stream, now, poller);
                if self.events.len() == before {
                    break;
                }
            }
        }
    }
}

/// Writes as much of the queue as the descriptor takes.
pub(crate) fn drain(fd: impl AsFd, queue: &mut VecDeque<u8>) -> Result<(), Errno> {
    while !queue.is_empty() {
        match rustix::io::write(&fd, queue.as_slices().0) {
            Ok(n) => drop(queue.drain(..n)),
            Err(Errno::AGAIN) => return Ok(()),
            Err(Errno::INTR) => {}
            Err(e) => return Err(e),
        }
    }
    Ok(())
}
