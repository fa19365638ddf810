//! A job of one host with more processes than cores: all of it know that alike, and on which cores they are.

use crate::error::BootError;
use crate::place::LauncherFacts;
use ferry_method::PeerId;
use ferry_sys::{CoreBoard, CoreBoardOffer};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, PoisonError};

/// What rank 0 tells the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Crowd {
    No,
    /// Yes, and where they say on which cores they are, if there is such memory.
    Yes(Option<CoreBoardOffer>),
}

impl fmt::Display for Crowd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Crowd::No => f.write_str("no"),
            Crowd::Yes(None) => f.write_str("yes"),
            Crowd::Yes(Some(CoreBoardOffer { pid, descriptor, token })) => {
                write!(f, "yes:{pid}:{descriptor}:{token}")
            }
        }
    }
}

impl FromStr for Crowd {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let offer = |pid: &str, descriptor: &str, token: &str| {
            let (pid, descriptor) = (pid.parse().ok()?, descriptor.parse().ok()?);
            Some(CoreBoardOffer { pid, descriptor, token: token.parse().ok()? })
        };
        let words: Vec<&str> = text.split(':').collect();
        let crowd = match words.as_slice() {
            ["no"] => Some(Crowd::No),
            ["yes"] => Some(Crowd::Yes(None)),
            ["yes", pid, descriptor, token] => {
                offer(pid, descriptor, token).map(|offer| Crowd::Yes(Some(offer)))
            }
            _ => None,
        };
        crowd.ok_or_else(|| format!("rank 0 has said {text:?}, not yes or no"))
    }
}

impl LauncherFacts {
    /// Rank 0 tells whether the job is crowded, before the processes meet. It counts the cores that
    /// Ferry's launcher has found, since itself it may be bound to some of them.
    pub(crate) fn tell_crowd(&mut self, configured: Option<bool>) -> Result<(), BootError> {
        let Some(launcher) = self.launcher.clone().filter(|_| self.is_together()) else {
            return Ok(());
        };
        if self.me != PeerId(0) {
            return Ok(());
        }
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        let cores = client.get(ferry_pmi::CORES_KEY);
        let put = cores.and_then(|cores| {
            let cores = cores.and_then(|number| number.parse().ok());
            let cores = cores.unwrap_or_else(ferry_sys::cores_shared);
            let crowd = match configured.unwrap_or(self.size as usize > cores) {
                true => Crowd::Yes(self.make_board()),
                false => Crowd::No,
            };
            client.put(ferry_pmi::CROWDED_KEY, &crowd.to_string())
        });
        put.map_err(|e| BootError::new("telling whether the host is crowded", e))
    }

    /// Without such memory the scheduler alone spreads the processes.
    fn make_board(&mut self) -> Option<CoreBoardOffer> {
        let token = u64::from_ne_bytes(crate::random().ok()?);
        let (board, offer) = CoreBoard::create(self.size as usize, token).ok()?;
        self.cores = Some(Arc::new(board));
        Some(offer)
    }

    /// Hears what rank 0 has told, once the processes have met.
    pub(crate) fn hear_crowd(&mut self) -> Result<(), BootError> {
        let Some(launcher) = self.launcher.as_ref().filter(|_| self.is_together()) else {
            return Ok(());
        };
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        let asking = |e: &dyn fmt::Display| {
            BootError::new("asking whether the host is crowded", e.to_string())
        };
        let told = client.get(ferry_pmi::CROWDED_KEY).map_err(|e| asking(&e))?;
        drop(client);
        // Where nothing was told rank 0 has died before it could, and the others go on.
        let crowd = told.map_or(Ok(Crowd::No), |told| told.parse()).map_err(|e| asking(&e))?;
        self.crowded = crowd != Crowd::No;
        if let (Crowd::Yes(Some(offer)), None) = (crowd, &self.cores) {
            let board = CoreBoard::open(offer, self.me.0 as usize, self.size as usize);
            self.cores = board.ok().map(Arc::new);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_heard() {
        let offer = CoreBoardOffer { pid: 12, descriptor: 7, token: u64::MAX };
        for crowd in [Crowd::No, Crowd::Yes(None), Crowd::Yes(Some(offer))] {
            assert_eq!(crowd.to_string().parse(), Ok(crowd));
        }
    }

    #[test]
    fn nonsense_is_named() {
        for text in ["", "maybe", "yes:1:2", "yes:1:2:-3", "yes:1:2:3:4", "no:1:2:3"] {
            let why = text.parse::<Crowd>().unwrap_err();
            assert!(why.contains("not yes or no"), "{why}");
        }
    }
}
