//! How a link behaves.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::jitter::Jitter;
use crate::loss::Loss;
use crate::reorder::Reorder;
use crate::units::{Probability, Rate, Size, Span};

/// How a link behaves. What is not said is perfect: nothing lost, no delay, any rate.
///
/// The same form says how a link is to change: what is not said then stays ([`LinkSettings::with`]).
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkSettings {
    /// Packets that never arrive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<Loss>,
    /// Time from the end of sending to arrival.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay: Option<Span>,
    /// Time beyond that, drawn for each packet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jitter: Option<Jitter>,
    /// Packets held back and overtaken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reorder: Option<Reorder>,
    /// Packets that arrive twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate: Option<Probability>,
    /// Packets of which one bit is inverted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrupt: Option<Probability>,
    /// Bits that pass in a second; packets that come faster wait in the queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<Rate>,
    /// Bytes that may wait for the line, [`LinkSettings::QUEUE`] unless said; packets beyond are dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<Size>,
    /// Bytes of the largest packet that passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mtu: Option<u32>,
}

impl LinkSettings {
    /// Bytes that may wait for the line where nothing else is said.
    pub const QUEUE: Size = Size(1 << 20);

    /// These settings, with what `change` says in their place.
    #[must_use]
    pub fn with(&self, change: &Self) -> Self {
        Self {
            loss: change.loss.or(self.loss),
            delay: change.delay.or(self.delay),
            jitter: change.jitter.or(self.jitter),
            reorder: change.reorder.or(self.reorder),
            duplicate: change.duplicate.or(self.duplicate),
            corrupt: change.corrupt.or(self.corrupt),
            rate: change.rate.or(self.rate),
            queue: change.queue.or(self.queue),
            mtu: change.mtu.or(self.mtu),
        }
    }

    /// Only what a line itself limits: rate, queue and MTU.
    #[must_use]
    pub fn line_only(&self) -> Self {
        Self { rate: self.rate, queue: self.queue, mtu: self.mtu, ..Self::default() }
    }

    pub(crate) fn base_delay(&self) -> Duration {
        self.delay.unwrap_or_default().0
    }

    pub(crate) fn queue_bytes(&self) -> u64 {
        self.queue.unwrap_or(Self::QUEUE).0
    }
}

/// Setters for use in a chain.
impl LinkSettings {
    /// Sets [`LinkSettings::loss`].
    #[must_use]
    pub fn loss(self, loss: Loss) -> Self {
        Self { loss: Some(loss), ..self }
    }

    /// Sets [`LinkSettings::delay`].
    #[must_use]
    pub fn delay(self, delay: Span) -> Self {
        Self { delay: Some(delay), ..self }
    }

    /// Sets [`LinkSettings::jitter`].
    #[must_use]
    pub fn jitter(self, jitter: Jitter) -> Self {
        Self { jitter: Some(jitter), ..self }
    }

    /// Sets [`LinkSettings::reorder`].
    #[must_use]
    pub fn reorder(self, reorder: Reorder) -> Self {
        Self { reorder: Some(reorder), ..self }
    }

    /// Sets [`LinkSettings::duplicate`].
    #[must_use]
    pub fn duplicate(self, share: Probability) -> Self {
        Self { duplicate: Some(share), ..self }
    }

    /// Sets [`LinkSettings::corrupt`].
    #[must_use]
    pub fn corrupt(self, share: Probability) -> Self {
        Self { corrupt: Some(share), ..self }
    }

    /// Sets [`LinkSettings::rate`].
    #[must_use]
    pub fn rate(self, rate: Rate) -> Self {
        Self { rate: Some(rate), ..self }
    }

    /// Sets [`LinkSettings::queue`].
    #[must_use]
    pub fn queue(self, queue: Size) -> Self {
        Self { queue: Some(queue), ..self }
    }

    /// Sets [`LinkSettings::mtu`], in bytes.
    #[must_use]
    pub fn mtu(self, mtu: u32) -> Self {
        Self { mtu: Some(mtu), ..self }
    }
}
