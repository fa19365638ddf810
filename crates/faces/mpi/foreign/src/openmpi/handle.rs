//! Open MPI's handles. One of a predefined object is the address of a variable. A made one is the standard's value with
//! the highest bit set, which no address of a program has.

use core::ffi::c_int;
use std::marker::PhantomData;

use ferry_mpi::handle::{Handle, PREDEFINED_END};

use super::objects;
use crate::abi::{NOBODY, Native, Numbered};

/// The highest bit.
const MADE: usize = 1 << (usize::BITS - 1);

/// A handle that is an address.
#[repr(transparent)]
pub struct AddressHandle<K>(usize, PhantomData<fn() -> K>);

impl<K> Clone for AddressHandle<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for AddressHandle<K> {}

impl<K> PartialEq for AddressHandle<K> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K: Numbered> Native for AddressHandle<K> {
    type Kind = K;

    #[inline]
    fn inward(self) -> Handle<K> {
        let number = match self.0 & !MADE {
            address if address == self.0 => objects::number_of(address),
            made => (made >= PREDEFINED_END).then_some(made),
        };
        Handle::new(number.unwrap_or(NOBODY))
    }

    #[inline]
    fn outward(handle: Handle<K>) -> Self {
        let own = match handle.is_predefined() {
            true => objects::address_of(handle.0),
            false => handle.0 | MADE,
        };
        AddressHandle(own, PhantomData)
    }

    fn to_integer(self) -> c_int {
        K::integer(self.inward())
    }

    fn from_integer(integer: c_int) -> Self {
        AddressHandle::outward(K::find(integer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::openmpi::handles::{self, exported};
    use ferry_mpi::constants::*;
    use ferry_mpi::handle::{CommHandle, DatatypeHandle, InfoHandle, RequestHandle, kind};

    fn of<K>(value: usize) -> AddressHandle<K> {
        AddressHandle(value, PhantomData)
    }

    #[test]
    fn predefined_handles_go_both_ways() {
        let world = of::<kind::Comm>((&raw const exported::ompi_mpi_comm_world).addr());
        assert_eq!(world.inward(), CommHandle::new(MPI_COMM_WORLD));
        let int = of::<kind::Datatype>((&raw const exported::ompi_mpi_int).addr());
        assert_eq!(int.inward(), DatatypeHandle::new(MPI_INT));
        assert!(AddressHandle::from_integer(int.to_integer()) == int);
        let null = (&raw const exported::ompi_request_null).addr();
        assert_eq!(AddressHandle::outward(RequestHandle::NULL).0, null);
        handles::each(|address, number| {
            let handle = of::<kind::Datatype>(address).inward();
            assert_eq!(handle.0, if number == 0 { NOBODY } else { number });
        });
    }

    #[test]
    fn any_bits_make_a_handle() {
        for own in [0, 1, 0x101, 0x1000, MADE - 1, MADE, MADE | 0x101, MADE | 0xfff] {
            assert_eq!(of::<kind::Comm>(own).inward().0, NOBODY, "{own:#x}");
        }
    }

    #[test]
    fn made_handles_come_back() {
        let made = ferry_mpi::info::create(ferry_mpi::info::Info::new());
        let own = AddressHandle::outward(made);
        assert_eq!(own.inward(), made);
        assert_eq!(AddressHandle::<kind::Info>::from_integer(own.to_integer()).inward(), made);
        ferry_mpi::info::free(made).unwrap();
        let gone = AddressHandle::<kind::Info>::from_integer(own.to_integer());
        assert!(gone.inward() == InfoHandle::NULL || gone.inward() == made);
    }
}
