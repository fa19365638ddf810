//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_close_(fh: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut fh_c = file::c(*fh);
        let code = PMPI_File_close(&mut fh_c);
        *fh = file::fortran(fh_c);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_delete_(
    filename: *mut c_char,
    info: *mut c_int,
    ierror: *mut c_int,
    filename_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let filename_c = text(filename, filename_len);
        let code = PMPI_File_delete(filename_c.as_ptr().cast_mut(), info::c(*info));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_get_amode_(
    fh: *mut c_int,
    amode: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_get_amode(file::c(*fh), amode);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_get_atomicity_(
    fh: *mut c_int,
    flag: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_get_atomicity(file::c(*fh), flag);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_get_byte_offset_(
    fh: *mut c_int,
    offset: *mut i64,
    disp: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_get_byte_offset(file::c(*fh), *offset, disp);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_get_group_(
    fh: *mut c_int,
    group: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut group_c = group::null();
        let code = PMPI_File_get_group(file::c(*fh), &mut group_c);
        if code == MPI_SUCCESS {
            *group = group::fortran(group_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_get_info_(
    fh: *mut c_int,
    info_used: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut info_used_c = info::null();
        let code = PMPI_File_get_info(file::c(*fh), &mut info_used_c);
        if code == MPI_SUCCESS {
            *info_used = info::fortran(info_used_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_get_position_(
    fh: *mut c_int,
    offset: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_get_position(file::c(*fh), offset);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_get_position_shared_(
    fh: *mut c_int,
    offset: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_get_position_shared(file::c(*fh), offset);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_get_size_(fh: *mut c_int, size: *mut i64, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_get_size(file::c(*fh), size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_get_type_extent_(
    fh: *mut c_int,
    datatype: *mut c_int,
    extent: *mut isize,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_get_type_extent(file::c(*fh), datatype::c(*datatype), extent);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_get_type_extent_c_(
    fh: *mut c_int,
    datatype: *mut c_int,
    extent: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_get_type_extent_c(file::c(*fh), datatype::c(*datatype), extent);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_get_view_(
    fh: *mut c_int,
    disp: *mut i64,
    etype: *mut c_int,
    filetype: *mut c_int,
    datarep: *mut c_char,
    ierror: *mut c_int,
    datarep_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut etype_c = datatype::null();
        let mut filetype_c = datatype::null();
        let mut datarep_c = LettersOut::new(MPI_MAX_INFO_KEY as usize);
        let code = PMPI_File_get_view(
            file::c(*fh),
            disp,
            &mut etype_c,
            &mut filetype_c,
            datarep_c.as_mut_ptr(),
        );
        if code == MPI_SUCCESS {
            *etype = datatype::fortran(etype_c);
        }
        if code == MPI_SUCCESS {
            *filetype = datatype::fortran(filetype_c);
        }
        if code == MPI_SUCCESS {
            datarep_c.give(datarep, datarep_len);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_open_(
    comm: *mut c_int,
    filename: *mut c_char,
    amode: *mut c_int,
    info: *mut c_int,
    fh: *mut c_int,
    ierror: *mut c_int,
    filename_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let filename_c = text(filename, filename_len);
        let mut fh_c = file::null();
        let code = PMPI_File_open(
            comm::c(*comm),
            filename_c.as_ptr().cast_mut(),
            *amode,
            info::c(*info),
            &mut fh_c,
        );
        if code == MPI_SUCCESS {
            *fh = file::fortran(fh_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_preallocate_(
    fh: *mut c_int,
    size: *mut i64,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_preallocate(file::c(*fh), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_seek_(
    fh: *mut c_int,
    offset: *mut i64,
    whence: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_seek(file::c(*fh), *offset, *whence);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_seek_shared_(
    fh: *mut c_int,
    offset: *mut i64,
    whence: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_seek_shared(file::c(*fh), *offset, *whence);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_set_atomicity_(
    fh: *mut c_int,
    flag: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_set_atomicity(file::c(*fh), *flag);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_set_info_(fh: *mut c_int, info: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_set_info(file::c(*fh), info::c(*info));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_set_size_(fh: *mut c_int, size: *mut i64, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_set_size(file::c(*fh), *size);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_set_view_(
    fh: *mut c_int,
    disp: *mut i64,
    etype: *mut c_int,
    filetype: *mut c_int,
    datarep: *mut c_char,
    info: *mut c_int,
    ierror: *mut c_int,
    datarep_len: usize,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let datarep_c = text(datarep, datarep_len);
        let code = PMPI_File_set_view(
            file::c(*fh),
            *disp,
            datatype::c(*etype),
            datatype::c(*filetype),
            datarep_c.as_ptr().cast_mut(),
            info::c(*info),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_sync_(fh: *mut c_int, ierror: *mut c_int) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_sync(file::c(*fh));
        give(ierror, code);
    }
}
