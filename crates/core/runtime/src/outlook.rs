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

    /// What each of them waits for, if that is an operation.
    pub(crate) fn operations(&self) -> impl Iterator<Item = Option<u64>> {
        self.threads.iter().map(|outsider| outsider.operation)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Habit, Patience, WaitSettings};

    fn outlook() -> Arc<Outlook> {
        Arc::new(Outlook { lookouts: Some(Vec::new()), awaited: AtomicU32::new(0) })
    }

    fn thread(outlook: &Arc<Outlook>, operation: Option<u64>) -> Onlooker {
        let habit = Habit::default();
        let patience = Patience::new(WaitSettings::for_host(1, 2, 0), &habit);
        Onlooker::new(outlook.clone(), operation, (patience, habit), ferry_sys::Clock::start())
    }

    fn awaited(outlook: &Outlook) -> u32 {
        outlook.awaited.load(Ordering::Relaxed)
    }

    #[test]
    fn those_are_called_whose_operation_is_over_or_who_wait_for_anything() {
        let outlook = outlook();
        let mut outside = Outsiders::new(outlook.clone());
        let mut threads = [Some(1), Some(2), None].map(|of| thread(&outlook, of));
        threads.iter_mut().for_each(|thread| outside.leave(thread));
        assert!(outside.operations().eq([Some(1), Some(2), None]));
        for _ in 0..2 {
            outside.call(|operation| operation == 2);
            assert_eq!(awaited(&outlook), 2, "nobody is called twice");
        }
        assert!(threads[1].look() && threads[2].look());
        threads.iter().for_each(|thread| outside.come(thread));
        assert!(awaited(&outlook) == 0 && !outside.are_any());
    }

    #[test]
    fn all_come_in_when_the_links_are_others() {
        let (first, second) = (outlook(), outlook());
        let mut outside = Outsiders::new(first.clone());
        let mut waiting = thread(&first, Some(1));
        outside.leave(&mut waiting);
        outside.renew(second.clone());
        assert!(waiting.look());
        outside.come(&waiting);
        assert_eq!([awaited(&first), awaited(&second)], [0, 0]);
        outside.leave(&mut waiting);
        outside.call(|_| true);
        assert_eq!([awaited(&first), awaited(&second)], [0, 1]);
    }

    #[test]
    fn who_stands_by_trusts_those_that_poll() {
        let mut waiting = thread(&outlook(), None);
        assert!(waiting.may_stand_by(100) && waiting.may_stand_by(200));
        assert!(!waiting.may_stand_by(203), "its own polls are few");
        assert!(waiting.may_stand_by(204), "others get a chance again");
    }
}
