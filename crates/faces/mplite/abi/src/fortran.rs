//! The same functions for Fortran: by four spellings of their names, as compilers differ, and with all arguments
//! by reference.
//!
//! Texts come with their lengths, as gfortran, flang and ifx pass them. Blocks of memory are told by how far
//! they are from an array of the program's.

use crate::blocks::{MP_Cleanup, MP_IPRecv, MP_IPSend, MP_shmFree, MP_shmMalloc};
use crate::cartesian::*;
use crate::collective::*;
use crate::library::*;
use crate::messages::*;
use crate::pointer::{letters, place};
use crate::reductions::*;
use crate::signals::MP_Bedcheck;
use crate::timing::*;
use crate::windows::*;
use std::ffi::{CString, c_char, c_int, c_void};

/// How an argument is passed: `v` is an integer, `r` a real, `i` integers that may be written, `p` any data.
macro_rules! by {
    (v) => { *mut c_int };
    (r) => { *mut f64 };
    (i) => { *mut c_int };
    (p) => { *mut c_void };
}

/// The argument as the function in C takes it.
macro_rules! given {
    (v $argument:ident) => {
        *place($argument)
    };
    (r $argument:ident) => {
        *place($argument)
    };
    (i $argument:ident) => {
        $argument
    };
    (p $argument:ident) => {
        $argument
    };
}

/// A body under four names.
macro_rules! spelled {
    ($upper:ident $lower:ident ($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block) => {
        const _: () = {
            #[unsafe(export_name = stringify!($upper))]
            extern "C" fn upper($($argument: $type),*) $(-> $result)? $body

            #[unsafe(export_name = stringify!($lower))]
            extern "C" fn lower($($argument: $type),*) $(-> $result)? {
                upper($($argument),*)
            }

            #[unsafe(export_name = concat!(stringify!($lower), "_"))]
            extern "C" fn once($($argument: $type),*) $(-> $result)? {
                upper($($argument),*)
            }

            #[unsafe(export_name = concat!(stringify!($lower), "__"))]
            extern "C" fn twice($($argument: $type),*) $(-> $result)? {
                upper($($argument),*)
            }
        };
    };
}

/// A function of C that takes the same.
macro_rules! same {
    ($($upper:ident $lower:ident = $name:ident($($how:ident $argument:ident),*);)*) => { $(
        spelled!($upper $lower ($($argument: by!($how)),*) {
            $name($(given!($how $argument)),*);
        });
    )* };
}

same! {
    MP_NPROCS mp_nprocs = MP_Nprocs(i nprocs);
    MP_MYPROC mp_myproc = MP_Myproc(i myproc);
    MP_FINALIZE mp_finalize = MP_Finalize();
    MP_SYNC mp_sync = MP_Sync();
    MP_BEDCHECK mp_bedcheck = MP_Bedcheck();
    MP_SET_DEBUG mp_set_debug = MP_Set_Debug(v value);
    MP_REMAP_SETUP mp_remap_setup = MP_Remap_Setup(v nrows, v ncols, i myproc);
    MP_SSEND mp_ssend = MP_SSend(p buf, v nbytes, v dest, v tag);
    MP_SRECV mp_srecv = MP_SRecv(p buf, v nbytes, v src, v tag);
    MP_WAIT mp_wait = MP_Wait(i msg_id);
    MP_BLOCK mp_block = MP_Block(i msg_id);
    MP_TEST mp_test = MP_Test(i msg_id, i flag);
    MP_TESTALL mp_testall = MP_Testall(v count, i msg_ids, i flag);
    MP_APROBE mp_aprobe = MP_AProbe(v nbytes, v source, v tag, i flag);
    MP_PROBE mp_probe = MP_Probe(v nbytes, v source, v tag);
    MP_GET_LAST_TAG mp_get_last_tag = MP_Get_Last_Tag(i tag);
    MP_GET_LAST_SOURCE mp_get_last_source = MP_Get_Last_Source(i src);
    MP_GET_LAST_SIZE mp_get_last_size = MP_Get_Last_Size(i nbytes);
    MP_SSHIFT mp_sshift = MP_SShift(p buf_out, v dest, p buf_in, v src, v nbytes);
    MP_CART_CREATE mp_cart_create = MP_Cart_Create(v ndims, i dims);
    MP_CART_COORDS mp_cart_coords = MP_Cart_Coords(v rank, i coord);
    MP_CART_GET mp_cart_get = MP_Cart_Get(i dim, i coord);
    MP_CART_SHIFT mp_cart_shift = MP_Cart_Shift(v dir, v dist, i source, i dest);
    MP_CART_RANK mp_cart_rank = MP_Cart_Rank(i coord, i rank);
    MP_LEAVE mp_leave = MP_Leave(r nflops);
    MP_RESET_TIME mp_reset_time = MP_Reset_Time();
    MP_MEMCPY mp_memcpy = MP_memcpy(p dest, p src, v nbytes);
    MP_MEMMOVE mp_memmove = MP_memmove(p dest, p src, v nbytes);
}

same! {
    MP_SEND mp_send = MP_Send(p buf, v nbytes, v dest, v tag);
    MP_RECV mp_recv = MP_Recv(p buf, v nbytes, v src, v tag);
    MP_ASEND mp_asend = MP_ASend(p buf, v nbytes, v dest, v tag, i msg_id);
    MP_ARECV mp_arecv = MP_ARecv(p buf, v nbytes, v src, v tag, i msg_id);
    MP_BROADCAST mp_broadcast = MP_Broadcast(p buf, v nbytes);
    MP_BCAST mp_bcast = MP_Bcast(p buf, v nbytes, v root);
    MP_BCAST_MASKED mp_bcast_masked = MP_Bcast_masked(p buf, v nbytes, v root, i mask);
    MP_GATHER mp_gather = MP_Gather(p vec, v nbytes);
    MP_GATHER_MASKED mp_gather_masked = MP_Gather_masked(p vec, v nbytes, i mask);
    MP_DSEND mp_dsend = MP_dSend(p buf, v count, v dest, v tag);
    MP_DRECV mp_drecv = MP_dRecv(p buf, v count, v src, v tag);
    MP_DASEND mp_dasend = MP_dASend(p buf, v count, v dest, v tag, i msg_id);
    MP_DARECV mp_darecv = MP_dARecv(p buf, v count, v src, v tag, i msg_id);
    MP_DBROADCAST mp_dbroadcast = MP_dBroadcast(p buf, v count);
    MP_DBCAST mp_dbcast = MP_dBcast(p buf, v count, v root);
    MP_DBCAST_MASKED mp_dbcast_masked = MP_dBcast_masked(p buf, v count, v root, i mask);
    MP_DGATHER mp_dgather = MP_dGather(p vec, v count);
    MP_DGATHER_MASKED mp_dgather_masked = MP_dGather_masked(p vec, v count, i mask);
    MP_ISEND mp_isend = MP_iSend(p buf, v count, v dest, v tag);
    MP_IRECV mp_irecv = MP_iRecv(p buf, v count, v src, v tag);
    MP_IASEND mp_iasend = MP_iASend(p buf, v count, v dest, v tag, i msg_id);
    MP_IARECV mp_iarecv = MP_iARecv(p buf, v count, v src, v tag, i msg_id);
    MP_IBROADCAST mp_ibroadcast = MP_iBroadcast(p buf, v count);
    MP_IBCAST mp_ibcast = MP_iBcast(p buf, v count, v root);
    MP_IBCAST_MASKED mp_ibcast_masked = MP_iBcast_masked(p buf, v count, v root, i mask);
    MP_IGATHER mp_igather = MP_iGather(p vec, v count);
    MP_IGATHER_MASKED mp_igather_masked = MP_iGather_masked(p vec, v count, i mask);
    MP_FSEND mp_fsend = MP_fSend(p buf, v count, v dest, v tag);
    MP_FRECV mp_frecv = MP_fRecv(p buf, v count, v src, v tag);
    MP_FASEND mp_fasend = MP_fASend(p buf, v count, v dest, v tag, i msg_id);
    MP_FARECV mp_farecv = MP_fARecv(p buf, v count, v src, v tag, i msg_id);
    MP_FBROADCAST mp_fbroadcast = MP_fBroadcast(p buf, v count);
    MP_FBCAST mp_fbcast = MP_fBcast(p buf, v count, v root);
    MP_FBCAST_MASKED mp_fbcast_masked = MP_fBcast_masked(p buf, v count, v root, i mask);
    MP_FGATHER mp_fgather = MP_fGather(p vec, v count);
    MP_FGATHER_MASKED mp_fgather_masked = MP_fGather_masked(p vec, v count, i mask);
}

same! {
    MP_DSUM mp_dsum = MP_dSum(p vec, v n);
    MP_DSUM_MASKED mp_dsum_masked = MP_dSum_masked(p vec, v n, i mask);
    MP_ISUM mp_isum = MP_iSum(p vec, v n);
    MP_ISUM_MASKED mp_isum_masked = MP_iSum_masked(p vec, v n, i mask);
    MP_FSUM mp_fsum = MP_fSum(p vec, v n);
    MP_FSUM_MASKED mp_fsum_masked = MP_fSum_masked(p vec, v n, i mask);
    MP_DMAX mp_dmax = MP_dMax(p vec, v n);
    MP_DMAX_MASKED mp_dmax_masked = MP_dMax_masked(p vec, v n, i mask);
    MP_IMAX mp_imax = MP_iMax(p vec, v n);
    MP_IMAX_MASKED mp_imax_masked = MP_iMax_masked(p vec, v n, i mask);
    MP_FMAX mp_fmax = MP_fMax(p vec, v n);
    MP_FMAX_MASKED mp_fmax_masked = MP_fMax_masked(p vec, v n, i mask);
    MP_DMIN mp_dmin = MP_dMin(p vec, v n);
    MP_DMIN_MASKED mp_dmin_masked = MP_dMin_masked(p vec, v n, i mask);
    MP_IMIN mp_imin = MP_iMin(p vec, v n);
    MP_IMIN_MASKED mp_imin_masked = MP_iMin_masked(p vec, v n, i mask);
    MP_FMIN mp_fmin = MP_fMin(p vec, v n);
    MP_FMIN_MASKED mp_fmin_masked = MP_fMin_masked(p vec, v n, i mask);
    MP_GLOBAL mp_global = MP_Global(p vec, v n, v op_type, i mask);
}

same! {
    MP_WIN_CREATE mp_win_create = MP_Win_create(p base, v size, v disp_unit, i win);
    MP_WIN_FREE mp_win_free = MP_Win_free(i win);
    MP_WIN_FENCE mp_win_fence = MP_Win_fence(v win);
    MP_WIN_START mp_win_start = MP_Win_start(i group, v win);
    MP_WIN_COMPLETE mp_win_complete = MP_Win_complete(v win);
    MP_WIN_POST mp_win_post = MP_Win_post(i group, v win);
    MP_WIN_WAIT mp_win_wait = MP_Win_wait(v win);
    MP_WIN_TEST mp_win_test = MP_Win_test(v win, i flag);
    MP_WIN_LOCK_EXCLUSIVE mp_win_lock_exclusive = MP_Win_lock_exclusive(v rank, v win);
    MP_WIN_LOCK_SHARED mp_win_lock_shared = MP_Win_lock_shared(v rank, v win);
    MP_WIN_LOCK mp_win_lock = MP_Win_lock(v kind, v rank, v win);
    MP_WIN_UNLOCK mp_win_unlock = MP_Win_unlock(v rank, v win);
    MP_PUT mp_put = MP_Put(p buf, v nelts, v dest, v off, v win);
    MP_APUT mp_aput = MP_APut(p buf, v nelts, v dest, v off, v win, i mid);
    MP_GET mp_get = MP_Get(p buf, v nelts, v src, v off, v win);
    MP_AGET mp_aget = MP_AGet(p buf, v nelts, v src, v off, v win, i mid);
    MP_ACCUMULATE mp_accumulate = MP_Accumulate(p buf, v nelts, v dest, v off, v op, v win);
    MP_AACCUMULATE mp_aaccumulate = MP_AAccumulate(p buf, v nelts, v dest, v off, v op, v win, i mid);
    MP_DSUMACCUMULATE mp_dsumaccumulate = MP_dSumAccumulate(p buf, v n, v dest, v off, v win);
    MP_ADSUMACCUMULATE mp_adsumaccumulate = MP_AdSumAccumulate(p buf, v n, v dest, v off, v win, i mid);
    MP_ISUMACCUMULATE mp_isumaccumulate = MP_iSumAccumulate(p buf, v n, v dest, v off, v win);
    MP_AISUMACCUMULATE mp_aisumaccumulate = MP_AiSumAccumulate(p buf, v n, v dest, v off, v win, i mid);
    MP_FSUMACCUMULATE mp_fsumaccumulate = MP_fSumAccumulate(p buf, v n, v dest, v off, v win);
    MP_AFSUMACCUMULATE mp_afsumaccumulate = MP_AfSumAccumulate(p buf, v n, v dest, v off, v win, i mid);
    MP_DMAXACCUMULATE mp_dmaxaccumulate = MP_dMaxAccumulate(p buf, v n, v dest, v off, v win);
    MP_ADMAXACCUMULATE mp_admaxaccumulate = MP_AdMaxAccumulate(p buf, v n, v dest, v off, v win, i mid);
    MP_IMAXACCUMULATE mp_imaxaccumulate = MP_iMaxAccumulate(p buf, v n, v dest, v off, v win);
    MP_AIMAXACCUMULATE mp_aimaxaccumulate = MP_AiMaxAccumulate(p buf, v n, v dest, v off, v win, i mid);
    MP_FMAXACCUMULATE mp_fmaxaccumulate = MP_fMaxAccumulate(p buf, v n, v dest, v off, v win);
    MP_AFMAXACCUMULATE mp_afmaxaccumulate = MP_AfMaxAccumulate(p buf, v n, v dest, v off, v win, i mid);
    MP_DMINACCUMULATE mp_dminaccumulate = MP_dMinAccumulate(p buf, v n, v dest, v off, v win);
    MP_ADMINACCUMULATE mp_adminaccumulate = MP_AdMinAccumulate(p buf, v n, v dest, v off, v win, i mid);
    MP_IMINACCUMULATE mp_iminaccumulate = MP_iMinAccumulate(p buf, v n, v dest, v off, v win);
    MP_AIMINACCUMULATE mp_aiminaccumulate = MP_AiMinAccumulate(p buf, v n, v dest, v off, v win, i mid);
    MP_FMINACCUMULATE mp_fminaccumulate = MP_fMinAccumulate(p buf, v n, v dest, v off, v win);
    MP_AFMINACCUMULATE mp_afminaccumulate = MP_AfMinAccumulate(p buf, v n, v dest, v off, v win, i mid);
    MP_DREPLACEACCUMULATE mp_dreplaceaccumulate = MP_dReplaceAccumulate(p buf, v n, v dest, v off, v win);
    MP_ADREPLACEACCUMULATE mp_adreplaceaccumulate = MP_AdReplaceAccumulate(p buf, v n, v dest, v off, v win, i mid);
    MP_IREPLACEACCUMULATE mp_ireplaceaccumulate = MP_iReplaceAccumulate(p buf, v n, v dest, v off, v win);
    MP_AIREPLACEACCUMULATE mp_aireplaceaccumulate = MP_AiReplaceAccumulate(p buf, v n, v dest, v off, v win, i mid);
    MP_FREPLACEACCUMULATE mp_freplaceaccumulate = MP_fReplaceAccumulate(p buf, v n, v dest, v off, v win);
    MP_AFREPLACEACCUMULATE mp_afreplaceaccumulate = MP_AfReplaceAccumulate(p buf, v n, v dest, v off, v win, i mid);
}

spelled!(MP_INIT mp_init() {
    MP_Init(std::ptr::null_mut(), std::ptr::null_mut());
});

spelled!(MP_TIME mp_time() -> f64 {
    MP_Time()
});

spelled!(MP_MYFLOPS mp_myflops() -> f64 {
    MP_Myflops()
});

spelled!(MP_REMAP mp_remap(node: *mut c_int) -> c_int {
    MP_Remap(*place(node))
});

/// A text of Fortran's as C has it.
fn text(start: *const c_char, len: usize) -> CString {
    let bytes = letters(start, len);
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    CString::new(bytes[..end].trim_ascii_end()).unwrap_or_default()
}

spelled!(MP_SET mp_set(var: *const c_char, value: *mut c_int, len: usize) {
    MP_Set(text(var, len).as_ptr(), *place(value));
});

spelled!(MP_ENTER mp_enter(name: *const c_char, len: usize) {
    MP_Enter(text(name, len).as_ptr());
});

spelled!(MP_ZERO_TIME mp_zero_time(name: *const c_char, len: usize) {
    MP_Zero_Time(text(name, len).as_ptr());
});

spelled!(MP_GET_TIME mp_get_time(name: *const c_char, len: usize) -> f64 {
    MP_Get_Time(text(name, len).as_ptr())
});

spelled!(MP_GET_FLOPS mp_get_flops(name: *const c_char, len: usize) -> f64 {
    MP_Get_Flops(text(name, len).as_ptr())
});

spelled!(MP_TIME_REPORT mp_time_report(file: *const c_char, len: usize) {
    MP_Time_Report(text(file, len).as_ptr());
});

spelled!(MD_TIME_REPORT md_time_report(file: *const c_char, nsteps: *mut c_int, len: usize) {
    MD_Time_Report(text(file, len).as_ptr(), *place(nsteps));
});

mod formats;
mod runtime;
mod units;
mod variadic;

/// Bytes of a number of double precision, in which distances from an array are counted.
const NUMBER: isize = 8;

/// How many elements of `unit` bytes a block is behind the start of an array.
fn distance(base: *mut c_void, block: *mut c_void, unit: isize) -> i64 {
    let bytes = (block.addr() as isize).wrapping_sub(base.addr() as isize);
    (bytes / unit.max(1)) as i64
}

/// The block that is so many numbers behind the start of an array.
fn behind(base: *mut c_void, offset: *mut i64) -> *mut c_void {
    let bytes = (*place(offset) as isize).wrapping_mul(NUMBER);
    std::ptr::with_exposed_provenance_mut((base.addr() as isize).wrapping_add(bytes) as usize)
}

spelled!(MP_SHMALLOC mp_shmalloc(
    base: *mut c_void, offset: *mut i64, size: *mut c_int, disp_unit: *mut c_int, win: *mut c_int
) {
    let mut block = std::ptr::null_mut();
    MP_shMalloc(&mut block, *place(size), *place(disp_unit), win);
    *place(offset) = distance(base, block, *place(disp_unit) as isize);
});

spelled!(MP_SHMMALLOC mp_shmmalloc(base: *mut c_void, offset: *mut i64, nbytes: *mut c_int) {
    let block = MP_shmMalloc(*place(nbytes));
    block.expose_provenance();
    *place(offset) = distance(base, block, NUMBER);
});

spelled!(MP_SHMFREE mp_shmfree(base: *mut c_void, offset: *mut i64) {
    MP_shmFree(behind(base, offset));
});

spelled!(MP_CLEANUP mp_cleanup(base: *mut c_void, offset: *mut i64) {
    MP_Cleanup(behind(base, offset));
});

spelled!(MP_IPSEND mp_ipsend(
    base: *mut c_void, offset: *mut i64, nbytes: *mut c_int, dest: *mut c_int, tag: *mut c_int
) {
    MP_IPSend(behind(base, offset), *place(nbytes), *place(dest), *place(tag));
});

spelled!(MP_IPRECV mp_iprecv(
    base: *mut c_void, offset: *mut i64, nbytes: *mut c_int, src: *mut c_int, tag: *mut c_int
) {
    let mut block = std::ptr::null_mut();
    MP_IPRecv(&mut block, *place(nbytes), *place(src), *place(tag));
    block.expose_provenance();
    *place(offset) = distance(base, block, NUMBER);
});
