//! Names that are nearly right.

/// The name nearest to one that is not there, if any is near.
pub fn nearest(name: &str, names: impl IntoIterator<Item = String>) -> Option<String> {
    let distance = |candidate: &String| strsim::damerau_levenshtein(name, candidate);
    let close = |candidate: &String| {
        let whole = distance(candidate) <= 1 + name.chars().count() / 4;
        let forgotten_group = candidate.ends_with(&format!(".{name}"));
        whole || forgotten_group
    };
    names.into_iter().filter(close).min_by_key(distance)
}

/// How many letters too many, too few, wrong or swapped with their neighbours make one name the other.
pub(crate) fn slips(name: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(name, other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PARAMETERS;

    #[test]
    fn the_nearest_name() {
        let nearest = |name| nearest(name, PARAMETERS.iter().map(|p| p.name.to_string()));
        assert_eq!(nearest("method").as_deref(), Some("methods"));
        assert_eq!(nearest("tcp.interfaces").as_deref(), Some("tcp.interface"));
        assert_eq!(nearest("tpc.port").as_deref(), Some("tcp.ports"));
        assert_eq!(nearest("unexpected_budget").as_deref(), Some("p2p.unexpected_budget"));
        assert_eq!(nearest("colour.of.the.sky"), None);
    }
}
