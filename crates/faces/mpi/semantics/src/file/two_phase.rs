//! A collective access under way: all tell what they touch; then, where a few processes access the file for all,
//! rounds of exchanges and of what these do with the file, and an agreement at the end; else each accesses its own.

use super::access::{Access, Prepared};
use super::exchange::{
    BlockExchange, Blocks, RoundPart, differing, messages, received_sizes, round_parts, sizes,
};
use super::hints::{Buffering, FileHints};
use super::{AccessData, of_file};
use crate::coll::{Internal, InternalExecution, Roster};
use crate::comm::Comm;
use crate::comm::meeting::{from_bytes, to_bytes};
use crate::error::{Error, Result};
use crate::p2p::fault_error;
use crate::process::Process;
use ferry_files::{
    AccessShare, FileFailure, LoadedWindow, PieceList, StoredFile, Transferred, Transport,
    TransportWishes, aggregators, load_window, store_window,
};
use std::ops::Range;
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
    Stored(Option<FileFailure>, Blocks),
    /// A window was read, for these.
    Loaded(LoadedWindow, Vec<PieceList>),
}

/// Where work leaves what it has come to.
type WorkPlace = Arc<OnceLock<Worked>>;

/// Where an access is.
enum Stage {
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
    what: Prepared,
    /// None where it could not be prepared: the process still serves the others.
    work: Option<(Access, AccessData)>,
    stage: Stage,
    plan: Option<Transport>,
    round: u64,
    /// What ended this process's work on the file for all.
    failure: Option<FileFailure>,
    /// Bytes of the stream up to the first that the file does not have.
    there: u64,
}

/// Numbers that each process tells.
const TOLD: usize = 8;

/// From this average piece on each process writes its own: the data of others are not worth carrying.
const LARGE_PIECE: u64 = 16 << 10;

impl CollectiveAccess {
    pub(super) fn new(
        process: &mut Process,
        (comm, stored, hints, is_atomic): (Arc<Comm>, Arc<StoredFile>, FileHints, bool),
        what: Prepared,
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
            stage: Stage::Over,
            plan: None,
            round: 0,
            failure: None,
            there: 0,
        };
        let told = to_bytes(&access.told());
        access.stage = Stage::Telling(access.internal(process, &told));
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

    fn told(&self) -> [u64; TOLD] {
        let share = self
            .access()
            .map(|access| AccessShare::new(&access.view.view, access.position, access.len));
        let share = share.unwrap_or_default();
        let buffering = match self.what {
            Prepared::Reading => self.hints.reading,
            Prepared::Writing => self.hints.writing,
        };
        let wish = match buffering {
            _ if self.is_atomic => 2,
            Buffering::Automatic => 0,
            Buffering::Always => 1,
            Buffering::Never => 2,
        };
        let nodes = u64::from(self.hints.cb_nodes.unwrap_or(0));
        [
            share.start,
            share.end,
            share.bytes,
            share.piece,
            wish,
            nodes,
            self.hints.cb_buffer_size,
            0,
        ]
    }

    /// Goes on as far as possible. `None`: it waits. After [`CollectiveStep::Done`] it must not be asked again.
    pub(super) fn step(&mut self, process: &mut Process) -> Option<CollectiveStep> {
        loop {
            let stage = std::mem::replace(&mut self.stage, Stage::Over);
            match self.go_on(process, stage) {
                Ok(Some(step)) => return Some(step),
                Ok(None) => {}
                Err(Waiting(stage)) => {
                    self.stage = *stage;
                    return None;
                }
            }
        }
    }

    /// One transition, or the same stage again.
    fn go_on(
        &mut self,
        process: &mut Process,
        stage: Stage,
    ) -> Result<Option<CollectiveStep>, Waiting> {
        match stage {
            Stage::Telling(mut telling) => match telling.advance(process) {
                None => Err(Waiting::at(Stage::Telling(telling))),
                Some(told) => Ok(self
                    .next(told.map_err(|fault| fault_error(&fault)), |this, told| {
                        this.choose(process, &from_bytes(&told))
                    })),
            },
            Stage::Sizes(mut exchange, parts) => match exchange.advance(process) {
                None => Err(Waiting::at(Stage::Sizes(exchange, parts))),
                Some(over) => Ok(self.next(over, |this, ()| {
                    let sizes = exchange.finish(process);
                    this.send_messages(process, sizes, parts)
                })),
            },
            Stage::Messages(mut exchange, parts, sizes) => match exchange.advance(process) {
                None => Err(Waiting::at(Stage::Messages(exchange, parts, sizes))),
                Some(over) => Ok(self.next(over, |this, ()| {
                    let came = exchange.finish(process);
                    this.serve(process, came, parts, &sizes)
                })),
            },
            Stage::Working(result, parts) => match Arc::try_unwrap(result) {
                Err(result) => Err(Waiting::at(Stage::Working(result, parts))),
                Ok(result) => Ok(self
                    .next(result.into_inner().ok_or_else(differing), |this, worked| {
                        this.worked(process, worked, parts)
                    })),
            },
            Stage::Replies(mut exchange, parts) => match exchange.advance(process) {
                None => Err(Waiting::at(Stage::Replies(exchange, parts))),
                Some(over) => Ok(self.next(over, |this, ()| {
                    let came = exchange.finish(process);
                    this.take_replies(&came, &parts);
                    came.give_back(process);
                    this.next_round(process)
                })),
            },
            Stage::Agreeing(mut agreeing) => match agreeing.advance(process) {
                None => Err(Waiting::at(Stage::Agreeing(agreeing))),
                Some(codes) => Ok(self
                    .next(codes.map_err(|fault| fault_error(&fault)), |this, codes| {
                        this.conclude(&from_bytes(&codes)).map(Some)
                    })),
            },
            Stage::Over => Ok(Some(CollectiveStep::Done(Err(differing())))),
        }
    }

    /// Does what follows, or ends with an error.
    fn next<T>(
        &mut self,
        came: Result<T>,
        follow: impl FnOnce(&mut Self, T) -> Result<Option<CollectiveStep>>,
    ) -> Option<CollectiveStep> {
        match came.and_then(|came| follow(self, came)) {
            Ok(step) => step,
            Err(error) => Some(CollectiveStep::Done(Err(of_file(error)))),
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
        let Some([.., wish, nodes, buffer, _]) = rows.first().copied() else {
            return Err(differing());
        };
        let hosts = process.hosts_of(&self.comm);
        let count = match u32::try_from(nodes).unwrap_or(0) {
            0 => FileHints::default_aggregators(&hosts),
            nodes => nodes,
        };
        let wishes = TransportWishes {
            aggregators: aggregators(&hosts, count),
            buffer,
            always: wish == 1,
            large_piece: LARGE_PIECE,
        };
        self.plan = if wish == 2 { None } else { Transport::new(&shares, wishes) };
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
        self.stage = Stage::Working(result, parts);
        Some(CollectiveStep::Work(Box::new(move || {
            // The place is this work's alone.
            let _ = place.set(work());
        })))
    }

    fn begin_round(&mut self, process: &mut Process) -> Result<Option<CollectiveStep>> {
        let Some(plan) = &self.plan else { return Err(differing()) };
        if self.round == plan.rounds() {
            let code = self.failure.map_or(0, FileFailure::class) as u64;
            let agreeing = self.internal(process, &to_bytes(&[code]));
            self.stage = Stage::Agreeing(agreeing);
            return Ok(None);
        }
        let parts = round_parts(plan, self.round, self.access());
        let exchange = sizes(process, &self.comm, self.tag, &parts)?;
        self.stage = Stage::Sizes(exchange, parts);
        Ok(None)
    }

    fn next_round(&mut self, process: &mut Process) -> Result<Option<CollectiveStep>> {
        self.round += 1;
        self.begin_round(process)
    }

    /// The window that this process sees to in this round.
    fn own_window(&self) -> Range<u64> {
        let index =
            |plan: &Transport| plan.aggregators().iter().position(|rank| *rank == self.comm.rank);
        let window = |plan: &Transport| index(plan).map(|index| plan.window(index, self.round));
        self.plan.as_ref().and_then(window).unwrap_or(0..0)
    }

    fn send_messages(
        &mut self,
        process: &mut Process,
        sizes: Blocks,
        parts: Vec<RoundPart>,
    ) -> Result<Option<CollectiveStep>> {
        let window = self.own_window();
        let expected = received_sizes(&sizes, window.end - window.start)?;
        sizes.give_back(process);
        let carries = self.what == Prepared::Writing;
        let len =
            |(records, data): &(usize, usize)| if carries { records + data } else { *records };
        let sent = messages(process, self.comm.size(), &parts, self.data());
        let received = Blocks::new(process, expected.iter().map(len).collect());
        let exchange = BlockExchange::new(process, &self.comm, self.tag, sent, received)?;
        self.stage = Stage::Messages(exchange, parts, expected);
        Ok(None)
    }

    /// All messages of the round are here: an aggregator accesses its window.
    fn serve(
        &mut self,
        process: &mut Process,
        came: Blocks,
        parts: Vec<RoundPart>,
        sizes: &[(usize, usize)],
    ) -> Result<Option<CollectiveStep>> {
        let window = self.own_window();
        let mut lists = Vec::with_capacity(sizes.len());
        for (rank, (records, data)) in sizes.iter().enumerate() {
            let start = came.range(rank).start;
            let region = came.arena().read(start, *records);
            let list = PieceList::decode(region.as_slice(), &window, *data as u64);
            lists.push((list.ok_or_else(differing)?, start + records));
        }
        let is_idle = lists.iter().all(|(list, _)| list.bytes() == 0);
        let stored = self.stored.clone();
        match self.what {
            Prepared::Writing if is_idle || self.failure.is_some() => {
                came.give_back(process);
                self.next_round(process)
            }
            Prepared::Writing => Ok(self.work_on(parts, move || {
                let arena = came.arena();
                let failure = store_window(&stored, &lists, arena.read(0, arena.len()).as_slice());
                Worked::Stored(failure, came)
            })),
            Prepared::Reading => {
                came.give_back(process);
                let lists: Vec<PieceList> = lists.into_iter().map(|(list, _)| list).collect();
                if is_idle {
                    return self.reply(process, &LoadedWindow::default(), &lists, parts);
                }
                Ok(self.work_on(parts, move || Worked::Loaded(load_window(&stored, &lists), lists)))
            }
        }
    }

    fn worked(
        &mut self,
        process: &mut Process,
        worked: Worked,
        parts: Vec<RoundPart>,
    ) -> Result<Option<CollectiveStep>> {
        match worked {
            Worked::Own(done) => Ok(Some(CollectiveStep::Done(Ok(done)))),
            Worked::Stored(failure, came) => {
                came.give_back(process);
                self.failure = self.failure.or(failure);
                self.next_round(process)
            }
            Worked::Loaded(window, lists) => {
                self.failure = self.failure.or(window.failure);
                self.reply(process, &window, &lists, parts)
            }
        }
    }

    /// Sends what was read to those who want it: how much of it is there, and the bytes.
    fn reply(
        &mut self,
        process: &mut Process,
        window: &LoadedWindow,
        lists: &[PieceList],
        parts: Vec<RoundPart>,
    ) -> Result<Option<CollectiveStep>> {
        let with_head = |bytes: u64| if bytes == 0 { 0 } else { HEAD + bytes as usize };
        let sent = Blocks::new(process, lists.iter().map(|list| with_head(list.bytes())).collect());
        for (rank, list) in lists.iter().enumerate().filter(|(_, list)| list.bytes() > 0) {
            let range = sent.range(rank);
            let mut room = sent.arena().write(range.start, range.len());
            let (head, data) = room.as_mut_slice().split_at_mut(HEAD);
            head.copy_from_slice(&window.copy(list, data).to_le_bytes());
        }
        let mut lens = vec![0; self.comm.size() as usize];
        for part in &parts {
            lens[part.aggregator as usize] = with_head(part.pieces.bytes());
        }
        let received = Blocks::new(process, lens);
        let exchange = BlockExchange::new(process, &self.comm, self.tag, sent, received)?;
        self.stage = Stage::Replies(exchange, parts);
        Ok(None)
    }

    fn take_replies(&mut self, came: &Blocks, parts: &[RoundPart]) {
        let Some((_, AccessData::Read(sink))) = &self.work else { return };
        for part in parts {
            let range = came.range(part.aggregator as usize);
            let region = came.arena().read(range.start, range.len());
            let (head, data) = region.as_slice().split_at(HEAD);
            let mut word = [0; HEAD];
            word.copy_from_slice(head);
            let valid = (u64::from_le_bytes(word) as usize).min(data.len());
            sink.put(part.stream.start, &data[..valid]);
            if valid < data.len() {
                self.there = self.there.min(part.stream.start + valid as u64);
            }
        }
    }

    /// All have said whether they have failed.
    fn conclude(&mut self, codes: &[u64]) -> Result<CollectiveStep> {
        if let Some(failure) = self.failure {
            let bytes = if self.what == Prepared::Reading { self.there } else { 0 };
            return Ok(CollectiveStep::Done(Ok(Transferred { bytes, failure: Some(failure) })));
        }
        match codes.iter().position(|code| *code != 0) {
            None => Ok(CollectiveStep::Done(Ok(Transferred::all(self.there)))),
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

/// Bytes before the data of a reply.
const HEAD: usize = 8;

/// A stage that waits for the same as before.
struct Waiting(Box<Stage>);

impl Waiting {
    fn at(stage: Stage) -> Self {
        Waiting(Box::new(stage))
    }
}
