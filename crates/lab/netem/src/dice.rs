//! Chance, from a seed.

use fastrand::Rng;

use crate::units::Probability;

/// One source per kind of mishap, so that asking for jitter does not change which packets are lost.
#[derive(Debug, Clone)]
pub(crate) struct Dice {
    pub(crate) loss: Rng,
    pub(crate) delay: Rng,
    pub(crate) order: Rng,
    pub(crate) copy: Rng,
    pub(crate) damage: Rng,
}

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        let mut parent = Rng::with_seed(seed);
        Self {
            loss: parent.fork(),
            delay: parent.fork(),
            order: parent.fork(),
            copy: parent.fork(),
            damage: parent.fork(),
        }
    }
}

/// Whether something of this probability happens.
pub(crate) fn happens(rng: &mut Rng, share: Probability) -> bool {
    share.get() > 0.0 && rng.f64() < share.get()
}

/// A seed of its own for the `index`th of several things that share one.
pub(crate) fn derived(seed: u64, index: u64) -> u64 {
    let mut rng = Rng::with_seed(seed ^ index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    rng.u64(..)
}
