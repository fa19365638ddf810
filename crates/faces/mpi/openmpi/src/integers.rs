//! Handles as integers of Fortran (MPI-5.0 §19.3.4): predefined ones have those that Open MPI's `mpif.h` says, which
//! Fortran programs were compiled with. Made ones have the standard ABI's, which are far from these.

use core::ffi::c_int;

use ferry_foreign::abi::Numbered;
use ferry_mpi::handle::{Handle, kind};

use crate::generated::handles;
use crate::objects::NUMBERS;

/// Beyond all integers of predefined handles.
const INTEGERS: usize = 80;

/// The predefined handles of a kind: the standard's number of each integer, and the integer of each number.
pub struct IntegerTable {
    /// No number has 0.
    numbers: [u16; INTEGERS],
    integers: [i8; NUMBERS],
}

impl IntegerTable {
    const fn new(pairs: &[(c_int, usize)]) -> Self {
        let mut table = IntegerTable { numbers: [0; INTEGERS], integers: [-1; NUMBERS] };
        let mut at = 0;
        while at < pairs.len() {
            let (integer, number) = pairs[at];
            table.numbers[integer as usize] = number as u16;
            table.integers[number] = integer as i8;
            at += 1;
        }
        table
    }
}

/// A kind of objects of which some have integers of Open MPI's.
pub trait OwnIntegers: Numbered {
    /// Its predefined handles.
    const TABLE: &'static IntegerTable;
}

macro_rules! tables {
    ($($kind:ident $pairs:ident;)*) => { $(
        impl OwnIntegers for kind::$kind {
            const TABLE: &'static IntegerTable = {
                static TABLE: IntegerTable = IntegerTable::new(handles::$pairs);
                &TABLE
            };
        }
    )* };
}

tables! {
    Comm COMM;
    Group GROUP;
    Datatype DATATYPE;
    Op OP;
    Request REQUEST;
    Message MESSAGE;
    Info INFO;
    Errhandler ERRHANDLER;
    Win WIN;
    File FILE;
    Session SESSION;
}

/// The integer of a handle.
pub(crate) fn of<K: OwnIntegers>(handle: Handle<K>) -> c_int {
    match K::TABLE.integers.get(handle.0) {
        Some(integer) if *integer >= 0 => c_int::from(*integer),
        // Nothing that the standard has: its number would be another's integer.
        _ if handle.0 < INTEGERS => -1,
        _ => K::integer(handle),
    }
}

/// The handle of an integer, if it may be one's.
pub(crate) fn handle<K: OwnIntegers>(integer: c_int) -> Option<Handle<K>> {
    let own = usize::try_from(integer).ok().and_then(|at| K::TABLE.numbers.get(at));
    match own {
        Some(0) => None,
        Some(number) => Some(Handle::new(usize::from(*number))),
        None => Some(K::find(integer)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_foreign::abi::NOBODY;
    use ferry_mpi::constants::*;
    use ferry_mpi::handle::{CommHandle, DatatypeHandle, OpHandle, PREDEFINED_END};

    fn round<K: OwnIntegers>(pairs: &[(c_int, usize)]) -> usize {
        for (integer, number) in pairs {
            assert_eq!(handle::<K>(*integer), Some(Handle::new(*number)), "{integer}");
            assert_eq!(of(Handle::<K>::new(*number)), *integer, "{number:#x}");
        }
        pairs.len()
    }

    #[test]
    fn predefined_integers_go_both_ways() {
        let counts = [
            round::<kind::Comm>(handles::COMM),
            round::<kind::Group>(handles::GROUP),
            round::<kind::Op>(handles::OP),
            round::<kind::Request>(handles::REQUEST),
            round::<kind::Message>(handles::MESSAGE),
            round::<kind::Info>(handles::INFO),
            round::<kind::Errhandler>(handles::ERRHANDLER),
            round::<kind::Win>(handles::WIN),
            round::<kind::File>(handles::FILE),
            round::<kind::Session>(handles::SESSION),
        ];
        assert_eq!(counts, [3, 2, 15, 1, 2, 2, 4, 1, 1, 1]);
        // MPI_COMPLEX4 has none, and the four others of 0 to 72 are nothing in the standard.
        assert_eq!(round::<kind::Datatype>(handles::DATATYPE), 69);
    }

    #[test]
    fn values_are_those_of_the_header() {
        assert_eq!(of(CommHandle::new(MPI_COMM_WORLD)), 0);
        assert_eq!(of(CommHandle::NULL), 2);
        assert_eq!(of(DatatypeHandle::new(MPI_DOUBLE_PRECISION)), 17);
        assert_eq!(of(DatatypeHandle::new(MPI_INTEGER)), 7);
        assert_eq!(of(OpHandle::new(MPI_SUM)), 3);
    }

    #[test]
    fn what_has_no_integer_of_its_own_has_the_standards() {
        let half = DatatypeHandle::new(MPI_COMPLEX4);
        assert_eq!(handle(of(half)), Some(half));
        assert_eq!(of(DatatypeHandle::new(NOBODY)), -1);
        for nothing in [3, 4, 26, 27, 79] {
            assert_eq!(handle::<kind::Datatype>(nothing), None);
        }
        const { assert!(PREDEFINED_END > INTEGERS) };
    }
}
