//! Ranks are bound as asked for, and what is told of it is what `/proc` says.

use crate::common::{HERE, Run, run};
use std::io::Write;

/// A rank that tells its number and its CPUs.
const RANK: &str = "echo $PMI_RANK $(grep Cpus_allowed_list: /proc/self/status)";

/// By rank: the CPUs that it may use, as `/proc` writes them.
fn seen(run: &Run) -> Vec<String> {
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let lines = run.lines();
    lines.iter().map(|line| line.split_whitespace().nth(2).unwrap_or("").to_owned()).collect()
}

fn bound(words: &[&str]) -> Run {
    run(&[words, &["sh", "-c", RANK]].concat())
}

/// This process's CPUs, as `/proc` writes them, and one by one.
fn own() -> (String, Vec<u32>) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let list = line.unwrap().trim().to_owned();
    let numbers = list.split(',').flat_map(|part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        first.parse::<u32>().unwrap()..=last.parse::<u32>().unwrap()
    });
    (list.clone(), numbers.collect())
}

#[test]
fn ranks_are_free_unless_bound() {
    for words in [&["-n", "2"][..], &["-n", "2", "--bind-to", "none", "--map-by", "core"]] {
        assert_eq!(seen(&bound(words)), [own().0, own().0]);
    }
}

#[test]
fn ranks_have_threads_of_their_own() {
    let (_, cpus) = own();
    let count = cpus.len().min(4);
    let words = ["-n", &count.to_string(), "--bind-to", "hwthread", "--report-bindings"];
    let run = bound(&words);
    let seen = seen(&run);
    let mut distinct: Vec<u32> = seen.iter().map(|cpu| cpu.parse().unwrap()).collect();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), count, "{seen:?}");
    assert!(distinct.iter().all(|cpu| cpus.contains(cpu)));
    for (rank, cpu) in seen.iter().enumerate() {
        let place = format!(" is bound to CPU {cpu} (");
        let told = run.stderr.lines().find(|line| line.contains(&format!("rank {rank} ")));
        assert!(told.is_some_and(|told| told.contains(&place)), "{place}: {}", run.stderr);
    }
}

#[test]
fn ranks_on_other_hosts_are_bound_there() {
    let words = ["-launcher", HERE, "-hosts", "a,b", "-n", "4", "--bind-to", "hwthread"];
    let words = [&words[..], &["--map-by", "node", "--report-bindings"]].concat();
    let run = bound(&words);
    let seen = seen(&run);
    // Nodes take turns, and each binds its own ranks from its first CPU on.
    assert_eq!((&seen[0], &seen[2]), (&seen[1], &seen[3]), "{seen:?}");
    assert_eq!(run.stderr.lines().filter(|line| line.contains("is bound to CPU")).count(), 4);
}

#[test]
fn so_many_ranks_for_each_part_of_each_host() {
    let words = ["-launcher", HERE, "-hosts", "a,b", "--map-by", "ppr:1:socket"];
    let one = seen(&bound(&words)).len();
    let two = seen(&bound(&[&words[..5], &["ppr:2:socket"]].concat())).len();
    assert!(one >= 2 && one.is_multiple_of(2) && two == 2 * one, "{one} and {two}");
    let refused = bound(&[&words[..], &["-n", &(one + 1).to_string()]].concat());
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("--oversubscribe"), "{}", refused.stderr);
}

#[test]
fn sets_of_cpus_and_lists() {
    let (_, cpus) = own();
    let last = cpus.last().unwrap().to_string();
    assert_eq!(seen(&bound(&["-n", "2", "--cpu-set", &last])), [last.clone(), last.clone()]);
    assert_eq!(
        seen(&bound(&["-n", "1", "-bind-to", &format!("user:{last}")])),
        std::slice::from_ref(&last)
    );
    let intel = ["-n", "1", "-genv", "I_MPI_PIN_PROCESSOR_LIST", &last];
    assert_eq!(seen(&bound(&intel)), [last]);
}

#[test]
fn a_rankfile_places_ranks() {
    let (_, cpus) = own();
    let (first, last) = (cpus[0], cpus[cpus.len() - 1]);
    let mut file = tempfile::NamedTempFile::new().unwrap();
    write!(file, "rank 0=b slot={last}\nrank 1=a slot={first}\nrank 2=a slot=0:*\n").unwrap();
    let path = file.path().to_str().unwrap().to_owned();
    let script = "echo $PMI_RANK $NOMINAL_HOST $(grep Cpus_allowed_list: /proc/self/status)";
    let run = run(&["-launcher", HERE, "--rankfile", &path, "sh", "-c", script]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let lines = run.lines();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("0 b ") && lines[0].ends_with(&format!(" {last}")), "{lines:?}");
    assert!(lines[1].starts_with("1 a ") && lines[1].ends_with(&first.to_string()), "{lines:?}");
}

#[test]
fn what_is_not_there_is_an_error() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "rank 0=localhost slot=0:999").unwrap();
    let path = file.path().to_str().unwrap();
    for (words, expected) in [
        (&["-n", "1", "--cpu-set", "60000"][..], "CPU 60000 is not among those"),
        (&["-n", "1", "--bind-to", "user:60000"], "CPU 60000 is not among those"),
        (&["-n", "1", "--map-by", "slot:PE=999"], "asks for 999 of core"),
        (&["--rankfile", path], "has no core 999"),
        (&["-launcher", HERE, "-host", "a", "--cpu-set", "60000"], "host a: "),
    ] {
        let run = bound(words);
        assert_eq!(run.status, Some(1), "{words:?}: {}", run.stderr);
        assert!(run.stderr.contains(expected) && run.stdout.is_empty(), "{}", run.stderr);
    }
}

#[test]
fn sharing_cores_is_told_or_refused() {
    let (_, cpus) = own();
    let count = (cpus.len() + 1).to_string();
    let told = bound(&["-n", &count, "--bind-to", "hwthread"]);
    assert_eq!(told.status, Some(0));
    assert!(told.stderr.contains("2 ranks are bound to CPU"), "{}", told.stderr);
    let meant = bound(&["-n", &count, "--bind-to", "hwthread:overload-allowed"]);
    assert_eq!((meant.status, meant.stderr.as_str()), (Some(0), ""));
    let refused = bound(&["-n", &count, "--bind-to", "hwthread:no-overload"]);
    assert_eq!(refused.status, Some(1));
    assert!(refused.stderr.contains("start fewer ranks"), "{}", refused.stderr);
}
