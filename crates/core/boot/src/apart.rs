//! Ranks of one node that cannot find each other in `/proc`: containers, other users, no `/proc` at all.
//!
//! Before the ranks meet, each compares where it is with where its launcher is (under a launcher that is
//! not Ferry's: with where the first rank of its node is) and says so if that differs. After they have
//! met, all know whether there is such a rank. If so they open their methods once more: shared memory
//! with its descriptors left with the launcher, where the launcher can do that, and TCP beside it.

use crate::{BootError, LauncherFacts};
use ferry_method::PeerId;
use ferry_method_shm::{Board, Surroundings};
use ferry_pmi::{Client, place};
use rustix::fd::{BorrowedFd, OwnedFd};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

/// Stored by a rank that is apart from others of its node.
const APART: &str = "ferry.apart";

fn place_key(rank: u32) -> String {
    format!("ferry.place.{rank}")
}

/// Where the launcher is, if it is Ferry's.
fn of_launcher() -> Option<String> {
    std::env::var(place::VARIABLE).ok()
}

fn failed(e: impl std::fmt::Display) -> BootError {
    BootError::new("telling the launcher where this process is", e)
}

/// Under a launcher that does not say where it is, tells the others where this process is; they know
/// after the next barrier.
pub(crate) fn introduce(place: &LauncherFacts) -> Result<(), BootError> {
    let Some(launcher) = place.launcher.as_ref().filter(|_| of_launcher().is_none()) else {
        return Ok(());
    };
    let own = place::of_process();
    let own = if own.is_empty() { "nowhere" } else { &own };
    lock(launcher).put(&place_key(place.me.0), own).map_err(failed)
}

/// Says so if this process is apart from others of its node; they know after the next barrier.
pub(crate) fn say(place: &LauncherFacts) -> Result<(), BootError> {
    let Some(launcher) = place.launcher.as_ref().filter(|_| place.neighbours().here > 1) else {
        return Ok(());
    };
    let mut client = lock(launcher);
    let theirs = match of_launcher() {
        Some(theirs) => Some(theirs),
        None => client.get(&place_key(place.first_of_node())).map_err(failed)?,
    };
    let own = place::of_process();
    if own.is_empty() || theirs.as_ref() != Some(&own) {
        client.put(APART, "1").map_err(failed)?;
    }
    Ok(())
}

/// Whether some rank is apart from others of its node. All have said so, and have met.
pub(crate) fn is_any(place: &LauncherFacts) -> Result<bool, BootError> {
    match &place.launcher {
        Some(launcher) if place.size > 1 => {
            lock(launcher).get(APART).map(|found| found.is_some()).map_err(failed)
        }
        _ => Ok(false),
    }
}

/// What shared memory needs to know. `apart`: some rank cannot be found in `/proc`.
pub(crate) fn surroundings(place: &LauncherFacts, apart: bool) -> Result<Surroundings, BootError> {
    let node = place.nodes.as_ref().and_then(|nodes| nodes.get(place.me.0 as usize)).copied();
    let launcher = place.launcher.as_ref().filter(|_| apart && of_launcher().is_some());
    let board = launcher.map_or(Ok(None), LauncherBoard::of)?;
    Ok(Surroundings { place: place::of_process(), node, board })
}

/// Where processes without a common launcher are.
pub(crate) fn on_its_own() -> Surroundings {
    Surroundings { place: place::of_process(), node: None, board: None }
}

fn lock(launcher: &Mutex<Client>) -> std::sync::MutexGuard<'_, Client> {
    launcher.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The board of Ferry's launcher.
struct LauncherBoard {
    id: u64,
    launcher: Arc<Mutex<Client>>,
}

impl LauncherBoard {
    /// `None` if the connection to the launcher does not pass descriptors.
    fn of(launcher: &Arc<Mutex<Client>>) -> Result<Option<Arc<dyn Board>>, BootError> {
        let id = lock(launcher).board().map_err(failed)?;
        let launcher = launcher.clone();
        Ok(id.map(|id| Arc::new(LauncherBoard { id, launcher }) as Arc<dyn Board>))
    }
}

impl Board for LauncherBoard {
    fn id(&self) -> u64 {
        self.id
    }

    fn give(&self, descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
        lock(&self.launcher).give(descriptors).map_err(io::Error::other)
    }

    fn take(&self, peer: PeerId) -> io::Result<Vec<OwnedFd>> {
        lock(&self.launcher).take(peer.0).map_err(io::Error::other)
    }
}
