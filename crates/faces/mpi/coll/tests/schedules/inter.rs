//! Every collective of intercommunicators against its definition, at many sizes of both groups: with
//! rendezvous, where a send ends only when its receive is posted, as well as with messages that wait.

use crate::sim::{Op, Random, Rank, UNIT, run_all_ways, run_without};
use ferry_coll::inter::{self, InterSeat, RootedRole};
use ferry_coll::{Schedule, ScheduleBlocks};

const OPS: [Op; 2] = [Op::Sum, Op::Product];

/// What lies in outputs before the call.
const OLD: u8 = 0xee;

/// The two groups: the processes of the first come first.
#[derive(Clone, Copy, Debug)]
struct Groups {
    sizes: [usize; 2],
}

/// Sizes of both groups that tests sweep over.
fn groups() -> impl Iterator<Item = Groups> {
    let sizes = || (1..=6).chain([9, 16]);
    sizes().flat_map(move |first| sizes().map(move |second| Groups { sizes: [first, second] }))
}

impl Groups {
    fn len(self) -> usize {
        self.sizes.iter().sum()
    }

    /// The group of a process, and its rank there.
    fn place(self, process: usize) -> (usize, usize) {
        match process.checked_sub(self.sizes[0]) {
            None => (0, process),
            Some(rank) => (1, rank),
        }
    }

    fn process(self, group: usize, rank: usize) -> usize {
        group * self.sizes[0] + rank
    }

    fn seat(self, process: usize) -> InterSeat {
        let (group, rank) = self.place(process);
        let (local, remote) = (self.sizes[group] as u32, self.sizes[1 - group] as u32);
        InterSeat { rank: rank as u32, local, remote }
    }

    /// The processes in the order of the schedules' positions: the remote group, then the local one.
    fn peers(self, process: usize) -> Vec<usize> {
        let (group, _) = self.place(process);
        let all = |group: usize| (0..self.sizes[group]).map(move |rank| self.process(group, rank));
        all(1 - group).chain(all(group)).collect()
    }

    /// All processes, each as `rank(process)` has it.
    fn ranks(self, rank: impl Fn(usize) -> Rank) -> Vec<Rank> {
        let with_peers = |process| Rank { peers: Some(self.peers(process)), ..rank(process) };
        (0..self.len()).map(with_peers).collect()
    }

    /// Roots of rooted operations that tests sweep over: the first and the last of each group.
    fn roots(self) -> Vec<usize> {
        let [first, second] = self.sizes;
        let mut roots = vec![0, first - 1, first, first + second - 1];
        roots.dedup();
        roots
    }

    fn role(self, process: usize, root: usize) -> RootedRole {
        let (group, rank) = self.place(root);
        match self.place(process) {
            _ if process == root => RootedRole::Root,
            (same, _) if same == group => RootedRole::Bystander,
            _ => RootedRole::Partner(rank as u32),
        }
    }

    /// What each process contributes, `len(process)` bytes.
    fn data(self, len: impl Fn(usize) -> usize) -> Vec<Vec<u8>> {
        let mut random = Random(self.sizes[0] as u64 * 100 + self.sizes[1] as u64);
        (0..self.len()).map(|process| random.bytes(len(process))).collect()
    }

    /// What the processes of a group contribute.
    fn of<T>(self, group: usize, data: &[T]) -> &[T] {
        if group == 0 { &data[..self.sizes[0]] } else { &data[self.sizes[0]..] }
    }
}

fn listed(counts: &[usize]) -> Vec<usize> {
    (0..counts.len()).map(|index| counts[..index].iter().sum()).collect()
}

fn check(groups: Groups, op: Op, expected: &[Vec<u8>], what: &str, rank: impl Fn(usize) -> Rank) {
    run_all_ways(|| groups.ranks(&rank), op, expected, &format!("{what}, {groups:?}"));
}

#[test]
fn nobody_leaves_a_barrier_before_all_of_the_other_group_have_come() {
    for groups in groups() {
        let rank = |process| Rank::new(inter::barrier(groups.seat(process)), vec![], vec![]);
        check(groups, Op::Sum, &vec![vec![]; groups.len()], "barrier", rank);
        for absent in 0..groups.len() {
            let left = run_without(groups.ranks(rank), absent, absent as u64);
            let (group, _) = groups.place(absent);
            assert!(groups.of(1 - group, &left).iter().all(|left| !left), "{groups:?} {absent}");
        }
    }
}

#[test]
fn rooted_operations_move_data_between_the_root_and_the_other_group() {
    for groups in groups() {
        for root in groups.roots() {
            let (home, _) = groups.place(root);
            // Rank r's block has r + 1 bytes.
            let counts: Vec<usize> = (1..=groups.sizes[1 - home]).collect();
            let displs = listed(&counts);
            let blocks = ScheduleBlocks::Listed { counts: &counts, displs: &displs };
            let own = |process| match groups.role(process, root) {
                RootedRole::Partner(_) => counts[groups.place(process).1],
                _ => 0,
            };
            let data = groups.data(own);
            let whole = data.concat();
            let here = |process: usize, data: &[u8]| -> Vec<u8> {
                if process == root { data.to_vec() } else { vec![] }
            };
            let room = |process| vec![OLD; if process == root { whole.len() } else { 0 }];

            let gather = |process| {
                let (seat, role) = (groups.seat(process), groups.role(process, root));
                let schedule = inter::gather(seat, role, own(process), blocks);
                Rank::new(schedule, data[process].clone(), room(process))
            };
            let expected: Vec<_> = (0..groups.len()).map(|p| here(p, &whole)).collect();
            check(groups, Op::Sum, &expected, &format!("gather to {root}"), gather);

            let scatter = |process| {
                let (seat, role) = (groups.seat(process), groups.role(process, root));
                let schedule = inter::scatter(seat, role, blocks, own(process));
                Rank::new(schedule, here(process, &whole), vec![OLD; own(process)])
            };
            check(groups, Op::Sum, &data, &format!("scatter from {root}"), scatter);

            let bcast = |process| {
                let (seat, role) = (groups.seat(process), groups.role(process, root));
                let output = match role {
                    RootedRole::Root => whole.clone(),
                    RootedRole::Partner(_) => vec![OLD; whole.len()],
                    RootedRole::Bystander => vec![],
                };
                Rank::new(inter::bcast(seat, role, whole.len()), vec![], output)
            };
            let all = |process| match groups.role(process, root) {
                RootedRole::Bystander => vec![],
                _ => whole.clone(),
            };
            let expected: Vec<_> = (0..groups.len()).map(all).collect();
            check(groups, Op::Sum, &expected, &format!("bcast from {root}"), bcast);
        }
    }
}

#[test]
fn exchanges_give_each_the_blocks_of_the_other_group() {
    for groups in groups() {
        // The block from a to b.
        let block =
            |a: usize, b: usize| -> Vec<u8> { Random((a * 100 + b) as u64).bytes((a * 3 + b) % 7) };
        let others = |process: usize| -> Vec<usize> {
            groups.peers(process)[..groups.seat(process).remote as usize].to_vec()
        };
        let from = |process| others(process).into_iter().map(move |other| block(other, process));
        let to = |process| others(process).into_iter().map(move |other| block(process, other));
        let alltoall = |process| {
            let lens = |blocks: Vec<Vec<u8>>| blocks.iter().map(Vec::len).collect::<Vec<_>>();
            let (sent, received) = (lens(to(process).collect()), lens(from(process).collect()));
            let (at, into) = (listed(&sent), listed(&received));
            let schedule = inter::alltoall(
                groups.seat(process),
                ScheduleBlocks::Listed { counts: &sent, displs: &at },
                ScheduleBlocks::Listed { counts: &received, displs: &into },
            );
            let input: Vec<u8> = to(process).flatten().collect();
            Rank::new(schedule, input, vec![OLD; received.iter().sum()])
        };
        let expected: Vec<Vec<u8>> =
            (0..groups.len()).map(|p| from(p).flatten().collect()).collect();
        check(groups, Op::Sum, &expected, "alltoall", alltoall);

        // The groups' blocks may differ in length (MPI-5.0 §6.7).
        let data = groups.data(|process| 5 + groups.place(process).0);
        let allgather = |process: usize| {
            let (group, _) = groups.place(process);
            let (own, theirs) = (5 + group, 6 - group);
            let schedule =
                inter::allgather(groups.seat(process), own, ScheduleBlocks::Equal(theirs));
            let room = vec![OLD; theirs * groups.sizes[1 - group]];
            Rank::new(schedule, data[process].clone(), room)
        };
        let all = |process| groups.of(1 - groups.place(process).0, &data).concat();
        let expected: Vec<_> = (0..groups.len()).map(all).collect();
        check(groups, Op::Sum, &expected, "allgather", allgather);
    }
}

/// A reduction of each group's vectors: the processes' contributions, and all of each group combined.
type Reduction = (Groups, Op, Vec<Vec<u8>>, [Vec<u8>; 2]);

fn reductions(elements: impl Fn(Groups) -> usize) -> Vec<Reduction> {
    let mut random = Random(3);
    let mut all = Vec::new();
    for (groups, op) in groups().flat_map(|groups| OPS.map(|op| (groups, op))) {
        let count = elements(groups);
        let data: Vec<_> = (0..groups.len()).map(|_| op.elements(&mut random, count)).collect();
        let combined = [0, 1].map(|group| op.combine_all(groups.of(group, &data)));
        all.push((groups, op, data, combined));
    }
    all
}

#[test]
fn reduce_gives_the_root_the_other_groups_combination() {
    for (groups, op, data, combined) in reductions(|_| 5) {
        for root in groups.roots() {
            let (home, _) = groups.place(root);
            let rank = |process: usize| {
                let role = groups.role(process, root);
                let schedule = inter::reduce(groups.seat(process), role, op.vector(5));
                let room = vec![OLD; if process == root { 5 * UNIT } else { 0 }];
                Rank::new(schedule, data[process].clone(), room)
            };
            let mut expected = vec![vec![]; groups.len()];
            expected[root].clone_from(&combined[1 - home]);
            check(groups, op, &expected, &format!("reduce to {root}"), rank);
        }
    }
}

#[test]
fn allreduce_gives_each_the_other_groups_combination() {
    for (groups, op, data, combined) in reductions(|_| 5) {
        let rank = |process: usize| {
            let schedule = inter::allreduce(groups.seat(process), op.vector(5));
            Rank::new(schedule, data[process].clone(), vec![OLD; 5 * UNIT])
        };
        let theirs = |process| combined[1 - groups.place(process).0].clone();
        let expected: Vec<_> = (0..groups.len()).map(theirs).collect();
        check(groups, op, &expected, "allreduce", rank);
    }
}

/// Element counts that add up to `total`, some of them 0.
fn shares(total: usize, ranks: usize) -> Vec<usize> {
    let boundary = |rank: usize| total * rank / ranks / 2 * 2;
    (0..ranks)
        .map(|rank| if rank + 1 == ranks { total } else { boundary(rank + 1) } - boundary(rank))
        .collect()
}

fn reduce_scatter(groups: Groups, op: Op, total: usize, process: usize) -> (Schedule, Vec<usize>) {
    let (group, _) = groups.place(process);
    let lens: Vec<_> = shares(total, groups.sizes[group]).iter().map(|n| n * UNIT).collect();
    let displs = vec![0; lens.len()];
    let blocks = ScheduleBlocks::Listed { counts: &lens, displs: &displs };
    (inter::reduce_scatter(groups.seat(process), op.vector(total), blocks), lens)
}

#[test]
fn reduce_scatter_divides_the_other_groups_combination() {
    for (groups, op, data, combined) in reductions(|groups| groups.len() + 3) {
        let total = groups.len() + 3;
        let rank = |process: usize| {
            let (schedule, lens) = reduce_scatter(groups, op, total, process);
            let own = lens[groups.place(process).1];
            Rank::new(schedule, data[process].clone(), vec![OLD; own])
        };
        let part = |process: usize| {
            let ((group, rank), (_, lens)) =
                (groups.place(process), reduce_scatter(groups, op, total, process));
            let at = lens[..rank].iter().sum::<usize>();
            combined[1 - group][at..at + lens[rank]].to_vec()
        };
        let expected: Vec<_> = (0..groups.len()).map(part).collect();
        check(groups, op, &expected, "reduce_scatter", rank);
    }
}

/// Fast processes are in the next call while slow ones are still in the last.
#[test]
fn collectives_in_a_row_do_not_mix() {
    for (groups, op, data, combined) in reductions(|_| 5) {
        let rank = |process: usize| {
            let seat = groups.seat(process);
            let again = || inter::allreduce(seat, op.vector(5));
            let mut rank = Rank::new(again(), data[process].clone(), vec![OLD; 5 * UNIT]);
            rank.schedules.extend([inter::barrier(seat), again(), again()]);
            rank
        };
        let theirs = |process| combined[1 - groups.place(process).0].clone();
        let expected: Vec<_> = (0..groups.len()).map(theirs).collect();
        check(groups, op, &expected, "in a row", rank);
    }
}
