//! The same operations for memory of Rust's, which is copied on its way: whoever gives up early keeps what it
//! has lent.

use crate::error::MpLiteError;
use crate::members::Participants;
use crate::one_sided::RemoteElement;
use crate::point_to_point::{ReceivedMessage, Wanted};
use crate::process::MpLite;
use crate::reduction::{Element, ReductionKind};
use crate::windows::AccumulateKind;
use ferry_sys::{Arena, OwnedBuffer};
use std::mem::ManuallyDrop;

/// Memory of Ferry's for an operation. It is given back if that ends well: what was given up in its middle may
/// still come into it.
fn lent<T>(
    bytes: &[u8],
    act: impl FnOnce(Arena) -> Result<T, MpLiteError>,
) -> Result<(T, Vec<u8>), MpLiteError> {
    let buffer = ManuallyDrop::new(OwnedBuffer::new(bytes.len()));
    let memory = buffer.arena(bytes.len());
    memory.write(0, bytes.len()).as_mut_slice().copy_from_slice(bytes);
    let done = act(memory)?;
    let after = memory.read(0, bytes.len()).as_slice().to_vec();
    drop(ManuallyDrop::into_inner(buffer));
    Ok((done, after))
}

/// The bytes of numbers.
fn bytes_of<T: Element>(numbers: &[T]) -> Vec<u8> {
    let mut bytes = vec![0; numbers.len() * T::SIZE];
    bytes.chunks_exact_mut(T::SIZE).zip(numbers).for_each(|(bytes, number)| number.write(bytes));
    bytes
}

fn numbers_of<T: Element>(bytes: &[u8]) -> impl Iterator<Item = T> {
    bytes.chunks_exact(T::SIZE).map(T::read)
}

impl MpLite {
    /// Sends bytes.
    ///
    /// # Errors
    /// As [`MpLite::send`].
    pub fn send_bytes(&self, bytes: &[u8], to: u32, tag: i32) -> Result<(), MpLiteError> {
        lent(bytes, |memory| self.send(memory.read(0, memory.len()), to, tag)).map(drop)
    }

    /// Receives as many bytes as there is room for, or fewer.
    ///
    /// # Errors
    /// As [`MpLite::recv`].
    pub fn recv_bytes(
        &self,
        bytes: &mut [u8],
        wanted: Wanted,
    ) -> Result<ReceivedMessage, MpLiteError> {
        let received = lent(bytes, |memory| self.recv(memory.write(0, memory.len()), wanted));
        let (received, came) = received?;
        bytes[..received.bytes].copy_from_slice(&came[..received.bytes]);
        Ok(received)
    }

    /// Sends numbers.
    ///
    /// # Errors
    /// As [`MpLite::send`].
    pub fn send_slice<T: Element>(
        &self,
        numbers: &[T],
        to: u32,
        tag: i32,
    ) -> Result<(), MpLiteError> {
        self.send_bytes(&bytes_of(numbers), to, tag)
    }

    /// Receives as many numbers as there is room for, or fewer. Returns how many.
    ///
    /// # Errors
    /// As [`MpLite::recv`].
    pub fn recv_slice<T: Element>(
        &self,
        numbers: &mut [T],
        wanted: Wanted,
    ) -> Result<usize, MpLiteError> {
        let mut bytes = bytes_of(numbers);
        let received = self.recv_bytes(&mut bytes, wanted)?;
        let count = received.bytes / T::SIZE;
        numbers
            .iter_mut()
            .zip(numbers_of(&bytes))
            .take(count)
            .for_each(|(into, from)| *into = from);
        Ok(count)
    }

    /// What the root has comes to all members.
    ///
    /// # Errors
    /// As [`MpLite::broadcast`].
    pub fn broadcast_bytes(
        &self,
        bytes: &mut [u8],
        root: u32,
        members: &Participants,
    ) -> Result<(), MpLiteError> {
        let ((), came) = lent(bytes, |memory| self.broadcast(memory, root, members))?;
        bytes.copy_from_slice(&came);
        Ok(())
    }

    /// The numbers of all members are reduced one by one; the results come to all.
    ///
    /// # Errors
    /// As [`MpLite::reduce`].
    pub fn reduce_slice<T: Element>(
        &self,
        numbers: &mut [T],
        kind: ReductionKind,
        members: &Participants,
    ) -> Result<(), MpLiteError> {
        let bytes = bytes_of(numbers);
        let ((), came) = lent(&bytes, |memory| self.reduce::<T>(memory, kind, members))?;
        numbers.iter_mut().zip(numbers_of(&came)).for_each(|(into, from)| *into = from);
        Ok(())
    }

    /// The numbers of all members, in their order; all have as many. Who is no member gets none.
    ///
    /// # Errors
    /// As [`MpLite::gather`].
    pub fn gather_slice<T: Element>(
        &self,
        own: &[T],
        members: &Participants,
    ) -> Result<Vec<T>, MpLiteError> {
        let Some(place) = members.place_of(self.node()) else { return Ok(Vec::new()) };
        let part = own.len() * T::SIZE;
        let mut all = vec![0; part * members.len()];
        all[part * place..][..part].copy_from_slice(&bytes_of(own));
        let ((), came) = lent(&all, |memory| self.gather(memory, members))?;
        Ok(numbers_of(&came).collect())
    }

    /// Sends to one process what is as long as what comes from another.
    ///
    /// # Errors
    /// As [`MpLite::shift`].
    pub fn shift_bytes(
        &self,
        out: &[u8],
        to: u32,
        into: &mut [u8],
        from: u32,
    ) -> Result<(), MpLiteError> {
        let shifted = lent(out, |out| lent(into, |into| self.shift(out, to, into, from)));
        let (((), came), _) = shifted?;
        into.copy_from_slice(&came);
        Ok(())
    }

    /// Writes bytes into another process's memory.
    ///
    /// # Errors
    /// As [`MpLite::put`].
    pub fn put_bytes(&self, bytes: &[u8], to: RemoteElement) -> Result<(), MpLiteError> {
        lent(bytes, |memory| self.put(memory, to)).map(drop)
    }

    /// Reads bytes of another process's memory.
    ///
    /// # Errors
    /// As [`MpLite::get`].
    pub fn get_bytes(&self, bytes: &mut [u8], from: RemoteElement) -> Result<(), MpLiteError> {
        let ((), came) = lent(bytes, |memory| self.get(memory, from))?;
        bytes.copy_from_slice(&came);
        Ok(())
    }

    /// Combines numbers with those in another process's memory.
    ///
    /// # Errors
    /// As [`MpLite::accumulate`].
    pub fn accumulate_bytes(
        &self,
        bytes: &[u8],
        kind: AccumulateKind,
        to: RemoteElement,
    ) -> Result<(), MpLiteError> {
        lent(bytes, |memory| self.accumulate(memory, kind, to)).map(drop)
    }
}
