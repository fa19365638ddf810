//! A script that runs in a guest.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::Guest;
use crate::lines::NoLine;

/// What became of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// Its exit status, as a shell reports it.
    pub status: i32,
    /// All it wrote, standard error included.
    pub text: String,
}

/// A script under way. It goes on if this is dropped; the guest then runs no other until it ends.
#[derive(Debug)]
pub struct Running<'g> {
    guest: &'g mut Guest,
    text: String,
    status: Option<i32>,
}

impl<'g> Running<'g> {
    pub(crate) fn new(guest: &'g mut Guest) -> Self {
        Self { guest, text: String::new(), status: None }
    }

    /// The next line it writes; `None` when it has ended.
    fn line(&mut self, deadline: Instant) -> Result<Option<String>> {
        if self.status.is_some() {
            return Ok(None);
        }
        let line = match self.guest.lines.next(deadline) {
            Ok(line) => line,
            Err(why) => bail!(
                "a script in the guest: {}\nit wrote:\n{}",
                self.guest.complaint(why),
                self.text
            ),
        };
        self.take(line)
    }

    fn take(&mut self, line: String) -> Result<Option<String>> {
        if let Some(status) = line.strip_prefix(&self.guest.mark) {
            self.status = Some(status.trim().parse()?);
            return Ok(None);
        }
        self.text += &line;
        self.text.push('\n');
        Ok(Some(line))
    }

    /// Says a line to its standard input. One that it does not read is taken for an order to the guest,
    /// so only scripts that read to the end of a conversation are to be talked to.
    ///
    /// # Errors
    /// A guest that has ended.
    pub fn say(&mut self, line: &str) -> Result<()> {
        self.guest.write_line(line)
    }

    /// The lines that it has written since they were last asked for, without waiting.
    ///
    /// # Errors
    /// A guest that has ended.
    pub fn heard(&mut self) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        while let Some(line) = self.line_now()? {
            lines.push(line);
        }
        Ok(lines)
    }

    /// Its exit status, if it was heard to have ended.
    pub fn status(&self) -> Option<i32> {
        self.status
    }

    fn line_now(&mut self) -> Result<Option<String>> {
        match self.guest.lines.next(Instant::now()) {
            _ if self.status.is_some() => Ok(None),
            Ok(line) => self.take(line),
            Err(NoLine::Late) => Ok(None),
            Err(NoLine::Ended) => bail!(self.guest.complaint(NoLine::Ended)),
        }
    }

    /// Waits for a line that contains `text`.
    ///
    /// # Errors
    /// A script that ends without such a line or does not write it within `patience`.
    pub fn wait_for(&mut self, text: &str, patience: Duration) -> Result<String> {
        let deadline = Instant::now() + patience;
        while let Some(line) = self.line(deadline)? {
            if line.contains(text) {
                return Ok(line);
            }
        }
        bail!("a script in the guest ended without `{text}`; it wrote:\n{}", self.text)
    }

    /// Waits for the end.
    ///
    /// # Errors
    /// A script that takes longer than `patience`.
    pub fn finish(mut self, patience: Duration) -> Result<Done> {
        let deadline = Instant::now() + patience;
        while self.line(deadline)?.is_some() {}
        Ok(Done { status: self.status.unwrap_or_default(), text: self.text.trim_end().into() })
    }
}
