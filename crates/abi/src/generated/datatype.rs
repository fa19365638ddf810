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
    _status: *const Status,
    _datatype: DatatypeHandle,
    _count: *mut c_int,
) -> c_int {
    unbuilt("MPI_Get_elements", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Get_elements_c(
    _status: *const Status,
    _datatype: DatatypeHandle,
    _count: *mut Count,
) -> c_int {
    unbuilt("MPI_Get_elements_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack(
    _inbuf: *const c_void,
    _incount: c_int,
    _datatype: DatatypeHandle,
    _outbuf: *mut c_void,
    _outsize: c_int,
    _position: *mut c_int,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Pack", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_c(
    _inbuf: *const c_void,
    _incount: Count,
    _datatype: DatatypeHandle,
    _outbuf: *mut c_void,
    _outsize: Count,
    _position: *mut Count,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Pack_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external(
    _datarep: *const c_char,
    _inbuf: *const c_void,
    _incount: c_int,
    _datatype: DatatypeHandle,
    _outbuf: *mut c_void,
    _outsize: Aint,
    _position: *mut Aint,
) -> c_int {
    unbuilt("MPI_Pack_external", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external_c(
    _datarep: *const c_char,
    _inbuf: *const c_void,
    _incount: Count,
    _datatype: DatatypeHandle,
    _outbuf: *mut c_void,
    _outsize: Count,
    _position: *mut Count,
) -> c_int {
    unbuilt("MPI_Pack_external_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external_size(
    _datarep: *const c_char,
    _incount: c_int,
    _datatype: DatatypeHandle,
    _size: *mut Aint,
) -> c_int {
    unbuilt("MPI_Pack_external_size", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_external_size_c(
    _datarep: *const c_char,
    _incount: Count,
    _datatype: DatatypeHandle,
    _size: *mut Count,
) -> c_int {
    unbuilt("MPI_Pack_external_size_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_size(
    _incount: c_int,
    _datatype: DatatypeHandle,
    comm: CommHandle,
    _size: *mut c_int,
) -> c_int {
    unbuilt("MPI_Pack_size", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pack_size_c(
    _incount: Count,
    _datatype: DatatypeHandle,
    comm: CommHandle,
    _size: *mut Count,
) -> c_int {
    unbuilt("MPI_Pack_size_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_commit(_datatype: *mut DatatypeHandle) -> c_int {
    unbuilt("MPI_Type_commit", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_contiguous(
    _count: c_int,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_contiguous", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_contiguous_c(
    _count: Count,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_contiguous_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_darray(
    _size: c_int,
    _rank: c_int,
    _ndims: c_int,
    _array_of_gsizes: *const c_int,
    _array_of_distribs: *const c_int,
    _array_of_dargs: *const c_int,
    _array_of_psizes: *const c_int,
    _order: c_int,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_darray", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_darray_c(
    _size: c_int,
    _rank: c_int,
    _ndims: c_int,
    _array_of_gsizes: *const Count,
    _array_of_distribs: *const c_int,
    _array_of_dargs: *const c_int,
    _array_of_psizes: *const c_int,
    _order: c_int,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_darray_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_f90_complex(
    _p: c_int,
    _r: c_int,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_f90_complex", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_f90_integer(
    _r: c_int,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_f90_integer", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_f90_real(
    _p: c_int,
    _r: c_int,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_f90_real", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed(
    _count: c_int,
    _array_of_blocklengths: *const c_int,
    _array_of_displacements: *const Aint,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_hindexed", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed_block(
    _count: c_int,
    _blocklength: c_int,
    _array_of_displacements: *const Aint,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_hindexed_block", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed_block_c(
    _count: Count,
    _blocklength: Count,
    _array_of_displacements: *const Count,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_hindexed_block_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hindexed_c(
    _count: Count,
    _array_of_blocklengths: *const Count,
    _array_of_displacements: *const Count,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_hindexed_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hvector(
    _count: c_int,
    _blocklength: c_int,
    _stride: Aint,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_hvector", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_hvector_c(
    _count: Count,
    _blocklength: Count,
    _stride: Count,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_hvector_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_indexed_block(
    _count: c_int,
    _blocklength: c_int,
    _array_of_displacements: *const c_int,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_indexed_block", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_indexed_block_c(
    _count: Count,
    _blocklength: Count,
    _array_of_displacements: *const Count,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_indexed_block_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_resized(
    _oldtype: DatatypeHandle,
    _lb: Aint,
    _extent: Aint,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_resized", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_resized_c(
    _oldtype: DatatypeHandle,
    _lb: Count,
    _extent: Count,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_resized_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_struct(
    _count: c_int,
    _array_of_blocklengths: *const c_int,
    _array_of_displacements: *const Aint,
    _array_of_types: *const DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_struct", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_struct_c(
    _count: Count,
    _array_of_blocklengths: *const Count,
    _array_of_displacements: *const Count,
    _array_of_types: *const DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_struct_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_subarray(
    _ndims: c_int,
    _array_of_sizes: *const c_int,
    _array_of_subsizes: *const c_int,
    _array_of_starts: *const c_int,
    _order: c_int,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_subarray", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_create_subarray_c(
    _ndims: c_int,
    _array_of_sizes: *const Count,
    _array_of_subsizes: *const Count,
    _array_of_starts: *const Count,
    _order: c_int,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_create_subarray_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_dup(
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_dup", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_free(_datatype: *mut DatatypeHandle) -> c_int {
    unbuilt("MPI_Type_free", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_contents(
    _datatype: DatatypeHandle,
    _max_integers: c_int,
    _max_addresses: c_int,
    _max_datatypes: c_int,
    _array_of_integers: *mut c_int,
    _array_of_addresses: *mut Aint,
    _array_of_datatypes: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_get_contents", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_contents_c(
    _datatype: DatatypeHandle,
    _max_integers: Count,
    _max_addresses: Count,
    _max_large_counts: Count,
    _max_datatypes: Count,
    _array_of_integers: *mut c_int,
    _array_of_addresses: *mut Aint,
    _array_of_large_counts: *mut Count,
    _array_of_datatypes: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_get_contents_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_envelope(
    _datatype: DatatypeHandle,
    _num_integers: *mut c_int,
    _num_addresses: *mut c_int,
    _num_datatypes: *mut c_int,
    _combiner: *mut c_int,
) -> c_int {
    unbuilt("MPI_Type_get_envelope", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_envelope_c(
    _datatype: DatatypeHandle,
    _num_integers: *mut Count,
    _num_addresses: *mut Count,
    _num_large_counts: *mut Count,
    _num_datatypes: *mut Count,
    _combiner: *mut c_int,
) -> c_int {
    unbuilt("MPI_Type_get_envelope_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_extent(
    _datatype: DatatypeHandle,
    _lb: *mut Aint,
    _extent: *mut Aint,
) -> c_int {
    unbuilt("MPI_Type_get_extent", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_extent_c(
    _datatype: DatatypeHandle,
    _lb: *mut Count,
    _extent: *mut Count,
) -> c_int {
    unbuilt("MPI_Type_get_extent_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_true_extent(
    _datatype: DatatypeHandle,
    _true_lb: *mut Aint,
    _true_extent: *mut Aint,
) -> c_int {
    unbuilt("MPI_Type_get_true_extent", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_true_extent_c(
    _datatype: DatatypeHandle,
    _true_lb: *mut Count,
    _true_extent: *mut Count,
) -> c_int {
    unbuilt("MPI_Type_get_true_extent_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_get_value_index(
    _value_type: DatatypeHandle,
    _index_type: DatatypeHandle,
    _pair_type: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_get_value_index", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_indexed(
    _count: c_int,
    _array_of_blocklengths: *const c_int,
    _array_of_displacements: *const c_int,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_indexed", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_indexed_c(
    _count: Count,
    _array_of_blocklengths: *const Count,
    _array_of_displacements: *const Count,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_indexed_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_match_size(
    _typeclass: c_int,
    _size: c_int,
    _datatype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_match_size", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_size(_datatype: DatatypeHandle, _size: *mut c_int) -> c_int {
    unbuilt("MPI_Type_size", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_size_c(_datatype: DatatypeHandle, _size: *mut Count) -> c_int {
    unbuilt("MPI_Type_size_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_vector(
    _count: c_int,
    _blocklength: c_int,
    _stride: c_int,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_vector", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Type_vector_c(
    _count: Count,
    _blocklength: Count,
    _stride: Count,
    _oldtype: DatatypeHandle,
    _newtype: *mut DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Type_vector_c", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack(
    _inbuf: *const c_void,
    _insize: c_int,
    _position: *mut c_int,
    _outbuf: *mut c_void,
    _outcount: c_int,
    _datatype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Unpack", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack_c(
    _inbuf: *const c_void,
    _insize: Count,
    _position: *mut Count,
    _outbuf: *mut c_void,
    _outcount: Count,
    _datatype: DatatypeHandle,
    comm: CommHandle,
) -> c_int {
    unbuilt("MPI_Unpack_c", On::Comm(comm))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack_external(
    _datarep: *const c_char,
    _inbuf: *const c_void,
    _insize: Aint,
    _position: *mut Aint,
    _outbuf: *mut c_void,
    _outcount: c_int,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Unpack_external", On::Nothing)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Unpack_external_c(
    _datarep: *const c_char,
    _inbuf: *const c_void,
    _insize: Count,
    _position: *mut Count,
    _outbuf: *mut c_void,
    _outcount: Count,
    _datatype: DatatypeHandle,
) -> c_int {
    unbuilt("MPI_Unpack_external_c", On::Nothing)
}
