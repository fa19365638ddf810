//! Agreements under way in this process, and what other processes still ask about those that are over.

use crate::comm::Comm;
use crate::comm::idup::everyone;
use crate::constants::MPI_ERR_NOT_SAME;
use crate::error::Error;
use crate::group::Group;
use crate::process::Process;
use ferry_consensus::{Agreement, AgreementMessage, Joined, Outcome, RankSet};
use ferry_two_sided::Notice;
use ferry_wire::{ContextId, PeerId, Reader};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// `MPIX_Comm_agree` or its non-blocking form.
pub(super) const AGREE: u8 = 1;
/// `MPIX_Comm_shrink` or its non-blocking form.
pub(super) const SHRINK: u8 = 2;

/// So many agreements may have begun elsewhere and not here.
const EARLY: usize = 1 << 14;
/// So many words of a process are kept for one: it offers, asks, proposes and decides once at most.
const WORDS: usize = 8;

/// What one process brings to an agreement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Contribution {
    /// Bits that all of a group must have; of the one group, or of the two in the order of [`everyone`].
    pub(super) flags: [i32; 2],
    /// Failures that the program knows of, by rank; those that all know of count.
    pub(super) acked: RankSet,
    /// The largest of these is taken.
    pub(super) number: u64,
    /// Whether one says so.
    pub(super) is_raised: bool,
    /// What calls take part: [`AGREE`], [`SHRINK`], or both by mistake.
    pub(super) calls: u8,
    /// The first agreement of the communicator that somebody has not ended.
    pub(super) oldest: u32,
}

impl Contribution {
    /// One that changes nothing, of a call.
    pub(super) fn of_call(calls: u8) -> Self {
        let (flags, acked) = ([-1; 2], RankSet::default());
        Contribution { flags, acked, number: 0, is_raised: false, calls, oldest: u32::MAX }
    }

    /// The error of all where the processes have made different calls.
    pub(super) fn mixture(&self) -> Option<Error> {
        let text = "MPIX_Comm_agree at some processes of the communicator has met MPIX_Comm_shrink at others: all must \
                    make these calls in one order";
        (self.calls == AGREE | SHRINK).then(|| Error::new(MPI_ERR_NOT_SAME, text))
    }
}

impl Joined for Contribution {
    fn join(&mut self, other: &Self) {
        self.flags.iter_mut().zip(other.flags).for_each(|(here, there)| *here &= there);
        self.acked.keep_common(&other.acked);
        self.number = self.number.max(other.number);
        self.is_raised |= other.is_raised;
        self.calls |= other.calls;
        self.oldest = self.oldest.min(other.oldest);
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.flags.iter().flat_map(|flags| flags.to_le_bytes()));
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(self.oldest.to_le_bytes());
        bytes.extend([self.is_raised.into(), self.calls]);
        self.acked.write(bytes);
    }

    fn read(reader: &mut Reader<'_>, size: u32) -> Option<Self> {
        let flags = [reader.u32().ok()?, reader.u32().ok()?].map(u32::cast_signed);
        let (number, oldest) = (reader.u64().ok()?, reader.u32().ok()?);
        let (is_raised, calls) = (reader.u8().ok()? != 0, reader.u8().ok()?);
        let acked = RankSet::read(reader, size)?;
        Some(Contribution { flags, acked, number, is_raised, calls, oldest })
    }
}

/// Which agreement: that of number `number` on a communicator, begun in one order everywhere, and which of its
/// passes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct AgreementKey {
    context: ContextId,
    pub(super) number: u32,
    pass: u32,
}

impl AgreementKey {
    /// As notices carry it; their second word is 0 where they are of no agreement.
    fn words(self) -> [u64; 2] {
        [u64::from(self.context.0) | u64::from(self.number) << 32, u64::from(self.pass) + 1]
    }

    fn of_words(words: [u64; 2]) -> Option<Self> {
        let pass = u32::try_from(words[1].checked_sub(1)?).ok()?;
        Some(AgreementKey {
            context: ContextId(words[0] as u32),
            number: (words[0] >> 32) as u32,
            pass,
        })
    }

    /// The next pass of the same.
    pub(super) fn next_pass(self) -> Self {
        AgreementKey { pass: self.pass + 1, ..self }
    }
}

/// This process's part in an agreement.
struct Running {
    members: Arc<Group>,
    agreement: Agreement<Contribution>,
}

/// Agreements by their names.
#[derive(Default)]
pub(crate) struct Agreements {
    /// Those begun here. One that is over stays while others may not know its outcome.
    running: BTreeMap<AgreementKey, Running>,
    /// Words for those that have not begun here.
    early: BTreeMap<AgreementKey, Vec<(PeerId, Vec<u8>)>>,
    /// How many each communicator has had.
    begun: HashMap<ContextId, u32>,
    /// Those that this process has not ended, by communicator.
    open: BTreeSet<(ContextId, u32)>,
}

impl Agreements {
    /// The name of the next one on a communicator.
    pub(super) fn next(&mut self, comm: &Comm) -> AgreementKey {
        let number = self.begun.entry(comm.context).or_default();
        let key = AgreementKey { context: comm.context, number: *number, pass: 0 };
        *number = number.wrapping_add(1);
        self.open.insert((key.context, key.number));
        key
    }

    /// This process needs nothing more of it.
    pub(super) fn end(&mut self, key: AgreementKey) {
        self.open.remove(&(key.context, key.number));
    }

    /// The first of a communicator that this process has not ended.
    fn oldest(&self, context: ContextId) -> u32 {
        let mut open = self.open.range((context, 0)..=(context, u32::MAX));
        open.next().map_or(u32::MAX, |(_, number)| *number)
    }

    /// Keeps a word for an agreement that has not begun here.
    fn keep_early(&mut self, key: AgreementKey, from: PeerId, text: Vec<u8>) {
        if self.early.len() >= EARLY && !self.early.contains_key(&key) {
            return;
        }
        let words = self.early.entry(key).or_default();
        if words.iter().filter(|(of, _)| *of == from).count() < WORDS {
            words.push((from, text));
        }
    }

    /// Whether this process has ended it and all others have, too.
    fn is_over(&self, key: AgreementKey) -> bool {
        let is_begun = self.begun.get(&key.context).is_some_and(|begun| key.number < *begun);
        is_begun && !self.open.contains(&(key.context, key.number))
    }

    /// Nobody asks about earlier ones of a communicator any more.
    fn forget_before(&mut self, context: ContextId, number: u32) {
        self.running.retain(|key, running| {
            let is_old = key.context == context && key.number < number;
            !is_old || running.agreement.outcome().is_none()
        });
    }
}

impl Process {
    /// Begins an agreement of all members of a communicator, both groups of an intercommunicator.
    pub(super) fn begin_agreement(&mut self, comm: &Comm, key: AgreementKey, own: Contribution) {
        let members = Arc::new(everyone(self, comm));
        let failed = self.failures.known.iter().filter_map(|peer| members.rank_of(*peer)).collect();
        let own = Contribution { oldest: self.failures.agreements.oldest(key.context), ..own };
        let (mut out, me) = (Vec::new(), members.rank().unwrap_or(0));
        let mut agreement = Agreement::begin(members.size(), me, own, failed, &mut out);
        for (from, text) in self.failures.agreements.early.remove(&key).unwrap_or_default() {
            receive(&members, &mut agreement, from, &text, &mut out);
        }
        self.failures
            .agreements
            .running
            .insert(key, Running { members: members.clone(), agreement });
        self.failures.agreed += 1;
        self.say(&members, key, out);
        self.runtime.face.flush(&mut self.runtime.links);
    }

    /// The outcome of an agreement, if it is over: everybody has it alike. Who it says has failed is known here
    /// from now on.
    pub(super) fn agreement_outcome(
        &mut self,
        key: AgreementKey,
    ) -> Option<(Outcome<Contribution>, Arc<Group>)> {
        let running = self.failures.agreements.running.get(&key)?;
        let (outcome, members) = (running.agreement.outcome()?.clone(), running.members.clone());
        for peer in outcome.failed.iter().filter_map(|rank| members.peer(rank)) {
            if peer != self.identity.me {
                self.note_failure(peer, "an agreement has found that it has failed");
            }
        }
        self.note_losses();
        self.failures.agreements.forget_before(key.context, outcome.value.oldest);
        Some((outcome, members))
    }

    /// Ranks among these members of the failures that a communicator's program has acknowledged.
    pub(super) fn acked_ranks(&self, comm: &Comm) -> RankSet {
        let members = everyone(self, comm);
        let count = self.comms.get(comm.handle).map_or(0, |entry| entry.acked);
        self.failures.of(comm).take(count).filter_map(|peer| members.rank_of(peer)).collect()
    }

    /// A process has failed: agreements may depend on it.
    pub(super) fn tell_agreements(&mut self, peer: PeerId) {
        let mut said = Vec::new();
        for (key, running) in &mut self.failures.agreements.running {
            let Some(rank) = running.members.rank_of(peer) else { continue };
            let mut out = Vec::new();
            running.agreement.note_death(rank, &mut out);
            said.push((running.members.clone(), *key, out));
        }
        said.into_iter().for_each(|(members, key, out)| self.say(&members, key, out));
    }

    /// Words of another library have come.
    pub(super) fn heed_notice(&mut self, notice: Notice) {
        let Notice { from, words, text } = notice;
        let Some(key) = AgreementKey::of_words(words) else {
            return self.heed_revocation(from, ContextId(words[0] as u32));
        };
        let Some(running) = self.failures.agreements.running.get_mut(&key) else {
            let agreements = &mut self.failures.agreements;
            if !agreements.is_over(key) {
                agreements.keep_early(key, from, text);
            }
            return;
        };
        let mut out = Vec::new();
        receive(&running.members, &mut running.agreement, from, &text, &mut out);
        let members = running.members.clone();
        self.say(&members, key, out);
    }

    fn say(
        &mut self,
        members: &Group,
        key: AgreementKey,
        out: Vec<(u32, AgreementMessage<Contribution>)>,
    ) {
        for (rank, message) in out {
            if let Some(peer) = members.peer(rank) {
                self.runtime.face.send_notice(peer, key.words(), message.to_bytes());
            }
        }
    }
}

/// Hands what a member has said to an agreement.
fn receive(
    members: &Group,
    agreement: &mut Agreement<Contribution>,
    from: PeerId,
    text: &[u8],
    out: &mut Vec<(u32, AgreementMessage<Contribution>)>,
) {
    let Some(rank) = members.rank_of(from) else { return };
    if let Some(message) = AgreementMessage::of_bytes(text, members.size()) {
        agreement.receive(rank, message, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ranks(of: &[u32]) -> RankSet {
        of.iter().copied().collect()
    }

    #[test]
    fn contributions_join_in_any_order() {
        let one = Contribution {
            flags: [6, -1],
            acked: ranks(&[1, 3]),
            oldest: 4,
            ..Contribution::of_call(AGREE)
        };
        let other = Contribution {
            flags: [3, 5],
            acked: ranks(&[3, 5]),
            number: 9,
            ..Contribution::of_call(AGREE)
        };
        let (mut here, mut there) = (one.clone(), other.clone());
        here.join(&other);
        there.join(&one);
        assert_eq!(here, there);
        assert_eq!(
            (here.flags, here.acked.clone(), here.number, here.oldest),
            ([2, 5], ranks(&[3]), 9, 4)
        );
        assert!(here.mixture().is_none());
        here.join(&Contribution::of_call(SHRINK));
        assert_eq!(here.mixture().unwrap().code, MPI_ERR_NOT_SAME);
    }

    #[test]
    fn names_travel_and_revocations_have_none() {
        let key = AgreementKey { context: ContextId(7), number: u32::MAX, pass: 3 };
        assert_eq!(AgreementKey::of_words(key.words()), Some(key));
        assert_eq!(AgreementKey::of_words([7, 0]), None);
        assert_eq!(AgreementKey::of_words([7, u64::MAX]), None);
        assert!(key.next_pass() > key);
    }

    #[test]
    fn early_words_are_bounded() {
        let mut agreements = Agreements::default();
        let key = |number| AgreementKey { context: ContextId(0), number, pass: 0 };
        for number in 0..2 * EARLY as u32 {
            agreements.keep_early(key(number), PeerId(1), Vec::new());
        }
        for _ in 0..100 {
            agreements.keep_early(key(5), PeerId(2), Vec::new());
        }
        assert_eq!(agreements.early.len(), EARLY);
        assert_eq!(agreements.early[&key(5)].len(), 1 + WORDS);
    }

    proptest! {
        #[test]
        fn contributions_travel(flags in any::<[i32; 2]>(), number in any::<u64>(), oldest in any::<u32>(),
            acked in proptest::collection::btree_set(0u32..9, 0..9), is_raised in any::<bool>()) {
            let acked = acked.into_iter().collect();
            let sent = Contribution { flags, acked, number, is_raised, oldest, ..Contribution::of_call(SHRINK) };
            let mut bytes = Vec::new();
            sent.write(&mut bytes);
            prop_assert_eq!(Contribution::read(&mut Reader::new(&bytes), 9), Some(sent));
        }

        #[test]
        fn any_bytes_are_borne(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = AgreementMessage::<Contribution>::of_bytes(&bytes, 5);
        }
    }
}
