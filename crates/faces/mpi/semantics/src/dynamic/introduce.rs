//! Introduces two groups to each other: afterwards each process has links to all of the other group.

use super::parley::{Parley, cut_short};
use crate::check;
use crate::comm::Comm;
use crate::comm::create::{Blueprint, check_disjoint};
use crate::comm::meeting::{from_bytes, to_bytes};
use crate::constants::{MPI_ERR_OTHER, MPI_ERR_PROC_ABORTED};
use crate::context_id::agree;
use crate::error::{Error, Result};
use crate::fixed_hash::fixed_hash;
use crate::group::Group;
use crate::handle::CommHandle;
use crate::info::Info;
use crate::process::{Process, ProcessName, enter};
use crate::tool::OwnEvent;
use ferry_boot::{Neighbours, methods};
use ferry_link::{Context, Directory};
use ferry_method::{Identity, JobId};
use ferry_ports::{PortKey, derive};
use ferry_wire::{PeerId, Reader};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The version of what is said here.
const VERSION: u64 = 2;
/// Bytes of what is said of a process.
const RECORD: usize = 24;
/// Most processes of a world; more than any job has.
const MEMBERS_MAX: usize = 1 << 22;

/// What is said of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct MemberRecord {
    name: ProcessName,
    /// A hash of the name of its host.
    host: u64,
}

impl MemberRecord {
    fn own(process: &Process) -> Self {
        let identity = &process.identity;
        // Where the system does not tell, every process is on a host of its own.
        let host = match identity.host.is_empty() {
            true => identity.job.0 ^ u64::from(identity.me.0).rotate_left(40),
            false => fixed_hash(&identity.host),
        };
        MemberRecord { name: process.name_of(identity.me), host }
    }

    fn encode(self) -> Vec<u8> {
        to_bytes(&[self.name.job, self.name.rank.into(), self.host])
    }

    fn decode_all(bytes: &[u8]) -> Vec<MemberRecord> {
        let (records, _) = bytes.as_chunks::<RECORD>();
        let record = |bytes: &[u8; RECORD]| {
            let words = from_bytes(bytes);
            let name = ProcessName { job: words[0], rank: words[1] as u32 };
            MemberRecord { name, host: words[2] }
        };
        records.iter().map(record).collect()
    }
}

/// What both groups must have alike, and a fresh number.
struct Terms {
    budget: u64,
    direct: bool,
    check: bool,
    nonce: [u8; 16],
}

impl Terms {
    const LEN: usize = 8 + 8 + 8 + 8 + 16;

    fn own(process: &Process) -> Result<Self> {
        let mut nonce = [0; 16];
        let random = rustix::rand::getrandom(&mut nonce, rustix::rand::GetRandomFlags::empty());
        if random != Ok(nonce.len()) {
            return Err(Error::new(MPI_ERR_OTHER, "the system gives no random bytes"));
        }
        let config = &process.config;
        let budget = crate::init::budget(config).into();
        Ok(Terms { budget, direct: methods::is_direct(config), check: check::is_on(), nonce })
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = to_bytes(&[VERSION, self.budget, self.direct.into(), self.check.into()]);
        bytes.extend(self.nonce);
        bytes
    }

    fn decode(bytes: &[u8]) -> Result<(u64, Terms)> {
        let mut r = Reader::new(bytes);
        let mut read = || {
            let (version, budget) = (r.u64()?, r.u64()?);
            let (direct, check) = (r.u64()? != 0, r.u64()? != 0);
            let nonce = r.bytes(16)?.try_into().unwrap_or_default();
            Ok::<_, ferry_wire::Short>((version, Terms { budget, direct, check, nonce }))
        };
        read().map_err(|_| cut_short())
    }

    /// Both groups come to the same verdict.
    fn check(&self, version: u64, theirs: &Terms) -> Result<()> {
        let design = |direct| if direct { "direct" } else { "engine" };
        let differs = |what: &str, mine: &dyn std::fmt::Display, theirs: &dyn std::fmt::Display| {
            let text = format!(
                "the two jobs cannot talk to each other: {what} is {mine} here and {theirs} there; set it alike"
            );
            Err(Error::new(MPI_ERR_OTHER, text))
        };
        if version != VERSION {
            return differs("Ferry's protocol between jobs", &VERSION, &version);
        }
        if self.budget != theirs.budget {
            return differs("p2p.unexpected_budget", &self.budget, &theirs.budget);
        }
        if self.direct != theirs.direct {
            return differs("p2p", &design(self.direct), &design(theirs.direct));
        }
        if self.check != theirs.check {
            let flag = |check| if check { "yes" } else { "no" };
            return differs("check", &flag(self.check), &flag(theirs.check));
        }
        Ok(())
    }
}

/// Two groups that know each other.
pub(crate) struct Introduction {
    /// The other group.
    pub(crate) remote: Arc<Group>,
    /// What tells this from other meetings of the two leaders.
    pub(crate) salt: u32,
}

/// Introduces the groups of a parley to each other, and opens links where need be. All members of both call.
pub(crate) fn introduce(parley: &mut Parley) -> Result<Introduction> {
    let group = parley.group();
    let (terms, own) = {
        let process = enter();
        (Terms::own(&process)?, MemberRecord::own(&process))
    };
    let local = group.gather(&own.encode())?;
    let hello = [terms.encode(), local.clone()].concat();
    let (mine, theirs) = parley.trade_both(hello)?;
    let (mine_terms, (version, their_terms)) = (Terms::decode(&mine)?.1, Terms::decode(&theirs)?);
    mine_terms.check(version, &their_terms)?;
    let local = MemberRecord::decode_all(&local);
    let remote = MemberRecord::decode_all(theirs.get(Terms::LEN..).unwrap_or_default());
    if remote.is_empty() || local.len() + remote.len() > MEMBERS_MAX {
        return Err(cut_short());
    }
    let (low, high) = {
        let (a, b) = (mine_terms.nonce, their_terms.nonce);
        (a.min(b), a.max(b))
    };
    let salt: [u8; 32] = derive(&low, b"ferry introduction", &[&high]);
    let is_first = mine_terms.nonce < their_terms.nonce;
    let is_known = acquainted(parley, &remote, local.len())?;
    let opened = match is_known.is_complete {
        true => None,
        false => Some(open(parley, &local, &remote, is_first, &salt)?),
    };
    let mut process = enter();
    let numbers = opened.map(|world| {
        let theirs = if is_first { world.start + local.len() as u32 } else { world.start };
        (theirs..).map(PeerId)
    });
    let mut peers = Vec::new();
    for (index, record) in remote.iter().enumerate() {
        let known = process.number_of(record.name).filter(|_| is_known.mutually[index]);
        let fresh = numbers.clone().and_then(|mut numbers| numbers.nth(index));
        let peer = known.or(fresh).ok_or_else(cut_short)?;
        process.acquaintances.note(record.name, peer);
        peers.push(peer);
    }
    let remote = Arc::new(Group::list(peers, process.identity.me));
    let salt = u32::from_le_bytes([salt[0], salt[1], salt[2], salt[3]]);
    Ok(Introduction { remote, salt })
}

/// Who knows whom.
struct Acquaintance {
    /// For each of the other group: whether it and this process know each other.
    mutually: Vec<bool>,
    /// All processes of the one group and all of the other know each other.
    is_complete: bool,
}

/// Finds out who knows whom. One may still have links that the other has closed: it takes both to know each other.
fn acquainted(
    parley: &mut Parley,
    remote: &[MemberRecord],
    group_size: usize,
) -> Result<Acquaintance> {
    let group = parley.group();
    let rank = group.seat().0 as usize;
    let mut mine = vec![0u8; remote.len().div_ceil(8)];
    for (index, record) in remote.iter().enumerate() {
        let is_known = enter().number_of(record.name).is_some();
        mine[index / 8] |= u8::from(is_known) << (index % 8);
    }
    let ours = group.gather(&mine)?;
    let theirs = parley.trade(&ours)?;
    let (wide, high) = (mine.len(), group_size.div_ceil(8));
    if theirs.len() != high * remote.len() {
        return Err(cut_short());
    }
    let bit = |bits: &[u8], at: usize| bits[at / 8] >> (at % 8) & 1 == 1;
    let both = |local: usize, other: usize| {
        bit(&ours[local * wide..], other) && bit(&theirs[other * high..], local)
    };
    let mutually = (0..remote.len()).map(|other| both(rank, other)).collect();
    let is_complete =
        (0..group_size).all(|local| (0..remote.len()).all(|other| both(local, other)));
    Ok(Acquaintance { mutually, is_complete })
}

/// What each process of a world publishes, once all have.
#[derive(Clone, Default)]
struct WorldTables(Arc<OnceLock<Vec<Vec<u8>>>>);

impl Directory for WorldTables {
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String> {
        let table = self.0.get().and_then(|tables| tables.get(peer.0 as usize));
        table.cloned().ok_or_else(|| "it has not said yet how it is reached".into())
    }
}

/// Opens the links of a world of both groups, in which one comes first, and takes them. Returns the numbers of
/// its processes.
fn open(
    parley: &mut Parley,
    local: &[MemberRecord],
    remote: &[MemberRecord],
    is_first: bool,
    salt: &[u8; 32],
) -> Result<Range<u32>> {
    let secret = parley.secret(salt)?;
    let group = parley.group();
    let (rank, _) = group.seat();
    let (first, second) = if is_first { (local, remote) } else { (remote, local) };
    let members: Vec<MemberRecord> = first.iter().chain(second).copied().collect();
    let me = if is_first { rank } else { rank + first.len() as u32 };
    let told = WorldTables::default();
    let opened = open_links(&members, me, &secret, told.clone());
    let own = opened.as_ref().map(|links| links.table().encode());
    let own = own.map_err(|error| error.message.clone().into_owned());
    let ours = gather_tables(parley, own)?;
    let theirs = parley.trade(&ours)?;
    let (ours, theirs) = (tables(&ours)?, tables(&theirs)?);
    let links = opened?;
    let (first, second) = if is_first { (ours, theirs) } else { (theirs, ours) };
    let all: Vec<Vec<u8>> = first.into_iter().chain(second).collect();
    if all.len() != members.len() {
        return Err(cut_short());
    }
    let _ = told.0.set(all);
    let mut process = enter();
    let numbers = process.meet(links)?;
    let names = members.iter().map(|member| member.name).collect();
    process.acquaintances.add(numbers.start, names, secret);
    process.note_dead_strangers();
    Ok(numbers)
}

fn open_links(
    members: &[MemberRecord],
    me: u32,
    secret: &PortKey,
    told: WorldTables,
) -> Result<Context> {
    let process = enter();
    let job = derive(secret, b"ferry job's number", &[]);
    let identity = Identity {
        job: JobId(u64::from_le_bytes(job[..8].try_into().unwrap_or_default())),
        me: PeerId(me),
        size: members.len() as u32,
        secret: *secret,
        host: process.identity.host.clone(),
    };
    let mine = members[me as usize].host;
    let here = |upto: usize| members[..upto].iter().filter(|m| m.host == mine).count() as u32;
    let neighbours =
        Neighbours { job: identity.size, here: here(members.len()), local_rank: here(me as usize) };
    process.open_world_of(&identity, neighbours, Box::new(told))
}

/// The tables of all members one after the other, each with its length before it; or who has none, and why.
fn gather_tables(parley: &Parley, own: Result<Vec<u8>, String>) -> Result<Vec<u8>> {
    let group = parley.group();
    let (is_good, bytes) = match &own {
        Ok(table) => (1, table.as_slice()),
        Err(why) => (0, why.as_bytes()),
    };
    let mut most = [bytes.len() as u64];
    group.largest(&mut most)?;
    let mut record = to_bytes(&[is_good, bytes.len() as u64]);
    record.extend(bytes);
    record.resize(16 + most[0] as usize, 0);
    let all = group.gather(&record)?;
    let mut joined = Vec::new();
    for record in all.chunks_exact(record.len()) {
        let (head, table) = record.split_at(16);
        let head = from_bytes(head);
        joined.push(head[0] as u8);
        joined.extend((head[1] as u32).to_le_bytes());
        joined.extend(&table[..head[1] as usize]);
    }
    Ok(joined)
}

/// The tables of a group, if all of its members have one.
fn tables(joined: &[u8]) -> Result<Vec<Vec<u8>>> {
    let mut r = Reader::new(joined);
    let mut tables = Vec::new();
    while !r.rest().is_empty() {
        let mut one = || {
            let (is_good, len) = (r.u8()?, r.u32()? as usize);
            Ok::<_, ferry_wire::Short>((is_good == 1, r.bytes(len)?.to_vec()))
        };
        let (is_good, bytes) = one().map_err(|_| cut_short())?;
        if !is_good {
            let why = String::from_utf8_lossy(&bytes).into_owned();
            let text = format!("process {} of one of the groups: {why}", tables.len());
            return Err(Error::new(MPI_ERR_OTHER, text));
        }
        tables.push(bytes);
    }
    Ok(tables)
}

/// Makes the intercommunicator of two groups that are introduced to each other by a parley.
pub(super) fn connect_groups(comm: &Arc<Comm>, mut parley: Parley) -> Result<CommHandle> {
    let Introduction { remote, salt } = introduce(&mut parley)?;
    check_disjoint(&comm.group, &remote)?;
    // The leaders of both groups: the other's is the one that its group names.
    let theirs = parley.trade(&u64::from(parley.leader()).to_le_bytes())?;
    let theirs = from_bytes(&theirs).first().copied().ok_or_else(cut_short)?;
    let theirs = u32::try_from(theirs).ok().and_then(|rank| remote.peer(rank));
    let theirs = theirs.ok_or_else(cut_short)?;
    let meeting = parley.group().with_introduced(parley.leader(), (theirs, &remote), salt);
    let context = agree(&meeting).map_err(|error| match error.code {
        MPI_ERR_PROC_ABORTED => {
            Error::new(error.code, format!("the other group was lost again: {}", error.message))
        }
        _ => error,
    })?;
    let (group, remote) = (comm.group.clone(), Some(remote));
    let plan = Blueprint { context, group, remote, topology: None, info: Info::new() };
    let mut process = enter();
    process.dynamic.connected += 1;
    let processes = plan.remote.as_ref().map_or(0, |remote| remote.size());
    let made = process.build_comm(comm.handle, plan)?;
    process.note_of_comm(made, |comm| OwnEvent::Met { comm, processes });
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_understood_and_what_makes_no_sense_refused() {
        let record = MemberRecord { name: ProcessName { job: 7, rank: 3 }, host: 9 };
        let bytes = [record.encode(), record.encode()].concat();
        assert_eq!(MemberRecord::decode_all(&bytes), [record; 2]);
        let mut joined = vec![1, 2, 0, 0, 0, 8, 9];
        assert_eq!(tables(&joined).unwrap(), [vec![8, 9]]);
        joined.extend([0, 3, 0, 0, 0]);
        assert!(tables(&joined).is_err());
        joined.extend(b"why");
        assert!(tables(&joined).unwrap_err().to_string().contains("why"));
        assert!(tables(&[1, 0xff, 0xff, 0xff, 0xff]).is_err());
        let terms = Terms { budget: 5, direct: false, check: false, nonce: [1; 16] };
        let (version, theirs) = Terms::decode(&terms.encode()).unwrap();
        assert!(terms.check(version, &theirs).is_ok() && terms.check(1, &theirs).is_err());
        let checks = Terms { check: true, ..Terms::decode(&terms.encode()).unwrap().1 };
        let text = terms.check(version, &checks).unwrap_err().to_string();
        assert!(text.contains("check is no here and yes there"), "{text}");
        let other = Terms { budget: 6, ..theirs };
        assert!(
            terms.check(version, &other).unwrap_err().to_string().contains("unexpected_budget")
        );
        assert!(Terms::decode(&[0; 20]).is_err());
    }
}
