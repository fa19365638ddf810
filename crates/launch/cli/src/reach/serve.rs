//! A host that can be reached.

use super::pieces::{self, MOST, PieceKind};
use super::{PORT, PROXY, ROLES, key};
use clap::Args;
use ferry_mplite_job::JobKey;
use ferry_mplite_job::sealed::{self, SealedReader, SealedWriter};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Callers that have not proven anything yet, at most.
const STRANGERS: usize = 16;
/// How long one may take to do so.
const PATIENCE: Duration = Duration::from_secs(10);
/// Most bytes that a caller's words have.
const WORDS: usize = 4096;

/// How a host is reached.
#[derive(Args, Clone, Debug)]
pub struct ServeOptions {
    /// The TCP port to listen on
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// A file with a secret that all hosts have; else FERRY_REACH_KEY names it
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Ends when the first job has ended here
    #[arg(long)]
    once: bool,
}

/// Listens until it is ended.
pub fn main(options: &ServeOptions) -> ExitCode {
    match serve(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            say(&why);
            ExitCode::FAILURE
        }
    }
}

fn say(what: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = io::stderr().write_all(format!("ferry serve: {what}\n").as_bytes());
}

fn serve(options: &ServeOptions) -> Result<(), String> {
    let key = key(options.key.as_ref())?;
    let listener = listen(options.port)?;
    let strangers = Arc::new(AtomicUsize::new(0));
    let (over, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for caller in listener.incoming().flatten() {
            if strangers.load(Ordering::Relaxed) >= STRANGERS {
                continue;
            }
            strangers.fetch_add(1, Ordering::Relaxed);
            let (key, strangers, over) = (key.clone(), Arc::clone(&strangers), over.clone());
            std::thread::spawn(move || {
                let from =
                    caller.peer_addr().map_or_else(|_| "somebody".into(), |at| at.to_string());
                let met = meet(caller, &key);
                strangers.fetch_sub(1, Ordering::Relaxed);
                match met.and_then(host) {
                    Ok(role) if role == PROXY => {
                        // Whoever waits for the first job's end may have gone.
                        let _ = over.send(());
                    }
                    Ok(_) => {}
                    Err(why) => say(&format!("{from}: {why}")),
                }
            });
        }
    });
    loop {
        ended.recv().map_err(|_| "nobody can call any more".to_owned())?;
        if options.once {
            return Ok(());
        }
    }
}

/// By IPv6, which takes IPv4's callers too, or by IPv4 where there is no other.
fn listen(port: u16) -> Result<TcpListener, String> {
    let any: [SocketAddr; 2] =
        [(Ipv6Addr::UNSPECIFIED, port).into(), (Ipv4Addr::UNSPECIFIED, port).into()];
    TcpListener::bind(&any[..]).map_err(|why| format!("port {port}: {why}; --port names another"))
}

/// Both ways of a connection.
type Ways = (SealedReader<TcpStream>, SealedWriter<TcpStream>);

/// Hears the caller out.
fn meet(caller: TcpStream, key: &JobKey) -> io::Result<Ways> {
    caller.set_nodelay(true)?;
    caller.set_read_timeout(Some(PATIENCE))?;
    let other = caller.try_clone()?;
    let kept = caller.try_clone()?;
    let ways = sealed::answer(caller, key, other)?.split();
    kept.set_read_timeout(None)?;
    Ok(ways)
}

/// Runs what the caller asks for, until it has ended. Returns in which role.
fn host((mut from, to): Ways) -> io::Result<String> {
    let words = read_words(&mut from)?;
    let Some(role) = words.first().filter(|word| ROLES.contains(&word.as_str())).cloned() else {
        return Err(io::Error::other("it asks for something else than Ferry's proxy"));
    };
    let mut proxy = Command::new(std::env::current_exe()?);
    proxy.args(&words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut proxy = proxy.spawn()?;
    let to = Arc::new(Mutex::new(to));
    let streams = relay(&mut proxy, from, &to);
    let status = proxy.wait()?;
    for stream in streams {
        // What it has said goes before its end.
        let _ = stream.join();
    }
    let code = status.code().or(status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    pieces::write(&mut *lock(&to), PieceKind::End, &[code as u8])?;
    Ok(role)
}

type SharedWriter = Arc<Mutex<SealedWriter<TcpStream>>>;

fn lock(to: &SharedWriter) -> std::sync::MutexGuard<'_, SealedWriter<TcpStream>> {
    to.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The caller's words: their number of bytes, then each with a zero behind it.
fn read_words(from: &mut impl Read) -> io::Result<Vec<String>> {
    let mut len = [0; 4];
    from.read_exact(&mut len)?;
    let len = u32::from_le_bytes(len) as usize;
    if len > WORDS {
        return Err(io::Error::other("its words are too long"));
    }
    let mut bytes = vec![0; len];
    from.read_exact(&mut bytes)?;
    let text = String::from_utf8(bytes).map_err(io::Error::other)?;
    Ok(text.split_terminator('\0').map(str::to_owned).collect())
}

/// Carries the streams; returns the threads of those that the proxy writes.
fn relay(
    proxy: &mut Child,
    mut from: SealedReader<TcpStream>,
    to: &SharedWriter,
) -> Vec<std::thread::JoinHandle<()>> {
    if let Some(mut input) = proxy.stdin.take() {
        // It ends with the caller, and the proxy with its input.
        std::thread::spawn(move || io::copy(&mut from, &mut input));
    }
    let output = proxy.stdout.take().map(|stream| send(stream, PieceKind::Output, to));
    let errors = proxy.stderr.take().map(|stream| send(stream, PieceKind::Errors, to));
    output.into_iter().chain(errors).collect()
}

fn send(
    mut stream: impl Read + Send + 'static,
    kind: PieceKind,
    to: &SharedWriter,
) -> std::thread::JoinHandle<()> {
    let to = Arc::clone(to);
    std::thread::spawn(move || {
        let mut bytes = vec![0; MOST];
        // When the caller is gone, its end of the input tells the proxy.
        while let Ok(len @ 1..) = stream.read(&mut bytes) {
            if pieces::write(&mut *lock(&to), kind, &bytes[..len]).is_err() {
                return;
            }
        }
    })
}
