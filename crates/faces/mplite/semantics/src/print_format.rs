//! What a `printf` format says, for values that are told by their places, as Fortran passes them.
//!
//! Lengths mean what they mean in a `scanf` format, where values are told by their places too: `%f` is a `float`, `%lf`
//! a `double`.

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PrintPiece {
    /// Letters that are printed as they are.
    Letters(Vec<u8>),
    /// A value.
    Value {
        /// The conversion as C has it up to its length: the percent sign, flags, width and precision. A width or
        /// precision that the program passes is an asterisk.
        begun: Vec<u8>,
        /// How many asterisks there are, each an integer that comes before the value.
        passed: usize,
        /// The conversion's letter.
        letter: u8,
        /// What lies in the place.
        value: PrintValue,
    },
}

/// What lies in the place of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrintValue {
    /// An integer of so many bytes.
    Integer(usize),
    /// The same without a sign.
    Unsigned(usize),
    /// A number with a point, of so many bytes.
    Real(usize),
    /// A letter.
    Letter,
    /// Letters, whose number is told elsewhere.
    Text,
}

/// Why a format cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPrintFormat {
    /// It ends within a conversion.
    #[error("the format ends within a conversion")]
    Unfinished,
    /// There is no such conversion.
    #[error(
        "the format has a conversion that ends with `{0}`, which is none or cannot be used here"
    )]
    Unknown(char),
}

/// A format with what C's compiler makes of `\n`, `\t`, `\"` and `\\`, which Fortran's does not.
pub fn with_escapes(format: &[u8]) -> Vec<u8> {
    let (mut made, mut letters) = (Vec::new(), format.iter().copied());
    while let Some(letter) = letters.next() {
        if letter != b'\\' {
            made.push(letter);
            continue;
        }
        match letters.next() {
            Some(b'n') => made.push(b'\n'),
            Some(b't') => made.push(b'\t'),
            Some(other @ (b'\\' | b'"')) => made.push(other),
            other => made.extend(std::iter::once(b'\\').chain(other)),
        }
    }
    made
}

/// The parts of a format, in order.
///
/// # Errors
/// If it has what is no conversion of `printf`, or one whose value cannot be told by its place (`%n`, `%p`, `%1$d`).
pub fn print_pieces(format: &[u8]) -> Result<Vec<PrintPiece>, BadPrintFormat> {
    let (mut pieces, mut rest) = (Vec::new(), format);
    while let Some(at) = rest.iter().position(|letter| *letter == b'%') {
        let (before, conversion) = rest.split_at(at);
        letters(&mut pieces, before);
        rest = match conversion {
            [_, b'%', rest @ ..] => {
                letters(&mut pieces, b"%");
                rest
            }
            _ => {
                let (piece, rest) = value(conversion)?;
                pieces.push(piece);
                rest
            }
        };
    }
    letters(&mut pieces, rest);
    Ok(pieces)
}

fn letters(pieces: &mut Vec<PrintPiece>, more: &[u8]) {
    match pieces.last_mut() {
        _ if more.is_empty() => {}
        Some(PrintPiece::Letters(letters)) => letters.extend(more),
        _ => pieces.push(PrintPiece::Letters(more.to_vec())),
    }
}

/// A conversion that has a value, and what follows it.
fn value(conversion: &[u8]) -> Result<(PrintPiece, &[u8]), BadPrintFormat> {
    let is_of_begin = |letter: &u8| b"%-+ #0123456789.*".contains(letter);
    let len = conversion.iter().take_while(|letter| is_of_begin(letter)).count();
    let (begun, rest) = conversion.split_at(len);
    let lengths: [(&[u8], usize, usize); 9] = [
        (b"hh", 1, 4),
        (b"h", 2, 4),
        (b"ll", 8, 8),
        (b"l", 8, 8),
        (b"q", 8, 8),
        (b"j", 8, 4),
        (b"z", 8, 4),
        (b"t", 8, 4),
        (b"", 4, 4),
    ];
    let found = lengths
        .iter()
        .find_map(|(letters, integer, real)| Some((rest.strip_prefix(*letters)?, *integer, *real)));
    let Some((&[letter, ref rest @ ..], integer, real)) = found else {
        return Err(BadPrintFormat::Unfinished);
    };
    let value = match letter {
        b'd' | b'i' => PrintValue::Integer(integer),
        b'u' | b'o' | b'x' | b'X' => PrintValue::Unsigned(integer),
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => PrintValue::Real(real),
        b'c' => PrintValue::Letter,
        b's' => PrintValue::Text,
        other => return Err(BadPrintFormat::Unknown(other.into())),
    };
    let passed = begun.iter().filter(|letter| **letter == b'*').count();
    Ok((PrintPiece::Value { begun: begun.to_vec(), passed, letter, value }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(letters: &[u8]) -> PrintPiece {
        PrintPiece::Letters(letters.to_vec())
    }

    fn of(begun: &[u8], passed: usize, letter: u8, value: PrintValue) -> PrintPiece {
        PrintPiece::Value { begun: begun.to_vec(), passed, letter, value }
    }

    #[test]
    fn a_format_falls_into_letters_and_values() {
        let pieces = print_pieces(b"100%% of %-8.3lf and %*.*e: %s%hhd%lu\n").unwrap();
        let expected = [
            plain(b"100% of "),
            of(b"%-8.3", 0, b'f', PrintValue::Real(8)),
            plain(b" and "),
            of(b"%*.*", 2, b'e', PrintValue::Real(4)),
            plain(b": "),
            of(b"%", 0, b's', PrintValue::Text),
            of(b"%", 0, b'd', PrintValue::Integer(1)),
            of(b"%", 0, b'u', PrintValue::Unsigned(8)),
            plain(b"\n"),
        ];
        assert_eq!(pieces, expected);
    }

    #[test]
    fn what_cannot_be_printed_is_refused() {
        for (format, why) in [
            (&b"%"[..], BadPrintFormat::Unfinished),
            (b"%-3l", BadPrintFormat::Unfinished),
            (b"%n", BadPrintFormat::Unknown('n')),
            (b"%1$d", BadPrintFormat::Unknown('$')),
            (b"%Lf", BadPrintFormat::Unknown('L')),
        ] {
            assert_eq!(print_pieces(format), Err(why));
        }
    }

    #[test]
    fn escapes_are_those_of_c() {
        assert_eq!(with_escapes(br#"a\n\t\\n\"\q\"#), b"a\n\t\\n\"\\q\\");
    }

    proptest! {
        #[test]
        fn any_format_is_borne(format: Vec<u8>) {
            let _ = print_pieces(&with_escapes(&format));
        }

        #[test]
        fn letters_alone_stay_as_they_are(format in "[a-z %]{0,20}") {
            let format = format.replace('%', "%%");
            let expected = format.replace("%%", "%").into_bytes();
            let found = print_pieces(format.as_bytes()).unwrap();
            let found: Vec<u8> = found.into_iter().flat_map(|piece| match piece {
                PrintPiece::Letters(letters) => letters,
                PrintPiece::Value { .. } => unreachable!("there is none"),
            }).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
