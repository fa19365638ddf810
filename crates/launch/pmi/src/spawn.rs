//! Spawning, as the messages of PMI-1 have it: one message of several lines (`mcmd=spawn` to `endcmd`) for each
//! command, and one answer.

use crate::long;
use std::collections::HashMap;

/// Most bytes that a request may have.
const REQUEST_MAX: usize = 4 << 20;
/// Most commands of a request, and most processes in all.
const COMMANDS_MAX: usize = 65_536;
/// Says that free text is in letters and digits alone: only Ferry's launcher understands that.
const ENCODED: &str = "ferry_encoded";

/// A program that is to be spawned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpawnCommand {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// How many processes of it.
    pub count: u32,
    /// What is wished for: host, directory and the like.
    pub info: Vec<(String, String)>,
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
    /// How many processes.
    pub(crate) fn processes(&self) -> usize {
        self.commands.iter().map(|command| command.count as usize).sum()
    }

    /// The messages. `encoded`: for Ferry's launcher, which lets free text hold anything.
    pub fn to_lines(&self, encoded: bool) -> String {
        let mut text = String::new();
        for at in 0..self.commands.len() {
            self.put_command(at, encoded, &mut text);
        }
        text
    }

    fn put_command(&self, at: usize, encoded: bool, text: &mut String) {
        let command = &self.commands[at];
        let free = |value: &str| match encoded {
            true => long::to_text(value.as_bytes()),
            false => value.replace(['\n', '\r', '\0'], " "),
        };
        let mut put = |key: &str, value: &str| *text += &format!("{key}={value}\n");
        put("mcmd", "spawn");
        put("nprocs", &command.count.to_string());
        put("execname", &free(&command.program));
        put("totspawns", &self.commands.len().to_string());
        put("spawnssofar", &(at + 1).to_string());
        for (number, argument) in command.args.iter().enumerate() {
            put(&format!("arg{}", number + 1), &free(argument));
        }
        put("argcnt", &command.args.len().to_string());
        let preput = if at == 0 { &self.preput[..] } else { &[] };
        for (lists, name) in [(preput, "preput"), (&command.info, "info")] {
            put(&format!("{name}_num"), &lists.len().to_string());
            for (number, (key, value)) in lists.iter().enumerate() {
                let value = if name == "info" { free(value) } else { value.clone() };
                put(&format!("{name}_key_{number}"), key);
                put(&format!("{name}_val_{number}"), &value);
            }
        }
        if encoded {
            put(ENCODED, "1");
        }
        *text += "endcmd\n";
    }
}

/// Reads the lines of a request as they come, one that is wrong to its end as well: what follows are other requests.
#[derive(Debug, Default)]
pub(crate) struct SpawnReader {
    request: SpawnRequest,
    lines: HashMap<String, String>,
    bytes: usize,
    wrong: Option<String>,
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
        let Ok(line) = std::str::from_utf8(line) else {
            return self.refuse("a request to spawn that is no text");
        };
        let (key, value) =
            line.trim_end_matches(['\n', '\r']).split_once('=').unwrap_or((line, ""));
        // Of what is refused only the end is of interest.
        if self.wrong.is_none() || [TOTAL, SO_FAR].contains(&key.trim()) && value.len() < 20 {
            self.lines.insert(key.trim().to_owned(), value.to_owned());
        }
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
        is_last.then(|| {
            let SpawnReader { request, wrong, .. } = std::mem::take(self);
            wrong.map_or(Ok(request), Err)
        })
    }
}

/// What was said of a command.
struct SpawnLines(HashMap<String, String>);

impl SpawnLines {
    fn number(&self, key: &str) -> Option<usize> {
        self.0.get(key)?.trim().parse().ok()
    }

    fn get(&self, key: &str) -> Result<&String, String> {
        self.0.get(key).ok_or_else(|| format!("a request to spawn without {key}"))
    }

    /// Free text, which may be encoded.
    fn free(&self, key: &str) -> Result<String, String> {
        let text = self.get(key)?;
        if !self.0.contains_key(ENCODED) {
            return Ok(text.clone());
        }
        let bytes = if text.is_empty() { Some(Vec::new()) } else { long::from_text(text) };
        bytes.and_then(|b| String::from_utf8(b).ok()).ok_or_else(|| format!("{key} is damaged"))
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
            let key = self.get(&format!("info_key_{at}"))?;
            command.info.push((key.clone(), self.free(&format!("info_val_{at}"))?));
        }
        for at in 0..self.count("preput_num") {
            let [key, value] = ["key", "val"].map(|what| self.get(&format!("preput_{what}_{at}")));
            preput.push((key?.clone(), value?.clone()));
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
        codes: Vec<u8>,
        /// What stands against the others.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Option<SpawnRequest>, String> {
        let mut reader = SpawnReader::default();
        let mut last = None;
        for line in text.split_inclusive('\n') {
            match line.trim_end() {
                "mcmd=spawn" => {}
                "endcmd" => last = reader.end(),
                _ => reader.line(line.as_bytes()),
            }
        }
        last.transpose()
    }

    fn request(args: Vec<String>, value: String) -> SpawnRequest {
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
        assert_eq!(read(&request.to_lines(false)), Ok(Some(request)));
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
        assert_eq!((next.commands.len(), next.processes()), (1, 2));
    }

    proptest! {
        #[test]
        fn arguments_of_any_text_survive(args: Vec<String>, value: String) {
            let request = request(args, value);
            prop_assert_eq!(read(&request.to_lines(true)), Ok(Some(request)));
        }

        #[test]
        fn any_lines_are_borne(text in "((mcmd=spawn|endcmd|argcnt=[0-9]{1,9}|nprocs=2|execname=x|[a-z_0-9]{0,9}=.{0,9})\n){0,20}") {
            let _ = read(&text);
        }
    }
}
