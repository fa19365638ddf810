//! MP_Lite: access to windows, its files, and the formats that programs give.

use crate::play::{SIZE, links, load};
use ferry_link::{Face, Links};
use ferry_mplite::{MpLiteState, conversions};
use ferry_mplite_job::{ConfigFile, JobKey, sealed};
use ferry_sys::OwnedBuffer;
use std::io::{self, Cursor, Read, Write};
use std::path::Path;
use std::time::Duration;

/// Bytes of the window.
const LEN: usize = 4096;

/// A caller that says this, and hears what it will.
struct MpliteCaller<'a>(Cursor<&'a [u8]>);

impl Read for MpliteCaller<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.read(into)
    }
}

impl Write for MpliteCaller<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// One input.
pub fn run(bytes: &[u8]) {
    let (link, tape) = links();
    let (mut links, memory) = (Links::new(link), OwnedBuffer::new(3 * LEN));
    // What is beside the window stays as it is.
    let whole = memory.arena(3 * LEN);
    let mut state = MpLiteState::new(0, SIZE);
    state.open_window(&whole, LEN..2 * LEN).expect("there is room");
    load(&tape, bytes);
    for _ in 0..3 {
        links.poll(Duration::ZERO, &mut state);
        state.flush(&mut links);
    }
    let is_untouched = |start| whole.read(start, LEN).as_slice().iter().all(|byte| *byte == 0);
    assert!(is_untouched(0) && is_untouched(2 * LEN), "it wrote beside the window");
    let _ = conversions(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = ConfigFile::parse(text, Path::new(".mplite.config"));
    }
    let caller = || MpliteCaller(Cursor::new(bytes));
    assert!(
        sealed::answer(caller(), &JobKey::of([5; 32]), caller()).is_err(),
        "a stranger is let in"
    );
}
