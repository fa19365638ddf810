//! A map of ratios: green where they are below one, red above.

use crate::{Area, Drawn};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A picture of ratios by two things.
#[derive(Clone, Debug)]
pub struct Heat {
    /// What it shows.
    pub title: String,
    /// What the columns are called.
    pub columns: Vec<String>,
    /// The rows from the top: what they are called, and their ratios where there are any, which are positive.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
}

/// A ratio of this, or one over this, has the full colour.
const FULL: f64 = 2.0;
const MARGIN: i32 = 10;
const CAPTION: i32 = 32;
const NAMES: i32 = 120;
const HEADS: i32 = 20;

impl Heat {
    pub(crate) fn draw(&self, area: &Area<'_>) -> Drawn {
        let (width, height) = area.dim_in_pixel();
        let columns = self.columns.len().max(1) as i32;
        let wide = (width as i32 - NAMES - 2 * MARGIN) / columns;
        let top = MARGIN + CAPTION + HEADS;
        let high = (height as i32 - top - MARGIN) / self.rows.len().max(1) as i32;
        let high = high.min(34);
        area.draw(&Text::new(self.title.as_str(), (MARGIN, MARGIN), ("sans-serif", 20)))?;
        let middle = |at: i32| NAMES + MARGIN + at * wide + wide / 2;
        let style =
            ("sans-serif", 13).into_text_style(area).pos(Pos::new(HPos::Center, VPos::Center));
        for (at, name) in (0..).zip(&self.columns) {
            area.draw(&Text::new(name.as_str(), (middle(at), top - 10), style.clone()))?;
        }
        for (row, (name, ratios)) in (0..).zip(&self.rows) {
            let y = top + row * high;
            area.draw(&Text::new(name.as_str(), (MARGIN, y + high / 2 - 8), ("sans-serif", 15)))?;
            for (at, ratio) in (0..).zip(ratios).filter_map(|(at, ratio)| Some((at, (*ratio)?))) {
                let left = NAMES + MARGIN + at * wide;
                let cell = [(left + 1, y + 1), (left + wide - 1, y + high - 1)];
                area.draw(&Rectangle::new(cell, shade(ratio).filled()))?;
                let text = format!("{ratio:.2}");
                area.draw(&Text::new(text, (middle(at), y + high / 2), style.clone()))?;
            }
        }
        Ok(())
    }
}

/// White for one, greener for less, redder for more.
fn shade(ratio: f64) -> RGBColor {
    let share = (ratio.max(1e-9).ln() / FULL.ln()).clamp(-1.0, 1.0);
    let fade = |full: u8| (255.0 - (255.0 - f64::from(full)) * share.abs()) as u8;
    let [red, green, blue] = if share < 0.0 { [60, 170, 90] } else { [225, 70, 60] };
    RGBColor(fade(red), fade(green), fade(blue))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_tell_better_from_worse() {
        assert_eq!(shade(1.0), RGBColor(255, 255, 255));
        assert_eq!(shade(0.25), RGBColor(60, 170, 90));
        assert_eq!(shade(9.0), RGBColor(225, 70, 60));
        let RGBColor(red, green, _) = shade(0.8);
        assert!(green > red);
    }
}
