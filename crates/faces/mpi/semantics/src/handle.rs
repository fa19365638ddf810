//! Handles are the standard ABI's own values (MPI-5.0 §20): predefined objects are the small
//! integers of the ABI's table, made objects are numbers beyond them. No conversion tables.

use std::fmt;
use std::marker::PhantomData;

/// Below this value handles are predefined by the ABI.
pub const PREDEFINED_END: usize = 0x1000;

/// A handle of an object of kind `K`, laid out as a C pointer.
#[repr(transparent)]
pub struct Handle<K>(pub usize, PhantomData<fn() -> K>);

impl<K> Handle<K> {
    /// The handle with the ABI value `value`.
    pub const fn new(value: usize) -> Self {
        Handle(value, PhantomData)
    }

    /// Whether the ABI itself defines this value.
    pub const fn is_predefined(self) -> bool {
        self.0 < PREDEFINED_END
    }
}

impl<K> Clone for Handle<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Handle<K> {}

impl<K> PartialEq for Handle<K> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K> Eq for Handle<K> {}

impl<K> std::hash::Hash for Handle<K> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<K> fmt::Debug for Handle<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

/// Kinds of objects, as type parameters of [`Handle`].
pub mod kind {
    macro_rules! kinds {
        ($($(#[$doc:meta])* $name:ident),* $(,)?) => { $($(#[$doc])* pub enum $name {})* };
    }
    kinds!(
        /// Communicators.
        Comm,
        /// Groups.
        Group,
        /// Datatypes.
        Datatype,
        /// Reduction operations.
        Op,
        /// Requests.
        Request,
        /// Matched messages (MPI-5.0 §3.8.2).
        Message,
        /// Info objects.
        Info,
        /// Error handlers.
        Errhandler,
        /// Windows.
        Win,
        /// Files.
        File,
        /// Sessions.
        Session,
    );
}

macro_rules! aliases {
    ($($name:ident = $kind:ident: null $null:literal;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($kind), "`.")]
        pub type $name = Handle<kind::$kind>;
        impl Handle<kind::$kind> {
            #[doc = concat!("The null handle of this kind.")]
            pub const NULL: Self = Handle::new($null);
        }
    )* };
}

aliases! {
    CommHandle = Comm: null 0x100;
    GroupHandle = Group: null 0x108;
    DatatypeHandle = Datatype: null 0x200;
    OpHandle = Op: null 0x20;
    RequestHandle = Request: null 0x180;
    MessageHandle = Message: null 0x128;
    InfoHandle = Info: null 0x130;
    ErrhandlerHandle = Errhandler: null 0x140;
    WinHandle = Win: null 0x110;
    FileHandle = File: null 0x118;
    SessionHandle = Session: null 0x120;
}
