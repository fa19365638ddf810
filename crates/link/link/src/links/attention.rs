//! How much attention each method gets, in all worlds, those that are met later too.

use super::Links;
use crate::PollInterval;
use crate::context::{Context, LinkError};
use crate::turns::not_open;
use ferry_method::Method;

/// What was asked for while the process runs.
#[derive(Default)]
pub(super) struct Attention {
    intervals: Vec<(String, PollInterval)>,
    waiters: Vec<(String, bool)>,
    only: Option<Vec<String>>,
}

/// Sets what a name stands for.
fn set<T>(list: &mut Vec<(String, T)>, name: &str, value: T) {
    match list.iter_mut().find(|(known, _)| known == name) {
        Some((_, known)) => *known = value,
        None => list.push((name.to_owned(), value)),
    }
}

impl Attention {
    /// Gives a world that is met what the others were given.
    pub(super) fn pay(&self, context: &mut Context) {
        for (method, interval) in &self.intervals {
            context.set_interval(method, *interval);
        }
        for (method, waits) in &self.waiters {
            // Without a thread it is polled, which is as good.
            let _ = context.wait_by_thread(method, *waits);
        }
        if let Some(only) = &self.only {
            context.exclude_but(Some(&only.iter().map(String::as_str).collect::<Vec<_>>()));
        }
    }
}

impl Links {
    /// Polls a method at this interval from now on (Nexus' `skip_poll`), in all worlds.
    ///
    /// # Errors
    /// When it is open in none.
    pub fn set_interval(&mut self, method: &str, interval: PollInterval) -> Result<(), LinkError> {
        self.check_open("interval", &[method])?;
        set(&mut self.attention.intervals, method, interval);
        self.each_mut().for_each(|context| context.set_interval(method, interval));
        Ok(())
    }

    /// [`Context::wait_by_thread`], in all worlds.
    ///
    /// # Errors
    /// As there, and when the method is open in none.
    pub fn wait_by_thread(&mut self, method: &str, waits: bool) -> Result<(), LinkError> {
        self.check_open("waiter", &[method])?;
        self.each_mut().try_for_each(|context| context.wait_by_thread(method, waits))?;
        set(&mut self.attention.waiters, method, waits);
        Ok(())
    }

    /// [`Context::poll_only`], in all worlds. A world with none of these methods is polled before a sleep
    /// only.
    ///
    /// # Errors
    /// When a method is open in no world; then nothing changes.
    pub fn poll_only(&mut self, methods: Option<&[&str]>) -> Result<(), LinkError> {
        self.check_open("poll_only", methods.unwrap_or_default())?;
        let own = |name: &&str| (*name).to_owned();
        self.attention.only = methods.map(|names| names.iter().map(own).collect());
        self.each_mut().for_each(|context| context.exclude_but(methods));
        Ok(())
    }

    /// [`Context::open`], for the job's links.
    ///
    /// # Errors
    /// As there.
    pub fn open(&mut self, method: Box<dyn Method>) -> Result<(), LinkError> {
        self.home.open(method)?;
        self.attention.pay(&mut self.home);
        Ok(())
    }

    /// Takes back what was opened last, before anything has used it.
    pub fn withdraw(&mut self) {
        self.home.withdraw();
    }

    fn check_open(&self, parameter: &'static str, methods: &[&str]) -> Result<(), LinkError> {
        let mut open: Vec<&str> = self.each().flat_map(Context::open_names).collect();
        open.sort_unstable();
        open.dedup();
        match methods.iter().find(|name| !open.contains(name)) {
            Some(unknown) => Err(not_open(parameter, unknown, &open)),
            None => Ok(()),
        }
    }
}
