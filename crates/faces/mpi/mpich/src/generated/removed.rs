//! Removed interfaces (MPI-5.0 §17). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Address(location: *mut c_void, address: *mut Aint) -> c_int {
    Face::returned(entry_anytime("MPI_Address", On::Nothing, || {
        check::pointer("address", address)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::memory::get_address(location, address) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_create(
    function: Option<CommErrhandlerFunction>,
    errhandler: *mut ErrhandlerHandle,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut errhandler_place = unsafe { HandlePlace::new(errhandler, false, true) };
    let errhandler = errhandler_place.pointer();
    Face::returned(entry_anytime("MPI_Errhandler_create", On::Nothing, || {
        check::pointer("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::comm_create_errhandler::<Face>(function, errhandler) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_get(
    comm: CommHandle,
    errhandler: *mut ErrhandlerHandle,
) -> c_int {
    let comm = comm.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut errhandler_place = unsafe { HandlePlace::new(errhandler, false, true) };
    let errhandler = errhandler_place.pointer();
    Face::returned(entry("MPI_Errhandler_get", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::pointer("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::comm_get_errhandler(comm, errhandler) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Errhandler_set(
    comm: CommHandle,
    errhandler: ErrhandlerHandle,
) -> c_int {
    let comm = comm.inward();
    let errhandler = errhandler.inward();
    Face::returned(entry("MPI_Errhandler_set", On::Comm(comm), || {
        check::handle("comm", comm)?;
        check::handle("errhandler", errhandler)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::errhandler::comm_set_errhandler(comm, errhandler) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_extent(datatype: DatatypeHandle, extent: *mut Aint) -> c_int {
    let datatype = datatype.inward();
    Face::returned(entry("MPI_Type_extent", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("extent", extent)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype_bounds::type_extent(datatype, extent) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_hindexed(
    count: c_int,
    array_of_blocklengths: *mut c_int,
    array_of_displacements: *mut Aint,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    let oldtype = oldtype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newtype_place = unsafe { HandlePlace::new(newtype, false, true) };
    let newtype = newtype_place.pointer();
    Face::returned(entry("MPI_Type_hindexed", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_create_hindexed(
                count as i64,
                Ints::int(array_of_blocklengths),
                Ints::aint(array_of_displacements),
                oldtype,
                newtype,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_hvector(
    count: c_int,
    blocklength: c_int,
    stride: Aint,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    let oldtype = oldtype.inward();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newtype_place = unsafe { HandlePlace::new(newtype, false, true) };
    let newtype = newtype_place.pointer();
    Face::returned(entry("MPI_Type_hvector", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::not_negative("blocklength", MPI_ERR_COUNT, blocklength as i64)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype::type_create_hvector(
                count as i64,
                blocklength as i64,
                stride as i64,
                oldtype,
                newtype,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_lb(datatype: DatatypeHandle, displacement: *mut Aint) -> c_int {
    let datatype = datatype.inward();
    Face::returned(entry("MPI_Type_lb", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("displacement", displacement)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype_bounds::type_lb(datatype, displacement) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_struct(
    count: c_int,
    array_of_blocklengths: *mut c_int,
    array_of_displacements: *mut Aint,
    array_of_types: *mut DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut array_of_types_list =
        unsafe { HandleList::new(array_of_types, lengths::of(count), true, false) };
    let array_of_types = array_of_types_list.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut newtype_place = unsafe { HandlePlace::new(newtype, false, true) };
    let newtype = newtype_place.pointer();
    Face::returned(entry("MPI_Type_struct", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_create_struct(
                count as i64,
                Ints::int(array_of_blocklengths),
                Ints::aint(array_of_displacements),
                array_of_types,
                newtype,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_ub(datatype: DatatypeHandle, displacement: *mut Aint) -> c_int {
    let datatype = datatype.inward();
    Face::returned(entry("MPI_Type_ub", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("displacement", displacement)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype_bounds::type_ub(datatype, displacement) }
    }))
}
