//! Numbers of MPICH. Written by `cargo xtask codegen`; do not edit.
#![allow(clippy::manual_range_patterns)]

use ferry_foreign::generated::numbers::Numbers;

use crate::Mpich;

impl Numbers for Mpich {
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
        let mut bits = if value & !31744 == 0 { 0 } else { 1 << 30 };
        if value & 1024 != 0 {
            bits |= 1024;
        }
        if value & 8192 != 0 {
            bits |= 2048;
        }
        if value & 4096 != 0 {
            bits |= 4096;
        }
        if value & 2048 != 0 {
            bits |= 8192;
        }
        if value & 16384 != 0 {
            bits |= 16384;
        }
        bits
    }
    #[inline]
    fn assertion_outward(value: i32) -> i32 {
        let mut bits = if value & !31744 == 0 { 0 } else { 1 << 30 };
        if value & 1024 != 0 {
            bits |= 1024;
        }
        if value & 2048 != 0 {
            bits |= 8192;
        }
        if value & 4096 != 0 {
            bits |= 4096;
        }
        if value & 8192 != 0 {
            bits |= 2048;
        }
        if value & 16384 != 0 {
            bits |= 16384;
        }
        bits
    }
    #[inline]
    fn binding_inward(value: i32) -> i32 {
        match value {
            9700 => 1,
            9701 => 2,
            9702 => 3,
            9703 => 4,
            9704 => 5,
            9705 => 6,
            9706 => 7,
            9707 => 8,
            9708 => 9,
            9709 => 10,
            9710 => 11,
            9711 => 12,
            1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn binding_outward(value: i32) -> i32 {
        match value {
            1 => 9700,
            2 => 9701,
            3 => 9702,
            4 => 9703,
            5 => 9704,
            6 => 9705,
            7 => 9706,
            8 => 9707,
            9 => 9708,
            10 => 9709,
            11 => 9710,
            12 => 9711,
            9700 | 9701 | 9702 | 9703 | 9704 | 9705 | 9706 | 9707 | 9708 | 9709 | 9710 | 9711 => {
                Self::NONE
            }
            _ => value,
        }
    }
    #[inline]
    fn combiner_inward(value: i32) -> i32 {
        match value {
            1 => 101,
            2 => 102,
            3 => 103,
            4 => 104,
            6 => 105,
            7 => 106,
            9 => 107,
            10 => 108,
            12 => 110,
            13 => 111,
            14 => 112,
            15 => 113,
            16 => 114,
            17 => 115,
            18 => 116,
            19 => 109,
            20 => 117,
            101 | 102 | 103 | 104 | 105 | 106 | 107 | 108 | 109 | 110 | 111 | 112 | 113 | 114
            | 115 | 116 | 117 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn combiner_outward(value: i32) -> i32 {
        match value {
            101 => 1,
            102 => 2,
            103 => 3,
            104 => 4,
            105 => 6,
            106 => 7,
            107 => 9,
            108 => 10,
            109 => 19,
            110 => 12,
            111 => 13,
            112 => 14,
            113 => 15,
            114 => 16,
            115 => 17,
            116 => 18,
            117 => 20,
            1 | 2 | 3 | 4 | 6 | 7 | 9 | 10 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 => {
                Self::NONE
            }
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
            121 => 17,
            122 => 18,
            123 => 16,
            16 | 17 | 18 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn distribution_outward(value: i32) -> i32 {
        match value {
            16 => 123,
            17 => 121,
            18 => 122,
            121 | 122 | 123 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn distribution_argument_inward(value: i32) -> i32 {
        match value {
            -49767 => 19,
            19 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn distribution_argument_outward(value: i32) -> i32 {
        match value {
            19 => -49767,
            -49767 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn error_inward(value: i32) -> i32 {
        match value {
            7 => 8,
            8 => 9,
            9 => 10,
            10 => 11,
            11 => 12,
            12 => 13,
            13 => 14,
            14 => 15,
            15 => 16,
            16 => 17,
            17 => 19,
            19 => 7,
            22 => 23,
            23 => 25,
            24 => 27,
            25 => 28,
            26 => 29,
            27 => 30,
            28 => 34,
            29 => 31,
            30 => 33,
            31 => 32,
            32 => 35,
            33 => 38,
            34 => 39,
            35 => 40,
            36 => 41,
            37 => 42,
            38 => 43,
            39 => 44,
            40 => 45,
            41 => 51,
            42 => 53,
            43 => 54,
            44 => 55,
            45 => 56,
            46 => 24,
            47 => 37,
            48 => 36,
            49 => 47,
            51 => 52,
            52 => 26,
            53 => 22,
            55 => 48,
            56 => 46,
            57 => 49,
            58 => 57,
            59 => 1005,
            60 => 1003,
            61 => 1001,
            62 => 1007,
            63 => 1008,
            64 => 1010,
            65 => 1012,
            66 => 1013,
            67 => 1009,
            68 => 1014,
            69 => 1015,
            70 => 1017,
            71 => 1016,
            72 => 1018,
            73 => 1011,
            74 => 1006,
            75 => 60,
            76 => 58,
            77 => 59,
            78 => 1004,
            79 => 1002,
            80 => 61,
            81 => 62,
            101 => 58,
            102 => 8001,
            103 => 8002,
            54 | 1001 | 1002 | 1003 | 1004 | 1005 | 1006 | 1007 | 1008 | 1009 | 1010 | 1011
            | 1012 | 1013 | 1014 | 1015 | 1016 | 1017 | 1018 | 8001 | 8002 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn error_outward(value: i32) -> i32 {
        match value {
            7 => 19,
            8 => 7,
            9 => 8,
            10 => 9,
            11 => 10,
            12 => 11,
            13 => 12,
            14 => 13,
            15 => 14,
            16 => 15,
            17 => 16,
            19 => 17,
            22 => 53,
            23 => 22,
            24 => 46,
            25 => 23,
            26 => 52,
            27 => 24,
            28 => 25,
            29 => 26,
            30 => 27,
            31 => 29,
            32 => 31,
            33 => 30,
            34 => 28,
            35 => 32,
            36 => 48,
            37 => 47,
            38 => 33,
            39 => 34,
            40 => 35,
            41 => 36,
            42 => 37,
            43 => 38,
            44 => 39,
            45 => 40,
            46 => 56,
            47 => 49,
            48 => 55,
            49 => 57,
            51 => 41,
            52 => 51,
            53 => 42,
            54 => 43,
            55 => 44,
            56 => 45,
            57 => 58,
            58 => 101,
            59 => 77,
            60 => 75,
            61 => 80,
            62 => 81,
            1001 => 61,
            1002 => 79,
            1003 => 60,
            1004 => 78,
            1005 => 59,
            1006 => 74,
            1007 => 62,
            1008 => 63,
            1009 => 67,
            1010 => 64,
            1011 => 73,
            1012 => 65,
            1013 => 66,
            1014 => 68,
            1015 => 69,
            1016 => 71,
            1017 => 70,
            1018 => 72,
            8001 => 102,
            8002 => 103,
            63 | 64 | 65 | 66 | 67 | 68 | 69 | 70 | 71 | 72 | 73 | 74 | 75 | 77 | 78 | 79 | 80
            | 81 | 101 | 102 | 103 => Self::NONE,
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
            603979776 => 0,
            1681915905 => 501,
            1681915907 => 503,
            1681915909 => 502,
            1681915911 => 504,
            1681915913 => 507,
            1681915915 => 506,
            1681915917 => 505,
            1711276033 => 601,
            1711276035 => 603,
            1711276037 => 602,
            1711276039 => 604,
            1711276041 => 605,
            0 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 601 | 602 | 603 | 604 | 605 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn keyval_outward(value: i32) -> i32 {
        match value {
            0 => 603979776,
            501 => 1681915905,
            502 => 1681915909,
            503 => 1681915907,
            504 => 1681915911,
            505 => 1681915917,
            506 => 1681915915,
            507 => 1681915913,
            601 => 1711276033,
            602 => 1711276037,
            603 => 1711276035,
            604 => 1711276039,
            605 => 1711276041,
            603979776 | 1681915905 | 1681915907 | 1681915909 | 1681915911 | 1681915913
            | 1681915915 | 1681915917 | 1711276033 | 1711276035 | 1711276037 | 1711276039
            | 1711276041 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn lock_inward(value: i32) -> i32 {
        match value {
            234 => 301,
            235 => 302,
            301 | 302 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn lock_outward(value: i32) -> i32 {
        match value {
            301 => 234,
            302 => 235,
            234 | 235 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn model_inward(value: i32) -> i32 {
        match value {
            1 => 322,
            2 => 321,
            321 | 322 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn model_outward(value: i32) -> i32 {
        match value {
            321 => 2,
            322 => 1,
            1 | 2 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn order_inward(value: i32) -> i32 {
        match value {
            56 => 12,
            57 => 15,
            12 | 15 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn order_outward(value: i32) -> i32 {
        match value {
            12 => 56,
            15 => 57,
            56 | 57 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn rank_inward(value: i32) -> i32 {
        match value {
            0.. => value,
            -3 => -4,
            -2 => -1,
            -1 => -3,
            -4 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn rank_outward(value: i32) -> i32 {
        match value {
            0.. => value,
            -4 => -3,
            -3 => -1,
            -1 => -2,
            -2 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn safety_inward(value: i32) -> i32 {
        match value {
            1 => 3,
            2 => 15,
            3 => 63,
            15 | 63 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn safety_outward(value: i32) -> i32 {
        match value {
            3 => 1,
            15 => 2,
            63 => 3,
            1 | 2 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn scope_inward(value: i32) -> i32 {
        match value {
            60438 => 1,
            60439 => 2,
            60440 => 3,
            60441 => 4,
            60442 => 5,
            60443 => 6,
            60444 => 7,
            1 | 2 | 3 | 4 | 5 | 6 | 7 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn scope_outward(value: i32) -> i32 {
        match value {
            1 => 60438,
            2 => 60439,
            3 => 60440,
            4 => 60441,
            5 => 60442,
            6 => 60443,
            7 => 60444,
            60438 | 60439 | 60440 | 60441 | 60442 | 60443 | 60444 => Self::NONE,
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
        match value {
            0 => 1,
            1 => 2,
            2 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn source_order_outward(value: i32) -> i32 {
        match value {
            1 => 0,
            2 => 1,
            0 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn split_type_inward(value: i32) -> i32 {
        match value {
            1 => 221,
            2 => 223,
            3 => 222,
            4 => 224,
            221 | 222 | 223 | 224 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn split_type_outward(value: i32) -> i32 {
        match value {
            221 => 1,
            222 => 3,
            223 => 2,
            224 => 4,
            1 | 2 | 3 | 4 => Self::NONE,
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
            1 => 212,
            2 => 211,
            3 => 213,
            211 | 212 | 213 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn topology_outward(value: i32) -> i32 {
        match value {
            211 => 2,
            212 => 1,
            213 => 3,
            1 | 2 | 3 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn type_class_inward(value: i32) -> i32 {
        match value {
            1 => 193,
            2 => 192,
            3 => 194,
            192 | 193 | 194 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn type_class_outward(value: i32) -> i32 {
        match value {
            192 => 2,
            193 => 1,
            194 => 3,
            1 | 2 | 3 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn variable_class_inward(value: i32) -> i32 {
        match value {
            240 => 1,
            241 => 2,
            242 => 3,
            243 => 4,
            244 => 5,
            245 => 6,
            246 => 7,
            247 => 8,
            248 => 9,
            249 => 10,
            1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn variable_class_outward(value: i32) -> i32 {
        match value {
            1 => 240,
            2 => 241,
            3 => 242,
            4 => 243,
            5 => 244,
            6 => 245,
            7 => 246,
            8 => 247,
            9 => 248,
            10 => 249,
            240 | 241 | 242 | 243 | 244 | 245 | 246 | 247 | 248 | 249 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn verbosity_inward(value: i32) -> i32 {
        match value {
            221 => 9,
            222 => 10,
            223 => 12,
            224 => 17,
            225 => 18,
            226 => 20,
            227 => 33,
            228 => 34,
            229 => 36,
            9 | 10 | 12 | 17 | 18 | 20 | 33 | 34 | 36 => Self::NONE,
            _ => value,
        }
    }
    #[inline]
    fn verbosity_outward(value: i32) -> i32 {
        match value {
            9 => 221,
            10 => 222,
            12 => 223,
            17 => 224,
            18 => 225,
            20 => 226,
            33 => 227,
            34 => 228,
            36 => 229,
            221 | 222 | 223 | 224 | 225 | 226 | 227 | 228 | 229 => Self::NONE,
            _ => value,
        }
    }
}
