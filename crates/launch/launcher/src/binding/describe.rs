//! CPUs as people speak of them.

use ferry_sys::{Topology, TopologyLevel, cpu_list_text};

/// Names CPUs, with the sockets and cores of the machine that they are of.
pub(crate) fn describe(machine: &Topology, cpus: &[u32]) -> String {
    let number = if cpus.len() == 1 { "CPU" } else { "CPUs" };
    let mut text = format!("{number} {}", cpu_list_text(cpus));
    let cores = machine.parts(TopologyLevel::Core);
    let is_among = |part: &[u32]| part.iter().any(|cpu| cpus.contains(cpu));
    let mut places = Vec::new();
    for (socket, whole) in machine.parts(TopologyLevel::Socket).iter().enumerate() {
        let own = cores.iter().filter(|core| core.iter().any(|cpu| whole.contains(cpu)));
        let used = own.enumerate().filter(|(_, core)| is_among(core));
        let used: Vec<u32> = used.map(|(number, _)| number as u32).collect();
        if !used.is_empty() {
            let word = if used.len() == 1 { "core" } else { "cores" };
            places.push(format!("socket {socket} {word} {}", cpu_list_text(&used)));
        }
    }
    if !places.is_empty() {
        text += &format!(" ({})", places.join(", "));
    }
    text
}
