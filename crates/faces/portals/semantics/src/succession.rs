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
