//! A bar for each row, one below the other.

use crate::{Area, Drawn, colour};
use plotters::prelude::*;

/// A picture of rows.
#[derive(Clone, Debug)]
pub struct Rows {
    /// What it shows.
    pub title: String,
    /// What was measured, and in which unit.
    pub x: String,
    /// The rows from the top: what they are called, and how long they are.
    pub rows: Vec<(String, f64)>,
}

impl Rows {
    pub(crate) fn draw(&self, area: &Area<'_>) -> Drawn {
        let most = self.rows.iter().map(|(_, value)| *value).fold(0.0, f64::max) * 1.15;
        let count = self.rows.len() as f64;
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(140)
            .build_cartesian_2d(0.0..most, 0.0..count)?;
        chart.configure_mesh().disable_y_mesh().disable_y_axis().x_desc(&self.x).draw()?;
        for (at, (name, value)) in self.rows.iter().enumerate() {
            let low = count - at as f64 - 0.8;
            let bar = [(0.0, low), (*value, low + 0.6)];
            chart.draw_series([Rectangle::new(bar, colour(0).mix(0.8).filled())])?;
            let place = (*value + most * 0.005, low + 0.45);
            chart.draw_series([Text::new(format!("{value:.1}"), place, ("sans-serif", 15))])?;
            let (_, y) = chart.backend_coord(&(0.0, low + 0.45));
            let (_, top) = area.get_base_pixel();
            area.draw(&Text::new(name.as_str(), (14, y - top), ("sans-serif", 15)))?;
        }
        Ok(())
    }
}
