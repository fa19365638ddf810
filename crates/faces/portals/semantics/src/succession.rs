//! What an interface leaves to the next that is opened in its place: names that were given stay good for nothing.

/// Up to where generations were given in a place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Succession {
    /// The next of interfaces: how many were closed.
    pub(crate) interfaces: u32,
    /// The next of their objects.
    pub(crate) objects: u32,
    /// The last of their tokens.
    pub(crate) tokens: u32,
}

impl Succession {
    /// Of an interface of this generation: the next generations of its objects, and the last of its tokens.
    pub(crate) fn of<const N: usize>(generation: u32, objects: [u32; N], tokens: u32) -> Self {
        let objects = objects.into_iter().fold(0, u32::max);
        Succession { interfaces: generation.wrapping_add(1), objects, tokens }
    }
}
