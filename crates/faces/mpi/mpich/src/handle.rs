//! MPICH's handles. Predefined ones are constants of its header. A made one is the integer that the standard's function
//! `MPI_*_toint` gives, with the highest bit set: no predefined handle of a kind has that form, but those of five
//! datatypes, which lie beyond all numbers of made ones.

use core::ffi::c_int;
use std::marker::PhantomData;

use ferry_abi::entry::On;
use ferry_foreign::abi::{NOBODY, Native, NativeRequest, Numbered};
use ferry_mpi::handle::{FileHandle, Handle, PREDEFINED_END, RequestHandle, kind};
use ferry_mpi::lane::Lane;
use ferry_mpi::process::Process;
use ferry_mpi::request::RequestForm;

use crate::generated::handles;

/// The highest bit.
const MADE: u32 = 1 << 31;

/// A handle that is an `int`.
#[repr(transparent)]
pub struct IntHandle<K>(c_int, PhantomData<fn() -> K>);

impl<K> Clone for IntHandle<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for IntHandle<K> {}

impl<K> PartialEq for IntHandle<K> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

/// A kind whose handles are `int`s.
pub trait IntKind: Numbered {
    /// The standard's number of a predefined handle.
    fn predefined(handle: u32) -> Option<usize>;
    /// The predefined handle of a standard's number.
    fn predefined_of(number: usize) -> Option<u32>;
}

fn find(table: &[(u32, usize)], handle: u32) -> Option<usize> {
    table.iter().find(|(own, _)| *own == handle).map(|(_, number)| *number)
}

fn find_own(table: &[(u32, usize)], number: usize) -> Option<u32> {
    table.iter().find(|(_, standard)| *standard == number).map(|(own, _)| *own)
}

macro_rules! kinds {
    ($($kind:ident $table:ident;)*) => { $(
        impl IntKind for kind::$kind {
            #[inline]
            fn predefined(handle: u32) -> Option<usize> {
                find(handles::$table, handle)
            }

            #[inline]
            fn predefined_of(number: usize) -> Option<u32> {
                find_own(handles::$table, number)
            }
        }
    )* };
}

kinds! {
    Comm COMM;
    Group GROUP;
    Op OP;
    Request REQUEST;
    Message MESSAGE;
    Info INFO;
    Errhandler ERRHANDLER;
    Win WIN;
    Session SESSION;
}

/// Places for all predefined datatypes, by their lowest byte and their highest bit; each has one of its own.
const PLACES: usize = 512;

const fn place(handle: u32) -> usize {
    // The null datatype has the lowest byte of none, and the kinds of the others differ in the highest bit.
    handle.rotate_left(1) as usize % PLACES
}

const DATATYPES: [(u32, u16); PLACES] = {
    let mut places = [(0, 0); PLACES];
    let mut at = 0;
    // A free place has a handle of another place, so that one comparison is enough.
    while at < PLACES {
        places[at].0 = ((at ^ 2) as u32).rotate_right(1);
        at += 1;
    }
    at = 0;
    while at < handles::DATATYPE.len() {
        let (own, number) = handles::DATATYPE[at];
        assert!(places[place(own)].1 == 0, "two datatypes in one place");
        places[place(own)] = (own, number as u16);
        at += 1;
    }
    places
};

static DATATYPE_PLACES: [(u32, u16); PLACES] = DATATYPES;

impl IntKind for kind::Datatype {
    #[inline]
    fn predefined(handle: u32) -> Option<usize> {
        let (own, number) = DATATYPE_PLACES[place(handle)];
        (own == handle).then_some(usize::from(number))
    }

    #[inline]
    fn predefined_of(number: usize) -> Option<u32> {
        find_own(handles::DATATYPE, number)
    }
}

impl<K: IntKind> Native for IntHandle<K> {
    type Kind = K;

    #[inline]
    fn inward(self) -> Handle<K> {
        let own = self.0 as u32;
        match K::predefined(own) {
            Some(number) => Handle::new(number),
            // The integers of predefined objects have other handles here.
            None => made(own).map_or(Handle::new(NOBODY), K::find),
        }
    }

    #[inline]
    fn outward(handle: Handle<K>) -> Self {
        let own = match handle.is_predefined() {
            true => K::predefined_of(handle.0).unwrap_or(0),
            false => MADE | handle.0 as u32,
        };
        IntHandle(own as c_int, PhantomData)
    }

    #[inline]
    fn to_integer(self) -> c_int {
        self.0
    }

    #[inline]
    fn from_integer(integer: c_int) -> Self {
        IntHandle(integer, PhantomData)
    }
}

/// The integer that `MPI_Request_toint` gives for a made request, if this handle is one's.
#[inline]
fn made(handle: u32) -> Option<c_int> {
    let number = handle & !MADE;
    (number != handle && number as usize >= PREDEFINED_END).then_some(number as c_int)
}

impl RequestForm for IntHandle<kind::Request> {
    #[inline]
    fn made(handle: RequestHandle) -> Self {
        IntHandle((MADE | handle.0 as u32) as c_int, PhantomData)
    }

    #[inline]
    fn lane(&self) -> Option<Lane> {
        made(self.0 as u32).map(Lane::of_integer)
    }

    #[inline]
    fn request(&self, process: &Process) -> RequestHandle {
        let own = self.0 as u32;
        match made(own) {
            Some(number) => process.request_from_fortran(number),
            None => Handle::new(kind::Request::predefined(own).unwrap_or(NOBODY)),
        }
    }

    #[inline]
    fn clear(&mut self) {
        *self = IntHandle::outward(RequestHandle::NULL);
    }
}

impl NativeRequest for IntHandle<kind::Request> {
    #[inline]
    fn on(self) -> On {
        made(self.0 as u32).map_or(On::Nothing, On::RequestNumber)
    }
}

/// A handle of a file, which MPICH has as an address: the standard's value, and 0 for none.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FileAddress(usize);

impl Native for FileAddress {
    type Kind = kind::File;

    #[inline]
    fn inward(self) -> FileHandle {
        match self.0 {
            0 => FileHandle::NULL,
            value if Handle::<kind::File>::new(value).is_predefined() => Handle::new(NOBODY),
            value => Handle::new(value),
        }
    }

    #[inline]
    fn outward(handle: FileHandle) -> Self {
        FileAddress(if handle == FileHandle::NULL { 0 } else { handle.0 })
    }

    fn to_integer(self) -> c_int {
        if self.0 == 0 { 0 } else { kind::File::integer(self.inward()) }
    }

    fn from_integer(integer: c_int) -> Self {
        FileAddress::outward(kind::File::find(integer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_mpi::constants::*;
    use ferry_mpi::handle::{CommHandle, DatatypeHandle};

    fn round<K: IntKind>(table: &[(u32, usize)]) {
        for (own, number) in table {
            let handle = IntHandle::<K>(*own as c_int, PhantomData);
            assert_eq!(handle.inward(), Handle::new(*number), "{own:#x}");
            assert_eq!(
                IntHandle::<K>::outward(Handle::new(*number)).0,
                *own as c_int,
                "{number:#x}"
            );
        }
    }

    #[test]
    fn predefined_handles_go_both_ways() {
        round::<kind::Comm>(handles::COMM);
        round::<kind::Group>(handles::GROUP);
        round::<kind::Datatype>(handles::DATATYPE);
        round::<kind::Op>(handles::OP);
        round::<kind::Request>(handles::REQUEST);
        round::<kind::Message>(handles::MESSAGE);
        round::<kind::Info>(handles::INFO);
        round::<kind::Errhandler>(handles::ERRHANDLER);
        round::<kind::Win>(handles::WIN);
        round::<kind::Session>(handles::SESSION);
        assert_eq!(handles::DATATYPE.len(), 71, "all of the standard ABI");
    }

    #[test]
    fn values_are_those_of_the_header() {
        let int = IntHandle::<kind::Datatype>(0x4c000405, PhantomData);
        assert_eq!(int.inward(), DatatypeHandle::new(MPI_INT));
        let world = IntHandle::<kind::Comm>(0x44000000, PhantomData);
        assert_eq!(world.inward(), CommHandle::new(MPI_COMM_WORLD));
        assert_eq!(IntHandle::<kind::Request>::outward(RequestHandle::NULL).0, 0x2c000000);
        assert_eq!(FileAddress(0).inward(), FileHandle::NULL);
    }

    #[test]
    fn any_bits_make_a_handle() {
        for own in [0, 1, -1, 0x0400_0001, 0x4c00_0500, i32::MIN, i32::MAX] {
            let comm = IntHandle::<kind::Comm>(own, PhantomData).inward();
            let datatype = IntHandle::<kind::Datatype>(own, PhantomData).inward();
            assert!(comm == CommHandle::NULL || comm.0 == NOBODY, "{own:#x}: {comm:?}");
            assert!(
                datatype == DatatypeHandle::NULL || datatype.0 == NOBODY,
                "{own:#x}: {datatype:?}"
            );
        }
    }

    #[test]
    fn made_handles_come_back() {
        let made = ferry_mpi::info::create(ferry_mpi::info::Info::new());
        let own = IntHandle::<kind::Info>::outward(made);
        assert!(own.0 < 0);
        assert_eq!(own.inward(), made);
        assert_eq!(IntHandle::<kind::Info>::from_integer(own.to_integer()).inward(), made);
        ferry_mpi::info::free(made).unwrap();
    }
}
