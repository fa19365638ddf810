//! Curves over a number, on logarithmic axes.

use crate::{Area, Drawn, around, colour, legend};
use plotters::prelude::*;

/// The axis of what was varied.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What, and in which unit.
    pub name: String,
    /// Between two of its lines lies a factor of so much.
    pub base: f64,
    /// How its numbers are written.
    pub label: fn(f64) -> String,
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Name in the legend.
    pub name: String,
    /// Number of its colour.
    pub colour: usize,
    /// It is the one that the picture is about.
    pub is_ours: bool,
    /// Its points, which are positive.
    pub points: Vec<(f64, f64)>,
}

/// A picture of curves.
#[derive(Clone, Debug)]
pub struct Curves {
    /// What it shows.
    pub title: String,
    /// What was varied.
    pub x: Axis,
    /// What was measured, and in which unit.
    pub y: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

impl Curves {
    pub(crate) fn draw(&self, area: &Area<'_>) -> Drawn {
        let all = || self.curves.iter().flat_map(|curve| &curve.points);
        let ((x0, x1), (y0, y1)) = (around(all().map(|p| p.0)), around(all().map(|p| p.1)));
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(64)
            .build_cartesian_2d((x0..x1).log_scale().base(self.x.base), (y0..y1).log_scale())?;
        chart
            .configure_mesh()
            .x_desc(&self.x.name)
            .y_desc(&self.y)
            .x_label_formatter(&|x| (self.x.label)(*x))
            .y_label_formatter(&|y| format!("{y}"))
            .light_line_style(WHITE)
            .draw()?;
        for Curve { name, colour: number, is_ours, points } in &self.curves {
            let colour = colour(*number);
            let style = colour.stroke_width(if *is_ours { 3 } else { 2 });
            chart
                .draw_series(LineSeries::new(points.iter().copied(), style))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
            let dots = points.iter().map(|point| Circle::new(*point, 3, colour.filled()));
            chart.draw_series(dots)?;
        }
        legend(&mut chart)
    }
}
