//! A collective access under way: all tell what they touch; then, where a few processes access the file for all,
//! rounds of exchanges and of what these do with the file, and an agreement at the end; else each accesses its own.

mod rounds;

use super::access::{Access, AccessKind};
use super::exchange::{BlockExchange, RankBlocks, RoundPart, differing};
use super::failures::revoked;
use super::hints::{Buffering, FileHints};
use super::{AccessData, of_file};
use crate::coll::{Internal, InternalExecution, Roster};
use crate::comm::Comm;
use crate::comm::meeting::{from_bytes, to_bytes};
use crate::error::{Error, Result};
use crate::p2p::fault_error;
use crate::process::Process;
use crate::process_failure::{ERR_PROC_FAILED, ERR_REVOKED};
use ferry_files::{
    AccessShare, FileFailure, LoadedWindow, PieceList, StoredFile, Transferred, TransportPlan,
    TransportWishes, aggregators,
};
use std::sync::{Arc, OnceLock};

/// Something that blocks elsewhere than on the links, to be done without the process's state.
pub(super) type FileWork = Box<dyn FnOnce() + Send>;

/// What is next.
pub(super) enum CollectiveStep {
    /// This is to be done, then it goes on.
    Work(FileWork),
    /// It is over: bytes of this process's stream.
    Done(Result<Transferred>),
}

/// What work on the file has come to.
enum Worked {
    /// The process's own access.
    Own(Transferred),
    /// A window was written, from these bytes.
    Stored(Option<FileFailure>, RankBlocks),
    /// A window was read, for these.
    Loaded(LoadedWindow, Vec<PieceList>),
}

/// Where work leaves what it has come to.
type WorkPlace = Arc<OnceLock<Worked>>;

/// Where an access is.
enum CollectiveStage {
    /// All tell what they touch.
    Telling(InternalExecution),
    /// How much goes from each to each in this round.
    Sizes(BlockExchange, Vec<RoundPart>),
    /// Records, and the data of a write; what comes from each.
    Messages(BlockExchange, Vec<RoundPart>, Vec<(usize, usize)>),
    /// The file is accessed.
    Working(WorkPlace, Vec<RoundPart>),
    /// The data of a read.
    Replies(BlockExchange, Vec<RoundPart>),
    /// Whether it has failed anywhere.
    Agreeing(InternalExecution),
    Over,
}

/// A collective access under way.
pub(super) struct CollectiveAccess {
    comm: Arc<Comm>,
    stored: Arc<StoredFile>,
    hints: FileHints,
    tag: i32,
    is_atomic: bool,
    what: AccessKind,
    /// None where it could not be prepared: the process still serves the others.
    work: Option<(Access, AccessData)>,
    stage: CollectiveStage,
    plan: Option<TransportPlan>,
    round: u64,
    /// What ended this process's work on the file for all.
    failure: Option<FileFailure>,
    /// Bytes of the stream up to the first that the file does not have.
    there: u64,
}

/// Numbers that each process tells.
const TOLD: usize = 8;

/// The wish for a few to access the file wherever that can be done.
const ALWAYS: u64 = 1;
/// The wish for each to access its own part.
const OWN_ACCESS: u64 = 2;

/// From this average piece on each process writes its own. The system lets one process at a time write to a file:
/// 256 bytes each from four processes reached 10 MB/s that way and 600 MB/s through one of them (ext4, two cores).
const LARGE_WRITE: u64 = 64 << 10;
/// From this average piece on each process reads its own, with the gaps: 256 bytes each reached 750 MB/s that way
/// and 530 MB/s through one process, on the same machine.
const LARGE_READ: u64 = 1 << 10;

impl CollectiveAccess {
    pub(super) fn new(
        process: &mut Process,
        (comm, stored, hints, is_atomic): (Arc<Comm>, Arc<StoredFile>, FileHints, bool),
        what: AccessKind,
        work: Option<(Access, AccessData)>,
    ) -> Self {
        let tag = process.collectives.next_tag(comm.handle);
        let mut access = CollectiveAccess {
            comm,
            stored,
            hints,
            tag,
            is_atomic,
            what,
            work,
            stage: CollectiveStage::Over,
            plan: None,
            round: 0,
            failure: None,
            there: 0,
        };
        let told = to_bytes(&access.told());
        access.stage = CollectiveStage::Telling(access.internal(process, &told));
        access
    }

    /// What this process's data are.
    pub(super) fn data(&self) -> Option<&AccessData> {
        self.work.as_ref().map(|(_, data)| data)
    }

    fn access(&self) -> Option<&Access> {
        self.work.as_ref().map(|(access, _)| access)
    }

    fn internal(&self, process: &mut Process, own: &[u8]) -> InternalExecution {
        let (members, context) = (self.comm.group.clone(), self.comm.collective_context());
        let roster = Roster::of_group(self.comm.clone(), members, context, self.tag);
        InternalExecution::new(process, roster, Internal::Gather, own)
    }

    fn wish(&self) -> u64 {
        let buffering = match self.what {
            AccessKind::Reading => self.hints.reading,
            AccessKind::Writing => self.hints.writing,
        };
        match buffering {
            _ if self.is_atomic => OWN_ACCESS,
            Buffering::Automatic => 0,
            Buffering::Always => ALWAYS,
            Buffering::Never => OWN_ACCESS,
        }
    }

    fn told(&self) -> [u64; TOLD] {
        let share = self
            .access()
            .map(|access| AccessShare::new(&access.view.view, access.position, access.len));
        let share = share.unwrap_or_default();
        let nodes = u64::from(self.hints.cb_nodes.unwrap_or(0));
        // What lies in a window must be one part of the stream.
        let ascends = |access: &Access| access.view.view.ascends(access.position, access.len);
        let returns = !self.access().is_none_or(ascends);
        [
            share.start,
            share.end,
            share.bytes,
            share.piece,
            self.wish(),
            nodes,
            self.hints.cb_buffer_size,
            u64::from(returns),
        ]
    }

    /// Goes on as far as possible. `None`: it waits. After [`CollectiveStep::Done`] it must not be asked again.
    pub(super) fn step(&mut self, process: &mut Process) -> Option<CollectiveStep> {
        loop {
            let stage = std::mem::replace(&mut self.stage, CollectiveStage::Over);
            match self.go_on(process, stage) {
                Ok(Some(step)) => return Some(step),
                Ok(None) => {}
                Err(StageWaits(stage)) => {
                    self.stage = *stage;
                    return None;
                }
            }
        }
    }

    /// One transition, or the same stage again.
    fn go_on(&mut self, process: &mut Process, stage: CollectiveStage) -> StageTurn {
        match stage {
            CollectiveStage::Telling(telling) => self.hear(process, telling),
            CollectiveStage::Sizes(exchange, parts) => self.size_up(process, exchange, parts),
            CollectiveStage::Messages(exchange, parts, sizes) => {
                self.collect(process, exchange, parts, sizes)
            }
            CollectiveStage::Working(result, parts) => self.look_at_work(process, result, parts),
            CollectiveStage::Replies(exchange, parts) => self.take_in(process, exchange, parts),
            CollectiveStage::Agreeing(agreeing) => self.agree(process, agreeing),
            CollectiveStage::Over => Ok(Some(CollectiveStep::Done(Err(differing())))),
        }
    }

    fn hear(&mut self, process: &mut Process, mut telling: InternalExecution) -> StageTurn {
        match telling.advance(process) {
            None => Err(StageWaits::at(CollectiveStage::Telling(telling))),
            Some(told) => {
                let told = told.map_err(|fault| fault_error(&fault));
                Ok(self.next(process, told, |this, process, told| {
                    this.choose(process, &from_bytes(&told))
                }))
            }
        }
    }

    fn agree(&mut self, process: &mut Process, mut agreeing: InternalExecution) -> StageTurn {
        match agreeing.advance(process) {
            None => Err(StageWaits::at(CollectiveStage::Agreeing(agreeing))),
            Some(codes) => {
                let codes = codes.map_err(|fault| fault_error(&fault));
                Ok(self.next(process, codes, |this, _, codes| {
                    let concluded = this.conclude(&from_bytes(&codes)).map_err(of_file);
                    Ok(Some(CollectiveStep::Done(concluded)))
                }))
            }
        }
    }

    fn look_at_work(
        &mut self,
        process: &mut Process,
        result: WorkPlace,
        parts: Vec<RoundPart>,
    ) -> StageTurn {
        match Arc::try_unwrap(result) {
            Err(result) => Err(StageWaits::at(CollectiveStage::Working(result, parts))),
            Ok(result) => {
                let worked = result.into_inner().ok_or_else(differing);
                Ok(self.next(process, worked, |this, process, worked| {
                    this.worked(process, worked, parts)
                }))
            }
        }
    }

    /// Does what follows, or ends with an error.
    fn next<T>(
        &mut self,
        process: &mut Process,
        came: Result<T>,
        follow: impl FnOnce(&mut Self, &mut Process, T) -> Result<Option<CollectiveStep>>,
    ) -> Option<CollectiveStep> {
        match came.and_then(|came| follow(self, process, came)) {
            Ok(step) => step,
            Err(error) => Some(CollectiveStep::Done(Err(of_file(self.give_up(process, error))))),
        }
    }

    /// Ends before the others. Of failures they learn by themselves. Where what came makes no sense, they would wait for
    /// this process for ever: it gives the file up for all.
    #[cold]
    fn give_up(&self, process: &mut Process, error: Error) -> Error {
        match error.code {
            ERR_REVOKED => revoked(self.stored.path()),
            ERR_PROC_FAILED => error,
            _ => {
                process.revoke_comm(self.comm.handle);
                error
            }
        }
    }

    /// What rank 0 has told of how it is made.
    fn wishes(&self, process: &mut Process, first: &[u64; TOLD]) -> TransportWishes {
        let [.., wish, nodes, buffer, _] = *first;
        let hosts = process.hosts_of(&self.comm);
        let count = match u32::try_from(nodes).unwrap_or(0) {
            0 => FileHints::default_aggregators(&hosts),
            nodes => nodes,
        };
        TransportWishes {
            aggregators: aggregators(&hosts, count),
            buffer,
            always: wish == ALWAYS,
            large_piece: match self.what {
                AccessKind::Reading => LARGE_READ,
                AccessKind::Writing => LARGE_WRITE,
            },
        }
    }

    /// All have told: the plan, or each its own.
    fn choose(&mut self, process: &mut Process, told: &[u64]) -> Result<Option<CollectiveStep>> {
        let rows = told.as_chunks::<TOLD>().0;
        let share = |row: &[u64; TOLD]| AccessShare {
            start: row[0],
            end: row[1],
            bytes: row[2],
            piece: row[3],
        };
        let shares: Vec<AccessShare> = rows.iter().map(share).collect();
        let Some(first) = rows.first() else { return Err(differing()) };
        let wishes = self.wishes(process, first);
        // Rank 0's wish counts, but whose bytes do not ascend cannot have others access them.
        let is_own = first[4] == OWN_ACCESS || rows.iter().any(|row| row[7] != 0);
        self.plan = if is_own { None } else { TransportPlan::new(&shares, wishes) };
        match self.plan {
            Some(_) => {
                self.there = self.access().map_or(0, |access| access.len);
                self.begin_round(process)
            }
            None => Ok(self.own_access()),
        }
    }

    /// Each accesses its own part.
    fn own_access(&mut self) -> Option<CollectiveStep> {
        let Some((access, data)) = &self.work else {
            return Some(CollectiveStep::Done(Ok(Transferred::default())));
        };
        let (access, data) = (access.clone(), data.clone());
        self.work_on(Vec::new(), move || {
            Worked::Own(match &data {
                AccessData::Write(source) => access.write(source),
                AccessData::Read(sink) => access.read(sink),
            })
        })
    }

    /// Has something done with the file.
    fn work_on(
        &mut self,
        parts: Vec<RoundPart>,
        work: impl FnOnce() -> Worked + Send + 'static,
    ) -> Option<CollectiveStep> {
        let result = WorkPlace::default();
        let place = result.clone();
        self.stage = CollectiveStage::Working(result, parts);
        Some(CollectiveStep::Work(Box::new(move || {
            // The place is this work's alone.
            let _ = place.set(work());
        })))
    }

    /// All have said whether they have failed.
    fn conclude(&mut self, codes: &[u64]) -> Result<Transferred> {
        if let Some(failure) = self.failure {
            let bytes = if self.what == AccessKind::Reading { self.there } else { 0 };
            return Ok(Transferred { bytes, failure: Some(failure) });
        }
        match codes.iter().position(|code| *code != 0) {
            None => Ok(Transferred::all(self.there)),
            Some(rank) => {
                let code = codes[rank] as i32;
                let class = crate::error::class_name(code);
                let text =
                    format!("rank {rank}, which accesses the file for others, failed with {class}");
                Err(Error::new(code, text))
            }
        }
    }
}

/// A stage that waits for the same as before.
struct StageWaits(Box<CollectiveStage>);

/// What is next, if that is not another stage.
type StageTurn = Result<Option<CollectiveStep>, StageWaits>;

impl StageWaits {
    fn at(stage: CollectiveStage) -> Self {
        StageWaits(Box::new(stage))
    }
}
