//! Bars side by side, in groups.

use crate::{Area, Drawn, around, colour, legend};
use plotters::prelude::*;

/// A picture of bars over a logarithmic axis.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What it shows.
    pub title: String,
    /// What tells the groups apart.
    pub x: String,
    /// What was measured, and in which unit.
    pub y: String,
    /// The groups' names.
    pub groups: Vec<String>,
    /// A bar of each group, positive where there is one: what it is called, and how long it is.
    pub bars: Vec<(String, Vec<Option<f64>>)>,
}

impl Bars {
    pub(crate) fn draw(&self, area: &Area<'_>) -> Drawn {
        let values = self.bars.iter().flat_map(|(_, values)| values).flatten();
        let (y0, y1) = around(values.copied());
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..self.groups.len() as f64, (y0..y1).log_scale())?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(2 * self.groups.len() + 1)
            .x_label_formatter(&|x| self.label(*x))
            .x_desc(&self.x)
            .y_desc(&self.y)
            .y_label_formatter(&|y| format!("{y}"))
            .light_line_style(WHITE)
            .draw()?;
        let width = 0.8 / self.bars.len() as f64;
        for (n, (name, values)) in self.bars.iter().enumerate() {
            if values.iter().all(Option::is_none) {
                continue;
            }
            let style = colour(n).filled();
            let bars = values.iter().enumerate().filter_map(|(group, value)| {
                let left = group as f64 + 0.1 + n as f64 * width;
                Some(Rectangle::new([(left, y0), (left + width * 0.9, (*value)?)], style))
            });
            chart
                .draw_series(bars)?
                .label(name)
                .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 14, y + 5)], style));
        }
        legend(&mut chart)
    }

    /// A group's name is written below its middle.
    fn label(&self, x: f64) -> String {
        let is_middle = (x.fract() - 0.5).abs() < 0.01;
        let group = self.groups.get(x.floor() as usize).filter(|_| is_middle);
        group.cloned().unwrap_or_default()
    }
}
