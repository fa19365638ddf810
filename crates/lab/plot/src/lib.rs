//! Pictures of measurements: curves over a number, bars side by side, bars one below the other, and maps of ratios, as SVG.
#![forbid(unsafe_code)]

mod bars;
mod curves;
mod heat;
mod rows;

pub use bars::Bars;
pub use curves::{Axis, Curve, Curves};
pub use heat::Heat;
pub use rows::Rows;

use plotters::coord::{CoordTranslate, Shift};
use plotters::prelude::*;
use std::fmt;
use std::path::Path;

/// What cannot be drawn: where, and why.
#[derive(Debug)]
pub struct DrawError {
    file: String,
    why: String,
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot draw {}: {}", self.file, self.why)
    }
}

impl std::error::Error for DrawError {}

/// Colours that can be told apart.
const COLOURS: [RGBColor; 12] = [
    RGBColor(200, 30, 30),
    RGBColor(30, 90, 200),
    RGBColor(0, 140, 140),
    RGBColor(200, 130, 0),
    RGBColor(120, 60, 170),
    RGBColor(70, 140, 40),
    RGBColor(110, 110, 110),
    RGBColor(200, 90, 150),
    RGBColor(60, 60, 60),
    RGBColor(120, 190, 255),
    RGBColor(140, 86, 55),
    RGBColor(180, 200, 60),
];

/// The colour of number `n`; after the last comes the first.
fn colour(n: usize) -> RGBColor {
    COLOURS[n % COLOURS.len()]
}

/// Where a picture is drawn.
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// One picture, or one of several in a file.
#[derive(Clone, Debug)]
pub enum Panel {
    /// Curves.
    Curves(Curves),
    /// Groups of bars.
    Bars(Bars),
    /// A bar for each row.
    Rows(Rows),
    /// A map of ratios.
    Heat(Heat),
}

impl Panel {
    fn draw(&self, area: &Area<'_>) -> Drawn {
        match self {
            Panel::Curves(curves) => curves.draw(area),
            Panel::Bars(bars) => bars.draw(area),
            Panel::Rows(rows) => rows.draw(area),
            Panel::Heat(heat) => heat.draw(area),
        }
    }
}

/// Draws panels of `size` points each into a file, `columns` beside each other.
///
/// # Errors
/// When the file cannot be written.
pub fn draw(
    file: &Path,
    size: (u32, u32),
    columns: usize,
    panels: &[Panel],
) -> Result<(), DrawError> {
    let rows = panels.len().div_ceil(columns).max(1);
    let whole = (size.0 * columns as u32, size.1 * rows as u32);
    let drawn = || -> Drawn {
        let root = SVGBackend::new(file, whole).into_drawing_area();
        root.fill(&WHITE)?;
        for (area, panel) in root.split_evenly((rows, columns)).iter().zip(panels) {
            panel.draw(area)?;
        }
        root.present()?;
        Ok(())
    };
    let failed = |why: Box<dyn std::error::Error>| DrawError {
        file: file.display().to_string(),
        why: why.to_string(),
    };
    drawn().map_err(failed)
}

/// Says what is what.
fn legend<'a, C: CoordTranslate>(chart: &mut ChartContext<'a, SVGBackend<'a>, C>) -> Drawn {
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    Ok(())
}

/// A range around values, with some air, for a logarithmic axis.
fn around(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let grow = |(least, most): (f64, f64), value: f64| (least.min(value), most.max(value));
    let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), grow);
    (least.max(1e-9) / 1.4, most.max(1e-9) * 1.6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds_of_pictures_can_be_drawn() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("all.svg");
        let curve = |name: &str| Curve {
            name: name.into(),
            colour: 1,
            is_ours: true,
            points: vec![(1.0, 2.0), (1024.0, 8.0)],
        };
        let panels = [
            Panel::Curves(Curves {
                title: "some curves".into(),
                x: Axis { name: "message (bytes)".into(), base: 2.0, label: |x| format!("{x:.0}") },
                y: "time (us)".into(),
                curves: vec![curve("first"), curve("second")],
            }),
            Panel::Bars(Bars {
                title: "some bars".into(),
                x: "where".into(),
                y: "time (s)".into(),
                groups: vec!["here".into(), "there".into()],
                bars: vec![
                    ("one".into(), vec![Some(1.0), None]),
                    ("unmeasured".into(), vec![None, None]),
                ],
            }),
            Panel::Rows(Rows {
                title: "some rows".into(),
                x: "time of a step (us)".into(),
                rows: vec![("slow".into(), 9.0), ("fast".into(), 1.0)],
            }),
            Panel::Heat(Heat {
                title: "some ratios".into(),
                columns: vec!["8 B".into(), "64 B".into()],
                rows: vec![("barrier".into(), vec![Some(0.57), None])],
            }),
        ];
        draw(&file, (600, 400), 2, &panels).expect("it can be written");
        let text = std::fs::read_to_string(&file).expect("it is there");
        for word in [
            "some curves",
            "second",
            "some bars",
            "there",
            "one",
            "some rows",
            "fast",
            "barrier",
            "0.57",
        ] {
            assert!(text.contains(word), "{word}");
        }
        assert!(!text.contains("unmeasured"), "what has no value is not in the legend");
        let error = draw(&dir.path().join("no/such/folder.svg"), (9, 9), 1, &panels).unwrap_err();
        assert!(error.to_string().contains("folder.svg"), "{error}");
    }
}
