//! This process's Portals as the calls of a C library find them, from where the program begins to use it to where it
//! ends, and perhaps begins anew.

use crate::home::PortalsHome;
use crate::version::PortalsVersion;
use ferry_config::Config;
use ferry_home::StartError;
use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The lives of a library, one after the other.
pub struct PortalsLives<V: PortalsVersion> {
    present: Mutex<Option<Arc<PortalsHome<V>>>>,
    /// What the last life leaves: the names that it has given.
    past: Mutex<Option<V>>,
    /// Grows when a life begins and when it ends.
    turns: AtomicU64,
}

impl<V: PortalsVersion> PortalsLives<V> {
    /// None yet.
    #[allow(clippy::new_without_default, reason = "it is made where constants are")]
    pub const fn new() -> Self {
        PortalsLives { present: Mutex::new(None), past: Mutex::new(None), turns: AtomicU64::new(0) }
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
}

/// The Portals of a life, as a thread has found them.
pub struct FoundPortals<V: PortalsVersion> {
    portals: Arc<PortalsHome<V>>,
    life: u64,
    turns: &'static AtomicU64,
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

/// What a thread has found: calls take no lock to find it again.
pub struct FoundCell<V: PortalsVersion>(RefCell<Option<Rc<FoundPortals<V>>>>);

impl<V: PortalsVersion> FoundCell<V> {
    /// Nothing yet.
    #[allow(clippy::new_without_default, reason = "it is made where constants are")]
    pub const fn new() -> Self {
        FoundCell(RefCell::new(None))
    }

    #[inline(always)]
    fn renew(&self, lives: &'static PortalsLives<V>) {
        if self.0.borrow().as_ref().is_none_or(|found| found.is_over()) {
            self.find(lives);
        }
    }

    #[cold]
    #[inline(never)]
    fn find(&self, lives: &'static PortalsLives<V>) {
        self.0.replace(lives.find().map(Rc::new));
    }

    /// The Portals of the present life; `None`: there is none.
    pub fn get(&self, lives: &'static PortalsLives<V>) -> Option<Rc<FoundPortals<V>>> {
        self.renew(lives);
        self.0.borrow().clone()
    }

    /// Does something with them that makes no call of the library.
    #[inline(always)]
    pub fn among<T>(
        &self,
        lives: &'static PortalsLives<V>,
        act: impl FnOnce(&FoundPortals<V>) -> T,
    ) -> Option<T> {
        self.renew(lives);
        self.0.borrow().as_deref().map(act)
    }

    /// Keeps nothing of a life that ends.
    pub fn forget(&self) {
        self.0.take();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handle::PortalsHandle;
    use crate::three::{InterfaceLimits, Interfaces};

    #[test]
    fn what_was_found_is_over_with_its_life() {
        static LIVES: PortalsLives<Interfaces> = PortalsLives::new();
        let cell = FoundCell::new();
        assert!(cell.get(&LIVES).is_none() && cell.among(&LIVES, |_| ()).is_none());
        LIVES.begin().unwrap();
        let first = cell.get(&LIVES).unwrap();
        LIVES.begin().unwrap();
        assert!(!first.is_over(), "one life goes on");
        assert_eq!(cell.among(&LIVES, |portals| portals.place()), Some((0, 1)));
        LIVES.end().unwrap();
        assert!(first.is_over() && cell.get(&LIVES).is_none());
        LIVES.begin().unwrap();
        assert!(first.is_over() && cell.among(&LIVES, |portals| !portals.is_over()).unwrap());
        cell.forget();
        LIVES.end().unwrap();
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
