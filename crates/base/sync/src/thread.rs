//! What tells threads apart.

/// No thread: they are known by addresses, which this is none.
pub(crate) const NOBODY: usize = 0;

/// What tells the calling thread from all others that live. One that begins later may have the same: of the thread that
/// had it before, everything has happened then.
#[inline]
pub(crate) fn me() -> usize {
    // In a library that a program loads, to find a variable of the thread's takes a call.
    #[cfg(all(not(loom), not(miri), target_arch = "x86_64", target_os = "linux"))]
    {
        let thread: usize;
        // SAFETY: by the ABI the word at the start of a thread's block, which `fs` is at, is the block's own address.
        unsafe {
            std::arch::asm!("mov {}, fs:0", out(reg) thread, options(nostack, preserves_flags, pure, readonly));
        }
        thread
    }
    #[cfg(all(not(loom), not(all(not(miri), target_arch = "x86_64", target_os = "linux"))))]
    {
        thread_local! { static PLACE: u8 = const { 0 } }
        PLACE.with(|place| std::ptr::from_ref(place).addr())
    }
    #[cfg(loom)]
    {
        // Loom's threads are known by their numbers.
        let text = format!("{:?}", loom::thread::current().id());
        text.bytes().fold(1, |sum, byte| sum * 31 + usize::from(byte))
    }
}
