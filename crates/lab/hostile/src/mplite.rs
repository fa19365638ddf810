//! MP_Lite: access to windows, its files, how its processes meet, and the formats that programs give.

use crate::play::{SIZE, links, load};
use ferry_link::{Face, Links};
use ferry_mplite::{
    MpLiteState, conversions, input_letters, input_words, print_pieces, with_escapes,
};
use ferry_mplite_job::handshake::hear_at_handshake;
use ferry_mplite_job::{ConfigFile, JobKey, StatusFile, sealed};
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

/// The job's files, formats, and what programs read by them.
fn read_files(bytes: &[u8]) {
    let _ = (conversions(bytes), print_pieces(&with_escapes(bytes)));
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = ConfigFile::parse(text, Path::new(".mplite.config"));
        let mut lines = text.lines().map(str::to_owned);
        let _ = input_words(3, || lines.next());
        let _ = input_letters(|| lines.next());
    }
    let mut file = tempfile::tempfile().expect("there is room for a file");
    file.write_all(bytes).expect("there is room for its bytes");
    let status = StatusFile::of(file);
    let _ = (status.has_run(), status.is_aborted());
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
    read_files(bytes);
    assert!(!hear_at_handshake(bytes), "a record is opened that nobody has sealed");
    let caller = || MpliteCaller(Cursor::new(bytes));
    assert!(
        sealed::answer(caller(), &JobKey::of([5; 32]), caller()).is_err(),
        "a stranger is let in"
    );
}
