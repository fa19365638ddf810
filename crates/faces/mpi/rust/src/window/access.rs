//! Accesses to the memory of others (MPI-5.0 §12.3).

use super::Address;
use super::epoch::Epoch;
use crate::buffer::{self, finish, reading, writing};
use crate::data::Buffer;
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::op::{Op, Swappable};
use crate::request::Request;
use crate::scope::{OperationKind, Scope};
use crate::types;
use ferry_datatype::{UserMemory, UserMemoryMut};
use ferry_mpi::p2p::{RecvBuffer, SendBuffer};
use ferry_mpi::win::{self, RemoteBuffer};

/// Where in a process's part of a window an access begins: an element's number, or the [`Address`] of an element
/// that was attached to a [`DynamicWindow`](super::DynamicWindow).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// This element.
    Element(usize),
    /// This address.
    Attached(Address),
}

impl From<usize> for Place {
    fn from(index: usize) -> Self {
        Place::Element(index)
    }
}

impl From<Address> for Place {
    fn from(address: Address) -> Self {
        Place::Attached(address)
    }
}

impl Place {
    /// As displacement: windows count in elements, dynamic ones in bytes.
    #[inline]
    fn displacement<T: Equivalence>(self) -> Result<i64> {
        let most = const { isize::MAX.cast_unsigned() / max(size_of::<T>(), 1) };
        match self {
            Place::Element(index) if index <= most => Ok(index as i64),
            Place::Element(index) => Err(beyond(index)),
            Place::Attached(address) => Ok(u64::from(address).cast_signed()),
        }
    }
}

const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

#[cold]
fn beyond(index: usize) -> Error {
    let text = format!("element {index} is beyond any window, and any memory");
    Error::new(ErrorClass::RMA_RANGE, text)
}

/// Operands, as an accumulation wants them.
struct Accumulation {
    op: ferry_mpi::handle::OpHandle,
    /// In the target's memory.
    of: RemoteBuffer,
}

impl Accumulation {
    fn data(&self, memory: UserMemory) -> SendBuffer {
        SendBuffer { memory, count: self.of.count, datatype: self.of.datatype }
    }

    fn result(&self, memory: UserMemoryMut) -> RecvBuffer {
        RecvBuffer { memory, count: self.of.count, datatype: self.of.datatype }
    }
}

impl<T: Equivalence> Epoch<'_, T> {
    /// The target's elements.
    fn remote(&self, count: usize, rank: usize, at: Place) -> Result<RemoteBuffer> {
        let rank = self.window.comm.admit_rank(rank, ErrorClass::RANK)?;
        let datatype = types::element::<T>()?;
        let disp = at.displacement::<T>()?;
        Ok(RemoteBuffer { rank, disp, count: count as u64, datatype })
    }

    fn accumulation(
        &self,
        op: &Op<T>,
        count: usize,
        rank: usize,
        at: Place,
    ) -> Result<Accumulation> {
        let remote = self.remote(count, rank, at)?;
        let operands = op.predefined()?;
        let count = remote.count * operands.factor;
        let of = RemoteBuffer { count, datatype: operands.datatype, ..remote };
        Ok(Accumulation { op: operands.op, of })
    }

    /// An access has begun: waits until its buffers are free.
    fn ended(&self, begun: ferry_mpi::Result<()>, of: &RemoteBuffer) -> Result<()> {
        begun?;
        Ok(win::settle_here(of.rank, self.handle)?)
    }

    /// Copies elements to a process's memory, from element `at` on (`MPI_Put`).
    pub fn put<D: Buffer<Item = T> + ?Sized>(
        &self,
        data: &D,
        rank: usize,
        at: impl Into<Place>,
    ) -> Result<()> {
        in_call("put", || {
            let items = data.items();
            let of = self.remote(items.len(), rank, at.into())?;
            let lent = reading(items);
            finish(|| self.ended(win::put(&lent.of(of.datatype), &of, self.handle), &of))
        })
    }

    /// Copies elements from a process's memory, from element `at` on (`MPI_Get`).
    pub fn get_into<D: Buffer<Item = T> + ?Sized>(
        &self,
        room: &mut D,
        rank: usize,
        at: impl Into<Place>,
    ) -> Result<()> {
        in_call("get_into", || {
            let items = room.items_mut();
            let of = self.remote(items.len(), rank, at.into())?;
            let lent = writing(items);
            finish(|| self.ended(win::get(&lent.of(of.datatype), &of, self.handle), &of))
        })
    }

    /// One element of a process's memory.
    pub fn get(&self, rank: usize, at: impl Into<Place>) -> Result<T> {
        in_call("get", || {
            let mut value = buffer::zeroed();
            self.get_into(&mut value, rank, at)?;
            Ok(value)
        })
    }

    /// `count` elements of a process's memory.
    pub fn get_vec(&self, count: usize, rank: usize, at: impl Into<Place>) -> Result<Vec<T>> {
        in_call("get_vec", || {
            let mut items = buffer::zeroed_vec(count)?;
            self.get_into(&mut items, rank, at)?;
            Ok(items)
        })
    }

    /// Combines elements with those of a process's memory, each as a whole (`MPI_Accumulate`). The operation must be
    /// a predefined one.
    pub fn accumulate<D: Buffer<Item = T> + ?Sized>(
        &self,
        data: &D,
        op: &Op<T>,
        rank: usize,
        at: impl Into<Place>,
    ) -> Result<()> {
        in_call("accumulate", || {
            let parts = self.accumulation(op, data.items().len(), rank, at.into())?;
            let data = parts.data(reading(data.items()).memory());
            finish(|| {
                let begun = win::accumulate(&data, &parts.of, parts.op, self.handle);
                self.ended(begun, &parts.of)
            })
        })
    }

    /// The same, and returns what was there before (`MPI_Get_accumulate`). With [`Op::no_op`] it only looks.
    pub fn get_accumulate<D: Buffer<Item = T> + ?Sized>(
        &self,
        data: &D,
        op: &Op<T>,
        rank: usize,
        at: impl Into<Place>,
    ) -> Result<D::Owned> {
        in_call("get_accumulate", || {
            let parts = self.accumulation(op, data.items().len(), rank, at.into())?;
            let mut before = data.zeroed()?;
            let lent = writing(before.items_mut());
            let (data, result) =
                (parts.data(reading(data.items()).memory()), parts.result(lent.memory()));
            finish(|| {
                let begun = win::get_accumulate(&data, &result, &parts.of, parts.op, self.handle);
                self.ended(begun, &parts.of)
            })?;
            drop(lent);
            Ok(before)
        })
    }

    /// Combines one element, and returns what was there before (`MPI_Fetch_and_op`).
    pub fn fetch_and_op(
        &self,
        value: &T,
        op: &Op<T>,
        rank: usize,
        at: impl Into<Place>,
    ) -> Result<T> {
        in_call("fetch_and_op", || {
            let at = at.into();
            let parts = self.accumulation(op, 1, rank, at)?;
            if parts.of.count != 1 {
                return self
                    .get_accumulate(std::slice::from_ref(value), op, rank, at)
                    .map(|all| all[0]);
            }
            let mut before = buffer::zeroed::<T>();
            let lent = writing(std::slice::from_mut(&mut before));
            let data = reading(std::slice::from_ref(value)).memory();
            finish(|| {
                let begun =
                    win::fetch_and_op(data, lent.memory(), &parts.of, parts.op, self.handle);
                self.ended(begun, &parts.of)
            })?;
            drop(lent);
            Ok(before)
        })
    }

    /// Replaces one element by `new` if it is `expected`; returns what was there before
    /// (`MPI_Compare_and_swap`).
    pub fn compare_and_swap(
        &self,
        expected: &T,
        new: &T,
        rank: usize,
        at: impl Into<Place>,
    ) -> Result<T>
    where
        T: Swappable,
    {
        in_call("compare_and_swap", || {
            let of = self.remote(1, rank, at.into())?;
            let mut before = buffer::zeroed::<T>();
            let lent = writing(std::slice::from_mut(&mut before));
            let new = reading(std::slice::from_ref(new)).memory();
            let expected = reading(std::slice::from_ref(expected)).memory();
            finish(|| {
                let begun = win::compare_and_swap((new, expected), lent.memory(), &of, self.handle);
                self.ended(begun, &of)
            })?;
            drop(lent);
            Ok(before)
        })
    }

    /// Starts a put (`MPI_Rput`); complete when the data are free again.
    pub fn rput<'scope, D: Buffer<Item = T> + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        rank: usize,
        at: impl Into<Place>,
    ) -> Result<Request<'scope, &'scope D>> {
        in_call("rput", || {
            let of = self.remote(data.items().len(), rank, at.into())?;
            scope.sending(OperationKind::Joint, data, |lent| win::rput(&lent, &of, self.handle))
        })
    }

    /// Starts a get (`MPI_Rget`); complete when the elements are here.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let world = universe.world();
    /// let window = world.create_window(vec![world.rank(); 10])?;
    /// let epoch = window.lock_all()?;
    /// let mut rooms = vec![[0; 10]; world.size()];
    /// ferry::scope(|scope| {
    ///     let requests: Vec<_> = rooms
    ///         .iter_mut()
    ///         .enumerate()
    ///         .map(|(rank, room)| epoch.rget(scope, &mut room[..], rank, 0))
    ///         .collect::<ferry::Result<_>>()?;
    ///     ferry::wait_all(requests)?;
    ///     Ok(())
    /// })?;
    /// epoch.unlock_all()?;
    /// assert!(rooms.iter().enumerate().all(|(rank, room)| *room == [rank; 10]));
    /// window.free()
    /// # }
    /// ```
    pub fn rget<'scope, D: Buffer<Item = T> + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        room: &'scope mut D,
        rank: usize,
        at: impl Into<Place>,
    ) -> Result<Request<'scope, &'scope mut D>> {
        in_call("rget", || {
            let of = self.remote(room.items().len(), rank, at.into())?;
            scope.receiving(OperationKind::Joint, room, |lent| win::rget(&lent, &of, self.handle))
        })
    }

    /// Starts an accumulation (`MPI_Raccumulate`); complete when the data are free again.
    pub fn raccumulate<'scope, D: Buffer<Item = T> + ?Sized>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        op: &Op<T>,
        rank: usize,
        at: impl Into<Place>,
    ) -> Result<Request<'scope, &'scope D>> {
        in_call("raccumulate", || {
            let parts = self.accumulation(op, data.items().len(), rank, at.into())?;
            scope.sending(OperationKind::Joint, data, |lent| {
                win::raccumulate(&parts.data(lent.memory), &parts.of, parts.op, self.handle)
            })
        })
    }

    /// Starts an accumulation that fetches (`MPI_Rget_accumulate`); complete when `room`, as long as `data`, has what
    /// was there before.
    pub fn rget_accumulate<'scope, D, R>(
        &self,
        scope: &'scope Scope<'scope, '_>,
        data: &'scope D,
        room: &'scope mut R,
        op: &Op<T>,
        rank: usize,
        at: impl Into<Place>,
    ) -> Result<Request<'scope, &'scope mut R>>
    where
        D: Buffer<Item = T> + ?Sized,
        R: Buffer<Item = T> + ?Sized,
    {
        in_call("rget_accumulate", || {
            let parts = self.accumulation(op, data.items().len(), rank, at.into())?;
            crate::reduction::same_count("room", room.items().len(), data.items().len())?;
            let data = parts.data(reading(data.items()).memory());
            scope.receiving(OperationKind::Joint, room, |lent| {
                let result = parts.result(lent.memory);
                win::rget_accumulate(&data, &result, &parts.of, parts.op, self.handle)
            })
        })
    }
}
