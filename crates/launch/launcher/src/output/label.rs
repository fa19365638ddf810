//! What stands before lines, and in names of files: patterns with a place for the rank and its surroundings.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Whose output it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Speaker {
    pub(crate) rank: u32,
    /// The number of its job, of those of this mpiexec.
    pub(crate) job: usize,
    pub(crate) host: String,
    /// The number of its host.
    pub(crate) node: u32,
}

/// A text with places that are filled for each rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LabelPattern {
    pieces: Vec<LabelPiece>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum LabelPiece {
    Text(String),
    Rank,
    Job,
    Host,
    Node,
    Time,
}

impl LabelPattern {
    /// Reads `%r` (rank), `%g` (job), `%h` (host), `%p` (number of the host), `%t` (time) and `%%`.
    pub(crate) fn parse(text: &str) -> Result<LabelPattern, String> {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            if c != '%' {
                plain.push(c);
                continue;
            }
            let piece = match chars.next() {
                Some('r') => LabelPiece::Rank,
                Some('g') => LabelPiece::Job,
                Some('h') => LabelPiece::Host,
                Some('p') => LabelPiece::Node,
                Some('t') => LabelPiece::Time,
                Some('%') => {
                    plain.push('%');
                    continue;
                }
                _ => return Err(format!("{text:?}: behind % stands one of r, g, h, p, t, %")),
            };
            pieces.push(LabelPiece::Text(std::mem::take(&mut plain)));
            pieces.push(piece);
        }
        pieces.push(LabelPiece::Text(plain));
        Ok(LabelPattern { pieces })
    }

    /// The text for a rank.
    pub(crate) fn fill(&self, speaker: &Speaker) -> String {
        self.fill_at(speaker, now)
    }

    /// The same at this time.
    pub(crate) fn fill_at(&self, speaker: &Speaker, time: impl Fn() -> String) -> String {
        let text = |piece: &LabelPiece| match piece {
            LabelPiece::Text(text) => text.clone(),
            LabelPiece::Rank => speaker.rank.to_string(),
            LabelPiece::Job => speaker.job.to_string(),
            LabelPiece::Host => speaker.host.clone(),
            LabelPiece::Node => speaker.node.to_string(),
            LabelPiece::Time => time(),
        };
        self.pieces.iter().map(text).collect()
    }
}

/// The time of day, in the form of ISO 8601, in UTC.
pub(crate) fn now() -> String {
    written(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn written(since: Duration) -> String {
    let (days, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, millis) = (second / 3600, second / 60 % 60, since.subsec_millis());
    let second = second % 60;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// Year, month and day that are so many days after the first one of 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_filled() {
        let speaker = Speaker { rank: 3, job: 1, host: "a".into(), node: 7 };
        let fill = |text| LabelPattern::parse(text).unwrap().fill(&speaker);
        assert_eq!(fill("<%r@%h %g.%p> 100%%"), "<3@a 1.7> 100%");
        assert!(fill("%t").ends_with('Z'));
        assert!(LabelPattern::parse("%x").is_err() && LabelPattern::parse("a%").is_err());
    }

    #[test]
    fn times_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399, "2000-02-28T23:59:59.000Z"),
            (951_868_799, "2000-02-29T23:59:59.000Z"),
            (951_868_800, "2000-03-01T00:00:00.000Z"),
            (1_735_689_599, "2024-12-31T23:59:59.000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(written(Duration::from_secs(seconds)), expected);
        }
    }
}
