//! What a thread that waits sees from outside of the process's lock.
//!
//! Where several threads of a process wait, each that polled would hold the lock while it finds nothing, and be in the
//! way of the one whose message has come; put aside by the system meanwhile, it would be for long. So they look
//! from outside, and enter when there is something to take, or another has taken something.

use crate::onlooker::Onlooker;
use ferry_link::Links;
use ferry_method::Lookout;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// What can be seen of the links from outside.
pub struct Outlook {
    /// `None`: of some method only a poll can tell.
    lookouts: Option<Vec<Arc<dyn Lookout>>>,
    /// Threads that have been called and not come. Written with the lock.
    pub(crate) awaited: AtomicU32,
}

impl Outlook {
    pub(crate) fn of(links: &Links) -> Arc<Self> {
        Arc::new(Outlook { lookouts: links.lookouts(), awaited: AtomicU32::new(0) })
    }

    /// Whether it tells of all that can come.
    #[inline]
    pub(crate) fn is_complete(&self) -> bool {
        self.lookouts.is_some()
    }

    #[inline]
    pub(crate) fn has_come(&self) -> bool {
        self.lookouts.iter().flatten().any(|lookout| lookout.has_come())
    }
}

/// A thread outside, as those inside know it.
struct Outsider {
    /// The operation that it waits for; `None`: it may wait for anything.
    operation: Option<u64>,
    is_called: Arc<AtomicBool>,
}

/// The threads outside, kept behind the lock.
pub(crate) struct Outsiders {
    /// What they see.
    pub(crate) outlook: Arc<Outlook>,
    threads: Vec<Outsider>,
}

impl Outsiders {
    pub(crate) fn new(outlook: Arc<Outlook>) -> Self {
        Outsiders { outlook, threads: Vec::new() }
    }

    /// The links are others than before: all come in to see that.
    pub(crate) fn renew(&mut self, outlook: Arc<Outlook>) {
        self.call(|_| true);
        self.outlook = outlook;
    }

    #[inline]
    pub(crate) fn are_any(&self) -> bool {
        !self.threads.is_empty()
    }

    pub(crate) fn leave(&mut self, onlooker: &mut Onlooker) {
        if !Arc::ptr_eq(&onlooker.outlook, &self.outlook) {
            onlooker.outlook = self.outlook.clone();
        }
        let (operation, is_called) = (onlooker.operation, onlooker.is_called.clone());
        self.threads.push(Outsider { operation, is_called });
    }

    pub(crate) fn come(&mut self, onlooker: &Onlooker) {
        self.threads.retain(|outsider| !Arc::ptr_eq(&outsider.is_called, &onlooker.is_called));
        // Those that were called before the links were renewed are counted there.
        if onlooker.is_called.swap(false, Ordering::Relaxed) {
            onlooker.outlook.awaited.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Something has moved: calls those that it may concern.
    pub(crate) fn call(&self, is_over: impl Fn(u64) -> bool) {
        for Outsider { operation, is_called } in &self.threads {
            if operation.is_none_or(&is_over) && !is_called.load(Ordering::Relaxed) {
                self.outlook.awaited.fetch_add(1, Ordering::Relaxed);
                is_called.store(true, Ordering::Release);
            }
        }
    }
}
