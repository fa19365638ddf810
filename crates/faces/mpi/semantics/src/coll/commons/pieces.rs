//! Operations that move more than a room holds, in pieces.

use super::lending::LongRead;
use super::lent::{LentData, LentRoom};
use super::turn::CommonsTurn;
use crate::error::Result;
use ferry_commons::{LONGEST, ROOM};
use std::ops::Range;

/// Whether so many bytes of a member go in pieces, where they are too long for a room.
#[inline]
pub(super) fn fits_in_pieces(len: usize) -> bool {
    (1..=LONGEST).contains(&len)
}

/// How something is cut into pieces of which only the last is shorter.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    len: usize,
    piece: usize,
}

impl Cut {
    /// Bytes.
    pub(super) fn of(len: usize) -> Self {
        Cut { len, piece: ROOM }
    }

    /// Elements of so many bytes.
    pub(super) fn of_elements(len: usize, extent: usize) -> Self {
        Cut { len, piece: ROOM / extent * extent }
    }

    /// A block of elements of so many bytes, of which so many lie side by side in a room.
    pub(super) fn of_element_blocks(len: usize, members: u32, extent: usize) -> Self {
        Cut { len, piece: ROOM / members as usize / extent * extent }
    }

    /// How many pieces.
    pub(super) fn pieces(self) -> u32 {
        // Lengths that go in pieces have less than 2^27 bytes.
        self.len.div_ceil(self.piece) as u32
    }

    /// What one of them is of something that has `len` bytes, this or less.
    pub(super) fn part(self, index: u32, len: usize) -> Range<usize> {
        let start = (index as usize * self.piece).min(len);
        start..(start + self.piece).min(len)
    }

    /// Where a member's block, `len` bytes of it, lies in a room.
    pub(super) fn lot(self, rank: u32, len: usize) -> Range<usize> {
        let start = rank as usize * self.piece;
        start..start + len
    }
}

impl CommonsTurn {
    /// Lays pieces out as soon as there is room for them, none after it must be taken, and takes as many of the others'.
    pub(super) fn stream(
        &self,
        of: u32,
        (laid, taken): (u32, u32),
        mut lay: impl FnMut(u32) -> Result<()>,
        mut take: impl FnMut(u32) -> Result<()>,
    ) -> Result<()> {
        let mut next = 0;
        for index in 0..laid.max(taken) {
            while next < laid && (next <= index || self.may_lay((of, next), index)) {
                lay(next)?;
                next += 1;
            }
            if index < taken {
                take(index)?;
                self.end_piece(of, index);
            }
        }
        Ok(())
    }

    /// Lays out bytes from `start` of the data on, in pieces.
    fn lay_data(
        &self,
        cut: Cut,
        index: u32,
        data: (&LentData, usize),
        reader: Option<u32>,
    ) -> Result<()> {
        let (of, part) = (cut.pieces(), cut.part(index, cut.len));
        let (data, start) = data;
        self.lay_piece((of, index), (part.len(), reader), |out| data.put(start + part.start, out))
    }

    /// The root's way through a broadcast, or that of one whose data only the root of a gathering reads.
    pub(super) fn give_in_pieces(
        &self,
        data: (&LentData, usize),
        reader: Option<u32>,
    ) -> Result<()> {
        let cut = Cut::of(data.0.len);
        let judge = reader.unwrap_or(self.after(self.me()));
        if self.offer((data.0, data.1, cut.len), cut.len, judge)? {
            return self.wait_for_readers(reader);
        }
        let of = cut.pieces();
        self.stream(of, (of, 0), |index| self.lay_data(cut, index, data, reader), |_| Ok(()))
    }

    /// That of the others: what the root has laid out.
    pub(super) fn get_in_pieces(&self, root: u32, room: &LentRoom) -> Result<()> {
        // Waiting for the root counts: it runs ahead only as far as it copies quicker.
        let start = self.judge_from(room.len, self.after(root));
        let cut = Cut::of(self.find(root, room.len)?);
        let (of, lent) = (cut.pieces(), self.lent_by(root));
        let read = self.begin_long_read(cut.len, start, [lent.is_some()].into_iter());
        if let Some(address) = lent {
            self.read_lent((root, address), (room, 0), cut.len)?;
            self.end_piece(1, 0);
            self.end_long_read(read);
            return Ok(());
        }
        let take = |index| {
            let part = cut.part(index, cut.len);
            let bytes = self.take_piece((of, index), (root, false), 0..part.len())?;
            room.take(part.start, bytes.as_slice());
            Ok(())
        };
        self.stream(of, (0, of), |_| Ok(()), take)?;
        self.end_long_read(read);
        Ok(())
    }

    /// Who judges how a member's bytes should come that all others read.
    fn after(&self, rank: u32) -> u32 {
        (rank + 1) % self.members()
    }

    /// Of so many pieces of each other, which must be taken: of what is lent there is one.
    fn pieces_to_take(&self, of: u32) -> u32 {
        if self.others().all(|rank| self.lent_by(rank).is_some()) { 1 } else { of }
    }

    /// Takes blocks of all others, each to where `place` says and as long as it says.
    fn take_all<'a>(
        &self,
        cut: Cut,
        index: u32,
        place: impl Fn(u32) -> (&'a LentRoom, usize, usize),
    ) -> Result<()> {
        for rank in self.others() {
            let (room, start, len) = place(rank);
            let part = cut.part(index, len);
            if let Some(address) = self.lent_by(rank) {
                if index == 0 {
                    self.read_lent((rank, address), (room, start), len)?;
                }
            } else if !part.is_empty() {
                let piece = (cut.pieces(), index);
                let bytes = self.take_piece(piece, (rank, false), 0..part.len())?;
                room.take(start + part.start, bytes.as_slice());
            }
        }
        Ok(())
    }

    /// The root's way through a gathering of blocks.
    pub(super) fn gather_in_pieces(&self, room: &LentRoom, block: usize) -> Result<()> {
        let (cut, start) = (Cut::of(block), self.judge_from(block, self.me()));
        for rank in self.others() {
            self.find_exactly(rank, block)?;
        }
        let of = cut.pieces();
        let lent = self.others().map(|rank| self.lent_by(rank).is_some());
        let read = self.begin_long_read(block, start, lent);
        let place = |rank: u32| (room, rank as usize * block, block);
        let taken = self.pieces_to_take(of);
        self.stream(of, (0, taken), |_| Ok(()), |index| self.take_all(cut, index, place))?;
        self.note_all();
        self.end_long_read(read);
        Ok(())
    }

    /// All take all others' blocks; `place` says where to, and how long they are: `most` bytes at most.
    pub(super) fn allgather_in_pieces<'a>(
        &self,
        own: (&LentData, usize),
        most: usize,
        place: impl Fn(u32) -> (&'a LentRoom, usize, usize),
    ) -> Result<()> {
        let (cut, len) = (Cut::of(most), place(self.me()).2);
        let lends = self.offer((own.0, own.1, len), most, 0)?;
        for rank in self.others() {
            self.find_exactly(rank, place(rank).2)?;
        }
        let of = cut.pieces();
        let read = self.begin_exchange(most, lends);
        let lay = |index| {
            let part = cut.part(index, len);
            let fill = |out: &mut [u8]| own.0.put(own.1 + part.start, out);
            self.lay_piece((of, index), (part.len(), None), fill)
        };
        let laid = if lends { 0 } else { of };
        let taken = self.pieces_to_take(of);
        self.stream(of, (laid, taken), lay, |index| self.take_all(cut, index, &place))?;
        self.end_exchange(read, if lends { 1 } else { 0 })
    }

    /// Begins to measure an operation in which all give and take.
    pub(super) fn begin_exchange(&self, bytes: usize, lends: bool) -> Option<LongRead> {
        let lent = self.others().map(|rank| self.lent_by(rank).is_some());
        self.begin_long_read(bytes, self.judge_from(bytes, 0), lent.chain([lends]))
    }

    /// This process has what the others give. What it lends it has back when they have read it so many `times`, as is
    /// measured, too: their reading takes a core as well.
    pub(super) fn end_exchange(&self, read: Option<LongRead>, times: u32) -> Result<()> {
        self.note_all();
        if times > 0 {
            self.wait_for_reading(times, None)?;
        }
        self.end_long_read(read);
        Ok(())
    }

    /// The root's way through a scattering of blocks: each of its pieces is for one reader, in turn.
    pub(super) fn scatter_in_pieces(&self, data: &LentData, block: usize) -> Result<()> {
        if self.offer((data, 0, block), block, self.after(self.me()))? {
            return self.wait_for_readers(None);
        }
        let (cut, members) = (Cut::of(block), self.members());
        let of = cut.pieces() * members;
        let lay = |index| {
            let (part, reader) = (cut.part(index / members, block), index % members);
            if reader == self.me() {
                return Ok(());
            }
            let start = reader as usize * block + part.start;
            self.lay_piece((of, index), (part.len(), Some(reader)), |out| data.put(start, out))
        };
        self.stream(of, (of, 0), lay, |_| Ok(()))
    }

    /// That of the others.
    pub(super) fn take_scattered(&self, root: u32, room: &LentRoom) -> Result<()> {
        let start = self.judge_from(room.len, self.after(root));
        let block = self.find(root, room.len)?;
        let lent = self.lent_by(root);
        let read = self.begin_long_read(block, start, [lent.is_some()].into_iter());
        match lent {
            Some(address) => {
                let address = address + (self.me() as usize * block) as u64;
                self.read_lent((root, address), (room, 0), block)?;
                self.end_piece(1, 0);
            }
            None => self.take_own_pieces(Cut::of(block), root, room)?,
        }
        self.end_long_read(read);
        Ok(())
    }

    /// Takes the pieces that are for this process only.
    fn take_own_pieces(&self, cut: Cut, root: u32, room: &LentRoom) -> Result<()> {
        let members = self.members();
        let of = cut.pieces() * members;
        for turn in 0..cut.pieces() {
            let (piece, part) = ((of, turn * members + self.me()), cut.part(turn, cut.len));
            let bytes = self.take_piece(piece, (root, false), 0..part.len())?;
            room.take(part.start, bytes.as_slice());
            self.end_piece(piece.0, piece.1);
        }
        Ok(())
    }
}
