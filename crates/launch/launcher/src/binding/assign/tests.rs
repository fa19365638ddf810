use super::super::describe;
use super::*;
use ferry_sys::cpu_list;
use proptest::prelude::*;
use std::sync::OnceLock;

/// Two sockets of two cores of two threads each: cores 0,4 and 2,6 in the first, 1,5 and 3,7 in the second.
fn machine() -> Topology {
    static MACHINE: OnceLock<Topology> = OnceLock::new();
    MACHINE.get_or_init(recorded).clone()
}

fn recorded() -> Topology {
    let tree = tempfile::tempdir().unwrap();
    let put = |path: String, text: String| {
        let path = tree.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    for cpu in 0..8 {
        let folder = format!("cpu/cpu{cpu}/topology");
        put(format!("{folder}/physical_package_id"), format!("{}", cpu % 2));
        put(format!("{folder}/core_cpus_list"), format!("{},{}", cpu % 4, cpu % 4 + 4));
    }
    Topology::read(tree.path(), &(0..8).collect::<Vec<u32>>())
}

fn parts(target: TopologyLevel, map: TopologyLevel) -> BindingPolicy {
    let unit = (target.min(TopologyLevel::Core), 1);
    let target = BindTarget::Parts(target);
    BindingPolicy { target, map, unit, ..BindingPolicy::default() }
}

fn shown(policy: &BindingPolicy, count: u32) -> String {
    let ranks: Vec<u32> = (0..count).collect();
    let assigned = assign(&machine(), policy, &ranks).unwrap();
    let text = |cpus: &Option<Vec<u32>>| cpus.as_ref().map_or("-".into(), |c| cpu_list_text(c));
    assigned.cpus.iter().map(text).collect::<Vec<_>>().join(" ")
}

fn refused(policy: &BindingPolicy, count: u32) -> String {
    assign(&machine(), policy, &(0..count).collect::<Vec<u32>>()).unwrap_err()
}

use TopologyLevel::{Core, Host, Hwthread, L3Cache, Numa, Socket};

#[test]
fn ranks_are_bound_to_parts_in_turn() {
    assert_eq!(shown(&parts(Core, Core), 4), "0,4 2,6 1,5 3,7");
    assert_eq!(shown(&parts(Core, Host), 3), "0,4 2,6 1,5");
    assert_eq!(shown(&parts(Hwthread, Hwthread), 3), "0 4 2");
    assert_eq!(shown(&parts(Socket, Socket), 3), "0,2,4,6 1,3,5,7 0,2,4,6");
    assert_eq!(shown(&parts(Core, Socket), 4), "0,4 1,5 2,6 3,7");
    assert_eq!(shown(&parts(Socket, Core), 3), "0,2,4,6 0,2,4,6 1,3,5,7");
    assert_eq!(shown(&parts(Numa, Numa), 2), "0-7 0-7");
}

#[test]
fn several_cores_for_a_rank() {
    let wide = |map, level, width| BindingPolicy { unit: (level, width), ..parts(Core, map) };
    assert_eq!(shown(&wide(Socket, Core, 2), 2), "0,2,4,6 1,3,5,7");
    assert_eq!(shown(&wide(Core, Core, 2), 2), "0,2,4,6 1,3,5,7");
    assert_eq!(shown(&wide(Host, Core, 3), 1), "0-2,4-6");
    let threads =
        BindingPolicy { target: BindTarget::Parts(Hwthread), ..wide(Socket, Hwthread, 2) };
    assert_eq!(shown(&threads, 4), "0,4 1,5 2,6 3,7");
    assert!(refused(&wide(Socket, Core, 3), 1).contains("asks for 3 of core"));
}

#[test]
fn so_many_a_part_and_numbers() {
    let packed = BindingPolicy { pack: 2, ..parts(Core, Socket) };
    assert_eq!(shown(&packed, 4), "0,4 2,6 1,5 3,7");
    assert!(refused(&packed, 5).contains("5 ranks do not fit"));
    let around = BindingPolicy { numbering: Numbering::Around(Socket), ..parts(Core, Core) };
    assert_eq!(shown(&around, 4), "0,4 1,5 2,6 3,7");
    let filled = BindingPolicy { numbering: Numbering::Filled, ..parts(Core, Socket) };
    assert_eq!(shown(&filled, 4), "0,4 2,6 1,5 3,7");
}

#[test]
fn lists_and_sets() {
    let lists = vec![vec![3], vec![0, 1]];
    let listed = BindingPolicy { target: BindTarget::Lists(lists), ..BindingPolicy::default() };
    assert_eq!(shown(&listed, 3), "3 0-1 3");
    let cut = |cpus: &str, policy| BindingPolicy { cpus: cpu_list(cpus).unwrap(), ..policy };
    assert_eq!(shown(&cut("1,5,7", BindingPolicy::default()), 2), "1,5,7 1,5,7");
    assert_eq!(shown(&cut("1,5,7", parts(Core, Core)), 2), "1,5 7");
    assert!(refused(&cut("1,8", parts(Core, Core)), 1).contains("CPU 8"));
    assert_eq!(shown(&BindingPolicy::default(), 2), "- -");
}

#[test]
fn ranks_of_a_rankfile() {
    let listed = [(0, "1:0-1"), (1, "0:1"), (2, "6"), (3, "0:0,1:1"), (4, "1:*")];
    let listed = listed.map(|(rank, text)| (rank, text.to_owned())).to_vec();
    let policy = BindingPolicy { listed, ..BindingPolicy::default() };
    assert_eq!(shown(&policy, 6), "1,3,5,7 2,6 6 0,3-4,7 1,3,5,7 -");
    for (text, expected) in
        [("2:0", "no socket 2"), ("1:2", "socket 1 has no core 2"), ("9", "CPU 9")]
    {
        let listed = vec![(0, text.to_owned())];
        let policy = BindingPolicy { listed, ..BindingPolicy::default() };
        let why = refused(&policy, 1);
        assert!(why.contains(expected) && why.contains("rank 0"), "{why}");
    }
}

#[test]
fn more_ranks_than_cores_is_told() {
    let five: Vec<u32> = (0..5).collect();
    let policy = parts(Core, Core);
    let told = assign(&machine(), &policy, &five).unwrap();
    assert!(told.warning.clone().unwrap().contains("2 ranks are bound to CPU 0,4"));
    assert_eq!((told.contenders(0), told.contenders(1)), (Some(2), Some(1)));
    let refusing = BindingPolicy { overload: Overload::Refused, ..policy.clone() };
    assert!(refused(&refusing, 5).contains("not allowed"));
    let allowing = BindingPolicy { overload: Overload::Allowed, ..policy };
    assert_eq!(assign(&machine(), &allowing, &five).unwrap().warning, None);
    // Two ranks on a socket of two cores share nothing.
    assert_eq!(assign(&machine(), &parts(Socket, Socket), &five[..4]).unwrap().warning, None);
}

#[test]
fn what_the_system_does_not_tell_is_an_error() {
    assert!(refused(&parts(L3Cache, L3Cache), 1).contains("no l3cache"));
}

#[test]
fn cpus_have_places() {
    assert_eq!(describe(&machine(), &[1, 5]), "CPUs 1,5 (socket 1 core 0)");
    assert_eq!(describe(&machine(), &[2]), "CPU 2 (socket 0 core 1)");
    let both = "CPUs 0,3-4,6-7 (socket 0 cores 0-1, socket 1 core 1)";
    assert_eq!(describe(&machine(), &[0, 3, 4, 6, 7]), both);
}

proptest! {
    /// Whatever is asked for, ranks get CPUs of the machine, or an error; and none shares a core before all have one.
    #[test]
    fn ranks_get_what_there_is(
        target in 0..8usize, map in 0..8usize, unit in 0..8usize, width in 0..5u32,
        pack in 0..4u32, around in 0..10usize, count in 0..12u32, mask in 1..256u32,
    ) {
        let levels = TopologyLevel::ALL;
        let numbering = match around {
            8 => Numbering::AsMapped,
            9 => Numbering::Filled,
            level => Numbering::Around(levels[level]),
        };
        let policy = BindingPolicy {
            target: BindTarget::Parts(levels[target]),
            map: levels[map],
            unit: (levels[unit], width),
            pack,
            numbering,
            cpus: (0..8).filter(|cpu| mask & (1 << cpu) != 0).collect(),
            ..BindingPolicy::default()
        };
        let ranks: Vec<u32> = (0..count).collect();
        if let Ok(assigned) = assign(&machine(), &policy, &ranks) {
            prop_assert_eq!(assigned.cpus.len(), ranks.len());
            for cpus in assigned.cpus.iter().map(|cpus| cpus.as_ref().unwrap()) {
                prop_assert!(!cpus.is_empty() && cpus.iter().all(|cpu| policy.cpus.contains(cpu)));
                prop_assert!(cpus.is_sorted_by(|a, b| a < b));
            }
        }
    }

    #[test]
    fn bound_to_cores_nobody_shares_while_there_is_room(
        map in 0..8usize, around in 0..10usize, count in 0..5u32,
    ) {
        let levels = TopologyLevel::ALL;
        prop_assume!(!machine().parts(levels[map]).is_empty() && levels[map] >= Core);
        let numbering = match around {
            8 => Numbering::AsMapped,
            9 => Numbering::Filled,
            level => Numbering::Around(levels[level]),
        };
        let policy = BindingPolicy { numbering, ..parts(Core, levels[map]) };
        if let Ok(assigned) = assign(&machine(), &policy, &(0..count).collect::<Vec<u32>>()) {
            let all: std::collections::BTreeSet<_> = assigned.cpus.iter().collect();
            prop_assert_eq!(all.len(), count as usize);
            prop_assert_eq!(assigned.warning, None);
        }
    }
}
