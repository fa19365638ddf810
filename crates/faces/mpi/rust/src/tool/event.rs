//! Events: what happens in the layers, told while somebody listens (MPI-5.0 §15.3.8).

use super::{Choices, Tools, Value, all, of};
use crate::communicator::Communicator;
use crate::error::{Result, in_call};
use ferry_mpi::constants::MPI_T_BIND_MPI_COMM;
use ferry_mpi::tool::event::{self, EventType};
use ferry_mpi::tool::registration::{
    self, DroppedCallback, EventCallback, RegisteredCallback, RegistrationName, Safety,
};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A kind of events.
#[derive(Clone, Debug)]
pub struct EventKind<'t> {
    index: i32,
    known: &'static EventType,
    choices: Option<Choices>,
    tools: PhantomData<&'t Tools>,
}

/// Something that has happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Happening {
    /// When, since the process first asked.
    pub at: Duration,
    /// What the kind's description names, in its order.
    pub values: Vec<Value>,
}

impl Tools {
    /// All kinds of events (`MPI_T_event_get_num`, `MPI_T_event_get_info`).
    ///
    /// # Errors
    /// None that a program can bring about.
    pub fn events(&self) -> Result<Vec<EventKind<'_>>> {
        in_call("events", || all(event::count()?, EventKind::at))
    }

    /// The kind of a name, such as `link.method_changed` (`MPI_T_event_get_index`).
    ///
    /// # Errors
    /// When there is none.
    pub fn event(&self, name: &str) -> Result<EventKind<'_>> {
        in_call("event", || {
            let index = event::index_of(name).map_err(|e| of("kind of events", name, &e))?;
            EventKind::at(index)
        })
    }
}

impl<'t> EventKind<'t> {
    pub(super) fn at(index: i32) -> Result<Self> {
        let known = event::info(index)?;
        let choices = Choices::of(known.enumeration)?;
        Ok(EventKind { index, known, choices, tools: PhantomData })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.known.name
    }

    /// What has happened, and what the values say.
    pub fn description(&self) -> &'static str {
        self.known.description
    }

    /// What its values that are choices mean.
    pub fn choices(&self) -> Option<&Choices> {
        self.choices.as_ref()
    }

    /// Whether it happens in a communicator, and is listened to with [`listen_in`](EventKind::listen_in).
    pub fn is_of_communicators(&self) -> bool {
        self.known.bind() == MPI_T_BIND_MPI_COMM
    }

    /// Calls a function for each event from now on, until what this returns is dropped. It is called by threads in
    /// calls of MPI, may be called by several at once, and may ask what it likes (`MPI_T_event_handle_alloc`,
    /// `MPI_T_event_register_callback`).
    ///
    /// # Errors
    /// When the kind is of communicators, or there are too many listeners.
    pub fn listen(
        &self,
        hear: impl Fn(&Happening) + Send + Sync + 'static,
    ) -> Result<Listener<'t>> {
        in_call("listen", || self.register(None, hear))
    }

    /// The same for what happens in a communicator.
    ///
    /// # Errors
    /// When there are too many listeners.
    pub fn listen_in(
        &self,
        comm: &Communicator,
        hear: impl Fn(&Happening) + Send + Sync + 'static,
    ) -> Result<Listener<'t>> {
        in_call("listen_in", || self.register(Some(comm), hear))
    }

    fn register(
        &self,
        comm: Option<&Communicator>,
        hear: impl Fn(&Happening) + Send + Sync + 'static,
    ) -> Result<Listener<'t>> {
        let failed = |e: ferry_mpi::Error| of("kind of events", self.name(), &e);
        let handle = comm.map(Communicator::handle);
        let name = registration::register(self.index, handle).map_err(failed)?;
        let told = Arc::new(Told::default());
        let listener = Listener { name, told: told.clone(), tools: PhantomData };
        let known = self.known;
        let dropped = told.clone();
        let call: EventCallback = Arc::new(move |instance, _, _| {
            let Some(happening) = happening(known, instance) else { return };
            // A panic must not unwind through MPI.
            if catch_unwind(AssertUnwindSafe(|| hear(&happening))).is_err() {
                told.has_panicked.store(true, Ordering::Relaxed);
            }
        });
        let missed: DroppedCallback = Arc::new(move |count, _, _, _| {
            dropped.missed.fetch_add(count, Ordering::Relaxed);
        });
        registration::mind_dropped(name, Some(missed)).map_err(failed)?;
        let callback = RegisteredCallback { call, word: 0 };
        registration::listen(name, Safety::Threads, Some(callback)).map_err(failed)?;
        Ok(listener)
    }
}

/// What is known of an event while its function runs.
fn happening(known: &EventType, instance: usize) -> Option<Happening> {
    let at = Duration::from_nanos(event::time_of(instance).ok()?.unsigned_abs());
    let value = |(place, element): (usize, &_)| {
        let value = Value::of_bytes(*element, &event::read(instance, place as i32).ok()?)?;
        Some(match value {
            // What no enumeration has names for is a number as such.
            Value::Choice(number) if known.enumeration.is_none() => Value::Number(number.into()),
            value => value,
        })
    };
    let values: Option<Vec<Value>> = known.elements.iter().enumerate().map(value).collect();
    Some(Happening { at, values: values? })
}

#[derive(Default, Debug)]
struct Told {
    missed: AtomicU64,
    has_panicked: AtomicBool,
}

/// A function that is called for events, until this is dropped (`MPI_T_event_handle_free`).
#[derive(Debug)]
pub struct Listener<'t> {
    name: RegistrationName,
    told: Arc<Told>,
    tools: PhantomData<&'t Tools>,
}

impl Listener<'_> {
    /// How many events there were that the function was not called for, since they came too fast.
    pub fn missed(&self) -> u64 {
        self.told.missed.load(Ordering::Relaxed)
    }

    /// Whether the function has panicked, which ends with the event.
    pub fn has_panicked(&self) -> bool {
        self.told.has_panicked.load(Ordering::Relaxed)
    }
}

impl Drop for Listener<'_> {
    fn drop(&mut self) {
        let _ = registration::unregister(self.name, Box::new(|_, _| ()));
    }
}
