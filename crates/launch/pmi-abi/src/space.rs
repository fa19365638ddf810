//! Key and value as PMI-1 can carry them, under a launcher or without.

use crate::alone::{Alone, LONGEST};
use crate::code::{Code, Done, failed};
use crate::library::Job;

/// A key that fits.
pub(crate) fn check_key(key: &str, most: usize) -> Done {
    match key.len() {
        0 => Err(Code::KEY),
        len if len > most => Err(Code::KEY_LENGTH),
        _ if has_blanks(key) => Err(Code::KEY),
        _ => Ok(()),
    }
}

/// A value that fits; an empty one has no place on a line.
fn check_value(value: &str, most: usize) -> Done {
    match value.len() {
        len if len > most => Err(Code::VALUE_LENGTH),
        0 => Err(Code::VALUE),
        _ if has_blanks(value) => Err(Code::VALUE),
        _ => Ok(()),
    }
}

fn has_blanks(text: &str) -> bool {
    text.chars().any(|c| c.is_whitespace() || c.is_control())
}

impl Job {
    /// Longest key and value, without a zero.
    pub(crate) fn longest(&self) -> (usize, usize) {
        match self {
            Job::Launched(client) => (client.key_max(), client.value_max()),
            Job::Alone(_) => LONGEST,
        }
    }

    /// The name of its key-value space.
    pub(crate) fn space(&self) -> String {
        match self {
            Job::Launched(client) => client.kvsname().to_owned(),
            Job::Alone(_) => Alone::name(),
        }
    }

    /// There is one space; a call for another is an error.
    pub(crate) fn check_space(&self, name: &str) -> Done {
        if self.space() == name { Ok(()) } else { Err(Code::ARGUMENT) }
    }

    pub(crate) fn put(&mut self, key: &str, value: &str) -> Done {
        let longest = self.longest();
        check_key(key, longest.0)?;
        check_value(value, longest.1)?;
        match self {
            Job::Launched(client) => {
                client.put(key, value).map_err(|why| failed("PMI_KVS_Put", &why))
            }
            Job::Alone(alone) => {
                alone.values.insert(key.into(), value.into());
                Ok(())
            }
        }
    }

    /// The value of a key; there being none is a failure.
    pub(crate) fn get(&mut self, key: &str) -> Done<String> {
        check_key(key, self.longest().0)?;
        let found = match self {
            Job::Launched(client) => client.get(key).map_err(|why| failed("PMI_KVS_Get", &why))?,
            Job::Alone(alone) => alone.values.get(key).cloned(),
        };
        found.ok_or(Code::FAIL)
    }
}
