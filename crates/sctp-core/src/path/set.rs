//! All destinations of one association.

use std::{fmt, net::SocketAddr};

use super::{
    Action, Path, PathId, PathReport, PathSettings, PathState, action::Actions, choose::Round,
};
use crate::{Now, serial::Tsn};

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
    pub(super) round: Round,
    errors: u32,
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
            round: Round::default(),
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
            self.actions.push(self.primary, Action::PrimaryChanged);
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

    fn with(&mut self, id: PathId) -> Option<(&mut Path, &mut Actions)> {
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
            self.actions.push(id, Action::PrimaryChanged);
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

    /// The peer gave a sign of life that is no acknowledgement of data, such as a SACK that answers a
    /// window probe (RFC 9260 §6.1 A): the association's errors begin anew, and those of `id`.
    pub fn heard_from(&mut self, now: Now, id: PathId) {
        self.errors = 0;
        if let Some((path, actions)) = self.with(id) {
            path.success(now, actions);
        }
    }

    pub(super) fn heard(&mut self) {
        self.errors = 0;
    }

    /// Begins an opportunity to send on every path, see [`Path::begin_burst`].
    pub fn begin_burst(&mut self, now: Now) {
        self.iter_mut().for_each(|p| p.begin_burst(now));
    }

    /// A packet with `bytes` of DATA chunks left on `id`, in a packet of `packet` bytes. Call once a
    /// packet; `retransmission` if it carries a chunk sent before.
    pub fn on_sent(&mut self, now: Now, id: PathId, bytes: u64, packet: u16, retransmission: bool) {
        self.round.sent(id);
        if let Some(path) = self.get_mut(id) {
            path.on_sent(now, bytes, packet, retransmission);
        }
    }

    /// A chunk of `bytes` that was in flight on `id` is taken back: marked for retransmission by missing
    /// reports, or abandoned (RFC 3758). Not for those that [`Action::Retransmit`] or an
    /// [`AckedChunk`](super::AckedChunk) tells of.
    pub fn on_lost(&mut self, now: Now, id: PathId, bytes: u64) {
        if let Some(path) = self.get_mut(id) {
            path.on_lost(bytes);
            path.settle_t3(now, false);
        }
    }

    /// Chunks of `id` reached three miss indications: begins a fast recovery that lasts until
    /// `highest_outstanding` is acknowledged, and sets its window (RFC 9260 §7.2.4). False if one is under
    /// way already. Call before `on_lost` of the chunks.
    pub fn on_fast_retransmit(&mut self, now: Now, id: PathId, highest_outstanding: Tsn) -> bool {
        let Some(path) = self.get_mut(id) else {
            return false;
        };
        if path.recovery.is_some() {
            return false;
        }
        path.recovery = Some(highest_outstanding);
        path.counters.fast_recoveries += 1;
        path.congestion.on_fast_retransmit(now, path.in_flight);
        true
    }

    /// The first outstanding chunk was sent again: T3-rtx of its path starts over (RFC 9260 §7.2.4 4).
    pub fn restart_t3(&mut self, now: Now, id: PathId) {
        if let Some(path) = self.get_mut(id) {
            path.restart_t3(now);
        }
    }

    /// Nothing is outstanding any more, or the association ends: no T3-rtx runs.
    pub fn stop_t3(&mut self) {
        self.iter_mut().for_each(Path::stop_t3);
    }

    /// There is no more to send: what the paths deliver now measures the application.
    pub fn set_app_limited(&mut self) {
        self.iter_mut().for_each(Path::set_app_limited);
    }

    /// The peer echoed a congestion mark for a packet that left on `id`.
    pub fn on_ecn(&mut self, now: Now, id: PathId) {
        if let Some(path) = self.get_mut(id) {
            path.on_ecn(now);
        }
    }

    /// The HEARTBEAT that [`Action::Heartbeat`] asked for left with `nonce`, a fresh random number that
    /// only the peer at that address can know.
    pub fn heartbeat_sent(&mut self, now: Now, id: PathId, nonce: u64) {
        if let Some(path) = self.get_mut(id) {
            path.heartbeat_sent(now, nonce);
        }
    }

    /// The probe that [`Action::Probe`] asked for left with `nonce`, or did not because the host found
    /// its `packet` bytes too large (`left` is false), which answers it too.
    pub fn probe_sent(&mut self, now: Now, id: PathId, nonce: u64, packet: u16, left: bool) {
        if let Some(path) = self.get_mut(id) {
            path.probe_sent(now, nonce, packet, left);
        }
    }

    /// A HEARTBEAT-ACK brought back `nonce`; tells which path it was sent on, `None` for a nonce that is
    /// not outstanding. Confirms and revives the path, measures it and answers its MTU probe.
    pub fn on_heartbeat_ack(&mut self, now: Now, nonce: u64, jitter: u32) -> Option<PathId> {
        let (mut paths, actions) = self.split();
        let id = paths
            .find_map(|p| p.on_heartbeat_ack(now, nonce, jitter, actions).then_some(p.id()))?;
        drop(paths);
        self.errors = 0;
        Some(id)
    }

    /// The user asks for a heartbeat now (RFC 9260 §11.1.7).
    pub fn request_heartbeat(&mut self, now: Now, id: PathId) {
        if let Some(path) = self.get_mut(id) {
            path.hurry_heartbeat(now);
        }
    }

    /// An authentic ICMP message says that packets to `id` may have `mtu` bytes of IP at most.
    pub fn on_too_big(&mut self, now: Now, id: PathId, mtu: u16) {
        if let Some((path, actions)) = self.with(id) {
            path.on_too_big(now, mtu, actions);
        }
    }

    /// An authentic ICMP message says that `id` cannot be reached, or its network interface went away:
    /// it is inactive at once, and heartbeats ask for it.
    pub fn on_unreachable(&mut self, now: Now, id: PathId) {
        if let Some((path, actions)) = self.with(id) {
            path.fail(now, actions);
        }
    }

    /// When to call [`PathSet::on_timer`] next.
    #[must_use]
    pub fn next_due(&self) -> Option<Now> {
        self.iter().filter_map(Path::next_due).min()
    }

    /// Handles what is due; then drain [`PathSet::poll`]. `jitter` is a random number.
    pub fn on_timer(&mut self, now: Now, jitter: u32) {
        let mut errors = 0_u32;
        let (paths, actions) = self.split();
        for path in paths {
            if path.next_due().is_some_and(|at| at <= now) {
                let jitter = jitter.rotate_left(u32::from(path.id().0) * 5);
                errors = errors.saturating_add(path.on_timer(now, jitter, actions));
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
                self.actions.push(heir, Action::PrimaryChanged);
            }
        }
    }

    /// The next action, until there is none.
    pub fn poll(&mut self) -> Option<(PathId, Action)> {
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
