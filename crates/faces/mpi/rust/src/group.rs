//! Groups: ordered sets of processes (MPI-5.0 §7.3).

use crate::communicator::Communicator;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::universe::admit;
use ferry_mpi::comm::create;
use ferry_mpi::constants::{MPI_IDENT, MPI_SIMILAR, MPI_UNDEFINED};
use ferry_mpi::errhandler;
use ferry_mpi::group::{self, sets};
use ferry_mpi::handle::GroupHandle;
use ferry_mpi::info::Info;
use ferry_mpi::process::enter;
use ferry_wire::PeerId;
use std::sync::Arc;

/// An ordered set of processes. It needs no communication and no freeing.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// let world = universe.world();
/// let all = world.group()?;
/// let even: Vec<usize> = (0..all.size()).step_by(2).collect();
/// let even = all.include(&even)?;
/// let odd = all.difference(&even)?;
/// assert_eq!(even.size() + odd.size(), world.size());
/// if let Some(comm) = world.create(&even)? {
///     assert_eq!(Some(comm.rank()), even.rank());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Group(pub(crate) Arc<group::Group>);

/// How two groups compare (`MPI_Group_compare`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupOrder {
    /// The same processes in the same order.
    Same,
    /// The same processes in another order.
    Similar,
    /// Different processes.
    Different,
}

impl Group {
    /// Number of processes.
    pub fn size(&self) -> usize {
        self.0.size() as usize
    }

    /// This process's rank, if it is a member.
    pub fn rank(&self) -> Option<usize> {
        self.0.rank().map(|rank| rank as usize)
    }

    /// The processes of these ranks, in this order (`MPI_Group_incl`).
    pub fn include(&self, ranks: &[usize]) -> Result<Group> {
        in_call("include", || self.made(|group, me| sets::incl(group, &numbers(ranks), me)))
    }

    /// The processes of all other ranks (`MPI_Group_excl`).
    pub fn exclude(&self, ranks: &[usize]) -> Result<Group> {
        in_call("exclude", || self.made(|group, me| sets::excl(group, &numbers(ranks), me)))
    }

    /// The processes of both, those of this one first (`MPI_Group_union`).
    pub fn union(&self, other: &Group) -> Result<Group> {
        in_call("union", || self.made(|group, me| Ok(sets::union(group, &other.0, me))))
    }

    /// The processes that are in both, in the order of this one (`MPI_Group_intersection`).
    pub fn intersection(&self, other: &Group) -> Result<Group> {
        in_call("intersection", || {
            self.made(|group, me| Ok(sets::intersection(group, &other.0, me)))
        })
    }

    /// The processes that are not in the other, in the order of this one (`MPI_Group_difference`).
    pub fn difference(&self, other: &Group) -> Result<Group> {
        in_call("difference", || self.made(|group, me| Ok(sets::difference(group, &other.0, me))))
    }

    /// How it compares with another (`MPI_Group_compare`).
    pub fn compare(&self, other: &Group) -> GroupOrder {
        match sets::compare(&self.0, &other.0) {
            MPI_IDENT => GroupOrder::Same,
            MPI_SIMILAR => GroupOrder::Similar,
            _ => GroupOrder::Different,
        }
    }

    /// The rank in another group of the process with this rank here; `None` if it is not in that
    /// (`MPI_Group_translate_ranks`).
    pub fn translate(&self, rank: usize, other: &Group) -> Result<Option<usize>> {
        in_call("translate", || {
            let rank = sets::translate(&self.0, number(rank), &other.0)?;
            Ok((rank != MPI_UNDEFINED).then_some(rank as usize))
        })
    }

    /// A communicator of the members, who all call with the same name and no others
    /// (`MPI_Comm_create_from_group`). It needs no communicator to begin with: see [`Session`](crate::Session).
    pub fn communicator(&self, name: &str) -> Result<Communicator> {
        in_call("communicator", || {
            admit()?;
            let made = self.lent(|group| {
                create::create_from_group(group, name, Info::new(), errhandler::RETURN)
            })?;
            Communicator::made(made)?
                .ok_or_else(|| Error::new(ErrorClass::GROUP, "an empty group has no communicator"))
        })
    }

    fn made(
        &self,
        make: impl FnOnce(&group::Group, PeerId) -> ferry_mpi::Result<group::Group>,
    ) -> Result<Group> {
        admit()?;
        let me = enter().identity.me;
        Ok(Group(Arc::new(make(&self.0, me)?)))
    }

    /// Runs a call that names the group.
    pub(crate) fn lent<R>(
        &self,
        call: impl FnOnce(GroupHandle) -> ferry_mpi::Result<R>,
    ) -> Result<R> {
        let handle = enter().add_group(self.0.clone());
        let outcome = call(handle);
        enter().free_group(handle)?;
        Ok(outcome?)
    }
}

/// What is too large for a rank is no rank of any group.
fn number(rank: usize) -> i32 {
    i32::try_from(rank).unwrap_or(i32::MAX)
}

fn numbers(ranks: &[usize]) -> Vec<i32> {
    ranks.iter().map(|rank| number(*rank)).collect()
}

impl Communicator {
    /// Its processes (`MPI_Comm_group`).
    pub fn group(&self) -> Result<Group> {
        in_call("group", || {
            admit()?;
            Ok(Group(enter().comm(self.handle())?.group.clone()))
        })
    }

    /// A communicator of the processes of a group (`MPI_Comm_create`). All processes of this one must call; the
    /// others get none.
    pub fn create(&self, group: &Group) -> Result<Option<Communicator>> {
        in_call("create", || {
            admit()?;
            Communicator::made(group.lent(|group| create::create(self.handle(), group))?)
        })
    }

    /// As [`create`](Communicator::create), and only the group's processes call (`MPI_Comm_create_group`); `tag` tells
    /// calls at the same time apart.
    pub fn create_group(&self, group: &Group, tag: i32) -> Result<Option<Communicator>> {
        in_call("create_group", || {
            admit()?;
            Communicator::made(group.lent(|group| create::create_group(self.handle(), group, tag))?)
        })
    }
}
