//! The rounds of a collective access in two phases: exchanges, and between them what an aggregator does.

use super::{CollectiveAccess, CollectiveStage, CollectiveStep, StageTurn, StageWaits, Worked};
use crate::comm::meeting::to_bytes;
use crate::error::Result;
use crate::file::AccessData;
use crate::file::access::AccessKind;
use crate::file::exchange::{
    BlockExchange, RankBlocks, RoundPart, differing, differing_from, messages, received_sizes,
    round_parts, sizes,
};
use crate::process::Process;
use ferry_files::{FileFailure, LoadedWindow, PieceList, TransportPlan, load_window, store_window};
use std::ops::Range;

/// Bytes before the data of a reply.
const HEAD: usize = 8;

impl CollectiveAccess {
    pub(super) fn size_up(
        &mut self,
        process: &mut Process,
        mut exchange: BlockExchange,
        parts: Vec<RoundPart>,
    ) -> StageTurn {
        match exchange.advance(process) {
            None => Err(StageWaits::at(CollectiveStage::Sizes(exchange, parts))),
            Some(over) => Ok(self.next(process, over, |this, process, ()| {
                let sizes = exchange.finish(process);
                this.send_messages(process, sizes, parts)
            })),
        }
    }

    pub(super) fn collect(
        &mut self,
        process: &mut Process,
        mut exchange: BlockExchange,
        parts: Vec<RoundPart>,
        sizes: Vec<(usize, usize)>,
    ) -> StageTurn {
        match exchange.advance(process) {
            None => Err(StageWaits::at(CollectiveStage::Messages(exchange, parts, sizes))),
            Some(over) => Ok(self.next(process, over, |this, process, ()| {
                let came = exchange.finish(process);
                this.serve(process, came, parts, &sizes)
            })),
        }
    }

    pub(super) fn take_in(
        &mut self,
        process: &mut Process,
        mut exchange: BlockExchange,
        parts: Vec<RoundPart>,
    ) -> StageTurn {
        match exchange.advance(process) {
            None => Err(StageWaits::at(CollectiveStage::Replies(exchange, parts))),
            Some(over) => Ok(self.next(process, over, |this, process, ()| {
                let came = exchange.finish(process);
                this.take_replies(&came, &parts);
                came.give_back(process);
                this.next_round(process)
            })),
        }
    }

    pub(super) fn begin_round(&mut self, process: &mut Process) -> Result<Option<CollectiveStep>> {
        let Some(plan) = &self.plan else { return Err(differing()) };
        if self.round == plan.rounds() {
            let code = self.failure.map_or(0, FileFailure::class) as u64;
            let agreeing = self.internal(process, &to_bytes(&[code]));
            self.stage = CollectiveStage::Agreeing(agreeing);
            return Ok(None);
        }
        let parts = round_parts(plan, self.round, self.access());
        let exchange = sizes(process, &self.comm, self.tag, &parts)?;
        self.stage = CollectiveStage::Sizes(exchange, parts);
        Ok(None)
    }

    fn next_round(&mut self, process: &mut Process) -> Result<Option<CollectiveStep>> {
        self.round += 1;
        self.begin_round(process)
    }

    /// The window that this process sees to in this round.
    fn own_window(&self) -> Range<u64> {
        let index = |plan: &TransportPlan| {
            plan.aggregators().iter().position(|rank| *rank == self.comm.rank)
        };
        let window = |plan: &TransportPlan| index(plan).map(|index| plan.window(index, self.round));
        self.plan.as_ref().and_then(window).unwrap_or(0..0)
    }

    fn send_messages(
        &mut self,
        process: &mut Process,
        sizes: RankBlocks,
        parts: Vec<RoundPart>,
    ) -> Result<Option<CollectiveStep>> {
        let window = self.own_window();
        let expected = received_sizes(&sizes, window.end - window.start)?;
        sizes.give_back(process);
        let carries = self.what == AccessKind::Writing;
        let len =
            |(records, data): &(usize, usize)| if carries { records + data } else { *records };
        let sent = messages(process, self.comm.size(), &parts, self.data());
        let received = RankBlocks::new(process, expected.iter().map(len).collect());
        let exchange = BlockExchange::new(process, &self.comm, self.tag, sent, received)?;
        self.stage = CollectiveStage::Messages(exchange, parts, expected);
        Ok(None)
    }

    /// All messages of the round are here: an aggregator accesses its window.
    fn serve(
        &mut self,
        process: &mut Process,
        came: RankBlocks,
        parts: Vec<RoundPart>,
        sizes: &[(usize, usize)],
    ) -> Result<Option<CollectiveStep>> {
        let window = self.own_window();
        let mut lists = Vec::with_capacity(sizes.len());
        for (rank, (records, data)) in sizes.iter().enumerate() {
            let start = came.range(rank).start;
            let region = came.arena().read(start, *records);
            let list = PieceList::decode(region.as_slice(), &window, *data as u64);
            lists.push((list.ok_or_else(|| differing_from(rank))?, start + records));
        }
        let is_idle = lists.iter().all(|(list, _)| list.bytes() == 0);
        let stored = self.stored.clone();
        match self.what {
            AccessKind::Writing if is_idle || self.failure.is_some() => {
                came.give_back(process);
                self.next_round(process)
            }
            AccessKind::Writing => Ok(self.work_on(parts, move || {
                let arena = came.arena();
                let failure = store_window(&stored, &lists, arena.read(0, arena.len()).as_slice());
                Worked::Stored(failure, came)
            })),
            AccessKind::Reading => {
                came.give_back(process);
                let lists: Vec<PieceList> = lists.into_iter().map(|(list, _)| list).collect();
                if is_idle {
                    return self.reply(process, &LoadedWindow::default(), &lists, parts);
                }
                Ok(self.work_on(parts, move || Worked::Loaded(load_window(&stored, &lists), lists)))
            }
        }
    }

    pub(super) fn worked(
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
        let sent =
            RankBlocks::new(process, lists.iter().map(|list| with_head(list.bytes())).collect());
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
        let received = RankBlocks::new(process, lens);
        let exchange = BlockExchange::new(process, &self.comm, self.tag, sent, received)?;
        self.stage = CollectiveStage::Replies(exchange, parts);
        Ok(None)
    }

    fn take_replies(&mut self, came: &RankBlocks, parts: &[RoundPart]) {
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
}
