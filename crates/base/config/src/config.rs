//! The values of all parameters.

use std::borrow::Cow;
use std::time::Duration;

use crate::environment::Sources;
use crate::nearest;
use crate::ports::Ports;
use crate::value::{Value, parse};
use crate::{ConfigError, ConfiguredRule, Origin, PARAMETERS, Parameter};

#[derive(Clone, Debug)]
struct ConfiguredValue {
    text: Cow<'static, str>,
    value: Value,
    origin: Origin,
}

/// A value for every parameter.
///
/// Values are checked when they are set, so reading one cannot fail. The getters panic on a name
/// that is not in [`PARAMETERS`] or has another type: that is a mistake in Ferry, not in a
/// configuration. Those called `auto_*` give `None` for `auto`; the plain ones are for parameters
/// that do not offer it.
#[derive(Clone, Debug)]
pub struct Config {
    parameters: &'static [Parameter],
    settings: Vec<ConfiguredValue>,
    rules: Vec<ConfiguredRule>,
    remarks: Vec<String>,
}

/// A parameter and its value, for display.
#[derive(Clone, Debug)]
pub struct ShownParameter<'a> {
    /// Name, type, default, unit and explanation.
    pub parameter: &'static Parameter,
    /// The value as it was written.
    pub value: &'a str,
    /// Where the value came from.
    pub origin: &'a Origin,
}

impl ShownParameter<'_> {
    /// Whether nothing has set the parameter.
    pub fn is_default(&self) -> bool {
        *self.origin == Origin::Default
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new()
    }
}

impl Config {
    /// Every parameter at its default.
    pub fn new() -> Self {
        Self::of(PARAMETERS)
    }

    fn of(parameters: &'static [Parameter]) -> Self {
        let default = |parameter: &Parameter| ConfiguredValue {
            text: parameter.default.into(),
            value: parse(parameter, parameter.default).expect("defaults are tested to be valid"),
            origin: Origin::Default,
        };
        let settings = parameters.iter().map(default).collect();
        Config { parameters, settings, rules: Vec::new(), remarks: Vec::new() }
    }

    /// What its sources hold that was left out of account, a sentence each: nothing is wrong for certain,
    /// but whoever set it may wonder.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    pub(crate) fn remark(&mut self, remark: String) {
        self.remarks.push(remark);
    }

    /// The configuration of this process: files, environment and command line.
    pub fn load() -> Result<Self, ConfigError> {
        Sources::of_process().load()
    }

    /// The defaults, except for these names and values.
    pub fn with<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, ConfigError> {
        let mut config = Self::new();
        for (name, value) in pairs {
            config.set(name, value, Origin::Program)?;
        }
        Ok(config)
    }

    /// Sets one parameter; it keeps its value if the new one is refused.
    pub fn set(&mut self, name: &str, text: &str, origin: Origin) -> Result<(), ConfigError> {
        let parameter = self.known(name, &origin)?;
        let Some(value) = parse(parameter, text) else {
            return Err(ConfigError::Value {
                name: name.into(),
                origin,
                found: text.into(),
                expected: parameter.expected(),
            });
        };
        if name == "rules" {
            // Rules add up: each source has its own, and later ones win.
            self.rules.extend(ConfiguredRule::parse_all(text, &origin)?);
        }
        let at = self.position(name).expect("a known parameter has a setting");
        self.settings[at] = ConfiguredValue { text: text.trim().to_owned().into(), value, origin };
        Ok(())
    }

    /// Sets a parameter from the command line's `name=value`.
    pub fn set_pair(&mut self, pair: &str) -> Result<(), ConfigError> {
        let origin = Origin::CommandLine;
        match pair.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => self.set(name.trim(), value, origin),
            _ => Err(ConfigError::Pair { origin, found: pair.into() }),
        }
    }

    /// The rules of all sources; later ones win.
    pub fn rules(&self) -> &[ConfiguredRule] {
        &self.rules
    }

    pub(crate) fn add_rule(&mut self, rule: ConfiguredRule) {
        self.rules.push(rule);
    }

    /// All parameters with their values, in the order of the registry.
    pub fn entries(&self) -> impl Iterator<Item = ShownParameter<'_>> {
        self.parameters.iter().zip(&self.settings).map(|(parameter, setting)| ShownParameter {
            parameter,
            value: &setting.text,
            origin: &setting.origin,
        })
    }

    /// Where a parameter's value came from.
    #[track_caller]
    pub fn origin(&self, name: &str) -> &Origin {
        &self.setting(name).origin
    }

    /// A text or a choice; `auto` is given as such.
    #[track_caller]
    pub fn text(&self, name: &str) -> &str {
        self.auto_text(name).unwrap_or("auto")
    }

    /// A text or a choice, unless it is `auto`.
    #[track_caller]
    pub fn auto_text(&self, name: &str) -> Option<&str> {
        match self.value(name) {
            Value::Text(text) => Some(text),
            Value::Auto => None,
            other => mistaken(name, "text", other),
        }
    }

    /// The words of a list.
    #[track_caller]
    pub fn list(&self, name: &str) -> &[String] {
        match self.value(name) {
            Value::List(words) => words,
            other => mistaken(name, "a list", other),
        }
    }

    /// Yes or no.
    #[track_caller]
    pub fn flag(&self, name: &str) -> bool {
        definite(name, self.auto_flag(name))
    }

    /// Yes or no, unless it is `auto`.
    #[track_caller]
    pub fn auto_flag(&self, name: &str) -> Option<bool> {
        match self.value(name) {
            Value::Flag(flag) => Some(*flag),
            Value::Auto => None,
            other => mistaken(name, "a flag", other),
        }
    }

    /// A number.
    #[track_caller]
    pub fn number(&self, name: &str) -> u64 {
        definite(name, self.auto_number(name))
    }

    /// A number, unless it is `auto`.
    #[track_caller]
    pub fn auto_number(&self, name: &str) -> Option<u64> {
        match self.value(name) {
            Value::Number(number) => Some(*number),
            Value::Auto => None,
            other => mistaken(name, "a number", other),
        }
    }

    /// A number of bytes.
    #[track_caller]
    pub fn size(&self, name: &str) -> u64 {
        self.number(name)
    }

    /// A number of bytes, unless it is `auto`.
    #[track_caller]
    pub fn auto_size(&self, name: &str) -> Option<u64> {
        self.auto_number(name)
    }

    /// A time.
    #[track_caller]
    pub fn duration(&self, name: &str) -> Duration {
        definite(name, self.auto_duration(name))
    }

    /// A time, unless it is `auto`.
    #[track_caller]
    pub fn auto_duration(&self, name: &str) -> Option<Duration> {
        match self.value(name) {
            Value::Duration(duration) => Some(*duration),
            Value::Auto => None,
            other => mistaken(name, "a duration", other),
        }
    }

    /// A number with a fraction.
    #[track_caller]
    pub fn float(&self, name: &str) -> f64 {
        match self.value(name) {
            Value::Float(number) => *number,
            other => mistaken(name, "a number with a fraction", other),
        }
    }

    /// The ports that may be used.
    #[track_caller]
    pub fn ports(&self, name: &str) -> Ports {
        match self.value(name) {
            Value::Ports(ports) => ports.clone(),
            other => mistaken(name, "a range of ports", other),
        }
    }

    /// Whether the name stands for a group of parameters, or for nothing known.
    pub(crate) fn is_group(&self, name: &str) -> bool {
        let inside = |p: &Parameter| p.name.strip_prefix(name).is_some_and(|r| r.starts_with('.'));
        self.parameter(name).is_none() || self.parameters.iter().any(inside)
    }

    pub(crate) fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.position(name).map(|at| &self.parameters[at])
    }

    /// The parameter of this name, or an error that suggests another.
    pub(crate) fn known(
        &self,
        name: &str,
        origin: &Origin,
    ) -> Result<&'static Parameter, ConfigError> {
        self.parameter(name).ok_or_else(|| ConfigError::Unknown {
            name: name.into(),
            origin: origin.clone(),
            suggestion: nearest(name, self.parameters.iter().map(|p| p.name.into())),
        })
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.name == name)
    }

    #[track_caller]
    fn setting(&self, name: &str) -> &ConfiguredValue {
        match self.position(name) {
            Some(at) => &self.settings[at],
            None => panic!("`{name}` is not in the registry of parameters"),
        }
    }

    #[track_caller]
    fn value(&self, name: &str) -> &Value {
        &self.setting(name).value
    }
}

#[track_caller]
fn definite<T>(name: &str, value: Option<T>) -> T {
    match value {
        Some(value) => value,
        None => panic!("`{name}` may be auto, which this reader does not expect"),
    }
}

#[track_caller]
fn mistaken(name: &str, read_as: &str, value: &Value) -> ! {
    panic!("`{name}` is read as {read_as} but holds {value:?}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ValueKind;

    #[test]
    fn every_parameter_is_read_as_what_it_is() {
        let config = Config::new();
        for Parameter { name, kind, auto, default, .. } in PARAMETERS {
            match kind {
                ValueKind::Text | ValueKind::Choice(_) => {
                    assert_eq!(*auto, config.auto_text(name).is_none())
                }
                ValueKind::List => assert_eq!(config.list(name).join(","), *default),
                ValueKind::Flag => assert_eq!(*auto, config.auto_flag(name).is_none()),
                ValueKind::Number(_) | ValueKind::Size => {
                    assert_eq!(*auto, config.auto_number(name).is_none());
                }
                ValueKind::Duration => assert_eq!(*auto, config.auto_duration(name).is_none()),
                ValueKind::Float => assert!(config.float(name).is_finite()),
                ValueKind::Ports => assert_eq!(config.ports(name), Ports::Any),
            }
        }
    }

    static OTHERS: [Parameter; 1] = [Parameter {
        name: "share",
        kind: ValueKind::Float,
        auto: false,
        default: "0.5",
        unit: "",
        doc: "a share",
    }];

    #[test]
    fn numbers_with_a_fraction() {
        let mut config = Config::of(&OTHERS);
        assert_eq!(config.float("share"), 0.5);
        config.set("share", "0.75", Origin::Program).unwrap();
        assert_eq!(config.float("share"), 0.75);
    }

    #[test]
    #[should_panic(expected = "not in the registry")]
    fn a_name_that_is_not_registered_is_a_mistake_of_ferry() {
        Config::new().text("no.such.thing");
    }
}
