//! Values of any bytes and any length, as pieces of harmless text.
//!
//! The first piece lies under the key itself and begins with the number of pieces and a dot; the
//! others lie under `key.1`, `key.2` and so on.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Most pieces that a reader will fetch.
pub const PIECES_MAX: usize = 4096;

/// Bytes as text of letters, digits, `-` and `_`: six bits a letter.
pub fn to_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut word = [0u8; 4];
        word[1..=chunk.len()].copy_from_slice(chunk);
        let word = u32::from_be_bytes(word);
        for letter in 0..=chunk.len() {
            text.push(char::from(ALPHABET[(word >> (18 - 6 * letter)) as usize & 63]));
        }
    }
    text
}

/// The bytes of a text made by [`to_text`]; `None` when it is not one.
pub fn from_text(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.as_bytes().chunks(4) {
        let mut word = 0u32;
        for (i, letter) in chunk.iter().enumerate() {
            word |= digit(*letter)? << (18 - 6 * i);
        }
        let length = chunk.len().checked_sub(1).filter(|&n| n > 0)?;
        bytes.extend_from_slice(&word.to_be_bytes()[1..=length]);
    }
    Some(bytes)
}

fn digit(letter: u8) -> Option<u32> {
    Some(u32::from(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    }))
}

/// Cuts a text into (key, value) pairs whose values have at most `piece` characters.
pub fn split(key: &str, text: &str, piece: usize) -> Vec<(String, String)> {
    // The count and its dot take at most six characters of the first piece.
    let piece = piece.max(16) - 6;
    let count = text.len().div_ceil(piece).max(1);
    let mut rest = text;
    (0..count)
        .map(|i| {
            let (head, tail) = rest.split_at(piece.min(rest.len()));
            rest = tail;
            if i == 0 {
                (key.to_owned(), format!("{count}.{head}"))
            } else {
                (piece_key(key, i), head.to_owned())
            }
        })
        .collect()
}

/// The key of piece `i`, which is not the first.
pub fn piece_key(key: &str, i: usize) -> String {
    format!("{key}.{i}")
}

/// The number of pieces and the text of the first one.
pub fn first_piece(value: &str) -> Option<(usize, &str)> {
    let (count, text) = value.split_once('.')?;
    let count = count.parse().ok().filter(|count| (1..=PIECES_MAX).contains(count))?;
    Some((count, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn damaged_texts_are_refused() {
        assert_eq!(from_text("A"), None);
        assert_eq!(from_text("AA=="), None);
        assert_eq!(first_piece("x"), None);
        assert_eq!(first_piece("0.abc"), None);
        assert_eq!(first_piece("99999999999.abc"), None);
    }

    proptest! {
        #[test]
        fn bytes_survive(bytes in proptest::collection::vec(any::<u8>(), 0..3000), piece in 16usize..200) {
            let pieces = split("k", &to_text(&bytes), piece);
            prop_assert!(pieces.iter().all(|(_, value)| value.len() <= piece));
            let (count, first) = first_piece(&pieces[0].1).unwrap();
            prop_assert_eq!(count, pieces.len());
            let rest = pieces[1..].iter().map(|(_, value)| value.as_str());
            let text: String = std::iter::once(first).chain(rest).collect();
            prop_assert_eq!(from_text(&text), Some(bytes));
        }
    }
}
