//! Endpoints: where remote service requests arrive, each with its table of handlers.

use crate::home::Home;
use crate::{Buffer, Nexus, NexusError, Startpoint};
use std::sync::Arc;

/// Handlers have numbers below this.
pub const MOST_HANDLERS: u32 = 4096;

/// A request that has arrived, as its handler sees it.
pub struct Request<'a> {
    /// This process's links.
    pub nexus: &'a Nexus,
    /// Who sent it.
    pub from: Home,
    /// The number of the handler that was asked for.
    pub handler: u32,
    /// What it carries, where it arrived. A handler that wants to keep it takes it with [`std::mem::take`].
    pub buffer: &'a mut Buffer<'static>,
}

impl Request<'_> {
    /// Gets a startpoint out of the buffer; see [`Buffer::get_startpoint`].
    pub fn get_startpoint(&mut self) -> Result<Startpoint, NexusError> {
        self.buffer.get_startpoint(self.nexus)
    }
}

pub(crate) type Function = dyn Fn(&mut Request<'_>) + Send + Sync;

/// A handler and where it runs.
#[derive(Clone)]
pub(crate) struct HandlerEntry {
    pub(crate) function: Arc<Function>,
    pub(crate) threaded: bool,
}

/// What an endpoint is made of.
#[derive(Default)]
pub(crate) struct HandlerTable {
    handlers: Vec<Option<HandlerEntry>>,
    unknown: Option<HandlerEntry>,
}

impl HandlerTable {
    /// Who answers for a number.
    #[inline]
    pub(crate) fn entry(&self, handler: u32) -> Option<&HandlerEntry> {
        match self.handlers.get(handler as usize) {
            Some(Some(entry)) => Some(entry),
            _ => self.unknown.as_ref(),
        }
    }

    /// Lets handlers go, if there are any: mostly there are none, which is seen in line.
    #[inline(always)]
    pub(crate) fn let_go(table: Option<Box<Self>>) {
        #[cold]
        #[inline(never)]
        fn let_some_go(table: Box<HandlerTable>) {
            drop(table);
        }
        if let Some(table) = table {
            let_some_go(table);
        }
    }
}

/// Makes an endpoint: its handlers are given one by one, then it is opened.
#[must_use = "an endpoint exists once it is opened"]
pub struct EndpointBuilder {
    nexus: Nexus,
    table: HandlerTable,
    wrong: Option<u32>,
}

impl EndpointBuilder {
    pub(crate) fn new(nexus: Nexus) -> Self {
        EndpointBuilder { nexus, table: HandlerTable::default(), wrong: None }
    }

    fn set(mut self, number: u32, threaded: bool, function: Arc<Function>) -> Self {
        if number >= MOST_HANDLERS {
            self.wrong = Some(number);
            return self;
        }
        let handlers = &mut self.table.handlers;
        if handlers.len() <= number as usize {
            handlers.resize_with(number as usize + 1, || None);
        }
        handlers[number as usize] = Some(HandlerEntry { function, threaded });
        self
    }

    /// Requests for `number` run `function` in the thread that polls, one after the other in the order
    /// of their arrival. It may send but must not wait: what cannot be sent at once is copied and sent
    /// by later polls.
    pub fn handler(
        self,
        number: u32,
        function: impl Fn(&mut Request<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.set(number, false, Arc::new(function))
    }

    /// Requests for `number` run `function` in a thread each. It may wait for anything.
    pub fn threaded(
        self,
        number: u32,
        function: impl Fn(&mut Request<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.set(number, true, Arc::new(function))
    }

    /// Requests for numbers without a handler run `function` like a non-threaded one. Without it they
    /// are faults ([`FaultKind::UnknownHandler`](crate::FaultKind::UnknownHandler)).
    pub fn unknown(mut self, function: impl Fn(&mut Request<'_>) + Send + Sync + 'static) -> Self {
        self.table.unknown = Some(HandlerEntry { function: Arc::new(function), threaded: false });
        self
    }

    /// Opens the endpoint.
    ///
    /// # Errors
    /// If a handler's number is not below [`MOST_HANDLERS`], or Nexus has finished.
    pub fn open(self) -> Result<Endpoint, NexusError> {
        self.checked()?.open_as(false)
    }

    /// Opens the endpoint as this process's first one, which others in the job reach by
    /// [`Nexus::startpoint_to`] without having been given a startpoint. Requests that came earlier are
    /// run now.
    ///
    /// # Errors
    /// As for [`EndpointBuilder::open`], and if there is one already.
    pub fn open_root(self) -> Result<Endpoint, NexusError> {
        self.checked()?.open_as(true)
    }

    fn checked(self) -> Result<Self, NexusError> {
        match self.wrong {
            None => Ok(self),
            Some(number) => Err(NexusError::Usage(format!(
                "handler {number}: handlers have numbers below {MOST_HANDLERS}"
            ))),
        }
    }

    fn open_as(self, root: bool) -> Result<Endpoint, NexusError> {
        let id = self.nexus.enter()?.open_endpoint(Box::new(self.table), root)?;
        Ok(Endpoint { inner: Arc::new(EndpointInner { nexus: self.nexus, id }) })
    }
}

/// Where remote service requests arrive. It exists until the last copy of this handle is dropped; it
/// cannot move to another process.
#[derive(Clone)]
pub struct Endpoint {
    inner: Arc<EndpointInner>,
}

struct EndpointInner {
    nexus: Nexus,
    id: u64,
}

impl Endpoint {
    /// A startpoint that is bound to this endpoint.
    pub fn startpoint(&self) -> Startpoint {
        Startpoint::to_own(&self.inner.nexus, self.inner.id)
    }

    pub(crate) fn id(&self) -> u64 {
        self.inner.id
    }
}

impl Drop for EndpointInner {
    fn drop(&mut self) {
        if let Ok(mut state) = self.nexus.enter() {
            // Dropped after the state is left: handlers may hold anything.
            let table = state.close_endpoint(self.id);
            drop(state);
            drop(table);
        }
    }
}
