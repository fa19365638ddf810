//! Operations that move data.

use super::lent::{LentData, LentRoom};
use super::pieces::fits_in_pieces;
use super::turn::CommonsTurn;
use crate::coll::apart::apart_as_typed;
use crate::coll::operation::RecvBlocks;
use crate::error::Result;
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::{Entered, Process};
use ferry_commons::ROOM;
use std::ops::Range;

/// Whether so many bytes go this way; none are a matter of messages, which then are not needed.
#[inline]
pub(super) fn fits(len: usize) -> bool {
    (1..=ROOM).contains(&len)
}

/// The parts of so many bytes that others read, where they do not read what is this process's own: few bytes are laid out
/// quicker in one piece.
#[inline]
pub(super) fn parts_for_others(len: usize, own: Range<usize>) -> [Range<usize>; 2] {
    const FEW: usize = 256;
    if len < FEW { [0..len, len..len] } else { [0..own.start, own.end..len] }
}

impl CommonsTurn {
    #[inline]
    pub(super) fn barrier(&self, process: Entered) -> Option<Result<()>> {
        drop(process);
        Some(self.meet())
    }

    fn meet(&self) -> Result<()> {
        self.lay_out(0, |_| {})?;
        for rank in self.others() {
            self.take(rank, 0)?;
        }
        self.note_all();
        Ok(())
    }

    #[inline]
    pub(super) fn bcast(
        &self,
        process: Entered,
        buffer: &RecvBuffer,
        root: i32,
    ) -> Option<Result<()>> {
        let root = self.root(root)?;
        let room = LentRoom::of(&process, buffer, 1).filter(|room| fits_in_pieces(room.len))?;
        drop(process);
        match (root == self.me(), fits(room.len)) {
            (true, true) => return Some(self.lay_out(room.len, |out| room.data().put(0, out))),
            (true, false) => return Some(self.give_in_pieces((&room.data(), 0), None)),
            (false, false) => return Some(self.get_in_pieces(root, &room)),
            (false, true) => {}
        }
        let taken = self.take(root, room.len).map(|bytes| room.take(0, bytes.as_slice()));
        self.look_ahead([root].into_iter(), room.len);
        Some(taken)
    }

    /// The own contribution of a gathering, where it is not in place: as long as its block.
    fn own(
        &self,
        process: &Process,
        send: Option<&SendBuffer>,
        (recv, room): (&RecvBuffer, &LentRoom),
    ) -> Option<(LentData, usize)> {
        let block = room.len / self.members() as usize;
        apart_as_typed(send, Some(recv), block).ok()?;
        match send {
            None => Some((room.data(), self.me() as usize * block)),
            Some(send) => {
                let data = LentData::of(process, send, 1).filter(|data| data.len == block)?;
                Some((data, 0))
            }
        }
    }

    /// Takes the block of every member; what is in place stays there.
    fn take_blocks(&self, room: &LentRoom, own: Option<&LentData>, block: usize) -> Result<()> {
        let place = |rank: u32| rank as usize * block;
        if let Some(own) = own {
            self.keep(room, own, (0, place(self.me())), block);
        }
        for rank in self.others() {
            let bytes = self.take(rank, block)?;
            room.take(place(rank), bytes.as_slice());
        }
        self.note_all();
        Ok(())
    }

    /// Moves `len` bytes of this process's own from one of its buffers to the other.
    fn keep(&self, room: &LentRoom, own: &LentData, (from, to): (usize, usize), len: usize) {
        if room.copy(to, own, from, len) {
            return;
        }
        // Both may have gaps, of different kinds: through a few packed bytes at a time.
        let mut bytes = [0; 512];
        for start in (0..len).step_by(bytes.len()) {
            let bytes = &mut bytes[..(len - start).min(512)];
            own.put(from + start, bytes);
            room.take(to + start, bytes);
        }
    }

    #[inline]
    pub(super) fn gather(
        &self,
        process: Entered,
        (send, recv): (Option<&SendBuffer>, &RecvBuffer),
        root: i32,
    ) -> Option<Result<()>> {
        if self.root(root)? != self.me() {
            let data = LentData::of(&process, send?, 1).filter(|data| fits_in_pieces(data.len))?;
            drop(process);
            return Some(match fits(data.len) {
                true => self.lay_out(data.len, |out| data.put(0, out)),
                false => self.give_in_pieces((&data, 0), self.root(root)),
            });
        }
        let room = LentRoom::of(&process, recv, self.members())?;
        let block = room.len / self.members() as usize;
        let (own, _) = self.own(&process, send, (recv, &room)).filter(|_| fits_in_pieces(block))?;
        drop(process);
        if fits(block) {
            let taken = self.take_blocks(&room, send.map(|_| &own), block);
            self.look_ahead(self.others(), block);
            return Some(taken);
        }
        if send.is_some() {
            self.keep(&room, &own, (0, self.me() as usize * block), block);
        }
        Some(self.gather_in_pieces(&room, block))
    }

    #[inline]
    pub(super) fn allgather(
        &self,
        process: Entered,
        send: Option<&SendBuffer>,
        recv: &RecvBuffer,
    ) -> Option<Result<()>> {
        let room = LentRoom::of(&process, recv, self.members())?;
        let block = room.len / self.members() as usize;
        let (own, from) =
            self.own(&process, send, (recv, &room)).filter(|_| fits_in_pieces(block))?;
        drop(process);
        if !fits(block) {
            if send.is_some() {
                self.keep(&room, &own, (0, self.me() as usize * block), block);
            }
            let place = |rank: u32| (&room, rank as usize * block, block);
            return Some(self.allgather_in_pieces((&own, from), block, place));
        }
        let laid = self.lay_out(block, |out| own.put(from, out));
        Some(laid.and_then(|()| self.take_blocks(&room, send.map(|_| &own), block)))
    }

    pub(super) fn allgatherv(
        &self,
        process: Entered,
        send: Option<&SendBuffer>,
        recv: &RecvBlocks,
    ) -> Option<Result<()>> {
        let rooms = LentRoom::of_blocks(&process, recv)?;
        let most = rooms.iter().map(|room| room.len).max().filter(|most| fits_in_pieces(*most))?;
        let own = &rooms[self.me() as usize];
        let data = match send {
            None => own.data(),
            Some(send) => LentData::of(&process, send, 1).filter(|data| data.len == own.len)?,
        };
        drop(process);
        if fits(most) {
            return Some(self.gather_varying(&data, &rooms, send.is_some()));
        }
        if send.is_some() {
            self.keep(own, &data, (0, 0), own.len);
        }
        let place = |rank: u32| (&rooms[rank as usize], 0, rooms[rank as usize].len);
        Some(self.allgather_in_pieces((&data, 0), most, place))
    }

    fn gather_varying(&self, own: &LentData, rooms: &[LentRoom], is_apart: bool) -> Result<()> {
        self.lay_out(own.len, |out| own.put(0, out))?;
        if is_apart {
            self.keep(&rooms[self.me() as usize], own, (0, 0), own.len);
        }
        for rank in self.others() {
            let room = &rooms[rank as usize];
            room.take(0, self.take(rank, room.len)?.as_slice());
        }
        self.note_all();
        Ok(())
    }

    /// Whether blocks of so many bytes are scattered here. Members that share cores had better read long ones where they
    /// lie, and have shorter ones by messages.
    fn fits_scattered(&self, block: usize) -> bool {
        const READ: usize = 64 << 10;
        let whole = block.saturating_mul(self.members() as usize);
        let is_read = block >= READ && self.of.lending.is_some();
        let is_quick = self.members() == 2 || is_read || !self.of.share_cores;
        fits(whole) || fits_in_pieces(whole) && is_quick
    }

    #[inline]
    pub(super) fn scatter(
        &self,
        process: Entered,
        (send, recv): (&SendBuffer, Option<&RecvBuffer>),
        root: i32,
    ) -> Option<Result<()>> {
        let (root, members) = (self.root(root)?, self.members() as usize);
        if root != self.me() {
            let room = LentRoom::of(&process, recv?, 1)?;
            let room = Some(room).filter(|room| self.fits_scattered(room.len))?;
            let whole = room.len * members;
            drop(process);
            if !fits(whole) {
                return Some(self.take_scattered(root, &room));
            }
            let taken = self.take_part(root, whole, &room, 0);
            self.look_ahead([root].into_iter(), whole);
            return Some(taken);
        }
        let data = LentData::of(&process, send, self.members())?;
        let block = data.len / members;
        let data = Some(data).filter(|_| self.fits_scattered(block))?;
        apart_as_typed(Some(send), recv, block).ok()?;
        let own = match recv {
            None => None,
            Some(recv) => Some(LentRoom::of(&process, recv, 1).filter(|room| room.len == block)?),
        };
        drop(process);
        let laid = match fits(data.len) {
            true => self.lay_out(data.len, |out| data.put(0, out)),
            false => self.scatter_in_pieces(&data, block),
        };
        if let Some(room) = own {
            self.keep(&room, &data, (self.me() as usize * block, 0), block);
        }
        Some(laid)
    }

    /// Takes this process's block of those that a member has laid out for all, `whole` bytes, to `place`.
    fn take_part(&self, rank: u32, whole: usize, room: &LentRoom, place: usize) -> Result<()> {
        let block = whole / self.members() as usize;
        let bytes = self.take(rank, whole)?;
        let bytes = bytes.as_slice();
        let start = (self.me() as usize * block).min(bytes.len());
        room.take(place, &bytes[start..bytes.len().min(start + block)]);
        Ok(())
    }

    #[inline]
    pub(super) fn alltoall(
        &self,
        process: Entered,
        send: Option<&SendBuffer>,
        recv: &RecvBuffer,
    ) -> Option<Result<()>> {
        let room = LentRoom::of(&process, recv, self.members());
        let room = room.filter(|room| fits_in_pieces(room.len))?;
        let block = room.len / self.members() as usize;
        apart_as_typed(send, Some(recv), block).ok()?;
        let data = match send {
            None => room.data(),
            Some(send) => {
                let data = LentData::of(&process, send, self.members())?;
                Some(data).filter(|data| data.len == room.len)?
            }
        };
        drop(process);
        Some(self.exchange(&data, &room, send.is_some()))
    }

    fn exchange(&self, data: &LentData, room: &LentRoom, is_apart: bool) -> Result<()> {
        let block = room.len / self.members() as usize;
        let place = |rank: u32| rank as usize * block;
        if !fits(room.len) {
            if is_apart {
                self.keep(room, data, (place(self.me()), place(self.me())), block);
            }
            return self.exchange_in_pieces(data, (room, is_apart), block);
        }
        let own = place(self.me())..place(self.me() + 1);
        self.lay_out(data.len, |out| {
            for part in parts_for_others(data.len, own) {
                data.put(part.start, &mut out[part]);
            }
        })?;
        if is_apart {
            self.keep(room, data, (place(self.me()), place(self.me())), block);
        }
        for rank in self.others() {
            self.take_part(rank, room.len, room, place(rank))?;
        }
        self.note_all();
        Ok(())
    }
}
