//! How a process leaves the job: by the end of its body, by an error, by a drop.

use crate::error::Result;
use crate::universe::{Threading, Universe, admit, finalize_alone};
use ferry_mpi::init;
use ferry_mpi::process::enter;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the universe was dropped without having been finalised.
static BEGUN: AtomicBool = AtomicBool::new(false);

pub(crate) fn has_begun() -> bool {
    BEGUN.load(Ordering::Acquire)
}

/// Ends the job where a guard is dropped by a panic that would wait for other processes: they may wait for this one.
pub(crate) fn end_by_panic() {
    if std::thread::panicking() && admit().is_ok() && enter().place().1 > 1 {
        init::abort(101, "a rank panicked");
    }
}

/// Ends the job where a panic ends a scope in which something is under way that other processes take part in: without
/// this one it may never end.
pub(crate) fn end_by_panic_amid(what: &str) -> ! {
    init::abort(101, &format!("a rank panicked in a scope with {what} under way"))
}

/// The universe was dropped. Whether the program has failed, and the others wait in vain, is known when
/// it exits; until then nothing may block.
pub(crate) fn begin(ranks: usize) {
    BEGUN.store(true, Ordering::Release);
    // Alone there is nobody to wait for. Where the exit status cannot be had, the drop must do.
    if ranks > 1 && ferry_sys::call_at_exit(at_exit) {
        return;
    }
    finalize_alone(|| {
        if let Err(error) = init::finalize() {
            ferry_sys::tell(&format!("ferry: finalising: {error}"));
        }
    });
}

/// The program's own words have been said by now: Rust prints an error of `main` before.
fn at_exit(status: i32) {
    if status != 0 {
        init::tell_abort(status, "it exited with this status before MPI was finalised");
        return;
    }
    let was_alone = finalize_alone(|| {
        if let Err(error) = init::finalize() {
            ferry_sys::tell(&format!("ferry: finalising: {error}"));
            init::tell_abort(1, "MPI could not be finalised");
            ferry_sys::exit_at_once(1);
        }
    });
    if !was_alone {
        init::tell_abort(1, "it exited while another of its threads used MPI");
        ferry_sys::exit_at_once(1);
    }
}

/// Runs a program's body with MPI initialised for one thread: what `main` should be in a program that
/// returns errors. An error is printed with the rank it befell, and ends the job: no other rank waits
/// for this one.
///
/// ```
/// fn main() -> std::process::ExitCode {
///     ferry::run(|universe| {
///         let world = universe.world();
///         let ranks = world.all_reduce(&1usize, &ferry::Op::sum())?;
///         assert_eq!(ranks, world.size());
///         Ok(())
///     })
/// }
/// ```
pub fn run<F>(body: F) -> ExitCode
where
    F: FnOnce(&Universe) -> Result<(), Box<dyn std::error::Error>>,
{
    run_with(Threading::Single, body)
}

/// [`run`] with MPI initialised for use by threads, as [`Universe::init_with`] does.
///
/// ```
/// use ferry::{Source, Tag, Threading};
///
/// fn main() -> std::process::ExitCode {
///     ferry::run_with(Threading::Multiple, |universe| {
///         let comm = universe.self_comm();
///         std::thread::scope(|threads| {
///             threads.spawn(|| comm.send(&42u32, 0, 1));
///             assert_eq!(comm.receive::<u32>(Source::Any, Tag::Any)?.0, 42);
///             Ok(())
///         })
///     })
/// }
/// ```
pub fn run_with<F>(threading: Threading, body: F) -> ExitCode
where
    F: FnOnce(&Universe) -> Result<(), Box<dyn std::error::Error>>,
{
    let universe = match Universe::init_with(threading) {
        Ok(universe) => universe,
        Err(error) => {
            ferry_sys::tell(&format!("ferry: initialising: {error}"));
            return ExitCode::FAILURE;
        }
    };
    let world = universe.world();
    if let Err(error) = body(&universe) {
        if world.size() > 1 {
            init::fail(1, &error.to_string());
        }
        ferry_sys::tell(&format!("rank {}: {error}", world.rank()));
        return ExitCode::FAILURE;
    }
    match universe.finalize() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            ferry_sys::tell(&format!("ferry: finalising: {error}"));
            ExitCode::FAILURE
        }
    }
}
