//! Spawning through a PMIx server: what is asked for in PMI-1's words, as the server understands it.
//!
//! PMIx has nothing that a job finds in its key-value space from the start. So what the parents leave there goes along in the
//! children's environment.

use crate::long;
use crate::spawn::{SpawnCommand, SpawnRequest};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The variable with what the parents leave, as text of letters and digits.
const LEFT: &str = "PMI_FERRY_LEFT";
/// The variable that says that another job has spawned this one.
const SPAWNED: &str = "PMI_SPAWNED";
/// Parameters of Ferry's.
const PARAMETER: &str = "FERRY_";

/// Programs of one kind that the server is to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PmixApp {
    /// The program and its arguments.
    pub(super) words: Vec<OsString>,
    /// `NAME=VALUE`.
    pub(super) environment: Vec<OsString>,
    pub(super) folder: Option<OsString>,
    pub(super) count: u32,
    /// By PMIx' keys.
    pub(super) wishes: Vec<(&'static str, OsString)>,
}

/// What the server is to start. `parameters`: variables of this process that its children get, too.
pub(super) fn apps(
    request: &SpawnRequest,
    parameters: impl Iterator<Item = (String, String)>,
) -> Vec<PmixApp> {
    let parameters = parameters.filter(|(name, _)| name.starts_with(PARAMETER));
    let mut common: Vec<OsString> =
        parameters.map(|(name, value)| format!("{name}={value}").into()).collect();
    common.push(format!("{SPAWNED}=1").into());
    common.push(format!("{LEFT}={}", left_to_text(&request.preput)).into());
    request.commands.iter().map(|command| app(command, &common)).collect()
}

fn app(command: &SpawnCommand, common: &[OsString]) -> PmixApp {
    let mut app = PmixApp {
        words: std::iter::once(&command.program).chain(&command.args).cloned().collect(),
        environment: common.to_vec(),
        folder: None,
        count: command.count,
        wishes: Vec::new(),
    };
    // What is not understood is passed over (MPI-5.0 §10).
    for (key, value) in &command.info {
        match key.as_str() {
            "host" | "hosts" => app.wishes.push(("pmix.host", value.clone())),
            "hostfile" => app.wishes.push(("pmix.hostfile", value.clone())),
            "add-host" => app.wishes.push(("pmix.addhost", value.clone())),
            "add-hostfile" => app.wishes.push(("pmix.addhostfile", value.clone())),
            "wdir" | "wd" => app.folder = Some(value.clone()),
            "env" => {
                let lines = value.as_bytes().split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
                let lines = lines.filter(|line| line.contains(&b'='));
                app.environment.extend(lines.map(|line| OsStr::from_bytes(line).to_owned()));
            }
            "path" => app.words[0] = found_in(value, &command.program),
            _ => {}
        }
    }
    app
}

/// The program in the first of these folders that has it; itself if none has.
fn found_in(folders: &OsStr, program: &OsStr) -> OsString {
    let places = std::env::split_paths(folders).map(|folder| folder.join(program));
    let is_bare = !program.as_bytes().contains(&b'/');
    let found = places.filter(|_| is_bare).find(|place| Path::is_file(place));
    found.map_or_else(|| program.to_owned(), PathBuf::into_os_string)
}

fn left_to_text(pairs: &[(String, String)]) -> String {
    let lines: String = pairs.iter().map(|(key, value)| format!("{key}={value}\n")).collect();
    long::to_text(lines.as_bytes())
}

/// What the parents have left for the job of this process. The variable goes: what this process starts has other parents.
pub(super) fn take_left() -> HashMap<String, String> {
    let Ok(text) = std::env::var(LEFT) else { return HashMap::new() };
    crate::client::forget(LEFT);
    left_from_text(&text).unwrap_or_default()
}

fn left_from_text(text: &str) -> Option<HashMap<String, String>> {
    let lines = String::from_utf8(long::from_text(text)?).ok()?;
    let pair = |line: &str| line.split_once('=').map(|(key, value)| (key.into(), value.into()));
    lines.lines().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(info: &[(&str, &str)]) -> SpawnRequest {
        let info = info.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
        let (program, args) = ("sh".into(), vec!["-c".into(), "a b".into()]);
        let command = SpawnCommand { program, args, count: 3, info };
        SpawnRequest {
            commands: vec![command],
            preput: vec![("port".into(), "tcp=1;x".into()), ("key".into(), "00ff".into())],
        }
    }

    #[test]
    fn children_find_what_was_left_for_them() {
        let variables = [("FERRY_METHODS", "tcp"), ("HOME", "/root")];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let app = &apps(&request(&[]), variables.into_iter())[0];
        assert_eq!((app.words.len(), app.count, app.folder.as_ref()), (3, 3, None));
        assert_eq!(app.environment[..2], ["FERRY_METHODS=tcp", "PMI_SPAWNED=1"]);
        let left = app.environment[2].to_str().unwrap();
        let left = left.strip_prefix("PMI_FERRY_LEFT=").unwrap();
        let left = left_from_text(left).unwrap();
        assert_eq!((left["port"].as_str(), left["key"].as_str()), ("tcp=1;x", "00ff"));
        assert_eq!(left_from_text("no such text!"), None);
    }

    #[test]
    fn wishes_are_said_in_the_servers_words() {
        let info = [("wdir", "/tmp"), ("host", "a,b"), ("env", "X=1\nnonsense\nY=2"), ("odd", "")];
        let app = &apps(&request(&info), std::iter::empty())[0];
        assert_eq!(app.folder.as_deref(), Some(OsStr::new("/tmp")));
        assert_eq!(app.wishes, [("pmix.host", "a,b".into())]);
        assert_eq!(app.environment[2..], ["X=1", "Y=2"]);
        let app = &apps(&request(&[("path", "/nonexistent:/bin")]), std::iter::empty())[0];
        assert_eq!(app.words[0], "/bin/sh");
    }
}
