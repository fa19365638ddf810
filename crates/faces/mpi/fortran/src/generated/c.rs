//! The functions of the C library that the entry points call. Written by `cargo xtask codegen`; do not edit.

use core::ffi::{c_char, c_int, c_void};

use crate::handles::{CFile, CHandle};

unsafe extern "C" {
    pub fn PMPI_Abi_get_fortran_booleans(
        logical_size: c_int,
        logical_true: *mut c_void,
        logical_false: *mut c_void,
        is_set: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Abi_get_fortran_info(info: *mut CHandle) -> c_int;
    pub fn PMPI_Abi_get_info(info: *mut CHandle) -> c_int;
    pub fn PMPI_Abi_get_version(abi_major: *mut c_int, abi_minor: *mut c_int) -> c_int;
    pub fn PMPI_Abi_set_fortran_booleans(
        logical_size: c_int,
        logical_true: *mut c_void,
        logical_false: *mut c_void,
    ) -> c_int;
    pub fn PMPI_Abi_set_fortran_info(info: CHandle) -> c_int;
    pub fn PMPI_Abort(comm: CHandle, errorcode: c_int) -> c_int;
    pub fn PMPI_Accumulate(
        origin_addr: *mut c_void,
        origin_count: c_int,
        origin_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: c_int,
        target_datatype: CHandle,
        op: CHandle,
        win: CHandle,
    ) -> c_int;
    pub fn PMPI_Accumulate_c(
        origin_addr: *mut c_void,
        origin_count: i64,
        origin_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: i64,
        target_datatype: CHandle,
        op: CHandle,
        win: CHandle,
    ) -> c_int;
    pub fn PMPI_Add_error_class(errorclass: *mut c_int) -> c_int;
    pub fn PMPI_Add_error_code(errorclass: c_int, errorcode: *mut c_int) -> c_int;
    pub fn PMPI_Add_error_string(errorcode: c_int, string: *mut c_char) -> c_int;
    pub fn PMPI_Aint_add(base: isize, disp: isize) -> isize;
    pub fn PMPI_Aint_diff(addr1: isize, addr2: isize) -> isize;
    pub fn PMPI_Allgather(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Allgather_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Allgather_init(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Allgather_init_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Allgatherv(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        displs: *mut c_int,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Allgatherv_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        displs: *mut isize,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Allgatherv_init(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        displs: *mut c_int,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Allgatherv_init_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        displs: *mut isize,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Alloc_mem(size: isize, info: CHandle, baseptr: *mut c_void) -> c_int;
    pub fn PMPI_Allreduce(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Allreduce_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Allreduce_init(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Allreduce_init_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Alltoall(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Alltoall_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Alltoall_init(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Alltoall_init_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Alltoallv(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        sdispls: *mut c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        rdispls: *mut c_int,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Alltoallv_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        sdispls: *mut isize,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        rdispls: *mut isize,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Alltoallv_init(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        sdispls: *mut c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        rdispls: *mut c_int,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Alltoallv_init_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        sdispls: *mut isize,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        rdispls: *mut isize,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Alltoallw(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        sdispls: *mut c_int,
        sendtypes: *mut CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        rdispls: *mut c_int,
        recvtypes: *mut CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Alltoallw_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        sdispls: *mut isize,
        sendtypes: *mut CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        rdispls: *mut isize,
        recvtypes: *mut CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Alltoallw_init(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        sdispls: *mut c_int,
        sendtypes: *mut CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        rdispls: *mut c_int,
        recvtypes: *mut CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Alltoallw_init_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        sdispls: *mut isize,
        sendtypes: *mut CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        rdispls: *mut isize,
        recvtypes: *mut CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Attr_delete(comm: CHandle, keyval: c_int) -> c_int;
    pub fn PMPI_Attr_get(
        comm: CHandle,
        keyval: c_int,
        attribute_val: *mut c_void,
        flag: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Attr_put(comm: CHandle, keyval: c_int, attribute_val: *mut c_void) -> c_int;
    pub fn PMPI_Barrier(comm: CHandle) -> c_int;
    pub fn PMPI_Barrier_init(comm: CHandle, info: CHandle, request: *mut CHandle) -> c_int;
    pub fn PMPI_Bcast(
        buffer: *mut c_void,
        count: c_int,
        datatype: CHandle,
        root: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Bcast_c(
        buffer: *mut c_void,
        count: i64,
        datatype: CHandle,
        root: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Bcast_init(
        buffer: *mut c_void,
        count: c_int,
        datatype: CHandle,
        root: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Bcast_init_c(
        buffer: *mut c_void,
        count: i64,
        datatype: CHandle,
        root: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Bsend(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Bsend_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Bsend_init(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Bsend_init_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Buffer_attach(buffer: *mut c_void, size: c_int) -> c_int;
    pub fn PMPI_Buffer_attach_c(buffer: *mut c_void, size: i64) -> c_int;
    pub fn PMPI_Buffer_detach(buffer_addr: *mut c_void, size: *mut c_int) -> c_int;
    pub fn PMPI_Buffer_detach_c(buffer_addr: *mut c_void, size: *mut i64) -> c_int;
    pub fn PMPI_Buffer_flush() -> c_int;
    pub fn PMPI_Buffer_iflush(request: *mut CHandle) -> c_int;
    pub fn PMPI_Cancel(request: *mut CHandle) -> c_int;
    pub fn PMPI_Cart_coords(
        comm: CHandle,
        rank: c_int,
        maxdims: c_int,
        coords: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Cart_create(
        comm_old: CHandle,
        ndims: c_int,
        dims: *mut c_int,
        periods: *mut c_int,
        reorder: c_int,
        comm_cart: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Cart_get(
        comm: CHandle,
        maxdims: c_int,
        dims: *mut c_int,
        periods: *mut c_int,
        coords: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Cart_map(
        comm: CHandle,
        ndims: c_int,
        dims: *mut c_int,
        periods: *mut c_int,
        newrank: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Cart_rank(comm: CHandle, coords: *mut c_int, rank: *mut c_int) -> c_int;
    pub fn PMPI_Cart_shift(
        comm: CHandle,
        direction: c_int,
        disp: c_int,
        rank_source: *mut c_int,
        rank_dest: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Cart_sub(comm: CHandle, remain_dims: *mut c_int, newcomm: *mut CHandle) -> c_int;
    pub fn PMPI_Cartdim_get(comm: CHandle, ndims: *mut c_int) -> c_int;
    pub fn PMPI_Close_port(port_name: *mut c_char) -> c_int;
    pub fn PMPI_Comm_accept(
        port_name: *mut c_char,
        info: CHandle,
        root: c_int,
        comm: CHandle,
        newcomm: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Comm_attach_buffer(comm: CHandle, buffer: *mut c_void, size: c_int) -> c_int;
    pub fn PMPI_Comm_attach_buffer_c(comm: CHandle, buffer: *mut c_void, size: i64) -> c_int;
    pub fn PMPI_Comm_call_errhandler(comm: CHandle, errorcode: c_int) -> c_int;
    pub fn PMPI_Comm_compare(comm1: CHandle, comm2: CHandle, result: *mut c_int) -> c_int;
    pub fn PMPI_Comm_connect(
        port_name: *mut c_char,
        info: CHandle,
        root: c_int,
        comm: CHandle,
        newcomm: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Comm_create(comm: CHandle, group: CHandle, newcomm: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_create_errhandler(
        comm_errhandler_fn: *const c_void,
        errhandler: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Comm_create_from_group(
        group: CHandle,
        stringtag: *mut c_char,
        info: CHandle,
        errhandler: CHandle,
        newcomm: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Comm_create_group(
        comm: CHandle,
        group: CHandle,
        tag: c_int,
        newcomm: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Comm_create_keyval(
        comm_copy_attr_fn: *const c_void,
        comm_delete_attr_fn: *const c_void,
        comm_keyval: *mut c_int,
        extra_state: *mut c_void,
    ) -> c_int;
    pub fn PMPI_Comm_delete_attr(comm: CHandle, comm_keyval: c_int) -> c_int;
    pub fn PMPI_Comm_detach_buffer(
        comm: CHandle,
        buffer_addr: *mut c_void,
        size: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Comm_detach_buffer_c(
        comm: CHandle,
        buffer_addr: *mut c_void,
        size: *mut i64,
    ) -> c_int;
    pub fn PMPI_Comm_disconnect(comm: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_dup(comm: CHandle, newcomm: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_dup_with_info(comm: CHandle, info: CHandle, newcomm: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_flush_buffer(comm: CHandle) -> c_int;
    pub fn PMPI_Comm_free(comm: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_free_keyval(comm_keyval: *mut c_int) -> c_int;
    pub fn PMPI_Comm_get_attr(
        comm: CHandle,
        comm_keyval: c_int,
        attribute_val: *mut c_void,
        flag: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Comm_get_errhandler(comm: CHandle, errhandler: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_get_info(comm: CHandle, info_used: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_get_name(
        comm: CHandle,
        comm_name: *mut c_char,
        resultlen: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Comm_get_parent(parent: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_group(comm: CHandle, group: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_idup(comm: CHandle, newcomm: *mut CHandle, request: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_idup_with_info(
        comm: CHandle,
        info: CHandle,
        newcomm: *mut CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Comm_iflush_buffer(comm: CHandle, request: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_join(fd: c_int, intercomm: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_rank(comm: CHandle, rank: *mut c_int) -> c_int;
    pub fn PMPI_Comm_remote_group(comm: CHandle, group: *mut CHandle) -> c_int;
    pub fn PMPI_Comm_remote_size(comm: CHandle, size: *mut c_int) -> c_int;
    pub fn PMPI_Comm_set_attr(
        comm: CHandle,
        comm_keyval: c_int,
        attribute_val: *mut c_void,
    ) -> c_int;
    pub fn PMPI_Comm_set_errhandler(comm: CHandle, errhandler: CHandle) -> c_int;
    pub fn PMPI_Comm_set_info(comm: CHandle, info: CHandle) -> c_int;
    pub fn PMPI_Comm_set_name(comm: CHandle, comm_name: *mut c_char) -> c_int;
    pub fn PMPI_Comm_size(comm: CHandle, size: *mut c_int) -> c_int;
    pub fn PMPI_Comm_spawn(
        command: *mut c_char,
        argv: *mut *mut c_char,
        maxprocs: c_int,
        info: CHandle,
        root: c_int,
        comm: CHandle,
        intercomm: *mut CHandle,
        array_of_errcodes: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Comm_spawn_multiple(
        count: c_int,
        array_of_commands: *mut *mut c_char,
        array_of_argv: *mut *mut *mut c_char,
        array_of_maxprocs: *mut c_int,
        array_of_info: *mut CHandle,
        root: c_int,
        comm: CHandle,
        intercomm: *mut CHandle,
        array_of_errcodes: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Comm_split(comm: CHandle, color: c_int, key: c_int, newcomm: *mut CHandle)
    -> c_int;
    pub fn PMPI_Comm_split_type(
        comm: CHandle,
        split_type: c_int,
        key: c_int,
        info: CHandle,
        newcomm: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Comm_test_inter(comm: CHandle, flag: *mut c_int) -> c_int;
    pub fn PMPI_Compare_and_swap(
        origin_addr: *mut c_void,
        compare_addr: *mut c_void,
        result_addr: *mut c_void,
        datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        win: CHandle,
    ) -> c_int;
    pub fn PMPI_Dims_create(nnodes: c_int, ndims: c_int, dims: *mut c_int) -> c_int;
    pub fn PMPI_Dist_graph_create(
        comm_old: CHandle,
        n: c_int,
        sources: *mut c_int,
        degrees: *mut c_int,
        destinations: *mut c_int,
        weights: *mut c_int,
        info: CHandle,
        reorder: c_int,
        comm_dist_graph: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Dist_graph_create_adjacent(
        comm_old: CHandle,
        indegree: c_int,
        sources: *mut c_int,
        sourceweights: *mut c_int,
        outdegree: c_int,
        destinations: *mut c_int,
        destweights: *mut c_int,
        info: CHandle,
        reorder: c_int,
        comm_dist_graph: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Dist_graph_neighbors(
        comm: CHandle,
        maxindegree: c_int,
        sources: *mut c_int,
        sourceweights: *mut c_int,
        maxoutdegree: c_int,
        destinations: *mut c_int,
        destweights: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Dist_graph_neighbors_count(
        comm: CHandle,
        indegree: *mut c_int,
        outdegree: *mut c_int,
        weighted: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Errhandler_free(errhandler: *mut CHandle) -> c_int;
    pub fn PMPI_Error_class(errorcode: c_int, errorclass: *mut c_int) -> c_int;
    pub fn PMPI_Error_string(errorcode: c_int, string: *mut c_char, resultlen: *mut c_int)
    -> c_int;
    pub fn PMPI_Exscan(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Exscan_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Exscan_init(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Exscan_init_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Fetch_and_op(
        origin_addr: *mut c_void,
        result_addr: *mut c_void,
        datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        op: CHandle,
        win: CHandle,
    ) -> c_int;
    pub fn PMPI_File_call_errhandler(fh: CFile, errorcode: c_int) -> c_int;
    pub fn PMPI_File_close(fh: *mut CFile) -> c_int;
    pub fn PMPI_File_create_errhandler(
        file_errhandler_fn: *const c_void,
        errhandler: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_delete(filename: *mut c_char, info: CHandle) -> c_int;
    pub fn PMPI_File_get_amode(fh: CFile, amode: *mut c_int) -> c_int;
    pub fn PMPI_File_get_atomicity(fh: CFile, flag: *mut c_int) -> c_int;
    pub fn PMPI_File_get_byte_offset(fh: CFile, offset: i64, disp: *mut i64) -> c_int;
    pub fn PMPI_File_get_errhandler(file: CFile, errhandler: *mut CHandle) -> c_int;
    pub fn PMPI_File_get_group(fh: CFile, group: *mut CHandle) -> c_int;
    pub fn PMPI_File_get_info(fh: CFile, info_used: *mut CHandle) -> c_int;
    pub fn PMPI_File_get_position(fh: CFile, offset: *mut i64) -> c_int;
    pub fn PMPI_File_get_position_shared(fh: CFile, offset: *mut i64) -> c_int;
    pub fn PMPI_File_get_size(fh: CFile, size: *mut i64) -> c_int;
    pub fn PMPI_File_get_type_extent(fh: CFile, datatype: CHandle, extent: *mut isize) -> c_int;
    pub fn PMPI_File_get_type_extent_c(fh: CFile, datatype: CHandle, extent: *mut i64) -> c_int;
    pub fn PMPI_File_get_view(
        fh: CFile,
        disp: *mut i64,
        etype: *mut CHandle,
        filetype: *mut CHandle,
        datarep: *mut c_char,
    ) -> c_int;
    pub fn PMPI_File_iread(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iread_all(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iread_all_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iread_at(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iread_at_all(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iread_at_all_c(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iread_at_c(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iread_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iread_shared(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iread_shared_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iwrite(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iwrite_all(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iwrite_all_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iwrite_at(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iwrite_at_all(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iwrite_at_all_c(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iwrite_at_c(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iwrite_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iwrite_shared(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_iwrite_shared_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_File_open(
        comm: CHandle,
        filename: *mut c_char,
        amode: c_int,
        info: CHandle,
        fh: *mut CFile,
    ) -> c_int;
    pub fn PMPI_File_preallocate(fh: CFile, size: i64) -> c_int;
    pub fn PMPI_File_read(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_read_all(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_read_all_begin(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_File_read_all_begin_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_File_read_all_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_read_all_end(fh: CFile, buf: *mut c_void, status: *mut c_int) -> c_int;
    pub fn PMPI_File_read_at(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_read_at_all(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_read_at_all_begin(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_File_read_at_all_begin_c(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_File_read_at_all_c(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_read_at_all_end(fh: CFile, buf: *mut c_void, status: *mut c_int) -> c_int;
    pub fn PMPI_File_read_at_c(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_read_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_read_ordered(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_read_ordered_begin(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_File_read_ordered_begin_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_File_read_ordered_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_read_ordered_end(fh: CFile, buf: *mut c_void, status: *mut c_int) -> c_int;
    pub fn PMPI_File_read_shared(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_read_shared_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_seek(fh: CFile, offset: i64, whence: c_int) -> c_int;
    pub fn PMPI_File_seek_shared(fh: CFile, offset: i64, whence: c_int) -> c_int;
    pub fn PMPI_File_set_atomicity(fh: CFile, flag: c_int) -> c_int;
    pub fn PMPI_File_set_errhandler(file: CFile, errhandler: CHandle) -> c_int;
    pub fn PMPI_File_set_info(fh: CFile, info: CHandle) -> c_int;
    pub fn PMPI_File_set_size(fh: CFile, size: i64) -> c_int;
    pub fn PMPI_File_set_view(
        fh: CFile,
        disp: i64,
        etype: CHandle,
        filetype: CHandle,
        datarep: *mut c_char,
        info: CHandle,
    ) -> c_int;
    pub fn PMPI_File_sync(fh: CFile) -> c_int;
    pub fn PMPI_File_write(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_write_all(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_write_all_begin(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_File_write_all_begin_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_File_write_all_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_write_all_end(fh: CFile, buf: *mut c_void, status: *mut c_int) -> c_int;
    pub fn PMPI_File_write_at(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_write_at_all(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_write_at_all_begin(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_File_write_at_all_begin_c(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_File_write_at_all_c(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_write_at_all_end(fh: CFile, buf: *mut c_void, status: *mut c_int) -> c_int;
    pub fn PMPI_File_write_at_c(
        fh: CFile,
        offset: i64,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_write_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_write_ordered(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_write_ordered_begin(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_File_write_ordered_begin_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_File_write_ordered_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_write_ordered_end(fh: CFile, buf: *mut c_void, status: *mut c_int) -> c_int;
    pub fn PMPI_File_write_shared(
        fh: CFile,
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_File_write_shared_c(
        fh: CFile,
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Finalize() -> c_int;
    pub fn PMPI_Finalized(flag: *mut c_int) -> c_int;
    pub fn PMPI_Free_mem(base: *mut c_void) -> c_int;
    pub fn PMPI_Gather(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Gather_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Gather_init(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Gather_init_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Gatherv(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        displs: *mut c_int,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Gatherv_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        displs: *mut isize,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Gatherv_init(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        displs: *mut c_int,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Gatherv_init_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        displs: *mut isize,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Get(
        origin_addr: *mut c_void,
        origin_count: c_int,
        origin_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: c_int,
        target_datatype: CHandle,
        win: CHandle,
    ) -> c_int;
    pub fn PMPI_Get_accumulate(
        origin_addr: *mut c_void,
        origin_count: c_int,
        origin_datatype: CHandle,
        result_addr: *mut c_void,
        result_count: c_int,
        result_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: c_int,
        target_datatype: CHandle,
        op: CHandle,
        win: CHandle,
    ) -> c_int;
    pub fn PMPI_Get_accumulate_c(
        origin_addr: *mut c_void,
        origin_count: i64,
        origin_datatype: CHandle,
        result_addr: *mut c_void,
        result_count: i64,
        result_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: i64,
        target_datatype: CHandle,
        op: CHandle,
        win: CHandle,
    ) -> c_int;
    pub fn PMPI_Get_address(location: *mut c_void, address: *mut isize) -> c_int;
    pub fn PMPI_Get_c(
        origin_addr: *mut c_void,
        origin_count: i64,
        origin_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: i64,
        target_datatype: CHandle,
        win: CHandle,
    ) -> c_int;
    pub fn PMPI_Get_count(status: *mut c_int, datatype: CHandle, count: *mut c_int) -> c_int;
    pub fn PMPI_Get_count_c(status: *mut c_int, datatype: CHandle, count: *mut i64) -> c_int;
    pub fn PMPI_Get_elements(status: *mut c_int, datatype: CHandle, count: *mut c_int) -> c_int;
    pub fn PMPI_Get_elements_c(status: *mut c_int, datatype: CHandle, count: *mut i64) -> c_int;
    pub fn PMPI_Get_elements_x(status: *mut c_int, datatype: CHandle, count: *mut i64) -> c_int;
    pub fn PMPI_Get_hw_resource_info(hw_info: *mut CHandle) -> c_int;
    pub fn PMPI_Get_library_version(version: *mut c_char, resultlen: *mut c_int) -> c_int;
    pub fn PMPI_Get_processor_name(name: *mut c_char, resultlen: *mut c_int) -> c_int;
    pub fn PMPI_Get_version(version: *mut c_int, subversion: *mut c_int) -> c_int;
    pub fn PMPI_Graph_create(
        comm_old: CHandle,
        nnodes: c_int,
        index: *mut c_int,
        edges: *mut c_int,
        reorder: c_int,
        comm_graph: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Graph_get(
        comm: CHandle,
        maxindex: c_int,
        maxedges: c_int,
        index: *mut c_int,
        edges: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Graph_map(
        comm: CHandle,
        nnodes: c_int,
        index: *mut c_int,
        edges: *mut c_int,
        newrank: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Graph_neighbors(
        comm: CHandle,
        rank: c_int,
        maxneighbors: c_int,
        neighbors: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Graph_neighbors_count(comm: CHandle, rank: c_int, nneighbors: *mut c_int) -> c_int;
    pub fn PMPI_Graphdims_get(comm: CHandle, nnodes: *mut c_int, nedges: *mut c_int) -> c_int;
    pub fn PMPI_Grequest_complete(request: CHandle) -> c_int;
    pub fn PMPI_Grequest_start(
        query_fn: *const c_void,
        free_fn: *const c_void,
        cancel_fn: *const c_void,
        extra_state: *mut c_void,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Group_compare(group1: CHandle, group2: CHandle, result: *mut c_int) -> c_int;
    pub fn PMPI_Group_difference(group1: CHandle, group2: CHandle, newgroup: *mut CHandle)
    -> c_int;
    pub fn PMPI_Group_excl(
        group: CHandle,
        n: c_int,
        ranks: *mut c_int,
        newgroup: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Group_free(group: *mut CHandle) -> c_int;
    pub fn PMPI_Group_from_session_pset(
        session: CHandle,
        pset_name: *mut c_char,
        newgroup: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Group_incl(
        group: CHandle,
        n: c_int,
        ranks: *mut c_int,
        newgroup: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Group_intersection(
        group1: CHandle,
        group2: CHandle,
        newgroup: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Group_range_excl(
        group: CHandle,
        n: c_int,
        ranges: *mut c_int,
        newgroup: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Group_range_incl(
        group: CHandle,
        n: c_int,
        ranges: *mut c_int,
        newgroup: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Group_rank(group: CHandle, rank: *mut c_int) -> c_int;
    pub fn PMPI_Group_size(group: CHandle, size: *mut c_int) -> c_int;
    pub fn PMPI_Group_translate_ranks(
        group1: CHandle,
        n: c_int,
        ranks1: *mut c_int,
        group2: CHandle,
        ranks2: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Group_union(group1: CHandle, group2: CHandle, newgroup: *mut CHandle) -> c_int;
    pub fn PMPI_Iallgather(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iallgather_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iallgatherv(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        displs: *mut c_int,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iallgatherv_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        displs: *mut isize,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iallreduce(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iallreduce_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ialltoall(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ialltoall_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ialltoallv(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        sdispls: *mut c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        rdispls: *mut c_int,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ialltoallv_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        sdispls: *mut isize,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        rdispls: *mut isize,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ialltoallw(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        sdispls: *mut c_int,
        sendtypes: *mut CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        rdispls: *mut c_int,
        recvtypes: *mut CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ialltoallw_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        sdispls: *mut isize,
        sendtypes: *mut CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        rdispls: *mut isize,
        recvtypes: *mut CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ibarrier(comm: CHandle, request: *mut CHandle) -> c_int;
    pub fn PMPI_Ibcast(
        buffer: *mut c_void,
        count: c_int,
        datatype: CHandle,
        root: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ibcast_c(
        buffer: *mut c_void,
        count: i64,
        datatype: CHandle,
        root: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ibsend(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ibsend_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iexscan(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iexscan_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Igather(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Igather_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Igatherv(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        displs: *mut c_int,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Igatherv_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        displs: *mut isize,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Improbe(
        source: c_int,
        tag: c_int,
        comm: CHandle,
        flag: *mut c_int,
        message: *mut CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Imrecv(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        message: *mut CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Imrecv_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        message: *mut CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ineighbor_allgather(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ineighbor_allgather_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ineighbor_allgatherv(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        displs: *mut c_int,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ineighbor_allgatherv_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        displs: *mut isize,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ineighbor_alltoall(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ineighbor_alltoall_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ineighbor_alltoallv(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        sdispls: *mut c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        rdispls: *mut c_int,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ineighbor_alltoallv_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        sdispls: *mut isize,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        rdispls: *mut isize,
        recvtype: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ineighbor_alltoallw(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        sdispls: *mut isize,
        sendtypes: *mut CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        rdispls: *mut isize,
        recvtypes: *mut CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ineighbor_alltoallw_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        sdispls: *mut isize,
        sendtypes: *mut CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        rdispls: *mut isize,
        recvtypes: *mut CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Info_create(info: *mut CHandle) -> c_int;
    pub fn PMPI_Info_create_env(argc: c_int, argv: *mut c_void, info: *mut CHandle) -> c_int;
    pub fn PMPI_Info_delete(info: CHandle, key: *mut c_char) -> c_int;
    pub fn PMPI_Info_dup(info: CHandle, newinfo: *mut CHandle) -> c_int;
    pub fn PMPI_Info_free(info: *mut CHandle) -> c_int;
    pub fn PMPI_Info_get(
        info: CHandle,
        key: *mut c_char,
        valuelen: c_int,
        value: *mut c_char,
        flag: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Info_get_nkeys(info: CHandle, nkeys: *mut c_int) -> c_int;
    pub fn PMPI_Info_get_nthkey(info: CHandle, n: c_int, key: *mut c_char) -> c_int;
    pub fn PMPI_Info_get_string(
        info: CHandle,
        key: *mut c_char,
        buflen: *mut c_int,
        value: *mut c_char,
        flag: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Info_get_valuelen(
        info: CHandle,
        key: *mut c_char,
        valuelen: *mut c_int,
        flag: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Info_set(info: CHandle, key: *mut c_char, value: *mut c_char) -> c_int;
    pub fn PMPI_Init(argc: *mut c_int, argv: *mut c_void) -> c_int;
    pub fn PMPI_Init_thread(
        argc: *mut c_int,
        argv: *mut c_void,
        required: c_int,
        provided: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Initialized(flag: *mut c_int) -> c_int;
    pub fn PMPI_Intercomm_create(
        local_comm: CHandle,
        local_leader: c_int,
        peer_comm: CHandle,
        remote_leader: c_int,
        tag: c_int,
        newintercomm: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Intercomm_create_from_groups(
        local_group: CHandle,
        local_leader: c_int,
        remote_group: CHandle,
        remote_leader: c_int,
        stringtag: *mut c_char,
        info: CHandle,
        errhandler: CHandle,
        newintercomm: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Intercomm_merge(
        intercomm: CHandle,
        high: c_int,
        newintracomm: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iprobe(
        source: c_int,
        tag: c_int,
        comm: CHandle,
        flag: *mut c_int,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Irecv(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        source: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Irecv_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        source: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ireduce(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
        root: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ireduce_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
        root: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ireduce_scatter(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ireduce_scatter_block(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        recvcount: c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ireduce_scatter_block_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        recvcount: i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ireduce_scatter_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Irsend(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Irsend_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Is_thread_main(flag: *mut c_int) -> c_int;
    pub fn PMPI_Iscan(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iscan_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iscatter(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iscatter_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iscatterv(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        displs: *mut c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Iscatterv_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        displs: *mut isize,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Isend(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Isend_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Isendrecv(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        dest: c_int,
        sendtag: c_int,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        source: c_int,
        recvtag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Isendrecv_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        dest: c_int,
        sendtag: c_int,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        source: c_int,
        recvtag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Isendrecv_replace(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        sendtag: c_int,
        source: c_int,
        recvtag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Isendrecv_replace_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        sendtag: c_int,
        source: c_int,
        recvtag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Issend(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Issend_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Keyval_create(
        copy_fn: *const c_void,
        delete_fn: *const c_void,
        keyval: *mut c_int,
        extra_state: *mut c_void,
    ) -> c_int;
    pub fn PMPI_Keyval_free(keyval: *mut c_int) -> c_int;
    pub fn PMPI_Lookup_name(
        service_name: *mut c_char,
        info: CHandle,
        port_name: *mut c_char,
    ) -> c_int;
    pub fn PMPI_Mprobe(
        source: c_int,
        tag: c_int,
        comm: CHandle,
        message: *mut CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Mrecv(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        message: *mut CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Mrecv_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        message: *mut CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Neighbor_allgather(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_allgather_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_allgather_init(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_allgather_init_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_allgatherv(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        displs: *mut c_int,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_allgatherv_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        displs: *mut isize,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_allgatherv_init(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        displs: *mut c_int,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_allgatherv_init_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        displs: *mut isize,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_alltoall(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_alltoall_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_alltoall_init(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_alltoall_init_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_alltoallv(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        sdispls: *mut c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        rdispls: *mut c_int,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_alltoallv_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        sdispls: *mut isize,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        rdispls: *mut isize,
        recvtype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_alltoallv_init(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        sdispls: *mut c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        rdispls: *mut c_int,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_alltoallv_init_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        sdispls: *mut isize,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        rdispls: *mut isize,
        recvtype: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_alltoallw(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        sdispls: *mut isize,
        sendtypes: *mut CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        rdispls: *mut isize,
        recvtypes: *mut CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_alltoallw_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        sdispls: *mut isize,
        sendtypes: *mut CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        rdispls: *mut isize,
        recvtypes: *mut CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_alltoallw_init(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        sdispls: *mut isize,
        sendtypes: *mut CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        rdispls: *mut isize,
        recvtypes: *mut CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Neighbor_alltoallw_init_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        sdispls: *mut isize,
        sendtypes: *mut CHandle,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        rdispls: *mut isize,
        recvtypes: *mut CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Op_commutative(op: CHandle, commute: *mut c_int) -> c_int;
    pub fn PMPI_Op_create(user_fn: *const c_void, commute: c_int, op: *mut CHandle) -> c_int;
    pub fn PMPI_Op_create_c(user_fn: *const c_void, commute: c_int, op: *mut CHandle) -> c_int;
    pub fn PMPI_Op_free(op: *mut CHandle) -> c_int;
    pub fn PMPI_Open_port(info: CHandle, port_name: *mut c_char) -> c_int;
    pub fn PMPI_Pack(
        inbuf: *mut c_void,
        incount: c_int,
        datatype: CHandle,
        outbuf: *mut c_void,
        outsize: c_int,
        position: *mut c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Pack_c(
        inbuf: *mut c_void,
        incount: i64,
        datatype: CHandle,
        outbuf: *mut c_void,
        outsize: i64,
        position: *mut i64,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Pack_external(
        datarep: *mut c_char,
        inbuf: *mut c_void,
        incount: c_int,
        datatype: CHandle,
        outbuf: *mut c_void,
        outsize: isize,
        position: *mut isize,
    ) -> c_int;
    pub fn PMPI_Pack_external_c(
        datarep: *mut c_char,
        inbuf: *mut c_void,
        incount: i64,
        datatype: CHandle,
        outbuf: *mut c_void,
        outsize: i64,
        position: *mut i64,
    ) -> c_int;
    pub fn PMPI_Pack_external_size(
        datarep: *mut c_char,
        incount: c_int,
        datatype: CHandle,
        size: *mut isize,
    ) -> c_int;
    pub fn PMPI_Pack_external_size_c(
        datarep: *mut c_char,
        incount: i64,
        datatype: CHandle,
        size: *mut i64,
    ) -> c_int;
    pub fn PMPI_Pack_size(
        incount: c_int,
        datatype: CHandle,
        comm: CHandle,
        size: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Pack_size_c(
        incount: i64,
        datatype: CHandle,
        comm: CHandle,
        size: *mut i64,
    ) -> c_int;
    pub fn PMPI_Parrived(request: CHandle, partition: c_int, flag: *mut c_int) -> c_int;
    pub fn PMPI_Pcontrol(level: c_int) -> c_int;
    pub fn PMPI_Pready(partition: c_int, request: CHandle) -> c_int;
    pub fn PMPI_Pready_list(
        length: c_int,
        array_of_partitions: *mut c_int,
        request: CHandle,
    ) -> c_int;
    pub fn PMPI_Pready_range(
        partition_low: c_int,
        partition_high: c_int,
        request: CHandle,
    ) -> c_int;
    pub fn PMPI_Precv_init(
        buf: *mut c_void,
        partitions: c_int,
        count: c_int,
        datatype: CHandle,
        source: c_int,
        tag: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Precv_init_c(
        buf: *mut c_void,
        partitions: c_int,
        count: i64,
        datatype: CHandle,
        source: c_int,
        tag: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Probe(source: c_int, tag: c_int, comm: CHandle, status: *mut c_int) -> c_int;
    pub fn PMPI_Psend_init(
        buf: *mut c_void,
        partitions: c_int,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Psend_init_c(
        buf: *mut c_void,
        partitions: c_int,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Publish_name(
        service_name: *mut c_char,
        info: CHandle,
        port_name: *mut c_char,
    ) -> c_int;
    pub fn PMPI_Put(
        origin_addr: *mut c_void,
        origin_count: c_int,
        origin_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: c_int,
        target_datatype: CHandle,
        win: CHandle,
    ) -> c_int;
    pub fn PMPI_Put_c(
        origin_addr: *mut c_void,
        origin_count: i64,
        origin_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: i64,
        target_datatype: CHandle,
        win: CHandle,
    ) -> c_int;
    pub fn PMPI_Query_thread(provided: *mut c_int) -> c_int;
    pub fn PMPI_Raccumulate(
        origin_addr: *mut c_void,
        origin_count: c_int,
        origin_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: c_int,
        target_datatype: CHandle,
        op: CHandle,
        win: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Raccumulate_c(
        origin_addr: *mut c_void,
        origin_count: i64,
        origin_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: i64,
        target_datatype: CHandle,
        op: CHandle,
        win: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Recv(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        source: c_int,
        tag: c_int,
        comm: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Recv_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        source: c_int,
        tag: c_int,
        comm: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Recv_init(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        source: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Recv_init_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        source: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
        root: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
        root: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_init(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
        root: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_init_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
        root: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_local(
        inbuf: *mut c_void,
        inoutbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_local_c(
        inbuf: *mut c_void,
        inoutbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_scatter(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_scatter_block(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        recvcount: c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_scatter_block_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        recvcount: i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_scatter_block_init(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        recvcount: c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_scatter_block_init_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        recvcount: i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_scatter_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_scatter_init(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        recvcounts: *mut c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Reduce_scatter_init_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        recvcounts: *mut i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Register_datarep(
        datarep: *mut c_char,
        read_conversion_fn: *const c_void,
        write_conversion_fn: *const c_void,
        dtype_file_extent_fn: *const c_void,
        extra_state: *mut c_void,
    ) -> c_int;
    pub fn PMPI_Register_datarep_c(
        datarep: *mut c_char,
        read_conversion_fn: *const c_void,
        write_conversion_fn: *const c_void,
        dtype_file_extent_fn: *const c_void,
        extra_state: *mut c_void,
    ) -> c_int;
    pub fn PMPI_Remove_error_class(errorclass: c_int) -> c_int;
    pub fn PMPI_Remove_error_code(errorcode: c_int) -> c_int;
    pub fn PMPI_Remove_error_string(errorcode: c_int) -> c_int;
    pub fn PMPI_Request_free(request: *mut CHandle) -> c_int;
    pub fn PMPI_Request_get_status(request: CHandle, flag: *mut c_int, status: *mut c_int)
    -> c_int;
    pub fn PMPI_Request_get_status_all(
        count: c_int,
        array_of_requests: *mut CHandle,
        flag: *mut c_int,
        array_of_statuses: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Request_get_status_any(
        count: c_int,
        array_of_requests: *mut CHandle,
        index: *mut c_int,
        flag: *mut c_int,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Request_get_status_some(
        incount: c_int,
        array_of_requests: *mut CHandle,
        outcount: *mut c_int,
        array_of_indices: *mut c_int,
        array_of_statuses: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Rget(
        origin_addr: *mut c_void,
        origin_count: c_int,
        origin_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: c_int,
        target_datatype: CHandle,
        win: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Rget_accumulate(
        origin_addr: *mut c_void,
        origin_count: c_int,
        origin_datatype: CHandle,
        result_addr: *mut c_void,
        result_count: c_int,
        result_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: c_int,
        target_datatype: CHandle,
        op: CHandle,
        win: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Rget_accumulate_c(
        origin_addr: *mut c_void,
        origin_count: i64,
        origin_datatype: CHandle,
        result_addr: *mut c_void,
        result_count: i64,
        result_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: i64,
        target_datatype: CHandle,
        op: CHandle,
        win: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Rget_c(
        origin_addr: *mut c_void,
        origin_count: i64,
        origin_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: i64,
        target_datatype: CHandle,
        win: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Rput(
        origin_addr: *mut c_void,
        origin_count: c_int,
        origin_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: c_int,
        target_datatype: CHandle,
        win: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Rput_c(
        origin_addr: *mut c_void,
        origin_count: i64,
        origin_datatype: CHandle,
        target_rank: c_int,
        target_disp: isize,
        target_count: i64,
        target_datatype: CHandle,
        win: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Rsend(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Rsend_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Rsend_init(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Rsend_init_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Scan(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Scan_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Scan_init(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Scan_init_c(
        sendbuf: *mut c_void,
        recvbuf: *mut c_void,
        count: i64,
        datatype: CHandle,
        op: CHandle,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Scatter(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Scatter_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Scatter_init(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Scatter_init_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Scatterv(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        displs: *mut c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Scatterv_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        displs: *mut isize,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Scatterv_init(
        sendbuf: *mut c_void,
        sendcounts: *mut c_int,
        displs: *mut c_int,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Scatterv_init_c(
        sendbuf: *mut c_void,
        sendcounts: *mut i64,
        displs: *mut isize,
        sendtype: CHandle,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        root: c_int,
        comm: CHandle,
        info: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Send(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Send_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Send_init(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Send_init_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Sendrecv(
        sendbuf: *mut c_void,
        sendcount: c_int,
        sendtype: CHandle,
        dest: c_int,
        sendtag: c_int,
        recvbuf: *mut c_void,
        recvcount: c_int,
        recvtype: CHandle,
        source: c_int,
        recvtag: c_int,
        comm: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Sendrecv_c(
        sendbuf: *mut c_void,
        sendcount: i64,
        sendtype: CHandle,
        dest: c_int,
        sendtag: c_int,
        recvbuf: *mut c_void,
        recvcount: i64,
        recvtype: CHandle,
        source: c_int,
        recvtag: c_int,
        comm: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Sendrecv_replace(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        sendtag: c_int,
        source: c_int,
        recvtag: c_int,
        comm: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Sendrecv_replace_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        sendtag: c_int,
        source: c_int,
        recvtag: c_int,
        comm: CHandle,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Session_attach_buffer(session: CHandle, buffer: *mut c_void, size: c_int) -> c_int;
    pub fn PMPI_Session_attach_buffer_c(session: CHandle, buffer: *mut c_void, size: i64) -> c_int;
    pub fn PMPI_Session_call_errhandler(session: CHandle, errorcode: c_int) -> c_int;
    pub fn PMPI_Session_create_errhandler(
        session_errhandler_fn: *const c_void,
        errhandler: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Session_detach_buffer(
        session: CHandle,
        buffer_addr: *mut c_void,
        size: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Session_detach_buffer_c(
        session: CHandle,
        buffer_addr: *mut c_void,
        size: *mut i64,
    ) -> c_int;
    pub fn PMPI_Session_finalize(session: *mut CHandle) -> c_int;
    pub fn PMPI_Session_flush_buffer(session: CHandle) -> c_int;
    pub fn PMPI_Session_get_errhandler(session: CHandle, errhandler: *mut CHandle) -> c_int;
    pub fn PMPI_Session_get_info(session: CHandle, info_used: *mut CHandle) -> c_int;
    pub fn PMPI_Session_get_nth_pset(
        session: CHandle,
        info: CHandle,
        n: c_int,
        pset_len: *mut c_int,
        pset_name: *mut c_char,
    ) -> c_int;
    pub fn PMPI_Session_get_num_psets(
        session: CHandle,
        info: CHandle,
        npset_names: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Session_get_pset_info(
        session: CHandle,
        pset_name: *mut c_char,
        info: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Session_iflush_buffer(session: CHandle, request: *mut CHandle) -> c_int;
    pub fn PMPI_Session_init(info: CHandle, errhandler: CHandle, session: *mut CHandle) -> c_int;
    pub fn PMPI_Session_set_errhandler(session: CHandle, errhandler: CHandle) -> c_int;
    pub fn PMPI_Ssend(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Ssend_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Ssend_init(
        buf: *mut c_void,
        count: c_int,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Ssend_init_c(
        buf: *mut c_void,
        count: i64,
        datatype: CHandle,
        dest: c_int,
        tag: c_int,
        comm: CHandle,
        request: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Start(request: *mut CHandle) -> c_int;
    pub fn PMPI_Startall(count: c_int, array_of_requests: *mut CHandle) -> c_int;
    pub fn PMPI_Status_f082f(f08_status: *mut c_int, f_status: *mut c_int) -> c_int;
    pub fn PMPI_Status_f2f08(f_status: *mut c_int, f08_status: *mut c_int) -> c_int;
    pub fn PMPI_Status_get_error(status: *mut c_int, err: *mut c_int) -> c_int;
    pub fn PMPI_Status_get_source(status: *mut c_int, source: *mut c_int) -> c_int;
    pub fn PMPI_Status_get_tag(status: *mut c_int, tag: *mut c_int) -> c_int;
    pub fn PMPI_Status_set_cancelled(status: *mut c_int, flag: c_int) -> c_int;
    pub fn PMPI_Status_set_elements(status: *mut c_int, datatype: CHandle, count: c_int) -> c_int;
    pub fn PMPI_Status_set_elements_c(status: *mut c_int, datatype: CHandle, count: i64) -> c_int;
    pub fn PMPI_Status_set_elements_x(status: *mut c_int, datatype: CHandle, count: i64) -> c_int;
    pub fn PMPI_Status_set_error(status: *mut c_int, err: c_int) -> c_int;
    pub fn PMPI_Status_set_source(status: *mut c_int, source: c_int) -> c_int;
    pub fn PMPI_Status_set_tag(status: *mut c_int, tag: c_int) -> c_int;
    pub fn PMPI_Test(request: *mut CHandle, flag: *mut c_int, status: *mut c_int) -> c_int;
    pub fn PMPI_Test_cancelled(status: *mut c_int, flag: *mut c_int) -> c_int;
    pub fn PMPI_Testall(
        count: c_int,
        array_of_requests: *mut CHandle,
        flag: *mut c_int,
        array_of_statuses: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Testany(
        count: c_int,
        array_of_requests: *mut CHandle,
        index: *mut c_int,
        flag: *mut c_int,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Testsome(
        incount: c_int,
        array_of_requests: *mut CHandle,
        outcount: *mut c_int,
        array_of_indices: *mut c_int,
        array_of_statuses: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Topo_test(comm: CHandle, status: *mut c_int) -> c_int;
    pub fn PMPI_Type_commit(datatype: *mut CHandle) -> c_int;
    pub fn PMPI_Type_contiguous(count: c_int, oldtype: CHandle, newtype: *mut CHandle) -> c_int;
    pub fn PMPI_Type_contiguous_c(count: i64, oldtype: CHandle, newtype: *mut CHandle) -> c_int;
    pub fn PMPI_Type_create_darray(
        size: c_int,
        rank: c_int,
        ndims: c_int,
        array_of_gsizes: *mut c_int,
        array_of_distribs: *mut c_int,
        array_of_dargs: *mut c_int,
        array_of_psizes: *mut c_int,
        order: c_int,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_darray_c(
        size: c_int,
        rank: c_int,
        ndims: c_int,
        array_of_gsizes: *mut i64,
        array_of_distribs: *mut c_int,
        array_of_dargs: *mut c_int,
        array_of_psizes: *mut c_int,
        order: c_int,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_f90_complex(p: c_int, r: c_int, newtype: *mut CHandle) -> c_int;
    pub fn PMPI_Type_create_f90_integer(r: c_int, newtype: *mut CHandle) -> c_int;
    pub fn PMPI_Type_create_f90_real(p: c_int, r: c_int, newtype: *mut CHandle) -> c_int;
    pub fn PMPI_Type_create_hindexed(
        count: c_int,
        array_of_blocklengths: *mut c_int,
        array_of_displacements: *mut isize,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_hindexed_block(
        count: c_int,
        blocklength: c_int,
        array_of_displacements: *mut isize,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_hindexed_block_c(
        count: i64,
        blocklength: i64,
        array_of_displacements: *mut i64,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_hindexed_c(
        count: i64,
        array_of_blocklengths: *mut i64,
        array_of_displacements: *mut i64,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_hvector(
        count: c_int,
        blocklength: c_int,
        stride: isize,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_hvector_c(
        count: i64,
        blocklength: i64,
        stride: i64,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_indexed_block(
        count: c_int,
        blocklength: c_int,
        array_of_displacements: *mut c_int,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_indexed_block_c(
        count: i64,
        blocklength: i64,
        array_of_displacements: *mut i64,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_keyval(
        type_copy_attr_fn: *const c_void,
        type_delete_attr_fn: *const c_void,
        type_keyval: *mut c_int,
        extra_state: *mut c_void,
    ) -> c_int;
    pub fn PMPI_Type_create_resized(
        oldtype: CHandle,
        lb: isize,
        extent: isize,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_resized_c(
        oldtype: CHandle,
        lb: i64,
        extent: i64,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_struct(
        count: c_int,
        array_of_blocklengths: *mut c_int,
        array_of_displacements: *mut isize,
        array_of_types: *mut CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_struct_c(
        count: i64,
        array_of_blocklengths: *mut i64,
        array_of_displacements: *mut i64,
        array_of_types: *mut CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_subarray(
        ndims: c_int,
        array_of_sizes: *mut c_int,
        array_of_subsizes: *mut c_int,
        array_of_starts: *mut c_int,
        order: c_int,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_create_subarray_c(
        ndims: c_int,
        array_of_sizes: *mut i64,
        array_of_subsizes: *mut i64,
        array_of_starts: *mut i64,
        order: c_int,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_delete_attr(datatype: CHandle, type_keyval: c_int) -> c_int;
    pub fn PMPI_Type_dup(oldtype: CHandle, newtype: *mut CHandle) -> c_int;
    pub fn PMPI_Type_free(datatype: *mut CHandle) -> c_int;
    pub fn PMPI_Type_free_keyval(type_keyval: *mut c_int) -> c_int;
    pub fn PMPI_Type_get_attr(
        datatype: CHandle,
        type_keyval: c_int,
        attribute_val: *mut c_void,
        flag: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Type_get_contents(
        datatype: CHandle,
        max_integers: c_int,
        max_addresses: c_int,
        max_datatypes: c_int,
        array_of_integers: *mut c_int,
        array_of_addresses: *mut isize,
        array_of_datatypes: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_get_contents_c(
        datatype: CHandle,
        max_integers: i64,
        max_addresses: i64,
        max_large_counts: i64,
        max_datatypes: i64,
        array_of_integers: *mut c_int,
        array_of_addresses: *mut isize,
        array_of_large_counts: *mut i64,
        array_of_datatypes: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_get_envelope(
        datatype: CHandle,
        num_integers: *mut c_int,
        num_addresses: *mut c_int,
        num_datatypes: *mut c_int,
        combiner: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Type_get_envelope_c(
        datatype: CHandle,
        num_integers: *mut i64,
        num_addresses: *mut i64,
        num_large_counts: *mut i64,
        num_datatypes: *mut i64,
        combiner: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Type_get_extent(datatype: CHandle, lb: *mut isize, extent: *mut isize) -> c_int;
    pub fn PMPI_Type_get_extent_c(datatype: CHandle, lb: *mut i64, extent: *mut i64) -> c_int;
    pub fn PMPI_Type_get_extent_x(datatype: CHandle, lb: *mut i64, extent: *mut i64) -> c_int;
    pub fn PMPI_Type_get_name(
        datatype: CHandle,
        type_name: *mut c_char,
        resultlen: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Type_get_true_extent(
        datatype: CHandle,
        true_lb: *mut isize,
        true_extent: *mut isize,
    ) -> c_int;
    pub fn PMPI_Type_get_true_extent_c(
        datatype: CHandle,
        true_lb: *mut i64,
        true_extent: *mut i64,
    ) -> c_int;
    pub fn PMPI_Type_get_true_extent_x(
        datatype: CHandle,
        true_lb: *mut i64,
        true_extent: *mut i64,
    ) -> c_int;
    pub fn PMPI_Type_get_value_index(
        value_type: CHandle,
        index_type: CHandle,
        pair_type: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_indexed(
        count: c_int,
        array_of_blocklengths: *mut c_int,
        array_of_displacements: *mut c_int,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_indexed_c(
        count: i64,
        array_of_blocklengths: *mut i64,
        array_of_displacements: *mut i64,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_match_size(typeclass: c_int, size: c_int, datatype: *mut CHandle) -> c_int;
    pub fn PMPI_Type_set_attr(
        datatype: CHandle,
        type_keyval: c_int,
        attribute_val: *mut c_void,
    ) -> c_int;
    pub fn PMPI_Type_set_name(datatype: CHandle, type_name: *mut c_char) -> c_int;
    pub fn PMPI_Type_size(datatype: CHandle, size: *mut c_int) -> c_int;
    pub fn PMPI_Type_size_c(datatype: CHandle, size: *mut i64) -> c_int;
    pub fn PMPI_Type_size_x(datatype: CHandle, size: *mut i64) -> c_int;
    pub fn PMPI_Type_vector(
        count: c_int,
        blocklength: c_int,
        stride: c_int,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Type_vector_c(
        count: i64,
        blocklength: i64,
        stride: i64,
        oldtype: CHandle,
        newtype: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Unpack(
        inbuf: *mut c_void,
        insize: c_int,
        position: *mut c_int,
        outbuf: *mut c_void,
        outcount: c_int,
        datatype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Unpack_c(
        inbuf: *mut c_void,
        insize: i64,
        position: *mut i64,
        outbuf: *mut c_void,
        outcount: i64,
        datatype: CHandle,
        comm: CHandle,
    ) -> c_int;
    pub fn PMPI_Unpack_external(
        datarep: *mut c_char,
        inbuf: *mut c_void,
        insize: isize,
        position: *mut isize,
        outbuf: *mut c_void,
        outcount: c_int,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_Unpack_external_c(
        datarep: *mut c_char,
        inbuf: *mut c_void,
        insize: i64,
        position: *mut i64,
        outbuf: *mut c_void,
        outcount: i64,
        datatype: CHandle,
    ) -> c_int;
    pub fn PMPI_Unpublish_name(
        service_name: *mut c_char,
        info: CHandle,
        port_name: *mut c_char,
    ) -> c_int;
    pub fn PMPI_Wait(request: *mut CHandle, status: *mut c_int) -> c_int;
    pub fn PMPI_Waitall(
        count: c_int,
        array_of_requests: *mut CHandle,
        array_of_statuses: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Waitany(
        count: c_int,
        array_of_requests: *mut CHandle,
        index: *mut c_int,
        status: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Waitsome(
        incount: c_int,
        array_of_requests: *mut CHandle,
        outcount: *mut c_int,
        array_of_indices: *mut c_int,
        array_of_statuses: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Win_allocate(
        size: isize,
        disp_unit: c_int,
        info: CHandle,
        comm: CHandle,
        baseptr: *mut c_void,
        win: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Win_allocate_c(
        size: isize,
        disp_unit: isize,
        info: CHandle,
        comm: CHandle,
        baseptr: *mut c_void,
        win: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Win_allocate_shared(
        size: isize,
        disp_unit: c_int,
        info: CHandle,
        comm: CHandle,
        baseptr: *mut c_void,
        win: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Win_allocate_shared_c(
        size: isize,
        disp_unit: isize,
        info: CHandle,
        comm: CHandle,
        baseptr: *mut c_void,
        win: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Win_attach(win: CHandle, base: *mut c_void, size: isize) -> c_int;
    pub fn PMPI_Win_call_errhandler(win: CHandle, errorcode: c_int) -> c_int;
    pub fn PMPI_Win_complete(win: CHandle) -> c_int;
    pub fn PMPI_Win_create(
        base: *mut c_void,
        size: isize,
        disp_unit: c_int,
        info: CHandle,
        comm: CHandle,
        win: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Win_create_c(
        base: *mut c_void,
        size: isize,
        disp_unit: isize,
        info: CHandle,
        comm: CHandle,
        win: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Win_create_dynamic(info: CHandle, comm: CHandle, win: *mut CHandle) -> c_int;
    pub fn PMPI_Win_create_errhandler(
        win_errhandler_fn: *const c_void,
        errhandler: *mut CHandle,
    ) -> c_int;
    pub fn PMPI_Win_create_keyval(
        win_copy_attr_fn: *const c_void,
        win_delete_attr_fn: *const c_void,
        win_keyval: *mut c_int,
        extra_state: *mut c_void,
    ) -> c_int;
    pub fn PMPI_Win_delete_attr(win: CHandle, win_keyval: c_int) -> c_int;
    pub fn PMPI_Win_detach(win: CHandle, base: *mut c_void) -> c_int;
    pub fn PMPI_Win_fence(assert: c_int, win: CHandle) -> c_int;
    pub fn PMPI_Win_flush(rank: c_int, win: CHandle) -> c_int;
    pub fn PMPI_Win_flush_all(win: CHandle) -> c_int;
    pub fn PMPI_Win_flush_local(rank: c_int, win: CHandle) -> c_int;
    pub fn PMPI_Win_flush_local_all(win: CHandle) -> c_int;
    pub fn PMPI_Win_free(win: *mut CHandle) -> c_int;
    pub fn PMPI_Win_free_keyval(win_keyval: *mut c_int) -> c_int;
    pub fn PMPI_Win_get_attr(
        win: CHandle,
        win_keyval: c_int,
        attribute_val: *mut c_void,
        flag: *mut c_int,
    ) -> c_int;
    pub fn PMPI_Win_get_errhandler(win: CHandle, errhandler: *mut CHandle) -> c_int;
    pub fn PMPI_Win_get_group(win: CHandle, group: *mut CHandle) -> c_int;
    pub fn PMPI_Win_get_info(win: CHandle, info_used: *mut CHandle) -> c_int;
    pub fn PMPI_Win_get_name(win: CHandle, win_name: *mut c_char, resultlen: *mut c_int) -> c_int;
    pub fn PMPI_Win_lock(lock_type: c_int, rank: c_int, assert: c_int, win: CHandle) -> c_int;
    pub fn PMPI_Win_lock_all(assert: c_int, win: CHandle) -> c_int;
    pub fn PMPI_Win_post(group: CHandle, assert: c_int, win: CHandle) -> c_int;
    pub fn PMPI_Win_set_attr(win: CHandle, win_keyval: c_int, attribute_val: *mut c_void) -> c_int;
    pub fn PMPI_Win_set_errhandler(win: CHandle, errhandler: CHandle) -> c_int;
    pub fn PMPI_Win_set_info(win: CHandle, info: CHandle) -> c_int;
    pub fn PMPI_Win_set_name(win: CHandle, win_name: *mut c_char) -> c_int;
    pub fn PMPI_Win_shared_query(
        win: CHandle,
        rank: c_int,
        size: *mut isize,
        disp_unit: *mut c_int,
        baseptr: *mut c_void,
    ) -> c_int;
    pub fn PMPI_Win_shared_query_c(
        win: CHandle,
        rank: c_int,
        size: *mut isize,
        disp_unit: *mut isize,
        baseptr: *mut c_void,
    ) -> c_int;
    pub fn PMPI_Win_start(group: CHandle, assert: c_int, win: CHandle) -> c_int;
    pub fn PMPI_Win_sync(win: CHandle) -> c_int;
    pub fn PMPI_Win_test(win: CHandle, flag: *mut c_int) -> c_int;
    pub fn PMPI_Win_unlock(rank: c_int, win: CHandle) -> c_int;
    pub fn PMPI_Win_unlock_all(win: CHandle) -> c_int;
    pub fn PMPI_Win_wait(win: CHandle) -> c_int;
    pub fn PMPI_Wtick() -> f64;
    pub fn PMPI_Wtime() -> f64;
}
