//! Two hosts: network namespaces joined by a virtual cable, so that ranks of one share memory and
//! ranks of different ones meet over the network. Needs the rights to make namespaces.

use std::process::Command;

use ferry_tests::{Job, Mpi, Outcome};

/// Two namespaces and the cable between them, removed when dropped.
pub(crate) struct Hosts {
    names: [String; 2],
}

fn ip(words: &[&str]) -> bool {
    let output = Command::new("ip").args(words).output();
    output.is_ok_and(|output| output.status.success())
}

impl Hosts {
    /// Lays the cable with these addresses at its ends; `None` where that is not allowed.
    pub(crate) fn make(test: &str, addresses: &[[&str; 2]]) -> Option<Self> {
        let name = |side: &str| format!("ferry-{test}-{}-{side}", std::process::id());
        let hosts = Self { names: [name("a"), name("b")] };
        let [a, b] = hosts.names.each_ref().map(String::as_str);
        if !(ip(&["netns", "add", a]) && ip(&["netns", "add", b])) {
            eprintln!("skipped: namespaces cannot be made here (needs root and `ip`)");
            return None;
        }
        let cable =
            ["link", "add", "cable", "netns", a, "type", "veth", "peer", "cable", "netns", b];
        assert!(ip(&cable), "no cable between {a} and {b}");
        for (side, host) in [a, b].into_iter().enumerate() {
            for pair in addresses {
                let address = pair[side];
                let mut words = vec!["-n", host, "addr", "add", address, "dev", "cable"];
                // Whoever must first ask whether another has the address cannot use it yet.
                words.extend(address.contains(':').then_some("nodad"));
                assert!(ip(&words), "no address {address} in {host}");
            }
            for device in ["lo", "cable"] {
                assert!(ip(&["-n", host, "link", "set", device, "up"]), "{device} of {host}");
            }
        }
        Some(hosts)
    }

    /// The name of one of them, or of the other.
    pub(crate) fn name(&self, side: usize) -> &str {
        &self.names[side]
    }

    /// A device at each behind which everything vanishes, without anybody being told.
    pub(crate) fn dig_a_pit(&self, addresses: [&str; 2]) {
        self.in_each(|side| {
            let (theirs, _) = addresses[1 - side].split_once('/').expect("a network");
            vec![
                "link add hole type veth peer hole-end".to_owned(),
                "link set hole up".to_owned(),
                "link set hole-end up".to_owned(),
                format!("neigh add {theirs} lladdr 02:00:00:00:00:09 dev hole nud permanent"),
            ]
        });
    }

    /// What reaches each host by an address of the cable's: the words of a launcher, with a script that lies in a
    /// folder.
    pub(crate) fn launcher(&self, folder: &std::path::Path, addresses: [&str; 2]) -> String {
        let script = folder.join("reach");
        let [a, b] = &self.names;
        let (first, _) = addresses[0].split_once('/').expect("a network");
        let text = format!(
            "case $1 in {first}) host={a} ;; *) host={b} ;; esac\nshift\nexec ip netns exec $host \"$@\"\n"
        );
        std::fs::write(&script, text).expect("the folder is there");
        format!("sh {} {{host}}", script.display())
    }

    fn in_each(&self, steps: impl Fn(usize) -> Vec<String>) {
        for (side, host) in self.names.iter().enumerate() {
            for step in steps(side) {
                let words: Vec<&str> =
                    ["-n", host.as_str()].into_iter().chain(step.split(' ')).collect();
                assert!(ip(&words), "{words:?}");
            }
        }
    }

    /// A second network at each, whose cable comes back to where it begins: both ends believe that it
    /// leads to the other, and nothing that goes there arrives. Even the neighbour's hardware address
    /// seems known, so that nobody ever says that it is not there.
    fn dig_a_hole(&self, addresses: [&str; 2]) {
        self.dig_a_pit(addresses);
        self.in_each(|side| vec![format!("addr add {} dev hole", addresses[side])]);
    }

    /// Has so many packets of a hundred vanish on their way in; false, having said why, where that is not
    /// possible.
    fn lose(&self, percent: u32) -> bool {
        self.drop_packets(&format!("numgen random mod 100 < {percent}"))
    }

    /// Has packets vanish that are of this kind.
    fn drop_packets(&self, kind: &str) -> bool {
        let rules = format!(
            "add table inet loss; \
             add chain inet loss in {{ type filter hook prerouting priority -300; }}; \
             add rule inet loss in iifname cable {kind} drop"
        );
        let loses = |host: &String| {
            let words = ["netns", "exec", host.as_str(), "nft", rules.as_str()];
            ip(&words)
        };
        let all = self.names.iter().all(loses);
        if !all {
            eprintln!("skipped: packets cannot be dropped here (needs `nft`)");
        }
        all
    }

    pub(crate) fn run(&self, program: &str, ranks: u32, parameters: &[&str]) -> Outcome {
        self.run_with(program, &[], ranks, parameters)
    }

    /// The same for a program with arguments.
    pub(crate) fn run_with(
        &self,
        program: &str,
        words: &[&str],
        ranks: u32,
        parameters: &[&str],
    ) -> Outcome {
        let mpi = Mpi::under_test();
        let path = mpi.program(program);
        let mut job = Job::bare(&mpi).args(&["-hosts", &self.names.join(",")]);
        job = job.args(&["-launcher", "ip netns exec {host}", "-n", &ranks.to_string()]);
        for parameter in parameters {
            job = job.args(&["-set", parameter]);
        }
        job.arg(path).args(words).env("FERRY_REPORT_LINKS", "1").run()
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        for name in &self.names {
            ip(&["netns", "del", name]);
        }
    }
}

/// Addresses of the cable's ends.
pub(crate) const V4: [&str; 2] = ["10.77.0.1/24", "10.77.0.2/24"];
const V6: [&str; 2] = ["fd77::1/64", "fd77::2/64"];

/// Every line about a link names the method that its two ends' places ask for.
fn links_are_right(outcome: &Outcome, ranks: u32) {
    let mut seen = 0;
    for line in outcome.stderr.lines().filter_map(|line| line.strip_prefix("ferry: link ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [from, "->", to, method, ..] = words[..] else { panic!("{line}") };
        let [from, to] = [from, to].map(|rank| rank.parse::<u32>().expect("a rank"));
        let wanted = match (from == to, from % 2 == to % 2) {
            (true, _) => "local",
            (false, true) => "shm",
            (false, false) => "tcp",
        };
        assert_eq!(method, wanted, "{line}");
        seen += u32::from(from != to);
    }
    assert!(seen >= ranks, "only {seen} links in\n{}", outcome.stderr);
}

/// Ranks are dealt to the hosts in turn: 0 and 2 share one, 1 and 3 the other.
#[test]
fn shared_memory_within_and_the_network_between() {
    let Some(hosts) = Hosts::make("mixed", &[V4, V6]) else { return };
    for program in ["p2p", "coll", "requests", "threads"] {
        let outcome = hosts.run(program, 4, &[]);
        outcome.ok();
        if program == "coll" {
            links_are_right(&outcome, 4);
        }
    }
}

#[test]
fn sleepers_wake_for_both() {
    let Some(hosts) = Hosts::make("sleep", &[V4]) else { return };
    for parameter in ["wait.spin=0us", "wait.oversubscribed=yes", "progress=thread"] {
        for program in ["coll", "threads"] {
            hosts.run(program, 4, &[parameter]).ok();
        }
    }
}

#[test]
fn only_the_newer_protocol() {
    let Some(hosts) = Hosts::make("v6", &[V6]) else { return };
    hosts.run("coll", 4, &[]).ok();
}

#[test]
fn an_address_that_leads_nowhere_does_not_hold_up() {
    let Some(hosts) = Hosts::make("hole", &[V4]) else { return };
    hosts.dig_a_hole(["10.78.0.1/24", "10.78.0.2/24"]);
    hosts.run("coll", 4, &[]).ok();
}

#[test]
fn ports_and_networks_by_choice() {
    let Some(hosts) = Hosts::make("ports", &[V4]) else { return };
    for parameter in ["tcp.ports=40000-40010", "tcp.ports=41000", "tcp.interface=10.77.0.0/24"] {
        hosts.run("coll", 4, &[parameter]).ok();
    }
}

/// Methods of user space are looked after until all ranks have met to end.
#[test]
fn the_last_messages_arrive_though_packets_are_lost() {
    let Some(hosts) = Hosts::make("last", &[V4]) else { return };
    if !hosts.lose(10) {
        return;
    }
    for method in ["methods=sctp", "methods=quic"] {
        hosts.run("last_words", 2, &[method]).ok();
    }
}

/// Looks often, as the program is short.
const ADAPTING: [&str; 1] = ["adapt.interval=2ms"];

/// The method of each rank's link to the other, and why.
pub(crate) fn ways(outcome: &Outcome) -> Vec<(String, String)> {
    let links = outcome.stderr.lines().filter_map(|line| line.strip_prefix("ferry: link "));
    let ways: Vec<(String, String)> = links
        .filter_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [from, "->", to, method, ..] = words[..] else { panic!("{line}") };
            let is_in_use = !line.contains("used before");
            (from != to && is_in_use).then(|| (method.to_owned(), line.to_owned()))
        })
        .collect();
    assert_eq!(ways.len(), 2, "{}", outcome.stderr);
    ways
}

/// Runs, of which the links have to move in one: what is lost while packets wait in queues counts for nothing,
/// and on a busy machine they may wait whenever one is lost.
const TRIES: usize = 6;

/// Whether both links move, each for the reason that there is.
fn all_move(hosts: &Hosts) -> bool {
    let outcome = hosts.run("volley", 2, &ADAPTING);
    outcome.ok();
    let moved = |(method, line): &(String, String)| {
        // On a machine where SCTP then does less than TCP did, it goes back after some seconds.
        let is_back = line.contains("back from sctp to tcp: less went by it");
        assert!(method == "tcp" || line.contains("moved from tcp to sctp"), "{line}");
        method == "sctp" || is_back
    };
    ways(&outcome).iter().all(moved)
}

#[test]
fn a_link_whose_path_loses_packets_moves() {
    let Some(hosts) = Hosts::make("adapt", &[V4]) else { return };
    if !hosts.lose(3) {
        return;
    }
    assert!((0..TRIES).any(|_| all_move(&hosts)), "no link moved");
    // Whoever wants TCP gets it.
    for wish in ["methods=tcp", "adapt.methods="] {
        let outcome = hosts.run("volley", 2, &[wish, ADAPTING[0]]);
        outcome.ok();
        assert!(ways(&outcome).iter().all(|(method, _)| method == "tcp"), "{}", outcome.stderr);
    }
}

#[test]
fn a_link_whose_path_is_well_stays() {
    let Some(hosts) = Hosts::make("well", &[V4]) else { return };
    let outcome = hosts.run("volley", 2, &ADAPTING);
    outcome.ok();
    assert!(ways(&outcome).iter().all(|(method, _)| method == "tcp"), "{}", outcome.stderr);
}

#[test]
fn a_firewall_is_no_reason_to_lose_a_peer() {
    let Some(hosts) = Hosts::make("wall", &[V4]) else { return };
    if !hosts.lose(3) || !hosts.drop_packets("meta l4proto udp") {
        return;
    }
    // The other method is given up, or still being tried when the program ends.
    for patience in ["sctp.connect_timeout=100ms", "sctp.connect_timeout=120s"] {
        let outcome = hosts.run("volley", 2, &[patience, ADAPTING[0]]);
        outcome.ok();
        assert!(ways(&outcome).iter().all(|(method, _)| method == "tcp"), "{}", outcome.stderr);
    }
}
