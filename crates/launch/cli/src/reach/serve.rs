//! A host that can be reached.

use super::pieces::{self, MOST, PieceKind};
use super::{Deadline, PORT, Ways, key, sealed};
use clap::Args;
use ferry_launch::{HOST_ROLES, PROXY_ROLE};
use ferry_mplite_job::JobKey;
use ferry_mplite_job::sealed::{SealedReader, SealedWriter, answer};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Callers that have not proven anything yet, at most.
const STRANGERS: usize = 16;
/// Between looks for a free place among them, and after an error of the system's.
const PAUSE: Duration = Duration::from_millis(50);
/// Most bytes that a caller's words have.
const WORDS: usize = 4096;

/// How a host is reached.
#[derive(Args, Clone, Debug)]
pub struct ServeOptions {
    /// The TCP port to listen on; 0: any, which is told
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// The address to listen at, if not all of this host's
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
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
    let listener = listen(options)?;
    if options.port == 0 {
        let own = listener.local_addr().map_err(|why| why.to_string())?;
        println!("port {}", own.port());
    }
    let (over, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || accept(&listener, &key, &over));
    loop {
        ended.recv().map_err(|_| "nobody can call any more".to_owned())?;
        if options.once {
            return Ok(());
        }
    }
}

/// Takes callers, each by a thread of its own; `over` is told of the end of each job.
fn accept(listener: &TcpListener, key: &JobKey, over: &Sender<()>) {
    let strangers = Arc::new(AtomicUsize::new(0));
    let mut complaint = String::new();
    loop {
        if strangers.load(Ordering::Relaxed) >= STRANGERS {
            // Who calls now waits.
            std::thread::sleep(PAUSE);
            continue;
        }
        let (caller, from) = match listener.accept() {
            Ok(accepted) => accepted,
            Err(why) => {
                if complaint != why.to_string() {
                    complaint = why.to_string();
                    say(&complaint);
                }
                std::thread::sleep(PAUSE);
                continue;
            }
        };
        strangers.fetch_add(1, Ordering::Relaxed);
        let (key, strangers, over) = (key.clone(), Arc::clone(&strangers), over.clone());
        std::thread::spawn(move || {
            let met = meet(caller, &key);
            strangers.fetch_sub(1, Ordering::Relaxed);
            match met.and_then(host) {
                Ok(role) if role == PROXY_ROLE => {
                    // Whoever waits for the first job's end may have gone.
                    let _ = over.send(());
                }
                Ok(_) => {}
                Err(why) => say(&format!("{from}: {why}")),
            }
        });
    }
}

/// At the address that is named; else by IPv6, which takes IPv4's callers too, or by IPv4 where there is no other.
fn listen(ServeOptions { listen, port, .. }: &ServeOptions) -> Result<TcpListener, String> {
    let any = [IpAddr::V6(Ipv6Addr::UNSPECIFIED), IpAddr::V4(Ipv4Addr::UNSPECIFIED)];
    let addresses = listen.as_ref().map_or(&any[..], std::slice::from_ref);
    let places: Vec<SocketAddr> = addresses.iter().map(|at| SocketAddr::new(*at, *port)).collect();
    TcpListener::bind(&places[..]).map_err(|why| {
        let at = listen.map(|at| format!("{at} ")).unwrap_or_default();
        format!("{at}port {port}: {why}; --port names another, --listen another address")
    })
}

/// Hears the caller out: what is to be started, and the ways on.
fn meet(caller: TcpStream, key: &JobKey) -> io::Result<(Vec<String>, Ways)> {
    let _deadline = Deadline::of(&caller)?;
    let (mut from, to) = sealed(caller, |caller, other| answer(caller, key, other))?;
    Ok((read_words(&mut from)?, (from, to)))
}

/// Runs what the caller asks for, until it has ended. Returns in which role.
fn host((words, (from, mut to)): (Vec<String>, Ways)) -> io::Result<String> {
    let started = start(&words);
    let (role, mut proxy) = match started {
        Ok(started) => started,
        Err(why) => {
            let line = format!("ferry serve: {why}\n");
            let told = pieces::write(&mut to, PieceKind::Errors, line.as_bytes());
            told.and_then(|()| pieces::write(&mut to, PieceKind::End, &[126]))?;
            return Err(why);
        }
    };
    let to = Arc::new(Mutex::new(to));
    let streams = relay(&mut proxy, from, &to);
    let status = proxy.wait()?;
    for stream in streams {
        // What it has said goes before its end.
        let _ = stream.join();
    }
    let code = status.code().or(status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    // A caller that has gone needs to know nothing.
    let _ = pieces::write(&mut *lock(&to), PieceKind::End, &[code as u8]);
    Ok(role)
}

/// Starts this program in a role that a caller may ask for.
fn start(words: &[String]) -> io::Result<(String, Child)> {
    let Some(role) = words.first().filter(|word| HOST_ROLES.contains(&word.as_str())) else {
        return Err(io::Error::other("it asks for something else than Ferry's proxy"));
    };
    let mut proxy = Command::new(std::env::current_exe()?);
    proxy.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok((role.clone(), proxy.spawn()?))
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
