//! Where guests and programs of the host meet: a namespace with a bridge.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU8, Ordering};

use anyhow::{Context, Result, bail, ensure};
use ferry_netlab::{Lab, Scenario};

use crate::{Boot, Guest};

/// One host, whose only network of the laboratory's own leads nowhere.
const SCENARIO: &str = "hosts = { count = 1 }\n[[network]]\nname = 'unused'\n";
const HOST: &str = "n0";
const BRIDGE: &str = "bridge";

/// A network namespace with a bridge, on which the host has one address and every guest another.
#[derive(Debug)]
pub struct Bench {
    lab: Lab,
    guests: AtomicU8,
}

impl Bench {
    /// Makes the namespace and the bridge.
    ///
    /// # Errors
    /// What [`crate::missing`] says, and whatever the system refuses.
    pub fn set_up() -> Result<Self> {
        if let Some(missing) = crate::missing() {
            bail!(missing);
        }
        let lab = Lab::build(&Scenario::parse(SCENARIO)?)?;
        let bench = Self { lab, guests: AtomicU8::new(0) };
        bench.ip(&["link", "add", BRIDGE, "type", "bridge"])?;
        bench.ip(&["addr", "add", &format!("{}/24", bench.address()), "dev", BRIDGE])?;
        bench.ip(&["link", "set", BRIDGE, "up"])?;
        Ok(bench)
    }

    /// The namespace, for [`ferry_netlab::within`].
    pub fn namespace(&self) -> &str {
        self.lab.namespace(HOST).expect("the scenario's one host")
    }

    /// The host's address on the bridge.
    pub fn address(&self) -> Ipv4Addr {
        Ipv4Addr::new(10, 77, 0, 1)
    }

    /// Where files may be put that guests read; it goes away with the bench.
    pub fn dir(&self) -> PathBuf {
        self.lab.dir()
    }

    /// A command that runs in the namespace and ends with the bench.
    ///
    /// # Errors
    /// No words.
    pub fn command(&self, words: &[impl AsRef<str>]) -> Result<Command> {
        self.lab.command(Some(HOST), words)
    }

    fn ip(&self, words: &[&str]) -> Result<()> {
        let output = Command::new("ip").args(["-n", self.namespace()]).args(words).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "`ip {}` failed: {}", words.join(" "), said.trim_end());
        Ok(())
    }

    /// Compiles a C program that guests can run.
    ///
    /// # Errors
    /// What the compiler complains about.
    pub fn compile(&self, name: &str, source: &str) -> Result<PathBuf> {
        self.compile_as(name, source, &[])
    }

    fn compile_as(&self, name: &str, source: &str, options: &[&str]) -> Result<PathBuf> {
        let (program, file) = (self.dir().join(name), self.dir().join(format!("{name}.c")));
        if program.is_file() {
            return Ok(program);
        }
        std::fs::write(&file, source)?;
        let mut command = Command::new("cc");
        command.args(["-O1", "-Wall", "-Wextra"]).args(options).arg("-o").arg(&program).arg(&file);
        let output = command.output().context("cannot start `cc`")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "compiling {name}.c failed:\n{said}");
        Ok(program)
    }

    /// Boots a guest; it has run its configuration when this returns.
    ///
    /// # Errors
    /// A guest that does not come up within three minutes; the text ends with what its kernel said.
    pub fn boot(&self, boot: &Boot) -> Result<Guest> {
        let number = self.guests.fetch_add(1, Ordering::Relaxed);
        ensure!(number < 200, "too many guests on one bench");
        let tap = format!("tap{number}");
        self.ip(&["tuntap", "add", &tap, "mode", "tap", "vnet_hdr"])?;
        self.ip(&["link", "set", &tap, "master", BRIDGE, "up"])?;
        let dir = self.dir().join(format!("guest{number}"));
        std::fs::create_dir_all(&dir)?;
        let programs = Programs {
            init: self.compile("init", include_str!("init.c"))?,
            registers: self.registers()?,
        };
        let command = self.command(&kernel(boot, &dir, &programs, &tap))?;
        Guest::start(command, boot, dir, Ipv4Addr::new(10, 77, 0, 2 + number))
    }

    fn registers(&self) -> Result<PathBuf> {
        self.compile_as("registers.so", include_str!("registers.c"), &["-shared", "-fPIC"])
    }
}

/// What a guest's kernel is started with.
struct Programs {
    /// Its first process.
    init: PathBuf,
    /// Lets it set the registers of processors that have more than it knows.
    registers: PathBuf,
}

/// The command line of a guest. Its processes are a process namespace of their own, so that none
/// outlives the first.
fn kernel(boot: &Boot, dir: &Path, programs: &Programs, tap: &str) -> Vec<String> {
    let dir = dir.display();
    let words = ["unshare", "--pid", "--fork", "--kill-child", "env"];
    let mut words: Vec<String> = words.map(str::to_owned).into();
    words.extend([
        format!("LD_PRELOAD={}", programs.registers.display()),
        crate::rights::KERNEL.into(),
        // A kernel that panics ends, instead of waiting or starting anew for ever.
        "panic=-1 noreboot".into(),
        format!("uml_dir={dir}"),
        format!("mem={}M", boot.memory),
        "root=/dev/root rootfstype=hostfs ro quiet".into(),
        "con=null con0=null,fd:2 con1=fd:0,fd:1".into(),
        format!("vec0:transport=tap,ifname={tap},depth=128,gro=1"),
        format!("init={}", programs.init.display()),
        format!("ferry_modules={}", Boot::modules()),
        format!("ferry_script={dir}/boot.sh"),
    ]);
    words.iter().flat_map(|word| word.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect()
}
