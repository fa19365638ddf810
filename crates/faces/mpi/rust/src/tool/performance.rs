//! Performance variables: what the layers count (MPI-5.0 §15.3.7).

use super::{Choices, Tools, Value, all, of};
use crate::communicator::Communicator;
use crate::error::{Error, ErrorClass, Result, in_call};
use ferry_mpi::constants::MPI_T_BIND_MPI_COMM;
use ferry_mpi::tool::measurement::{self, MeasurementName, VariableName};
use ferry_mpi::tool::performance::{self, PerformanceVariable, VariableClass};
use std::marker::PhantomData;

/// Something that a layer counts.
#[derive(Clone, Debug)]
pub struct Performance<'t> {
    index: i32,
    known: PerformanceVariable,
    choices: Option<Choices>,
    tools: PhantomData<&'t Tools>,
}

/// What kind of figure it is (MPI-5.0 §15.3.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerformanceClass {
    /// One of few states.
    State,
    /// How much of something is in use.
    Level,
    /// How much of it is, from 0 to 1.
    Percentage,
    /// The most that a level has been.
    HighWatermark,
    /// How often something has happened.
    Counter,
    /// A sum, such as of bytes.
    Aggregate,
    /// Time that something has taken.
    Timer,
}

impl Tools {
    /// All that is counted (`MPI_T_pvar_get_num`, `MPI_T_pvar_get_info`).
    ///
    /// # Errors
    /// None that a program can bring about.
    pub fn performances(&self) -> Result<Vec<Performance<'_>>> {
        in_call("performances", || all(performance::count()?, Performance::at))
    }

    /// The variable of a name, such as `transfer.eager_messages` (`MPI_T_pvar_get_index`).
    ///
    /// # Errors
    /// When there is none.
    pub fn performance(&self, name: &str) -> Result<Performance<'_>> {
        in_call("performance", || {
            let found = self.performances()?.into_iter().find(|variable| variable.name() == name);
            found.ok_or_else(|| {
                let text = format!("no performance variable is called '{name}'");
                Error::new(ErrorClass::of_code(ferry_mpi::constants::MPI_T_ERR_INVALID_NAME), text)
            })
        })
    }

    /// Begins to measure: counts of one session are its own (`MPI_T_pvar_session_create`).
    ///
    /// # Errors
    /// When there are too many.
    pub fn session(&self) -> Result<MeasurementSession<'_>> {
        in_call("session", || {
            Ok(MeasurementSession { session: measurement::begin()?, tools: PhantomData })
        })
    }
}

impl Performance<'_> {
    pub(super) fn at(index: i32) -> Result<Self> {
        let known = performance::info(index)?;
        let choices = Choices::of(known.enumeration)?;
        Ok(Performance { index, known, choices, tools: PhantomData })
    }

    /// Its name: the layer's or method's, and its own.
    pub fn name(&self) -> &str {
        &self.known.name
    }

    /// What it says.
    pub fn description(&self) -> &str {
        &self.known.description
    }

    /// For whom it is, by the standard's number.
    pub fn verbosity(&self) -> i32 {
        self.known.verbosity()
    }

    /// What kind of figure it is.
    pub fn class(&self) -> PerformanceClass {
        match self.known.class {
            VariableClass::State => PerformanceClass::State,
            VariableClass::Level => PerformanceClass::Level,
            VariableClass::Percentage => PerformanceClass::Percentage,
            VariableClass::HighWatermark => PerformanceClass::HighWatermark,
            VariableClass::Counter => PerformanceClass::Counter,
            VariableClass::Aggregate => PerformanceClass::Aggregate,
            VariableClass::Timer => PerformanceClass::Timer,
        }
    }

    /// What its values mean, if they are choices.
    pub fn choices(&self) -> Option<&Choices> {
        self.choices.as_ref()
    }

    /// Whether it has a value for each rank of a communicator, and is measured with
    /// [`MeasurementSession::measure_in`].
    pub fn is_of_communicators(&self) -> bool {
        self.known.bind() == MPI_T_BIND_MPI_COMM
    }

    /// Whether each measurement has a value of its own, that starts at nothing and is started, stopped and set. Others
    /// tell how things are.
    pub fn is_measured(&self) -> bool {
        self.known.class.is_of_handles()
    }
}

/// Measurements that belong together; they end with it (`MPI_T_pvar_session_free`).
#[derive(Debug)]
pub struct MeasurementSession<'t> {
    session: MeasurementName,
    tools: PhantomData<&'t Tools>,
}

impl MeasurementSession<'_> {
    /// Begins a measurement, stopped where it can be (`MPI_T_pvar_handle_alloc`).
    ///
    /// # Errors
    /// When the variable is of communicators, or there are too many measurements.
    pub fn measure(&self, what: &Performance<'_>) -> Result<Measurement<'_>> {
        in_call("measure", || self.begin(what, None))
    }

    /// The same with a value for each rank of a communicator.
    ///
    /// # Errors
    /// When there are too many measurements.
    pub fn measure_in(
        &self,
        what: &Performance<'_>,
        comm: &Communicator,
    ) -> Result<Measurement<'_>> {
        in_call("measure_in", || self.begin(what, Some(comm)))
    }

    fn begin(
        &self,
        what: &Performance<'_>,
        comm: Option<&Communicator>,
    ) -> Result<Measurement<'_>> {
        let name = what.name().to_owned();
        let made = measurement::alloc(self.session, what.index, comm.map(Communicator::handle));
        let (handle, _) = made.map_err(|e| of("performance variable", &name, &e))?;
        Ok(Measurement { session: self.session, handle, name, of: PhantomData })
    }
}

impl Drop for MeasurementSession<'_> {
    fn drop(&mut self) {
        let _ = measurement::end(self.session);
    }
}

/// A variable that is measured (`MPI_T_pvar_handle_free` when it is dropped).
#[derive(Debug)]
pub struct Measurement<'s> {
    session: MeasurementName,
    handle: VariableName,
    name: String,
    of: PhantomData<&'s ()>,
}

impl Measurement<'_> {
    /// Counts from now on (`MPI_T_pvar_start`).
    ///
    /// # Errors
    /// When the variable always does.
    pub fn start(&self) -> Result<()> {
        self.told("start", measurement::run(self.session, self.handle, true))
    }

    /// Counts no more (`MPI_T_pvar_stop`).
    ///
    /// # Errors
    /// When the variable always does.
    pub fn stop(&self) -> Result<()> {
        self.told("stop", measurement::run(self.session, self.handle, false))
    }

    /// Its values: one, or one for each rank (`MPI_T_pvar_read`).
    ///
    /// # Errors
    /// None that a program can bring about.
    pub fn read(&self) -> Result<Vec<Value>> {
        let bytes = self.told("read", measurement::read(self.session, self.handle))?;
        self.values("read", &bytes)
    }

    /// The sum of its values, which are counts.
    ///
    /// # Errors
    /// When they are no counts.
    pub fn read_count(&self) -> Result<u64> {
        let values = self.read()?;
        let count = |value: &Value| match value {
            Value::Count(count) => Some(*count),
            _ => None,
        };
        let counts: Option<Vec<u64>> = values.iter().map(count).collect();
        counts.map(|counts| counts.iter().sum()).ok_or_else(|| {
            let text = format!("performance variable '{}' is no count: use `read`", self.name);
            Error::new(ErrorClass::ARG, text)
        })
    }

    /// Its values, which are nothing from now on; nothing is lost between the two (`MPI_T_pvar_readreset`).
    ///
    /// # Errors
    /// When the variable only tells how things are.
    pub fn take(&self) -> Result<Vec<Value>> {
        let bytes = self.told("take", measurement::read_and_reset(self.session, self.handle))?;
        self.values("take", &bytes)
    }

    /// Makes it nothing (`MPI_T_pvar_reset`).
    ///
    /// # Errors
    /// When the variable only tells how things are.
    pub fn reset(&self) -> Result<()> {
        self.told("reset", measurement::reset(self.session, self.handle))
    }

    /// Sets its values (`MPI_T_pvar_write`), as many as [`read`](Measurement::read) tells and of the same type.
    ///
    /// # Errors
    /// When they are not, or the variable only tells how things are.
    pub fn write(&self, values: &[Value]) -> Result<()> {
        in_call("write", || {
            let (element, count) = measurement::buffer_of(self.session, self.handle)?;
            if values.len() != count || !values.iter().all(|value| value.is_of(element)) {
                let text = format!(
                    "performance variable '{}' has {count} values of {element:?}, not {values:?}",
                    self.name
                );
                return Err(Error::new(ErrorClass::ARG, text));
            }
            let bytes: Vec<u8> = values.iter().flat_map(Value::bytes).collect();
            self.told("write", measurement::write(self.session, self.handle, &bytes))
        })
    }

    fn values(&self, call: &'static str, bytes: &[u8]) -> Result<Vec<Value>> {
        let buffer = measurement::buffer_of(self.session, self.handle);
        let (element, _) = self.told(call, buffer)?;
        Ok(Value::row(element, bytes))
    }

    fn told<T>(&self, call: &'static str, result: ferry_mpi::Result<T>) -> Result<T> {
        in_call(call, || result.map_err(|e| of("performance variable", &self.name, &e)))
    }
}

impl Drop for Measurement<'_> {
    fn drop(&mut self) {
        let _ = measurement::free(self.session, self.handle);
    }
}
