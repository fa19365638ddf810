//! Spawning, as the messages of PMI-1 have it: one message of several lines (`mcmd=spawn` to `endcmd`) for each
//! command, and one answer.

use crate::codes::SpawnCodes;
use crate::long;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Most bytes that a request may have.
const REQUEST_MAX: usize = 4 << 20;
/// Most commands of a request, and most processes in all.
const COMMANDS_MAX: usize = 65_536;
/// Says that free text is in letters and digits alone: only Ferry's launcher understands that.
const ENCODED: &str = "ferry_encoded";

/// A program that is to be spawned. Names of files, and what a program makes of its arguments, need not be UTF-8.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpawnCommand {
    /// The program.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// How many processes of it.
    pub count: u32,
    /// What is wished for: host, directory and the like.
    pub info: Vec<(String, OsString)>,
}

/// Programs that are to be spawned as one job.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpawnRequest {
    /// The programs.
    pub commands: Vec<SpawnCommand>,
    /// What its processes find in their key-value space.
    pub preput: Vec<(String, String)>,
}

impl SpawnRequest {
    /// The messages. `encoded`: for Ferry's launcher, which lets free text hold anything.
    pub fn to_lines(&self, encoded: bool) -> Vec<u8> {
        let mut lines = CommandLines { encoded, bytes: Vec::new() };
        for at in 0..self.commands.len() {
            self.put_command(at, &mut lines);
        }
        lines.bytes
    }

    fn put_command(&self, at: usize, lines: &mut CommandLines) {
        let command = &self.commands[at];
        lines.put("mcmd", "spawn");
        lines.put("nprocs", &command.count.to_string());
        lines.put_free("execname", &command.program);
        lines.put("totspawns", &self.commands.len().to_string());
        lines.put("spawnssofar", &(at + 1).to_string());
        for (number, argument) in command.args.iter().enumerate() {
            lines.put_free(&format!("arg{}", number + 1), argument);
        }
        lines.put("argcnt", &command.args.len().to_string());
        let preput = if at == 0 { &self.preput[..] } else { &[] };
        lines.put("preput_num", &preput.len().to_string());
        for (number, (key, value)) in preput.iter().enumerate() {
            lines.put(&format!("preput_key_{number}"), key);
            lines.put(&format!("preput_val_{number}"), value);
        }
        lines.put("info_num", &command.info.len().to_string());
        for (number, (key, value)) in command.info.iter().enumerate() {
            lines.put(&format!("info_key_{number}"), key);
            lines.put_free(&format!("info_val_{number}"), value);
        }
        if lines.encoded {
            lines.put(ENCODED, "1");
        }
        lines.bytes.extend_from_slice(b"endcmd\n");
    }
}

/// The lines of commands.
struct CommandLines {
    encoded: bool,
    bytes: Vec<u8>,
}

impl CommandLines {
    fn put(&mut self, key: &str, value: &str) {
        self.bytes.extend_from_slice(format!("{key}={value}\n").as_bytes());
    }

    /// Free text: any bytes, in letters and digits or as they are.
    fn put_free(&mut self, key: &str, value: &OsStr) {
        if self.encoded {
            return self.put(key, &long::to_text(value.as_bytes()));
        }
        // What would end the line or the word is lost.
        let harmless = |byte: &u8| if matches!(byte, b'\n' | b'\r' | 0) { b' ' } else { *byte };
        self.bytes.extend_from_slice(key.as_bytes());
        self.bytes.push(b'=');
        self.bytes.extend(value.as_bytes().iter().map(harmless));
        self.bytes.push(b'\n');
    }
}

/// Reads the lines of a request as they come, one that is wrong to its end as well: what follows are other requests.
#[derive(Debug, Default)]
pub(crate) struct SpawnReader {
    request: SpawnRequest,
    lines: HashMap<String, Vec<u8>>,
    bytes: usize,
    wrong: Option<String>,
    /// The last request came from Ferry's library, which understands codes in runs.
    is_of_ferry: bool,
}

/// How many commands a request has, and which of them this is.
const TOTAL: &str = "totspawns";
const SO_FAR: &str = "spawnssofar";

impl SpawnReader {
    /// Takes a line between `mcmd=spawn` and `endcmd`.
    pub(crate) fn line(&mut self, line: &[u8]) {
        self.bytes = self.bytes.saturating_add(line.len());
        if self.bytes > REQUEST_MAX {
            self.refuse("a request to spawn that is too long");
        }
        let end = line.iter().rposition(|byte| !b"\n\r".contains(byte)).map_or(0, |at| at + 1);
        let line = &line[..end];
        let at = line.iter().position(|byte| *byte == b'=');
        let (key, value) = at.map_or((line, &[][..]), |at| (&line[..at], &line[at + 1..]));
        let Ok(key) = std::str::from_utf8(key) else {
            return self.refuse("a request to spawn that is no text");
        };
        // Of what is refused only the end is of interest.
        if self.wrong.is_none() || [TOTAL, SO_FAR].contains(&key.trim()) && value.len() < 20 {
            self.lines.insert(key.trim().to_owned(), value.to_owned());
        }
    }

    /// Whether the request that was said last came from Ferry's library.
    pub(crate) fn is_of_ferry(&self) -> bool {
        self.is_of_ferry
    }

    fn refuse(&mut self, why: &str) {
        self.wrong.get_or_insert_with(|| why.to_owned());
    }

    /// The command has been said; the request, or what is wrong with it, if it was the last one.
    pub(crate) fn end(&mut self) -> Option<Result<SpawnRequest, String>> {
        let lines = SpawnLines(std::mem::take(&mut self.lines));
        let total = lines.number(TOTAL).unwrap_or(1);
        if self.wrong.is_none() {
            match lines.command(&mut self.request.preput) {
                Ok(_) if total > COMMANDS_MAX => {
                    self.refuse("a request to spawn too many commands");
                }
                Ok(command) => self.request.commands.push(command),
                Err(why) => self.refuse(&why),
            }
        }
        let is_last = lines.number(SO_FAR).unwrap_or(1) >= total;
        let is_of_ferry = lines.0.contains_key(ENCODED);
        is_last.then(|| {
            let SpawnReader { request, wrong, .. } = std::mem::take(self);
            self.is_of_ferry = is_of_ferry;
            wrong.map_or(Ok(request), Err)
        })
    }
}

/// What was said of a command.
struct SpawnLines(HashMap<String, Vec<u8>>);

impl SpawnLines {
    fn number(&self, key: &str) -> Option<usize> {
        std::str::from_utf8(self.0.get(key)?).ok()?.trim().parse().ok()
    }

    fn get(&self, key: &str) -> Result<&[u8], String> {
        let value = self.0.get(key).map(Vec::as_slice);
        value.ok_or_else(|| format!("a request to spawn without {key}"))
    }

    fn text(&self, key: &str) -> Result<String, String> {
        let text = std::str::from_utf8(self.get(key)?);
        text.map(str::to_owned).map_err(|_| format!("a request to spawn whose {key} is no text"))
    }

    /// Free text, which may be encoded.
    fn free(&self, key: &str) -> Result<OsString, String> {
        let bytes = self.get(key)?;
        if !self.0.contains_key(ENCODED) || bytes.is_empty() {
            return Ok(OsString::from_vec(bytes.to_vec()));
        }
        let decoded = std::str::from_utf8(bytes).ok().and_then(long::from_text);
        decoded.map(OsString::from_vec).ok_or_else(|| format!("{key} is damaged"))
    }

    /// How many there are of what is numbered: no more than there are lines.
    fn count(&self, key: &str) -> usize {
        self.number(key).unwrap_or(0).min(self.0.len())
    }

    fn command(&self, preput: &mut Vec<(String, String)>) -> Result<SpawnCommand, String> {
        let count = self.number("nprocs").and_then(|n| u32::try_from(n).ok());
        let mut command = SpawnCommand {
            program: self.free("execname")?,
            count: count.ok_or("a request to spawn without nprocs")?,
            ..SpawnCommand::default()
        };
        for at in 1..=self.count("argcnt") {
            command.args.push(self.free(&format!("arg{at}"))?);
        }
        for at in 0..self.count("info_num") {
            let key = self.text(&format!("info_key_{at}"))?;
            command.info.push((key, self.free(&format!("info_val_{at}"))?));
        }
        for at in 0..self.count("preput_num") {
            let [key, value] = ["key", "val"].map(|what| self.text(&format!("preput_{what}_{at}")));
            preput.push((key?, value?));
        }
        Ok(command)
    }
}

/// What has come of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpawnOutcome {
    /// The processes run, as the world with this number.
    Started {
        /// The number by which its end can be asked for.
        world: u32,
        /// How many processes.
        count: u32,
    },
    /// They do not.
    Failed {
        /// For each process: 0 if it could have run.
        codes: SpawnCodes,
        /// What stands against the others.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: impl AsRef<[u8]>) -> Result<Option<SpawnRequest>, String> {
        let mut reader = SpawnReader::default();
        let mut last = None;
        for line in text.as_ref().split_inclusive(|byte| *byte == b'\n') {
            match line.trim_ascii_end() {
                b"mcmd=spawn" => {}
                b"endcmd" => last = reader.end(),
                _ => reader.line(line),
            }
        }
        last.transpose()
    }

    fn request(args: Vec<OsString>, value: OsString) -> SpawnRequest {
        let one = SpawnCommand {
            program: "a b".into(),
            args,
            count: 3,
            info: vec![("wdir".into(), value)],
        };
        let two = SpawnCommand { program: "c".into(), count: 1, ..SpawnCommand::default() };
        SpawnRequest { commands: vec![one, two], preput: vec![("key".into(), "value".into())] }
    }

    #[test]
    fn what_others_say_is_understood() {
        let request = request(vec!["x=y".into(), "".into(), "two words".into()], "/tmp".into());
        assert_eq!(read(request.to_lines(false)), Ok(Some(request)));
        assert!(read("mcmd=spawn\nnprocs=1\nendcmd\n").unwrap_err().contains("execname"));
        assert!(
            read("mcmd=spawn\nexecname=x\nnprocs=-1\nendcmd\n").unwrap_err().contains("nprocs")
        );
        let more = "mcmd=spawn\nexecname=x\nnprocs=1\nargcnt=99999999\nendcmd\n";
        assert!(read(more).is_err());
    }

    #[test]
    fn what_is_refused_is_refused_at_its_end() {
        let mut reader = SpawnReader::default();
        let say = |reader: &mut SpawnReader, lines: &[&str]| {
            lines.iter().for_each(|line| reader.line(line.as_bytes()));
            reader.end()
        };
        // Without a program, the first of three commands.
        assert_eq!(say(&mut reader, &["nprocs=1", "totspawns=3", "spawnssofar=1"]), None);
        let long = "x".repeat(REQUEST_MAX);
        assert_eq!(say(&mut reader, &[&long, "totspawns=3", "spawnssofar=2"]), None);
        let why = say(&mut reader, &["execname=x", "totspawns=3", "spawnssofar=3"]);
        assert!(why.expect("the last").unwrap_err().contains("execname"));
        let next = say(&mut reader, &["execname=x", "nprocs=2"]).expect("the next").expect("fine");
        assert_eq!((next.commands.len(), next.commands[0].count), (1, 2));
    }

    proptest! {
        #[test]
        fn arguments_of_any_bytes_survive(args: Vec<Vec<u8>>, value: Vec<u8>) {
            let args = args.into_iter().map(OsString::from_vec).collect();
            let request = request(args, OsString::from_vec(value));
            prop_assert_eq!(read(request.to_lines(true)), Ok(Some(request)));
        }

        #[test]
        fn other_launchers_get_bytes_as_they_are(arg in proptest::collection::vec(any::<u8>(), 1..40)) {
            prop_assume!(!arg.iter().any(|byte| b"\n\r\0".contains(byte)));
            let request = request(vec![OsString::from_vec(arg)], "/tmp".into());
            prop_assert_eq!(read(request.to_lines(false)), Ok(Some(request)));
        }

        #[test]
        fn any_lines_are_borne(text in "((mcmd=spawn|endcmd|argcnt=[0-9]{1,9}|nprocs=2|execname=x|[a-z_0-9]{0,9}=.{0,9})\n){0,20}") {
            let _ = read(&text);
        }
    }
}
