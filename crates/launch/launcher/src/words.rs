//! Splits a line into words as a shell does: blanks part, quotes and backslashes hold together.

/// The words of a line.
///
/// # Errors
/// When a quote is not closed.
pub(crate) fn split(line: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some('\'') => break,
                        Some(c) => word.push(c),
                        None => return Err("a ' is not closed"),
                    }
                }
            }
            '"' => quoted(&mut chars, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().extend(chars.next()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

fn quoted(chars: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), &'static str> {
    loop {
        match chars.next() {
            Some('"') => return Ok(()),
            Some('\\') => match chars.next() {
                Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c),
                Some(c) => word.extend(['\\', c]),
                None => return Err("a \" is not closed"),
            },
            Some(c) => word.push(c),
            None => return Err("a \" is not closed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_hold_together() {
        assert_eq!(split(r#"a 'b c' "d \"e" f\ g ''"#).unwrap(), ["a", "b c", "d \"e", "f g", ""]);
        assert!(split("'a").is_err() && split("\"a").is_err());
        assert!(split("  ").unwrap().is_empty());
    }
}
