//! Methods that are opened while the process runs.

use super::{Context, LinkError, MethodSlot};
use crate::PollInterval;
use ferry_method::{Method, MethodError};
use std::time::Duration;

/// Methods of one process at most.
const MOST: usize = 64;

impl Context {
    /// Takes one more method. Links that are in use stay as they are; others, and whoever asks for it, can use
    /// it. Peers know of it who are given its descriptor ([`Context::change_method_by`]).
    ///
    /// # Errors
    /// When there is a method of this name, or there are too many.
    pub fn open(&mut self, method: Box<dyn Method>) -> Result<(), LinkError> {
        let name = method.name();
        let refused = |why: String| MethodError::Configuration { parameter: "open", why };
        if self.slot_of(name).is_some() {
            return Err(refused(format!("the method '{name}' is open already")).into());
        }
        if self.slots.len() >= MOST {
            return Err(refused(format!("{MOST} methods are open; that is the most")).into());
        }
        let costs = self.slots.iter().filter(|slot| !slot.own).map(|slot| slot.schedule.cost());
        let cheapest = costs.fold(f32::INFINITY, f32::min).min(1e9);
        let cheapest = Duration::from_nanos(cheapest as u64);
        let size = self.size();
        self.local_attributes.push(method.attributes().clone());
        self.slots.push(MethodSlot::new(method, PollInterval::Adaptive, cheapest, size));
        // Its own table is another one now.
        self.known.tables.remove(&self.me);
        self.prepare_failover();
        Ok(())
    }

    /// Takes back what was opened last, before anything has used it.
    pub(crate) fn withdraw(&mut self) {
        self.slots.pop();
        self.local_attributes.pop();
        self.known.tables.remove(&self.me);
    }
}
