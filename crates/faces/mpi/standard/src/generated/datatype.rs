//! Datatypes (MPI-5.0 §5). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Aint_add(base: Aint, disp: Aint) -> Aint {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::memory::aint_add(base, disp) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Aint_diff(addr1: Aint, addr2: Aint) -> Aint {
    // SAFETY: the program vouches for its arguments.
    unsafe { calls::memory::aint_diff(addr1, addr2) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_address(location: *const c_void, address: *mut Aint) -> c_int {
    entry_anytime("MPI_Get_address", On::Nothing, || {
        check::pointer("address", address)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::memory::get_address(location, address) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_elements(
    status: *const Status,
    datatype: DatatypeHandle,
    count: *mut c_int,
) -> c_int {
    entry("MPI_Get_elements", On::Nothing, || {
        check::pointer("status", status)?;
        check::handle("datatype", datatype)?;
        check::pointer("count", count)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_count::get_elements(status, datatype, OutCount::int(count)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_elements_c(
    status: *const Status,
    datatype: DatatypeHandle,
    count: *mut Count,
) -> c_int {
    entry("MPI_Get_elements_c", On::Nothing, || {
        check::pointer("status", status)?;
        check::handle("datatype", datatype)?;
        check::pointer("count", count)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::status_count::get_elements(status, datatype, OutCount::count(count)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack(
    inbuf: *const c_void,
    incount: c_int,
    datatype: DatatypeHandle,
    outbuf: *mut c_void,
    outsize: c_int,
    position: *mut c_int,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Pack", On::Comm(comm), || {
        check::not_negative("incount", MPI_ERR_COUNT, incount as i64)?;
        check::handle("datatype", datatype)?;
        check::not_negative("outsize", MPI_ERR_ARG, outsize as i64)?;
        check::pointer("position", position)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::pack::pack(
                inbuf,
                incount as i64,
                datatype,
                outbuf,
                outsize as i64,
                OutCount::int(position),
                comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_c(
    inbuf: *const c_void,
    incount: Count,
    datatype: DatatypeHandle,
    outbuf: *mut c_void,
    outsize: Count,
    position: *mut Count,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Pack_c", On::Comm(comm), || {
        check::not_negative("incount", MPI_ERR_COUNT, incount)?;
        check::handle("datatype", datatype)?;
        check::not_negative("outsize", MPI_ERR_ARG, outsize)?;
        check::pointer("position", position)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::pack::pack(
                inbuf,
                incount,
                datatype,
                outbuf,
                outsize,
                OutCount::count(position),
                comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external(
    datarep: *const c_char,
    inbuf: *const c_void,
    incount: c_int,
    datatype: DatatypeHandle,
    outbuf: *mut c_void,
    outsize: Aint,
    position: *mut Aint,
) -> c_int {
    entry("MPI_Pack_external", On::Nothing, || {
        check::pointer("datarep", datarep)?;
        check::not_negative("incount", MPI_ERR_COUNT, incount as i64)?;
        check::handle("datatype", datatype)?;
        check::not_negative("outsize", MPI_ERR_ARG, outsize as i64)?;
        check::pointer("position", position)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::pack::pack_external(
                datarep,
                inbuf,
                incount as i64,
                datatype,
                outbuf,
                outsize as i64,
                OutCount::aint(position),
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external_c(
    datarep: *const c_char,
    inbuf: *const c_void,
    incount: Count,
    datatype: DatatypeHandle,
    outbuf: *mut c_void,
    outsize: Count,
    position: *mut Count,
) -> c_int {
    entry("MPI_Pack_external_c", On::Nothing, || {
        check::pointer("datarep", datarep)?;
        check::not_negative("incount", MPI_ERR_COUNT, incount)?;
        check::handle("datatype", datatype)?;
        check::not_negative("outsize", MPI_ERR_ARG, outsize)?;
        check::pointer("position", position)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::pack::pack_external(
                datarep,
                inbuf,
                incount,
                datatype,
                outbuf,
                outsize,
                OutCount::count(position),
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external_size(
    datarep: *const c_char,
    incount: c_int,
    datatype: DatatypeHandle,
    size: *mut Aint,
) -> c_int {
    entry("MPI_Pack_external_size", On::Nothing, || {
        check::pointer("datarep", datarep)?;
        check::not_negative("incount", MPI_ERR_COUNT, incount as i64)?;
        check::handle("datatype", datatype)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::pack::pack_external_size(datarep, incount as i64, datatype, OutCount::aint(size))
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external_size_c(
    datarep: *const c_char,
    incount: Count,
    datatype: DatatypeHandle,
    size: *mut Count,
) -> c_int {
    entry("MPI_Pack_external_size_c", On::Nothing, || {
        check::pointer("datarep", datarep)?;
        check::not_negative("incount", MPI_ERR_COUNT, incount)?;
        check::handle("datatype", datatype)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::pack::pack_external_size(datarep, incount, datatype, OutCount::count(size))
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_size(
    incount: c_int,
    datatype: DatatypeHandle,
    comm: CommHandle,
    size: *mut c_int,
) -> c_int {
    entry("MPI_Pack_size", On::Comm(comm), || {
        check::not_negative("incount", MPI_ERR_COUNT, incount as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("comm", comm)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::pack::pack_size(incount as i64, datatype, comm, OutCount::int(size)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_size_c(
    incount: Count,
    datatype: DatatypeHandle,
    comm: CommHandle,
    size: *mut Count,
) -> c_int {
    entry("MPI_Pack_size_c", On::Comm(comm), || {
        check::not_negative("incount", MPI_ERR_COUNT, incount)?;
        check::handle("datatype", datatype)?;
        check::handle("comm", comm)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::pack::pack_size(incount, datatype, comm, OutCount::count(size)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_commit(datatype: *mut DatatypeHandle) -> c_int {
    entry("MPI_Type_commit", On::Nothing, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("datatype", datatype) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_commit(datatype) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_contiguous(
    count: c_int,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_contiguous", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_contiguous(count as i64, oldtype, newtype) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_contiguous_c(
    count: Count,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_contiguous_c", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_contiguous_c(count, oldtype, newtype) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_darray(
    size: c_int,
    rank: c_int,
    ndims: c_int,
    array_of_gsizes: *const c_int,
    array_of_distribs: *const c_int,
    array_of_dargs: *const c_int,
    array_of_psizes: *const c_int,
    order: c_int,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_darray", On::Nothing, || {
        check::positive("size", MPI_ERR_ARG, size as i64)?;
        check::positive("ndims", MPI_ERR_ARG, ndims as i64)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_create_darray(
                size,
                rank,
                ndims,
                Ints::int(array_of_gsizes),
                array_of_distribs,
                array_of_dargs,
                array_of_psizes,
                order,
                oldtype,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_darray_c(
    size: c_int,
    rank: c_int,
    ndims: c_int,
    array_of_gsizes: *const Count,
    array_of_distribs: *const c_int,
    array_of_dargs: *const c_int,
    array_of_psizes: *const c_int,
    order: c_int,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_darray_c", On::Nothing, || {
        check::positive("size", MPI_ERR_ARG, size as i64)?;
        check::positive("ndims", MPI_ERR_ARG, ndims as i64)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_create_darray(
                size,
                rank,
                ndims,
                Ints::count(array_of_gsizes),
                array_of_distribs,
                array_of_dargs,
                array_of_psizes,
                order,
                oldtype,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_f90_complex(
    p: c_int,
    r: c_int,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_f90_complex", On::Nothing, || {
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_create_f90_complex(p, r, newtype) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_f90_integer(
    r: c_int,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_f90_integer", On::Nothing, || {
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_create_f90_integer(r, newtype) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_f90_real(
    p: c_int,
    r: c_int,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_f90_real", On::Nothing, || {
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_create_f90_real(p, r, newtype) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed(
    count: c_int,
    array_of_blocklengths: *const c_int,
    array_of_displacements: *const Aint,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_hindexed", On::Nothing, || {
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
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed_block(
    count: c_int,
    blocklength: c_int,
    array_of_displacements: *const Aint,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_hindexed_block", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::not_negative("blocklength", MPI_ERR_COUNT, blocklength as i64)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_create_hindexed_block(
                count as i64,
                blocklength as i64,
                Ints::aint(array_of_displacements),
                oldtype,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed_block_c(
    count: Count,
    blocklength: Count,
    array_of_displacements: *const Count,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_hindexed_block_c", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::not_negative("blocklength", MPI_ERR_COUNT, blocklength)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_create_hindexed_block_c(
                count,
                blocklength,
                Ints::count(array_of_displacements),
                oldtype,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed_c(
    count: Count,
    array_of_blocklengths: *const Count,
    array_of_displacements: *const Count,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_hindexed_c", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_create_hindexed(
                count,
                Ints::count(array_of_blocklengths),
                Ints::count(array_of_displacements),
                oldtype,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hvector(
    count: c_int,
    blocklength: c_int,
    stride: Aint,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_hvector", On::Nothing, || {
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
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hvector_c(
    count: Count,
    blocklength: Count,
    stride: Count,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_hvector_c", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::not_negative("blocklength", MPI_ERR_COUNT, blocklength)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype::type_create_hvector_c(count, blocklength, stride, oldtype, newtype)
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_indexed_block(
    count: c_int,
    blocklength: c_int,
    array_of_displacements: *const c_int,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_indexed_block", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::not_negative("blocklength", MPI_ERR_COUNT, blocklength as i64)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_create_indexed_block(
                count as i64,
                blocklength as i64,
                Ints::int(array_of_displacements),
                oldtype,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_indexed_block_c(
    count: Count,
    blocklength: Count,
    array_of_displacements: *const Count,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_indexed_block_c", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::not_negative("blocklength", MPI_ERR_COUNT, blocklength)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_create_indexed_block(
                count,
                blocklength,
                Ints::count(array_of_displacements),
                oldtype,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_resized(
    oldtype: DatatypeHandle,
    lb: Aint,
    extent: Aint,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_resized", On::Nothing, || {
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_create_resized(oldtype, lb as i64, extent as i64, newtype) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_resized_c(
    oldtype: DatatypeHandle,
    lb: Count,
    extent: Count,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_resized_c", On::Nothing, || {
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_create_resized_c(oldtype, lb, extent, newtype) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_struct(
    count: c_int,
    array_of_blocklengths: *const c_int,
    array_of_displacements: *const Aint,
    array_of_types: *const DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_struct", On::Nothing, || {
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
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_struct_c(
    count: Count,
    array_of_blocklengths: *const Count,
    array_of_displacements: *const Count,
    array_of_types: *const DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_struct_c", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_create_struct(
                count,
                Ints::count(array_of_blocklengths),
                Ints::count(array_of_displacements),
                array_of_types,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_subarray(
    ndims: c_int,
    array_of_sizes: *const c_int,
    array_of_subsizes: *const c_int,
    array_of_starts: *const c_int,
    order: c_int,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_subarray", On::Nothing, || {
        check::positive("ndims", MPI_ERR_ARG, ndims as i64)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_create_subarray(
                ndims,
                Ints::int(array_of_sizes),
                Ints::int(array_of_subsizes),
                Ints::int(array_of_starts),
                order,
                oldtype,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_subarray_c(
    ndims: c_int,
    array_of_sizes: *const Count,
    array_of_subsizes: *const Count,
    array_of_starts: *const Count,
    order: c_int,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_create_subarray_c", On::Nothing, || {
        check::positive("ndims", MPI_ERR_ARG, ndims as i64)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_create_subarray(
                ndims,
                Ints::count(array_of_sizes),
                Ints::count(array_of_subsizes),
                Ints::count(array_of_starts),
                order,
                oldtype,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_dup(
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_dup", On::Nothing, || {
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_dup(oldtype, newtype) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_free(datatype: *mut DatatypeHandle) -> c_int {
    entry("MPI_Type_free", On::Nothing, || {
        // SAFETY: NULL or a handle of the program's.
        unsafe { check::handle_at("datatype", datatype) }?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_free(datatype) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_contents(
    datatype: DatatypeHandle,
    max_integers: c_int,
    max_addresses: c_int,
    max_datatypes: c_int,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut Aint,
    array_of_datatypes: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_get_contents", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::not_negative("max_integers", MPI_ERR_ARG, max_integers as i64)?;
        check::not_negative("max_addresses", MPI_ERR_ARG, max_addresses as i64)?;
        check::not_negative("max_datatypes", MPI_ERR_ARG, max_datatypes as i64)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_contents::type_get_contents(
                datatype,
                max_integers as i64,
                max_addresses as i64,
                max_datatypes as i64,
                array_of_integers,
                array_of_addresses,
                array_of_datatypes,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_contents_c(
    datatype: DatatypeHandle,
    max_integers: Count,
    max_addresses: Count,
    max_large_counts: Count,
    max_datatypes: Count,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut Aint,
    array_of_large_counts: *mut Count,
    array_of_datatypes: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_get_contents_c", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::not_negative("max_integers", MPI_ERR_ARG, max_integers)?;
        check::not_negative("max_addresses", MPI_ERR_ARG, max_addresses)?;
        check::not_negative("max_large_counts", MPI_ERR_ARG, max_large_counts)?;
        check::not_negative("max_datatypes", MPI_ERR_ARG, max_datatypes)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_contents::type_get_contents_c(
                datatype,
                max_integers,
                max_addresses,
                max_large_counts,
                max_datatypes,
                array_of_integers,
                array_of_addresses,
                array_of_large_counts,
                array_of_datatypes,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_envelope(
    datatype: DatatypeHandle,
    num_integers: *mut c_int,
    num_addresses: *mut c_int,
    num_datatypes: *mut c_int,
    combiner: *mut c_int,
) -> c_int {
    entry("MPI_Type_get_envelope", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("num_integers", num_integers)?;
        check::pointer("num_addresses", num_addresses)?;
        check::pointer("num_datatypes", num_datatypes)?;
        check::pointer("combiner", combiner)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_contents::type_get_envelope(
                datatype,
                OutCount::int(num_integers),
                OutCount::int(num_addresses),
                OutCount::int(num_datatypes),
                combiner,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_envelope_c(
    datatype: DatatypeHandle,
    num_integers: *mut Count,
    num_addresses: *mut Count,
    num_large_counts: *mut Count,
    num_datatypes: *mut Count,
    combiner: *mut c_int,
) -> c_int {
    entry("MPI_Type_get_envelope_c", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("num_integers", num_integers)?;
        check::pointer("num_addresses", num_addresses)?;
        check::pointer("num_large_counts", num_large_counts)?;
        check::pointer("num_datatypes", num_datatypes)?;
        check::pointer("combiner", combiner)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_contents::type_get_envelope_c(
                datatype,
                OutCount::count(num_integers),
                OutCount::count(num_addresses),
                OutCount::count(num_large_counts),
                OutCount::count(num_datatypes),
                combiner,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_extent(
    datatype: DatatypeHandle,
    lb: *mut Aint,
    extent: *mut Aint,
) -> c_int {
    entry("MPI_Type_get_extent", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("lb", lb)?;
        check::pointer("extent", extent)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype::type_get_extent(datatype, OutCount::aint(lb), OutCount::aint(extent))
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_extent_c(
    datatype: DatatypeHandle,
    lb: *mut Count,
    extent: *mut Count,
) -> c_int {
    entry("MPI_Type_get_extent_c", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("lb", lb)?;
        check::pointer("extent", extent)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype::type_get_extent(datatype, OutCount::count(lb), OutCount::count(extent))
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_true_extent(
    datatype: DatatypeHandle,
    true_lb: *mut Aint,
    true_extent: *mut Aint,
) -> c_int {
    entry("MPI_Type_get_true_extent", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("true_lb", true_lb)?;
        check::pointer("true_extent", true_extent)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype::type_get_true_extent(
                datatype,
                OutCount::aint(true_lb),
                OutCount::aint(true_extent),
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_true_extent_c(
    datatype: DatatypeHandle,
    true_lb: *mut Count,
    true_extent: *mut Count,
) -> c_int {
    entry("MPI_Type_get_true_extent_c", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("true_lb", true_lb)?;
        check::pointer("true_extent", true_extent)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype::type_get_true_extent(
                datatype,
                OutCount::count(true_lb),
                OutCount::count(true_extent),
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_value_index(
    value_type: DatatypeHandle,
    index_type: DatatypeHandle,
    pair_type: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_get_value_index", On::Nothing, || {
        check::handle("value_type", value_type)?;
        check::handle("index_type", index_type)?;
        check::pointer("pair_type", pair_type)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_get_value_index(value_type, index_type, pair_type) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_indexed(
    count: c_int,
    array_of_blocklengths: *const c_int,
    array_of_displacements: *const c_int,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_indexed", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_indexed(
                count as i64,
                Ints::int(array_of_blocklengths),
                Ints::int(array_of_displacements),
                oldtype,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_indexed_c(
    count: Count,
    array_of_blocklengths: *const Count,
    array_of_displacements: *const Count,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_indexed_c", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype_blocks::type_indexed(
                count,
                Ints::count(array_of_blocklengths),
                Ints::count(array_of_displacements),
                oldtype,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_match_size(
    typeclass: c_int,
    size: c_int,
    datatype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_match_size", On::Nothing, || {
        check::pointer("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_match_size(typeclass, size, datatype) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_size(datatype: DatatypeHandle, size: *mut c_int) -> c_int {
    entry("MPI_Type_size", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_size(datatype, OutCount::int(size)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_size_c(datatype: DatatypeHandle, size: *mut Count) -> c_int {
    entry("MPI_Type_size_c", On::Nothing, || {
        check::handle("datatype", datatype)?;
        check::pointer("size", size)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_size(datatype, OutCount::count(size)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_vector(
    count: c_int,
    blocklength: c_int,
    stride: c_int,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_vector", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count as i64)?;
        check::not_negative("blocklength", MPI_ERR_COUNT, blocklength as i64)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::datatype::type_vector(
                count as i64,
                blocklength as i64,
                stride as i64,
                oldtype,
                newtype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_vector_c(
    count: Count,
    blocklength: Count,
    stride: Count,
    oldtype: DatatypeHandle,
    newtype: *mut DatatypeHandle,
) -> c_int {
    entry("MPI_Type_vector_c", On::Nothing, || {
        check::not_negative("count", MPI_ERR_COUNT, count)?;
        check::not_negative("blocklength", MPI_ERR_COUNT, blocklength)?;
        check::handle("oldtype", oldtype)?;
        check::pointer("newtype", newtype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::datatype::type_vector_c(count, blocklength, stride, oldtype, newtype) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack(
    inbuf: *const c_void,
    insize: c_int,
    position: *mut c_int,
    outbuf: *mut c_void,
    outcount: c_int,
    datatype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Unpack", On::Comm(comm), || {
        check::not_negative("insize", MPI_ERR_ARG, insize as i64)?;
        check::pointer("position", position)?;
        check::not_negative("outcount", MPI_ERR_COUNT, outcount as i64)?;
        check::handle("datatype", datatype)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::pack::unpack(
                inbuf,
                insize as i64,
                OutCount::int(position),
                outbuf,
                outcount as i64,
                datatype,
                comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack_c(
    inbuf: *const c_void,
    insize: Count,
    position: *mut Count,
    outbuf: *mut c_void,
    outcount: Count,
    datatype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    entry("MPI_Unpack_c", On::Comm(comm), || {
        check::not_negative("insize", MPI_ERR_ARG, insize)?;
        check::pointer("position", position)?;
        check::not_negative("outcount", MPI_ERR_COUNT, outcount)?;
        check::handle("datatype", datatype)?;
        check::handle("comm", comm)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::pack::unpack(
                inbuf,
                insize,
                OutCount::count(position),
                outbuf,
                outcount,
                datatype,
                comm,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack_external(
    datarep: *const c_char,
    inbuf: *const c_void,
    insize: Aint,
    position: *mut Aint,
    outbuf: *mut c_void,
    outcount: c_int,
    datatype: DatatypeHandle,
) -> c_int {
    entry("MPI_Unpack_external", On::Nothing, || {
        check::pointer("datarep", datarep)?;
        check::not_negative("insize", MPI_ERR_ARG, insize as i64)?;
        check::pointer("position", position)?;
        check::not_negative("outcount", MPI_ERR_COUNT, outcount as i64)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::pack::unpack_external(
                datarep,
                inbuf,
                insize as i64,
                OutCount::aint(position),
                outbuf,
                outcount as i64,
                datatype,
            )
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack_external_c(
    datarep: *const c_char,
    inbuf: *const c_void,
    insize: Count,
    position: *mut Count,
    outbuf: *mut c_void,
    outcount: Count,
    datatype: DatatypeHandle,
) -> c_int {
    entry("MPI_Unpack_external_c", On::Nothing, || {
        check::pointer("datarep", datarep)?;
        check::not_negative("insize", MPI_ERR_ARG, insize)?;
        check::pointer("position", position)?;
        check::not_negative("outcount", MPI_ERR_COUNT, outcount)?;
        check::handle("datatype", datatype)?;
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::pack::unpack_external(
                datarep,
                inbuf,
                insize,
                OutCount::count(position),
                outbuf,
                outcount,
                datatype,
            )
        }
    })
}
