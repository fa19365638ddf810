//! Open MPI's status: what MPI names, whether it was cancelled, and the bytes received.

use core::ffi::c_int;

use ferry_abi::convert::StatusForm;
use ferry_foreign::abi::NativeStatus;
use ferry_foreign::generated::numbers::Numbers;
use ferry_mpi::Status;

use crate::OpenMpi;

/// `MPI_Status`. In Fortran it is an array of default integers, which may lie where no `size_t` may.
#[repr(C, packed(4))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WideStatus {
    source: c_int,
    tag: c_int,
    error: c_int,
    cancelled: c_int,
    bytes: usize,
}

impl StatusForm for WideStatus {
    #[inline]
    fn is_ignored(place: *const Self) -> bool {
        place.is_null()
    }

    #[inline]
    fn store(&mut self, status: Status, error: Option<c_int>) {
        self.source = OpenMpi::rank_outward(status.source);
        self.tag = OpenMpi::tag_outward(status.tag);
        self.cancelled = c_int::from(status.cancelled());
        self.bytes = status.bytes() as usize;
        if let Some(error) = error {
            self.store_error(error);
        }
    }

    #[inline]
    fn store_error(&mut self, error: c_int) {
        self.error = OpenMpi::error_outward(error);
    }
}

impl NativeStatus for WideStatus {
    fn of(status: &Status) -> Self {
        let mut own = WideStatus::default();
        own.store(*status, Some(status.error));
        own
    }

    #[inline]
    fn inward(&self) -> Status {
        let (source, tag) = (OpenMpi::rank_inward(self.source), OpenMpi::tag_inward(self.tag));
        let mut status = Status::message(source, tag, self.bytes as u64);
        status.set_cancelled(self.cancelled != 0);
        status.error = self.error();
        status
    }

    #[inline]
    fn error(&self) -> c_int {
        OpenMpi::error_inward(self.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_mpi::constants::{MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_ERR_TRUNCATE, MPI_PROC_NULL};

    #[test]
    fn statuses_go_both_ways() {
        for bytes in [0, 8, 1 << 32, (1 << 40) + 5] {
            for cancelled in [false, true] {
                let mut status = Status::message(3, 7, bytes);
                status.set_cancelled(cancelled);
                assert_eq!(WideStatus::of(&status).inward(), status);
            }
        }
        for source in [MPI_ANY_SOURCE, MPI_PROC_NULL] {
            let status = Status::message(source, MPI_ANY_TAG, 0);
            assert_eq!(WideStatus::of(&status).inward(), status);
        }
    }

    #[test]
    fn fields_are_where_open_mpi_has_them() {
        let mut status = Status::message(MPI_PROC_NULL, MPI_ANY_TAG, 0x1_0000_0002);
        status.set_cancelled(true);
        status.error = MPI_ERR_TRUNCATE;
        let expected =
            WideStatus { source: -2, tag: -1, error: 15, cancelled: 1, bytes: 0x1_0000_0002 };
        assert_eq!(WideStatus::of(&status), expected);
        assert_eq!((size_of::<WideStatus>(), align_of::<WideStatus>()), (24, 4));
    }

    #[test]
    fn the_error_field_of_the_program_stays() {
        let mut own = WideStatus { error: 17_000, ..WideStatus::default() };
        let before = own.error();
        own.store(Status::message(1, 2, 3).with_error(before), None);
        assert_eq!({ own.error }, 17_000);
        own.store(Status::message(1, 2, 3), Some(0));
        assert_eq!({ own.error }, 0);
    }
}
