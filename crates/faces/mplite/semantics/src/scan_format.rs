//! What the conversions of a `scanf` format put where, so that what one process reads reaches the others.

/// A conversion that has a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// So many bytes.
    Bytes(usize),
    /// So many letters, without a zero.
    Letters(usize),
    /// Letters and a zero, at most so many letters if the format says so.
    Text(Option<usize>),
    /// How many letters were read so far: an `int`, or so many bytes; it counts as no value.
    Position(usize),
}

/// Why a format cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadFormat {
    /// It ends within a conversion.
    #[error("the format ends within a conversion")]
    Unfinished,
    /// There is no such conversion.
    #[error(
        "the format has a conversion that ends with `{0}`, which is none or cannot be used here"
    )]
    Unknown(char),
}

/// The places that a format fills, in order.
///
/// # Errors
/// If it has what is no conversion of `scanf`, or one that names or makes its place (`%1$d`, `%ms`), or of wide
/// letters.
pub fn conversions(format: &[u8]) -> Result<Vec<Conversion>, BadFormat> {
    let mut found = Vec::new();
    let mut rest = Letters(format);
    while let Some(letter) = rest.next() {
        if letter == b'%' {
            found.extend(conversion(&mut rest)?);
        }
    }
    Ok(found)
}

/// The same format, in which each text without a width has that of its place.
///
/// # Errors
/// As [`conversions`].
pub fn with_text_widths(
    format: &[u8],
    mut width: impl FnMut(usize) -> usize,
) -> Result<Vec<u8>, BadFormat> {
    let (mut made, mut rest, mut place) = (Vec::new(), Letters(format), 0);
    while let Some(letter) = rest.next() {
        made.push(letter);
        if letter != b'%' {
            continue;
        }
        let begun = rest.0;
        let found = conversion(&mut rest)?;
        if found == Some(Conversion::Text(None)) {
            made.extend(width(place).to_string().bytes());
        }
        made.extend(&begun[..begun.len() - rest.0.len()]);
        place += usize::from(found.is_some());
    }
    Ok(made)
}

/// What is left of a format.
struct Letters<'a>(&'a [u8]);

impl Letters<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn must(&mut self) -> Result<u8, BadFormat> {
        self.next().ok_or(BadFormat::Unfinished)
    }

    /// Whether it goes on with these letters, which are passed then.
    fn has(&mut self, letters: &[u8]) -> bool {
        let rest = self.0.strip_prefix(letters);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn number(&mut self) -> Option<usize> {
        let digits = self.0.iter().take_while(|letter| letter.is_ascii_digit()).count();
        let (number, rest) = self.0.split_at(digits);
        self.0 = rest;
        std::str::from_utf8(number).ok()?.parse().ok()
    }

    /// Passes the letters of a set, up to its end.
    fn set(&mut self) -> Result<(), BadFormat> {
        self.has(b"^");
        // First a bracket is a letter of the set.
        self.has(b"]");
        while self.must()? != b']' {}
        Ok(())
    }
}

/// What the letters before a conversion say.
#[derive(Clone, Copy)]
struct Lengths {
    /// Bytes of an integer.
    integer: usize,
    /// Bytes of a number with a point.
    real: usize,
    /// Letters are wide.
    is_wide: bool,
}

fn lengths(rest: &mut Letters<'_>) -> Lengths {
    const INT: usize = size_of::<std::ffi::c_int>();
    const LONG: usize = size_of::<std::ffi::c_long>();
    const FLOAT: usize = size_of::<f32>();
    let plain = |integer| Lengths { integer, real: FLOAT, is_wide: false };
    let long = Lengths { integer: LONG, real: size_of::<f64>(), is_wide: true };
    let longest = Lengths { integer: 8, real: 16, is_wide: false };
    let all = [
        (&b"hh"[..], plain(1)),
        (b"h", plain(2)),
        (b"ll", longest),
        (b"l", long),
        (b"L", longest),
        (b"q", longest),
        (b"j", plain(8)),
        (b"z", plain(size_of::<usize>())),
        (b"t", plain(size_of::<isize>())),
    ];
    let found = all.iter().find(|(letters, _)| rest.has(letters));
    found.map_or(plain(INT), |(_, lengths)| *lengths)
}

/// The place of the conversion that begins here; none for those without.
fn conversion(rest: &mut Letters<'_>) -> Result<Option<Conversion>, BadFormat> {
    if rest.has(b"%") {
        return Ok(None);
    }
    let is_skipped = rest.has(b"*");
    let width = rest.number();
    let Lengths { integer, real, is_wide } = lengths(rest);
    let letter = rest.must()?;
    let found = match letter {
        b'd' | b'i' | b'o' | b'u' | b'x' | b'X' => Conversion::Bytes(integer),
        b'p' => Conversion::Bytes(size_of::<usize>()),
        b'n' => Conversion::Position(integer),
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => Conversion::Bytes(real),
        b'c' if !is_wide => Conversion::Letters(width.unwrap_or(1)),
        b's' if !is_wide => Conversion::Text(width),
        b'[' if !is_wide => {
            rest.set()?;
            Conversion::Text(width)
        }
        other => return Err(BadFormat::Unknown(other.into())),
    };
    Ok((!is_skipped).then_some(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Conversion::{Bytes, Letters, Position, Text};
    use proptest::prelude::*;

    #[test]
    fn places_have_the_sizes_of_their_types() {
        let found = conversions(b"%d %*s %ld%hhd,%lf %f %Lf %3c%n%%");
        assert_eq!(
            found.unwrap(),
            [Bytes(4), Bytes(8), Bytes(1), Bytes(8), Bytes(4), Bytes(16), Letters(3), Position(4)]
        );
        let found = conversions(b"%s %20[^]x]%zu %[]a]");
        assert_eq!(found.unwrap(), [Text(None), Text(Some(20)), Bytes(8), Text(None)]);
    }

    #[test]
    fn texts_get_the_widths_of_their_places() {
        let made = with_text_widths(b"%% %d %s%*s %9s %[^%]] %c", |place| 10 * place);
        assert_eq!(made.as_deref(), Ok(&b"%% %d %10s%*s %9s %30[^%]] %c"[..]));
        assert_eq!(with_text_widths(b"%k", |_| 1), Err(BadFormat::Unknown('k')));
    }

    #[test]
    fn what_is_no_conversion_is_refused() {
        for (format, why) in [
            (&b"%"[..], BadFormat::Unfinished),
            (b"%[abc", BadFormat::Unfinished),
            (b"%1$d", BadFormat::Unknown('$')),
            (b"%ms", BadFormat::Unknown('m')),
            (b"%ls", BadFormat::Unknown('s')),
            (b"%k", BadFormat::Unknown('k')),
        ] {
            assert_eq!(conversions(format), Err(why));
        }
    }

    proptest! {
        #[test]
        fn any_format_is_borne(format: Vec<u8>) {
            let found = conversions(&format).map(|all| all.len());
            let made = with_text_widths(&format, |_| 7);
            assert_eq!(made.and_then(|made| conversions(&made)).map(|all| all.len()), found);
        }
    }
}
