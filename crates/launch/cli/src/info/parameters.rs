//! Parameters with value and origin.

use ferry_config::{Config, ShownParameter};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
pub(super) struct ParameterRow {
    name: &'static str,
    value: String,
    origin: String,
    pub(super) is_default: bool,
    pub(super) is_for_users: bool,
    meaning: &'static str,
    expected: String,
}

impl ParameterRow {
    fn of(entry: &ShownParameter<'_>) -> Self {
        ParameterRow {
            name: entry.parameter.name,
            value: entry.value.to_owned(),
            origin: entry.origin.to_string(),
            is_default: entry.is_default(),
            is_for_users: entry.parameter.is_for_users(),
            meaning: entry.parameter.doc,
            expected: entry.parameter.expected(),
        }
    }

    fn shown(&self) -> &str {
        if self.value.is_empty() { "-" } else { &self.value }
    }
}

pub(super) fn settings(config: &Config) -> Vec<ParameterRow> {
    config.entries().map(|entry| ParameterRow::of(&entry)).collect()
}

pub(super) fn write(
    settings: &[ParameterRow],
    explain: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    if settings.is_empty() {
        return writeln!(out, "All parameters have their defaults.");
    }
    let names = settings.iter().map(|setting| setting.name.len()).max().unwrap_or(0);
    let values = settings.iter().map(|setting| setting.shown().len()).max().unwrap_or(0).min(24);
    writeln!(out, "{:names$}  {:values$}  from", "parameter", "value")?;
    for setting in settings {
        let ParameterRow { name, origin, meaning, expected, .. } = setting;
        writeln!(out, "{name:names$}  {:values$}  {origin}", setting.shown())?;
        if explain {
            writeln!(out, "    {meaning} ({expected})")?;
        }
    }
    Ok(())
}
