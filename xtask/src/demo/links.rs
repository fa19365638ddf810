//! Who talked to whom by what, from the reports that ranks write with `report_links_as=json`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A line of a report; others have no such name.
#[derive(Deserialize)]
struct Line {
    ferry_link: Link,
}

#[derive(Deserialize)]
struct Link {
    rank: u32,
    peer: u32,
    method: String,
    bytes_sent: u64,
    frames_sent: u64,
}

/// What each pair of ranks sent by which methods.
#[derive(Default, Debug)]
pub(super) struct Links {
    sent: BTreeMap<(u32, u32), Vec<(String, u64)>>,
    ranks: u32,
}

impl Links {
    /// Takes a line; whether it was a report.
    pub(super) fn take(&mut self, line: &str) -> bool {
        let Ok(Line { ferry_link: link }) = serde_json::from_str(line) else { return false };
        self.ranks = self.ranks.max(link.rank + 1).max(link.peer + 1);
        if link.frames_sent > 0 && link.rank != link.peer {
            let pair = self.sent.entry((link.rank, link.peer)).or_default();
            pair.push((link.method, link.bytes_sent));
        }
        true
    }

    /// A table of ranks by ranks.
    pub(super) fn table(&self) -> String {
        let cell = |from: u32, to: u32| match self.sent.get(&(from, to)) {
            _ if from == to => String::new(),
            None => "-".into(),
            Some(ways) => {
                let ways = ways.iter().map(|(method, bytes)| format!("{method} {}", size(*bytes)));
                ways.collect::<Vec<_>>().join(" + ")
            }
        };
        let rows = (0..self.ranks).map(|from| {
            let cells = (0..self.ranks).map(|to| cell(from, to));
            (format!("rank {from}"), cells.collect::<Vec<_>>())
        });
        let rows: Vec<(String, Vec<String>)> = rows.collect();
        let head: Vec<String> = (0..self.ranks).map(|to| format!("rank {to}")).collect();
        let cells = rows.iter().flat_map(|(_, cells)| cells).chain(&head);
        let width = cells.map(String::len).max().unwrap_or(0);
        let line = |name: &str, cells: &[String]| {
            let cells = cells.iter().map(|cell| format!("  {cell:>width$}"));
            format!("{name:>8}{}\n", cells.collect::<String>())
        };
        let rows = rows.iter().map(|(name, cells)| line(name, cells));
        line("", &head) + &rows.collect::<String>()
    }
}

/// Bytes for people.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut scaled = bytes as f64 / 1000.0;
    let mut unit = 0;
    while scaled >= 999.5 && unit + 1 < UNITS.len() {
        scaled /= 1000.0;
        unit += 1;
    }
    let digits = usize::from(scaled < 9.95);
    format!("{scaled:.digits$} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(rank: u32, peer: u32, method: &str, bytes: u64) -> String {
        format!(
            r#"{{"ferry_link":{{"rank":{rank},"host":"h","peer":{peer},"method":"{method}","carries":["all"],"frames_sent":2,"bytes_sent":{bytes},"frames_received":0,"bytes_received":0,"why":"first"}}}}"#
        )
    }

    #[test]
    fn a_table_of_methods_and_sizes() {
        let mut links = Links::default();
        for (rank, peer, method, bytes) in [
            (0, 1, "shm", 18_400_000),
            (1, 0, "shm", 900),
            (1, 2, "tcp", 1_230),
            (1, 2, "quic", 5),
            (2, 2, "local", 7),
        ] {
            assert!(links.take(&report(rank, peer, method, bytes)));
        }
        let table = links.table();
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let rows: Vec<String> = table.lines().map(words).collect();
        assert_eq!(
            rows,
            [
                "rank 0 rank 1 rank 2",
                "rank 0 shm 18 MB -",
                "rank 1 shm 900 B tcp 1.2 kB + quic 5 B",
                "rank 2 - -",
            ]
        );
        // The columns stand under their heads.
        let ends: Vec<usize> = table.lines().map(|line| line.trim_end().len()).collect();
        assert_eq!(ends[0], ends[1], "{table}");
    }

    #[test]
    fn other_lines_are_left_alone() {
        let mut links = Links::default();
        for line in ["", "ferry: link 0 -> 1 shm (first)", "{\"x\":1}", "warning: no tea"] {
            assert!(!links.take(line), "{line}");
        }
    }

    #[test]
    fn sizes() {
        let all = [0, 999, 1000, 9_949, 9_950, 999_499, 999_500, 18_400_000, 5_000_000_000];
        assert_eq!(
            all.map(size),
            ["0 B", "999 B", "1.0 kB", "9.9 kB", "10 kB", "999 kB", "1.0 MB", "18 MB", "5.0 GB"]
        );
    }
}
