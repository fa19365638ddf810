//! This process's Portals as the calls of a C library find them, from where the program begins to use it to where it
//! ends, and perhaps begins anew.

use crate::home::PortalsHome;
use crate::version::PortalsVersion;
use ferry_config::Config;
use ferry_home::StartError;
use ferry_sync::ThreadPlace;
use std::cell::{Cell, Ref, RefCell};
use std::ops::Deref;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::LocalKey;

/// The lives of a library, one after the other.
pub struct PortalsLives<V: PortalsVersion> {
    present: Mutex<Option<Arc<PortalsHome<V>>>>,
    /// What the last life leaves: the names that it has given.
    past: Mutex<Option<V>>,
    /// Grows when a life begins and when it ends.
    turns: AtomicU64,
    /// What the thread has found that calls the library first, and mostly alone.
    first: ThreadPlace<FoundPortals<V>>,
}

impl<V: PortalsVersion> PortalsLives<V> {
    /// None yet.
    #[allow(clippy::new_without_default, reason = "it is made where constants are")]
    pub const fn new() -> Self {
        PortalsLives {
            present: Mutex::new(None),
            past: Mutex::new(None),
            turns: AtomicU64::new(0),
            first: ThreadPlace::new(),
        }
    }

    fn present(&self) -> MutexGuard<'_, Option<Arc<PortalsHome<V>>>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn past(&self) -> MutexGuard<'_, Option<V>> {
        self.past.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a life as the environment configures it, unless one goes on.
    ///
    /// # Errors
    /// A wrong configuration, and as for [`PortalsHome::start`]; in words.
    pub fn begin(&self) -> Result<(), String> {
        let mut present = self.present();
        if present.is_none() {
            let config = Config::load().map_err(|why| why.to_string())?;
            let home = PortalsHome::start(&config).map_err(|why| why.to_string())?;
            if let Some(past) = self.past().take() {
                home.state().interfaces = past;
            }
            *present = Some(Arc::new(home));
            self.turns.fetch_add(1, Ordering::Release);
        }
        Ok(())
    }

    /// Ends the present life, if there is one. Threads that wait look again, and find it over.
    ///
    /// # Errors
    /// As for [`PortalsHome::finish`].
    pub fn end(&self) -> Result<(), StartError> {
        let Some(portals) = self.present().take() else { return Ok(()) };
        self.turns.fetch_add(1, Ordering::Release);
        portals.wake();
        let ended = portals.finish();
        *self.past() = Some(portals.state().interfaces.successor());
        ended
    }

    fn find(&'static self) -> Option<FoundPortals<V>> {
        let life = self.turns.load(Ordering::Acquire);
        let portals = self.present().as_ref().map(Arc::clone)?;
        Some(FoundPortals { portals, life, turns: &self.turns })
    }

    /// The Portals of the present life for a while in which no call of the library is made; `None`: there is none.
    /// `cell`: where threads keep what they find.
    #[inline(always)]
    pub fn present_in(
        &'static self,
        cell: &'static LocalKey<FoundCell<V>>,
    ) -> Option<PresentPortals<V>> {
        match self.first.get().filter(|found| !found.is_over()) {
            Some(found) => Some(PresentPortals::OfFirst(found)),
            None => self.search(cell).map(PresentPortals::OfOther),
        }
    }

    #[cold]
    #[inline(never)]
    fn search(&'static self, cell: &'static LocalKey<FoundCell<V>>) -> Option<Rc<FoundPortals<V>>> {
        cell.with(|cell| cell.get(self))
    }
}

/// The Portals of a life, as a thread has found them.
pub struct FoundPortals<V: PortalsVersion> {
    portals: Arc<PortalsHome<V>>,
    life: u64,
    turns: &'static AtomicU64,
}

impl<V: PortalsVersion> Clone for FoundPortals<V> {
    fn clone(&self) -> Self {
        FoundPortals { portals: Arc::clone(&self.portals), ..*self }
    }
}

impl<V: PortalsVersion> FoundPortals<V> {
    /// Whether that life has ended meanwhile.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.life != self.turns.load(Ordering::Acquire)
    }
}

impl<V: PortalsVersion> Deref for FoundPortals<V> {
    type Target = PortalsHome<V>;

    #[inline]
    fn deref(&self) -> &PortalsHome<V> {
        &self.portals
    }
}

/// The Portals of the present life, as a thread uses them in a call.
pub enum PresentPortals<V: PortalsVersion> {
    /// The thread that calls the library first.
    OfFirst(Ref<'static, FoundPortals<V>>),
    /// Another.
    OfOther(Rc<FoundPortals<V>>),
}

impl<V: PortalsVersion> Deref for PresentPortals<V> {
    type Target = FoundPortals<V>;

    #[inline(always)]
    fn deref(&self) -> &FoundPortals<V> {
        match self {
            PresentPortals::OfFirst(found) => found,
            PresentPortals::OfOther(found) => found,
        }
    }
}

/// What a thread has found: calls take no lock to find it again.
pub struct FoundCell<V: PortalsVersion> {
    found: RefCell<Option<Rc<FoundPortals<V>>>>,
    /// Those whose first thread this is, perhaps.
    lives: Cell<Option<&'static PortalsLives<V>>>,
}

impl<V: PortalsVersion> FoundCell<V> {
    /// Nothing yet.
    #[allow(clippy::new_without_default, reason = "it is made where constants are")]
    pub const fn new() -> Self {
        FoundCell { found: RefCell::new(None), lives: Cell::new(None) }
    }

    #[cold]
    #[inline(never)]
    fn find(&self, lives: &'static PortalsLives<V>) {
        let found = lives.find();
        match &found {
            Some(found) if lives.first.put(found.clone()) => self.lives.set(Some(lives)),
            Some(_) => {}
            None => drop(lives.first.take()),
        }
        self.found.replace(found.map(Rc::new));
    }

    /// The Portals of the present life; `None`: there is none.
    pub fn get(&self, lives: &'static PortalsLives<V>) -> Option<Rc<FoundPortals<V>>> {
        if self.found.borrow().as_ref().is_none_or(|found| found.is_over()) {
            self.find(lives);
        }
        self.found.borrow().clone()
    }

    /// Keeps nothing of a life that ends.
    pub fn forget(&self) {
        self.found.take();
        if let Some(lives) = self.lives.take() {
            lives.first.take();
        }
    }
}

impl<V: PortalsVersion> Drop for FoundCell<V> {
    /// The thread ends: another may be the first.
    fn drop(&mut self) {
        self.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handle::PortalsHandle;
    use crate::three::{InterfaceLimits, Interfaces};

    thread_local! {
        static FOUND: FoundCell<Interfaces> = const { FoundCell::new() };
    }

    #[test]
    fn what_was_found_is_over_with_its_life() {
        static LIVES: PortalsLives<Interfaces> = PortalsLives::new();
        let get = || FOUND.with(|cell| cell.get(&LIVES));
        assert!(get().is_none() && LIVES.present_in(&FOUND).is_none());
        LIVES.begin().unwrap();
        let first = get().unwrap();
        LIVES.begin().unwrap();
        assert!(!first.is_over(), "one life goes on");
        assert_eq!(LIVES.present_in(&FOUND).map(|portals| portals.place()), Some((0, 1)));
        LIVES.end().unwrap();
        assert!(first.is_over() && get().is_none() && LIVES.present_in(&FOUND).is_none());
        LIVES.begin().unwrap();
        assert!(first.is_over() && LIVES.present_in(&FOUND).is_some_and(|found| !found.is_over()));
        FOUND.with(FoundCell::forget);
        LIVES.end().unwrap();
        LIVES.end().unwrap();
    }

    /// What a thread has found goes with it, also where it was the first, and another is the first then.
    #[test]
    fn threads_find_it_and_keep_nothing_beyond_their_end() {
        static LIVES: PortalsLives<Interfaces> = PortalsLives::new();
        LIVES.begin().unwrap();
        let present = LIVES.find().unwrap();
        // Its place, and whether the thread is the first.
        let look = || {
            let place = LIVES.present_in(&FOUND).map(|portals| portals.place());
            (place, LIVES.first.get().is_some())
        };
        for _ in 0..3 {
            std::thread::scope(|scope| {
                assert_eq!(scope.spawn(look).join().unwrap(), (Some((0, 1)), true));
            });
            let is_let_go = || Arc::strong_count(&present.portals) == 2;
            // A thread has been joined before its variables are gone, perhaps.
            while !is_let_go() {
                std::thread::yield_now();
            }
        }
        assert_eq!(look(), (Some((0, 1)), true));
        std::thread::scope(|scope| {
            assert_eq!(scope.spawn(look).join().unwrap(), (Some((0, 1)), false));
        });
        assert!(LIVES.first.get().is_some());
        FOUND.with(FoundCell::forget);
        assert!(LIVES.first.get().is_none());
        LIVES.end().unwrap();
    }

    #[test]
    fn names_of_a_life_before_name_nothing() {
        static LIVES: PortalsLives<Interfaces> = PortalsLives::new();
        let names = || {
            LIVES.begin().unwrap();
            let portals = LIVES.find().unwrap();
            portals.open(2, (1, 1), InterfaceLimits::MOST);
            let mut state = portals.state();
            let interface = state.interfaces.get_mut(2).unwrap();
            [interface.handle(), interface.eq_alloc(4).unwrap()]
        };
        let before: [PortalsHandle; 2] = names();
        LIVES.end().unwrap();
        let now = names();
        assert!(before.iter().all(|name| !now.contains(name)), "{before:?} and {now:?}");
        LIVES.end().unwrap();
    }
}
