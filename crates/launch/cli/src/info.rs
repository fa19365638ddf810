//! `ferry info`: what this Ferry is, what it finds here and how it is set.

mod advice;
mod collectives;
mod host;
pub mod links;
mod methods;
mod parameters;
mod rules;
mod tools;

use ferry_config::{Config, Origin};
use serde::Serialize;
use std::io::{self, Write};

use advice::Advised;
use collectives::AlgorithmRow;
use host::Host;
use methods::MethodFound;
use parameters::ParameterRow;
use rules::RuleShown;
use tools::ToolRow;

/// What `ferry info` shows.
#[derive(Clone, Debug, Default)]
pub struct Info {
    /// Explains every parameter.
    pub explain: bool,
    /// Shows only parameters that something has set, and nothing else.
    pub changed: bool,
    /// Shows all parameters, not only those that a user may need or that something has set.
    pub expert: bool,
    /// Writes JSON.
    pub json: bool,
}

/// All that `ferry info` knows.
#[derive(Serialize)]
struct Report {
    version: &'static str,
    standard: &'static str,
    host: Host,
    methods: Vec<MethodFound>,
    rules: Vec<RuleShown>,
    collectives: Vec<AlgorithmRow>,
    advice: Vec<Advised>,
    tools: Vec<ToolRow>,
    parameters: Vec<ParameterRow>,
    /// What is wrong with the configuration; then all is shown as if there were none.
    trouble: Option<String>,
    /// What the configuration's sources hold that was left out of account.
    remarks: Vec<String>,
}

impl Report {
    fn collect() -> Self {
        let (config, unreadable) = match Config::load() {
            Ok(config) => (config, None),
            Err(error) => (Config::new(), Some(error.to_string())),
        };
        let (collectives, wrong) = match collectives::choices(&config) {
            Ok(choices) => (choices, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        Report {
            version: env!("CARGO_PKG_VERSION"),
            standard: "5.0",
            host: Host::look(&config),
            methods: methods::find(&config),
            rules: rules::rules(&config),
            collectives,
            advice: advice::all(&config),
            tools: tools::all(),
            parameters: parameters::settings(&config),
            trouble: unreadable.or(wrong),
            remarks: config.remarks().to_vec(),
        }
    }
}

impl Info {
    /// Writes the report; whether the configuration can be used.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(&self, out: &mut impl Write) -> io::Result<bool> {
        let mut report = Report::collect();
        let is_usable = report.trouble.is_none();
        let all = report.parameters.len();
        let is_shown = |setting: &ParameterRow| match (setting.is_default, self.changed) {
            (false, _) => true,
            (true, changed) => !changed && (self.expert || self.json || setting.is_for_users),
        };
        report.parameters.retain(is_shown);
        let hidden = if self.changed { 0 } else { all - report.parameters.len() };
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &report)?;
            writeln!(out)?;
        } else {
            self.write_text(&report, out)?;
            if hidden > 0 {
                writeln!(out, "{hidden} more, for who knows why: ferry info --expert")?;
            }
        }
        Ok(is_usable)
    }

    fn write_text(&self, report: &Report, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "Ferry {}, MPI standard {}, standard ABI", report.version, report.standard)?;
        if let Some(trouble) = &report.trouble {
            writeln!(out, "The configuration cannot be used: {trouble}")?;
            if self.changed {
                return Ok(());
            }
        }
        report.remarks.iter().try_for_each(|remark| writeln!(out, "Note: {remark}"))?;
        if !self.changed {
            heading(out, "Host")?;
            report.host.write(out)?;
            heading(out, "Methods")?;
            methods::write(&report.methods, out)?;
            heading(out, "Rules: the last that fits decides")?;
            rules::write(&report.rules, out)?;
            heading(out, "Sizes in bytes that decide how a message travels")?;
            methods::write_sizes(&report.methods, out)?;
            heading(out, "Collective operations: the first line that fits decides")?;
            collectives::write(&report.collectives, out)?;
            heading(out, "Advice, from measurements on emulated networks (docs/experiments)")?;
            advice::write(&report.advice, out)?;
        }
        if self.expert {
            heading(out, "Performance variables and events, for tools (MPI_T)")?;
            tools::write(&report.tools, out)?;
        }
        heading(out, "Parameters")?;
        parameters::write(&report.parameters, self.explain, out)
    }
}

fn heading(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "\n{text}\n")
}

/// A parameter's origin, in words.
fn origin(config: &Config, name: &str) -> String {
    match config.origin(name) {
        Origin::Default => "by default".into(),
        other => format!("set by {other}"),
    }
}
