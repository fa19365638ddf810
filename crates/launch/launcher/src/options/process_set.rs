//! What `--pset` says.

use crate::error::LaunchError;
use ferry_pmi::process_sets::NAME_MAX;

/// `NAME=RANKS`; whether the ranks are there is known when all are placed. `known`: what was named before.
pub(super) fn parse(
    word: &str,
    text: &str,
    known: &[(String, String)],
) -> Result<(String, String), LaunchError> {
    let wrong = |why: &str| LaunchError::usage(format!("option {word}: {text:?} {why}"));
    let Some((name, ranks)) = text.rsplit_once('=') else {
        return Err(wrong("is not NAME=RANKS, as in workers=1-3,5"));
    };
    if name.is_empty() || name.len() > NAME_MAX || name.chars().any(char::is_control) {
        return Err(wrong("needs a name of 1 to 1023 bytes without control characters"));
    }
    if name.contains("://") {
        return Err(wrong("names a set as MPI and Ferry do: leave out `://`"));
    }
    if known.iter().any(|(known, _)| known == name) {
        return Err(wrong("gives a name for the second time"));
    }
    Ok((name.to_owned(), ranks.to_owned()))
}
