//! The options as the help lists them, for whoever completes words of the command line.

use super::tables::HELP;

/// A line of the help: the names of an option, what its value is called, and what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentedOption {
    /// Without dashes.
    pub names: Vec<&'static str>,
    /// `None`: it takes none.
    pub value: Option<&'static str>,
    /// In a few words.
    pub about: &'static str,
}

/// All of them, in the help's order.
pub fn documented_options() -> Vec<DocumentedOption> {
    HELP.lines().flat_map(documented).collect()
}

/// What a line of the help lists: `  -n, -np N   number of ranks`, or several words without values.
fn documented(line: &'static str) -> Vec<DocumentedOption> {
    let Some(line) = line.strip_prefix("  -") else { return Vec::new() };
    let (words, about) = line.split_once("  ").unwrap_or((line, ""));
    let about = about.trim().trim_end_matches([',', ';']);
    if !words.contains(", -") && words.contains(" -") {
        // Options of their own, one beside the other, of which only the last may have a value.
        let each = words.split(" -");
        return each.map(|word| one(&[word], about)).collect();
    }
    let names: Vec<&str> = words.split(", -").collect();
    vec![one(&names, about)]
}

fn one(words: &[&'static str], about: &'static str) -> DocumentedOption {
    let split = |word: &'static str| word.split_once([' ', '=']).unwrap_or((word, ""));
    let value = words.iter().map(|word| split(word).1).find(|value| !value.is_empty());
    DocumentedOption { names: words.iter().map(|word| split(word).0).collect(), value, about }
}

#[cfg(test)]
mod tests {
    use super::super::tables::DONE;
    use super::*;

    /// What the help says, the command line takes; what the help shows a value of takes one.
    #[test]
    fn documented_options_are_carried_out() {
        let all = documented_options();
        assert!(all.len() > 40, "{}", all.len());
        for DocumentedOption { names, .. } in &all {
            for name in names {
                assert!(DONE.contains(name), "{name}");
            }
        }
        let find = |name| all.iter().find(|option| option.names.contains(&name)).unwrap();
        let ranks = find("np");
        let expected = (vec!["n", "np"], Some("N"), "number of ranks of this program");
        assert_eq!((ranks.names.clone(), ranks.value, ranks.about), expected);
        assert_eq!(find("stdin").value, Some("RANK|all|none"));
        assert_eq!((find("keep-going").value, find("genvnone").value), (None, None));
        assert_eq!(find("genvlist").value, Some("a,b"));
        assert_eq!(find("x").value, Some("NAME[=VALUE]"));
    }
}
