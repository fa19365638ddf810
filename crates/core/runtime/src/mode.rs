//! Who moves messages on while the program makes no call.

use ferry_config::Config;
use ferry_sys::SignalNumber;

/// How a thread that drives sleeps until it has something to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DriverMode {
    /// On what the methods are waited on by, after it has looked for a while.
    Thread,
    /// Until a signal says that something has come.
    Signal(SignalNumber),
}

impl DriverMode {
    /// What the configuration asks for; `None`: nobody drives but the program's calls. To be asked by a thread of
    /// the program, whose use of signals counts.
    ///
    /// # Errors
    /// The signal asked for cannot be used.
    pub fn configured(config: &Config) -> Result<Option<Self>, String> {
        let number = || match config.auto_number("progress.signal") {
            Some(number) => SignalNumber::chosen(number),
            None => SignalNumber::free(),
        };
        match config.text("progress") {
            "thread" => Ok(Some(DriverMode::Thread)),
            "signal" => {
                let number = number().map_err(|why| {
                    format!("progress.signal: {why}; progress=thread does without a signal")
                });
                Ok(Some(DriverMode::Signal(number?)))
            }
            _ => Ok(None),
        }
    }
}
