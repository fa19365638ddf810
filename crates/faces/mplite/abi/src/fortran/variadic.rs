//! Calls from Fortran with any number of arguments.
//!
//! Rust has no such functions. What a caller passes lies in registers and, behind them, on the stack; an entry
//! written in assembler stores the registers and hands both to a function of Rust.

use std::ffi::{c_int, c_void};

/// What the caller has put into registers that pass arguments, and on the stack.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Arguments {
    registers: *const *mut c_void,
    stack: *const *mut c_void,
}

/// Registers that pass arguments.
#[cfg(target_arch = "x86_64")]
const REGISTERS: usize = 6;
#[cfg(not(target_arch = "x86_64"))]
const REGISTERS: usize = 8;

impl Arguments {
    pub(crate) fn new(registers: *const *mut c_void, stack: *const *mut c_void) -> Self {
        Self { registers, stack }
    }

    /// The argument with this number, an address. There is no such if the caller has passed fewer: then it is what
    /// happens to lie there.
    pub(crate) fn place(self, number: usize) -> *mut c_void {
        // SAFETY: the entry has stored as many registers. Behind the arguments on the stack lie the caller's own
        // variables, and those of its callers: more than any format has places, as `formats` limits them.
        unsafe {
            if number < REGISTERS {
                self.registers.add(number).read()
            } else {
                self.stack.add(number - REGISTERS).read()
            }
        }
    }

    /// The argument with this number, a length, which the compiler passes by value.
    pub(crate) fn length(self, number: usize) -> usize {
        self.place(number).addr()
    }
}

/// What serves such a call.
pub(crate) type Served =
    extern "C" fn(registers: *const *mut c_void, stack: *const *mut c_void) -> c_int;

/// One name for such a call.
macro_rules! entry {
    ($name:expr, $serve:path) => {
        const _: () = {
            // What serves it is of this type, on which the assembler relies.
            const _: crate::fortran::variadic::Served = $serve;

            #[cfg(target_arch = "x86_64")]
            #[unsafe(naked)]
            #[unsafe(export_name = $name)]
            extern "C" fn entry() {
                // The stack is 8 bytes off a multiple of 16 here; 56 more make it one for the call.
                std::arch::naked_asm!(
                    "lea rax, [rsp + 8]",
                    "sub rsp, 56",
                    "mov [rsp], rdi",
                    "mov [rsp + 8], rsi",
                    "mov [rsp + 16], rdx",
                    "mov [rsp + 24], rcx",
                    "mov [rsp + 32], r8",
                    "mov [rsp + 40], r9",
                    "mov rdi, rsp",
                    "mov rsi, rax",
                    "call {}",
                    "add rsp, 56",
                    "ret",
                    sym $serve,
                )
            }

            #[cfg(target_arch = "aarch64")]
            #[unsafe(naked)]
            #[unsafe(export_name = $name)]
            extern "C" fn entry() {
                std::arch::naked_asm!(
                    "mov x9, sp",
                    "stp x29, x30, [sp, #-80]!",
                    "stp x0, x1, [sp, #16]",
                    "stp x2, x3, [sp, #32]",
                    "stp x4, x5, [sp, #48]",
                    "stp x6, x7, [sp, #64]",
                    "add x0, sp, #16",
                    "mov x1, x9",
                    "bl {}",
                    "ldp x29, x30, [sp], #80",
                    "ret",
                    sym $serve,
                )
            }
        };
    };
}
pub(crate) use entry;

/// Names for such calls, in the four spellings.
macro_rules! with_any_number {
    ($($upper:ident $lower:ident = $serve:path;)*) => { $(
        crate::fortran::variadic::entry!(stringify!($upper), $serve);
        crate::fortran::variadic::entry!(stringify!($lower), $serve);
        crate::fortran::variadic::entry!(concat!(stringify!($lower), "_"), $serve);
        crate::fortran::variadic::entry!(concat!(stringify!($lower), "__"), $serve);
    )* };
}
pub(crate) use with_any_number;
