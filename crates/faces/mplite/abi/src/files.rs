//! Files that one process reads and writes for all, or all in their order.

use crate::library::{end, must, process};
use crate::pointer::{array, memory, text, text_bytes};
use crate::stdio::{self, CFile, MOST_PLACES};
use ferry_mplite::{
    Conversion, MpLiteError, Participants, conversions, input_letters, input_number, input_words,
};
use ferry_sys::OwnedBuffer;
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

/// Messages in the order of processes.
const IN_ORDER: u8 = 0;
const TOKEN: u8 = 1;
/// Longest text of a conversion without a width, where Ferry has to make the place.
const LONGEST_TEXT: usize = 4096;

fn refuse(why: String) -> ! {
    end(&MpLiteError::Links(why))
}

/// Bytes of process 0 for all.
fn share(own: Option<Vec<u8>>) -> Vec<u8> {
    let process = process();
    let all = Participants::all(process.size());
    let word = OwnedBuffer::new(8);
    let word = word.arena(8);
    let len = own.as_ref().map_or(0, Vec::len) as u64;
    word.write(0, 8).as_mut_slice().copy_from_slice(&len.to_ne_bytes());
    must(process.broadcast(word, 0, &all));
    let len = word.read(0, 8).as_slice().try_into().map_or(0, u64::from_ne_bytes) as usize;
    let buffer = OwnedBuffer::new(len);
    let bytes = buffer.arena(len);
    if let Some(own) = own {
        bytes.write(0, len).as_mut_slice().copy_from_slice(&own);
    }
    must(process.broadcast(bytes, 0, &all));
    bytes.read(0, len).as_slice().to_vec()
}

/// `MP_fopen`: process 0 opens it; the others get null.
#[unsafe(no_mangle)]
pub extern "C" fn MP_fopen(name: *const c_char, mode: *const c_char) -> *mut CFile {
    if process().node() != 0 {
        return std::ptr::null_mut();
    }
    let file = stdio::open(&text(name), &text(mode));
    if file.is_null() {
        let why = std::io::Error::last_os_error();
        refuse(format!("MP_fopen: {} cannot be opened: {why}", text(name)));
    }
    file
}

/// `MP_fclose`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_fclose(file: *mut CFile) {
    if process().node() == 0 {
        stdio::close(file);
    }
}

/// The lines of a file, for process 0.
fn lines(file: *mut CFile, name: &'static str) -> impl FnMut() -> Option<String> {
    if file.is_null() {
        refuse(format!("{name}: process 0 has no file"));
    }
    move || stdio::line(file)
}

fn words(file: *mut CFile, n: usize, name: &'static str) -> Vec<String> {
    input_words(n, lines(file, name)).unwrap_or_else(|found| {
        refuse(format!("{name}: the file ends after {} of {n} values", found.len()))
    })
}

/// Process 0 reads numbers, and all get them.
fn numbers<T: std::str::FromStr, const SIZE: usize>(
    (file, vec, n): (*mut CFile, *mut c_void, c_int),
    name: &'static str,
    bytes: impl Fn(T) -> [u8; SIZE],
) {
    let into = memory(vec, n, SIZE);
    let number = |word: &String| {
        let number = input_number(word);
        bytes(number.unwrap_or_else(|| refuse(format!("{name}: {word:?} is no such number"))))
    };
    let own = (process().node() == 0).then(|| {
        let words = words(file, into.len() / SIZE, name);
        words.iter().flat_map(number).collect()
    });
    into.write(0, into.len()).as_mut_slice().copy_from_slice(&share(own));
}

/// `MP_dRead`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_dRead(file: *mut CFile, vec: *mut c_void, n: c_int) {
    numbers((file, vec, n), "MP_dRead", f64::to_ne_bytes);
}

/// `MP_iRead`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_iRead(file: *mut CFile, vec: *mut c_void, n: c_int) {
    numbers((file, vec, n), "MP_iRead", i32::to_ne_bytes);
}

/// `MP_fRead`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_fRead(file: *mut CFile, vec: *mut c_void, n: c_int) {
    numbers((file, vec, n), "MP_fRead", f32::to_ne_bytes);
}

/// Text in a place of this length, filled up with zeros.
fn padded(text: &str, len: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = text.bytes().take(len).collect();
    bytes.resize(len, 0);
    bytes
}

/// `MP_cRead`: the letters of a line, at most n; zeros follow.
#[unsafe(no_mangle)]
pub extern "C" fn MP_cRead(file: *mut CFile, vec: *mut c_void, n: c_int) {
    let into = memory(vec, n, 1);
    let own = (process().node() == 0).then(|| {
        let letters = input_letters(lines(file, "MP_cRead"));
        let letters = letters.unwrap_or_else(|| refuse("MP_cRead: the file has ended".into()));
        padded(&letters, into.len())
    });
    into.write(0, into.len()).as_mut_slice().copy_from_slice(&share(own));
}

/// `MP_wRead`: n words, each in a place of wlen letters; zeros follow.
#[unsafe(no_mangle)]
pub extern "C" fn MP_wRead(file: *mut CFile, vec: *mut c_void, n: c_int, wlen: c_int) {
    let len = usize::try_from(wlen).unwrap_or(0);
    let into = memory(vec, n, len);
    let own = (process().node() == 0).then(|| {
        let words = words(file, usize::try_from(n).unwrap_or(0), "MP_wRead");
        words.iter().flat_map(|word| padded(word, len)).collect()
    });
    into.write(0, into.len()).as_mut_slice().copy_from_slice(&share(own));
}

/// The places of a format.
fn places_of(format: *const c_char, name: &str) -> Vec<Conversion> {
    let found = conversions(text_bytes(format));
    let found = found.unwrap_or_else(|why| refuse(format!("{name}: {why}")));
    if found.len() > MOST_PLACES {
        refuse(format!("{name}: the format has {} places; {MOST_PLACES} can be", found.len()));
    }
    found
}

/// `MP_Format_Places`: how many places a format fills; for the functions of the header.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Format_Places(format: *const c_char) -> c_int {
    places_of(format, "scanf").len() as c_int
}

/// What was read into places: how many values, then each place with its length.
fn packed(read: c_int, all: &[Conversion], places: &[*mut c_void]) -> Vec<u8> {
    let mut packed = read.to_ne_bytes().to_vec();
    let mut values = 0;
    for (conversion, from) in all.iter().zip(places) {
        let bytes = match *conversion {
            Conversion::Position(len) => {
                memory(*from, len as c_int, 1).read(0, len).as_slice().to_vec()
            }
            // What was not reached was not read.
            _ if values >= read => break,
            Conversion::Bytes(len) => {
                memory(*from, len as c_int, 1).read(0, len).as_slice().to_vec()
            }
            Conversion::Text(_) => [text_bytes(from.cast()), b"\0"].concat(),
        };
        values += c_int::from(!matches!(conversion, Conversion::Position(_)));
        packed.extend((bytes.len() as u32).to_ne_bytes());
        packed.extend(bytes);
    }
    packed
}

/// Puts that into places. Returns how many values there were.
fn unpack(packed: &[u8], places: &[*mut c_void]) -> c_int {
    let Some((read, mut rest)) = packed.split_first_chunk() else { return 0 };
    let mut places = places.iter();
    while let Some((len, tail)) = rest.split_first_chunk() {
        let (bytes, tail) = tail.split_at(u32::from_ne_bytes(*len) as usize);
        let Some(into) = places.next() else { break };
        let into = memory(*into, bytes.len() as c_int, 1);
        into.write(0, bytes.len()).as_mut_slice().copy_from_slice(bytes);
        rest = tail;
    }
    c_int::from_ne_bytes(*read)
}

fn scanned(
    file: *mut CFile,
    format: *const c_char,
    all: &[Conversion],
    places: &[*mut c_void],
) -> Vec<u8> {
    if file.is_null() {
        refuse("scanf: process 0 has no file".into());
    }
    let mut given = [std::ptr::null_mut(); MOST_PLACES];
    given[..places.len()].copy_from_slice(places);
    packed(stdio::scan(file, format, &given), all, places)
}

/// `MP_Scan_For_All`: process 0 reads by a format, and all get the values. Returns how many.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Scan_For_All(
    file: *mut CFile,
    format: *const c_char,
    places: *const *mut c_void,
) -> c_int {
    let all = places_of(format, "MP_gfscanf");
    let places = array(places, all.len());
    let own = (process().node() == 0).then(|| scanned(file, format, &all, places));
    let is_own = own.is_some();
    let shared = share(own);
    if is_own { unpack(&shared, &[]) } else { unpack(&shared, places) }
}

/// Reads what another process gets, into places of Ferry's.
fn scanned_for_another(file: *mut CFile, format: *const c_char, all: &[Conversion]) -> Vec<u8> {
    let len = |conversion: &Conversion| match *conversion {
        Conversion::Bytes(len) | Conversion::Position(len) => len,
        Conversion::Text(Some(width)) => width + 1,
        Conversion::Text(None) => {
            refuse(format!("MP_nofscanf: texts need a width here, as in %{LONGEST_TEXT}s"))
        }
    };
    let buffers: Vec<OwnedBuffer> = all.iter().map(|one| OwnedBuffer::new(len(one))).collect();
    let place =
        |buffer: &OwnedBuffer| std::ptr::with_exposed_provenance_mut(buffer.arena(1).address(0));
    let places: Vec<*mut c_void> = buffers.iter().map(place).collect();
    scanned(file, format, all, &places)
}

/// `MP_Scan_For_Each`: process 0 reads by a format for each process in turn. Returns how many values this one
/// got.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Scan_For_Each(
    file: *mut CFile,
    format: *const c_char,
    places: *const *mut c_void,
) -> c_int {
    let all = places_of(format, "MP_nofscanf");
    let (places, process) = (array(places, all.len()), process());
    if process.node() != 0 {
        return unpack(&must(process.recv_any_length(0, IN_ORDER)), places);
    }
    let own = scanned(file, format, &all, places);
    for node in 1..process.size() {
        must(process.send_any_length(&scanned_for_another(file, format, &all), node, IN_ORDER));
    }
    unpack(&own, &[])
}

/// `MP_Print_In_Order`: the texts of all processes, in their order, written by process 0.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Print_In_Order(file: *mut CFile, line: *const c_char) {
    let process = process();
    if process.node() != 0 {
        return must(process.send_any_length(text_bytes(line), 0, IN_ORDER));
    }
    if file.is_null() {
        refuse("MP_nofprintf: process 0 has no file".into());
    }
    stdio::write(file, &text(line));
    for node in 1..process.size() {
        let theirs = must(process.recv_any_length(node, IN_ORDER));
        stdio::write(file, &String::from_utf8_lossy(&theirs));
    }
}

/// A token was passed to process 0 by the last one, and not taken.
static HAS_GONE_ROUND: AtomicBool = AtomicBool::new(false);

/// `MP_Get_Token`: waits until the processes before this one have passed it on, and goes on in the file where
/// they have stopped.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Get_Token(file: *mut CFile) {
    let (me, size) = (process().node(), process().size());
    let is_first = me == 0 && !HAS_GONE_ROUND.swap(true, Ordering::AcqRel);
    if size == 1 || is_first {
        return;
    }
    let token = must(process().recv_any_length((me + size - 1) % size, TOKEN));
    let position = token.try_into().map_or(-1, i64::from_ne_bytes);
    if !file.is_null() && position >= 0 {
        stdio::go_to(file, position);
    }
}

/// `MP_Pass_Token`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Pass_Token(file: *mut CFile) {
    let (me, size) = (process().node(), process().size());
    let mut position = -1;
    if !file.is_null() {
        stdio::flush(file);
        position = stdio::position(file);
    }
    if size > 1 {
        must(process().send_any_length(&position.to_ne_bytes(), (me + 1) % size, TOKEN));
    }
}

/// `MP_Log`: a line for the log, from a debug level on.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Log(level: c_int, line: *const c_char) {
    if crate::trace::debug() >= level {
        process().journal().note(text(line).trim_end());
    }
}
