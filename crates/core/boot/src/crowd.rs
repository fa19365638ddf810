//! A job of one host with more processes than cores: all of it know that alike, and on which cores they are.

use crate::error::BootError;
use crate::place::LauncherFacts;
use ferry_method::PeerId;
use ferry_sys::{CoreBoard, OfferedFile};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, PoisonError};

/// What rank 0 tells the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CrowdNews {
    No,
    /// Yes, and where they say on which cores they are, if there is such memory.
    Yes(Option<OfferedFile>),
}

impl fmt::Display for CrowdNews {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CrowdNews::No => f.write_str("no"),
            CrowdNews::Yes(None) => f.write_str("yes"),
            CrowdNews::Yes(Some(offer)) => {
                let [pid, descriptor, token] = offer.words();
                write!(f, "yes:{pid}:{descriptor}:{token}")
            }
        }
    }
}

impl FromStr for CrowdNews {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let offered = |words: &[&str]| {
            let numbers: Vec<u64> =
                words.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
            Some(OfferedFile::told(numbers.try_into().ok()?))
        };
        let words: Vec<&str> = text.split(':').collect();
        let crowd = match words.as_slice() {
            ["no"] => Some(CrowdNews::No),
            ["yes"] => Some(CrowdNews::Yes(None)),
            ["yes", offer @ ..] => offered(offer).map(|offer| CrowdNews::Yes(Some(offer))),
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
                true => CrowdNews::Yes(self.make_board()),
                false => CrowdNews::No,
            };
            client.put(ferry_pmi::CROWDED_KEY, &crowd.to_string())
        });
        put.map_err(|e| BootError::new("telling whether the host is crowded", e))
    }

    /// Without such memory the scheduler alone spreads the processes.
    fn make_board(&mut self) -> Option<OfferedFile> {
        let (board, offer) = CoreBoard::create(self.size as usize).ok()?;
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
        let crowd = told.map_or(Ok(CrowdNews::No), |told| told.parse()).map_err(|e| asking(&e))?;
        self.crowded = crowd != CrowdNews::No;
        if let (CrowdNews::Yes(Some(offer)), None) = (crowd, &self.cores) {
            let board = CoreBoard::open(&offer, self.me.0 as usize, self.size as usize);
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
        let offer = OfferedFile::told([12, 7, u64::MAX]);
        for crowd in [CrowdNews::No, CrowdNews::Yes(None), CrowdNews::Yes(Some(offer))] {
            assert_eq!(crowd.to_string().parse(), Ok(crowd));
        }
    }

    #[test]
    fn nonsense_is_named() {
        for text in ["", "maybe", "yes:1:2", "yes:1:2:-3", "yes:1:2:3:4", "no:1:2:3"] {
            let why = text.parse::<CrowdNews>().unwrap_err();
            assert!(why.contains("not yes or no"), "{why}");
        }
    }
}
