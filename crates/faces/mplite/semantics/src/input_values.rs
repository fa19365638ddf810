//! Values as input files have them: `name = values`, or values alone; a line that begins with `!`, `@`, `#`,
//! `%` or `/` is a comment. What follows the last value that is asked for on its line is left out.

/// The part of a line that has values; `None`: it has none.
fn values(line: &str) -> Option<&str> {
    let line = line.trim();
    let is_comment = line.starts_with(['!', '@', '#', '%', '/']);
    if line.is_empty() || is_comment {
        return None;
    }
    Some(line.split_once('=').map_or(line, |(_, values)| values).trim())
}

/// So many words, which blanks and commas part, from as many lines as it takes.
///
/// # Errors
/// With what there was if the lines end before.
pub fn input_words(
    count: usize,
    mut next_line: impl FnMut() -> Option<String>,
) -> Result<Vec<String>, Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    while words.len() < count {
        let Some(line) = next_line() else { return Err(words) };
        let found = values(&line).unwrap_or_default().split([' ', '\t', ',']);
        let found = found.map(str::trim).filter(|word| !word.is_empty());
        words.extend(found.take(count - words.len()).map(str::to_owned));
    }
    Ok(words)
}

/// The letters of the next line that has a value; `None`: there is none.
pub fn input_letters(mut next_line: impl FnMut() -> Option<String>) -> Option<String> {
    loop {
        if let Some(letters) = values(&next_line()?) {
            return Some(letters.to_owned());
        }
    }
}

/// A number as C or Fortran writes it.
pub fn input_number<T: std::str::FromStr>(word: &str) -> Option<T> {
    word.parse().ok().or_else(|| word.replace(['d', 'D'], "e").parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> impl FnMut() -> Option<String> {
        let mut lines = text.lines();
        move || lines.next().map(str::to_owned)
    }

    #[test]
    fn values_stand_behind_names_and_over_several_lines() {
        let text = "! a comment\n\nbox size = 1.5, 2.5d3\n# more\n3 left out\nnext=7\n";
        let mut lines = lines(text);
        let words = input_words(3, &mut lines).unwrap();
        assert_eq!(words, ["1.5", "2.5d3", "3"]);
        assert_eq!(input_number::<f64>(&words[1]), Some(2500.0));
        assert_eq!(input_words(1, &mut lines), Ok(vec!["7".into()]));
        assert_eq!(input_words(2, &mut lines), Err(vec![]));
        assert_eq!(input_number::<i32>("1.5"), None);
    }

    #[test]
    fn letters_are_those_of_a_line() {
        assert_eq!(input_letters(lines("@\ntitle = two words \n")), Some("two words".into()));
        assert_eq!(input_letters(lines("#\n")), None);
    }
}
