//! `ferry serve` and `ferry reach`: a launch command of Ferry's own, for hosts without `ssh`.
//!
//! On each host `ferry serve` listens; `mpiexec -launcher 'ferry reach {host}'` calls it. Both ends prove that they know
//! the key that a file holds before either says anything, and all that follows is encrypted. Whoever calls can start
//! Ferry's proxy there and nothing else; it has the caller's standard streams until either ends. The proxy starts whatever
//! programs the caller names, as the user who serves: the key is worth a login.

mod call;
mod pieces;
mod serve;

pub use call::{ReachOptions, main as call};
pub use serve::{ServeOptions, main as serve};

use ferry_mplite_job::JobKey;
use ferry_mplite_job::sealed::{SealedReader, SealedStream, SealedWriter};
use socket2::{SockRef, TcpKeepalive};
use std::io;
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Where hosts listen unless said otherwise.
const PORT: u16 = 7789;

/// How long the other end may take to prove that it knows the key, and to say what it wants.
const PROOF: Duration = Duration::from_secs(10);
/// After so long without a word the other end is asked whether it is there,
const SILENCE: Duration = Duration::from_secs(15);
/// and after so long without an answer it is gone.
const GONE: Duration = Duration::from_secs(40);

/// Names the file of the key where no option does.
const KEY_VARIABLE: &str = "FERRY_REACH_KEY";

/// The key, for this purpose alone.
fn key(file: Option<&PathBuf>) -> Result<JobKey, String> {
    let named = std::env::var_os(KEY_VARIABLE).filter(|file| !file.is_empty()).map(PathBuf::from);
    let file = file.cloned().or(named).ok_or_else(|| {
        format!("--key FILE or {KEY_VARIABLE} must name a file with a secret that all hosts have")
    })?;
    key_of(&file)
}

fn key_of(file: &Path) -> Result<JobKey, String> {
    let secret = ferry_ports::key_of_file(file).map_err(|why| why.to_string())?;
    Ok(JobKey::of(JobKey::of(secret).proof(b"reach", &[])))
}

/// Both ways of a connection.
type Ways = (SealedReader<TcpStream>, SealedWriter<TcpStream>);

/// Ends a connection on which the other end takes too long, byte by byte as it may be, unless dropped before.
struct Deadline {
    _in_time: Sender<()>,
}

impl Deadline {
    fn of(stream: &TcpStream) -> io::Result<Self> {
        let (stream, (in_time, late)) = (stream.try_clone()?, channel::<()>());
        std::thread::spawn(move || {
            if late.recv_timeout(PROOF) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                // It may have ended by itself.
                let _ = stream.shutdown(Shutdown::Both);
            }
        });
        Ok(Deadline { _in_time: in_time })
    }
}

/// Makes a connection notice by itself when the other end is gone, and has both ends prove the key.
fn sealed(
    stream: TcpStream,
    prove: impl FnOnce(TcpStream, TcpStream) -> io::Result<SealedStream<TcpStream>>,
) -> io::Result<Ways> {
    stream.set_nodelay(true)?;
    let alive = TcpKeepalive::new().with_time(SILENCE).with_interval(SILENCE / 3).with_retries(4);
    let socket = SockRef::from(&stream);
    socket.set_tcp_keepalive(&alive)?;
    socket.set_tcp_user_timeout(Some(GONE))?;
    let other = stream.try_clone()?;
    Ok(prove(stream, other)?.split())
}
