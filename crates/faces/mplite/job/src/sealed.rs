//! Connections on which both ends have proven that they know the job's key; what they say is encrypted.
//!
//! The caller sends a word, a random number and a proof; whoever listens says nothing to others than callers
//! that know the key, and answers with a number and a proof of both; the caller proves both in turn, so that
//! what was said once is worth nothing again. Then each way is a sequence of records, numbered, sealed with a
//! key of its own.

use crate::key::{JobKey, KEY_LEN};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use rustix::fd::{AsFd, BorrowedFd};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};

/// How a caller begins.
const OPENING: &[u8; 8] = b"mplite 1";
/// Bytes of a random number.
const RANDOM: usize = 32;
/// Most bytes in a record: whoever reads as many leaves nothing behind that the descriptor tells nothing of.
const RECORD: usize = 2048;
/// Bytes that sealing adds.
const TAG: usize = 16;

/// An end of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ConnectionEnd {
    Caller,
    Listener,
}

impl ConnectionEnd {
    /// For what its records' key is.
    fn purpose(self) -> &'static [u8] {
        match self {
            ConnectionEnd::Caller => b"sealed by the caller",
            ConnectionEnd::Listener => b"sealed by the listener",
        }
    }
}

fn stranger() -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, "it does not know this job's key")
}

fn random() -> io::Result<[u8; RANDOM]> {
    let mut bytes = [0; RANDOM];
    getrandom::fill(&mut bytes).map_err(|why| io::Error::other(why.to_string()))?;
    Ok(bytes)
}

fn take<const N: usize>(stream: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    stream.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// One way of a connection.
struct SealedWay {
    key: LessSafeKey,
    records: u64,
}

impl SealedWay {
    fn new(key: &JobKey, end: ConnectionEnd, numbers: &[&[u8]]) -> Self {
        let key = UnboundKey::new(&CHACHA20_POLY1305, &key.proof(end.purpose(), numbers));
        SealedWay { key: LessSafeKey::new(key.expect("it takes 32 bytes")), records: 0 }
    }

    /// The number of the next record; none comes twice.
    fn nonce(&mut self) -> Nonce {
        let mut nonce = [0; NONCE_LEN];
        nonce[..8].copy_from_slice(&self.records.to_le_bytes());
        self.records += 1;
        Nonce::assume_unique_for_key(nonce)
    }
}

/// What reads and opens the records of the other end.
pub struct SealedReader<S> {
    stream: S,
    way: SealedWay,
    /// What was opened and not read.
    opened: Vec<u8>,
    start: usize,
}

/// What seals and writes this end's.
pub struct SealedWriter<S> {
    stream: S,
    way: SealedWay,
}

/// Both.
pub struct SealedStream<S> {
    reader: SealedReader<S>,
    writer: SealedWriter<S>,
}

/// Calls somebody who listens.
///
/// # Errors
/// If the connection breaks or the other does not know the key.
pub fn call<S: Read + Write>(mut stream: S, key: &JobKey, other: S) -> io::Result<SealedStream<S>> {
    let mine = random()?;
    let hello = key.proof(b"hello", &[&mine]);
    stream.write_all(&[OPENING, &mine[..], &hello].concat())?;
    let theirs = take::<RANDOM>(&mut stream)?;
    let proof = take::<KEY_LEN>(&mut stream)?;
    if !key.is_proven(b"listener", &[&mine, &theirs], &proof) {
        return Err(stranger());
    }
    stream.write_all(&key.proof(b"caller", &[&mine, &theirs]))?;
    Ok(sealed(stream, other, key, ConnectionEnd::Caller, [mine, theirs]))
}

/// Answers somebody who calls.
///
/// # Errors
/// If the connection breaks or the other does not know the key.
pub fn answer<S: Read + Write>(
    mut stream: S,
    key: &JobKey,
    other: S,
) -> io::Result<SealedStream<S>> {
    let opening = take::<8>(&mut stream)?;
    let theirs = take::<RANDOM>(&mut stream)?;
    let hello = take::<KEY_LEN>(&mut stream)?;
    if opening != *OPENING || !key.is_proven(b"hello", &[&theirs], &hello) {
        return Err(stranger());
    }
    let mine = random()?;
    let proof = key.proof(b"listener", &[&theirs, &mine]);
    stream.write_all(&[mine, proof].concat())?;
    let proof = take::<KEY_LEN>(&mut stream)?;
    if !key.is_proven(b"caller", &[&theirs, &mine], &proof) {
        return Err(stranger());
    }
    Ok(sealed(stream, other, key, ConnectionEnd::Listener, [theirs, mine]))
}

fn sealed<S>(
    stream: S,
    other: S,
    key: &JobKey,
    end: ConnectionEnd,
    numbers: [[u8; RANDOM]; 2],
) -> SealedStream<S> {
    let numbers: [&[u8]; 2] = [&numbers[0], &numbers[1]];
    let (out, into) = match end {
        ConnectionEnd::Caller => (ConnectionEnd::Caller, ConnectionEnd::Listener),
        ConnectionEnd::Listener => (ConnectionEnd::Listener, ConnectionEnd::Caller),
    };
    let way = SealedWay::new(key, into, &numbers);
    let reader = SealedReader { stream, way, opened: Vec::new(), start: 0 };
    let writer = SealedWriter { stream: other, way: SealedWay::new(key, out, &numbers) };
    SealedStream { reader, writer }
}

/// Whether anything comes of `bytes` as records of the other end, which has proven to know the key and sealed none of
/// them.
pub(crate) fn opens_any(bytes: &[u8], key: &JobKey) -> bool {
    let numbers = [[1; RANDOM], [2; RANDOM]];
    let (mut reader, _) = sealed(bytes, bytes, key, ConnectionEnd::Listener, numbers).split();
    // Behind what cannot be opened it is asked again.
    (0..bytes.len()).any(|_| matches!(reader.read(&mut [0]), Ok(1)))
}

impl<S> SealedStream<S> {
    /// The two ways, each to be used by itself.
    pub fn split(self) -> (SealedReader<S>, SealedWriter<S>) {
        (self.reader, self.writer)
    }
}

impl<S: Read> SealedReader<S> {
    /// Reads a record; false: the stream has ended.
    fn next(&mut self) -> io::Result<bool> {
        let mut len = [0; 2];
        match self.stream.read_exact(&mut len) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            done => done?,
        }
        let len = usize::from(u16::from_le_bytes(len));
        if !(TAG..=RECORD + TAG).contains(&len) {
            return Err(stranger());
        }
        // Of what is not opened nothing stays to be read.
        let mut record = std::mem::take(&mut self.opened);
        self.start = 0;
        record.resize(len, 0);
        self.stream.read_exact(&mut record)?;
        let nonce = self.way.nonce();
        let opened = self.way.key.open_in_place(nonce, Aad::empty(), &mut record);
        let len = opened.map_err(|_| stranger())?.len();
        record.truncate(len);
        self.opened = record;
        Ok(true)
    }
}

impl<S: Read> Read for SealedReader<S> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.start == self.opened.len() {
            if !self.next()? {
                return Ok(0);
            }
        }
        let rest = &self.opened[self.start..];
        let len = rest.len().min(into.len());
        into[..len].copy_from_slice(&rest[..len]);
        self.start += len;
        Ok(len)
    }
}

impl<S: Write> Write for SealedWriter<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = &bytes[..bytes.len().min(RECORD)];
        let mut record = taken.to_vec();
        let nonce = self.way.nonce();
        let sealed = self.way.key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record);
        sealed.map_err(|_| io::Error::other("a record that cannot be sealed"))?;
        let len = (record.len() as u16).to_le_bytes();
        self.stream.write_all(&[&len[..], &record].concat())?;
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl SealedWriter<TcpStream> {
    /// Ends this way; the other goes on.
    ///
    /// # Errors
    /// What the system says.
    pub fn close(&self) -> io::Result<()> {
        self.stream.shutdown(Shutdown::Write)
    }
}

/// What becomes readable when a record comes.
impl<S: AsFd> AsFd for SealedStream<S> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.reader.stream.as_fd()
    }
}

impl<S: Read> Read for SealedStream<S> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.reader.read(into)
    }
}

impl<S: Write> Write for SealedStream<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::os::unix::net::UnixStream;

    type ConnectionEnds =
        (io::Result<SealedStream<UnixStream>>, io::Result<SealedStream<UnixStream>>);

    fn met(caller: [u8; 32], listener: [u8; 32]) -> ConnectionEnds {
        let (one, other) = UnixStream::pair().unwrap();
        let answering = std::thread::spawn(move || {
            let twin = other.try_clone()?;
            answer(other, &JobKey::of(listener), twin)
        });
        let twin = one.try_clone().unwrap();
        let called = call(one, &JobKey::of(caller), twin);
        (called, answering.join().unwrap())
    }

    #[test]
    fn those_with_one_key_hear_each_other() {
        let (caller, listener) = met([1; 32], [1; 32]);
        let (mut caller, mut listener) = (caller.unwrap(), listener.unwrap());
        let long: Vec<u8> = (0..100_000u32).map(|n| n as u8).collect();
        caller.write_all(b"put").unwrap();
        let mut word = [0; 3];
        listener.read_exact(&mut word).unwrap();
        assert_eq!(&word, b"put");
        let mut got = vec![0; long.len()];
        std::thread::scope(|scope| {
            scope.spawn(|| listener.write_all(&long).unwrap());
            caller.read_exact(&mut got).unwrap();
        });
        assert_eq!(got, long);
        drop(listener);
        assert_eq!(caller.read(&mut word).unwrap(), 0);
    }

    #[test]
    fn strangers_are_not_answered() {
        let (caller, listener) = met([1; 32], [2; 32]);
        assert_eq!(listener.err().unwrap().kind(), io::ErrorKind::PermissionDenied);
        assert!(caller.is_err());
    }

    #[test]
    fn what_was_changed_does_not_open() {
        let (mut one, other) = UnixStream::pair().unwrap();
        let key = JobKey::of([3; 32]);
        let way = || SealedWay::new(&key, ConnectionEnd::Caller, &[b"x"]);
        let mut bytes = Vec::new();
        SealedWriter { stream: &mut bytes, way: way() }.write_all(b"secret").unwrap();
        assert!(!bytes.windows(6).any(|part| part == b"secret"));
        *bytes.last_mut().unwrap() ^= 1;
        one.write_all(&bytes).unwrap();
        let mut reader = SealedReader { stream: other, way: way(), opened: vec![], start: 0 };
        let error = reader.read(&mut [0; 8]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
    }

    proptest! {
        /// Whatever a stranger says, it is refused, and nothing is said to it before it has proven itself.
        #[test]
        fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let (mut stranger, own) = UnixStream::pair().unwrap();
            stranger.write_all(&bytes).unwrap();
            stranger.shutdown(std::net::Shutdown::Write).unwrap();
            let twin = own.try_clone().unwrap();
            prop_assert!(answer(own, &JobKey::of([4; 32]), twin).is_err());
            let mut heard = Vec::new();
            // Bytes that were not read make the connection end with an error.
            let _ = stranger.read_to_end(&mut heard);
            prop_assert!(heard.is_empty());
        }
    }
}
