//! The C program around libusrsctp.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, channel};

/// Compiles the program once; `None`, having said why, where that is impossible.
fn program() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    PROGRAM.get_or_init(compile).as_deref()
}

fn compile() -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/usrsctp_peer.c");
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"));
    // Tests may run in processes of their own: none sees another's half-written program.
    let unfinished = dir.join(format!("usrsctp_peer.{}", std::process::id()));
    let mut cc = Command::new("cc");
    cc.args(["-O2", "-o"]).arg(&unfinished).arg(&source).args(["-lusrsctp", "-lpthread"]);
    let output = match cc.output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: there is no C compiler (cc: {error})");
            return None;
        }
    };
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let is_missing = said.contains("usrsctp.h") || said.contains("-lusrsctp");
        assert!(is_missing, "the peer does not compile: {said}");
        eprintln!("skipped: libusrsctp is not installed (Debian's package: libusrsctp-dev)");
        return None;
    }
    let finished = dir.join("usrsctp_peer");
    std::fs::rename(&unfinished, &finished).expect("the folder can be written to");
    Some(finished)
}

/// A running peer; dropped, it ends.
pub(crate) struct Peer {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Peer {
    /// Begins a peer that binds its own addresses, in a network namespace if one is named, and takes
    /// further words; `None` where there is no libusrsctp.
    pub(crate) fn begin(
        namespace: Option<&str>,
        addresses: &str,
        port: u16,
        words: &[&str],
    ) -> Option<Self> {
        let program = program()?;
        let mut command = match namespace {
            None => Command::new(program),
            Some(name) => {
                let mut ip = Command::new("ip");
                ip.args(["netns", "exec", name]).arg(program);
                ip
            }
        };
        command.args(["talk", addresses, &port.to_string()]);
        command.args(words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let input = child.stdin.take()?;
        let output = BufReader::new(child.stdout.take()?);
        let (tell, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        Some(Self { child, input, lines })
    }

    /// Has it do something.
    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the peer runs");
    }

    /// The next line it has told, if there is one already.
    pub(crate) fn line(&mut self) -> Option<String> {
        self.lines.try_recv().ok()
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
