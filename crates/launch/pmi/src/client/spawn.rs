//! Spawning, and what becomes of what was spawned.

use super::Client;
use crate::codes::SpawnCodes;
use crate::error::PmiError;
use crate::long;
use crate::message1::Pmi1Message;
use crate::spawn::SpawnRequest;
use std::os::unix::ffi::OsStrExt;

/// What the launcher has said to a request to spawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpawnAnswer {
    /// For each process in order: 0 if it runs, or could have. A launcher may say less than all.
    pub codes: SpawnCodes,
    /// Why they do not run; `None`: they do.
    pub refusal: Option<String>,
    /// The number by which [`Client::end_of_world`] asks for their end; Ferry's launcher gives one.
    pub world: Option<u32>,
}

impl Client {
    /// Has the launcher spawn processes, and waits until they run or are known not to.
    ///
    /// # Errors
    /// When the connection fails.
    pub fn spawn(&mut self, request: &SpawnRequest) -> Result<SpawnAnswer, PmiError> {
        let is_of_ferry = self.is_of_ferry()?;
        if !is_of_ferry {
            check(request)?;
        }
        let lines = request.to_lines(is_of_ferry);
        let replies = self.connection.request_lines(&lines, "spawn_result", "ferry_more")?;
        let (reply, codes) = (&replies[0], codes_in(&replies));
        let text = |key: &str| {
            let bytes = reply.get(key).and_then(long::from_text)?;
            String::from_utf8(bytes).ok()
        };
        let refusal = match reply.get("rc") {
            None | Some("0") => None,
            Some(rc) => {
                let words = reply.get("msg").or(reply.get("reason")).map(str::to_owned);
                Some(text("ferry_reason").or(words).unwrap_or_else(|| format!("code {rc}")))
            }
        };
        Ok(SpawnAnswer { codes, refusal, world: reply.number("ferry_world") })
    }

    /// How a world that was spawned has ended; `None`: it runs. For Ferry's launcher only.
    ///
    /// # Errors
    /// When the connection fails.
    pub fn end_of_world(&mut self, world: u32) -> Result<Option<String>, PmiError> {
        let request = Pmi1Message::new("ferry_world").with("id", world);
        let reply = self.connection.request(&request, "ferry_world_result")?;
        if reply.get("state") != Some("ended") {
            return Ok(None);
        }
        let how = reply.get("how").and_then(long::from_text);
        Ok(Some(how.and_then(|how| String::from_utf8(how).ok()).unwrap_or_default()))
    }
}

/// The codes in the lines of an answer.
fn codes_in(replies: &[Pmi1Message]) -> SpawnCodes {
    let mut codes = SpawnCodes::of_list(replies[0].get("errcodes").unwrap_or_default());
    replies.iter().filter_map(|line| line.get("ferry_codes")).for_each(|word| codes.add_word(word));
    codes
}

/// What PMI-1 cannot say, and another launcher than Ferry's would choke on.
fn check(request: &SpawnRequest) -> Result<(), PmiError> {
    let args = request.commands.iter().flat_map(|command| &command.args);
    let values = request.commands.iter().flat_map(|command| &command.info).map(|(_, value)| value);
    for text in args.chain(values) {
        let reason = match text.is_empty() {
            true => "this launcher's protocol has no empty words",
            false if text.as_bytes().iter().any(|byte| b"\n\r\0".contains(byte)) => {
                "this launcher's protocol has no line ends in words"
            }
            false => continue,
        };
        let text = text.to_string_lossy().chars().take(40).collect();
        return Err(PmiError::Caller {
            what: "an argument or info value",
            text,
            reason: reason.into(),
        });
    }
    Ok(())
}
