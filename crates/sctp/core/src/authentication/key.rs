//! The association key (RFC 4895 §6.1).

use std::cmp::Ordering;

use super::AuthOffer;
use crate::wire::{List, Parameter, Tlv};

/// The key shared beforehand, then the numerically smaller of the two key vectors, then the other one.
pub(super) fn association_key(shared: &[u8], own: &AuthOffer, peer: &AuthOffer) -> Vec<u8> {
    let (mut first, mut second) = (vector(own), vector(peer));
    if numeric(&first, &second) == Ordering::Greater {
        std::mem::swap(&mut first, &mut second);
    }
    [shared, &first, &second].concat()
}

/// The parameters of one end with their headers and without padding; those not sent are left out.
fn vector(offer: &AuthOffer) -> Vec<u8> {
    let mut bytes = Vec::new();
    Parameter::Random(&offer.random).encode(&mut bytes);
    if let Some(chunks) = &offer.chunks {
        Parameter::ChunkList(List::of(chunks)).encode(&mut bytes);
    }
    Parameter::HmacAlgorithms(List::of(&offer.algorithms)).encode(&mut bytes);
    bytes
}

/// The order of two numbers in network byte order; of equal ones the shorter comes first.
fn numeric(a: &[u8], b: &[u8]) -> Ordering {
    let digits = |bytes: &'_ [u8]| bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len());
    let (x, y) = (&a[digits(a)..], &b[digits(b)..]);
    x.len().cmp(&y.len()).then_with(|| x.cmp(y)).then_with(|| a.len().cmp(&b.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{ChunkType, HmacId};

    fn offer(byte: u8, chunks: Option<&[ChunkType]>, algorithms: &[HmacId]) -> AuthOffer {
        AuthOffer {
            random: vec![byte; 32],
            chunks: chunks.map(<[ChunkType]>::to_vec),
            algorithms: algorithms.to_vec(),
        }
    }

    /// Put together by hand after RFC 4895 §6.1: one chunk, so that there is padding to be left out.
    #[test]
    fn vectors_have_headers_and_no_padding() {
        let one = offer(0xAA, Some(&[ChunkType::Data]), &[HmacId::SHA256, HmacId::SHA1]);
        let mut by_hand = vec![0x80, 0x02, 0x00, 36];
        by_hand.extend([0xAA; 32]);
        by_hand.extend([0x80, 0x03, 0x00, 5, 0x00]);
        by_hand.extend([0x80, 0x04, 0x00, 8, 0, 3, 0, 1]);
        assert_eq!(vector(&one), by_hand);

        let other = offer(0x11, None, &[HmacId::SHA1]);
        let mut short = vec![0x80, 0x02, 0x00, 36];
        short.extend([0x11; 32]);
        short.extend([0x80, 0x04, 0x00, 6, 0, 1]);
        assert_eq!(vector(&other), short);

        let expected = [b"secret".as_slice(), &short, &by_hand].concat();
        assert_eq!(association_key(b"secret", &one, &other), expected);
        assert_eq!(association_key(b"secret", &other, &one), expected);
    }

    #[test]
    fn of_equal_length_the_smaller_number_comes_first() {
        let (small, large) = (offer(1, None, &[HmacId::SHA1]), offer(2, None, &[HmacId::SHA1]));
        let expected = [vector(&small), vector(&large)].concat();
        assert_eq!(association_key(b"", &large, &small), expected);
    }

    #[test]
    fn numbers_are_compared_not_strings() {
        assert_eq!(numeric(&[2], &[1, 0]), Ordering::Less);
        assert_eq!(numeric(&[0, 0, 2], &[1, 0]), Ordering::Less);
        assert_eq!(numeric(&[0, 1], &[1]), Ordering::Greater);
        assert_eq!(numeric(&[1, 2], &[1, 2]), Ordering::Equal);
    }
}
