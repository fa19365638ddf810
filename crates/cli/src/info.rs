//! `ferry info`: what this Ferry is and how it is set.

use ferry_config::{Config, ConfigError, Entry};
use std::io::{self, Write};

/// What `ferry info` shows.
#[derive(Clone, Debug, Default)]
pub struct Info {
    /// Explains every parameter.
    pub explain: bool,
    /// Shows only parameters that something has set.
    pub changed: bool,
}

impl Info {
    /// Writes the report.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "Ferry {}, MPI standard 5.0, standard ABI", env!("CARGO_PKG_VERSION"))?;
        writeln!(out)?;
        match Config::load() {
            Ok(config) => self.parameters(&config, out),
            Err(error) => self.unreadable(&error, out),
        }
    }

    fn parameters(&self, config: &Config, out: &mut impl Write) -> io::Result<()> {
        let shown = config.entries().filter(|entry| !self.changed || !entry.is_default());
        let shown: Vec<Entry<'_>> = shown.collect();
        if shown.is_empty() {
            return writeln!(out, "All parameters have their defaults.");
        }
        let width = |text: fn(&Entry<'_>) -> usize| shown.iter().map(text).max().unwrap_or(0);
        let names = width(|entry| entry.parameter.name.len());
        let values = width(|entry| shown_value(entry).len()).min(24);
        writeln!(out, "{:names$}  {:values$}  from", "parameter", "value")?;
        for entry in &shown {
            let (name, value) = (entry.parameter.name, shown_value(entry));
            writeln!(out, "{name:names$}  {value:values$}  {}", entry.origin)?;
            if self.explain {
                writeln!(out, "    {} ({})", entry.parameter.doc, entry.parameter.expected())?;
            }
        }
        Ok(())
    }

    fn unreadable(&self, error: &ConfigError, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "The configuration cannot be read: {error}")
    }
}

fn shown_value(entry: &Entry<'_>) -> String {
    if entry.value.is_empty() { "-".to_owned() } else { entry.value.to_owned() }
}
