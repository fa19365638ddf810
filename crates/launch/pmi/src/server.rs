//! The launcher's side: the state of a job, without input or output of its own.
//!
//! The owner hands over the bytes that came from a rank ([`Server::receive`]) and carries out the
//! [`ServerAction`]s that come back. A rank that sends nonsense gets an error answer where the protocol
//! has one, and else loses its connection; the job and the launcher go on.

mod names;
mod pmi1;
mod pmi2;

use crate::long;
use crate::mapping;
use crate::message1::{LINE_ACCEPTED, Pmi1Message};
use crate::message2::{self, HEADER, Pmi2Message};
use crate::process_sets::{self, ProcessSet};
use crate::spawn::{SpawnOutcome, SpawnReader, SpawnRequest};
use names::ServiceNames;
use std::borrow::Cow;
use std::collections::HashMap;

pub(crate) use names::OF_ANOTHER_JOB;

/// Longest key, with the terminating zero that C counts.
pub const KEY_MAX: usize = 64;
/// Longest value, with the terminating zero that C counts. Reply lines stay below 1024 bytes.
pub const VALUE_MAX: usize = 960;
/// Most bytes that the key-value space of a job may hold.
const KVS_BYTES_MAX: usize = 256 << 20;

/// What the launcher knows about a job before it runs.
#[derive(Clone, Debug)]
pub struct JobInfo {
    /// The job's name; also the name of its key-value space. No blanks.
    pub name: String,
    /// The node of each rank; its length is the number of ranks.
    pub nodes: Vec<u32>,
    /// Which program of the command line each rank runs.
    pub appnums: Vec<u32>,
    /// How many ranks the launcher could run in all.
    pub universe_size: u32,
}

/// What the owner of the server has to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServerAction {
    /// Send bytes to a rank.
    Reply {
        /// The receiver.
        rank: u32,
        /// What to send.
        bytes: Vec<u8>,
    },
    /// A rank wants the job to end.
    Abort {
        /// Who.
        rank: u32,
        /// With this exit code.
        code: i32,
        /// With these words, perhaps none.
        message: String,
        /// Whether the words are an error that the rank leaves to the launcher to tell.
        is_error: bool,
    },
    /// A rank wants processes to be spawned: [`Server::answer_spawn`] tells it what came of that.
    Spawn {
        /// Who.
        rank: u32,
        /// What.
        request: SpawnRequest,
    },
    /// A rank asks whether a world that was spawned has ended: [`Server::answer_world`] tells it.
    AskWorld {
        /// Who.
        rank: u32,
        /// The world's number.
        world: u32,
    },
    /// A rank sent bytes that cannot be answered: close its connection.
    Close {
        /// Who.
        rank: u32,
        /// What was wrong.
        reason: String,
    },
}

/// The process management state of one job.
#[derive(Debug)]
pub struct Server {
    info: JobInfo,
    kvs: HashMap<String, String>,
    kvs_bytes: usize,
    /// What each rank finds under [`crate::CONTENDERS_KEY`]; empty: nothing.
    contenders: Vec<u32>,
    /// What all find under [`crate::CORES_KEY`].
    cores: Option<u32>,
    names: ServiceNames,
    node_attributes: HashMap<(u32, String), String>,
    /// PMI-2 requests for node attributes that nobody has stored yet.
    waiting: Vec<pmi2::WaitingRank>,
    peers: Vec<PmiPeer>,
    in_barrier: usize,
}

#[derive(Debug, Default)]
struct PmiPeer {
    buffer: Vec<u8>,
    dialect: Dialect,
    stage: ClientStage,
    /// The message that a barrier's end sends to this rank, when it waits in one.
    barrier_reply: Option<Vec<u8>>,
    /// Its process has died, and the others go on: no barrier waits for it.
    dead: bool,
    /// A request to spawn that is being said.
    spawn: SpawnReader,
    /// The answer to a request of PMI-2 to spawn, as far as it is known.
    spawn_reply: Option<Pmi2Message>,
    /// Within a message of several lines (`mcmd=`).
    multiline: bool,
    closed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Dialect {
    #[default]
    Pmi1,
    Pmi2,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum ClientStage {
    #[default]
    Fresh,
    Initialised,
    Finalised,
}

impl Server {
    /// The state of a job that is about to start. `secret` is published under
    /// [`crate::SECRET_KEY`].
    pub fn new(info: JobInfo, secret: &str) -> Self {
        let mut kvs = HashMap::new();
        kvs.insert(crate::SECRET_KEY.to_owned(), secret.to_owned());
        if let Some(text) = mapping::encode(&info.nodes) {
            kvs.insert(crate::MAPPING_KEY.to_owned(), text);
        }
        let peers = info.nodes.iter().map(|_| PmiPeer::default()).collect();
        Server {
            info,
            kvs,
            kvs_bytes: 0,
            contenders: Vec::new(),
            cores: None,
            names: ServiceNames::default(),
            node_attributes: HashMap::new(),
            waiting: Vec::new(),
            peers,
            in_barrier: 0,
        }
    }

    /// The number by which others know the job.
    pub fn job_number(&self) -> u64 {
        let secret = self.kvs.get(crate::SECRET_KEY);
        let secret = secret.and_then(|text| crate::client::from_hexadecimal(text));
        secret.map_or(0, |secret| crate::job_number(&secret))
    }

    /// The number of ranks.
    pub fn size(&self) -> usize {
        self.info.nodes.len()
    }

    /// Makes known, for each rank, how many processes of the job contend for its cores.
    pub fn set_contenders(&mut self, of_ranks: Vec<u32>) {
        self.contenders = of_ranks;
    }

    /// Makes known how many cores the one host has that all ranks are on.
    pub fn set_cores(&mut self, cores: u32) {
        self.cores = Some(cores);
    }

    /// Makes known which sets of processes have names.
    pub fn set_process_sets(&mut self, sets: &[ProcessSet]) {
        let text = long::to_text(process_sets::encode(sets).as_bytes());
        // As a client's own pieces.
        self.kvs.extend(long::split(crate::SETS_KEY, &text, KEY_MAX * 12));
    }

    /// The state of a job that a job of the same launcher spawns, whose processes find `preput` in their key-value
    /// space.
    pub fn spawned(
        info: JobInfo,
        secret: &str,
        parent: &Server,
        preput: &[(String, String)],
    ) -> Self {
        let mut server = Server::new(info, secret);
        server.names = parent.names.clone();
        if let Some(family) = parent.kvs.get(crate::FAMILY_KEY) {
            server.set_family(family);
        }
        for (key, value) in preput {
            // What does not fit is missed by whoever looks for it.
            let _ = server.store(key, value);
        }
        server
    }

    /// Makes known the secret that all jobs of the launcher have in common.
    pub fn set_family(&mut self, secret: &str) {
        self.kvs.insert(crate::FAMILY_KEY.to_owned(), secret.to_owned());
    }

    /// Tells a rank what has come of its request to spawn.
    pub fn answer_spawn(&mut self, rank: u32, outcome: &SpawnOutcome) -> ServerAction {
        let peer = self.peers.get_mut(rank as usize);
        let is_for_ferry = peer.as_ref().is_some_and(|peer| peer.spawn.is_of_ferry());
        let bytes = match peer.and_then(|peer| peer.spawn_reply.take()) {
            Some(reply) => pmi2::spawn_reply(reply, outcome).to_bytes(),
            None => pmi1::spawn_reply(outcome, is_for_ferry),
        };
        ServerAction::Reply { rank, bytes }
    }

    /// Tells a rank whether a world has ended, and how.
    pub fn answer_world(&self, rank: u32, end: Option<&str>) -> ServerAction {
        let reply = Pmi1Message::new("ferry_world_result").with("rc", 0);
        let reply = match end {
            Some(how) => reply.with("state", "ended").with("how", long::to_text(how.as_bytes())),
            None => reply.with("state", "running"),
        };
        ServerAction::Reply { rank, bytes: reply.to_line().into_bytes() }
    }

    /// What a rank finds under a key.
    fn value(&self, rank: u32, key: &str) -> Option<Cow<'_, str>> {
        if key == crate::CONTENDERS_KEY {
            let count = self.contenders.get(rank as usize)?;
            return Some(Cow::Owned(count.to_string()));
        }
        if key == crate::CORES_KEY {
            return self.cores.map(|cores| Cow::Owned(cores.to_string()));
        }
        self.kvs.get(key).map(|value| Cow::Borrowed(value.as_str()))
    }

    /// Whether the rank has begun to speak PMI: it is an MPI program past `MPI_Init`'s beginning.
    pub fn has_initialised(&self, rank: u32) -> bool {
        self.peer(rank).is_some_and(|peer| peer.stage != ClientStage::Fresh)
    }

    /// Whether the rank has said that it leaves in good order.
    pub fn has_finalised(&self, rank: u32) -> bool {
        self.peer(rank).is_some_and(|peer| peer.stage == ClientStage::Finalised)
    }

    /// Behaves like a launcher that is not Ferry's.
    #[cfg(test)]
    pub(crate) fn forget_secret(&mut self) {
        self.kvs.remove(crate::SECRET_KEY);
    }

    fn peer(&self, rank: u32) -> Option<&PmiPeer> {
        self.peers.get(rank as usize)
    }

    /// Takes bytes that came from `rank` and adds what is to be done to `actions`.
    pub fn receive(&mut self, rank: u32, bytes: &[u8], actions: &mut Vec<ServerAction>) {
        let Some(peer) = self.peers.get_mut(rank as usize) else { return };
        if peer.closed {
            return;
        }
        peer.buffer.extend_from_slice(bytes);
        loop {
            let outcome = match self.peers[rank as usize].dialect {
                Dialect::Pmi1 => self.step1(rank, actions),
                Dialect::Pmi2 => self.step2(rank, actions),
            };
            match outcome {
                Ok(true) => {}
                Ok(false) => return,
                Err(reason) => {
                    let peer = &mut self.peers[rank as usize];
                    peer.closed = true;
                    peer.buffer = Vec::new();
                    actions.push(ServerAction::Close { rank, reason });
                    return;
                }
            }
        }
    }

    /// Handles one whole line, if there is one.
    fn step1(&mut self, rank: u32, actions: &mut Vec<ServerAction>) -> Result<bool, String> {
        let buffer = &mut self.peers[rank as usize].buffer;
        let Some(end) = buffer.iter().position(|&b| b == b'\n') else {
            if buffer.len() > LINE_ACCEPTED {
                return Err("a line without an end".into());
            }
            return Ok(false);
        };
        let line: Vec<u8> = buffer.drain(..=end).collect();
        self.line1(rank, &line, actions)?;
        Ok(true)
    }

    /// Handles one whole framed message, if there is one.
    fn step2(&mut self, rank: u32, actions: &mut Vec<ServerAction>) -> Result<bool, String> {
        let buffer = &mut self.peers[rank as usize].buffer;
        let Some(header) = buffer.first_chunk::<HEADER>() else { return Ok(false) };
        let length = message2::Pmi2Message::body_length(header).map_err(|e| e.to_string())?;
        if buffer.len() < HEADER + length {
            return Ok(false);
        }
        let body: Vec<u8> = buffer.drain(..HEADER + length).skip(HEADER).collect();
        self.message2(rank, &body, actions)?;
        Ok(true)
    }

    /// Stores a pair; the error says why not.
    fn store(&mut self, key: &str, value: &str) -> Result<(), &'static str> {
        if key.is_empty() || key.len() >= KEY_MAX * 8 {
            return Err("invalid_key_length");
        }
        if value.len() > LINE_ACCEPTED {
            return Err("invalid_value_length");
        }
        const RESERVED: [&str; 5] = [
            crate::SECRET_KEY,
            crate::FAMILY_KEY,
            crate::MAPPING_KEY,
            crate::CONTENDERS_KEY,
            crate::CORES_KEY,
        ];
        if RESERVED.contains(&key) || key.starts_with(crate::SETS_KEY) {
            return Err("key_is_reserved");
        }
        let before = self.kvs.get(key).map_or(0, |value| key.len() + value.len());
        let bytes = self.kvs_bytes.saturating_sub(before) + key.len() + value.len();
        if bytes > KVS_BYTES_MAX {
            return Err("key_value_space_is_full");
        }
        self.kvs_bytes = bytes;
        self.kvs.insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    /// A rank leaves in good order.
    fn finalise(&mut self, rank: u32) {
        self.peers[rank as usize].stage = ClientStage::Finalised;
        self.forget_names_of(rank);
    }

    /// Counts `rank` into the barrier; the last one releases all.
    fn enter_barrier(&mut self, rank: u32, reply: Vec<u8>, actions: &mut Vec<ServerAction>) {
        let slot = &mut self.peers[rank as usize].barrier_reply;
        if slot.replace(reply).is_none() {
            self.in_barrier += 1;
        }
        self.release_barrier(actions);
    }

    /// A rank's process has died, and the others go on: what they wait for in a barrier can come without it.
    pub fn rank_died(&mut self, rank: u32, actions: &mut Vec<ServerAction>) {
        let Some(peer) = self.peers.get_mut(rank as usize).filter(|peer| !peer.dead) else {
            return;
        };
        (peer.dead, peer.closed) = (true, true);
        peer.buffer = Vec::new();
        if peer.barrier_reply.take().is_some() {
            self.in_barrier -= 1;
        }
        if self.in_barrier > 0 {
            self.release_barrier(actions);
        }
    }

    /// A rank has left, or its process has ended: its ports are closed, so that nobody is to find them.
    pub fn forget_names_of(&mut self, rank: u32) {
        self.names.forget(&self.info.name, rank);
    }

    /// A rank that had left in good order has ended: those who have begun again do not wait for it.
    pub fn rank_left(&mut self, rank: u32, actions: &mut Vec<ServerAction>) {
        if self.has_finalised(rank) {
            self.rank_died(rank, actions);
        }
    }

    /// Lets all go on if everybody who lives is there.
    fn release_barrier(&mut self, actions: &mut Vec<ServerAction>) {
        if self.in_barrier < self.peers.iter().filter(|peer| !peer.dead).count() {
            return;
        }
        self.in_barrier = 0;
        for (rank, peer) in self.peers.iter_mut().enumerate() {
            if let Some(bytes) = peer.barrier_reply.take() {
                actions.push(ServerAction::Reply { rank: rank as u32, bytes });
            }
        }
    }
}

/// A new secret for a job: 64 hexadecimal digits from the system's random source.
///
/// # Errors
/// When the system gives no random bytes.
pub fn new_secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests;
