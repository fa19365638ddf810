//! Key and value as PMI-1 can carry them, under a launcher or without.

use crate::alone::{Alone, LONGEST};
use crate::code::{PmiCode, PmiResult, failed};
use crate::library::PmiJob;

/// A key that fits.
pub(crate) fn check_key(key: &str, most: usize) -> PmiResult {
    match key.len() {
        0 => Err(PmiCode::KEY),
        len if len > most => Err(PmiCode::KEY_LENGTH),
        _ if has_blanks(key) => Err(PmiCode::KEY),
        _ => Ok(()),
    }
}

/// A value that fits; an empty one has no place on a line.
pub(crate) fn check_value(value: &str, most: usize) -> PmiResult {
    match value.len() {
        len if len > most => Err(PmiCode::VALUE_LENGTH),
        0 => Err(PmiCode::VALUE),
        _ if has_blanks(value) => Err(PmiCode::VALUE),
        _ => Ok(()),
    }
}

fn has_blanks(text: &str) -> bool {
    text.chars().any(|c| c.is_whitespace() || c.is_control())
}

impl PmiJob {
    /// Longest key and value, without a zero.
    pub(crate) fn longest(&self) -> (usize, usize) {
        match self {
            PmiJob::Launched(client) => (client.key_max(), client.value_max()),
            PmiJob::Alone(_) => LONGEST,
        }
    }

    /// The name of its key-value space.
    pub(crate) fn space(&self) -> String {
        match self {
            PmiJob::Launched(client) => client.kvsname().to_owned(),
            PmiJob::Alone(_) => Alone::name(),
        }
    }

    /// There is one space; a call for another is an error.
    pub(crate) fn check_space(&self, name: &str) -> PmiResult {
        if self.space() == name { Ok(()) } else { Err(PmiCode::ARGUMENT) }
    }

    pub(crate) fn put(&mut self, key: &str, value: &str) -> PmiResult {
        let longest = self.longest();
        check_key(key, longest.0)?;
        check_value(value, longest.1)?;
        match self {
            PmiJob::Launched(client) => {
                client.put(key, value).map_err(|why| failed("PMI_KVS_Put", &why))
            }
            PmiJob::Alone(alone) => {
                alone.values.insert(key.into(), value.into());
                Ok(())
            }
        }
    }

    /// The value of a key; there being none is a failure.
    pub(crate) fn get(&mut self, key: &str) -> PmiResult<String> {
        check_key(key, self.longest().0)?;
        let found = match self {
            PmiJob::Launched(client) => {
                client.get(key).map_err(|why| failed("PMI_KVS_Get", &why))?
            }
            PmiJob::Alone(alone) => alone.values.get(key).cloned(),
        };
        found.ok_or(PmiCode::FAIL)
    }
}
