//! All destinations of one association.

use std::{fmt, net::SocketAddr};

use super::{
    Path, PathAction, PathId, PathReport, PathSettings, PathState, action::Actions,
    choose::MultipathRound,
};
use crate::Now;

/// Most addresses of one peer that are used; a peer cannot make this side hold more.
pub const MAX_PATHS: usize = 16;

/// Why a change of the paths was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathError {
    /// The caller named a path that is not there (any more).
    Unknown(PathId),
    /// The caller named an address that nobody has answered from (RFC 9260 §5.4).
    Unconfirmed(PathId),
    /// The caller would remove the last path that can be used (RFC 5061 §5.3).
    Last(PathId),
    /// The peer has more addresses than [`MAX_PATHS`].
    TooMany,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(id) => write!(f, "caller: {id} does not exist; it may have been removed"),
            Self::Unconfirmed(id) => {
                write!(f, "caller: {id} is unconfirmed; wait until it is active")
            }
            Self::Last(id) => write!(f, "caller: {id} is the last usable one; add another first"),
            Self::TooMany => {
                write!(f, "peer: more than {MAX_PATHS} addresses; the rest is ignored")
            }
        }
    }
}

impl std::error::Error for PathError {}

/// The paths of an association.
///
/// Numbers of removed paths are given again, so an association moves its chunks elsewhere when it
/// removes a path. There is always a primary.
#[derive(Debug)]
pub struct PathSet {
    paths: Vec<Option<Path>>,
    primary: PathId,
    settings: PathSettings,
    actions: Actions,
    pub(super) round: MultipathRound,
    pub(super) errors: u32,
}

impl PathSet {
    /// A set with one confirmed path, the primary: the address that the handshake used. `jitter` is a
    /// random number that spreads the heartbeats of many associations.
    #[must_use]
    pub fn new(now: Now, addr: SocketAddr, settings: PathSettings, jitter: u32) -> Self {
        let primary = PathId(0);
        let mut path = Path::new(primary, addr, true, now, settings);
        path.schedule_heartbeat(now, jitter);
        Self {
            paths: vec![Some(path)],
            primary,
            settings,
            actions: Actions::with_capacity(4 * MAX_PATHS),
            round: MultipathRound::default(),
            errors: 0,
        }
    }

    /// Adds a destination that the peer named. Unless `confirmed`, by the user's configuration or by the
    /// handshake, it is asked with heartbeats before data goes there (RFC 9260 §5.4). An address that is
    /// there already keeps its path.
    ///
    /// # Errors
    /// [`PathError::TooMany`].
    pub fn add(
        &mut self,
        now: Now,
        addr: SocketAddr,
        confirmed: bool,
        jitter: u32,
    ) -> Result<PathId, PathError> {
        if let Some(id) = self.find(addr) {
            return Ok(id);
        }
        let free = self.paths.iter().position(Option::is_none).unwrap_or(self.paths.len());
        if free >= MAX_PATHS {
            return Err(PathError::TooMany);
        }
        let id = PathId(free as u8);
        let mut path = Path::new(id, addr, confirmed, now, self.settings);
        path.schedule_heartbeat(now, jitter);
        if !confirmed {
            path.hurry_heartbeat(now);
        }
        if free == self.paths.len() {
            self.paths.push(Some(path));
        } else {
            self.paths[free] = Some(path);
        }
        Ok(id)
    }

    /// Removes a destination (RFC 5061 §5.3) after the association has moved its chunks; if it was the
    /// primary, the best of the others becomes it.
    ///
    /// # Errors
    /// [`PathError::Unknown`], [`PathError::Last`].
    pub fn remove(&mut self, id: PathId) -> Result<Path, PathError> {
        self.get(id).ok_or(PathError::Unknown(id))?;
        if !self.iter().any(|p| p.id() != id && p.reach.confirmed()) {
            return Err(PathError::Last(id));
        }
        let path = self.paths[usize::from(id.0)].take().ok_or(PathError::Unknown(id))?;
        self.actions.forget(id);
        if self.primary == id {
            let confirmed = self.iter().find(|p| p.reach.confirmed()).map(Path::id);
            let heir = Some(self.data_path()).filter(|&p| self.get(p).is_some());
            self.primary = heir.or(confirmed).unwrap_or(id);
            self.actions.push(self.primary, PathAction::PrimaryChanged);
        }
        Ok(path)
    }

    /// The path to `addr`.
    #[must_use]
    pub fn find(&self, addr: SocketAddr) -> Option<PathId> {
        self.iter().find(|p| p.addr() == addr).map(Path::id)
    }

    /// One path.
    #[must_use]
    pub fn get(&self, id: PathId) -> Option<&Path> {
        self.paths.get(usize::from(id.0))?.as_ref()
    }

    /// One path, to set its source address or to ask its allowance.
    pub fn get_mut(&mut self, id: PathId) -> Option<&mut Path> {
        self.paths.get_mut(usize::from(id.0))?.as_mut()
    }

    /// All paths, in order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().flatten()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Path> {
        self.paths.iter_mut().flatten()
    }

    pub(super) fn split(&mut self) -> (impl Iterator<Item = &mut Path>, &mut Actions) {
        (self.paths.iter_mut().flatten(), &mut self.actions)
    }

    pub(super) fn with(&mut self, id: PathId) -> Option<(&mut Path, &mut Actions)> {
        let path = self.paths.get_mut(usize::from(id.0))?.as_mut()?;
        Some((path, &mut self.actions))
    }

    pub(super) fn slots(&self) -> usize {
        self.paths.len()
    }

    /// The primary path.
    #[must_use]
    pub fn primary(&self) -> PathId {
        self.primary
    }

    /// Makes `id` the primary (RFC 6458 §8.1.12).
    ///
    /// # Errors
    /// [`PathError::Unknown`], [`PathError::Unconfirmed`].
    pub fn set_primary(&mut self, id: PathId) -> Result<(), PathError> {
        let path = self.get(id).ok_or(PathError::Unknown(id))?;
        if !path.reach.confirmed() {
            return Err(PathError::Unconfirmed(id));
        }
        if self.primary != id {
            self.primary = id;
            self.actions.push(id, PathAction::PrimaryChanged);
        }
        Ok(())
    }

    /// Settings that new paths get.
    #[must_use]
    pub fn settings(&self) -> &PathSettings {
        &self.settings
    }

    /// Changes the settings of one path, or of all and of those to come (RFC 6458 §8.1.13). A changed
    /// congestion control begins with an initial window; a changed MTU search begins anew.
    ///
    /// # Errors
    /// [`PathError::Unknown`].
    pub fn set_settings(
        &mut self,
        now: Now,
        id: Option<PathId>,
        settings: PathSettings,
    ) -> Result<(), PathError> {
        if let Some(id) = id {
            let (path, actions) = self.with(id).ok_or(PathError::Unknown(id))?;
            path.set_settings(now, settings, actions);
            return Ok(());
        }
        self.settings = settings;
        let (paths, actions) = self.split();
        for path in paths {
            path.set_settings(now, settings, actions);
        }
        Ok(())
    }

    /// The smallest packet size of all confirmed paths: fragments of this size fit wherever they are sent
    /// again (RFC 9260 §6.9). Common header included.
    #[must_use]
    pub fn packet_size(&self) -> u16 {
        let sizes = self.iter().filter(|p| p.reach.confirmed()).map(Path::packet_size);
        sizes.min().unwrap_or(self.settings.pmtu.base)
    }

    /// Consecutive errors of the whole association (RFC 9260 §8.1), to compare with
    /// `Association.Max.Retrans`.
    #[must_use]
    pub fn association_errors(&self) -> u32 {
        self.errors
    }

    /// When to call [`PathSet::on_timer`] next.
    #[must_use]
    pub fn next_due(&self) -> Option<Now> {
        self.iter().filter_map(Path::next_due).min()
    }

    /// Handles what is due; then drain [`PathSet::poll`]. `jitter` is a random number.
    pub fn on_timer(&mut self, now: Now, jitter: u32) {
        let mut errors = 0_u32;
        let current = self.data_path();
        let (paths, actions) = self.split();
        for path in paths {
            if path.next_due().is_some_and(|at| at <= now) {
                let jitter = jitter.rotate_left(u32::from(path.id().0) * 5);
                let current = path.id() == current;
                errors = errors.saturating_add(path.on_timer(now, jitter, current, actions));
            }
        }
        self.errors = self.errors.saturating_add(errors);
        self.switch_primary();
    }

    /// RFC 7829 §6: a primary that failed long enough loses its role to an active alternate.
    fn switch_primary(&mut self) {
        let Some(most) = self.settings.failure.primary_switch else {
            return;
        };
        if self.get(self.primary).is_some_and(|p| p.errors() > most) {
            let heir = self.data_path();
            if heir != self.primary
                && self.get(heir).is_some_and(|p| p.state() == PathState::Active)
            {
                self.primary = heir;
                self.actions.push(heir, PathAction::PrimaryChanged);
            }
        }
    }

    /// The next action, until there is none.
    pub fn poll(&mut self) -> Option<(PathId, PathAction)> {
        self.actions.pop()
    }

    /// Whether [`PathSet::poll`] has something.
    #[must_use]
    pub fn has_actions(&self) -> bool {
        !self.actions.is_empty()
    }

    /// Snapshots of all paths.
    pub fn reports(&self) -> impl Iterator<Item = PathReport> {
        self.iter().map(|p| p.report(self.primary))
    }
}
