//! The choice of algorithms, the cost of schedules, and what `check` refuses.

use crate::sim::{Op, sizes};
use ferry_coll::*;

#[test]
fn every_choice_can_serve_its_call() {
    let selection = Selection::default();
    for (&collective, size) in Collective::ALL.iter().flat_map(|c| sizes().map(move |s| (c, s))) {
        for bytes in (0..24).map(|bit| 1usize << bit) {
            for commutative in [false, true] {
                let choice = selection.choose(collective, size, bytes, commutative);
                let fitting = collective.fitting(choice.algorithm, size, commutative);
                assert_eq!(fitting, choice.algorithm, "{collective} {size} {bytes}");
            }
        }
    }
}

/// A rule nobody can reach is a mistake: each is the answer to some call.
#[test]
fn every_rule_has_its_calls() {
    let crowded = Selection::new(Thresholds { crowd: 8, ..Default::default() });
    for rule in rules() {
        let answers = (0..24).any(|bit| {
            sizes().chain([100]).any(|size| {
                [false, true].iter().any(|&commutative| {
                    let found = crowded.rule(rule.collective, size, 1 << bit, commutative);
                    found.is_some_and(|found| std::ptr::eq(found, rule))
                })
            })
        });
        assert!(
            answers,
            "{} never gets {} since {}",
            rule.collective, rule.algorithm, rule.because
        );
    }
}

#[test]
fn wishes_override_the_table_where_they_can_serve() {
    let mut selection = Selection::default();
    selection.set("allreduce", "ring").unwrap();
    let algorithm = |selection: &Selection, commutative| {
        selection.choose(Collective::Allreduce, 4, 8, commutative).algorithm
    };
    assert_eq!(algorithm(&selection, true), Algorithm::Ring);
    assert_eq!(algorithm(&selection, false), Algorithm::RecursiveDoubling);
    selection.set("ALLREDUCE", "auto").unwrap();
    assert_eq!(selection, Selection::default());
}

#[test]
fn errors_name_what_there_is() {
    let mut selection = Selection::default();
    let unfit = selection.set("bcast", "ring").unwrap_err().to_string();
    assert_eq!(
        unfit,
        "ring cannot perform bcast; choose one of: binomial, scatter_allgather, chain, binary_tree"
    );
    let unknown = selection.set("bcast", "magic").unwrap_err().to_string();
    assert!(unknown.starts_with("'magic' is not an algorithm; choose one of: linear, "));
    assert!(selection.set("broadcast", "chain").is_err());
}

#[test]
fn names_are_read_back() {
    for &algorithm in Algorithm::ALL {
        assert_eq!(algorithm.name().replace('_', "-").parse(), Ok(algorithm));
    }
    for &collective in Collective::ALL {
        assert_eq!(collective.name().to_uppercase().parse(), Ok(collective));
    }
}

#[test]
fn the_table_prints_with_its_numbers_and_wishes() {
    let mut selection = Selection::default();
    selection.set("scan", "recursive-doubling").unwrap();
    let text = selection.to_string();
    assert!(text.contains("<= 16384 B"), "{text}");
    assert!(text.lines().count() == rules().len() + 1, "{text}");
}

/// Small data need a number of rounds that grows with the logarithm of the group.
#[test]
fn small_data_need_few_rounds() {
    let selection = Selection::default();
    for size in [2, 3, 64, 100, 1000] {
        let log = (size as f64).log2().ceil() as usize;
        for rank in [0, 1, size - 1] {
            let member = Member::new(rank, size);
            let choose = |collective| selection.choose(collective, size, 8, true);
            let vector = Op::Sum.vector(2);
            let rounds = [
                barrier(member, choose(Collective::Barrier)),
                bcast(member, 0, 8, choose(Collective::Bcast)),
                reduce(member, 0, vector, false, choose(Collective::Reduce)),
                allreduce(member, vector, false, choose(Collective::Allreduce)),
                gather(member, 0, 8, false, choose(Collective::Gather)),
                scatter(member, 0, 8, false, choose(Collective::Scatter)),
                allgather(member, 8, false, choose(Collective::Allgather)),
                alltoall(member, 8, false, choose(Collective::Alltoall)),
                scan(member, vector, false),
                exscan(member, vector, false),
            ];
            for (index, schedule) in rounds.iter().enumerate() {
                // Folding adds two rounds; local preparation and clearing up one each.
                assert!(schedule.len() <= log + 3, "{index}: {} of {size}", schedule.len());
            }
        }
    }
}

#[test]
fn two_ranks_exchange_once() {
    let vector = Op::Sum.vector(2);
    for rank in 0..2 {
        let member = Member::new(rank, 2);
        let schedule = allreduce(member, vector, false, Algorithm::RecursiveDoubling.into());
        let round = schedule.round(0).unwrap();
        assert_eq!((schedule.len(), schedule.scratch()), (1, 0));
        assert_eq!((round.messages.len(), round.local.len()), (2, 1));
        assert_eq!(barrier(member, Algorithm::Dissemination.into()).len(), 1);
        assert_eq!(allgather(member, 8, false, Algorithm::RecursiveDoubling.into()).len(), 1);
        assert_eq!(alltoall(member, 8, false, Algorithm::Linear.into()).len(), 1);
    }
}

#[test]
fn check_refuses_what_cannot_run() {
    let counts = [4, 4, 4];
    let plan = |displs: &[usize]| {
        gatherv(Member::new(0, 3), 0, 4, ScheduleBlocks::Listed { counts: &counts, displs }, false)
    };
    assert_eq!(plan(&[0, 4, 8]).check(3, 4, 12), Ok(()));
    assert!(matches!(
        plan(&[0, 4, 9]).check(3, 4, 12),
        Err(ScheduleFault::OutOfBounds { len: 12, .. })
    ));
    assert!(matches!(
        plan(&[0, 4, 7]).check(3, 4, 12),
        Err(ScheduleFault::Overlap { round: 0, .. })
    ));
    assert!(matches!(
        plan(&[0, 4, 8]).check(2, 4, 12),
        Err(ScheduleFault::Stranger { peer: 2, .. })
    ));
    assert!(matches!(
        plan(&[0, usize::MAX, 8]).check(3, 4, 12),
        Err(ScheduleFault::OutOfBounds { .. })
    ));
}
