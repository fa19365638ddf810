//! A kernel that runs.

use std::io::Write;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};

use crate::lines::{Lines, NoLine, Tail};
use crate::{Boot, Done, Running};

/// A guest takes two seconds to boot where nothing else runs.
const PATIENCE: Duration = Duration::from_secs(180);

/// A user-mode kernel with a shell that waits for scripts. Dropped, it is killed.
#[derive(Debug)]
pub struct Guest {
    child: Child,
    input: ChildStdin,
    pub(crate) lines: Lines,
    kernel: Tail,
    /// Begins the lines by which the shell says that a script has ended.
    pub(crate) mark: String,
    dir: PathBuf,
    address: Ipv4Addr,
    scripts: u32,
}

impl Guest {
    pub(crate) fn start(
        mut command: Command,
        boot: &Boot,
        dir: PathBuf,
        address: Ipv4Addr,
    ) -> Result<Self> {
        // No line of a program's begins like that.
        let mark = format!("#ferry-uml#{address}#");
        let script = boot.script(&dir.display().to_string(), &mark, &address.to_string());
        std::fs::write(dir.join("boot.sh"), script)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().context("cannot start the user-mode kernel")?;
        let input = child.stdin.take().context("piped")?;
        let lines = Lines::of(child.stdout.take().context("piped")?);
        let kernel = Tail::of(child.stderr.take().context("piped")?);
        let mut guest = Self { child, input, lines, kernel, mark, dir, address, scripts: 0 };
        guest.until_ready()?;
        Ok(guest)
    }

    fn until_ready(&mut self) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        let ready = format!("{} ready", self.mark);
        let mut said = String::new();
        loop {
            match self.lines.next(deadline) {
                Ok(line) if line == ready => return Ok(()),
                Ok(line) => said += &format!("  {line}\n"),
                Err(why) => bail!("the guest did not come up: {}\n{said}", self.complaint(why)),
            }
        }
    }

    /// What to say of a guest that says nothing.
    pub(crate) fn complaint(&self, why: NoLine) -> String {
        let what = match why {
            NoLine::Late => "nothing was heard in time",
            NoLine::Ended => "it has ended",
        };
        format!("{what}; its kernel's last words:\n{}", self.kernel.text())
    }

    /// The kernel, which is the one child of `unshare`.
    fn first_process(&self) -> Option<Pid> {
        let id = self.child.id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).ok()?;
        Pid::from_raw(children.split_whitespace().next()?.parse().ok()?)
    }

    /// Its address on the bridge.
    pub fn address(&self) -> Ipv4Addr {
        self.address
    }

    /// Begins a shell script inside. Its standard input is what [`Running::say`] says.
    ///
    /// # Errors
    /// A guest that has ended.
    pub fn start_script(&mut self, script: &str) -> Result<Running<'_>> {
        let number = self.scripts;
        self.scripts += 1;
        std::fs::write(self.dir.join(format!("command-{number}.sh")), script)?;
        self.write_line(&number.to_string())?;
        Ok(Running::new(self))
    }

    pub(crate) fn write_line(&mut self, line: &str) -> Result<()> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.context("the guest has ended")
    }

    /// Runs a shell script inside to its end.
    ///
    /// # Errors
    /// A script that takes longer than `patience`, a guest that has ended.
    pub fn run(&mut self, script: &str, patience: Duration) -> Result<Done> {
        self.start_script(script)?.finish(patience)
    }

    /// Lets netem have its way (`loss 1% delay 5ms`, as tc-netem(8) reads it) with what leaves the guest
    /// and with what arrives, in place of what was said before.
    ///
    /// # Errors
    /// What `tc` does not understand, and those of [`Guest::run`].
    pub fn impair(&mut self, netem: &str, patience: Duration) -> Result<()> {
        // Arriving packets take a turn through a device of their own, for netem acts on what leaves one.
        let script = format!(
            "set -e\n\
             ip link set ifb0 up\n\
             tc qdisc del dev vec0 ingress 2>/dev/null || true\n\
             tc qdisc add dev vec0 ingress\n\
             tc filter replace dev vec0 parent ffff: pref 1 handle 1 protocol all matchall \
                action mirred egress redirect dev ifb0\n\
             for device in vec0 ifb0; do tc qdisc replace dev $device root netem {netem}; done\n"
        );
        let done = self.run(&script, patience)?;
        ensure!(done.status == 0, "netem {netem}: {}", done.text);
        Ok(())
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // With the first process of a process namespace all others die, and are gone when its parent,
        // which waits for it, ends. Errors mean that they are dead already.
        let killed = self.first_process().map(|first| kill_process(first, Signal::KILL));
        if killed.is_none() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}
