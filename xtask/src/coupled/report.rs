//! The table of settings and times: for people, for programs, and drawn.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use ferry_plot::{Panel, Rows};
use serde_json::json;

use super::{Measured, Times};

/// Median of the rounds.
fn median(measured: &Measured, of: impl Fn(&Times) -> f64) -> f64 {
    let mut values: Vec<f64> = measured.times.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    let (low, high) = ((values.len() - 1) / 2, values.len() / 2);
    (values[low] + values[high]) / 2.0
}

fn table(measured: &[Measured], title: &str) -> String {
    let mut text = format!(
        "# Coupled model\n\n{title}; microseconds a step, medians of {}\n\n",
        measured.first().map_or(0, |m| m.times.len())
    );
    text += "| No. | setting | total | inside the models | between them | checksum |\n";
    text += "| --: | --- | --: | --: | --: | --- |\n";
    for (at, m) in measured.iter().enumerate() {
        text += &format!(
            "| {} | {} | {:.1} | {:.1} | {:.1} | as one rank's |\n",
            at + 1,
            m.name,
            median(m, |t| t.all),
            median(m, |t| t.inside),
            median(m, |t| t.between),
        );
    }
    text
}

/// Writes `coupled.md`, `coupled.json` and `coupled.svg`, and prints the table.
pub(super) fn write(out: &Path, measured: &[Measured], title: &str) -> Result<()> {
    let text = table(measured, title);
    println!("{text}");
    let rows: Vec<_> = measured.iter().map(row).collect();
    let all = json!({ "title": title, "unit": "microseconds per step", "settings": rows });
    let put = |name: &str, text: String| {
        let file = out.join(name);
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
    };
    put("coupled.md", text)?;
    put("coupled.json", serde_json::to_string_pretty(&all)? + "\n")?;
    draw(&out.join("coupled.svg"), measured, title)?;
    println!("report: {}", out.display());
    Ok(())
}

fn row(measured: &Measured) -> serde_json::Value {
    let all = |of: fn(&Times) -> f64| measured.times.iter().map(of).collect::<Vec<_>>();
    json!({
        "name": measured.name,
        "total": all(|t| t.all),
        "inside": all(|t| t.inside),
        "between": all(|t| t.between),
    })
}

/// A bar for each setting.
fn draw(file: &Path, measured: &[Measured], title: &str) -> Result<()> {
    let row = |m: &Measured| (m.name.to_owned(), median(m, |t| t.all));
    let rows = measured.iter().map(row).collect();
    let panel = Rows { title: title.to_owned(), x: "time of a step (us)".to_owned(), rows };
    let size = (1000, 120 + 44 * measured.len() as u32);
    Ok(ferry_plot::draw(file, size, 1, &[Panel::Rows(panel)])?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_files() {
        let times = |all| Times { all, inside: 1.0, between: 2.0 };
        let one = Measured { name: "adaptive", times: vec![times(9.0), times(1.0), times(5.0)] };
        assert_eq!(median(&one, |t| t.all), 5.0);
        let two = Measured { name: "forwarding", times: vec![times(1.0), times(2.0)] };
        assert_eq!(median(&two, |t| t.all), 1.5);
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), &[one, two], "a title").unwrap();
        let text = fs::read_to_string(dir.path().join("coupled.md")).unwrap();
        assert!(text.contains("| 1 | adaptive | 5.0 | 1.0 | 2.0 |"), "{text}");
        for name in ["coupled.json", "coupled.svg"] {
            let text = fs::read_to_string(dir.path().join(name)).unwrap();
            assert!(text.contains("forwarding"), "{name}");
        }
    }
}
