//! The plot: curves over size on logarithmic axes.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::case::Setting;
use super::launch::Which;
use super::samples::{Point, Samples};

/// A panel: what, in which setting, with its axes.
struct Panel {
    setting: Setting,
    name: &'static str,
    title: &'static str,
    x: &'static str,
    y: &'static str,
}

const PANELS: [Panel; 7] = [
    Panel {
        setting: Setting::Shm,
        name: "latency",
        title: "Shared memory: one way",
        x: "message (bytes)",
        y: "time (us)",
    },
    Panel {
        setting: Setting::Shm,
        name: "bw",
        title: "Shared memory: streaming",
        x: "message (bytes)",
        y: "bandwidth (GB/s)",
    },
    Panel {
        setting: Setting::Shm,
        name: "match-posted",
        title: "8 bytes behind posted receives",
        x: "posted receives (0 shown as 1)",
        y: "time (us)",
    },
    Panel {
        setting: Setting::Shm,
        name: "match-unexpected",
        title: "8 bytes behind unexpected messages",
        x: "unexpected messages (0 shown as 1)",
        y: "time (us)",
    },
    Panel {
        setting: Setting::Tcp,
        name: "latency",
        title: "TCP: one way",
        x: "message (bytes)",
        y: "time (us)",
    },
    Panel {
        setting: Setting::Tcp,
        name: "bw",
        title: "TCP: streaming",
        x: "message (bytes)",
        y: "bandwidth (GB/s)",
    },
    Panel {
        setting: Setting::Idle,
        name: "latency",
        title: "Shared memory with idle methods: one way",
        x: "message (bytes)",
        y: "time (us)",
    },
];

type Curve = (Which, Vec<(f64, f64)>);

fn colour(which: Which) -> RGBColor {
    match which {
        Which::Ferry => RGBColor(200, 30, 30),
        Which::Mpich => RGBColor(30, 90, 200),
        Which::Intel => RGBColor(0, 140, 140),
        Which::OpenMpi => RGBColor(200, 130, 0),
        Which::Socket | Which::Setup(4.., _) => RGBColor(110, 110, 110),
        Which::Setup(0, _) => RGBColor(200, 30, 30),
        Which::Setup(1, _) => RGBColor(30, 90, 200),
        Which::Setup(2, _) => RGBColor(0, 140, 140),
        Which::Setup(3, _) => RGBColor(200, 130, 0),
    }
}

/// Draws the panels that have something to show.
pub(super) fn draw(file: &Path, samples: &Samples) -> Result<()> {
    let panels: Vec<(&Panel, Vec<Curve>)> = PANELS
        .iter()
        .map(|panel| (panel, curves(samples, panel)))
        .filter(|(_, curves)| curves.iter().any(|(_, points)| points.len() > 1))
        .collect();
    if panels.is_empty() {
        return Ok(());
    }
    let rows = panels.len().div_ceil(2);
    let height = u32::try_from(rows)? * 420;
    let root = SVGBackend::new(file, (1200, height)).into_drawing_area();
    let failed = |error: &dyn std::fmt::Display| anyhow!("cannot draw {}: {error}", file.display());
    root.fill(&WHITE).map_err(|error| failed(&error))?;
    for (area, (panel, curves)) in root.split_evenly((rows, 2)).iter().zip(&panels) {
        one(area, panel, curves).map_err(|error| failed(&error))?;
    }
    root.present().map_err(|error| failed(&error))?;
    Ok(())
}

fn curves(samples: &Samples, panel: &Panel) -> Vec<Curve> {
    let of_panel = |point: &Point| point.setting == panel.setting && point.name == panel.name;
    let seen = samples.points.iter().filter(|(point, _)| of_panel(point));
    let all: BTreeSet<Which> = seen.flat_map(|(_, measured)| measured.by.keys().copied()).collect();
    let curve = |which: Which| {
        let points = samples.points.iter();
        let of_panel = points.filter(|(point, _)| of_panel(point));
        // A logarithmic axis has no zero.
        let xy = of_panel.filter_map(|(point, measured)| {
            #[allow(clippy::cast_precision_loss)]
            let x = point.size.max(1) as f64;
            measured.middle(which).filter(|y| *y > 0.0).map(|y| (x, y))
        });
        (which, xy.collect::<Vec<_>>())
    };
    all.into_iter().map(curve).filter(|(_, points)| !points.is_empty()).collect()
}

/// A range around values, with some air.
fn around(values: impl Iterator<Item = f64> + Clone) -> Range<f64> {
    let least = values.clone().fold(f64::INFINITY, f64::min);
    let most = values.fold(f64::NEG_INFINITY, f64::max);
    least / 1.3..most * 1.3
}

fn one<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    panel: &Panel,
    curves: &[Curve],
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let all = || curves.iter().flat_map(|(_, points)| points);
    let (x, y) = (around(all().map(|p| p.0)), around(all().map(|p| p.1)));
    // Messages come in powers of two, queues in powers of ten.
    let base = if panel.x.starts_with("message") { 2.0 } else { 10.0 };
    let mut chart = ChartBuilder::on(area)
        .caption(panel.title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(64)
        .build_cartesian_2d(x.log_scale().base(base), y.log_scale())?;
    chart
        .configure_mesh()
        .x_desc(panel.x)
        .y_desc(panel.y)
        .x_label_formatter(&|x| bytes(*x))
        .y_label_formatter(&|y| format!("{y}"))
        .light_line_style(WHITE)
        .draw()?;
    for (which, points) in curves {
        let colour = colour(*which);
        let width = if *which == Which::Ferry { 3 } else { 2 };
        let style = colour.stroke_width(width);
        chart
            .draw_series(LineSeries::new(points.iter().copied(), style))?
            .label(which.name())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        chart.draw_series(points.iter().map(|point| Circle::new(*point, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()
}

/// `65536` as `64 Ki`.
fn bytes(x: f64) -> String {
    if x >= 1_048_576.0 {
        format!("{:.0} Mi", x / 1_048_576.0)
    } else if x >= 1024.0 && x % 1024.0 == 0.0 {
        format!("{:.0} Ki", x / 1024.0)
    } else {
        format!("{x:.0}")
    }
}
