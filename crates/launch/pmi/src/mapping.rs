//! `PMI_process_mapping`: which rank lives on which node, as a short text.
//!
//! `(vector,(first,nodes,procs)...)` reads: on `nodes` consecutive nodes from `first` on lie
//! `procs` ranks each; the vector repeats until every rank has a place.

/// Longest text that launchers and libraries pass on.
const TEXT_MAX: usize = 900;

/// `procs` consecutive ranks on each of `nodes` consecutive nodes.
type Block = (u32, u32, u32);

/// The text for ranks that live on the given nodes, in rank order; `None` when the placement is too
/// irregular for a text of reasonable length.
pub fn encode(nodes: &[u32]) -> Option<String> {
    let blocks = merge(&runs(nodes));
    let period =
        (1..=blocks.len()).find(|&p| (p..blocks.len()).all(|i| blocks[i] == blocks[i - p]))?;
    let whole = blocks.len().is_multiple_of(period);
    let shown = if whole { &blocks[..period] } else { &blocks[..] };
    let blocks: Vec<String> = shown.iter().map(|(f, n, p)| format!("({f},{n},{p})")).collect();
    let text = format!("(vector,{})", blocks.join(","));
    (text.len() <= TEXT_MAX).then_some(text)
}

/// The node of each of `size` ranks; `None` when the text is not a mapping.
pub fn decode(text: &str, size: usize) -> Option<Vec<u32>> {
    let inner = text.trim().strip_prefix("(vector,")?.strip_suffix(')')?;
    let mut blocks = Vec::new();
    for block in inner.split_terminator(')') {
        let block = block.trim_start_matches([',', ' ']).strip_prefix('(')?;
        let mut numbers = block.split(',').map(|n| n.trim().parse::<u32>().ok());
        blocks.push((numbers.next()??, numbers.next()??, numbers.next()??));
    }
    if blocks.iter().all(|&(_, nodes, procs)| nodes == 0 || procs == 0) {
        return None;
    }
    let mut result = Vec::new();
    for &(first, nodes, procs) in blocks.iter().cycle() {
        for node in 0..nodes {
            for _ in 0..procs {
                if result.len() == size {
                    return Some(result);
                }
                result.push(first.checked_add(node)?);
            }
            if result.len() == size {
                return Some(result);
            }
        }
    }
    None
}

/// Consecutive ranks on one node: (node, count).
fn runs(nodes: &[u32]) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &node in nodes {
        match runs.last_mut() {
            Some((last, count)) if *last == node => *count += 1,
            _ => runs.push((node, 1)),
        }
    }
    runs
}

/// Joins runs of equal length on consecutive nodes.
fn merge(runs: &[(u32, u32)]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for &(node, procs) in runs {
        match blocks.last_mut() {
            Some((first, nodes, p)) if *p == procs && *first + *nodes == node => *nodes += 1,
            _ => blocks.push((node, 1, procs)),
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn regular_placements_are_short() {
        assert_eq!(encode(&[0; 4]).unwrap(), "(vector,(0,1,4))");
        assert_eq!(encode(&[0, 0, 1, 1, 2, 2]).unwrap(), "(vector,(0,3,2))");
        let round_robin: Vec<u32> = (0..256).map(|rank| rank % 2).collect();
        assert_eq!(encode(&round_robin).unwrap(), "(vector,(0,2,1))");
        assert_eq!(encode(&[0, 0, 1]).unwrap(), "(vector,(0,1,2),(1,1,1))");
    }

    #[test]
    fn hostile_texts_are_refused() {
        for text in
            ["", "(vector)", "(vector,(0,0,0))", "(vector,(a,1,1))", "(vector,(4294967295,2,1))"]
        {
            assert_eq!(decode(text, 4), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn placements_survive(nodes in proptest::collection::vec(0u32..4, 1..100)) {
            if let Some(text) = encode(&nodes) {
                prop_assert_eq!(decode(&text, nodes.len()), Some(nodes));
            }
        }
    }
}
