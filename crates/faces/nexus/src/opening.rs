//! Methods that are opened while the process runs.
//!
//! What a process published when it started stays as it is. So a startpoint for one of its endpoints takes the
//! table of today with it once a method was opened, and who gets it can use that.

use crate::startpoint::EndpointLink;
use crate::{Nexus, NexusError};
use ferry_boot::{MoreMethod, open_more};
use ferry_link::DescriptorTable;
use std::path::Path;
use std::sync::Arc;

impl Nexus {
    /// Opens one more method of Ferry's by its name, for links within the job: startpoints for this process's
    /// endpoints that are sent from now on tell of it. Whoever is to use it opens it too and chooses it
    /// ([`Startpoint::set_method`](crate::Startpoint::set_method)).
    ///
    /// # Errors
    /// When there is none of that name, when it is open already, or cannot be opened.
    pub fn open_method(&self, name: &str) -> Result<(), NexusError> {
        self.open_one(MoreMethod::Named(name)).map(drop)
    }

    /// The same for a module: a shared object that brings a method. Returns the method's name.
    ///
    /// # Errors
    /// As for [`Nexus::open_method`], and when it is no module.
    pub fn open_module(&self, path: &Path) -> Result<String, NexusError> {
        self.open_one(MoreMethod::Module(path))
    }

    fn open_one(&self, what: MoreMethod<'_>) -> Result<String, NexusError> {
        let core = &self.core;
        drop(self.enter()?);
        let method = open_more(what, &core.config, &core.identity, self.place(), core.clock);
        let method = method.map_err(|why| NexusError::Link(why.into()))?;
        let name = method.name().to_owned();
        let mut state = self.enter()?;
        state.runtime.open(method)?;
        state.table = Some(Arc::new(state.runtime.links.home().table()));
        state.call_sleepers();
        Ok(name)
    }

    /// The table of this process, where it is not what it published and the link leads here.
    pub(crate) fn table_of_today(&self, link: &EndpointLink) -> Option<Arc<DescriptorTable>> {
        if link.home == self.home() { self.lock().table.clone() } else { None }
    }
}
