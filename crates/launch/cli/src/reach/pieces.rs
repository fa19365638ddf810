//! What a host sends back: pieces of its two streams, and at last how the proxy has ended.

use std::io::{self, Read, Write};

/// Most bytes of a piece.
pub(super) const MOST: usize = 16 << 10;

/// What a piece is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PieceKind {
    Output = 1,
    Errors = 2,
    /// Its one byte is the exit status.
    End = 3,
}

/// Writes a piece of [`MOST`] bytes at most.
pub(super) fn write(out: &mut impl Write, kind: PieceKind, bytes: &[u8]) -> io::Result<()> {
    let len = (bytes.len() as u32).to_le_bytes();
    out.write_all(&[&[kind as u8], &len[..], bytes].concat())?;
    out.flush()
}

/// Reads the next piece into `bytes`; `None`: there is no more.
pub(super) fn read(from: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<Option<PieceKind>> {
    let mut head = [0; 5];
    match from.read_exact(&mut head) {
        Err(why) if why.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        done => done?,
    }
    let [kind, len @ ..] = head;
    let kinds = [PieceKind::Output, PieceKind::Errors, PieceKind::End];
    let kind = kinds.into_iter().find(|known| *known as u8 == kind);
    let len = u32::from_le_bytes(len) as usize;
    let Some(kind) = kind.filter(|_| len <= MOST) else {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it says what makes no sense"));
    };
    bytes.resize(len, 0);
    from.read_exact(bytes)?;
    Ok(Some(kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_as_they_went() {
        let mut wire = Vec::new();
        write(&mut wire, PieceKind::Output, b"words").unwrap();
        write(&mut wire, PieceKind::Errors, b"").unwrap();
        write(&mut wire, PieceKind::End, &[7]).unwrap();
        let (mut from, mut bytes) = (&wire[..], Vec::new());
        let mut next = || {
            let kind = read(&mut from, &mut bytes).unwrap();
            (kind, bytes.clone())
        };
        assert_eq!(next(), (Some(PieceKind::Output), b"words".to_vec()));
        assert_eq!(next(), (Some(PieceKind::Errors), Vec::new()));
        assert_eq!(next(), (Some(PieceKind::End), vec![7]));
        assert_eq!(next().0, None);
    }

    #[test]
    fn nonsense_is_refused() {
        for wire in [&[9u8, 0, 0, 0, 0][..], &[1, 0xff, 0xff, 0xff, 0xff], &[1, 4, 0, 0, 0, 1]] {
            assert!(read(&mut &wire[..], &mut Vec::new()).is_err(), "{wire:?}");
        }
    }
}
