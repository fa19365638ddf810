//! The rank's side of PMI-1: blocking, one request at a time.

pub mod connection;
mod names;
mod sharing;
mod spawn;

pub use sharing::ConnectionUse;
pub use spawn::SpawnAnswer;

use crate::error::PmiError;
use crate::long;
use crate::message1::{LINE_ACCEPTED, LINE_MAX, Pmi1Message};
use connection::LauncherConnection;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fd::{BorrowedFd, OwnedFd};
use rustix::io::{Errno, retry_on_intr};
use std::env;
use std::sync::{Mutex, PoisonError};

/// Pieces of long values stay below this, so that a line holds key, names and value.
const PIECE_MAX: usize = 768;

/// A rank's connection to its launcher.
#[derive(Debug)]
pub struct Client {
    connection: LauncherConnection,
    rank: u32,
    size: u32,
    spawned: bool,
    kvsname: String,
    key_max: usize,
    value_max: usize,
    appnum: Option<i32>,
    universe_size: Option<u32>,
}

impl Client {
    /// Connects to the launcher that the environment names: `PMI_FD`, an inherited descriptor, or
    /// `PMI_PORT` (`host:port`) with `PMI_ID`, or a PMIx server ([`crate::pmix`]). `None` means that there is no launcher: the process
    /// is a job of one.
    ///
    /// The descriptor of `PMI_FD` is taken over. The variables that lead to the launcher are taken out of
    /// the environment, as the connection is this process's alone: programs that it starts are none of the
    /// job's ranks, and who calls again after all have left the job finds no launcher. Only a program that speaks PMI
    /// itself shares the connection with the library that has the links ([`Client::for_use`]).
    ///
    /// # Errors
    /// When the variables are wrong, the connection fails or the launcher speaks something else; when another library
    /// of this process has the links.
    pub fn from_env() -> Result<Option<Client>, PmiError> {
        Client::for_use(ConnectionUse::Links)
    }

    /// The same for this use; joins the connection that a library of this process has for another.
    ///
    /// # Errors
    /// As [`Client::from_env`].
    pub fn for_use(use_of: ConnectionUse) -> Result<Option<Client>, PmiError> {
        if env::var_os("PMI_FD").is_some() {
            let fd = number_from_env("PMI_FD", "an open descriptor")?;
            let rank = number_from_env("PMI_RANK", "a rank")?;
            let size = number_from_env("PMI_SIZE", "a number of ranks")?;
            forget("PMI_FD");
            let connection = connection::inherited(fd, (rank, size), use_of)?;
            return Client::open(connection, rank, size).map(Some);
        }
        let Ok(address) = env::var("PMI_PORT") else {
            let joined = connection::joined(use_of)?;
            if let Some((line, rank, size)) = joined {
                return Client::open(line, rank, size).map(Some);
            }
            let Some((stream, rank, size)) = crate::pmix::join()? else {
                if let Some(why) = crate::pmix::why_alone() {
                    ferry_sys::tell(&why);
                }
                return Ok(None);
            };
            let connection = connection::bridged(stream, (rank, size), use_of)?;
            return Client::open(connection, rank, size).map(Some);
        };
        let id = number_from_env("PMI_ID", "a number")?;
        forget("PMI_PORT");
        let (connection, rank, size) = connection::dial(&address, id, use_of)?;
        Client::open(connection, rank, size).map(Some)
    }

    /// Opens the conversation on a connection that somebody else has made.
    ///
    /// # Errors
    /// When the connection fails or the launcher speaks something else than PMI-1.
    pub fn on_stream(
        stream: impl connection::ByteStream + 'static,
        rank: u32,
        size: u32,
    ) -> Result<Client, PmiError> {
        Client::open(LauncherConnection::new(Box::new(stream)), rank, size)
    }

    fn open(mut connection: LauncherConnection, rank: u32, size: u32) -> Result<Client, PmiError> {
        let init = Pmi1Message::new("init").with("pmi_version", 1).with("pmi_subversion", 1);
        let reply = connection.request(&init, "response_to_init")?;
        check(&reply, "init")?;
        let maxes = connection.request(&Pmi1Message::new("get_maxes"), "maxes")?;
        let kvsname = connection.request(&Pmi1Message::new("get_my_kvsname"), "my_kvsname")?;
        check(&kvsname, "get_my_kvsname")?;
        let appnum = connection.request(&Pmi1Message::new("get_appnum"), "appnum")?;
        let universe =
            connection.request(&Pmi1Message::new("get_universe_size"), "universe_size")?;
        Ok(Client {
            connection,
            rank,
            size,
            spawned: env::var("PMI_SPAWNED").is_ok_and(|v| v != "0"),
            kvsname: kvsname.get("kvsname").unwrap_or_default().to_owned(),
            key_max: maxes.number("keylen_max").unwrap_or(64),
            value_max: maxes.number("vallen_max").unwrap_or(256),
            appnum: appnum.number("appnum").filter(|&n: &i32| n >= 0),
            universe_size: universe.number::<i64>("size").and_then(|n| u32::try_from(n).ok()),
        })
    }

    /// This process' rank in its job.
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// The number of ranks of the job.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Which of the programs on the launcher's command line this is, from 0.
    pub fn appnum(&self) -> Option<i32> {
        self.appnum
    }

    /// How many ranks the launcher could run in all, when it knows.
    pub fn universe_size(&self) -> Option<u32> {
        self.universe_size
    }

    /// The name of the job's key-value space; unique among the launcher's jobs.
    pub fn kvsname(&self) -> &str {
        &self.kvsname
    }

    /// Whether the job was started by another MPI job (`MPI_Comm_spawn`).
    pub fn is_spawned(&self) -> bool {
        self.spawned
    }

    /// Longest key of [`Client::put`], in bytes.
    pub fn key_max(&self) -> usize {
        self.key_max.saturating_sub(1)
    }

    /// Longest value of [`Client::put`], in bytes.
    pub fn value_max(&self) -> usize {
        // The launcher counts a terminating zero; the line must hold command, names and key too.
        (self.value_max.saturating_sub(1)).min(PIECE_MAX)
    }

    /// Stores a short text without blanks. Others see it after the next barrier.
    ///
    /// # Errors
    /// When key or value do not fit the protocol, or the launcher refuses.
    pub fn put(&mut self, key: &str, value: &str) -> Result<(), PmiError> {
        self.check_key(key)?;
        check_text("value", value, self.value_max())?;
        let message = Pmi1Message::new("put").with("kvsname", &self.kvsname).with("key", key);
        let reply = self.connection.request(&message.with("value", value), "put_result")?;
        check(&reply, "put")
    }

    /// Reads a text; `None` when nobody has stored it.
    ///
    /// # Errors
    /// When the key does not fit the protocol or the connection fails.
    pub fn get(&mut self, key: &str) -> Result<Option<String>, PmiError> {
        self.check_key(key)?;
        let message = Pmi1Message::new("get").with("kvsname", &self.kvsname).with("key", key);
        let reply = self.connection.request(&message, "get_result")?;
        if check(&reply, "get").is_err() {
            return Ok(None);
        }
        Ok(reply.get("value").map(str::to_owned))
    }

    /// Stores any bytes, in as many pieces as the launcher's limit demands; `key` must leave room
    /// for the pieces' numbers.
    ///
    /// # Errors
    /// As [`Client::put`].
    pub fn put_long(&mut self, key: &str, bytes: &[u8]) -> Result<(), PmiError> {
        for (key, value) in long::split(key, &long::to_text(bytes), self.value_max()) {
            self.put(&key, &value)?;
        }
        Ok(())
    }

    /// Reads bytes stored by [`Client::put_long`]; `None` when nobody has stored them.
    ///
    /// # Errors
    /// As [`Client::get`], and when the pieces do not fit together.
    pub fn get_long(&mut self, key: &str) -> Result<Option<Vec<u8>>, PmiError> {
        let Some(value) = self.get(key)? else { return Ok(None) };
        let damaged = |reason| PmiError::Damaged { key: key.to_owned(), reason };
        let (count, text) = long::first_piece(&value).ok_or(damaged("no count of pieces"))?;
        let mut text = text.to_owned();
        for i in 1..count {
            text += &self.get(&long::piece_key(key, i))?.ok_or(damaged("a piece is missing"))?;
        }
        long::from_text(&text).map(Some).ok_or(damaged("it holds foreign letters"))
    }

    /// The secret of the job, the same on every rank: the launcher's where the launcher is Ferry's,
    /// else one that rank 0 makes and shares through the key-value space. Every rank must call
    /// this, for it may wait in a barrier.
    ///
    /// # Errors
    /// When the connection fails, the secret is damaged or the system gives no random bytes.
    pub fn job_secret(&mut self) -> Result<[u8; 32], PmiError> {
        const MADE: &str = "ferry.secret.made";
        let text = match self.get(crate::SECRET_KEY)? {
            Some(text) => Some(text),
            None => {
                if self.rank == 0 {
                    let secret = crate::server::new_secret().map_err(PmiError::Random)?;
                    self.put(MADE, &secret)?;
                }
                self.barrier()?;
                self.get(MADE)?
            }
        };
        let damaged = PmiError::Damaged { key: crate::SECRET_KEY.into(), reason: "not 64 digits" };
        text.and_then(|text| from_hexadecimal(&text)).ok_or(damaged)
    }

    /// The secret of all jobs of a launcher of Ferry's; another has none.
    ///
    /// # Errors
    /// When the connection fails.
    pub fn family_secret(&mut self) -> Result<Option<[u8; 32]>, PmiError> {
        Ok(self.get(crate::FAMILY_KEY)?.and_then(|text| from_hexadecimal(&text)))
    }

    /// Asks whoever started this process for the number of the board on which the ranks of its node leave
    /// descriptors for each other; `None` where the connection passes none. For a launcher of Ferry's only:
    /// another does not know the request.
    ///
    /// # Errors
    /// When the connection fails.
    pub fn board(&mut self) -> Result<Option<u64>, PmiError> {
        if !self.connection.passes_descriptors() {
            return Ok(None);
        }
        let (reply, _) = self.connection.request_with(&Pmi1Message::new("ferry_board_id"), &[])?;
        Ok(reply.number("id"))
    }

    /// Leaves descriptors on the board, in place of earlier ones.
    ///
    /// # Errors
    /// When the connection fails or does not pass them.
    pub fn give(&mut self, descriptors: &[BorrowedFd<'_>]) -> Result<(), PmiError> {
        let request = Pmi1Message::new("ferry_board_give");
        let (reply, _) = self.connection.request_with(&request, descriptors)?;
        check(&reply, "ferry_board_give")
    }

    /// Copies of the descriptors that a rank has left on the board, in its order.
    ///
    /// # Errors
    /// When the rank has left none, or the connection fails or does not pass them.
    pub fn take(&mut self, rank: u32) -> Result<Vec<OwnedFd>, PmiError> {
        let request = Pmi1Message::new("ferry_board_take").with("rank", rank);
        let (reply, descriptors) = self.connection.request_with(&request, &[])?;
        check(&reply, "ferry_board_take").map(|()| descriptors)
    }

    /// Waits until every rank of the job has come here; makes what was stored before visible.
    ///
    /// # Errors
    /// When the connection fails.
    pub fn barrier(&mut self) -> Result<(), PmiError> {
        let watched = self.connection.enter_barrier()?;
        loop {
            wait_for_any(&watched)?;
            if let Some(reply) = self.connection.barrier_out()? {
                return check(&reply, "barrier_in");
            }
        }
    }

    /// As [`Client::barrier`], for a client that several threads use: meanwhile others may ask for something
    /// through it, which what one waits for here may depend on.
    ///
    /// # Errors
    /// When the connection fails.
    pub fn meet(client: &Mutex<Client>) -> Result<(), PmiError> {
        let lock = || client.lock().unwrap_or_else(PoisonError::into_inner);
        let watched = lock().connection.enter_barrier()?;
        loop {
            wait_for_any(&watched)?;
            // If it is somebody else's answer that has come, they have read it when the lock is had.
            if let Some(reply) = lock().connection.barrier_out()? {
                return check(&reply, "barrier_in");
            }
        }
    }

    /// Asks the launcher to end the job with this exit code. There is no answer; the launcher's
    /// signal may come before this returns.
    ///
    /// # Errors
    /// When the connection fails.
    pub fn abort(&mut self, code: i32, message: &str) -> Result<(), PmiError> {
        let short: String = message.chars().take(LINE_MAX / 8).collect();
        let line = Pmi1Message::new("abort").with("exitcode", code);
        // MPICH's launcher takes no word without a value.
        self.connection.send(&match short.is_empty() {
            true => line,
            false => line.with("ferry_message", long::to_text(short.as_bytes())),
        })
    }

    /// Whether the launcher is Ferry's, which alone has a secret for the job.
    ///
    /// # Errors
    /// When the connection fails.
    pub fn is_of_ferry(&mut self) -> Result<bool, PmiError> {
        Ok(self.get(crate::SECRET_KEY)?.is_some())
    }

    /// Asks the launcher to end the job because of an error and to tell it, once for all ranks that meet the
    /// same one. Only Ferry's launcher can: `false` means that nothing was asked.
    ///
    /// # Errors
    /// When the connection fails.
    pub fn fail(&mut self, code: i32, error: &str) -> Result<bool, PmiError> {
        if !self.is_of_ferry()? {
            return Ok(false);
        }
        let short: String = error.chars().take(LINE_ACCEPTED / 16).collect();
        let line = Pmi1Message::new("abort").with("exitcode", code);
        self.connection.send(&line.with("ferry_error", long::to_text(short.as_bytes())))?;
        Ok(true)
    }

    /// Says that this rank leaves the job in good order, unless another library of this process still uses
    /// the connection. Nothing may be asked afterwards but [`Client::begin_again`].
    ///
    /// # Errors
    /// When the connection fails.
    pub fn finalize(&mut self) -> Result<(), PmiError> {
        if !self.connection.leave() {
            return Ok(());
        }
        self.connection.request(&Pmi1Message::new("finalize"), "finalize_ack").map(drop)
    }

    /// Takes part in the job once more, after [`Client::finalize`].
    ///
    /// # Errors
    /// When the launcher is gone or does not take it back: only Ferry's is known to.
    pub fn begin_again(&mut self) -> Result<(), PmiError> {
        self.connection.come_back();
        let init = Pmi1Message::new("init").with("pmi_version", 1).with("pmi_subversion", 1);
        let reply = self.connection.request(&init, "response_to_init")?;
        check(&reply, "init")
    }

    fn check_key(&self, key: &str) -> Result<(), PmiError> {
        check_text("key", key, self.key_max())
    }
}

/// Waits until one of them can be read.
fn wait_for_any(watched: &[OwnedFd; 2]) -> Result<(), PmiError> {
    let mut watched = watched.each_ref().map(|fd| PollFd::new(fd, PollFlags::IN));
    let doing = "waiting for the other processes";
    let failed = |e: Errno| PmiError::Connection { doing, source: e.into() };
    retry_on_intr(|| poll(&mut watched, None)).map(drop).map_err(failed)
}

/// A word must not be empty, hold blanks or control characters, or exceed `max` bytes.
fn check_text(what: &'static str, text: &str, max: usize) -> Result<(), PmiError> {
    let reason = if text.is_empty() {
        "it is empty".to_owned()
    } else if text.len() > max {
        format!("it has {} bytes and the limit is {max}", text.len())
    } else if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        "it holds blanks or control characters".to_owned()
    } else {
        return Ok(());
    };
    Err(PmiError::Caller { what, text: text.chars().take(40).collect(), reason })
}

/// A reply's `rc` must be absent or zero.
fn check(reply: &Pmi1Message, request: &'static str) -> Result<(), PmiError> {
    match reply.get("rc") {
        None | Some("0") => Ok(()),
        Some(rc) => {
            let reason = reply.get("msg").or(reply.get("info")).unwrap_or(rc).to_owned();
            Err(PmiError::Refused { request, reason })
        }
    }
}

pub(crate) fn from_hexadecimal(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(bytes)
}

/// Puts a variable into the environment.
fn note(name: &str, value: &str) {
    // SAFETY: as for `forget`.
    #[allow(unsafe_code)]
    unsafe {
        env::set_var(name, value);
    }
}

/// Takes a variable out of the environment.
pub(crate) fn forget(name: &str) {
    // SAFETY: this is part of starting MPI, which a program does before it lets other threads read or
    // change the environment through C; what Rust code reads is locked by the standard library.
    #[allow(unsafe_code)]
    unsafe {
        env::remove_var(name);
    }
}

fn number_from_env<T: std::str::FromStr>(
    name: &'static str,
    expected: &'static str,
) -> Result<T, PmiError> {
    let value = env::var_os(name).unwrap_or_default().to_string_lossy().into_owned();
    value.parse().map_err(|_| PmiError::Environment { name, value, expected })
}

#[cfg(test)]
mod tests;
