//! Lines for people on standard error.

use std::io::Write;

/// Writes a line to standard error in one piece, so that nothing comes between its parts: neither another
/// process's line nor this one's end. Control characters become blanks: what comes from programs and
/// peers stays one line.
pub fn tell(line: &str) {
    let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // Nobody is left to tell when standard error is closed.
    let _ = std::io::stderr().lock().write_all((line + "\n").as_bytes());
}
