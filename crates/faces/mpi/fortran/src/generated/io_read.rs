//! Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_(
    fh: *mut c_int,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_File_iread(
            file::c(*fh),
            memory(buf),
            *count,
            datatype::c(*datatype),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_iread", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_File_iread(
            file::c(*fh),
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_all_(
    fh: *mut c_int,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_File_iread_all(
            file::c(*fh),
            memory(buf),
            *count,
            datatype::c(*datatype),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_all_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_iread_all", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_File_iread_all(
            file::c(*fh),
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_all_c_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_iread_all_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_File_iread_all_c(
            file::c(*fh),
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_at_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_File_iread_at(
            file::c(*fh),
            *offset,
            memory(buf),
            *count,
            datatype::c(*datatype),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_at_f08ts_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_iread_at", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_File_iread_at(
            file::c(*fh),
            *offset,
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_at_all_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_File_iread_at_all(
            file::c(*fh),
            *offset,
            memory(buf),
            *count,
            datatype::c(*datatype),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_at_all_f08ts_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_iread_at_all", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_File_iread_at_all(
            file::c(*fh),
            *offset,
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_at_all_c_f08ts_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_iread_at_all_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_File_iread_at_all_c(
            file::c(*fh),
            *offset,
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_at_c_f08ts_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_iread_at_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_File_iread_at_c(
            file::c(*fh),
            *offset,
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_c_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_iread_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_File_iread_c(
            file::c(*fh),
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_shared_(
    fh: *mut c_int,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let mut request_c = request::null();
        let code = PMPI_File_iread_shared(
            file::c(*fh),
            memory(buf),
            *count,
            datatype::c(*datatype),
            &mut request_c,
        );
        if code == MPI_SUCCESS {
            *request = new_request(request_c);
        }
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_shared_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_iread_shared", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_File_iread_shared(
            file::c(*fh),
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_iread_shared_c_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    request: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_iread_shared_c", "buf", ierror);
        };
        let mut request_c = request::null();
        let code = PMPI_File_iread_shared_c(
            file::c(*fh),
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            &mut request_c,
        );
        new_request_with(request, request_c, code, false, [buf_c]);
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_(
    fh: *mut c_int,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read(
            file::c(*fh),
            memory(buf),
            *count,
            datatype::c(*datatype),
            status_or_none(status),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read", "buf", ierror);
        };
        let code = PMPI_File_read(
            file::c(*fh),
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_all_(
    fh: *mut c_int,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read_all(
            file::c(*fh),
            memory(buf),
            *count,
            datatype::c(*datatype),
            status_or_none(status),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_all_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_all", "buf", ierror);
        };
        let code = PMPI_File_read_all(
            file::c(*fh),
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_all_begin_(
    fh: *mut c_int,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code =
            PMPI_File_read_all_begin(file::c(*fh), memory(buf), *count, datatype::c(*datatype));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_all_begin_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_all_begin", "buf", ierror);
        };
        let code = PMPI_File_read_all_begin(
            file::c(*fh),
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_all_begin_c_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_all_begin_c", "buf", ierror);
        };
        let code = PMPI_File_read_all_begin_c(
            file::c(*fh),
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_all_c_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_all_c", "buf", ierror);
        };
        let code = PMPI_File_read_all_c(
            file::c(*fh),
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_all_end_(
    fh: *mut c_int,
    buf: *mut c_void,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read_all_end(file::c(*fh), memory(buf), status_or_none(status));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_all_end_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read_all_end(file::c(*fh), memory_of(buf), status_or_none(status));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_at_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read_at(
            file::c(*fh),
            *offset,
            memory(buf),
            *count,
            datatype::c(*datatype),
            status_or_none(status),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_at_f08ts_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_at", "buf", ierror);
        };
        let code = PMPI_File_read_at(
            file::c(*fh),
            *offset,
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_at_all_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read_at_all(
            file::c(*fh),
            *offset,
            memory(buf),
            *count,
            datatype::c(*datatype),
            status_or_none(status),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_at_all_f08ts_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_at_all", "buf", ierror);
        };
        let code = PMPI_File_read_at_all(
            file::c(*fh),
            *offset,
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_at_all_begin_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read_at_all_begin(
            file::c(*fh),
            *offset,
            memory(buf),
            *count,
            datatype::c(*datatype),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_at_all_begin_f08ts_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_at_all_begin", "buf", ierror);
        };
        let code = PMPI_File_read_at_all_begin(
            file::c(*fh),
            *offset,
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_at_all_begin_c_f08ts_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_at_all_begin_c", "buf", ierror);
        };
        let code = PMPI_File_read_at_all_begin_c(
            file::c(*fh),
            *offset,
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_at_all_c_f08ts_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_at_all_c", "buf", ierror);
        };
        let code = PMPI_File_read_at_all_c(
            file::c(*fh),
            *offset,
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_at_all_end_(
    fh: *mut c_int,
    buf: *mut c_void,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read_at_all_end(file::c(*fh), memory(buf), status_or_none(status));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_at_all_end_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read_at_all_end(file::c(*fh), memory_of(buf), status_or_none(status));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_at_c_f08ts_(
    fh: *mut c_int,
    offset: *mut i64,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_at_c", "buf", ierror);
        };
        let code = PMPI_File_read_at_c(
            file::c(*fh),
            *offset,
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_c_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_c", "buf", ierror);
        };
        let code = PMPI_File_read_c(
            file::c(*fh),
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_ordered_(
    fh: *mut c_int,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read_ordered(
            file::c(*fh),
            memory(buf),
            *count,
            datatype::c(*datatype),
            status_or_none(status),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_ordered_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_ordered", "buf", ierror);
        };
        let code = PMPI_File_read_ordered(
            file::c(*fh),
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_ordered_begin_(
    fh: *mut c_int,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code =
            PMPI_File_read_ordered_begin(file::c(*fh), memory(buf), *count, datatype::c(*datatype));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_ordered_begin_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_ordered_begin", "buf", ierror);
        };
        let code = PMPI_File_read_ordered_begin(
            file::c(*fh),
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_ordered_begin_c_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: false },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_ordered_begin_c", "buf", ierror);
        };
        let code = PMPI_File_read_ordered_begin_c(
            file::c(*fh),
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_ordered_c_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_ordered_c", "buf", ierror);
        };
        let code = PMPI_File_read_ordered_c(
            file::c(*fh),
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_ordered_end_(
    fh: *mut c_int,
    buf: *mut c_void,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read_ordered_end(file::c(*fh), memory(buf), status_or_none(status));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_ordered_end_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read_ordered_end(file::c(*fh), memory_of(buf), status_or_none(status));
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_shared_(
    fh: *mut c_int,
    buf: *mut c_void,
    count: *mut c_int,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let code = PMPI_File_read_shared(
            file::c(*fh),
            memory(buf),
            *count,
            datatype::c(*datatype),
            status_or_none(status),
        );
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_shared_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut c_int,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_shared", "buf", ierror);
        };
        let code = PMPI_File_read_shared(
            file::c(*fh),
            buf_c.address(),
            buf_c.count() as c_int,
            buf_c.datatype(),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pmpi_file_read_shared_c_f08ts_(
    fh: *mut c_int,
    buf: *const Cdesc,
    count: *mut i64,
    datatype: *mut c_int,
    status: *mut c_int,
    ierror: *mut c_int,
) {
    // SAFETY: the program vouches for its arguments.
    unsafe {
        let Some(buf_c) = LentBuffer::typed(
            buf,
            BufferUse { is_read: false, is_written: true, may_copy: true },
            *count as i64,
            *datatype,
        ) else {
            return refuse("MPI_File_read_shared_c", "buf", ierror);
        };
        let code = PMPI_File_read_shared_c(
            file::c(*fh),
            buf_c.address(),
            buf_c.count(),
            buf_c.datatype(),
            status_or_none(status),
        );
        buf_c.end();
        give(ierror, code);
    }
}
