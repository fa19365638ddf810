//! Groups made of groups (MPI-5.0 §7.3.2).

use crate::constants::{
    MPI_ERR_ARG, MPI_ERR_RANK, MPI_IDENT, MPI_PROC_NULL, MPI_SIMILAR, MPI_UNDEFINED, MPI_UNEQUAL,
};
use crate::error::{Error, Result};
use crate::group::Group;
use ferry_wire::PeerId;

/// `MPI_Group_union`: the first group, then what only the second has.
pub fn union(a: &Group, b: &Group, me: PeerId) -> Group {
    let more = b.peers().filter(|peer| a.rank_of(*peer).is_none());
    Group::list(a.peers().chain(more).collect(), me)
}

/// `MPI_Group_intersection`, in the order of the first group.
pub fn intersection(a: &Group, b: &Group, me: PeerId) -> Group {
    Group::list(a.peers().filter(|peer| b.rank_of(*peer).is_some()).collect(), me)
}

/// `MPI_Group_difference`, in the order of the first group.
pub fn difference(a: &Group, b: &Group, me: PeerId) -> Group {
    Group::list(a.peers().filter(|peer| b.rank_of(*peer).is_none()).collect(), me)
}

/// `MPI_Group_compare`.
pub fn compare(a: &Group, b: &Group) -> i32 {
    if a.size() != b.size() {
        return MPI_UNEQUAL;
    }
    if a.peers().eq(b.peers()) {
        return MPI_IDENT;
    }
    match a.peers().all(|peer| b.rank_of(peer).is_some()) {
        true => MPI_SIMILAR,
        false => MPI_UNEQUAL,
    }
}

/// `MPI_Group_translate_ranks`, one rank.
pub fn translate(a: &Group, rank: i32, b: &Group) -> Result<i32> {
    if rank == MPI_PROC_NULL {
        return Ok(MPI_PROC_NULL);
    }
    let peer = u32::try_from(rank).ok().and_then(|rank| a.peer(rank));
    let peer = peer.ok_or_else(|| outside(rank, a))?;
    Ok(b.rank_of(peer).map_or(MPI_UNDEFINED, |rank| rank as i32))
}

fn outside(rank: i32, group: &Group) -> Error {
    let text = format!("rank {rank} is outside the group, which has {} processes", group.size());
    Error::new(MPI_ERR_RANK, text)
}

/// Which ranks are named; one named twice or outside the group is an error.
fn marked(group: &Group, ranks: &[i32]) -> Result<Vec<bool>> {
    let mut marks = vec![false; group.size() as usize];
    for rank in ranks {
        let mark = usize::try_from(*rank).ok().and_then(|rank| marks.get_mut(rank));
        if std::mem::replace(mark.ok_or_else(|| outside(*rank, group))?, true) {
            return Err(Error::new(MPI_ERR_RANK, format!("rank {rank} is named twice")));
        }
    }
    Ok(marks)
}

/// `MPI_Group_incl`: the ranks in their order.
pub fn incl(group: &Group, ranks: &[i32], me: PeerId) -> Result<Group> {
    marked(group, ranks)?;
    Ok(Group::list(ranks.iter().filter_map(|rank| group.peer(*rank as u32)).collect(), me))
}

/// `MPI_Group_excl`: what is not named.
pub fn excl(group: &Group, ranks: &[i32], me: PeerId) -> Result<Group> {
    let marks = marked(group, ranks)?;
    let kept = group.peers().zip(marks).filter(|(_, mark)| !mark);
    Ok(Group::list(kept.map(|(peer, _)| peer).collect(), me))
}

/// The ranks of triplets: first, last, stride.
fn expand(group: &Group, ranges: &[[i32; 3]]) -> Result<Vec<i32>> {
    let mut ranks = Vec::new();
    for [first, last, stride] in ranges.iter().copied() {
        let (from, to, step) = (i64::from(first), i64::from(last), i64::from(stride));
        if stride == 0 || (to - from) * step < 0 {
            let text = format!("range {first} to {last} by {stride} never ends or never starts");
            return Err(Error::new(MPI_ERR_ARG, text));
        }
        let count = (to - from) / step + 1;
        // Both ends are looked at first, so that nothing longer than the group is made.
        for end in [from, from + (count - 1) * step] {
            if end < 0 || end >= i64::from(group.size()) {
                return Err(outside(end as i32, group));
            }
        }
        ranks.extend((0..count).map(|index| (from + index * step) as i32));
        if ranks.len() > group.size() as usize {
            return Err(Error::new(MPI_ERR_RANK, "the ranges name a rank twice"));
        }
    }
    Ok(ranks)
}

/// `MPI_Group_range_incl`.
pub fn range_incl(group: &Group, ranges: &[[i32; 3]], me: PeerId) -> Result<Group> {
    incl(group, &expand(group, ranges)?, me)
}

/// `MPI_Group_range_excl`.
pub fn range_excl(group: &Group, ranges: &[[i32; 3]], me: PeerId) -> Result<Group> {
    excl(group, &expand(group, ranges)?, me)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: PeerId = PeerId(3);

    fn group(peers: &[u32]) -> Group {
        Group::list(peers.iter().copied().map(PeerId).collect(), ME)
    }

    fn peers(group: &Group) -> Vec<u32> {
        group.peers().map(|peer| peer.0).collect()
    }

    /// All ordered selections of up to three of five processes.
    fn some_groups() -> Vec<Vec<u32>> {
        let mut all = vec![vec![]];
        for len in 0..3 {
            let longer: Vec<_> =
                all.iter().filter(|g: &&Vec<u32>| g.len() == len).cloned().collect();
            for g in longer {
                let next = (0..5).filter(|p| !g.contains(p));
                all.extend(next.map(|p| [g.clone(), vec![p]].concat()));
            }
        }
        all
    }

    #[test]
    fn sets_agree_with_their_definition() {
        for a in some_groups() {
            for b in some_groups() {
                let (ga, gb) = (group(&a), group(&b));
                let only_b: Vec<_> = b.iter().filter(|p| !a.contains(p)).copied().collect();
                assert_eq!(peers(&union(&ga, &gb, ME)), [a.clone(), only_b].concat());
                let both: Vec<_> = a.iter().filter(|p| b.contains(p)).copied().collect();
                assert_eq!(peers(&intersection(&ga, &gb, ME)), both);
                let only_a: Vec<_> = a.iter().filter(|p| !b.contains(p)).copied().collect();
                assert_eq!(peers(&difference(&ga, &gb, ME)), only_a);
                let (mut sa, mut sb) = (a.clone(), b.clone());
                sa.sort_unstable();
                sb.sort_unstable();
                let expected = match (a == b, sa == sb) {
                    (true, _) => MPI_IDENT,
                    (_, true) => MPI_SIMILAR,
                    _ => MPI_UNEQUAL,
                };
                assert_eq!(compare(&ga, &gb), expected);
                for (rank, peer) in a.iter().enumerate() {
                    let there = b.iter().position(|p| p == peer);
                    let expected = there.map_or(MPI_UNDEFINED, |r| r as i32);
                    assert_eq!(translate(&ga, rank as i32, &gb).unwrap(), expected);
                }
                assert_eq!(ga.rank(), a.iter().position(|p| *p == 3).map(|r| r as u32));
            }
        }
    }

    #[test]
    fn ranks_are_chosen_and_left_out() {
        let g = group(&[5, 9, 3, 7, 1]);
        assert_eq!(peers(&incl(&g, &[4, 0, 2], ME).unwrap()), [1, 5, 3]);
        assert_eq!(peers(&excl(&g, &[4, 0, 2], ME).unwrap()), [9, 7]);
        assert_eq!(peers(&incl(&g, &[], ME).unwrap()), [0; 0]);
        assert_eq!(peers(&excl(&g, &[], ME).unwrap()), [5, 9, 3, 7, 1]);
        let ranges = [[4, 3, -1], [0, 2, 2]];
        assert_eq!(peers(&range_incl(&g, &ranges, ME).unwrap()), [1, 7, 5, 3]);
        assert_eq!(peers(&range_excl(&g, &ranges, ME).unwrap()), [9]);
        assert_eq!(peers(&range_incl(&g, &[[1, 4, 2]], ME).unwrap()), [9, 7]);
    }

    #[test]
    fn bad_ranks_are_told() {
        let g = group(&[5, 9, 3]);
        for ranks in [&[3][..], &[-1], &[0, 0]] {
            assert_eq!(incl(&g, ranks, ME).unwrap_err().code, MPI_ERR_RANK);
            assert_eq!(excl(&g, ranks, ME).unwrap_err().code, MPI_ERR_RANK);
        }
        let range = |range| range_incl(&g, &[range], ME).unwrap_err().code;
        assert_eq!(range([0, 2, 0]), MPI_ERR_ARG);
        assert_eq!(range([2, 0, 1]), MPI_ERR_ARG);
        assert_eq!(range([0, i32::MAX, 1]), MPI_ERR_RANK);
        assert_eq!(range([i32::MIN, i32::MAX, 1]), MPI_ERR_RANK);
        let twice = range_excl(&g, &[[0, 1, 1], [1, 2, 1]], ME).unwrap_err();
        assert_eq!(twice.code, MPI_ERR_RANK);
        assert_eq!(translate(&g, 3, &g).unwrap_err().code, MPI_ERR_RANK);
        assert_eq!(translate(&g, MPI_PROC_NULL, &g).unwrap(), MPI_PROC_NULL);
    }
}
