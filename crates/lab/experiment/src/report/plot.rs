//! A picture of a table: curves over a number, or bars side by side.

use std::path::Path;

use anyhow::Result;
use ferry_plot::{Axis, Bars, Curve, Curves, Panel};

use super::columns;
use crate::experiments::ReportTable;
use crate::point::Point;
use crate::store::Store;

const SIZE: (u32, u32) = (1100, 520);

/// The values of a column, by row, in the table's unit.
type Column = (String, Vec<Option<f64>>);

/// Draws a table; false if it has nothing to show.
pub(super) fn draw(file: &Path, table: &ReportTable, store: &Store) -> Result<bool> {
    let columns = values(table, store);
    if columns.iter().all(|(_, values)| values.iter().all(Option::is_none)) {
        return Ok(false);
    }
    let panel = match table.over {
        Some(axis) => curves(table, &columns, axis),
        None => bars(table, columns),
    };
    ferry_plot::draw(file, SIZE, 1, &[panel])?;
    Ok(true)
}

fn values(table: &ReportTable, store: &Store) -> Vec<Column> {
    let of = |row: &[Point], name: &str| {
        let point = row.iter().find(|point| point.column() == name)?;
        store.figure(point).mean().map(|mean| mean * table.unit.1)
    };
    let column = |name: &str| table.rows.iter().map(|(_, row)| of(row, name)).collect();
    columns(table).into_iter().map(|name| (name.to_owned(), column(name))).collect()
}

fn curves(table: &ReportTable, columns: &[Column], axis: &str) -> Panel {
    let xs = || table.rows.iter().map(|(name, _)| name.parse().unwrap_or(1.0_f64).max(1.0));
    let curve = |(colour, (name, values)): (usize, &Column)| {
        let points: Vec<_> = xs().zip(values).filter_map(|(x, y)| Some((x, (*y)?))).collect();
        let curve = Curve { name: name.clone(), colour, is_ours: false, points };
        (!curve.points.is_empty()).then_some(curve)
    };
    Panel::Curves(Curves {
        title: table.title.to_string(),
        x: Axis { name: axis.to_owned(), base: 2.0, label: |x| format!("{x:.0}") },
        y: table.axis(),
        curves: columns.iter().enumerate().filter_map(curve).collect(),
    })
}

fn bars(table: &ReportTable, columns: Vec<Column>) -> Panel {
    Panel::Bars(Bars {
        title: table.title.to_string(),
        x: table.row.to_owned(),
        y: table.axis(),
        groups: table.rows.iter().map(|(name, _)| name.clone()).collect(),
        bars: columns,
    })
}
