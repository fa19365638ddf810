//! Predefined objects of Open MPI, each with its size and the standard ABI's handle, 0 where that has none. Written by `cargo xtask codegen`; do not edit.

use core::ffi::c_int;

use crate::objects::objects;

objects! {
    ompi_mpi_op_null: 2048 = 0x20;
    ompi_mpi_op_sum: 2048 = 0x21;
    ompi_mpi_op_min: 2048 = 0x22;
    ompi_mpi_op_max: 2048 = 0x23;
    ompi_mpi_op_prod: 2048 = 0x24;
    ompi_mpi_op_band: 2048 = 0x28;
    ompi_mpi_op_bor: 2048 = 0x29;
    ompi_mpi_op_bxor: 2048 = 0x2a;
    ompi_mpi_op_land: 2048 = 0x30;
    ompi_mpi_op_lor: 2048 = 0x31;
    ompi_mpi_op_lxor: 2048 = 0x32;
    ompi_mpi_op_minloc: 2048 = 0x38;
    ompi_mpi_op_maxloc: 2048 = 0x39;
    ompi_mpi_op_replace: 2048 = 0x3c;
    ompi_mpi_op_no_op: 2048 = 0x3d;
    ompi_mpi_comm_null: 512 = 0x100;
    ompi_mpi_comm_world: 512 = 0x101;
    ompi_mpi_comm_self: 512 = 0x102;
    ompi_mpi_group_null: 256 = 0x108;
    ompi_mpi_group_empty: 256 = 0x109;
    ompi_mpi_win_null: 512 = 0x110;
    ompi_mpi_file_null: 1536 = 0x118;
    ompi_mpi_instance_null: 512 = 0x120;
    ompi_message_null: 256 = 0x128;
    ompi_message_no_proc: 256 = 0x129;
    ompi_mpi_info_null: 256 = 0x130;
    ompi_mpi_info_env: 256 = 0x131;
    ompi_mpi_errhandler_null: 1024 = 0x140;
    ompi_mpi_errors_are_fatal: 1024 = 0x141;
    ompi_mpi_errors_abort: 1024 = 0x142;
    ompi_mpi_errors_return: 1024 = 0x143;
    ompi_request_null: 256 = 0x180;
    ompi_mpi_datatype_null: 512 = 0x200;
    ompi_mpi_aint: 512 = 0x201;
    ompi_mpi_count: 512 = 0x202;
    ompi_mpi_offset: 512 = 0x203;
    ompi_mpi_packed: 512 = 0x207;
    ompi_mpi_short: 512 = 0x208;
    ompi_mpi_int: 512 = 0x209;
    ompi_mpi_long: 512 = 0x20a;
    ompi_mpi_long_long_int: 512 = 0x20b;
    ompi_mpi_unsigned_short: 512 = 0x20c;
    ompi_mpi_unsigned: 512 = 0x20d;
    ompi_mpi_unsigned_long: 512 = 0x20e;
    ompi_mpi_unsigned_long_long: 512 = 0x20f;
    ompi_mpi_float: 512 = 0x210;
    ompi_mpi_c_float_complex: 512 = 0x212;
    ompi_mpi_cxx_cplex: 512 = 0x213;
    ompi_mpi_double: 512 = 0x214;
    ompi_mpi_c_double_complex: 512 = 0x216;
    ompi_mpi_cxx_dblcplex: 512 = 0x217;
    ompi_mpi_logical: 512 = 0x218;
    ompi_mpi_integer: 512 = 0x219;
    ompi_mpi_real: 512 = 0x21a;
    ompi_mpi_cplex: 512 = 0x21b;
    ompi_mpi_dblprec: 512 = 0x21c;
    ompi_mpi_dblcplex: 512 = 0x21d;
    ompi_mpi_character: 512 = 0x21e;
    ompi_mpi_long_double: 512 = 0x220;
    ompi_mpi_c_long_double_complex: 512 = 0x224;
    ompi_mpi_cxx_ldblcplex: 512 = 0x225;
    ompi_mpi_float_int: 512 = 0x228;
    ompi_mpi_double_int: 512 = 0x229;
    ompi_mpi_long_int: 512 = 0x22a;
    ompi_mpi_2int: 512 = 0x22b;
    ompi_mpi_short_int: 512 = 0x22c;
    ompi_mpi_longdbl_int: 512 = 0x22d;
    ompi_mpi_2real: 512 = 0x230;
    ompi_mpi_2dblprec: 512 = 0x231;
    ompi_mpi_2integer: 512 = 0x232;
    ompi_mpi_c_bool: 512 = 0x238;
    ompi_mpi_cxx_bool: 512 = 0x239;
    ompi_mpi_wchar: 512 = 0x23c;
    ompi_mpi_int8_t: 512 = 0x240;
    ompi_mpi_uint8_t: 512 = 0x241;
    ompi_mpi_char: 512 = 0x243;
    ompi_mpi_signed_char: 512 = 0x244;
    ompi_mpi_unsigned_char: 512 = 0x245;
    ompi_mpi_byte: 512 = 0x247;
    ompi_mpi_int16_t: 512 = 0x248;
    ompi_mpi_uint16_t: 512 = 0x249;
    ompi_mpi_int32_t: 512 = 0x250;
    ompi_mpi_uint32_t: 512 = 0x251;
    ompi_mpi_int64_t: 512 = 0x258;
    ompi_mpi_uint64_t: 512 = 0x259;
    ompi_mpi_logical1: 512 = 0x2c0;
    ompi_mpi_integer1: 512 = 0x2c1;
    ompi_mpi_logical2: 512 = 0x2c8;
    ompi_mpi_integer2: 512 = 0x2c9;
    ompi_mpi_real2: 512 = 0x2ca;
    ompi_mpi_logical4: 512 = 0x2d0;
    ompi_mpi_integer4: 512 = 0x2d1;
    ompi_mpi_real4: 512 = 0x2d2;
    ompi_mpi_complex4: 512 = 0x2d3;
    ompi_mpi_logical8: 512 = 0x2d8;
    ompi_mpi_integer8: 512 = 0x2d9;
    ompi_mpi_real8: 512 = 0x2da;
    ompi_mpi_complex8: 512 = 0x2db;
    ompi_mpi_integer16: 512 = 0x2e1;
    ompi_mpi_real16: 512 = 0x2e2;
    ompi_mpi_complex16: 512 = 0x2e3;
    ompi_mpi_complex32: 512 = 0x2eb;
    ompi_mpi_2cplex: 512 = 0x0;
    ompi_mpi_2dblcplex: 512 = 0x0;
    ompi_mpi_c_complex: 512 = 0x212;
    ompi_mpi_lb: 512 = 0x0;
    ompi_mpi_ldblcplex: 512 = 0x0;
    ompi_mpi_ub: 512 = 0x0;
}

/// Integers of `MPI_Comm`.
pub const COMM: &[(c_int, usize)] = &[(2, 0x100), (0, 0x101), (1, 0x102)];

/// Integers of `MPI_Group`.
pub const GROUP: &[(c_int, usize)] = &[(0, 0x108), (1, 0x109)];

/// Integers of `MPI_Datatype`.
pub const DATATYPE: &[(c_int, usize)] = &[
    (0, 0x200),
    (66, 0x201),
    (72, 0x202),
    (67, 0x203),
    (2, 0x207),
    (37, 0x208),
    (39, 0x209),
    (41, 0x20a),
    (43, 0x20b),
    (38, 0x20c),
    (40, 0x20d),
    (42, 0x20e),
    (44, 0x20f),
    (45, 0x210),
    (69, 0x212),
    (55, 0x213),
    (46, 0x214),
    (70, 0x216),
    (56, 0x217),
    (6, 0x218),
    (7, 0x219),
    (13, 0x21a),
    (18, 0x21b),
    (17, 0x21c),
    (22, 0x21d),
    (5, 0x21e),
    (47, 0x220),
    (71, 0x224),
    (57, 0x225),
    (48, 0x228),
    (49, 0x229),
    (51, 0x22a),
    (52, 0x22b),
    (53, 0x22c),
    (50, 0x22d),
    (23, 0x230),
    (24, 0x231),
    (25, 0x232),
    (68, 0x238),
    (54, 0x239),
    (33, 0x23c),
    (58, 0x240),
    (59, 0x241),
    (34, 0x243),
    (36, 0x244),
    (35, 0x245),
    (1, 0x247),
    (60, 0x248),
    (61, 0x249),
    (62, 0x250),
    (63, 0x251),
    (64, 0x258),
    (65, 0x259),
    (29, 0x2c0),
    (8, 0x2c1),
    (30, 0x2c8),
    (9, 0x2c9),
    (28, 0x2ca),
    (31, 0x2d0),
    (10, 0x2d1),
    (14, 0x2d2),
    (32, 0x2d8),
    (11, 0x2d9),
    (15, 0x2da),
    (19, 0x2db),
    (12, 0x2e1),
    (16, 0x2e2),
    (20, 0x2e3),
    (21, 0x2eb),
];

/// Integers of `MPI_Op`.
pub const OP: &[(c_int, usize)] = &[
    (0, 0x20),
    (3, 0x21),
    (2, 0x22),
    (1, 0x23),
    (4, 0x24),
    (6, 0x28),
    (8, 0x29),
    (10, 0x2a),
    (5, 0x30),
    (7, 0x31),
    (9, 0x32),
    (12, 0x38),
    (11, 0x39),
    (13, 0x3c),
    (14, 0x3d),
];

/// Integers of `MPI_Request`.
pub const REQUEST: &[(c_int, usize)] = &[(0, 0x180)];

/// Integers of `MPI_Message`.
pub const MESSAGE: &[(c_int, usize)] = &[(0, 0x128), (1, 0x129)];

/// Integers of `MPI_Info`.
pub const INFO: &[(c_int, usize)] = &[(0, 0x130), (1, 0x131)];

/// Integers of `MPI_Errhandler`.
pub const ERRHANDLER: &[(c_int, usize)] = &[(0, 0x140), (1, 0x141), (3, 0x142), (2, 0x143)];

/// Integers of `MPI_Win`.
pub const WIN: &[(c_int, usize)] = &[(0, 0x110)];

/// Integers of `MPI_File`.
pub const FILE: &[(c_int, usize)] = &[(0, 0x118)];

/// Integers of `MPI_Session`.
pub const SESSION: &[(c_int, usize)] = &[(0, 0x120)];
