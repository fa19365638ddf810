//! Values that process 0 reads by a format.

use crate::files::{refuse, share};
use crate::in_order::IN_ORDER;
use crate::library::{must, process};
use crate::pointer::{array, memory, text_bytes};
use crate::stdio::{self, CFile, MOST_PLACES};
use ferry_mplite::{Conversion, conversions};
use ferry_sys::OwnedBuffer;
use std::ffi::{c_char, c_int, c_void};

/// Longest text of a conversion without a width, where Ferry has to make the place.
const LONGEST_TEXT: usize = 4096;

/// The places of a format.
pub(crate) fn places_of(format: &[u8], name: &str) -> Vec<Conversion> {
    let found = conversions(format);
    let found = found.unwrap_or_else(|why| refuse(format!("{name}: {why}")));
    if found.len() > MOST_PLACES {
        refuse(format!("{name}: the format has {} places; {MOST_PLACES} can be", found.len()));
    }
    found
}

/// `MP_Format_Places`: how many places a format fills; for the functions of the header.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Format_Places(format: *const c_char) -> c_int {
    places_of(text_bytes(format), "scanf").len() as c_int
}

/// What was read into places: how many values, then each place with its length.
fn packed(read: c_int, all: &[Conversion], places: &[*mut c_void]) -> Vec<u8> {
    let mut packed = read.to_ne_bytes().to_vec();
    let mut values = 0;
    for (conversion, from) in all.iter().zip(places) {
        let is_value = !matches!(conversion, Conversion::Position(_));
        if is_value && values >= read {
            // What was not reached was not read.
            break;
        }
        let bytes = match *conversion {
            Conversion::Position(len) | Conversion::Bytes(len) | Conversion::Letters(len) => {
                memory(*from, len as c_int, 1).read(0, len).as_slice().to_vec()
            }
            Conversion::Text(_) => [text_bytes(from.cast()), b"\0"].concat(),
        };
        values += c_int::from(is_value);
        packed.extend((bytes.len() as u32).to_ne_bytes());
        packed.extend(bytes);
    }
    packed
}

/// How many values there were, and what is for each place.
pub(crate) fn unpacked(packed: &[u8]) -> (c_int, Vec<&[u8]>) {
    let Some((read, mut rest)) = packed.split_first_chunk() else { return (0, Vec::new()) };
    let mut places = Vec::new();
    while let Some((len, tail)) = rest.split_first_chunk() {
        let (bytes, tail) = tail.split_at(u32::from_ne_bytes(*len) as usize);
        places.push(bytes);
        rest = tail;
    }
    (c_int::from_ne_bytes(*read), places)
}

/// Puts that into places. Returns how many values there were.
fn unpack(packed: &[u8], places: &[*mut c_void]) -> c_int {
    let (read, values) = unpacked(packed);
    for (bytes, into) in values.into_iter().zip(places) {
        let into = memory(*into, bytes.len() as c_int, 1);
        into.write(0, bytes.len()).as_mut_slice().copy_from_slice(bytes);
    }
    read
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
    let all = places_of(text_bytes(format), "MP_gfscanf");
    let places = array(places, all.len());
    let own = (process().node() == 0).then(|| scanned(file, format, &all, places));
    let is_own = own.is_some();
    let shared = share(own);
    if is_own { unpack(&shared, &[]) } else { unpack(&shared, places) }
}

/// Reads what another process gets, into places of Ferry's.
pub(crate) fn scanned_for_another(
    file: *mut CFile,
    format: *const c_char,
    all: &[Conversion],
) -> Vec<u8> {
    let len = |conversion: &Conversion| match *conversion {
        Conversion::Bytes(len) | Conversion::Letters(len) | Conversion::Position(len) => len,
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
    let all = places_of(text_bytes(format), "MP_nofscanf");
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
