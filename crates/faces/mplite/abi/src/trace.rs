//! What is told of calls: as they come and go from debug level 2 on, and in the end, where `FERRY_MPLITE_TRACE` is 1,
//! when each began and ended (`.trace.<rank>`).

use crate::library::{process, running};
use ferry_mplite::{JobFiles, MpLite};
use std::ffi::c_int;
use std::fmt::Write;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Calls that a trace has room for.
const MOST_CALLS: usize = 10_000;
/// Beside the debug level: there is a trace.
const IS_KEPT: i32 = 1 << 8;

/// The debug level, and whether there is a trace: calls look at one number alone.
static TOLD: AtomicI32 = AtomicI32::new(0);
static KEPT: Mutex<Option<CallTrace>> = Mutex::new(None);

/// The calls of a process, to be written when it ends.
struct CallTrace {
    files: JobFiles,
    calls: Vec<EndedCall>,
    left_out: usize,
}

struct EndedCall {
    name: &'static str,
    arguments: String,
    begun: Duration,
    ended: Duration,
}

impl EndedCall {
    /// Which way bytes went, as MP_Lite's own traces show it.
    fn arrow(&self) -> &'static str {
        match self.name {
            "MP_Send" | "MP_Put" => "-->",
            "MP_Recv" | "MP_Get" => "<--",
            "MP_ASend" => "*->",
            "MP_ARecv" => "<-*",
            _ => "   ",
        }
    }
}

impl CallTrace {
    fn add(&mut self, call: EndedCall) {
        match self.calls.len() < MOST_CALLS {
            true => self.calls.push(call),
            false => self.left_out += 1,
        }
    }

    fn text(&self) -> String {
        let mut text = String::from("       begun        ended      call\n");
        for call in &self.calls {
            let (begun, ended) = (call.begun.as_secs_f64(), call.ended.as_secs_f64());
            let (arrow, name, arguments) = (call.arrow(), call.name, &call.arguments);
            let _ = writeln!(text, "{begun:12.6} {ended:12.6} {arrow:4} {name}({arguments})");
        }
        if self.left_out > 0 {
            let _ = writeln!(text, "{} more calls were made", self.left_out);
        }
        text
    }
}

fn kept() -> MutexGuard<'static, Option<CallTrace>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How much is told of calls, from 0 to 3.
pub(crate) fn debug() -> c_int {
    TOLD.load(Ordering::Relaxed) & !IS_KEPT
}

/// Sets how much is told.
pub(crate) fn set_debug(level: c_int) {
    TOLD.store(level.clamp(0, 3) | TOLD.load(Ordering::Relaxed) & IS_KEPT, Ordering::Relaxed);
}

/// From now on a trace is kept, among the files of this job.
pub(crate) fn keep(files: JobFiles) {
    *kept() = Some(CallTrace { files, calls: Vec::new(), left_out: 0 });
    TOLD.fetch_or(IS_KEPT, Ordering::Relaxed);
}

/// Writes the trace, if one was kept.
pub(crate) fn write(process: &MpLite) {
    let Some(trace) = kept().take() else { return };
    TOLD.fetch_and(!IS_KEPT, Ordering::Relaxed);
    let path = trace.files.trace(process.node());
    if let Err(why) = std::fs::write(&path, trace.text()) {
        let node = process.node();
        ferry_sys::tell(&format!("*** Node {node} WARNING - {}: {why}", path.display()));
    }
}

/// A call that is told of; its end is too. In a box, so that a call that is not costs a word.
pub(crate) struct TracedCall {
    name: &'static str,
    arguments: String,
    begun: Duration,
}

impl Drop for TracedCall {
    fn drop(&mut self) {
        if debug() >= 2 {
            tell(format_args!("<{}", self.name));
        }
        let (Some(process), Some(trace)) = (running(), &mut *kept()) else { return };
        let arguments = std::mem::take(&mut self.arguments);
        let ended = process.clock().now();
        trace.add(EndedCall { name: self.name, arguments, begun: self.begun, ended });
    }
}

/// Tells of a call where that was asked for; at level 3 of what is under way too.
#[inline]
pub(crate) fn traced(
    name: &'static str,
    arguments: impl FnOnce() -> String,
) -> Option<Box<TracedCall>> {
    if TOLD.load(Ordering::Relaxed) < 2 {
        return None;
    }
    Some(begun(name, arguments()))
}

#[cold]
fn begun(name: &'static str, arguments: String) -> Box<TracedCall> {
    if debug() >= 2 {
        tell(format_args!(">{name}({arguments})"));
    }
    Box::new(TracedCall { name, arguments, begun: process().clock().now() })
}

fn tell(what: std::fmt::Arguments<'_>) {
    let Some(process) = running() else { return };
    let queues = if debug() > 2 { format!(": {}", process.queues()) } else { String::new() };
    process.journal().note(format_args!("{what}{queues}"));
    ferry_sys::tell(&format!("{}: {what}{queues}", process.node()));
}
