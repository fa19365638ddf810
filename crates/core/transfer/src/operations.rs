//! What a caller asks of operations: are they done, how did they end, forget them.

use crate::request::{Label, Outcome, PlainOutcome, RequestId, RequestState, TransferFault};
use crate::transfer::Transfer;
use ferry_wire::PeerId;

impl Transfer {
    /// Whether an operation is complete; one that does not exist is.
    #[inline]
    pub fn is_done(&self, request: RequestId) -> bool {
        self.requests.get(request).is_none_or(|r| matches!(r.state, RequestState::Done))
    }

    /// Whether this names an operation.
    pub fn exists(&self, request: RequestId) -> bool {
        self.requests.get(request).is_some_and(|r| !matches!(r.state, RequestState::Free))
    }

    /// Whether this is a receive that no message has come for.
    pub fn awaits_message(&self, request: RequestId) -> bool {
        let state = self.requests.get(request).map(|r| &r.state);
        matches!(state, Some(RequestState::Recv(recv)) if !recv.is_filling())
    }

    /// The operation in slot `index`, for handles that carry no generation.
    pub fn request_at(&self, index: u32) -> Option<RequestId> {
        self.requests.at(index)
    }

    /// What the caller kept with an operation.
    pub fn label(&self, request: RequestId) -> Option<Label> {
        self.requests.get(request).map(|r| r.label)
    }

    /// Keeps something else with an operation.
    pub fn set_label(&mut self, request: RequestId, label: Label) {
        if let Some(slot) = self.requests.get_mut(request) {
            slot.label = label;
        }
    }

    /// What the caller kept with each operation, and whether it is complete.
    pub fn labels(&self) -> impl Iterator<Item = (Label, bool)> {
        self.requests.all().map(|r| (r.label, matches!(r.state, RequestState::Done)))
    }

    /// How a complete operation ended, without forgetting it.
    pub fn outcome(&self, request: RequestId) -> Option<&Outcome> {
        let slot = self.requests.get(request)?;
        matches!(slot.state, RequestState::Done).then_some(&slot.outcome)
    }

    /// Takes the outcome of a complete operation and forgets it.
    #[inline]
    pub fn take(&mut self, request: RequestId) -> Option<(Outcome, Label)> {
        let slot = self.requests.get_mut(request)?;
        if !matches!(slot.state, RequestState::Done) {
            return None;
        }
        let Outcome { source, tag, bytes, cancelled, ref mut fault } = slot.outcome;
        let outcome = Outcome { source, tag, bytes, cancelled, fault: fault.take() };
        let label = slot.label;
        self.requests.remove(request);
        Some((outcome, label))
    }

    /// The same of one that has neither failed nor was cancelled; `None`: it is none such, and nothing was done.
    #[inline]
    pub fn take_plain(&mut self, request: RequestId) -> Option<PlainOutcome> {
        let slot = self.requests.get_mut(request)?;
        let Outcome { source, tag, bytes, cancelled, ref fault } = slot.outcome;
        if !matches!(slot.state, RequestState::Done) || cancelled || fault.is_some() {
            return None;
        }
        let label = slot.label;
        self.requests.remove(request);
        Some(PlainOutcome { source, tag, bytes, label })
    }

    /// Names something that is made of several transfers and is complete when [`Transfer::close`] says so.
    pub fn open(&mut self, label: Label) -> RequestId {
        self.requests.insert(RequestState::Compound, label)
    }

    /// Ends what [`Transfer::open`] named.
    pub fn close(&mut self, request: RequestId, fault: Option<TransferFault>) {
        match fault {
            None => self.finish(request, Outcome::sent()),
            Some(fault) => self.fail(request, fault, Outcome::sent()),
        }
    }

    /// The same, with an outcome of its own.
    pub fn close_as(&mut self, request: RequestId, mut outcome: Outcome) {
        match outcome.fault.take() {
            None => self.finish(request, outcome),
            Some(fault) => self.fail(request, *fault, outcome),
        }
    }

    /// Nobody will ask for this operation again (`MPI_Request_free`).
    pub fn detach(&mut self, request: RequestId) {
        let Some(slot) = self.requests.get_mut(request) else { return };
        if matches!(slot.state, RequestState::Done) {
            self.requests.remove(request);
        } else {
            slot.detached = true;
        }
    }

    /// Forgets an operation, whatever its state.
    #[inline]
    pub fn forget(&mut self, request: RequestId) {
        self.requests.remove(request);
    }

    /// Ends an operation.
    #[inline]
    pub fn finish(&mut self, request: RequestId, outcome: Outcome) {
        let Some(slot) = self.requests.get_mut(request) else { return };
        slot.enter(RequestState::Done);
        slot.outcome = outcome;
        self.completed += 1;
        if slot.detached {
            self.requests.remove(request);
        }
    }

    /// Ends an operation that went wrong.
    #[cold]
    pub fn fail(&mut self, request: RequestId, fault: TransferFault, outcome: Outcome) {
        self.failed += 1;
        self.finish(request, Outcome { fault: Some(Box::new(fault)), ..outcome });
    }

    /// How many operations have failed since the start: while it stays the same, those that were looked
    /// at have not.
    #[inline]
    pub fn failures(&self) -> u64 {
        self.failed
    }

    /// How many operations have been completed since the start.
    #[inline]
    pub fn completed(&self) -> u64 {
        self.completed
    }

    /// Whether an operation is complete and has failed.
    pub fn has_failed(&self, request: RequestId) -> bool {
        self.outcome(request).is_some_and(|outcome| outcome.fault.is_some())
    }

    /// What the caller kept with operations that failed since their peer is lost and that nobody has
    /// asked for yet, and why they failed.
    pub fn unnoticed_losses(&self) -> impl Iterator<Item = (Label, &TransferFault)> {
        let done = self.requests.all().filter(|r| matches!(r.state, RequestState::Done));
        done.filter_map(|r| match r.outcome.fault.as_deref() {
            Some(fault @ TransferFault::Lost { .. }) => Some((r.label, fault)),
            _ => None,
        })
    }

    /// Whether a send to a peer is not complete.
    pub fn is_sending_to(&self, peer: PeerId) -> bool {
        let mut all = self.requests.all();
        all.any(|request| matches!(&request.state, RequestState::Send(send) if send.to == peer))
    }

    /// Whether data are under way: a send that is not complete, or a receive that has matched.
    pub fn is_transferring(&self) -> bool {
        if self.peers.iter().flatten().any(|peer| !peer.incoming.is_empty()) {
            return true;
        }
        self.requests.all().any(|request| match &request.state {
            RequestState::Send(_) => true,
            RequestState::Recv(recv) => recv.is_filling(),
            RequestState::Free | RequestState::Compound | RequestState::Done => false,
        })
    }
}
