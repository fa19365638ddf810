//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_aint_add_(base: *mut isize, disp: *mut isize) -> isize {
    // SAFETY: the program vouches for its arguments.
    unsafe { PMPI_Aint_add(*base, *disp) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_aint_diff_(addr1: *mut isize, addr2: *mut isize) -> isize {
    // SAFETY: the program vouches for its arguments.
    unsafe { PMPI_Aint_diff(*addr1, *addr2) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_address_(
    location: *mut c_void,
    address: *mut isize,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Get_address(memory(location), address);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_address_f08ts_(
    location: *const Cdesc,
    address: *mut isize,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Get_address(memory_of(location), address);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_elements_(
    status: *mut c_int,
    datatype: *mut c_int,
    count: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Get_elements(status_or_none(status), datatype::c(*datatype), count);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_get_elements_c_(
    status: *mut c_int,
    datatype: *mut c_int,
    count: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Get_elements_c(status_or_none(status), datatype::c(*datatype), count);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pack_(
    inbuf: *mut c_void,
    incount: *mut c_int,
    datatype: *mut c_int,
    outbuf: *mut c_void,
    outsize: *mut c_int,
    position: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Pack(
            memory(inbuf),
            *incount,
            datatype::c(*datatype),
            memory(outbuf),
            *outsize,
            position,
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pack_f08ts_(
    inbuf: *const Cdesc,
    incount: *mut c_int,
    datatype: *mut c_int,
    outbuf: *const Cdesc,
    outsize: *mut c_int,
    position: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(inbuf_c) = LentBuffer::whole(
            inbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Pack", "inbuf", ierror);
        };
        let Some(outbuf_c) = LentBuffer::whole(
            outbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Pack", "outbuf", ierror);
        };
        let code = PMPI_Pack(
            inbuf_c.address(),
            *incount,
            datatype::c(*datatype),
            outbuf_c.address(),
            *outsize,
            position,
            comm::c(*comm),
        );
        inbuf_c.end();
        outbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pack_c_f08ts_(
    inbuf: *const Cdesc,
    incount: *mut i64,
    datatype: *mut c_int,
    outbuf: *const Cdesc,
    outsize: *mut i64,
    position: *mut i64,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(inbuf_c) = LentBuffer::whole(
            inbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Pack_c", "inbuf", ierror);
        };
        let Some(outbuf_c) = LentBuffer::whole(
            outbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Pack_c", "outbuf", ierror);
        };
        let code = PMPI_Pack_c(
            inbuf_c.address(),
            *incount,
            datatype::c(*datatype),
            outbuf_c.address(),
            *outsize,
            position,
            comm::c(*comm),
        );
        inbuf_c.end();
        outbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pack_external_(
    datarep: *mut c_char,
    inbuf: *mut c_void,
    incount: *mut c_int,
    datatype: *mut c_int,
    outbuf: *mut c_void,
    outsize: *mut isize,
    position: *mut isize,
    ierror: *mut c_int,
    datarep_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let datarep_c = text(datarep, datarep_len);
        let code = PMPI_Pack_external(
            datarep_c.as_ptr().cast_mut(),
            memory(inbuf),
            *incount,
            datatype::c(*datatype),
            memory(outbuf),
            *outsize,
            position,
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pack_external_size_(
    datarep: *mut c_char,
    incount: *mut c_int,
    datatype: *mut c_int,
    size: *mut isize,
    ierror: *mut c_int,
    datarep_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let datarep_c = text(datarep, datarep_len);
        let code = PMPI_Pack_external_size(
            datarep_c.as_ptr().cast_mut(),
            *incount,
            datatype::c(*datatype),
            size,
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pack_external_size_c_(
    datarep: *mut c_char,
    incount: *mut i64,
    datatype: *mut c_int,
    size: *mut i64,
    ierror: *mut c_int,
    datarep_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let datarep_c = text(datarep, datarep_len);
        let code = PMPI_Pack_external_size_c(
            datarep_c.as_ptr().cast_mut(),
            *incount,
            datatype::c(*datatype),
            size,
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pack_size_(
    incount: *mut c_int,
    datatype: *mut c_int,
    comm: *mut c_int,
    size: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Pack_size(*incount, datatype::c(*datatype), comm::c(*comm), size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_pack_size_c_(
    incount: *mut i64,
    datatype: *mut c_int,
    comm: *mut c_int,
    size: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Pack_size_c(*incount, datatype::c(*datatype), comm::c(*comm), size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_commit_(datatype: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut datatype_c = datatype::c(*datatype);
        let code = PMPI_Type_commit(&mut datatype_c);
        *datatype = datatype::fortran(datatype_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_contiguous_(
    count: *mut c_int,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_contiguous(*count, datatype::c(*oldtype), &mut newtype_c);
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_contiguous_c_(
    count: *mut i64,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_contiguous_c(*count, datatype::c(*oldtype), &mut newtype_c);
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_darray_(
    size: *mut c_int,
    rank: *mut c_int,
    ndims: *mut c_int,
    array_of_gsizes: *mut c_int,
    array_of_distribs: *mut c_int,
    array_of_dargs: *mut c_int,
    array_of_psizes: *mut c_int,
    order: *mut c_int,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_darray(
            *size,
            *rank,
            *ndims,
            array_of_gsizes,
            array_of_distribs,
            array_of_dargs,
            array_of_psizes,
            *order,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_darray_c_(
    size: *mut c_int,
    rank: *mut c_int,
    ndims: *mut c_int,
    array_of_gsizes: *mut i64,
    array_of_distribs: *mut c_int,
    array_of_dargs: *mut c_int,
    array_of_psizes: *mut c_int,
    order: *mut c_int,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_darray_c(
            *size,
            *rank,
            *ndims,
            array_of_gsizes,
            array_of_distribs,
            array_of_dargs,
            array_of_psizes,
            *order,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_f90_complex_(
    p: *mut c_int,
    r: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_f90_complex(*p, *r, &mut newtype_c);
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_f90_integer_(
    r: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_f90_integer(*r, &mut newtype_c);
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_f90_real_(
    p: *mut c_int,
    r: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_f90_real(*p, *r, &mut newtype_c);
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_hindexed_(
    count: *mut c_int,
    array_of_blocklengths: *mut c_int,
    array_of_displacements: *mut isize,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_hindexed(
            *count,
            array_of_blocklengths,
            array_of_displacements,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_hindexed_block_(
    count: *mut c_int,
    blocklength: *mut c_int,
    array_of_displacements: *mut isize,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_hindexed_block(
            *count,
            *blocklength,
            array_of_displacements,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_hindexed_block_c_(
    count: *mut i64,
    blocklength: *mut i64,
    array_of_displacements: *mut i64,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_hindexed_block_c(
            *count,
            *blocklength,
            array_of_displacements,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_hindexed_c_(
    count: *mut i64,
    array_of_blocklengths: *mut i64,
    array_of_displacements: *mut i64,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_hindexed_c(
            *count,
            array_of_blocklengths,
            array_of_displacements,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_hvector_(
    count: *mut c_int,
    blocklength: *mut c_int,
    stride: *mut isize,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_hvector(
            *count,
            *blocklength,
            *stride,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_hvector_c_(
    count: *mut i64,
    blocklength: *mut i64,
    stride: *mut i64,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_hvector_c(
            *count,
            *blocklength,
            *stride,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_indexed_block_(
    count: *mut c_int,
    blocklength: *mut c_int,
    array_of_displacements: *mut c_int,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_indexed_block(
            *count,
            *blocklength,
            array_of_displacements,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_indexed_block_c_(
    count: *mut i64,
    blocklength: *mut i64,
    array_of_displacements: *mut i64,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_indexed_block_c(
            *count,
            *blocklength,
            array_of_displacements,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_resized_(
    oldtype: *mut c_int,
    lb: *mut isize,
    extent: *mut isize,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_resized(datatype::c(*oldtype), *lb, *extent, &mut newtype_c);
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_resized_c_(
    oldtype: *mut c_int,
    lb: *mut i64,
    extent: *mut i64,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_resized_c(datatype::c(*oldtype), *lb, *extent, &mut newtype_c);
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_struct_(
    count: *mut c_int,
    array_of_blocklengths: *mut c_int,
    array_of_displacements: *mut isize,
    array_of_types: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut array_of_types_c =
            Handles::from(array_of_types, length(*count as i64), datatype::c);
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_struct(
            *count,
            array_of_blocklengths,
            array_of_displacements,
            array_of_types_c.as_mut_ptr(),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_struct_c_(
    count: *mut i64,
    array_of_blocklengths: *mut i64,
    array_of_displacements: *mut i64,
    array_of_types: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut array_of_types_c =
            Handles::from(array_of_types, length(*count as i64), datatype::c);
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_struct_c(
            *count,
            array_of_blocklengths,
            array_of_displacements,
            array_of_types_c.as_mut_ptr(),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_subarray_(
    ndims: *mut c_int,
    array_of_sizes: *mut c_int,
    array_of_subsizes: *mut c_int,
    array_of_starts: *mut c_int,
    order: *mut c_int,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_subarray(
            *ndims,
            array_of_sizes,
            array_of_subsizes,
            array_of_starts,
            *order,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_create_subarray_c_(
    ndims: *mut c_int,
    array_of_sizes: *mut i64,
    array_of_subsizes: *mut i64,
    array_of_starts: *mut i64,
    order: *mut c_int,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_create_subarray_c(
            *ndims,
            array_of_sizes,
            array_of_subsizes,
            array_of_starts,
            *order,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_dup_(
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_dup(datatype::c(*oldtype), &mut newtype_c);
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_free_(datatype: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut datatype_c = datatype::c(*datatype);
        let code = PMPI_Type_free(&mut datatype_c);
        *datatype = datatype::fortran(datatype_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_get_contents_(
    datatype: *mut c_int,
    max_integers: *mut c_int,
    max_addresses: *mut c_int,
    max_datatypes: *mut c_int,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut isize,
    array_of_datatypes: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut array_of_datatypes_c =
            Handles::room(length(*max_datatypes as i64), datatype::null());
        let code = PMPI_Type_get_contents(
            datatype::c(*datatype),
            *max_integers,
            *max_addresses,
            *max_datatypes,
            array_of_integers,
            array_of_addresses,
            array_of_datatypes_c.as_mut_ptr(),
        );
        if code == MPI_SUCCESS {
            array_of_datatypes_c.give(array_of_datatypes, datatype::fortran);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_get_contents_c_(
    datatype: *mut c_int,
    max_integers: *mut i64,
    max_addresses: *mut i64,
    max_large_counts: *mut i64,
    max_datatypes: *mut i64,
    array_of_integers: *mut c_int,
    array_of_addresses: *mut isize,
    array_of_large_counts: *mut i64,
    array_of_datatypes: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut array_of_datatypes_c =
            Handles::room(length(*max_datatypes as i64), datatype::null());
        let code = PMPI_Type_get_contents_c(
            datatype::c(*datatype),
            *max_integers,
            *max_addresses,
            *max_large_counts,
            *max_datatypes,
            array_of_integers,
            array_of_addresses,
            array_of_large_counts,
            array_of_datatypes_c.as_mut_ptr(),
        );
        if code == MPI_SUCCESS {
            array_of_datatypes_c.give(array_of_datatypes, datatype::fortran);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_get_envelope_(
    datatype: *mut c_int,
    num_integers: *mut c_int,
    num_addresses: *mut c_int,
    num_datatypes: *mut c_int,
    combiner: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_get_envelope(
            datatype::c(*datatype),
            num_integers,
            num_addresses,
            num_datatypes,
            combiner,
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_get_envelope_c_(
    datatype: *mut c_int,
    num_integers: *mut i64,
    num_addresses: *mut i64,
    num_large_counts: *mut i64,
    num_datatypes: *mut i64,
    combiner: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_get_envelope_c(
            datatype::c(*datatype),
            num_integers,
            num_addresses,
            num_large_counts,
            num_datatypes,
            combiner,
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_get_extent_(
    datatype: *mut c_int,
    lb: *mut isize,
    extent: *mut isize,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_get_extent(datatype::c(*datatype), lb, extent);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_get_extent_c_(
    datatype: *mut c_int,
    lb: *mut i64,
    extent: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_get_extent_c(datatype::c(*datatype), lb, extent);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_get_true_extent_(
    datatype: *mut c_int,
    true_lb: *mut isize,
    true_extent: *mut isize,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_get_true_extent(datatype::c(*datatype), true_lb, true_extent);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_get_true_extent_c_(
    datatype: *mut c_int,
    true_lb: *mut i64,
    true_extent: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_get_true_extent_c(datatype::c(*datatype), true_lb, true_extent);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_get_value_index_(
    value_type: *mut c_int,
    index_type: *mut c_int,
    pair_type: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut pair_type_c = datatype::null();
        let code = PMPI_Type_get_value_index(
            datatype::c(*value_type),
            datatype::c(*index_type),
            &mut pair_type_c,
        );
        if code == MPI_SUCCESS {
            *pair_type = datatype::fortran(pair_type_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_indexed_(
    count: *mut c_int,
    array_of_blocklengths: *mut c_int,
    array_of_displacements: *mut c_int,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_indexed(
            *count,
            array_of_blocklengths,
            array_of_displacements,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_indexed_c_(
    count: *mut i64,
    array_of_blocklengths: *mut i64,
    array_of_displacements: *mut i64,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_indexed_c(
            *count,
            array_of_blocklengths,
            array_of_displacements,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_match_size_(
    typeclass: *mut c_int,
    size: *mut c_int,
    datatype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut datatype_c = datatype::null();
        let code = PMPI_Type_match_size(*typeclass, *size, &mut datatype_c);
        if code == MPI_SUCCESS {
            *datatype = datatype::fortran(datatype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_size_(
    datatype: *mut c_int,
    size: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_size(datatype::c(*datatype), size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_size_c_(
    datatype: *mut c_int,
    size: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Type_size_c(datatype::c(*datatype), size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_vector_(
    count: *mut c_int,
    blocklength: *mut c_int,
    stride: *mut c_int,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code =
            PMPI_Type_vector(*count, *blocklength, *stride, datatype::c(*oldtype), &mut newtype_c);
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_type_vector_c_(
    count: *mut i64,
    blocklength: *mut i64,
    stride: *mut i64,
    oldtype: *mut c_int,
    newtype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut newtype_c = datatype::null();
        let code = PMPI_Type_vector_c(
            *count,
            *blocklength,
            *stride,
            datatype::c(*oldtype),
            &mut newtype_c,
        );
        if code == MPI_SUCCESS {
            *newtype = datatype::fortran(newtype_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_unpack_(
    inbuf: *mut c_void,
    insize: *mut c_int,
    position: *mut c_int,
    outbuf: *mut c_void,
    outcount: *mut c_int,
    datatype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_Unpack(
            memory(inbuf),
            *insize,
            position,
            memory(outbuf),
            *outcount,
            datatype::c(*datatype),
            comm::c(*comm),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_unpack_f08ts_(
    inbuf: *const Cdesc,
    insize: *mut c_int,
    position: *mut c_int,
    outbuf: *const Cdesc,
    outcount: *mut c_int,
    datatype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(inbuf_c) = LentBuffer::whole(
            inbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Unpack", "inbuf", ierror);
        };
        let Some(outbuf_c) = LentBuffer::whole(
            outbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Unpack", "outbuf", ierror);
        };
        let code = PMPI_Unpack(
            inbuf_c.address(),
            *insize,
            position,
            outbuf_c.address(),
            *outcount,
            datatype::c(*datatype),
            comm::c(*comm),
        );
        inbuf_c.end();
        outbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_unpack_c_f08ts_(
    inbuf: *const Cdesc,
    insize: *mut i64,
    position: *mut i64,
    outbuf: *const Cdesc,
    outcount: *mut i64,
    datatype: *mut c_int,
    comm: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(inbuf_c) = LentBuffer::whole(
            inbuf,
            BufferUse { is_read: true, is_written: false, may_copy: true },
        ) else {
            return refuse("MPI_Unpack_c", "inbuf", ierror);
        };
        let Some(outbuf_c) = LentBuffer::whole(
            outbuf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
        ) else {
            return refuse("MPI_Unpack_c", "outbuf", ierror);
        };
        let code = PMPI_Unpack_c(
            inbuf_c.address(),
            *insize,
            position,
            outbuf_c.address(),
            *outcount,
            datatype::c(*datatype),
            comm::c(*comm),
        );
        inbuf_c.end();
        outbuf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_unpack_external_(
    datarep: *mut c_char,
    inbuf: *mut c_void,
    insize: *mut isize,
    position: *mut isize,
    outbuf: *mut c_void,
    outcount: *mut c_int,
    datatype: *mut c_int,
    ierror: *mut c_int,
    datarep_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let datarep_c = text(datarep, datarep_len);
        let code = PMPI_Unpack_external(
            datarep_c.as_ptr().cast_mut(),
            memory(inbuf),
            *insize,
            position,
            memory(outbuf),
            *outcount,
            datatype::c(*datatype),
        );
        give(ierror, code);
    }
}
