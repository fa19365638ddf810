//! Connections of their own for [`MpLite::sync`]: what fills those of messages does not hold it up.

use crate::error::MpLiteError;
use crate::members::Participants;
use crate::process::MpLite;
use crate::reduction::ReductionKind;
use ferry_link::{Context, Directory};
use ferry_method::PeerId;
use ferry_sys::OwnedBuffer;
use std::mem::ManuallyDrop;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// How each process can be reached there, as it has told the others.
#[derive(Clone, Default)]
struct SharedTables(Arc<Mutex<Vec<Vec<u8>>>>);

impl Directory for SharedTables {
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String> {
        let tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tables.get(peer.0 as usize).cloned().ok_or_else(|| "it has told nothing".into())
    }
}

impl MpLite {
    /// The number of process 0 on the connections of [`MpLite::sync`], which are made when all processes
    /// first ask for them; 0 if some process could not make them: then those of messages serve.
    pub(crate) fn sync_links(&self) -> Result<u32, MpLiteError> {
        let mut known = self.ring.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(first) = *known {
            return Ok(first);
        }
        let first = self.make_sync_links()?;
        *known = Some(first);
        Ok(first)
    }

    /// The same without making any: for the last meeting of all.
    pub(crate) fn sync_links_there_are(&self) -> u32 {
        self.ring.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or(0)
    }

    fn make_sync_links(&self) -> Result<u32, MpLiteError> {
        let directory = SharedTables::default();
        let made = self.open_sync_links(directory.clone());
        let table = made.as_ref().map_or_else(|_| Vec::new(), |link| link.table().encode());
        let tables = self.share(&table)?;
        let have_all = tables.iter().all(|table| !table.is_empty());
        *directory.0.lock().unwrap_or_else(PoisonError::into_inner) = tables;
        let met = made.and_then(|link| if have_all { self.meet(link) } else { Ok(0..0) });
        let first = *met.as_ref().map_or(&0, |numbers| &numbers.start);
        // All or none: whoever has them tells nothing to those who do not.
        let common = self.least(i32::from(met.is_ok() && first != 0))?;
        if let Err(why) = met {
            self.journal().note(format_args!("no connections for MP_Sync: {why}"));
        }
        Ok(if common == 1 { first } else { 0 })
    }

    fn open_sync_links(&self, directory: SharedTables) -> Result<Context, String> {
        let (config, facts) = match (self.config(), self.home.facts()) {
            (Some(config), Some(facts)) if self.size() > 1 => (config, facts),
            _ => return Err("there is no launcher".into()),
        };
        let (identity, clock) = (self.home.identity(), self.clock());
        ferry_boot::links_beside(config, identity, facts, clock, Box::new(directory))
            .map_err(|why| why.to_string())
    }

    fn meet(&self, link: Context) -> Result<Range<u32>, String> {
        let numbers = self.home.meet(link).map_err(|why| why.to_string())?;
        self.home.state().two_sided.admit(numbers.end);
        Ok(numbers)
    }

    /// What each process has of something that may be of another length in each.
    fn share(&self, own: &[u8]) -> Result<Vec<Vec<u8>>, MpLiteError> {
        const WORD: usize = size_of::<u64>();
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default()) as usize;
        let lengths = self.gather_parts(&(own.len() as u64).to_le_bytes(), WORD)?;
        let lengths: Vec<usize> = lengths.chunks_exact(WORD).map(word).collect();
        let longest = lengths.iter().copied().max().unwrap_or(0).max(1);
        let all = self.gather_parts(own, longest)?;
        let parts = all.chunks_exact(longest).zip(lengths);
        Ok(parts.map(|(part, len)| part[..len].to_vec()).collect())
    }

    /// Parts of so many bytes, one of each process.
    fn gather_parts(&self, own: &[u8], part: usize) -> Result<Vec<u8>, MpLiteError> {
        let (start, all) = (part * self.node() as usize, part * self.size() as usize);
        // Where this ends early, something may still come into it.
        let buffer = ManuallyDrop::new(OwnedBuffer::new(all));
        let memory = buffer.arena(all);
        memory.write(start, own.len()).as_mut_slice().copy_from_slice(own);
        self.gather(memory, &Participants::all(self.size()))?;
        let parts = memory.read(0, all).as_slice().to_vec();
        drop(ManuallyDrop::into_inner(buffer));
        Ok(parts)
    }

    fn least(&self, own: i32) -> Result<i32, MpLiteError> {
        let buffer = ManuallyDrop::new(OwnedBuffer::new(size_of::<i32>()));
        let memory = buffer.arena(size_of::<i32>());
        memory.write(0, memory.len()).as_mut_slice().copy_from_slice(&own.to_ne_bytes());
        self.reduce::<i32>(memory, ReductionKind::Min, &Participants::all(self.size()))?;
        let least =
            memory.read(0, memory.len()).as_slice().try_into().map_or(0, i32::from_ne_bytes);
        drop(ManuallyDrop::into_inner(buffer));
        Ok(least)
    }
}
