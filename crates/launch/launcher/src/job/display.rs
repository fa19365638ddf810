//! What is told when asked for: who runs where, and how each rank has ended.

use super::Job;
use crate::error::LaunchError;
use crate::spec::RankEnding;
use ferry_sys::cpu_list_text;
use std::io::Write;

/// What is to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DisplayWish {
    /// Which ranks run on which host.
    pub(crate) map: bool,
    /// How many ranks the hosts take in all.
    pub(crate) allocation: bool,
    /// The exit codes of all ranks.
    pub(crate) exit_codes: bool,
}

impl Job {
    /// Tells of the plan what is wished for.
    pub(super) fn display_plan(&mut self) {
        let wish = self.options.display;
        let hosts = self.plan.placement.hosts.clone();
        for (node, host) in (0..).zip(&hosts).filter(|_| wish.map) {
            let world = &self.worlds[0];
            let there = (0..).zip(&world.places).filter(|(_, (n, _))| *n == node);
            let (ranks, apps): (Vec<u32>, Vec<u32>) = there.map(|(r, (_, app))| (r, *app)).unzip();
            let mut programs: Vec<&str> =
                apps.iter().map(|app| world.programs[*app as usize].as_str()).collect();
            programs.dedup();
            let (ranks, programs) = (cpu_list_text(&ranks), programs.join(", "));
            self.output.say(&format!("mpiexec: host {host} runs ranks {ranks} ({programs})"));
        }
        if wish.allocation {
            let (hosts, universe) = (hosts.join(", "), self.universe);
            self.output.say(&format!("mpiexec: hosts {hosts} take {universe} ranks"));
        }
    }

    /// Tells this process's number where it is wished for: on standard output (`-`) or error (`+`), or in a file.
    pub(super) fn report_pid(&mut self) -> Result<(), LaunchError> {
        let line = format!("{}\n", std::process::id());
        let Some(place) = &self.options.pid_place else { return Ok(()) };
        match place.to_str() {
            // Nobody is left to tell when it is closed.
            Some("-") => drop(std::io::stdout().write_all(line.as_bytes())),
            Some("+") => self.output.say(line.trim_end()),
            _ => std::fs::write(place, line).map_err(|e| {
                let text = format!("option --report-pid: cannot write {}: {e}", place.display());
                LaunchError { status: 1, text }
            })?,
        }
        Ok(())
    }

    /// A rank of the command line's job has ended.
    pub(super) fn note_ending(&mut self, seat: u32, ending: RankEnding) {
        if self.options.display.exit_codes {
            self.endings.insert(seat, ending);
        }
    }

    /// Tells how all ranks have ended, when all have.
    pub(super) fn display_endings(&mut self) {
        let text = |(seat, ending): (&u32, &RankEnding)| match ending {
            RankEnding::Code(code) => format!("{seat}={code}"),
            RankEnding::Signal(signal) => format!("{seat}=signal {signal}"),
        };
        let endings: Vec<String> = self.endings.iter().map(text).collect();
        if self.options.display.exit_codes {
            self.output.say(&format!("mpiexec: exit codes by rank: {}", endings.join(", ")));
            self.options.display.exit_codes = false;
        }
    }
}
