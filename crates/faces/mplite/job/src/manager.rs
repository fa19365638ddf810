//! What process 0 does for a job without a launcher: it serves all as their process manager, and ends the job
//! when one of them is gone before its time.

use crate::config_file::ConfigFile;
use crate::sealed::SealedStream;
use ferry_pmi::{JobInfo, Server, ServerAction, SpawnCodes, SpawnOutcome};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A process that is served.
pub struct ManagedProcess {
    reader: Box<dyn Read + Send>,
    writer: Box<dyn Write + Send>,
    hang_up: Box<dyn Fn() + Send>,
}

impl ManagedProcess {
    /// This one.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn own(stream: UnixStream) -> io::Result<Self> {
        let (writer, twin) = (stream.try_clone()?, stream.try_clone()?);
        let hang_up = Box::new(move || drop(twin.shutdown(Shutdown::Both)));
        Ok(ManagedProcess { reader: Box::new(stream), writer: Box::new(writer), hang_up })
    }

    /// Another one.
    pub fn other(connection: SealedStream<TcpStream>, twin: TcpStream) -> Self {
        let (reader, writer) = connection.split();
        let hang_up = Box::new(move || drop(twin.shutdown(Shutdown::Both)));
        ManagedProcess { reader: Box::new(reader), writer: Box::new(writer), hang_up }
    }
}

/// What the threads share that serve.
struct Office {
    server: Mutex<Server>,
    writers: Vec<Mutex<Box<dyn Write + Send>>>,
    hang_ups: Mutex<Vec<Box<dyn Fn() + Send>>>,
    /// Processes that have taken their leave.
    gone: Mutex<usize>,
    changed: Condvar,
}

/// Serves until all have taken their leave.
pub struct Manager {
    office: Arc<Office>,
    size: usize,
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Manager {
    /// Serves these processes from now on, in the order of their numbers.
    ///
    /// # Errors
    /// If the system gives no threads, or no random numbers for the job's secret.
    pub fn start(config: &ConfigFile, processes: Vec<ManagedProcess>) -> io::Result<Manager> {
        let size = processes.len();
        let nodes = config.nodes();
        let name = format!("mplite-{}", std::process::id());
        let info = JobInfo { name, appnums: vec![0; size], universe_size: size as u32, nodes };
        let secret = ferry_pmi::server::new_secret();
        let secret = secret.map_err(|why| io::Error::other(why.to_string()))?;
        let (mut readers, mut writers, mut hang_ups) = (Vec::new(), Vec::new(), Vec::new());
        for process in processes {
            readers.push(process.reader);
            writers.push(Mutex::new(process.writer));
            hang_ups.push(process.hang_up);
        }
        let office = Arc::new(Office {
            server: Mutex::new(Server::new(info, &secret)),
            writers,
            hang_ups: Mutex::new(hang_ups),
            gone: Mutex::new(0),
            changed: Condvar::new(),
        });
        for (rank, reader) in (0..).zip(readers) {
            let office = Arc::clone(&office);
            let serve = move || office.serve(rank, reader);
            std::thread::Builder::new().name("mplite-manager".into()).spawn(serve)?;
        }
        Ok(Manager { office, size })
    }

    /// Waits until all have taken their leave, for `longest` at most.
    pub fn finish(&self, longest: Duration) {
        let gone = lock(&self.office.gone);
        let are_here = |gone: &mut usize| *gone < self.size;
        drop(self.office.changed.wait_timeout_while(gone, longest, are_here));
    }
}

impl Office {
    /// Serves a process until its connection ends.
    fn serve(&self, rank: u32, mut reader: Box<dyn Read + Send>) {
        let mut chunk = [0; 4096];
        loop {
            match reader.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => break,
                Ok(len) => {
                    if !self.hear(rank, &chunk[..len]) {
                        break;
                    }
                }
            }
        }
        if !lock(&self.server).has_finalised(rank) {
            self.end_all();
        }
    }

    /// Does what a process asks for. False: its connection is over.
    fn hear(&self, rank: u32, bytes: &[u8]) -> bool {
        let mut actions = Vec::new();
        let (was, is) = {
            let mut server = lock(&self.server);
            let was = server.has_finalised(rank);
            server.receive(rank, bytes, &mut actions);
            (was, server.has_finalised(rank))
        };
        for action in actions {
            match action {
                reply @ ServerAction::Reply { .. } => self.reply(reply),
                ServerAction::Abort { .. } | ServerAction::Close { .. } => {
                    self.end_all();
                    return false;
                }
                ServerAction::Spawn { .. } | ServerAction::AskWorld { .. } => {
                    let reason = "processes of MP_Lite cannot spawn others".to_owned();
                    let outcome = SpawnOutcome::Failed { codes: SpawnCodes::default(), reason };
                    let answer = lock(&self.server).answer_spawn(rank, &outcome);
                    self.reply(answer);
                }
            }
        }
        if is && !was {
            *lock(&self.gone) += 1;
            self.changed.notify_all();
        }
        true
    }

    fn reply(&self, action: ServerAction) {
        let ServerAction::Reply { rank, bytes } = action else { return };
        let Some(writer) = self.writers.get(rank as usize) else { return };
        // Who does not hear it is gone, which its own thread sees.
        let _ = lock(writer).write_all(&bytes);
    }

    /// The job ends: all connections do.
    fn end_all(&self) {
        lock(&self.hang_ups).iter().for_each(|hang_up| hang_up());
    }
}
