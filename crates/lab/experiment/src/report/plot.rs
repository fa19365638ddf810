//! A picture of a table: curves over a number, or bars side by side.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use super::columns;
use crate::experiments::Table;
use crate::store::Store;

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
const SIZE: (u32, u32) = (1100, 520);

/// Draws a table; false if it has nothing to show.
pub(super) fn draw(file: &Path, table: &Table, store: &Store) -> Result<bool> {
    let means: Vec<Vec<Option<f64>>> = values(table, store);
    let all: Vec<f64> = means.iter().flatten().flatten().copied().collect();
    if all.is_empty() {
        return Ok(false);
    }
    let result = match table.over {
        Some(axis) => curves(file, table, &means, axis),
        None => bars(file, table, &means),
    };
    result.map_err(|error| anyhow!("cannot draw {}: {error}", file.display()))?;
    Ok(true)
}

/// By row and column, in the table's unit.
fn values(table: &Table, store: &Store) -> Vec<Vec<Option<f64>>> {
    let names = columns(table);
    let of = |row: &[crate::point::Point], name: &str| {
        let point = row.iter().find(|point| point.column() == name)?;
        store.figure(point).mean().map(|mean| mean * table.unit.1)
    };
    table.rows.iter().map(|(_, row)| names.iter().map(|name| of(row, name)).collect()).collect()
}

fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let grow = |(least, most): (f64, f64), v: f64| (least.min(v), most.max(v));
    let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), grow);
    (least.max(1e-9) / 1.5, most.max(1e-9) * 1.8)
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

fn curves(file: &Path, table: &Table, means: &[Vec<Option<f64>>], axis: &str) -> Drawn {
    let xs: Vec<f64> =
        table.rows.iter().map(|(name, _)| name.parse().unwrap_or(1.0_f64).max(1.0)).collect();
    let (x0, x1) = bounds(xs.iter().copied());
    let (y0, y1) = bounds(means.iter().flatten().flatten().copied());
    let root = SVGBackend::new(file, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(&table.title, ("sans-serif", 22))
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d((x0..x1).log_scale().base(2.0), (y0..y1).log_scale())?;
    let time = table.axis();
    chart
        .configure_mesh()
        .x_desc(axis)
        .y_desc(&time)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y}"))
        .light_line_style(WHITE)
        .draw()?;
    for (n, name) in columns(table).iter().enumerate() {
        if means.iter().all(|row| row[n].is_none()) {
            continue;
        }
        let colour = COLOURS[n % COLOURS.len()];
        let points: Vec<(f64, f64)> =
            xs.iter().zip(means).filter_map(|(x, row)| row[n].map(|y| (*x, y))).collect();
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(points.iter().map(|point| Circle::new(*point, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    root.present()?;
    Ok(())
}

fn bars(file: &Path, table: &Table, means: &[Vec<Option<f64>>]) -> Drawn {
    let names = columns(table);
    let (y0, y1) = bounds(means.iter().flatten().flatten().copied());
    let groups = means.len() as f64;
    let root = SVGBackend::new(file, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(&table.title, ("sans-serif", 22))
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(0.0..groups, (y0..y1).log_scale())?;
    let labels: Vec<&str> = table.rows.iter().map(|(name, _)| name.as_str()).collect();
    let label = |x: &f64| {
        let middle = (x.fract() - 0.5).abs() < 0.01;
        labels
            .get(x.floor() as usize)
            .filter(|_| middle)
            .map_or_else(String::new, |l| (*l).to_owned())
    };
    let time = table.axis();
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(2 * labels.len() + 1)
        .x_label_formatter(&label)
        .x_desc(table.row)
        .y_desc(&time)
        .y_label_formatter(&|y| format!("{y}"))
        .light_line_style(WHITE)
        .draw()?;
    let width = 0.8 / names.len() as f64;
    for (n, name) in names.iter().enumerate() {
        if means.iter().all(|row| row[n].is_none()) {
            continue;
        }
        let colour = COLOURS[n % COLOURS.len()];
        let bars = means.iter().enumerate().filter_map(|(group, row)| {
            let left = group as f64 + 0.1 + n as f64 * width;
            let value = row[n]?;
            Some(Rectangle::new([(left, y0), (left + width * 0.9, value)], colour.filled()))
        });
        chart
            .draw_series(bars)?
            .label(*name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 14, y + 5)], colour.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    root.present()?;
    Ok(())
}
