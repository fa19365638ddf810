//! Files that process 0 reads for all.

use crate::library::{end, must, process};
use crate::pointer::{memory, text};
use crate::stdio::{self, CFile};
use ferry_mplite::{MpLiteError, Participants, input_letters, input_number, input_words};
use ferry_sys::OwnedBuffer;
use std::ffi::{c_char, c_int, c_void};

/// Ends the program with a reason.
pub(crate) fn refuse(why: String) -> ! {
    end(&MpLiteError::Links(why))
}

/// Bytes of process 0 for all.
pub(crate) fn share(own: Option<Vec<u8>>) -> Vec<u8> {
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

/// A file opened by process 0; null on the others.
pub(crate) fn opened(name: &str, mode: &str) -> *mut CFile {
    if process().node() != 0 {
        return std::ptr::null_mut();
    }
    let file = stdio::open(name, mode);
    if file.is_null() {
        let why = std::io::Error::last_os_error();
        refuse(format!("MP_fopen: {name} cannot be opened: {why}"));
    }
    file
}

/// `MP_fopen`: process 0 opens it; the others get null.
#[unsafe(no_mangle)]
pub extern "C" fn MP_fopen(name: *const c_char, mode: *const c_char) -> *mut CFile {
    opened(&text(name), &text(mode))
}

/// `MP_fclose`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_fclose(file: *mut CFile) {
    if process().node() == 0 {
        stdio::close(file);
    }
}

/// What is read by a call.
pub(crate) struct Input {
    /// The call.
    pub(crate) name: &'static str,
    /// Process 0 reads it; what the others have is not looked at.
    pub(crate) file: *mut CFile,
    /// Where process 0 writes what it has read; null: nowhere.
    pub(crate) echo: *mut CFile,
    /// What texts are filled up with.
    pub(crate) padding: u8,
}

impl Input {
    /// For a program in C.
    fn of(name: &'static str, file: *mut CFile) -> Self {
        Self { name, file, echo: std::ptr::null_mut(), padding: 0 }
    }

    /// The lines of the file, for process 0.
    fn lines(&self) -> impl FnMut() -> Option<String> {
        let (name, file) = (self.name, self.file);
        if file.is_null() {
            refuse(format!("{name}: process 0 has no file"));
        }
        move || stdio::line(file)
    }

    fn words(&self, n: usize) -> Vec<String> {
        let words = input_words(n, self.lines()).unwrap_or_else(|found| {
            let name = self.name;
            refuse(format!("{name}: the file ends after {} of {n} values", found.len()))
        });
        self.repeat(&words.join(" "));
        words
    }

    /// Writes what was read where it is repeated.
    fn repeat(&self, read: &str) {
        if !self.echo.is_null() {
            stdio::write(self.echo, format!("{read}\n").as_bytes());
        }
    }

    /// Text in a place of this length.
    fn padded(&self, text: &str, len: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = text.bytes().take(len).collect();
        bytes.resize(len, self.padding);
        bytes
    }

    /// Process 0 reads numbers, and all get them.
    pub(crate) fn numbers<T: std::str::FromStr, const SIZE: usize>(
        &self,
        (vec, n): (*mut c_void, c_int),
        bytes: impl Fn(T) -> [u8; SIZE],
    ) {
        let into = memory(vec, n, SIZE);
        let name = self.name;
        let number = |word: &String| {
            let number = input_number(word);
            bytes(number.unwrap_or_else(|| refuse(format!("{name}: {word:?} is no such number"))))
        };
        let own = (process().node() == 0).then(|| {
            let words = self.words(into.len() / SIZE);
            words.iter().flat_map(number).collect()
        });
        into.write(0, into.len()).as_mut_slice().copy_from_slice(&share(own));
    }

    /// Process 0 reads the letters of a line, at most n, and all get them.
    pub(crate) fn letters(&self, vec: *mut c_void, n: c_int) {
        let into = memory(vec, n, 1);
        let own = (process().node() == 0).then(|| {
            let letters = input_letters(self.lines());
            let letters =
                letters.unwrap_or_else(|| refuse(format!("{}: the file has ended", self.name)));
            self.repeat(&letters);
            self.padded(&letters, into.len())
        });
        into.write(0, into.len()).as_mut_slice().copy_from_slice(&share(own));
    }

    /// Process 0 reads n words, each for a place of `wlen` letters, and all get them.
    pub(crate) fn texts(&self, vec: *mut c_void, n: c_int, wlen: c_int) {
        let len = usize::try_from(wlen).unwrap_or(0);
        let into = memory(vec, n, len);
        let own = (process().node() == 0).then(|| {
            let words = self.words(usize::try_from(n).unwrap_or(0));
            words.iter().flat_map(|word| self.padded(word, len)).collect()
        });
        into.write(0, into.len()).as_mut_slice().copy_from_slice(&share(own));
    }
}

/// `MP_dRead`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_dRead(file: *mut CFile, vec: *mut c_void, n: c_int) {
    Input::of("MP_dRead", file).numbers((vec, n), f64::to_ne_bytes);
}

/// `MP_iRead`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_iRead(file: *mut CFile, vec: *mut c_void, n: c_int) {
    Input::of("MP_iRead", file).numbers((vec, n), i32::to_ne_bytes);
}

/// `MP_fRead`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_fRead(file: *mut CFile, vec: *mut c_void, n: c_int) {
    Input::of("MP_fRead", file).numbers((vec, n), f32::to_ne_bytes);
}

/// `MP_cRead`: the letters of a line, at most n; zeros follow.
#[unsafe(no_mangle)]
pub extern "C" fn MP_cRead(file: *mut CFile, vec: *mut c_void, n: c_int) {
    Input::of("MP_cRead", file).letters(vec, n);
}

/// `MP_wRead`: n words, each in a place of wlen letters; zeros follow.
#[unsafe(no_mangle)]
pub extern "C" fn MP_wRead(file: *mut CFile, vec: *mut c_void, n: c_int, wlen: c_int) {
    Input::of("MP_wRead", file).texts(vec, n, wlen);
}
