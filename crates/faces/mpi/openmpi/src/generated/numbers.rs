//! Numbers of Open MPI. Written by `cargo xtask codegen`; do not edit.
#![allow(clippy::manual_range_patterns)]

use ferry_foreign::generated::numbers::Numbers;

use crate::OpenMpi;

impl Numbers for OpenMpi {
    #[inline]
    fn access_mode_inward(value: i32) -> i32 {
        let mut bits = if value & !511 == 0 { 0 } else { 1 << 30 };
        if value & 128 != 0 {
            bits |= 1;
        }
        if value & 1 != 0 {
            bits |= 2;
        }
        if value & 16 != 0 {
            bits |= 4;
        }
        if value & 64 != 0 {
            bits |= 8;
        }
        if value & 2 != 0 {
            bits |= 16;
        }
        if value & 8 != 0 {
            bits |= 32;
        }
        if value & 256 != 0 {
            bits |= 64;
        }
        if value & 32 != 0 {
            bits |= 128;
        }
        if value & 4 != 0 {
            bits |= 256;
        }
        bits
    }
    #[inline]
    fn access_mode_outward(value: i32) -> i32 {
        let mut bits = if value & !511 == 0 { 0 } else { 1 << 30 };
        if value & 1 != 0 {
            bits |= 128;
        }
        if value & 2 != 0 {
            bits |= 1;
        }
        if value & 4 != 0 {
            bits |= 16;
        }
        if value & 8 != 0 {
            bits |= 64;
        }
        if value & 16 != 0 {
            bits |= 2;
        }
        if value & 32 != 0 {
            bits |= 8;
        }
        if value & 64 != 0 {
            bits |= 256;
        }
        if value & 128 != 0 {
            bits |= 32;
        }
        if value & 256 != 0 {
            bits |= 4;
        }
        bits
    }
    #[inline]
    fn assertion_inward(value: i32) -> i32 {
        let mut bits = if value & !31 == 0 { 0 } else { 1 << 30 };
        if value & 1 != 0 {
            bits |= 1024;
        }
        if value & 2 != 0 {
            bits |= 2048;
        }
        if value & 4 != 0 {
            bits |= 4096;
        }
        if value & 8 != 0 {
            bits |= 8192;
        }
        if value & 16 != 0 {
            bits |= 16384;
        }
        bits
    }
    #[inline]
    fn assertion_outward(value: i32) -> i32 {
        let mut bits = if value & !31744 == 0 { 0 } else { 1 << 30 };
        if value & 1024 != 0 {
            bits |= 1;
        }
        if value & 2048 != 0 {
            bits |= 2;
        }
        if value & 4096 != 0 {
            bits |= 4;
        }
        if value & 8192 != 0 {
            bits |= 8;
        }
        if value & 16384 != 0 {
            bits |= 16;
        }
        bits
    }
    #[inline]
    fn binding_inward(value: i32) -> i32 {
        match value {
            0 => 1,
            1 => 2,
            2 => 3,
            3 => 4,
            4 => 5,
            5 => 6,
            6 => 7,
            7 => 8,
            8 => 9,
            9 => 10,
            10 => 11,
            11 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn binding_outward(value: i32) -> i32 {
        match value {
            1 => 0,
            2 => 1,
            3 => 2,
            4 => 3,
            5 => 4,
            6 => 5,
            7 => 6,
            8 => 7,
            9 => 8,
            10 => 9,
            11 => 10,
            0 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn combiner_inward(value: i32) -> i32 {
        match value {
            0 => 101,
            1 => 102,
            2 => 103,
            3 => 104,
            5 => 105,
            6 => 106,
            8 => 107,
            9 => 108,
            11 => 110,
            12 => 111,
            13 => 112,
            14 => 113,
            15 => 114,
            16 => 115,
            17 => 116,
            18 => 109,
            101 | 102 | 103 | 104 | 105 | 106 | 107 | 108 | 109 | 110 | 111 | 112 | 113 | 114
            | 115 | 116 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn combiner_outward(value: i32) -> i32 {
        match value {
            101 => 0,
            102 => 1,
            103 => 2,
            104 => 3,
            105 => 5,
            106 => 6,
            107 => 8,
            108 => 9,
            109 => 18,
            110 => 11,
            111 => 12,
            112 => 13,
            113 => 14,
            114 => 15,
            115 => 16,
            116 => 17,
            0 | 1 | 2 | 3 | 5 | 6 | 8 | 9 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn comparison_inward(value: i32) -> i32 {
        match value {
            0 => 201,
            1 => 202,
            2 => 203,
            3 => 204,
            201 | 202 | 203 | 204 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn comparison_outward(value: i32) -> i32 {
        match value {
            201 => 0,
            202 => 1,
            203 => 2,
            204 => 3,
            0 | 1 | 2 | 3 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn distribution_inward(value: i32) -> i32 {
        match value {
            0 => 17,
            1 => 18,
            2 => 16,
            16 | 17 | 18 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn distribution_outward(value: i32) -> i32 {
        match value {
            16 => 2,
            17 => 0,
            18 => 1,
            0 | 1 | 2 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn distribution_argument_inward(value: i32) -> i32 {
        match value {
            -1 => 19,
            19 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn distribution_argument_outward(value: i32) -> i32 {
        match value {
            19 => -1,
            -1 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn error_inward(value: i32) -> i32 {
        match value {
            18 => 19,
            19 => 18,
            46 => 47,
            47 => 50,
            48 => 51,
            49 => 52,
            50 => 53,
            51 => 54,
            52 => 55,
            53 => 56,
            54 => 1005,
            55 => 1003,
            56 => 1001,
            57 => 1007,
            58 => 1008,
            59 => 1010,
            60 => 1012,
            61 => 1013,
            62 => 1009,
            63 => 1014,
            64 => 1015,
            65 => 1017,
            66 => 1016,
            67 => 1018,
            68 => 48,
            69 => 46,
            70 => 57,
            71 => 49,
            72 => 1006,
            73 => 1011,
            74 => 58,
            75 => 58,
            76 => 8001,
            77 => 8002,
            78 => 60,
            79 => 59,
            92 => 16383,
            1001 | 1003 | 1005 | 1006 | 1007 | 1008 | 1009 | 1010 | 1011 | 1012 | 1013 | 1014
            | 1015 | 1016 | 1017 | 1018 | 8001 | 8002 | 16383 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn error_outward(value: i32) -> i32 {
        match value {
            18 => 19,
            19 => 18,
            46 => 69,
            47 => 46,
            48 => 68,
            49 => 71,
            50 => 47,
            51 => 48,
            52 => 49,
            53 => 50,
            54 => 51,
            55 => 52,
            56 => 53,
            57 => 70,
            58 => 75,
            59 => 79,
            60 => 78,
            61 => 13,
            62 => 16,
            1001 => 56,
            1002 => 72,
            1003 => 55,
            1004 => 72,
            1005 => 54,
            1006 => 72,
            1007 => 57,
            1008 => 58,
            1009 => 62,
            1010 => 59,
            1011 => 73,
            1012 => 60,
            1013 => 61,
            1014 => 63,
            1015 => 64,
            1016 => 66,
            1017 => 65,
            1018 => 67,
            8001 => 76,
            8002 => 77,
            16383 => 92,
            63 | 64 | 65 | 66 | 67 | 68 | 69 | 70 | 71 | 72 | 73 | 75 | 76 | 77 | 78 | 79 | 92 => {
                Self::NONE
            }
            _ => value,
        }
    }
    #[inline]
    fn flavor_inward(value: i32) -> i32 {
        match value {
            1 => 311,
            2 => 312,
            3 => 313,
            4 => 314,
            311 | 312 | 313 | 314 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn flavor_outward(value: i32) -> i32 {
        match value {
            311 => 1,
            312 => 2,
            313 => 3,
            314 => 4,
            1 | 2 | 3 | 4 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn keyval_inward(value: i32) -> i32 {
        match value {
            -1 => 0,
            0 => 501,
            1 => 503,
            2 => 502,
            3 => 504,
            4 => 505,
            5 => 506,
            6 => 507,
            7 => 601,
            8 => 603,
            9 => 602,
            10 => 604,
            11 => 605,
            501 | 502 | 503 | 504 | 505 | 506 | 507 | 601 | 602 | 603 | 604 | 605 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn keyval_outward(value: i32) -> i32 {
        match value {
            0 => -1,
            501 => 0,
            502 => 2,
            503 => 1,
            504 => 3,
            505 => 4,
            506 => 5,
            507 => 6,
            601 => 7,
            602 => 9,
            603 => 8,
            604 => 10,
            605 => 11,
            -1 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn lock_inward(value: i32) -> i32 {
        match value {
            1 => 301,
            2 => 302,
            301 | 302 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn lock_outward(value: i32) -> i32 {
        match value {
            301 => 1,
            302 => 2,
            1 | 2 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn model_inward(value: i32) -> i32 {
        match value {
            0 => 321,
            1 => 322,
            321 | 322 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn model_outward(value: i32) -> i32 {
        match value {
            321 => 0,
            322 => 1,
            0 | 1 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn order_inward(value: i32) -> i32 {
        match value {
            0 => 12,
            1 => 15,
            12 | 15 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn order_outward(value: i32) -> i32 {
        match value {
            12 => 0,
            15 => 1,
            0 | 1 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn rank_inward(value: i32) -> i32 {
        match value {
            0.. => value,
            -2 => -3,
            -3 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn rank_outward(value: i32) -> i32 {
        match value {
            0.. => value,
            -3 => -2,
            -2 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn safety_inward(value: i32) -> i32 {
        value
    }
    #[inline]
    fn safety_outward(value: i32) -> i32 {
        value
    }
    #[inline]
    fn scope_inward(value: i32) -> i32 {
        match value {
            0 => 1,
            1 => 2,
            2 => 3,
            3 => 4,
            4 => 5,
            5 => 6,
            6 => 7,
            7 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn scope_outward(value: i32) -> i32 {
        match value {
            1 => 0,
            2 => 1,
            3 => 2,
            4 => 3,
            5 => 4,
            6 => 5,
            7 => 6,
            0 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn seek_inward(value: i32) -> i32 {
        match value {
            600 => 403,
            602 => 401,
            604 => 402,
            401 | 402 | 403 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn seek_outward(value: i32) -> i32 {
        match value {
            401 => 602,
            402 => 604,
            403 => 600,
            600 | 602 | 604 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn source_order_inward(value: i32) -> i32 {
        value
    }
    #[inline]
    fn source_order_outward(value: i32) -> i32 {
        value
    }
    #[inline]
    fn split_type_inward(value: i32) -> i32 {
        match value {
            0 => 221,
            12 => 222,
            13 => 223,
            221 | 222 | 223 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn split_type_outward(value: i32) -> i32 {
        match value {
            221 => 0,
            222 => 12,
            223 => 13,
            0 | 12 | 13 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn tag_inward(value: i32) -> i32 {
        match value {
            0.. => value,
            -1 => -2,
            -2 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn tag_outward(value: i32) -> i32 {
        match value {
            0.. => value,
            -2 => -1,
            -1 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn thread_level_inward(value: i32) -> i32 {
        match value {
            1 => 1024,
            2 => 2048,
            3 => 4096,
            1024 | 2048 | 4096 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn thread_level_outward(value: i32) -> i32 {
        match value {
            1024 => 1,
            2048 => 2,
            4096 => 3,
            1 | 2 | 3 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn topology_inward(value: i32) -> i32 {
        match value {
            1 => 211,
            2 => 212,
            3 => 213,
            211 | 212 | 213 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn topology_outward(value: i32) -> i32 {
        match value {
            211 => 1,
            212 => 2,
            213 => 3,
            1 | 2 | 3 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn type_class_inward(value: i32) -> i32 {
        match value {
            1 => 192,
            2 => 193,
            3 => 194,
            192 | 193 | 194 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn type_class_outward(value: i32) -> i32 {
        match value {
            192 => 1,
            193 => 2,
            194 => 3,
            1 | 2 | 3 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn variable_class_inward(value: i32) -> i32 {
        match value {
            0 => 1,
            1 => 2,
            2 => 3,
            3 => 4,
            4 => 5,
            5 => 6,
            6 => 7,
            7 => 8,
            8 => 9,
            9 => 10,
            10 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn variable_class_outward(value: i32) -> i32 {
        match value {
            1 => 0,
            2 => 1,
            3 => 2,
            4 => 3,
            5 => 4,
            6 => 5,
            7 => 6,
            8 => 7,
            9 => 8,
            10 => 9,
            0 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn verbosity_inward(value: i32) -> i32 {
        match value {
            0 => 9,
            1 => 10,
            2 => 12,
            3 => 17,
            4 => 18,
            5 => 20,
            6 => 33,
            7 => 34,
            8 => 36,
            9 | 10 | 12 | 17 | 18 | 20 | 33 | 34 | 36 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn verbosity_outward(value: i32) -> i32 {
        match value {
            9 => 0,
            10 => 1,
            12 => 2,
            17 => 3,
            18 => 4,
            20 => 5,
            33 => 6,
            34 => 7,
            36 => 8,
            0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 => Self::NONE,
            _ => value,
        }
    }
}
