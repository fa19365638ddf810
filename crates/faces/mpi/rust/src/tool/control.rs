//! Control variables: Ferry's parameters (MPI-5.0 §15.3.6).

use super::{Choices, Tools, Value, all, of};
use crate::error::{Error, ErrorClass, Result, in_call};
use ferry_mpi::constants::MPI_T_SCOPE_ALL_EQ;
use ferry_mpi::tool::control::{self, ControlVariable};
use std::marker::PhantomData;

/// A parameter, as it is and may be set.
#[derive(Clone, Debug)]
pub struct Control<'t> {
    index: i32,
    known: ControlVariable,
    choices: Option<Choices>,
    tools: PhantomData<&'t Tools>,
}

/// For whom a value is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ControlScope {
    /// For this process.
    Process,
    /// All processes must set the same.
    AllAlike,
}

impl Tools {
    /// All parameters (`MPI_T_cvar_get_num`, `MPI_T_cvar_get_info`).
    ///
    /// # Errors
    /// None that a program can bring about.
    pub fn controls(&self) -> Result<Vec<Control<'_>>> {
        in_call("controls", || all(control::count()?, Control::at))
    }

    /// The parameter of a name, such as `tcp.ports` (`MPI_T_cvar_get_index`).
    ///
    /// # Errors
    /// When there is none.
    pub fn control(&self, name: &str) -> Result<Control<'_>> {
        in_call("control", || {
            let index = control::index_of(name).map_err(|e| of("control variable", name, &e))?;
            Control::at(index)
        })
    }
}

impl Control<'_> {
    pub(super) fn at(index: i32) -> Result<Self> {
        let known = control::info(index)?;
        let choices = Choices::of(known.enumeration)?;
        Ok(Control { index, known, choices, tools: PhantomData })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.known.name
    }

    /// What it does.
    pub fn description(&self) -> &str {
        &self.known.description
    }

    /// For whom it is, by the standard's number: users have 9 to 12, tuners 17 to 20.
    pub fn verbosity(&self) -> i32 {
        self.known.verbosity
    }

    /// Where it has to be set.
    pub fn scope(&self) -> ControlScope {
        match self.known.scope {
            MPI_T_SCOPE_ALL_EQ => ControlScope::AllAlike,
            _ => ControlScope::Process,
        }
    }

    /// What it is one of, if it is one of few.
    pub fn choices(&self) -> Option<&Choices> {
        self.choices.as_ref()
    }

    /// Its value now (`MPI_T_cvar_read`).
    ///
    /// # Errors
    /// When there are too many handles.
    pub fn read(&self) -> Result<Value> {
        in_call("read", || {
            let (handle, _) = control::alloc(self.index).map_err(|e| self.failed(&e))?;
            let bytes = control::read(handle);
            control::free(handle)?;
            let value = Value::of_bytes(self.known.element, &bytes?);
            value.ok_or_else(|| self.other_type("it has no value that Rust knows"))
        })
    }

    /// The name of its choice now.
    ///
    /// # Errors
    /// When it is none of few.
    pub fn read_choice(&self) -> Result<String> {
        in_call("read_choice", || {
            let value = self.read()?;
            let (Value::Choice(number), Some(choices)) = (&value, &self.choices) else {
                return Err(self.other_type("its values have no names: use `read`"));
            };
            let name = choices.name_of(*number).map(str::to_owned);
            Ok(name.unwrap_or_else(|| number.to_string()))
        })
    }

    /// Sets it (`MPI_T_cvar_write`): for the process that is to start, or the one that runs.
    ///
    /// # Errors
    /// When it is of another type, does not take the value, or is read when MPI starts and that has happened.
    pub fn set(&self, value: &Value) -> Result<()> {
        in_call("set", || {
            if !value.is_of(self.known.element) {
                let now = self.read()?;
                return Err(
                    self.other_type(&format!("it has values such as {now:?}, not {value:?}"))
                );
            }
            let (handle, _) = control::alloc(self.index).map_err(|e| self.failed(&e))?;
            let written = control::write(handle, &value.bytes());
            control::free(handle)?;
            written.map_err(|e| self.failed(&e))
        })
    }

    /// Sets it to a choice by its name.
    ///
    /// # Errors
    /// As [`set`](Control::set); and when there is no such choice, which names all.
    pub fn set_choice(&self, name: &str) -> Result<()> {
        in_call("set_choice", || {
            let Some(choices) = &self.choices else {
                return Err(self.other_type("it has no choices: use `set`"));
            };
            let Some(number) = choices.number_of(name) else {
                let names: Vec<&str> = choices.items.iter().map(|(_, n)| n.as_str()).collect();
                let text = format!("it is one of {}, not '{name}'", names.join(", "));
                return Err(self.other_type(&text));
            };
            self.set(&Value::Choice(number))
        })
    }

    fn failed(&self, error: &ferry_mpi::Error) -> Error {
        of("control variable", self.name(), error)
    }

    fn other_type(&self, what: &str) -> Error {
        Error::new(ErrorClass::ARG, format!("control variable '{}': {what}", self.name()))
    }
}
