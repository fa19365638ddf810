//! Two jobs that meet as wholes: every process of each has links to every one of the other.
//!
//! ```text
//! job with the door                              job that comes
//!   the first waits for a visitor                  the first knocks
//!   spread: secret, who comes                      spread: secret, who is there
//!   all open their links, gather: tables           all open their links, gather: tables
//!     |  <- Proof     rules, words, tables ----------  |
//!     |  -- Verdict   rules, words, tables --------->  |
//!   spread: all tables                             spread: all tables
//! ```
//!
//! Numbers in the world are those of the job with the door, then those of the one that comes. Each job's rules
//! about relays hold for its own processes, so that only relays need the methods that lead from job to job.

use crate::messages::Person;
use crate::side::{JobWord, ProcessWord, SideBoard, spread};
use crate::{AttachError, Visited, WorldSecret};
use ferry_boot::{LauncherFacts, Neighbours, WorldSetting};
use ferry_config::Config;
use ferry_link::{Context, Directory, ForwardRules};
use ferry_method::{Identity, JobId, PeerId};
use ferry_sys::Clock;
use std::sync::{Arc, OnceLock};

/// More processes than any job that is met has.
const MOST: u32 = 1 << 16;

/// A process's side of a meeting of jobs.
pub struct JobSide<'a> {
    /// By which its methods are opened.
    pub config: &'a Config,
    /// By which they are told the time.
    pub clock: Clock,
    /// Who it is in its job.
    pub identity: &'a Identity,
    /// What the launcher has told.
    pub facts: Option<&'a LauncherFacts>,
    /// What its face says to the others.
    pub word: Vec<u8>,
}

/// What a process has of a meeting of jobs.
pub struct MetWorld {
    /// Its end of the links to all processes of both.
    pub link: Context,
    /// The other job's processes: their numbers there, who they are, and what their faces say.
    pub others: Vec<(PeerId, Person, Vec<u8>)>,
}

/// What all processes of a job have to know before they can open their links.
pub(crate) struct Meeting {
    pub(crate) secret: WorldSecret,
    /// The other job: its number, its processes, the host of the first.
    pub(crate) other: Person,
    /// The other job has the door.
    pub(crate) is_visitor: bool,
}

impl Meeting {
    pub(crate) fn of_visited(visited: &Visited) -> Self {
        let (secret, other) = (visited.secret(), visited.owner.clone());
        Meeting { secret, other, is_visitor: true }
    }

    fn encode(&self) -> Vec<u8> {
        let mut out = self.secret.job.0.to_le_bytes().to_vec();
        out.extend(self.secret.secret);
        out.push(u8::from(self.is_visitor));
        self.other.put(&mut out);
        out
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, ferry_wire::Short> {
        let mut r = ferry_wire::Reader::new(bytes);
        let job = JobId(r.u64()?);
        let secret = r.bytes(32)?.try_into().map_err(|_| ferry_wire::Short)?;
        let is_visitor = r.u8()? != 0;
        let other = Person::get(&mut r)?;
        Ok(Meeting { secret: WorldSecret { job, secret }, other, is_visitor })
    }

    /// Where this job's numbers begin in the world, and the other's.
    fn firsts(&self, own: u32) -> (u32, u32) {
        if self.is_visitor { (self.other.size, 0) } else { (0, own) }
    }
}

/// What all publish, once it is known.
#[derive(Clone, Default)]
struct WorldTables(Arc<OnceLock<Vec<Vec<u8>>>>);

impl Directory for WorldTables {
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String> {
        let tables = self.0.get().ok_or("the jobs have not met yet")?;
        tables.get(peer.0 as usize).cloned().ok_or_else(|| "there is no such process".into())
    }
}

/// Meets the other job: all processes of this one call it, the first with what it has agreed with the other's first
/// and with what tells that one this job's word and gets the other's.
pub(crate) fn meet(
    side: JobSide<'_>,
    board: &mut dyn SideBoard,
    agreed: Option<Result<Meeting, AttachError>>,
    exchange: impl FnOnce(Result<&[u8], &AttachError>) -> Result<Vec<u8>, AttachError>,
) -> Result<MetWorld, AttachError> {
    let is_awaited = matches!(agreed, Some(Ok(_)));
    let meeting = match tell_of(board, agreed) {
        Ok(meeting) => meeting,
        Err(why) => {
            if is_awaited {
                let _ = exchange(Err(&why));
            }
            return Err(why);
        }
    };
    let opened = OpenedPart::open(&side, &meeting);
    let gathered = board.gather(JobWord::one(opened.as_ref().map(|part| part.word(&side))))?;
    let words = gathered.map(|all| {
        let own = JobWord::join(side.config.text("forward"), all).map(|own| own.encode());
        let theirs = exchange(own.as_deref());
        own.and_then(|own| Ok(JobWord::both(&own, &theirs?)))
    });
    let both = spread(board, words)?;
    let (own, theirs) = JobWord::decode_both(&both).map_err(AttachError::unreachable)?;
    opened?.join(&side, &meeting, own, theirs)
}

/// Tells all processes of this job what the first has agreed with the other job's.
fn tell_of(
    board: &mut dyn SideBoard,
    agreed: Option<Result<Meeting, AttachError>>,
) -> Result<Meeting, AttachError> {
    let told = agreed.map(|meeting| match meeting? {
        Meeting { other: Person { size, .. }, .. } if size == 0 || size > MOST => {
            Err(AttachError::Refused(format!("a job of {size} processes")))
        }
        meeting => Ok(meeting.encode()),
    });
    Meeting::decode(&spread(board, told)?).map_err(AttachError::unreachable)
}

/// This process's end of the links, before the others' are known.
struct OpenedPart {
    link: Context,
    told: WorldTables,
}

impl OpenedPart {
    fn open(side: &JobSide<'_>, meeting: &Meeting) -> Result<Self, AttachError> {
        let rules = ForwardRules::parse(side.config.text("forward"));
        let rules = rules.map_err(|why| AttachError::start("forward", why))?;
        let Identity { me, size, host, .. } = side.identity;
        let (first, _) = meeting.firsts(*size);
        let world = size + meeting.other.size;
        let identity = meeting.secret.identity(first + me.0, world, host);
        let own = side
            .facts
            .map_or(Neighbours { job: 1, here: 1, local_rank: 0 }, |facts| facts.neighbours());
        let is_here = !host.is_empty() && *host == meeting.other.host;
        let here = own.here + if is_here { meeting.other.size } else { 0 };
        // As if others were elsewhere: on one host there is a second way if shared memory is none.
        let neighbours = Neighbours { job: world + 1, here, local_rank: identity.me.0 };
        let (told, rules) = (WorldTables::default(), rules.placed(first, *size));
        let directory = Box::new(told.clone());
        let links = (side.config, side.clock);
        let setting = WorldSetting { neighbours, apart: false, forwarding: &rules };
        let link = ferry_boot::world(links, &identity, &setting, directory);
        let link = link.map_err(|e| AttachError::start("opening links to another job", e))?;
        Ok(OpenedPart { link, told })
    }

    /// What this process says to those of the other job.
    fn word(&self, side: &JobSide<'_>) -> ProcessWord {
        let (host, word) = (side.identity.host.clone(), side.word.clone());
        ProcessWord { host, word, table: self.link.table().encode() }
    }

    fn join(
        mut self,
        side: &JobSide<'_>,
        meeting: &Meeting,
        own: JobWord,
        theirs: JobWord,
    ) -> Result<MetWorld, AttachError> {
        let (size, other) = (side.identity.size, &meeting.other);
        if theirs.processes.len() != other.size as usize || own.processes.len() != size as usize {
            return Err(AttachError::Unreachable("not all processes have said something".into()));
        }
        let (first, others_first) = meeting.firsts(size);
        let rules = |word: &JobWord, first, size| {
            let rules = ForwardRules::parse(&word.rules);
            rules.map(|rules| rules.placed(first, size)).map_err(AttachError::unreachable)
        };
        let all = rules(&own, first, size)?.and(rules(&theirs, others_first, other.size)?);
        self.link.set_forwarding(all);
        let tables = |word: &JobWord| word.processes.iter().map(|of| of.table.clone()).collect();
        let both: [Vec<Vec<u8>>; 2] = match meeting.is_visitor {
            true => [tables(&theirs), tables(&own)],
            false => [tables(&own), tables(&theirs)],
        };
        let _ = self.told.0.set(both.concat());
        let others = (0..).zip(theirs.processes).map(|(rank, process)| {
            let person =
                Person { job: other.job, rank: PeerId(rank), size: other.size, host: process.host };
            (PeerId(others_first + rank), person, process.word)
        });
        Ok(MetWorld { link: self.link, others: others.collect() })
    }
}
