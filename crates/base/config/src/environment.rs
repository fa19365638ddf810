//! The environment: variables that set parameters, and those that say where the files are.

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::nearest::slips;
use crate::{Config, ConfigError, Origin, PARAMETERS, file, machine_kind};

const PREFIX: &str = "FERRY_";

/// Variables of Ferry that are no parameters: set by the launcher for its ranks, or read before a
/// configuration exists.
pub const RESERVED: &[&str] = &[
    "FERRY_CONFIG",
    "FERRY_SET",
    "FERRY_LOCAL_RANK",
    "FERRY_LOCAL_SIZE",
    "FERRY_NODE",
    "FERRY_NODE_PLACE",
    "FERRY_NODE_DEATHS",
    "FERRY_PREFIX",
    "FERRY_REACH_KEY",
    "FERRY_CC",
    "FERRY_CXX",
];

/// What belongs to the launcher, whatever follows.
const RESERVED_PREFIXES: &[&str] =
    &["FERRY_JOB", "FERRY_SECRET", "FERRY_PMI", "FERRY_LAUNCH", "FERRY_MPLITE", "FERRY_NETLAB"];

/// The pairs of `--set` in the form in which `FERRY_SET` carries them to the ranks. Each has passed
/// [`Config::set_pair`], so none holds a line break.
pub fn encode_set<T: AsRef<str>>(pairs: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for pair in pairs {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(pair.as_ref());
    }
    text
}

/// Where values are looked for.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The file of the system's administrator; it need not exist.
    pub system: PathBuf,
    /// The kind of this machine ([`machine_kind`]), where it is known already.
    pub machine: Option<String>,
    /// The environment.
    pub variables: Vec<(OsString, OsString)>,
}

impl Sources {
    /// The sources of this process.
    pub fn of_process() -> Self {
        let variables = std::env::vars_os().collect();
        Sources { system: "/etc/ferry.toml".into(), machine: None, variables }
    }

    /// Reads them all, later ones winning.
    pub fn load(&self) -> Result<Config, ConfigError> {
        let mut config = Config::new();
        if self.user_file("tuned").is_some_and(|folder| folder.is_dir())
            && let Some(path) = self.tuned_file()
        {
            // Nobody has written it by hand: what another version of Ferry has measured stops no program.
            if let Err(why) = apply_file(&mut config, &path, false) {
                config = Config::new();
                config.remark(format!("{why}; left out of account, `ferry tune` measures anew"));
            }
        }
        apply_file(&mut config, &self.system, false)?;
        if let Some(path) = self.user_file("ferry.toml") {
            apply_file(&mut config, &path, false)?;
        }
        if let Some(path) = self.variable("FERRY_CONFIG") {
            apply_file(&mut config, Path::new(path), true)?;
        }
        self.apply_variables(&mut config)?;
        self.apply_set(&mut config)?;
        Ok(config)
    }

    /// A variable that is set to something.
    fn variable(&self, name: &str) -> Option<&OsStr> {
        let (_, value) = self.variables.iter().find(|(variable, _)| variable == name)?;
        (!value.is_empty()).then_some(value)
    }

    /// The user's own file: the XDG base directory counts only if it is absolute, as its
    /// specification says.
    fn user_file(&self, name: &str) -> Option<PathBuf> {
        let base = self.variable("XDG_CONFIG_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
        let base = base.or_else(|| Some(Path::new(self.variable("HOME")?).join(".config")));
        Some(base?.join("ferry").join(name))
    }

    /// Where values are that were measured on a machine like this one. `None`: there is no such place.
    pub fn tuned_file(&self) -> Option<PathBuf> {
        let machine = self.machine.clone().or_else(machine_kind)?;
        Some(self.user_file("tuned")?.join(machine).with_extension("toml"))
    }

    fn apply_variables(&self, config: &mut Config) -> Result<(), ConfigError> {
        for (variable, value) in &self.variables {
            let variable = variable.to_string_lossy();
            if !variable.starts_with(PREFIX) || is_reserved(&variable) {
                continue;
            }
            let origin = Origin::Environment { variable: variable.to_string() };
            let named = PARAMETERS.iter().find(|parameter| parameter.variable() == variable);
            let Some(parameter) = named else {
                judge_stranger(config, &variable, origin)?;
                continue;
            };
            let value = utf8(parameter.name, value, &origin)?;
            config.set(parameter.name, value, origin)?;
        }
        Ok(())
    }

    fn apply_set(&self, config: &mut Config) -> Result<(), ConfigError> {
        let Some(pairs) = self.variable("FERRY_SET") else { return Ok(()) };
        let pairs = utf8("FERRY_SET", pairs, &Origin::CommandLine)?;
        pairs.lines().filter(|pair| !pair.is_empty()).try_for_each(|pair| config.set_pair(pair))
    }
}

fn utf8<'a>(name: &str, value: &'a OsStr, origin: &Origin) -> Result<&'a str, ConfigError> {
    value.to_str().ok_or_else(|| ConfigError::Value {
        name: name.into(),
        origin: origin.clone(),
        found: value.to_string_lossy().into(),
        expected: "text in UTF-8".into(),
    })
}

fn is_reserved(variable: &str) -> bool {
    RESERVED.contains(&variable)
        || RESERVED_PREFIXES.iter().any(|prefix| variable.starts_with(prefix))
}

/// A variable that is no parameter's: one slip away from one it is meant for it and an error; otherwise it
/// may well be somebody else's, such as a module system's `FERRY_HOME`.
fn judge_stranger(config: &mut Config, variable: &str, origin: Origin) -> Result<(), ConfigError> {
    let names = || PARAMETERS.iter().map(|parameter| parameter.variable());
    let within = |most| names().find(|name| slips(variable, name) <= most);
    if let Some(suggestion) = within(1) {
        let (name, suggestion) = (variable.into(), Some(suggestion));
        return Err(ConfigError::Unknown { name, origin, suggestion });
    }
    let advice = within(2).map_or_else(String::new, |name| format!("; `{name}` is one"));
    config
        .remark(format!("{origin}: left out of account, as it is no parameter of Ferry's{advice}"));
    Ok(())
}

/// A file that nobody asked for by name may be absent. One that this user is kept from, such as that of
/// another whose HOME was left behind by `su`, counts as absent.
fn apply_file(config: &mut Config, path: &Path, by_user: bool) -> Result<(), ConfigError> {
    match std::fs::read_to_string(path) {
        Ok(text) => file::apply(config, path, &text),
        Err(error) if !by_user && is_absent(error.kind()) => Ok(()),
        Err(error) if !by_user && error.kind() == ErrorKind::PermissionDenied => {
            config.remark(format!(
                "the configuration file {} cannot be read and is left out of account: {error}",
                path.display()
            ));
            Ok(())
        }
        Err(source) => Err(ConfigError::Read { path: path.into(), by_user, source }),
    }
}

fn is_absent(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory)
}
