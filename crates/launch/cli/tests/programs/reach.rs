//! Hosts without `ssh`: `ferry serve` there, `ferry reach` as launch command.

use ferry_mplite_job::{JobKey, sealed};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const FERRY: &str = env!("CARGO_BIN_EXE_ferry");

/// A host that is served, until this is dropped.
struct Served {
    child: Child,
    port: u16,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn served(key: &Path) -> Served {
    served_at(key, &[])
}

/// The same with further options.
fn served_at(key: &Path, options: &[&str]) -> Served {
    let mut serve = Command::new(FERRY);
    serve.args(["serve", "--once", "--port", "0", "--key"]).arg(key).args(options);
    serve.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = serve.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.trim().strip_prefix("port ").unwrap().parse().unwrap();
    Served { child, port }
}

fn key(folder: &Path, name: &str, secret: &str) -> PathBuf {
    let file = folder.join(name);
    std::fs::write(&file, secret).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    file
}

/// A job of two ranks on that host.
fn job(served: &Served, key: &Path, program: &[&str]) -> Output {
    let launcher = format!(
        "{FERRY} reach --patience 20 --port {} --key {} {{host}}",
        served.port,
        key.display()
    );
    let mut mpiexec = Command::new(env!("CARGO_BIN_EXE_mpiexec"));
    mpiexec.args(["-launcher", &launcher, "-n", "2", "-host", "127.0.0.2:2"]).args(program);
    mpiexec.output().unwrap()
}

fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

#[test]
fn ranks_run_where_the_key_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let key = key(folder.path(), "key", "a secret of some length");
    let mut served = served(&key);
    let output = job(&served, &key, &["sh", "-c", "echo rank $PMI_RANK; echo to all >&2; exit 3"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("rank 0") || text.contains("rank 1"), "{text}");
    assert!(text.contains("to all"), "{text}");
    // It was to serve one job.
    assert!(served.child.wait().unwrap().success());
}

#[test]
fn input_reaches_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let key = key(folder.path(), "key", "a secret of some length");
    let served = served(&key);
    let launcher = format!("{FERRY} reach --port {} --key {} {{host}}", served.port, key.display());
    let mut mpiexec = Command::new(env!("CARGO_BIN_EXE_mpiexec"));
    mpiexec.args(["-launcher", &launcher, "-n", "1", "-host", "127.0.0.2", "wc", "-c"]);
    let mut job = mpiexec.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    job.stdin.take().unwrap().write_all(&vec![b'x'; 300_000]).unwrap();
    let output = job.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "300000");
}

#[test]
fn another_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let served = served(&key(folder.path(), "key", "a secret of some length"));
    let other = key(folder.path(), "other", "another secret, as long");
    let output = job(&served, &other, &["true"]);
    let text = said(&output);
    assert!(!output.status.success() && text.contains("does not accept this key"), "{text}");
}

#[test]
fn a_host_listens_at_the_address_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let key = key(folder.path(), "key", "a secret of some length");
    let served = served_at(&key, &["--listen", "127.0.0.3"]);
    assert!(TcpStream::connect(("127.0.0.3", served.port)).is_ok());
    assert!(TcpStream::connect(("127.0.0.4", served.port)).is_err());
    // Nobody has an address that is kept for documentation.
    let mut other = Command::new(FERRY);
    let output = other.args(["serve", "--listen", "192.0.2.1", "--key"]).arg(&key).output();
    let (output, asked) = (output.unwrap(), "192.0.2.1 port 7789");
    assert!(!output.status.success() && said(&output).contains(asked), "{}", said(&output));
}

#[test]
fn a_stranger_is_not_answered() {
    let folder = tempfile::tempdir().unwrap();
    let served = served(&key(folder.path(), "key", "a secret of some length"));
    let mut stranger = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
    stranger.write_all(&[b'x'; 100]).unwrap();
    let mut heard = Vec::new();
    let _ = stranger.read_to_end(&mut heard);
    assert!(heard.is_empty());
}

/// Who knows the key has the proxy started and nothing else, by his own means too.
#[test]
fn nothing_else_is_started() {
    let folder = tempfile::tempdir().unwrap();
    let file = key(folder.path(), "key", "a secret of some length");
    let served = served(&file);
    let mut reach = Command::new(FERRY);
    reach.args(["reach", "--port", &served.port.to_string(), "--key"]).arg(&file);
    let output = reach.args(["127.0.0.1", "sh", "-c", "true"]).output().unwrap();
    let text = said(&output);
    assert!(output.status.code() == Some(255) && text.contains("only Ferry's proxy"), "{text}");
    let secret = JobKey::of(ferry_ports::key_of_file(&file).unwrap());
    let stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
    let other = stream.try_clone().unwrap();
    let called = sealed::call(stream, &JobKey::of(secret.proof(b"reach", &[])), other);
    let (mut from, mut to) = called.unwrap().split();
    let mark = folder.path().join("started");
    let words = format!("sh\0-c\0touch {}\0", mark.display());
    to.write_all(&(words.len() as u32).to_le_bytes()).unwrap();
    to.write_all(words.as_bytes()).unwrap();
    let mut heard = Vec::new();
    let _ = from.read_to_end(&mut heard);
    let text = String::from_utf8_lossy(&heard);
    assert!(text.contains("something else than Ferry's proxy"), "{text}");
    assert!(!mark.exists());
}

/// A host that serves one job ends when that has, though nobody is there to hear it.
#[test]
fn a_caller_that_was_killed_ends_its_job() {
    let folder = tempfile::tempdir().unwrap();
    let file = key(folder.path(), "key", "a secret of some length");
    let mut served = served(&file);
    let mut reach = Command::new(FERRY);
    reach.args(["reach", "--port", &served.port.to_string(), "--key"]).arg(&file);
    reach.args(["127.0.0.1", "ferry", "--ferry-proxy"]);
    let mut caller = reach.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // The proxy greets before anything else.
    caller.stdout.take().unwrap().read_exact(&mut [0; 4]).unwrap();
    caller.kill().unwrap();
    caller.wait().unwrap();
    assert!(served.child.wait().unwrap().success());
}

#[test]
fn what_is_missing_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let without = Command::new(FERRY).arg("serve").env_remove("FERRY_REACH_KEY").output().unwrap();
    assert!(said(&without).contains("FERRY_REACH_KEY"), "{}", said(&without));
    let open = key(folder.path(), "open", "a secret of some length");
    std::fs::set_permissions(&open, std::fs::Permissions::from_mode(0o644)).unwrap();
    let output = Command::new(FERRY).args(["serve", "--key"]).arg(&open).output().unwrap();
    assert!(!output.status.success() && said(&output).contains("others than its owner"));
    let key = key(folder.path(), "key", "a secret of some length");
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut reach = Command::new(FERRY);
    reach.args(["reach", "--patience", "0", "--port", &free.to_string(), "--key"]).arg(&key);
    let output = reach.args(["127.0.0.1", "ferry", "--ferry-proxy"]).output().unwrap();
    assert!(said(&output).contains("does `ferry serve` run there?"), "{}", said(&output));
}
