//! The launcher's key-value space as the directory of descriptor tables.

use crate::{BootError, LauncherFacts};
use ferry_link::{Context, DescriptorTable, Directory};
use ferry_method::PeerId;
use ferry_pmi::Client;
use std::sync::{Arc, Mutex, PoisonError};

/// A number that two processes must have alike to talk to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProtocolNumber {
    /// The parameter that sets it.
    pub name: &'static str,
    /// Its value here.
    pub value: u64,
}

/// Which of the tables that ranks publish counts: a later round's takes the place of an earlier one's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PublicationRound {
    /// As if all ranks of a node could find each other.
    First,
    /// Some cannot.
    Apart,
    /// Of the links of a lane, beside those of the job.
    Lane(u8),
}

fn key(rank: PeerId, round: PublicationRound) -> String {
    match round {
        PublicationRound::First => format!("ferry.table.{rank}"),
        PublicationRound::Apart => format!("ferry.table.{rank}.apart"),
        PublicationRound::Lane(lane) => format!("ferry.table.{rank}.lane{lane}"),
    }
}

/// Publishes what must agree and the descriptor table of this process, and waits until all have.
pub(crate) fn publish(
    place: &LauncherFacts,
    table: &DescriptorTable,
    agreed: &[ProtocolNumber],
    round: PublicationRound,
) -> Result<(), BootError> {
    let Some(launcher) = &place.launcher else { return Ok(()) };
    if place.size == 1 {
        return Ok(());
    }
    let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
    let mut words: Vec<u8> = agreed.iter().flat_map(|a| a.value.to_le_bytes()).collect();
    words.extend(table.encode());
    let put = client.put_long(&key(place.me, round), &words);
    let met = put.and_then(|()| client.barrier());
    met.map_err(|e| BootError::new("publishing how to be reached", e))
}

/// Publishes the descriptor tables of lanes, and waits until all processes have.
pub(crate) fn publish_lanes(place: &LauncherFacts, lanes: &[Context]) -> Result<(), BootError> {
    let Some(launcher) = &place.launcher else { return Ok(()) };
    let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
    let mut published = lanes.iter().zip(1..).try_for_each(|(link, lane)| {
        client.put_long(&key(place.me, PublicationRound::Lane(lane)), &link.table().encode())
    });
    if published.is_ok() {
        published = client.barrier();
    }
    published.map_err(|e| BootError::new("publishing how its lanes are reached", e))
}

pub(crate) struct LauncherDirectory {
    launcher: Option<Arc<Mutex<Client>>>,
    agreed: Vec<ProtocolNumber>,
    round: PublicationRound,
}

impl LauncherDirectory {
    pub(crate) fn new(
        place: &LauncherFacts,
        agreed: &[ProtocolNumber],
        round: PublicationRound,
    ) -> Self {
        let (launcher, agreed) = (place.launcher.clone(), agreed.to_vec());
        LauncherDirectory { launcher, agreed, round }
    }
}

impl Directory for LauncherDirectory {
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String> {
        let launcher =
            self.launcher.as_ref().ok_or("this process was started without a launcher")?;
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        let found = client.get_long(&key(peer, self.round)).map_err(|e| e.to_string())?;
        let words = found.ok_or("it has published nothing")?;
        agree(&self.agreed, &words).map(<[u8]>::to_vec)
    }
}

/// Compares what must agree; what follows is the table.
fn agree<'a>(agreed: &[ProtocolNumber], mut words: &'a [u8]) -> Result<&'a [u8], String> {
    for ProtocolNumber { name, value } in agreed {
        let (word, rest) = words.split_first_chunk().ok_or("what it has published is damaged")?;
        let theirs = u64::from_le_bytes(*word);
        if theirs != *value {
            return Err(format!(
                "{name} is {theirs} there and {value} here; it must be the same on all ranks"
            ));
        }
        words = rest;
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_agree_is_compared_by_name() {
        let agreed = [ProtocolNumber { name: "budget", value: 7 }];
        let words: Vec<u8> = 7u64.to_le_bytes().into_iter().chain([1, 2]).collect();
        assert_eq!(agree(&agreed, &words), Ok(&[1u8, 2][..]));
        let other: Vec<u8> = 8u64.to_le_bytes().to_vec();
        assert!(agree(&agreed, &other).unwrap_err().contains("budget is 8 there and 7 here"));
        assert!(agree(&agreed, &[1, 2]).is_err());
    }
}
