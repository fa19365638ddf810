//! The CRC32c of a packet (RFC 9260 §6.8 and appendix A), and doing without it (RFC 9653).

use crc32c::{crc32c, crc32c_append};

/// Bytes of the common header (RFC 9260 §3.1), in which the checksum is.
pub const COMMON_HEADER: usize = 12;

/// Where the checksum lies in the common header.
pub(crate) const CHECKSUM_AT: usize = 8;

/// What is demanded of the checksum of a packet that came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ChecksumCheck {
    /// It has to be right.
    #[default]
    Required,
    /// It may also be zero: the two ends agreed on another way to detect errors (RFC 9653 §5.3).
    ZeroAccepted,
    /// Something below has looked already.
    Unchecked,
}

/// Checksum of `packet`, as if its checksum field were zero. At least the common header must be there;
/// of less the plain CRC32c is given.
///
/// The number's least significant byte goes first onto the wire (RFC 9260 appendix A).
#[must_use]
pub fn checksum(packet: &[u8]) -> u32 {
    if packet.len() < COMMON_HEADER {
        return crc32c(packet);
    }
    let mut header = [0; COMMON_HEADER];
    header[..CHECKSUM_AT].copy_from_slice(&packet[..CHECKSUM_AT]);
    crc32c_append(crc32c(&header), &packet[COMMON_HEADER..])
}

/// The checksum that `packet` carries; 0 when it is shorter than that.
#[must_use]
pub fn carried(packet: &[u8]) -> u32 {
    packet
        .get(CHECKSUM_AT..)
        .and_then(<[u8]>::first_chunk)
        .map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// Puts its checksum into `packet`, whose field may hold anything. Less than a common header is left as
/// it is.
pub fn seal(packet: &mut [u8]) {
    let sum = checksum(packet);
    if let Some(field) = packet.get_mut(CHECKSUM_AT..COMMON_HEADER) {
        field.copy_from_slice(&sum.to_le_bytes());
    }
}

/// Whether the checksum of `packet` satisfies `check`.
#[must_use]
pub fn fits(packet: &[u8], check: ChecksumCheck) -> bool {
    match check {
        ChecksumCheck::Unchecked => true,
        ChecksumCheck::ZeroAccepted if carried(packet) == 0 => true,
        _ => carried(packet) == checksum(packet),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known answers for iSCSI's CRC32c, the same polynomial (RFC 3720 appendix B.4).
    #[test]
    fn known_answers() {
        assert_eq!(crc32c(&[0; 32]), 0x8A91_36AA);
        assert_eq!(crc32c(&[0xFF; 32]), 0x62A8_AB43);
        let up: Vec<u8> = (0..32).collect();
        assert_eq!(crc32c(&up), 0x46DD_794E);
        let down: Vec<u8> = (0..32).rev().collect();
        assert_eq!(crc32c(&down), 0x113F_DB5C);
        assert_eq!(crc32c(b"123456789"), 0xE306_9283);
    }

    /// Against a sum bit by bit, at every length up to one where all the machine's ways are taken.
    #[test]
    fn every_length_and_the_field_left_out() {
        let bit_by_bit = |bytes: &[u8]| {
            !bytes.iter().fold(!0_u32, |sum, byte| {
                (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
                    (sum >> 1) ^ if sum & 1 == 1 { 0x82F6_3B78 } else { 0 }
                })
            })
        };
        let mut bytes: Vec<u8> = (0..2000_u32).map(|n| ((n * n) >> 3) as u8).collect();
        bytes[CHECKSUM_AT..COMMON_HEADER].fill(0);
        for len in (COMMON_HEADER..300).chain((300..2000).step_by(37)) {
            let mut packet = bytes[..len].to_vec();
            let expected = bit_by_bit(&packet);
            packet[CHECKSUM_AT..COMMON_HEADER].fill(0xA5);
            assert_eq!(checksum(&packet), expected, "{len} bytes");
        }
    }

    /// 32 zero bytes are a packet too; its sum goes out with the least significant byte first.
    #[test]
    fn placement() {
        let mut packet = [0; 32];
        packet[CHECKSUM_AT..COMMON_HEADER].fill(0x55);
        seal(&mut packet);
        assert_eq!(packet[CHECKSUM_AT..COMMON_HEADER], [0xAA, 0x36, 0x91, 0x8A]);
        assert!(fits(&packet, ChecksumCheck::Required));
        packet[20] ^= 1;
        assert!(!fits(&packet, ChecksumCheck::Required));
        assert!(fits(&packet, ChecksumCheck::Unchecked));
    }

    #[test]
    fn zero_only_where_accepted() {
        let packet = [0; 32];
        assert!(fits(&packet, ChecksumCheck::ZeroAccepted));
        assert!(!fits(&packet, ChecksumCheck::Required));
        let wrong = [1; 32];
        assert!(!fits(&wrong, ChecksumCheck::ZeroAccepted));
    }
}
