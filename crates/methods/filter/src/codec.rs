//! Packing and unpacking payloads.

use crate::envelope::EnvelopeKind;
use std::io;

/// Payloads from this size on are judged by a sample before all of them is tried.
const SAMPLED: usize = 16 << 10;
/// The sample: pieces from evenly spaced places.
const PIECES: usize = 4;
const PIECE: usize = 1 << 10;
/// A byte of LZ4 yields at most this many (its format's longest match code).
const LZ4_MOST: usize = 255;

/// Buffers and contexts that are used over and over.
#[derive(Default)]
pub(crate) struct Codec {
    zstd_out: Option<(i32, zstd::bulk::Compressor<'static>)>,
    zstd_in: Option<zstd::bulk::Decompressor<'static>>,
}

impl Codec {
    /// Appends the payload, packed at `level` (0: LZ4), to `out` if that saves a tenth of it or more;
    /// otherwise `out` is as before.
    pub(crate) fn pack(
        &mut self,
        level: i32,
        payload: &[u8],
        out: &mut Vec<u8>,
    ) -> Option<EnvelopeKind> {
        if looks_poor(payload, level > 0) {
            return None;
        }
        let start = out.len();
        let worth = payload.len() - payload.len() / 10;
        let packed = match level {
            0 => pack_lz4(payload, out),
            _ => self.pack_zstd(level, payload, out),
        };
        match packed {
            Ok((kind, len)) if len <= worth => {
                out.truncate(start + len);
                Some(kind)
            }
            _ => {
                out.truncate(start);
                None
            }
        }
    }

    fn pack_zstd(
        &mut self,
        level: i32,
        payload: &[u8],
        out: &mut Vec<u8>,
    ) -> io::Result<(EnvelopeKind, usize)> {
        let packer = match &mut self.zstd_out {
            Some((at, packer)) if *at == level => packer,
            slot => &mut slot.insert((level, zstd::bulk::Compressor::new(level)?)).1,
        };
        let start = out.len();
        out.resize(start + zstd::zstd_safe::compress_bound(payload.len()), 0);
        let len = packer.compress_to_buffer(payload, &mut out[start..])?;
        Ok((EnvelopeKind::Zstd, len))
    }

    /// Unpacks into exactly all of `into`.
    pub(crate) fn unpack(
        &mut self,
        kind: EnvelopeKind,
        body: &[u8],
        into: &mut [u8],
    ) -> Result<(), String> {
        let len = match kind {
            EnvelopeKind::Plain => return Err("not packed at all".to_owned()),
            EnvelopeKind::Lz4 => {
                lz4_flex::block::decompress_into(body, into).map_err(|e| e.to_string())?
            }
            EnvelopeKind::Zstd => {
                let unpacker = match &mut self.zstd_in {
                    Some(unpacker) => unpacker,
                    slot => {
                        let new = zstd::bulk::Decompressor::new().map_err(|e| e.to_string())?;
                        slot.insert(new)
                    }
                };
                unpacker.decompress_to_buffer(body, into).map_err(|e| e.to_string())?
            }
        };
        match len == into.len() {
            true => Ok(()),
            false => Err(format!("it unpacks to {len} bytes instead of {}", into.len())),
        }
    }
}

fn pack_lz4(payload: &[u8], out: &mut Vec<u8>) -> io::Result<(EnvelopeKind, usize)> {
    let start = out.len();
    out.resize(start + lz4_flex::block::get_maximum_output_size(payload.len()), 0);
    let len =
        lz4_flex::block::compress_into(payload, &mut out[start..]).map_err(io::Error::other)?;
    Ok((EnvelopeKind::Lz4, len))
}

/// Refuses lengths that such a body cannot unpack to, before anybody makes room for them.
pub(crate) fn check_len(kind: EnvelopeKind, body: &[u8], len: usize) -> Result<(), String> {
    let plausible = match kind {
        EnvelopeKind::Plain => body.len() == len,
        EnvelopeKind::Lz4 => len <= body.len().saturating_mul(LZ4_MOST).saturating_add(LZ4_MOST),
        EnvelopeKind::Zstd => {
            matches!(zstd::zstd_safe::get_frame_content_size(body), Ok(Some(n)) if n == len as u64)
        }
    };
    match plausible {
        true => Ok(()),
        false => Err(format!("{} packed bytes cannot be a payload of {len}", body.len())),
    }
}

/// Whether a sample says that packing all would be in vain. zstd, which also uses that some bytes are
/// more frequent than others, is given up only if they are not.
fn looks_poor(payload: &[u8], by_entropy: bool) -> bool {
    if payload.len() < SAMPLED {
        return false;
    }
    let mut sample = [0; PIECES * PIECE];
    let stride = (payload.len() - PIECE) / (PIECES - 1);
    for (i, piece) in sample.chunks_mut(PIECE).enumerate() {
        piece.copy_from_slice(&payload[i * stride..i * stride + PIECE]);
    }
    let mut packed = [0; PIECES * PIECE * 5 / 4];
    let shrinks = lz4_flex::block::compress_into(&sample, &mut packed)
        .is_ok_and(|len| len < sample.len() - sample.len() / 20);
    !(shrinks || by_entropy && entropy(&sample) < 7.2)
}

/// Bits per byte by the frequencies of the bytes.
fn entropy(sample: &[u8]) -> f64 {
    let mut counts = [0u32; 256];
    sample.iter().for_each(|b| counts[usize::from(*b)] += 1);
    let all = sample.len() as f64;
    let share = |n: &u32| f64::from(*n) / all;
    counts.iter().filter(|n| **n > 0).map(share).map(|p| -p * p.log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_conformance::pattern;
    use proptest::prelude::*;

    fn text(len: usize) -> Vec<u8> {
        b"the quick brown fox jumps over the lazy dog; ".iter().copied().cycle().take(len).collect()
    }

    #[test]
    fn what_repeats_shrinks_and_comes_back() {
        let mut codec = Codec::default();
        for level in [0, 1, 3, 19] {
            for len in [600, 5_000, 300_000] {
                let (payload, mut out) = (text(len), b"before".to_vec());
                let kind = codec.pack(level, &payload, &mut out).expect("it repeats");
                assert!(out.starts_with(b"before") && out.len() < len / 2);
                let mut back = vec![0; len];
                codec.unpack(kind, &out[6..], &mut back).unwrap();
                assert!(back == payload, "level {level}, {len} bytes");
                assert_eq!(check_len(kind, &out[6..], len), Ok(()));
            }
        }
    }

    #[test]
    fn noise_is_left_alone() {
        let mut codec = Codec::default();
        for level in [0, 1, 19] {
            for len in [600, 5_000, 300_000] {
                let mut out = b"before".to_vec();
                assert_eq!(codec.pack(level, &pattern(7, len), &mut out), None);
                assert_eq!(out, b"before");
            }
        }
    }

    #[test]
    fn rare_bytes_are_enough_for_zstd() {
        // Numbers below 64 in no order: no repeats, but a quarter of each byte is unused.
        let payload: Vec<u8> = pattern(3, 100_000).iter().map(|b| b & 63).collect();
        assert!(looks_poor(&payload, false) && !looks_poor(&payload, true));
        assert_eq!(Codec::default().pack(1, &payload, &mut Vec::new()), Some(EnvelopeKind::Zstd));
    }

    #[test]
    fn lengths_that_lie_are_refused() {
        let mut codec = Codec::default();
        for level in [0, 1] {
            let mut out = Vec::new();
            let kind = codec.pack(level, &text(5000), &mut out).unwrap();
            for len in [4999, 5001, 0] {
                assert!(codec.unpack(kind, &out, &mut vec![0; len]).is_err(), "{kind:?}, {len}");
            }
            assert!(check_len(kind, &out, 1 << 30).is_err());
        }
    }

    proptest! {
        #[test]
        fn any_payload_comes_back(
            words in proptest::collection::vec(0u16..300, 0..6000), level in 0..4i32,
        ) {
            let payload: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
            let (mut codec, mut out) = (Codec::default(), Vec::new());
            if let Some(kind) = codec.pack(level, &payload, &mut out) {
                prop_assert!(out.len() < payload.len());
                let mut back = vec![0; payload.len()];
                codec.unpack(kind, &out, &mut back).unwrap();
                prop_assert_eq!(back, payload);
            }
        }

        #[test]
        fn any_bytes_are_survived(body: Vec<u8>, len in 0usize..10_000) {
            let mut codec = Codec::default();
            for kind in [EnvelopeKind::Lz4, EnvelopeKind::Zstd] {
                if check_len(kind, &body, len).is_ok() {
                    let _ = codec.unpack(kind, &body, &mut vec![0; len]);
                }
            }
        }
    }
}
