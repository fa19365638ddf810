//! Reductions of more than a room holds, in pieces.

use super::pieces::Cut;
use super::reduction::LentVectors;
use super::turn::CommonsTurn;
use crate::error::Result;
use ferry_commons::ROOM;
use ferry_sys::{Arena, ReadRegion, copy_received};
use std::ops::Range;

/// A part of the vectors: where it lies in them, and where in the rooms.
struct VectorPart {
    piece: (u32, u32),
    whole: Range<usize>,
    room: Range<usize>,
}

impl CommonsTurn {
    fn piece_operand(
        &self,
        vectors: &LentVectors,
        part: &VectorPart,
        rank: u32,
    ) -> Result<ReadRegion> {
        if rank == self.me() && !vectors.in_place {
            return Ok(vectors.input.read(part.whole.start, part.whole.len()));
        }
        self.take_piece(part.piece, (rank, false), part.room.clone())
    }

    /// Reduces a part of all members' vectors to `at` of `output`, in order of rank.
    fn reduce_piece(
        &self,
        vectors: &LentVectors,
        part: &VectorPart,
        (output, at): (&Arena, usize),
    ) -> Result<()> {
        let (op, basic) = (vectors.op, vectors.basic);
        if part.whole.is_empty() {
            return Ok(());
        }
        let mut output = output.write(at, part.whole.len());
        let output = output.as_mut_slice();
        let first = self.piece_operand(vectors, part, 0)?;
        let second = self.piece_operand(vectors, part, 1)?;
        // All are as long, and the operation is one for the datatype.
        let _ = ferry_op::reduce_into(op, basic, first.as_slice(), second.as_slice(), output);
        for rank in 2..self.members() {
            let next = self.piece_operand(vectors, part, rank)?;
            let _ = ferry_op::reduce(op, basic, next.as_slice(), output);
        }
        Ok(())
    }

    /// Lays out a piece of a vector, but for what nobody else reads.
    fn lay_vector(
        &self,
        vectors: &LentVectors,
        (piece, whole): ((u32, u32), Range<usize>),
        (own, reader): (Range<usize>, Option<u32>),
    ) -> Result<()> {
        let input = vectors.input.read(whole.start, whole.len());
        let input = input.as_slice();
        let own = if vectors.in_place { 0..0 } else { own };
        self.lay_piece(piece, (whole.len(), reader), |out| {
            for part in [0..own.start, own.end..out.len()] {
                out[part.clone()].copy_from_slice(&input[part]);
            }
        })
    }

    /// A reduction to the root that needs pieces.
    pub(super) fn reduce_long(&self, vectors: &LentVectors, root: u32) -> Result<()> {
        /// The root alone is as quick for fewer members.
        const FEWEST_SHARERS: u32 = 3;
        let len = vectors.input.len();
        if self.reduces_in_chain(len) {
            let wanted = if root == self.me() { 0..len } else { 0..0 };
            return self.reduce_in_chain(vectors, wanted);
        }
        match self.of.share_cores || self.members() < FEWEST_SHARERS {
            true => self.reduce_by_root(vectors, root),
            false => self.reduce_in_shares(vectors, Some(root)),
        }
    }

    /// The root reduces what the others lay out.
    fn reduce_by_root(&self, vectors: &LentVectors, root: u32) -> Result<()> {
        let len = vectors.input.len();
        let cut = Cut::of_elements(len, vectors.basic.extent());
        let (of, is_root) = (cut.pieces(), root == self.me());
        self.announce(len)?;
        let lay = |index| {
            self.lay_vector(vectors, ((of, index), cut.part(index, len)), (0..0, Some(root)))
        };
        if !is_root {
            return self.stream(of, (of, 0), lay, |_| Ok(()));
        }
        for rank in self.others() {
            self.find_exactly(rank, len)?;
        }
        let take = |index| {
            let whole = cut.part(index, len);
            let part = VectorPart { piece: (of, index), room: 0..whole.len(), whole };
            self.reduce_piece(vectors, &part, (&vectors.output, part.whole.start))
        };
        let laid = if vectors.in_place { of } else { 0 };
        self.stream(of, (laid, of), lay, take)?;
        self.note_all();
        Ok(())
    }

    /// An allreduce that needs pieces or a chain, unless it goes without.
    pub(super) fn allreduce_long(&self, vectors: &LentVectors) -> Result<()> {
        let len = vectors.input.len();
        if self.reduces_in_chain(len) {
            return self.reduce_in_chain(vectors, 0..len);
        }
        let way = self.way_of_reduction(len)?;
        match way.as_ref().is_some_and(|way| way.is_lent) {
            true => self.allreduce_lent(vectors)?,
            false => self.reduce_in_shares(vectors, None)?,
        }
        way.iter().for_each(|way| self.note_way(way));
        Ok(())
    }

    /// The same of a reduction of which each has a block, as long as `lens` says.
    pub(super) fn reduce_scatter_long(&self, vectors: &LentVectors, lens: &[usize]) -> Result<()> {
        let len = vectors.input.len();
        if self.reduces_in_chain(len) {
            let (before, own) = (&lens[..self.me() as usize], lens[self.me() as usize]);
            let start = before.iter().sum();
            return self.reduce_in_chain(vectors, start..start + own);
        }
        let way = self.way_of_reduction(len)?;
        match way.as_ref().is_some_and(|way| way.is_lent) {
            true => self.reduce_scatter_lent(vectors, lens)?,
            false => self.reduce_scatter_in_pieces(vectors, lens)?,
        }
        way.iter().for_each(|way| self.note_way(way));
        Ok(())
    }

    /// Each reduces its part of every piece. The root, or all, take the others' outcome one piece later, when they have it.
    fn reduce_in_shares(&self, vectors: &LentVectors, root: Option<u32>) -> Result<()> {
        let (len, extent) = (vectors.input.len(), vectors.basic.extent());
        let cut = Cut::of_elements(len, extent);
        let of = cut.pieces();
        let takes = root.is_none_or(|root| root == self.me());
        self.announce(len)?;
        for rank in self.others() {
            self.find_exactly(rank, len)?;
        }
        let mut laid = 0;
        for index in 0..=of {
            while laid < of && (laid <= index || self.may_lay((of, laid), index.saturating_sub(1)))
            {
                let whole = cut.part(laid, len);
                let own = self.share(whole.len(), extent, self.me());
                self.lay_vector(vectors, ((of, laid), whole), (own, None))?;
                laid += 1;
            }
            if index < of {
                let whole = cut.part(index, len);
                match takes {
                    true => self.reduce_share(vectors, (of, index), whole, root.is_none())?,
                    false => self.give_share(vectors, (of, index), whole)?,
                }
            }
            if let Some(before) = index.checked_sub(1).filter(|_| takes) {
                self.take_shares(vectors, (of, before), cut.part(before, len))?;
                self.end_piece(of, before);
            }
        }
        self.note_all();
        Ok(())
    }

    /// What a member reduces of a piece.
    pub(super) fn share(&self, len: usize, extent: usize, rank: u32) -> Range<usize> {
        let (elements, members) = (len / extent, self.members() as usize);
        let start = |rank: usize| elements * rank / members * extent;
        start(rank as usize)..start(rank as usize + 1)
    }

    /// This process's share of a piece, which begins and ends there in the vectors.
    fn own_share(
        &self,
        vectors: &LentVectors,
        piece: (u32, u32),
        whole: Range<usize>,
    ) -> VectorPart {
        let room = self.share(whole.len(), vectors.basic.extent(), self.me());
        let whole = whole.start + room.start..whole.start + room.end;
        VectorPart { piece, whole, room }
    }

    /// Reduces this process's share of a piece to where it takes the others'. `all_take`: they need it too.
    fn reduce_share(
        &self,
        vectors: &LentVectors,
        piece: (u32, u32),
        whole: Range<usize>,
        all_take: bool,
    ) -> Result<()> {
        let part = self.own_share(vectors, piece, whole);
        self.reduce_piece(vectors, &part, (&vectors.output, part.whole.start))?;
        if all_take {
            let outcome = vectors.output.read(part.whole.start, part.whole.len());
            self.lay_outcome(piece, part.room, outcome.as_slice());
        }
        Ok(())
    }

    /// Reduces its share for the root, by way of memory of its own: where the outcome goes lies an operand.
    fn give_share(
        &self,
        vectors: &LentVectors,
        piece: (u32, u32),
        whole: Range<usize>,
    ) -> Result<()> {
        let part = self.own_share(vectors, piece, whole);
        self.with_scratch(ROOM, |made| {
            self.reduce_piece(vectors, &part, (&made, 0))?;
            let outcome = made.read(0, part.whole.len());
            self.lay_outcome(piece, part.room.clone(), outcome.as_slice());
            Ok(())
        })?;
        self.end_piece(piece.0, piece.1);
        Ok(())
    }

    fn take_shares(
        &self,
        vectors: &LentVectors,
        piece: (u32, u32),
        whole: Range<usize>,
    ) -> Result<()> {
        for rank in self.others() {
            let room = self.share(whole.len(), vectors.basic.extent(), rank);
            if room.is_empty() {
                continue;
            }
            let start = whole.start + room.start;
            let mut output = vectors.output.write(start, room.len());
            let bytes = self.take_piece(piece, (rank, true), room)?;
            copy_received(output.as_mut_slice(), bytes.as_slice());
        }
        Ok(())
    }

    /// Each reduces its own block, of which a piece lies beside those of the others' blocks; `lens` are all of them.
    fn reduce_scatter_in_pieces(&self, vectors: &LentVectors, lens: &[usize]) -> Result<()> {
        let (me, extent) = (self.me(), vectors.basic.extent());
        let most = lens.iter().copied().max().unwrap_or(0);
        let cut = Cut::of_element_blocks(most, self.members(), extent);
        let start = |rank: u32| lens[..rank as usize].iter().sum::<usize>();
        let of = cut.pieces();
        self.announce(vectors.input.len())?;
        for rank in self.others() {
            self.find_exactly(rank, vectors.input.len())?;
        }
        let lay = |index| {
            let whole = cut.lot(self.members(), 0).end;
            self.lay_piece((of, index), (whole, None), |out| {
                let mut start = 0;
                for (rank, len) in (0..).zip(lens) {
                    let part = cut.part(index, *len);
                    if rank != me || vectors.in_place {
                        let bytes = vectors.input.read(start + part.start, part.len());
                        out[cut.lot(rank, part.len())].copy_from_slice(bytes.as_slice());
                    }
                    start += len;
                }
            })
        };
        let own = start(me);
        let take = |index| {
            let part = cut.part(index, lens[me as usize]);
            let (whole, room) = (own + part.start..own + part.end, cut.lot(me, part.len()));
            let piece = VectorPart { piece: (of, index), whole, room };
            self.reduce_piece(vectors, &piece, (&vectors.output, part.start))
        };
        self.stream(of, (of, of), lay, take)?;
        self.note_all();
        Ok(())
    }
}
