//! Counters, and the operations that wait for them.

use crate::four::triggered::TriggeredOperation;
use std::collections::BTreeMap;

/// What a counter has counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CounterValue {
    /// What went well: operations or bytes.
    pub success: u64,
    /// Operations that did not.
    pub failure: u64,
}

impl CounterValue {
    /// What is compared with thresholds.
    pub fn reached(self) -> u64 {
        self.success.saturating_add(self.failure)
    }
}

#[derive(Debug, Default)]
pub(crate) struct NiCounter {
    pub(crate) value: CounterValue,
    /// What waits, by threshold and then in the order of the calls.
    waiting: BTreeMap<(u64, u64), TriggeredOperation>,
    calls: u64,
}

impl NiCounter {
    pub(crate) fn add(&mut self, more: CounterValue) {
        self.value.success = self.value.success.wrapping_add(more.success);
        self.value.failure = self.value.failure.wrapping_add(more.failure);
    }

    /// Whether an operation that waits is to be started.
    pub(crate) fn has_ready(&self) -> bool {
        let first = self.waiting.first_key_value();
        first.is_some_and(|((threshold, _), _)| *threshold <= self.value.reached())
    }

    /// The next operation whose threshold is reached.
    pub(crate) fn take_ready(&mut self) -> Option<TriggeredOperation> {
        self.has_ready().then(|| self.waiting.pop_first())?.map(|(_, operation)| operation)
    }

    pub(crate) fn wait(&mut self, threshold: u64, operation: TriggeredOperation) {
        self.calls += 1;
        self.waiting.insert((threshold, self.calls), operation);
    }

    /// All that wait, which do so no longer.
    pub(crate) fn cancel(&mut self) -> Vec<TriggeredOperation> {
        std::mem::take(&mut self.waiting).into_values().collect()
    }
}
