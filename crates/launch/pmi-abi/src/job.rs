//! Who this process is in its job.

use crate::code::{PmiCode, PmiResult, told};
use crate::library::{PmiJob, with};
use crate::pointer::{place, places, write};
use ferry_pmi::{MAPPING_KEY, mapping};
use std::ffi::{c_char, c_int};

impl PmiJob {
    fn rank(&self) -> u32 {
        match self {
            PmiJob::Launched(client) => client.rank(),
            PmiJob::Alone(_) => 0,
        }
    }

    fn size(&self) -> u32 {
        match self {
            PmiJob::Launched(client) => client.size(),
            PmiJob::Alone(_) => 1,
        }
    }

    /// The ranks of this process's node; where the launcher does not say, this one.
    fn clique(&mut self) -> Vec<u32> {
        let (me, size) = (self.rank(), self.size() as usize);
        let found = match self {
            PmiJob::Launched(client) => client.get(MAPPING_KEY).ok().flatten(),
            PmiJob::Alone(_) => None,
        };
        let nodes = found.and_then(|text| mapping::decode(&text, size));
        let Some(nodes) = nodes else { return vec![me] };
        let own = nodes.get(me as usize);
        (0..).zip(&nodes).filter(|(_, node)| Some(*node) == own).map(|(rank, _)| rank).collect()
    }
}

/// Answers with a number.
fn number(to: *mut c_int, of: impl FnOnce(&mut PmiJob) -> PmiResult<i64>) -> c_int {
    told(place(to).and_then(|to| {
        *to = with(of).and_then(|number| c_int::try_from(number).map_err(|_| PmiCode::FAIL))?;
        Ok(())
    }))
}

/// `PMI_Get_rank`.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Get_rank(rank: *mut c_int) -> c_int {
    number(rank, |job| Ok(job.rank().into()))
}

/// `PMI_Get_size`.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Get_size(size: *mut c_int) -> c_int {
    number(size, |job| Ok(job.size().into()))
}

/// `PMI_Get_universe_size`: how many processes there could be; -1 where the launcher does not know.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Get_universe_size(size: *mut c_int) -> c_int {
    number(size, |job| match job {
        PmiJob::Launched(client) => Ok(client.universe_size().map_or(-1, i64::from)),
        PmiJob::Alone(_) => Ok(1),
    })
}

/// `PMI_Get_appnum`: which of the command line's programs this is.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Get_appnum(appnum: *mut c_int) -> c_int {
    number(appnum, |job| match job {
        PmiJob::Launched(client) => Ok(client.appnum().map_or(-1, i64::from)),
        PmiJob::Alone(_) => Ok(0),
    })
}

/// `PMI_Get_clique_size`: how many ranks are on this node.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Get_clique_size(size: *mut c_int) -> c_int {
    number(size, |job| Ok(job.clique().len() as i64))
}

/// `PMI_Get_clique_ranks`: which they are.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Get_clique_ranks(ranks: *mut c_int, length: c_int) -> c_int {
    told(places(ranks, length).and_then(|ranks| {
        let clique = with(|job| Ok(job.clique()))?;
        if clique.len() > ranks.len() {
            return Err(PmiCode::SIZE);
        }
        ranks.iter_mut().zip(clique).for_each(|(to, rank)| *to = rank as c_int);
        Ok(())
    }))
}

/// `PMI_Get_id`: the job's name, which is that of its key-value space.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Get_id(id_str: *mut c_char, length: c_int) -> c_int {
    told(with(|job| write(&job.space(), id_str, length)))
}

/// `PMI_Get_kvs_domain_id`: the same, as a job has one space.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Get_kvs_domain_id(id_str: *mut c_char, length: c_int) -> c_int {
    PMI_Get_id(id_str, length)
}
