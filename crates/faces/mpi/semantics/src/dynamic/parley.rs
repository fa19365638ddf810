//! What two groups that do not know each other yet talk by.

use crate::comm::Comm;
use crate::comm::meeting::Meeting;
use crate::constants::{MPI_ERR_COMM, MPI_ERR_INTERN, MPI_ERR_OTHER, MPI_ERR_PORT, MPI_ERR_ROOT};
use crate::error::{Error, Result};
use crate::process::{aside, enter};
use crate::process_failure::ERR_PROC_FAILED;
use ferry_ports::{PortError, PortKey, PortLine, derive};
use std::sync::Arc;

/// A group, and the way of its leader to another group's.
pub(crate) struct Parley {
    meeting: Meeting,
    leader: u32,
    /// The leader's line to the other; without one, the meeting has a bridge of links.
    line: Option<PortLine>,
}

impl Parley {
    /// Two groups whose leaders reach each other by links.
    pub(crate) fn by_links(meeting: Meeting) -> Self {
        let leader = meeting.leaders().map_or(0, |(leader, _)| leader);
        Parley { meeting, leader, line: None }
    }

    /// The processes of `comm`, whose process `root` finds a line to another group's leader by `find`, which may
    /// block. Whatever comes of that, all of them hear it.
    pub(crate) fn by_line(
        comm: &Arc<Comm>,
        root: i32,
        find: impl FnOnce() -> Result<PortLine>,
    ) -> Result<Self> {
        if comm.remote.is_some() {
            let text = "only an intracommunicator can be connected to other processes";
            return Err(Error::new(MPI_ERR_COMM, text));
        }
        comm.peer(root).map_err(|why| Error::new(MPI_ERR_ROOT, why.message.clone()))?;
        let (meeting, leader) = (Meeting::of_all(comm), root as u32);
        let mut line = None;
        let outcome = match leader == comm.rank {
            true => find().map(|found| line = Some(found)),
            false => Ok(()),
        };
        meeting.share_outcome(leader, outcome.map(|()| Vec::new()))?;
        Ok(Parley { meeting, leader, line })
    }

    /// This group among itself.
    pub(crate) fn group(&self) -> Meeting {
        self.meeting.alone()
    }

    pub(crate) fn leader(&self) -> u32 {
        self.leader
    }

    fn is_leader(&self) -> bool {
        self.meeting.seat().0 == self.leader
    }

    /// This leader's bytes and the other's, at all members.
    pub(crate) fn trade_both(&mut self, bytes: Vec<u8>) -> Result<(Vec<u8>, Vec<u8>)> {
        let mine = self.group().share_outcome(self.leader, Ok(bytes))?;
        let theirs = self.trade(&mine)?;
        Ok((mine, theirs))
    }

    /// The other leader's bytes for this one's, at all members.
    pub(crate) fn trade(&mut self, bytes: &[u8]) -> Result<Vec<u8>> {
        if self.meeting.leaders().is_some() {
            return self.meeting.trade(bytes);
        }
        let outcome = match &mut self.line {
            Some(line) => aside(|| line.swap(bytes)).map_err(|why| error_of(&why)),
            None => Ok(Vec::new()),
        };
        self.meeting.share_outcome(self.leader, outcome)
    }

    /// A secret that both groups have, and nobody else. The leaders know it from what they talk by; to the
    /// members it is sent under what each of them has in common with its leader.
    pub(crate) fn secret(&self, salt: &[u8; 32]) -> Result<PortKey> {
        let (me, members) = self.meeting.seat();
        let of_member = |member: u32| {
            let other = members.peer(if member == me { self.leader } else { member });
            let process = enter();
            let of_pair = process.secret_with(other.unwrap_or(process.identity.me));
            derive(&of_pair, b"ferry secret for a member", &[salt, &member.to_le_bytes()])
        };
        let mut sealed = Vec::new();
        let mut secret = PortKey::default();
        if self.is_leader() {
            secret = self.leaders_secret(salt)?;
            for member in 0..members.size() {
                sealed.extend(mix(&secret, &of_member(member)));
            }
        }
        let sealed = self.meeting.alone().share_outcome(self.leader, Ok(sealed))?;
        if !self.is_leader() {
            let mine = sealed.as_chunks::<32>().0.get(me as usize).ok_or_else(cut_short)?;
            secret = mix(mine, &of_member(me));
        }
        Ok(secret)
    }

    fn leaders_secret(&self, salt: &[u8; 32]) -> Result<PortKey> {
        let purpose = b"ferry secret of a world";
        match (&self.line, self.meeting.leaders()) {
            (Some(line), _) => Ok(line.secret(purpose, &[salt])),
            (None, Some((_, Some(remote)))) => {
                Ok(derive(&enter().secret_with(remote), purpose, &[salt]))
            }
            (None, _) => Err(cut_short()),
        }
    }
}

fn mix(a: &PortKey, b: &PortKey) -> PortKey {
    std::array::from_fn(|at| a[at] ^ b[at])
}

#[cold]
pub(crate) fn cut_short() -> Error {
    Error::new(MPI_ERR_INTERN, "what the processes of two groups told each other makes no sense")
}

/// What a port's error is to a program.
#[cold]
pub(crate) fn error_of(why: &PortError) -> Error {
    let class = match why {
        PortError::Malformed { .. }
        | PortError::Unreachable { .. }
        | PortError::NoKey { .. }
        | PortError::Refused(_)
        | PortError::Closed
        | PortError::Late(_) => MPI_ERR_PORT,
        PortError::Gone { .. } => ERR_PROC_FAILED,
        PortError::Broken(_) | PortError::Hopeless(_) | PortError::System { .. } => MPI_ERR_OTHER,
    };
    Error::new(class, why.to_string())
}
