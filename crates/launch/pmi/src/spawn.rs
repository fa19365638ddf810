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

/// Reads the lines of a request as they come.
#[derive(Debug, Default)]
pub(crate) struct SpawnReader {
    request: SpawnRequest,
    lines: HashMap<String, String>,
    bytes: usize,
}

impl SpawnReader {
    /// Takes a line between `mcmd=spawn` and `endcmd`.
    pub(crate) fn line(&mut self, line: &[u8]) -> Result<(), String> {
        self.bytes += line.len();
        if self.bytes > REQUEST_MAX {
            return Err("a request to spawn that is too long".into());
        }
        let line = std::str::from_utf8(line).map_err(|_| "a request to spawn that is no text")?;
        let (key, value) =
            line.trim_end_matches(['\n', '\r']).split_once('=').unwrap_or((line, ""));
        self.lines.insert(key.trim().to_owned(), value.to_owned());
        Ok(())
    }

    /// The command has been said; the request, if it was the last one.
    pub(crate) fn end(&mut self) -> Result<Option<SpawnRequest>, String> {
        let lines = std::mem::take(&mut self.lines);
        let number = |key: &str| lines.get(key).and_then(|text| text.trim().parse::<usize>().ok());
        let missing = |key: &str| format!("a request to spawn without {key}");
        let is_encoded = lines.contains_key(ENCODED);
        let free = |key: &str| -> Result<String, String> {
            let text = lines.get(key).ok_or_else(|| missing(key))?;
            if !is_encoded {
                return Ok(text.clone());
            }
            let bytes = if text.is_empty() { Some(Vec::new()) } else { long::from_text(text) };
            bytes.and_then(|b| String::from_utf8(b).ok()).ok_or_else(|| format!("{key} is damaged"))
        };
        let count = number("nprocs").and_then(|n| u32::try_from(n).ok());
        let mut command = SpawnCommand {
            program: free("execname")?,
            count: count.ok_or_else(|| missing("nprocs"))?,
            ..SpawnCommand::default()
        };
        for at in 1..=number("argcnt").unwrap_or(0).min(lines.len()) {
            command.args.push(free(&format!("arg{at}"))?);
        }
        for at in 0..number("info_num").unwrap_or(0).min(lines.len()) {
            let key = lines.get(&format!("info_key_{at}")).ok_or_else(|| missing("a key"))?;
            command.info.push((key.clone(), free(&format!("info_val_{at}"))?));
        }
        for at in 0..number("preput_num").unwrap_or(0).min(lines.len()) {
            let key = lines.get(&format!("preput_key_{at}"));
            let value = lines.get(&format!("preput_val_{at}"));
            let pair = key.cloned().zip(value.cloned());
            self.request.preput.push(pair.ok_or_else(|| missing("a value to put"))?);
        }
        self.request.commands.push(command);
        let total = number("totspawns").unwrap_or(1);
        if total > COMMANDS_MAX {
            return Err("a request to spawn too many commands".into());
        }
        let is_last = number("spawnssofar").unwrap_or(1) >= total;
        Ok(is_last.then(|| std::mem::take(self).request))
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
        let mut last = Ok(None);
        for line in text.split_inclusive('\n') {
            match line.trim_end() {
                "mcmd=spawn" => {}
                "endcmd" => last = reader.end(),
                _ => reader.line(line.as_bytes())?,
            }
        }
        last
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
