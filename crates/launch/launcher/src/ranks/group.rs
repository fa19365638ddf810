//! The process groups of ranks: signals go to all in them, and who is left in one when the rank's own process has ended
//! ends too. Where the rank was asked to end, those who are left have the time that it had: a program behind a shell,
//! which dies of the signal at once, may have something to write.

use super::{Process, Ranks};
use crate::poller::{Poller, Token};
use crate::spec::RankEnding;
use rustix::io::Errno;
use rustix::process::{Signal, WaitOptions, kill_process_group, waitpid};
use std::collections::HashSet;
use std::fs;
use std::time::{Duration, Instant};

/// How long after a look at all processes of the host there is none.
const LOOK: Duration = Duration::from_millis(20);

/// When it is looked at who is left in groups.
#[derive(Debug, Default)]
pub(super) struct GroupWatch {
    next: Option<Instant>,
    last: Option<Instant>,
}

impl GroupWatch {
    /// There is a group to look at.
    fn want(&mut self, now: Instant) {
        let earliest = self.last.map_or(now, |last| now.max(last + LOOK));
        self.next.get_or_insert(earliest);
    }

    /// When the next look is due.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.next
    }

    /// Whether it is due now.
    fn is_due(&mut self, now: Instant) -> bool {
        let is_due = self.next.take_if(|next| now >= *next).is_some();
        if is_due {
            self.last = Some(now);
        }
        is_due
    }
}

/// The process groups of this host in which somebody lives. Where the system does not tell, there are none.
fn living_groups() -> HashSet<i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_process = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    let stats = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_process));
    let stats = stats.filter_map(|entry| fs::read(entry.path().join("stat")).ok());
    stats.filter_map(|stat| group_of(&String::from_utf8_lossy(&stat))).collect()
}

/// The process group that a line of `/proc/PID/stat` tells of, if the process lives.
fn group_of(stat: &str) -> Option<i32> {
    // The program's name, which may hold anything, is in parentheses.
    let (_, rest) = stat.rsplit_once(") ")?;
    let words: Vec<&str> = rest.split(' ').collect();
    let number = |at: usize| words.get(at)?.parse::<i32>().ok();
    let (group, threads) = (number(2)?, number(17)?);
    // A process whose first thread has ended lives by the others.
    (!matches!(words[0], "Z" | "X") || threads > 1).then_some(group)
}

fn send(process: &mut Process, signal: Signal) {
    let _ = kill_process_group(process.pid, signal);
    // A stopped process takes no other signal than these two until it goes on.
    if signal == Signal::TERM || signal == Signal::INT {
        let _ = kill_process_group(process.pid, Signal::CONT);
    }
    match signal {
        // Whoever asks kills in the end.
        Signal::TERM | Signal::INT | Signal::HUP => process.is_asked = true,
        Signal::KILL => process.is_asked = false,
        _ => {}
    }
}

impl Ranks {
    /// Sends a signal to every rank that still runs, and to all processes of its group.
    pub(crate) fn signal(&mut self, signal: Signal) {
        self.signal_some(0, u32::MAX, signal);
    }

    /// The same for those on `count` seats from `first` on.
    pub(crate) fn signal_some(&mut self, first: u32, count: u32, signal: Signal) {
        for child in &mut self.children {
            let is_meant = child.rank.checked_sub(first).is_some_and(|n| n < count);
            if let Some(process) = child.process.as_mut().filter(|_| is_meant) {
                send(process, signal);
            }
        }
    }

    /// A rank's own process has ended.
    pub(super) fn process_ended(&mut self, index: usize, now: Instant, poller: &mut Poller) {
        let Some(process) = &mut self.children[index].process else { return };
        if !process.is_asked {
            return self.reap(index, now, poller);
        }
        // It stays to be told as ended, which keeps its number from others.
        process.is_outlived = true;
        poller.remove(&process.pidfd, Token::Process(index as u32));
        self.groups.want(now);
    }

    /// Looks who is left in the groups of ranks that have ended, if that is due.
    pub(super) fn look_at_groups(&mut self, now: Instant, poller: &mut Poller) {
        if !self.groups.is_due(now) {
            return;
        }
        let living = living_groups();
        for index in 0..self.children.len() {
            let process = self.children[index].process.as_ref();
            let Some(process) = process.filter(|process| process.is_outlived) else { continue };
            match process.is_asked && living.contains(&process.pid.as_raw_nonzero().get()) {
                true => self.groups.want(now),
                false => self.reap(index, now, poller),
            }
        }
    }

    /// A rank's process has ended: note how, and end what it has left in its group. That is done
    /// before the process is waited for: until then nobody else can have its number.
    fn reap(&mut self, index: usize, now: Instant, poller: &mut Poller) {
        let child = &mut self.children[index];
        let Some(process) = &child.process else { return };
        let pid = process.pid;
        let _ = kill_process_group(pid, Signal::KILL);
        let status = match waitpid(Some(pid), WaitOptions::NOHANG) {
            Ok(Some((_, status))) => status,
            Ok(None) | Err(Errno::INTR) => return,
            Err(_) => return self.ended(index, RankEnding::Code(255), now, poller),
        };
        let ending = match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => RankEnding::Code(code as u8),
            (None, Some(signal)) => RankEnding::Signal(signal as u8),
            (None, None) => return,
        };
        if let Some(guard) = &mut self.guard {
            guard.release(pid);
        }
        self.ended(index, ending, now, poller);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_processes_are_read() {
        let line = |name: &str, state: &str, threads: u32| {
            format!("7 ({name}) {state} 1 5 5 0 -1 4 0 0 0 0 0 0 0 0 20 0 {threads} 0 9 1\n")
        };
        assert_eq!(group_of(&line("sh", "S", 1)), Some(5));
        assert_eq!(group_of(&line("a) S 3 4", "R", 1)), Some(5));
        assert_eq!(group_of(&line("sh", "Z", 1)), None);
        assert_eq!(group_of(&line("sh", "Z", 2)), Some(5));
        assert_eq!(group_of("7 (sh"), None);
        let own = rustix::process::getpgrp().as_raw_nonzero().get();
        assert!(living_groups().contains(&own));
    }

    #[test]
    fn looks_are_rare() {
        let (mut watch, start) = (GroupWatch::default(), Instant::now());
        assert!(!watch.is_due(start));
        watch.want(start);
        assert_eq!(watch.deadline(), Some(start));
        assert!(watch.is_due(start) && !watch.is_due(start));
        watch.want(start + LOOK / 2);
        assert_eq!(watch.deadline(), Some(start + LOOK));
        assert!(!watch.is_due(start + LOOK / 2) && watch.is_due(start + LOOK));
        watch.want(start + 3 * LOOK);
        assert_eq!(watch.deadline(), Some(start + 3 * LOOK));
    }
}
