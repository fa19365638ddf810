//! What a program needs to be started by: the interpreter of a script, the loader of a binary. Where that is
//! missing, the system says that the program itself does not exist.

use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The beginning of a file that is looked at: more than the kernel reads of a script's first line, and
/// enough for the headers of a binary.
const HEAD: u64 = 4096;

/// The sentence for a program that is there and whose interpreter or loader is not.
pub(super) fn missing(file: &Path) -> Option<String> {
    let mut head = Vec::new();
    File::open(file).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
    let name = file.display();
    if let Some(line) = head.strip_prefix(b"#!") {
        let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let interpreter = line.trim_ascii_start().split(|byte| b" \t".contains(byte)).next()?;
        if let Some(unixlike) = interpreter.strip_suffix(b"\r") {
            return Some(format!(
                "{name}: its first line asks for the interpreter {} and ends as lines of Windows do, \
                 which makes it another name; `sed -i 's/\\r$//' {name}` mends it",
                String::from_utf8_lossy(unixlike)
            ));
        }
        return is_missing(interpreter).then(|| {
            let interpreter = String::from_utf8_lossy(interpreter);
            format!(
                "{name}: the interpreter {interpreter} that its first line names does not exist"
            )
        });
    }
    let loader = loader(&head)?;
    is_missing(loader).then(|| {
        let loader = String::from_utf8_lossy(loader);
        format!(
            "{name}: the loader {loader} that it names does not exist: it was built for another C \
             library or another kind of machine"
        )
    })
}

fn is_missing(path: &[u8]) -> bool {
    Path::new(std::ffi::OsStr::from_bytes(path)).metadata().is_err()
}

/// The loader that a 64-bit little-endian ELF file names (its segment PT_INTERP).
fn loader(head: &[u8]) -> Option<&[u8]> {
    const PT_INTERP: usize = 3;
    let number = |at: usize, length: usize| {
        let bytes = head.get(at..at.checked_add(length)?)?;
        bytes.iter().rev().try_fold(0usize, |sum, byte| {
            sum.checked_mul(256).and_then(|sum| sum.checked_add(usize::from(*byte)))
        })
    };
    if !head.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (table, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
    let entries = (0..count).map(|i| table.checked_add(i.checked_mul(size)?));
    let mut interpreters = entries.flatten().filter(|at| number(*at, 4) == Some(PT_INTERP));
    let at = interpreters.next()?;
    let (offset, length) = (number(at + 8, 8)?, number(at + 32, 8)?);
    let path = head.get(offset..offset.checked_add(length)?)?;
    Some(path.split(|byte| *byte == 0).next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn said(contents: &[u8]) -> Option<String> {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("program");
        fs::write(&file, contents).unwrap();
        missing(&file)
    }

    #[test]
    fn interpreters_of_scripts() {
        let text = said(b"#! /no/such/python3 -u\nprint()\n").unwrap();
        assert!(text.contains("/no/such/python3 that"), "{text}");
        let text = said(b"#!/bin/sh\r\necho\r\n").unwrap();
        assert!(text.contains("/bin/sh and ends as lines of Windows"), "{text}");
        assert_eq!(said(b"#!/bin/sh\n"), None);
        assert_eq!(said(b"plain text"), None);
        assert_eq!(said(b""), None);
    }

    #[test]
    fn loaders_of_binaries() {
        let own = fs::read(std::env::current_exe().unwrap()).unwrap();
        let own = &own[..own.len().min(HEAD as usize)];
        assert_eq!(said(own), None);
        let Some(path) = loader(own).map(<[u8]>::to_vec) else { return };
        let at = own.windows(path.len()).position(|window| window == path).unwrap();
        let mut other = own.to_vec();
        other[at + path.len() - 1] = b'~';
        assert!(said(&other).unwrap().contains("another C library"));
        // Nothing that a file holds is trusted.
        for length in 0..own.len().min(1000) {
            loader(&own[..length]);
        }
        for at in 0..64 {
            let mut wrong = own.to_vec();
            wrong[at] = 0xff;
            loader(&wrong);
        }
    }
}
