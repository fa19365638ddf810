//! Open MPI's handles. One of a predefined object is the address of a variable that begins with the standard's handle
//! ([`objects`]). A made one is the standard's value with the highest bit set, which no address of a program has.

use core::ffi::c_int;
use std::marker::PhantomData;

use ferry_abi::entry::On;
use ferry_foreign::abi::{NOBODY, Native, NativeRequest};
use ferry_mpi::handle::{Handle, PREDEFINED_END, RequestHandle, kind};
use ferry_mpi::lane::Lane;
use ferry_mpi::process::Process;
use ferry_mpi::request::RequestForm;

use crate::integers::{self, OwnIntegers};
use crate::objects;

/// The highest bit.
const MADE: usize = 1 << (usize::BITS - 1);

/// No system gives a program an address below this.
const LOWEST: isize = 0x10000;

/// A handle that is an address: that of an object, as C has it, if it is one of a program at all.
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

impl<K> AddressHandle<K> {
    #[inline]
    fn of_made(handle: Handle<K>) -> Self {
        AddressHandle(handle.0 | MADE, PhantomData)
    }
}

impl<K: OwnIntegers> Native for AddressHandle<K> {
    type Kind = K;

    #[inline]
    fn inward(self) -> Handle<K> {
        // As a signed number, what is made is below all addresses.
        if self.0 as isize >= LOWEST {
            // SAFETY: an address of a program is that of an object here.
            return Handle::new(unsafe { *std::ptr::with_exposed_provenance::<usize>(self.0) });
        }
        let made = self.0 & !MADE;
        let is_made = made != self.0 && made >= PREDEFINED_END;
        Handle::new(if is_made { made } else { NOBODY })
    }

    #[inline]
    fn outward(handle: Handle<K>) -> Self {
        match handle.is_predefined() {
            true => AddressHandle(objects::address_of(handle.0), PhantomData),
            false => Self::of_made(handle),
        }
    }

    fn to_integer(self) -> c_int {
        integers::of(self.inward())
    }

    fn from_integer(integer: c_int) -> Self {
        integers::handle(integer).map_or(AddressHandle(0, PhantomData), AddressHandle::outward)
    }
}

impl RequestForm for AddressHandle<kind::Request> {
    #[inline]
    fn made(handle: RequestHandle) -> Self {
        Self::of_made(handle)
    }

    #[inline]
    fn lane(&self) -> Option<Lane> {
        let made = self.0 & !MADE;
        (made != self.0).then(|| Lane::of(RequestHandle::new(made)))
    }

    #[inline]
    fn request(&self, _process: &Process) -> RequestHandle {
        // By far the most are made ones. Where the standard has something predefined there is no request.
        let made = self.0 & !MADE;
        if made == self.0 { self.inward() } else { Handle::new(made) }
    }

    #[inline]
    fn clear(&mut self) {
        *self = AddressHandle::outward(RequestHandle::NULL);
    }
}

impl NativeRequest for AddressHandle<kind::Request> {
    #[inline]
    fn on(self) -> On {
        // Predefined requests belong to nothing, and need not be followed.
        let made = self.0 & !MADE;
        On::Request(if made == self.0 { RequestHandle::NULL } else { Handle::new(made) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::handles::{self, exported};
    use ferry_mpi::constants::*;
    use ferry_mpi::handle::{CommHandle, DatatypeHandle, InfoHandle};

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
    fn what_is_no_address_makes_a_handle() {
        for own in [0, 1, 0x101, 0xffff, MADE, MADE | 0x101, MADE | 0xfff] {
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
