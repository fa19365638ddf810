//! Reaching a host that is served.

use super::pieces::{self, PieceKind};
use super::{Deadline, PORT, Ways, key, sealed};
use clap::Args;
use ferry_launch::HOST_ROLES;
use ferry_mplite_job::JobKey;
use ferry_mplite_job::sealed::{SealedReader, SealedWriter, call};
use std::io::{self, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Between tries to connect.
const PAUSE: Duration = Duration::from_millis(250);
/// The longest time to try.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// Which host.
#[derive(Args, Clone, Debug)]
pub struct ReachOptions {
    /// The TCP port that hosts listen on
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// A file with a secret that all hosts have; else FERRY_REACH_KEY names it
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// How long to try: hosts may not be up yet
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,
    /// The host: a name or an address
    host: String,
    /// What mpiexec puts behind its launch command
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Starts Ferry's proxy on a host, and lends it the standard streams.
pub fn main(options: &ReachOptions) -> ExitCode {
    match reach(options) {
        Ok(status) => status.into(),
        Err(why) => {
            // Nobody is left to tell when standard error is closed.
            let _ = io::stderr().write_all(format!("ferry reach: {why}\n").as_bytes());
            255.into()
        }
    }
}

fn reach(options: &ReachOptions) -> Result<u8, String> {
    let key = key(options.key.as_ref())?;
    let is_role = |word: &String| HOST_ROLES.contains(&word.as_str());
    // Before that stands this program's path on this host: the other has one of its own.
    let role = options.words.iter().position(is_role).ok_or(
        "it is for `mpiexec -launcher 'ferry reach {host}'`: only Ferry's proxy can be started",
    )?;
    let (host, port) = (&options.host, options.port);
    let stream = connect(options)?;
    let (from, to) = meet(stream, &key).map_err(|why| format!("{host} port {port}: {why}"))?;
    converse(from, to, &options.words[role..]).map_err(|why| format!("{host} port {port}: {why}"))
}

/// Tries each of the host's addresses, again and again.
fn connect(options: &ReachOptions) -> Result<TcpStream, String> {
    let (host, port) = (options.host.as_str(), options.port);
    let patience = Duration::from_secs(options.patience).min(LONGEST);
    let until = Instant::now() + patience;
    loop {
        // Once at least, however short the patience.
        let left = until.saturating_duration_since(Instant::now()).max(PAUSE);
        let why = match (host, port).to_socket_addrs() {
            Err(why) => why.to_string(),
            Ok(addresses) => match first(addresses, left) {
                Ok(stream) => return Ok(stream),
                Err(why) => why,
            },
        };
        if Instant::now() >= until {
            let patience = patience.as_secs();
            return Err(format!(
                "{host} port {port}: {why}, for {patience} s; does `ferry serve` run there?"
            ));
        }
        std::thread::sleep(PAUSE);
    }
}

/// The first that answers, each given so long; else what came of the last.
fn first(
    addresses: impl Iterator<Item = SocketAddr>,
    patience: Duration,
) -> Result<TcpStream, String> {
    let mut why = "it has no address".to_owned();
    for address in addresses {
        match TcpStream::connect_timeout(&address, patience) {
            Ok(stream) => return Ok(stream),
            Err(error) => why = error.to_string(),
        }
    }
    Err(why)
}

fn meet(stream: TcpStream, key: &JobKey) -> io::Result<Ways> {
    let _deadline = Deadline::of(&stream)?;
    sealed(stream, |stream, other| call(stream, key, other)).map_err(|why| match why.kind() {
        // Who does not know the key gets no answer.
        io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset => {
            io::Error::new(io::ErrorKind::PermissionDenied, "it does not accept this key")
        }
        _ => why,
    })
}

/// Says what is to be started, then carries the streams until that has ended. Returns its status.
fn converse(
    mut from: SealedReader<TcpStream>,
    mut to: SealedWriter<TcpStream>,
    words: &[String],
) -> io::Result<u8> {
    let text: Vec<u8> = words.iter().flat_map(|word| [word.as_bytes(), b"\0"].concat()).collect();
    to.write_all(&(text.len() as u32).to_le_bytes())?;
    to.write_all(&text)?;
    std::thread::spawn(move || {
        let copied = io::copy(&mut io::stdin().lock(), &mut to);
        // The proxy's input ends with this process's.
        copied.and_then(|_| to.close())
    });
    let mut bytes = Vec::new();
    loop {
        match pieces::read(&mut from, &mut bytes)? {
            Some(PieceKind::Output) => {
                let mut out = io::stdout().lock();
                out.write_all(&bytes).and_then(|()| out.flush())?;
            }
            Some(PieceKind::Errors) => io::stderr().write_all(&bytes)?,
            Some(PieceKind::End) => return Ok(bytes.first().copied().unwrap_or(1)),
            None => return Err(io::Error::other("the connection was lost")),
        }
    }
}
