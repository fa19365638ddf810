//! Words in braces that stand for what a command cannot know.

use anyhow::{Context, Result, anyhow};

use crate::lab::Lab;

/// What enters a host, in the form that `mpiexec --launcher` understands: `{host}` is for it to fill.
pub(crate) const LAUNCHER: &str = "ip netns exec {host}";

/// Fills placeholders in.
pub(crate) struct Words<'a> {
    lab: &'a Lab,
}

impl<'a> Words<'a> {
    pub(crate) fn of(lab: &'a Lab) -> Self {
        Self { lab }
    }

    /// Fills in the placeholders of one word. `{host}` alone and braces that enclose no plain name are
    /// left as they are.
    pub(crate) fn fill(&self, word: &str) -> Result<String> {
        let mut filled = String::new();
        let mut rest = word;
        while let Some((before, after)) = rest.split_once('{') {
            filled += before;
            match after.split_once('}') {
                Some((inner, behind)) if is_placeholder(inner) => {
                    filled += &self.value(inner)?;
                    rest = behind;
                }
                _ => {
                    filled.push('{');
                    rest = after;
                }
            }
        }
        Ok(filled + rest)
    }

    fn value(&self, inner: &str) -> Result<String> {
        let lab = self.lab;
        let (name, argument) = match inner.split_once(':') {
            Some((name, argument)) => (name, Some(argument)),
            None => (inner, None),
        };
        let slots = lab.scenario().hosts.slots;
        let value: Result<String> = match (name, argument) {
            ("hosts", None) => {
                let each = lab.hosts().iter().map(|host| format!("{}:{slots}", host.namespace));
                Ok(each.collect::<Vec<_>>().join(","))
            }
            ("hostfile", None) => Ok(lab.hosts_file().display().to_string()),
            ("launcher", None) => Ok(LAUNCHER.into()),
            ("rsh", None) => Ok(lab.rsh().display().to_string()),
            ("slots", None) => Ok((lab.hosts().len() * slots as usize).to_string()),
            ("host", None) => Ok("{host}".into()),
            ("host", Some(host)) => Ok(lab.namespace(host)?.into()),
            ("addr", Some(argument)) => {
                let (host, network) = match argument.split_once('/') {
                    Some((host, network)) => (host, Some(network)),
                    None => (argument, None),
                };
                Ok(lab.address(host, network)?.to_string())
            }
            _ => Err(anyhow!(
                "expected one of {{hosts}}, {{hostfile}}, {{launcher}}, {{rsh}}, {{slots}}, \
                 {{host:NAME}}, {{addr:NAME}} and {{addr:NAME/NETWORK}}"
            )),
        };
        value.with_context(|| format!("placeholder `{{{inner}}}`"))
    }
}

fn is_placeholder(inner: &str) -> bool {
    let known = ["hosts", "hostfile", "launcher", "rsh", "slots", "host", "addr"];
    let name = inner.split_once(':').map_or(inner, |(name, _)| name);
    known.contains(&name)
}
