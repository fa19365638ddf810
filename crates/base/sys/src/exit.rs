//! The end of the process.

use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

/// What is called at the end, and in which process: a copy made by `fork` has its own end.
static LAST: OnceLock<(u32, fn(i32))> = OnceLock::new();

/// Has a function called with the exit status when this process returns from `main` or calls `exit`.
/// Not in a copy of it that was made by `fork`, and not when a signal kills it. There is one such
/// function in a process.
///
/// False if the C library cannot tell the status, or if there is one already.
pub fn call_at_exit(last: fn(i32)) -> bool {
    LAST.set((std::process::id(), last)).is_ok() && register()
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn register() -> bool {
    unsafe extern "C" {
        fn on_exit(call: extern "C" fn(c_int, *mut c_void), arg: *mut c_void) -> c_int;
    }
    // SAFETY: the function is of the type that on_exit(3) calls, lives as long as the program, and
    // does not look at its second argument.
    unsafe { on_exit(at_exit, std::ptr::null_mut()) == 0 }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn register() -> bool {
    false
}

extern "C" fn at_exit(status: c_int, _: *mut c_void) {
    if let Some((process, last)) = LAST.get()
        && *process == std::process::id()
    {
        // Whoever waits for the process sees the low eight bits.
        last(status & 0xff);
    }
}

/// Ends the process at once: what is to be called at exit is not, and what the C library has buffered is
/// lost. For use at exit, when it is too late to end with another status in an orderly way.
pub fn exit_at_once(status: u8) -> ! {
    // SAFETY: _exit(2) has no requirements.
    unsafe { libc::_exit(status.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Set in the process that is to end.
    const MARK: &str = "SYS_TEST_EXIT";

    #[test]
    fn the_status_is_told_once_and_not_to_copies() {
        if std::env::var_os(MARK).is_some() {
            assert!(call_at_exit(|status| eprintln!("status {status}")));
            assert!(!call_at_exit(|_| unreachable!()));
            // SAFETY: the child calls nothing but exit.
            match unsafe { libc::fork() } {
                // SAFETY: exit(3) runs what is registered, which is what this tests.
                0 => unsafe { libc::exit(5) },
                child => assert!(child > 0),
            }
            std::process::exit(256 + 7)
        }
        let me = std::env::current_exe().unwrap();
        let name = "exit::tests::the_status_is_told_once_and_not_to_copies";
        let mut program = std::process::Command::new(me);
        let output =
            program.args([name, "--exact", "--nocapture"]).env(MARK, "1").output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(7), "{said}");
        let told: Vec<&str> = said.lines().filter(|line| line.starts_with("status")).collect();
        assert_eq!(told, ["status 7"]);
    }
}
