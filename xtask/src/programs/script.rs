//! One script of a program: with a log, a limit on its time, and an end that leaves no process behind.

use std::fs::{self, File};
use std::io::IsTerminal;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

/// How often a script that runs is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// How long those that are asked to end may take before they are ended.
const GRACE: Duration = Duration::from_secs(5);

/// A shell script and where it runs.
pub(super) struct Script<'a> {
    /// What it does, for people: `hdf5: testing (tcp)`.
    pub(super) what: String,
    pub(super) text: &'a str,
    pub(super) dir: PathBuf,
    pub(super) log: PathBuf,
    pub(super) variables: Vec<(String, std::ffi::OsString)>,
    /// Longest time.
    pub(super) limit: Duration,
}

impl Script<'_> {
    /// Runs it; how long it took.
    ///
    /// # Errors
    /// When it fails or takes too long, with the end of its log, or when the user interrupts.
    pub(super) fn run(&self) -> Result<Duration> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let watched = [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM]
            .map(|signal| signal_hook::flag::register(signal, Arc::clone(&interrupted)));
        // Tests that fail, or are ended in time, leave their files.
        let files = tempfile::Builder::new().prefix("ferry-programs-").tempdir()?;
        let begun = Instant::now();
        let mut group = Group::start(self.command(files.path())?)?;
        let ended = self.watch(&mut group, begun, &interrupted);
        let left = group.clear();
        for id in watched.into_iter().flatten() {
            signal_hook::low_level::unregister(id);
        }
        self.judge(ended?, left)?;
        Ok(begun.elapsed())
    }

    fn command(&self, temporary: &Path) -> Result<Command> {
        let out = File::create(&self.log).with_context(|| self.log.display().to_string())?;
        let mut bash = Command::new("bash");
        bash.args(["-euo", "pipefail", "-c", self.text]).current_dir(&self.dir);
        bash.env("TMPDIR", temporary).envs(self.variables.iter().cloned());
        bash.stdin(Stdio::null()).stdout(out.try_clone()?).stderr(out);
        // A group of its own, so that all of it can be ended.
        bash.process_group(0);
        Ok(bash)
    }

    /// Waits until it ends, or until its time has come: then there is no status.
    fn watch(
        &self,
        group: &mut Group,
        begun: Instant,
        interrupted: &AtomicBool,
    ) -> Result<Option<ExitStatus>> {
        let bar = progress(&self.what)?;
        let ended = loop {
            if let Some(status) = group.child.try_wait()? {
                break Some(status);
            }
            if interrupted.load(Ordering::Relaxed) {
                bar.finish_and_clear();
                bail!("interrupted");
            }
            if begun.elapsed() > self.limit {
                break None;
            }
            if !bar.is_hidden() {
                bar.set_message(end_of(&self.log, 1));
                bar.tick();
            }
            std::thread::sleep(LOOK);
        };
        bar.finish_and_clear();
        Ok(ended)
    }

    fn judge(&self, ended: Option<ExitStatus>, left: bool) -> Result<()> {
        let log = self.log.display();
        let end = || end_of(&self.log, 20);
        match ended {
            None => bail!("longer than {} s; {log} ends with\n{}", self.limit.as_secs(), end()),
            Some(status) if !status.success() => {
                let how = match status.signal() {
                    Some(signal) => format!("ended by signal {signal}"),
                    None => format!("status {}", status.code().unwrap_or(-1)),
                };
                bail!("{how}; {log} ends with\n{}", end())
            }
            Some(_) if left => bail!("it left processes behind; {log} ends with\n{}", end()),
            Some(_) => Ok(()),
        }
    }
}

/// A line that says what goes on, where somebody looks.
fn progress(what: &str) -> Result<ProgressBar> {
    let bar = ProgressBar::new_spinner().with_message("");
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar.set_style(ProgressStyle::with_template("{spinner} {prefix} {elapsed}  {wide_msg}")?);
    bar.set_prefix(what.to_owned());
    Ok(bar)
}

/// A process and those that it starts, unless they leave its group.
struct Group {
    child: Child,
    id: Pid,
}

impl Group {
    fn start(mut command: Command) -> Result<Self> {
        let child = command.spawn().context("cannot start bash")?;
        let id = Pid::from_child(&child);
        Ok(Self { child, id })
    }

    /// Ends whoever is left. Whether there was somebody although the first has ended.
    fn clear(&mut self) -> bool {
        let is_over = matches!(self.child.try_wait(), Ok(Some(_)));
        let begun = Instant::now();
        // Those who ended by themselves a moment after the script are not left behind.
        while is_over && self.is_populated() && begun.elapsed() < GRACE {
            std::thread::sleep(LOOK);
        }
        let left = self.is_populated();
        // Launchers that are asked end their ranks, which have groups of their own.
        let _ = kill_process_group(self.id, Signal::TERM);
        let asked = Instant::now();
        while self.is_populated() && asked.elapsed() < GRACE {
            let _ = self.child.try_wait();
            std::thread::sleep(LOOK);
        }
        let _ = kill_process_group(self.id, Signal::KILL);
        let _ = self.child.wait();
        is_over && left
    }

    fn is_populated(&self) -> bool {
        test_kill_process_group(self.id).is_ok()
    }
}

/// The last lines of a log, of which the last bytes are looked at.
pub(super) fn end_of(log: &Path, count: usize) -> String {
    const TAIL: u64 = 8192;
    let mut bytes = Vec::new();
    let _ = File::open(log).and_then(|mut file| {
        let length = fs::metadata(log)?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
        file.read_to_end(&mut bytes)
    });
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(dir: &Path, text: &str, limit: Duration) -> Result<Duration> {
        let (dir, log) = (dir.to_path_buf(), dir.join("log"));
        Script { what: "test".into(), text, dir, log, variables: Vec::new(), limit }.run()
    }

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn a_script_that_fails_shows_the_end_of_its_log() {
        let dir = tempfile::tempdir().unwrap();
        run(dir.path(), "true", LONG).unwrap();
        let error = run(dir.path(), "echo why; false; echo not here", LONG).unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("status 1;") && error.ends_with("\nwhy"), "{error}");
    }

    #[test]
    fn a_script_that_takes_too_long_is_ended_with_all_that_it_started() {
        let dir = tempfile::tempdir().unwrap();
        let text = "sleep 1000 & echo $! > child; sleep 1000";
        let error = run(dir.path(), text, Duration::from_secs(1)).unwrap_err().to_string();
        assert!(error.starts_with("longer than 1 s"), "{error}");
        let child = fs::read_to_string(dir.path().join("child")).unwrap();
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.trim())).unwrap_or_default();
        // Dead, if whoever adopted it has not asked for its status yet.
        assert!(stat.is_empty() || stat.contains(") Z "), "{stat}");
    }

    #[test]
    fn temporary_files_are_gone_when_a_script_ends() {
        let dir = tempfile::tempdir().unwrap();
        run(dir.path(), "touch $TMPDIR/left; echo $TMPDIR > where", LONG).unwrap();
        let folder = fs::read_to_string(dir.path().join("where")).unwrap();
        assert!(!Path::new(folder.trim()).exists(), "{folder}");
    }

    #[test]
    fn processes_that_a_script_leaves_behind_are_ended_and_a_failure() {
        let dir = tempfile::tempdir().unwrap();
        let error = run(dir.path(), "sleep 1000 >/dev/null 2>&1 &", LONG).unwrap_err();
        assert!(error.to_string().starts_with("it left processes behind"), "{error}");
    }
}
