//! What a process tells of a message that is part of a collective operation.

use super::call::NONE;
use crate::coll::{Types, VBlocks};
use crate::constants::{MPI_ERR_COUNT, MPI_ERR_TYPE};
use crate::datatype::named_word;
use crate::handle::DatatypeHandle;
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::Process;
use ferry_datatype::TypeWord;

/// What of a message a process tells: the type of its elements, and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Told {
    pub(super) word: u64,
    pub(super) bytes: u64,
}

impl Told {
    /// There is no message, or nothing is known of it.
    pub(super) const NOTHING: Told = Told { word: 0, bytes: NONE };

    pub(super) fn of(process: &Process, datatype: DatatypeHandle, count: u64) -> Self {
        let Some(entry) = process.types.get(datatype) else { return Told::NOTHING };
        let word = entry.typed.map_or(0, |typed| typed.word(count));
        Told { word, bytes: entry.datatype.size().saturating_mul(count) }
    }

    pub(super) fn sent(process: &Process, buffer: &SendBuffer) -> Self {
        Told::of(process, buffer.datatype, buffer.count)
    }

    pub(super) fn received(process: &Process, buffer: &RecvBuffer) -> Self {
        Told::of(process, buffer.datatype, buffer.count)
    }

    pub(super) fn is_nothing(self) -> bool {
        self.bytes == NONE
    }

    /// One for each block.
    pub(super) fn blocks(process: &Process, blocks: &VBlocks) -> Vec<Told> {
        let datatype = |index: usize| match &blocks.types {
            Types::One(handle) => *handle,
            Types::Each(handles) => handles[index],
        };
        let counts = blocks.counts.iter().enumerate();
        let told = |(index, count): (usize, &i64)| {
            u64::try_from(*count).map_or(Told::NOTHING, |n| Told::of(process, datatype(index), n))
        };
        counts.map(told).collect()
    }

    /// What is wrong with a message for which its two ends say this; the class, and a sentence.
    pub(super) fn differs(
        self,
        other: Told,
        (sends, receives): (&str, &str),
    ) -> Option<(i32, String)> {
        if self.is_nothing() || other.is_nothing() {
            return None;
        }
        if self.bytes != other.bytes {
            let text = format!("{sends} {} bytes, and {receives} {}", self.bytes, other.bytes);
            return Some((MPI_ERR_COUNT, text));
        }
        let words = [self, other].map(|told| TypeWord(told.word));
        (!words[0].agrees(words[1], self.bytes)).then(|| {
            let [sent, received] = words.map(named_word);
            (MPI_ERR_TYPE, format!("{sends} {sent}, and {receives} {received}"))
        })
    }
}
