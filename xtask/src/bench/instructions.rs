//! How many instructions calls take, counted by callgrind: a guard that no neighbour disturbs.
//!
//! Each call is counted many times and the lower quartile taken: the first finds nothing prepared, and a
//! message that comes a little late costs its receiver polls in vain, on a busy machine more often than not.

mod front_ends;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::build::{self, Profile};
use crate::test::Tally;
use crate::{layout, needs, peers, step};

/// Growth from which the guard complains.
const MOST: f64 = 1.03;
const ROUNDS: &str = "24";
/// So often all is counted once more where a call seems to have grown: what a clock or another process brings about
/// falls on some of the counts, what a call does on all.
const AGAIN: u32 = 2;
/// The program in Rust.
const COUNTED: &str = "counted";

/// How the two ranks reach each other.
#[derive(Clone, Copy)]
struct CountedWay {
    /// As the table has it.
    name: &'static str,
    method: &'static str,
    /// A parameter.
    set: Option<&'static str>,
}

impl CountedWay {
    /// A method as it is.
    const fn of(method: &'static str) -> Self {
        CountedWay { name: method, method, set: None }
    }

    /// A method under the direct design of point-to-point.
    const fn direct(name: &'static str, method: &'static str) -> Self {
        CountedWay { name, method, set: Some("p2p=direct") }
    }
}

const SHM: CountedWay = CountedWay::of("shm");
/// A method that can hold single streams back, by both designs. What SCTP and QUIC do in a call depends on their
/// timers too, which no table can hold.
const DESIGNS: [CountedWay; 2] =
    [CountedWay::of("tcp-stream"), CountedWay::direct("tcp-stream direct", "tcp-stream")];

/// Instructions by call, and the compiler they were counted with: another one's are not comparable.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Table {
    compiler: String,
    count: BTreeMap<String, u64>,
}

impl Table {
    /// The least of two counts of each call.
    fn keep_least(&mut self, again: BTreeMap<String, u64>) {
        for (call, count) in again {
            self.count.entry(call).and_modify(|least| *least = count.min(*least)).or_insert(count);
        }
    }
}

/// The remark on a call that has grown.
const GREW: &str = "  grew";

/// A call that was counted before or now.
#[derive(PartialEq, Debug)]
struct Row<'a> {
    call: &'a str,
    before: Option<u64>,
    now: Option<u64>,
}

impl Row<'_> {
    fn growth(&self) -> Option<f64> {
        Some(self.now? as f64 / self.before? as f64)
    }

    /// Whether it has not grown; a call that is in one table only has to be looked at.
    fn is_kept(&self) -> bool {
        self.growth().is_some_and(|growth| growth <= MOST)
    }

    /// What is to be looked at, in a word.
    fn remark(&self) -> &'static str {
        match (self.before, self.now) {
            (None, _) => "  new",
            (_, None) => "  gone",
            _ if self.is_kept() => "",
            _ => GREW,
        }
    }
}

fn file() -> PathBuf {
    layout::root().join("bench/instructions.toml")
}

/// Counts, and compares with the committed table, or writes it anew.
pub(crate) fn run(prefix: Option<&Path>, accept: bool) -> Result<Tally> {
    needs::meet(&[needs::CC, needs::VALGRIND])?;
    peers::ensure(&front_ends::COMPILERS)?;
    let built = layout::ferry();
    if prefix.is_none() {
        build::prefix(Profile::Release)?;
    }
    let prefix = prefix.unwrap_or(&built);
    let mut now = Table { compiler: compiler()?, count: count(prefix)? };
    if accept {
        let head = "# Instructions by call, as `cargo xtask bench --only instructions --accept` counts them.\n";
        fs::write(file(), head.to_owned() + &toml::to_string(&now)?)?;
        step::say(&format!("wrote {}", file().display()));
    }
    let text = fs::read_to_string(file()).with_context(|| file().display().to_string())?;
    let before: Table = toml::from_str(&text).with_context(|| file().display().to_string())?;
    let most = if before.compiler == now.compiler { AGAIN } else { 0 };
    for _ in 0..most {
        if rows(&before, &now).iter().all(|row| row.remark() != GREW) {
            break;
        }
        step::say("counting again what has grown");
        now.keep_least(count(prefix)?);
    }
    let rows = rows(&before, &now);
    print(&rows);
    let fronts = front_ends::compare(&now.count);
    if before.compiler != now.compiler {
        step::say(&format!(
            "not judged: the table is for {}, and this is {}",
            before.compiler, now.compiler
        ));
        return Ok(Tally { passed: rows.len() as u64, failed: 0 });
    }
    let kept = rows.iter().filter(|row| row.is_kept()).count() as u64;
    Ok(Tally { passed: kept + fronts.passed, failed: rows.len() as u64 - kept + fronts.failed })
}

fn compiler() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = step::read(Command::new(rustc).arg("--version"))?;
    Ok(format!("{}, {}", version.trim(), std::env::consts::ARCH))
}

fn rows<'a>(before: &'a Table, now: &'a Table) -> Vec<Row<'a>> {
    let calls: std::collections::BTreeSet<&String> =
        before.count.keys().chain(now.count.keys()).collect();
    let get = |table: &Table, call: &String| table.count.get(call).copied();
    calls
        .into_iter()
        .map(|call| Row { call, before: get(before, call), now: get(now, call) })
        .collect()
}

fn print(rows: &[Row<'_>]) {
    let shown = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
    println!("{:48} {:>8} {:>8} {:>6}", "instructions", "before", "now", "ratio");
    for row in rows {
        let ratio = row.growth().map_or("-".to_owned(), |growth| format!("{growth:.3}"));
        let (before, now) = (shown(row.before), shown(row.now));
        println!("{:48} {before:>8} {now:>8} {ratio:>6}{}", row.call, row.remark());
    }
}

/// A program of `bench/c`, compiled.
fn compiled(mpicc: &Path, name: &str, program: PathBuf, libraries: &[&str]) -> Result<PathBuf> {
    let source = layout::root().join(format!("bench/c/{name}.c"));
    let mut cc = Command::new(mpicc);
    cc.args(["-O2", "-g", "-Wall", "-o"]).arg(&program).arg(source).args(libraries);
    step::quiet(&mut cc).map(|_| program)
}

/// All calls of all programs.
fn count(prefix: &Path) -> Result<BTreeMap<String, u64>> {
    let dir = layout::target().join("bench/instructions");
    fs::create_dir_all(&dir)?;
    let compile = |name: &str, libraries: &[&str]| {
        compiled(&prefix.join("bin/mpicc"), name, dir.join(name), libraries)
    };
    let program = compile("instructions", &[])?;
    let foreign = front_ends::programs(&dir)?;
    let portals = compile("instructions_portals", &["-lferry_portals3"])?;
    let portals4 = compile("instructions_portals4", &["-lferry_portals4"])?;
    let mplite = compile("instructions_mplite", &["-lferry_mplite"])?;
    let counted = build::bench(COUNTED)?;

    let shm = ["message", "window", "test", "collective"];
    // By themselves, since where there is a window progress has more to do.
    let memory = ["access"];
    let mut counts = BTreeMap::new();
    // The function within which is counted, as each language names it.
    let (in_c, in_rust) = ((&program, "measured"), (&counted, "counted::measured"));
    let (of_portals, of_mplite) = ((&portals, "measured"), (&mplite, "measured"));
    let of_portals4 = (&portals4, "measured");
    let mut runs: Vec<(CountedWay, _, &[_])> = vec![
        (SHM, in_c, &shm),
        (SHM, in_c, &memory),
        (CountedWay::of("tcp"), in_c, &shm[..1]),
        (SHM, in_rust, &[]),
        (SHM, of_portals, &[]),
        (SHM, of_portals4, &[]),
        (SHM, of_mplite, &[]),
    ];
    for (way, program) in front_ends::WAYS.into_iter().zip(&foreign) {
        // Not collectives, whose counts depend on who has come first.
        runs.extend([&shm[..3], &memory].map(|words| (way, (program, "measured"), words)));
    }
    runs.extend(DESIGNS.map(|way| (way, in_c, &["short"][..])));
    for (way, program, words) in runs {
        step::say(&format!("counting over {}: {}", way.name, program.0.display()));
        for (call, mut all) in one(prefix, &dir, way, program, words)? {
            all.sort_unstable();
            counts.insert(format!("{}: {call}", way.name), all[all.len() / 4]);
        }
    }
    Ok(counts)
}

/// All counts of the calls of one program on two ranks.
fn one(
    prefix: &Path,
    dir: &Path,
    way: CountedWay,
    (program, measured): (&PathBuf, &str),
    words: &[&str],
) -> Result<BTreeMap<String, Vec<u64>>> {
    let run = tempfile::tempdir_in(dir)?;
    let mut command = Command::new("timeout");
    command.args(["-k", "5", "60"]).arg(prefix.join("bin/mpiexec"));
    command.args(["--methods", &format!("{},local", way.method), "-n", "2"]);
    command.args(way.set.iter().flat_map(|set| ["--set", *set]));
    command.args(["valgrind", "-q", "--tool=callgrind", "--combine-dumps=yes"]);
    command.arg(format!("--toggle-collect={measured}")).arg(format!("--dump-after={measured}"));
    let out = run.path().join("counts.%q{PMI_RANK}");
    command.arg(format!("--callgrind-out-file={}", out.display()));
    command.arg(program).arg(run.path()).arg(ROUNDS).args(words);
    command.env("LD_LIBRARY_PATH", prefix.join("lib")).stdin(Stdio::null());
    step::quiet(&mut command)?;
    let mut all = BTreeMap::new();
    for rank in 0..2 {
        let read = |what: &str| {
            let path = run.path().join(format!("{what}.{rank}"));
            fs::read_to_string(&path).with_context(|| path.display().to_string())
        };
        add(&read("labels")?, &read("counts")?, &mut all)?;
    }
    Ok(all)
}

/// Adds what a rank counted: a label a line, and a summary of each dump; the last dump is of the end.
fn add(labels: &str, counts: &str, all: &mut BTreeMap<String, Vec<u64>>) -> Result<()> {
    let summary = |line: &str| line.strip_prefix("summary: ")?.trim().parse::<u64>().ok();
    let counts: Vec<u64> = counts.lines().filter_map(summary).collect();
    if counts.len() < labels.lines().count() {
        bail!("callgrind wrote {} dumps for {} calls", counts.len(), labels.lines().count());
    }
    for (label, count) in labels.lines().zip(counts) {
        all.entry(label.to_owned()).or_default().push(count);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(counts: &[(&str, u64)]) -> Table {
        let count = counts.iter().map(|(call, count)| ((*call).to_owned(), *count)).collect();
        Table { compiler: "some".into(), count }
    }

    #[test]
    fn dumps_belong_to_labels_in_their_order() {
        let mut all = BTreeMap::new();
        let counts = "part: 1\nsummary: 900\ntotals: 900\nsummary: 20\nsummary: 500\nsummary: 1\n";
        add("send\nrecv\nsend\n", counts, &mut all).unwrap();
        assert_eq!(
            all,
            [("recv".to_owned(), vec![20]), ("send".to_owned(), vec![900, 500])].into()
        );
        let error = add("a\nb\n", "summary: 1\n", &mut all).unwrap_err().to_string();
        assert!(error.contains("1 dumps for 2 calls"), "{error}");
    }

    #[test]
    fn of_counts_that_differ_the_least_is_kept() {
        let mut counted = table(&[("a", 1000), ("b", 900)]);
        counted.keep_least(table(&[("a", 950), ("b", 990), ("c", 1)]).count);
        assert_eq!(counted, table(&[("a", 950), ("b", 900), ("c", 1)]));
    }

    #[test]
    fn growth_and_calls_of_one_table_are_seen() {
        let (before, now) =
            (table(&[("a", 1000), ("b", 1000), ("c", 5)]), [("a", 1030), ("b", 1031), ("d", 5)]);
        let now = table(&now);
        let kept: Vec<bool> = rows(&before, &now).iter().map(Row::is_kept).collect();
        assert_eq!(kept, [true, false, false, false]);
    }
}
