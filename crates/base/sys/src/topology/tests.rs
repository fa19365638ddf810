//! Machines as `/sys` describes them, recorded by hand: usual ones and odd ones.

use super::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A tree like `/sys/devices/system`, gone with this value.
struct Tree(PathBuf);

impl Tree {
    fn new(online: &str) -> Tree {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("topology-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let tree = Tree(std::env::temp_dir().join(name));
        tree.put("cpu/online", online)
    }

    fn put(self, path: &str, text: &str) -> Tree {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, format!("{text}\n")).unwrap();
        self
    }

    fn cpu(self, cpu: u32, socket: i32, siblings: &str) -> Tree {
        let folder = format!("cpu/cpu{cpu}/topology");
        self.put(&format!("{folder}/physical_package_id"), &socket.to_string())
            .put(&format!("{folder}/thread_siblings_list"), siblings)
    }

    fn cache(self, cpu: u32, index: u32, level: u32, kind: &str, shared: &str) -> Tree {
        let folder = format!("cpu/cpu{cpu}/cache/index{index}");
        self.put(&format!("{folder}/level"), &level.to_string())
            .put(&format!("{folder}/type"), kind)
            .put(&format!("{folder}/shared_cpu_list"), shared)
    }

    fn read(&self, allowed: &str) -> Topology {
        Topology::read(&self.0, &cpu_list(allowed).unwrap())
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn shown(topology: &Topology, level: TopologyLevel) -> String {
    let parts = topology.parts(level).iter().map(|part| cpu_list_text(part));
    parts.collect::<Vec<_>>().join(" ")
}

/// Two sockets whose CPUs are numbered in turn, with two threads a core.
fn two_sockets() -> Tree {
    let mut tree = Tree::new("0-7").put("node/node0/cpulist", "0,2,4,6");
    for cpu in 0..8 {
        let siblings = format!("{},{}", cpu % 4, cpu % 4 + 4);
        tree = tree.cpu(cpu, cpu as i32 % 2, &siblings);
    }
    tree.put("node/node1/cpulist", "1,3,5,7")
}

#[test]
fn sockets_whose_cpus_are_numbered_in_turn() {
    let tree = two_sockets();
    let whole = tree.read("0-7");
    assert_eq!(shown(&whole, TopologyLevel::Socket), "0,2,4,6 1,3,5,7");
    assert_eq!(shown(&whole, TopologyLevel::Numa), "0,2,4,6 1,3,5,7");
    // Neighbours in the list are neighbours in the machine.
    assert_eq!(shown(&whole, TopologyLevel::Core), "0,4 2,6 1,5 3,7");
    assert_eq!(shown(&whole, TopologyLevel::Hwthread), "0 4 2 6 1 5 3 7");
    assert_eq!(whole.cpus(), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert!(whole.parts(TopologyLevel::L3Cache).is_empty());
}

#[test]
fn what_may_not_be_used_is_not_there() {
    let tree = two_sockets();
    let part = tree.read("2,4,5");
    assert_eq!(shown(&part, TopologyLevel::Core), "4 2 5");
    assert_eq!(shown(&part, TopologyLevel::Socket), "2,4 5");
    assert_eq!(part, tree.read("0-7").restricted(&[5, 2, 4]));
    // Off line, or beyond what there is.
    let tree = Tree::new("0,2").cpu(0, 0, "0").cpu(2, 0, "2");
    assert_eq!(tree.read("0-3").cpus(), [0, 2]);
}

#[test]
fn a_virtual_machine_that_tells_nothing() {
    let tree = Tree::new("0-2").cpu(0, -1, "0").cpu(1, -1, "junk").cpu(2, -1, "0");
    let topology = tree.read("0-2");
    assert_eq!(shown(&topology, TopologyLevel::Core), "0 1 2");
    assert_eq!(shown(&topology, TopologyLevel::Socket), "0-2");
    assert_eq!(shown(&topology, TopologyLevel::Numa), "0-2");
    let nothing = Topology::read(Path::new("/nonexistent"), &[3, 1]);
    assert_eq!(shown(&nothing, TopologyLevel::Hwthread), "1 3");
    assert!(Topology::read(Path::new("/nonexistent"), &[]).cpus().is_empty());
}

#[test]
fn several_nodes_a_socket_and_memory_without_cpus() {
    let mut tree = Tree::new("0-3");
    for cpu in 0..4 {
        tree = tree.cpu(cpu, 0, &cpu.to_string());
    }
    let tree = tree.put("node/node0/cpulist", "2-3").put("node/node4/cpulist", "0-1");
    let tree = tree.put("node/node2/cpulist", "").put("node/possible", "0-4");
    let topology = tree.read("0-3");
    assert_eq!(shown(&topology, TopologyLevel::Numa), "2-3 0-1");
    assert_eq!(shown(&topology, TopologyLevel::Socket), "0-3");
    assert_eq!(shown(&topology, TopologyLevel::Core), "2 3 0 1");
}

#[test]
fn caches_of_big_and_little_cores() {
    // Two big cores of two threads with a second cache each, four little ones that share one.
    let mut tree = Tree::new("0-7");
    for (cpu, siblings, l2) in [
        (0, "0-1", "0-1"),
        (1, "0-1", "0-1"),
        (2, "2-3", "2-3"),
        (3, "2-3", "2-3"),
        (4, "4", "4-7"),
        (5, "5", "4-7"),
        (6, "6", "4-7"),
        (7, "7", "4-7"),
    ] {
        tree = tree.cpu(cpu, 0, siblings).cache(cpu, 0, 1, "Data", siblings);
        tree = tree.cache(cpu, 1, 1, "Instruction", "0-7").cache(cpu, 2, 2, "Unified", l2);
        tree = tree.cache(cpu, 3, 3, "Unified", "0-7");
    }
    let topology = tree.read("0-7");
    assert_eq!(shown(&topology, TopologyLevel::L1Cache), "0-1 2-3 4 5 6 7");
    assert_eq!(shown(&topology, TopologyLevel::L2Cache), "0-1 2-3 4-7");
    assert_eq!(shown(&topology, TopologyLevel::L3Cache), "0-7");
    assert_eq!(shown(&topology, TopologyLevel::Core), "0-1 2-3 4 5 6 7");
}

#[test]
fn lists_there_and_back() {
    for text in ["0", "0-3,6", "1,3,5-6"] {
        assert_eq!(cpu_list_text(&cpu_list(text).unwrap()), text);
    }
    for wrong in ["", "3-1", "x", "1,", "0-4294967295", "-1"] {
        assert_eq!(cpu_list(wrong), None, "{wrong}");
    }
}

#[test]
fn this_machine_has_cores() {
    let topology = Topology::of_process().unwrap();
    let count = |level| -> usize { topology.parts(level).iter().map(Vec::len).sum() };
    for level in [TopologyLevel::Core, TopologyLevel::Numa, TopologyLevel::Socket] {
        assert_eq!(count(level), topology.cpus().len());
    }
    assert!(!topology.cpus().is_empty());
}
