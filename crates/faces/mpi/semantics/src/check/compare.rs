//! What is wrong where those that take part in a collective call say different things of it.

use super::call::{Call, NONE};
use super::sides::Sides;
use crate::coll::kind;
use crate::constants::{
    MPI_ERR_ARG, MPI_ERR_ASSERT, MPI_ERR_NOT_SAME, MPI_ERR_OP, MPI_ERR_ROOT, MPI_PROC_NULL,
    MPI_ROOT,
};
use crate::error::{Error, Result};
use std::ops::Range;

/// The position of the root, where all calls go together.
///
/// # Errors
/// Where they do not. All that take part find the same.
pub(super) fn compare(calls: &[Call], sides: &Sides, number: u32) -> Result<Option<usize>> {
    let Some(first) = calls.first() else { return Ok(None) };
    let wrong = |code: i32, what: String| {
        let text = format!("{what}; all members of a communicator call alike, in the same order");
        Err(Error::new(code, text))
    };
    let who = |said: fn(&Call) -> String| groups(calls, sides, 0..calls.len(), said);
    if calls.iter().any(|call| call.kind() != first.kind()) {
        return wrong(
            MPI_ERR_NOT_SAME,
            format!("call {} differs: {}", number + 1, who(Call::name)),
        );
    }
    let Some(root) = common_root(calls, sides) else {
        return wrong(MPI_ERR_ROOT, format!("argument root differs: {}", who(root_name)));
    };
    let mut ops = calls.iter().map(|call| call.op).filter(|op| *op != NONE);
    if ops.next().is_some_and(|op| ops.any(|other| other != op)) {
        return wrong(MPI_ERR_OP, format!("argument op differs: {}", who(Call::op_name)));
    }
    if calls.iter().any(|call| call.assert != first.assert) {
        let who = who(|call| call.assert.to_string());
        return wrong(MPI_ERR_ASSERT, format!("argument assert differs: {who}"));
    }
    if let Some(text) = differing(calls, sides) {
        return wrong(MPI_ERR_ARG, text);
    }
    compare_messages(calls, sides, root).map_or(Ok(root), |(code, text)| wrong(code, text))
}

const ROOT: u64 = MPI_ROOT.cast_unsigned() as u64;
const BESIDE_ROOT: u64 = MPI_PROC_NULL.cast_unsigned() as u64;

/// The position of the root that all mean, or `None` of an operation without one. Nothing where they mean different
/// ones.
fn common_root(calls: &[Call], sides: &Sides) -> Option<Option<usize>> {
    let first = calls.first()?.root;
    if !sides.are_two() || calls.iter().all(|call| call.root == NONE) {
        let all = calls.iter().all(|call| call.root == first);
        return all.then_some((first != NONE).then_some(first as usize));
    }
    let mut roots = (0..calls.len()).filter(|at| calls[*at].root == ROOT);
    let (root, None) = (roots.next()?, roots.next()) else { return None };
    let means_it = |at: usize| match sides.together(at, root) {
        true => at == root || calls[at].root == BESIDE_ROOT,
        false => calls[at].root == sides.rank(root) as u64,
    };
    (0..calls.len()).all(means_it).then_some(Some(root))
}

fn root_name(call: &Call) -> String {
    match call.root {
        ROOT => "MPI_ROOT".to_owned(),
        BESIDE_ROOT => "MPI_PROC_NULL".to_owned(),
        root => (root as u32).cast_signed().to_string(),
    }
}

/// What is wrong where members of one group give arguments that have to be alike and are not.
fn differing(calls: &[Call], sides: &Sides) -> Option<String> {
    let first = |at: usize| calls[sides.side(at).start].alike;
    let other = (0..calls.len()).find(|at| calls[*at].alike != first(*at))?;
    let one = first(other);
    let said = |call: &Call| if call.alike == one { "as there" } else { "otherwise" }.to_owned();
    let side = sides.side(other);
    let (reference, who) = (sides.name(side.start), groups(calls, sides, side, said));
    Some(format!("{} differs from that of {reference}: {who}", calls[other].alike_name()))
}

/// Who of some positions says what, in the order of first mention.
fn groups(
    calls: &[Call],
    sides: &Sides,
    positions: Range<usize>,
    said: impl Fn(&Call) -> String,
) -> String {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for position in positions {
        let said = said(&calls[position]);
        let known = groups.iter_mut().find(|(known, positions)| {
            *known == said && positions.first().is_some_and(|at| sides.together(*at, position))
        });
        match known {
            Some((_, positions)) => positions.push(position),
            None => groups.push((said, vec![position])),
        }
    }
    let told = groups.into_iter().map(|(said, positions)| {
        let ranks = positions.iter().take(8).map(|at| sides.rank(*at).to_string());
        let names: Vec<String> = ranks.collect();
        let more = if positions.len() > 8 { " and others" } else { "" };
        let rank = if positions.len() == 1 { "rank" } else { "ranks" };
        let kind = sides.kind(positions[0]);
        format!("{kind}{rank} {}{more}: {said}", names.join(", "))
    });
    told.collect::<Vec<_>>().join("; ")
}

/// The messages that make up an operation, as far as each member's are all alike.
fn compare_messages(calls: &[Call], sides: &Sides, root: Option<usize>) -> Option<(i32, String)> {
    let others = |root: usize| sides.partners(root).filter(move |at| *at != root);
    let pairs: Vec<(usize, usize)> = match (calls[0].operation() as u32, root) {
        (kind::BCAST | kind::SCATTER, Some(root)) => others(root).map(|to| (root, to)).collect(),
        (kind::GATHER, Some(root)) => others(root).map(|from| (from, root)).collect(),
        // Everybody's first block tells of all that it sends, and all that it expects.
        (kind::ALLGATHER | kind::ALLTOALL, _) => {
            let with_first = |at: usize| {
                let first = sides.partners(at).start;
                [(at, first), (first, at)]
            };
            (0..calls.len()).flat_map(with_first).collect()
        }
        _ => return compare_vectors(calls, sides),
    };
    pairs.into_iter().find_map(|(from, to)| {
        let (sends, receives) = (calls.get(from)?.sends, calls.get(to)?.receives);
        let (from, to) = (sides.name(from), sides.name(to));
        sends.differs(receives, (&format!("{from} sends"), &format!("{to} receives")))
    })
}

/// The vectors of a reduction, of all that have one.
fn compare_vectors(calls: &[Call], sides: &Sides) -> Option<(i32, String)> {
    let first = calls.iter().position(|call| !call.sends.is_nothing())?;
    let said = format!("{} reduces", sides.name(first));
    (0..calls.len())
        .find_map(|at| calls[first].sends.differs(calls[at].sends, (&said, &sides.name(at))))
}

#[cfg(test)]
mod tests {
    use super::super::call::{Form, OtherCall};
    use super::*;

    fn call() -> Call {
        Call::other(OtherCall::CommDup)
    }

    fn roots(sides: Sides, roots: &[i32]) -> Option<Option<usize>> {
        let calls: Vec<Call> = roots.iter().map(|root| call().rooted(*root)).collect();
        common_root(&calls, &sides)
    }

    #[test]
    fn one_group_names_one_root() {
        assert_eq!(roots(Sides::one(3), &[2, 2, 2]), Some(Some(2)));
        assert_eq!(roots(Sides::one(3), &[2, 1, 2]), None);
        assert_eq!(common_root(&[call(); 3], &Sides::one(3)), Some(None));
    }

    #[test]
    fn two_groups_name_one_root_by_different_words() {
        let (sides, beside) = (Sides::two(2, 3), MPI_PROC_NULL);
        assert_eq!(roots(sides, &[1, 1, beside, MPI_ROOT, beside]), Some(Some(3)));
        assert_eq!(roots(sides, &[MPI_ROOT, beside, 0, 0, 0]), Some(Some(0)));
        assert_eq!(roots(sides, &[1, 1, MPI_ROOT, beside, beside]), None);
        assert_eq!(roots(sides, &[1, 1, MPI_ROOT, MPI_ROOT, beside]), None);
        assert_eq!(roots(sides, &[1, 1, beside, beside, beside]), None);
        assert_eq!(common_root(&[call(); 5], &sides), Some(None));
    }

    #[test]
    fn who_says_what_is_told_by_groups() {
        let calls = [call(), call(), call().in_form(Form::Nonblocking), call()];
        let error = |sides| compare(&calls, &sides, 4).unwrap_err().to_string();
        let text = error(Sides::one(4));
        assert!(
            text.contains("call 5 differs: ranks 0, 1, 3: MPI_Comm_dup; rank 2: MPI_Comm_idup")
        );
        let text = error(Sides::two(1, 3));
        assert!(text.contains(
            "local rank 0: MPI_Comm_dup; remote ranks 0, 2: MPI_Comm_dup; remote rank 1: MPI_Comm_i"
        ));
        assert!(compare(&[call(); 3], &Sides::one(3), 0).is_ok());
    }

    #[test]
    fn arguments_are_alike_within_a_group() {
        let merge = |high: bool| Call::other(OtherCall::IntercommMerge).alike(high);
        let two = Sides::two(2, 3);
        let calls = |last| [true, true, false, false, last].map(merge);
        assert!(compare(&calls(false), &two, 0).is_ok());
        let error = compare(&calls(true), &two, 0).unwrap_err();
        let text = "argument high differs from that of remote rank 0: remote ranks 0, 1: as there; \
                    remote rank 2: otherwise";
        assert!(error.code == MPI_ERR_ARG && error.to_string().contains(text), "{error}");
    }
}
