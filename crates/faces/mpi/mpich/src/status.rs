//! MPICH's status: the bytes received in 63 bits, of which the upper share an `int` with whether it was cancelled.

use core::ffi::c_int;

use ferry_abi::convert::StatusForm;
use ferry_foreign::abi::{Abi, NativeStatus};
use ferry_foreign::generated::numbers::Numbers;
use ferry_mpi::Status;

use crate::Mpich;

/// `MPI_Status`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntStatus {
    count_low: c_int,
    count_high_and_cancelled: c_int,
    source: c_int,
    tag: c_int,
    error: c_int,
}

impl StatusForm for IntStatus {
    #[inline]
    fn is_ignored(place: *const Self) -> bool {
        place.is_null() || place.addr() == Mpich::STATUS_IGNORE
    }

    #[inline]
    fn store(&mut self, status: Status, error: Option<c_int>) {
        let bytes = status.bytes();
        self.count_low = bytes as u32 as c_int;
        self.count_high_and_cancelled =
            (((bytes >> 32) as u32 as c_int) << 1) | c_int::from(status.cancelled());
        self.source = Mpich::rank_outward(status.source);
        self.tag = Mpich::tag_outward(status.tag);
        if let Some(error) = error {
            self.store_error(error);
        }
    }

    #[inline]
    fn store_error(&mut self, error: c_int) {
        self.error = Mpich::error_outward(error);
    }
}

impl NativeStatus for IntStatus {
    fn of(status: &Status) -> Self {
        let mut own = IntStatus::default();
        own.store(*status, Some(status.error));
        own
    }

    #[inline]
    fn inward(&self) -> Status {
        let high = (self.count_high_and_cancelled as u32 >> 1) as u64;
        let bytes = (high << 32) | u64::from(self.count_low as u32);
        let mut status =
            Status::message(Mpich::rank_inward(self.source), Mpich::tag_inward(self.tag), bytes);
        status.set_cancelled(self.count_high_and_cancelled & 1 != 0);
        status.error = self.error();
        status
    }

    #[inline]
    fn error(&self) -> c_int {
        Mpich::error_inward(self.error)
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
                assert_eq!(IntStatus::of(&status).inward(), status);
            }
        }
        for source in [MPI_ANY_SOURCE, MPI_PROC_NULL] {
            let status = Status::message(source, MPI_ANY_TAG, 0);
            assert_eq!(IntStatus::of(&status).inward(), status);
        }
    }

    #[test]
    fn fields_are_where_mpich_has_them() {
        let mut status = Status::message(MPI_PROC_NULL, MPI_ANY_TAG, 0x1_0000_0002);
        status.set_cancelled(true);
        status.error = MPI_ERR_TRUNCATE;
        let expected =
            IntStatus { count_low: 2, count_high_and_cancelled: 3, source: -1, tag: -1, error: 14 };
        assert_eq!(IntStatus::of(&status), expected);
        assert_eq!(size_of::<IntStatus>(), 20);
    }

    #[test]
    fn the_error_field_of_the_program_stays() {
        let mut own = IntStatus { error: 17_000, ..IntStatus::default() };
        let before = own.error();
        own.store(Status::message(1, 2, 3).with_error(before), None);
        assert_eq!(own.error, 17_000);
        own.store(Status::message(1, 2, 3), Some(0));
        assert_eq!(own.error, 0);
    }
}
