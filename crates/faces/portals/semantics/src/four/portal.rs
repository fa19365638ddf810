//! The portal table.

use crate::four::error::NiError;
use crate::four::event::{EntryList, NiEvent, NiEventKind};
use crate::four::interface::NetworkInterface;
use crate::four::options::PtOptions;
use crate::four::unexpected::UnexpectedHeaders;
use crate::handle::PortalsHandle;
use ferry_matching::MatchList;

/// Whether a portal takes what comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PortalState {
    Enabled,
    /// Its owner disabled it, or flow control has and told so.
    Disabled,
    /// Flow control has disabled it, and tells so once nothing is under way; not if it is quiet.
    Stopping {
        is_quiet: bool,
    },
}

/// A portal.
#[derive(Debug)]
pub(crate) struct Portal {
    pub(crate) options: PtOptions,
    pub(crate) events: Option<PortalsHandle>,
    pub(crate) state: PortalState,
    pub(crate) priority: MatchList<PortalsHandle>,
    pub(crate) overflow: MatchList<PortalsHandle>,
    pub(crate) unexpected: UnexpectedHeaders,
    /// Operations under way.
    pub(crate) in_flight: u32,
}

impl Portal {
    /// One of its lists.
    pub(crate) fn list(&mut self, list: EntryList) -> &mut MatchList<PortalsHandle> {
        match list {
            EntryList::Priority => &mut self.priority,
            EntryList::Overflow => &mut self.overflow,
        }
    }

    /// Whether it takes what comes, however much that is.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.state == PortalState::Enabled && !self.has_flow_control()
    }

    #[inline]
    pub(crate) fn has_flow_control(&self) -> bool {
        self.options.has(PtOptions::FLOWCTRL)
    }
}

impl NetworkInterface {
    /// Allocates a portal, the one of this index or any. Returns its index.
    ///
    /// # Errors
    /// When there is none, it is allocated, or flow control has no queue.
    pub fn pt_alloc(
        &mut self,
        options: PtOptions,
        events: Option<PortalsHandle>,
        wanted: Option<u32>,
    ) -> Result<u32, NiError> {
        let is_known = events.is_none_or(|queue| self.queues.get(queue).is_some());
        if options.0 & !PtOptions::ALL != 0 || !is_known {
            return Err(NiError::ArgInvalid);
        }
        let has_flow_control = options.has(PtOptions::FLOWCTRL);
        if has_flow_control && events.is_none() {
            return Err(NiError::PtEqNeeded);
        }
        let index = self.free_portal(wanted)?;
        if let Some(queue) = events.and_then(|queue| self.queues.get_mut(queue)) {
            queue.flows += usize::from(has_flow_control);
        }
        let begins_disabled = options.has(PtOptions::ALLOC_DISABLED);
        let state = if begins_disabled { PortalState::Disabled } else { PortalState::Enabled };
        self.portals[index] = Some(Box::new(Portal {
            options,
            events,
            state,
            priority: MatchList::default(),
            overflow: MatchList::default(),
            unexpected: UnexpectedHeaders::default(),
            in_flight: 0,
        }));
        Ok(index as u32)
    }

    fn free_portal(&self, wanted: Option<u32>) -> Result<usize, NiError> {
        let Some(wanted) = wanted else {
            return self.portals.iter().position(Option::is_none).ok_or(NiError::PtFull);
        };
        match self.portals.get(wanted as usize) {
            None => Err(NiError::ArgInvalid),
            Some(Some(_)) => Err(NiError::PtInUse),
            Some(None) => Ok(wanted as usize),
        }
    }

    #[inline]
    pub(crate) fn portal(&self, index: u32) -> Option<&Portal> {
        self.portals.get(index as usize)?.as_deref()
    }

    #[inline]
    pub(crate) fn portal_mut(&mut self, index: u32) -> Option<&mut Portal> {
        self.portals.get_mut(index as usize)?.as_deref_mut()
    }

    /// Gives a portal up, with what came before its entries.
    ///
    /// # Errors
    /// When there is none, or it has entries or operations under way.
    pub fn pt_free(&mut self, index: u32) -> Result<(), NiError> {
        let portal = self.portal_mut(index).ok_or(NiError::ArgInvalid)?;
        let has_entries = !portal.priority.is_empty() || !portal.overflow.is_empty();
        if has_entries || portal.in_flight > 0 {
            return Err(NiError::PtInUse);
        }
        let (left, events) = (portal.unexpected.clear(), portal.events);
        let has_flow_control = portal.has_flow_control();
        self.headers -= left.len();
        // Overflow entries that were used up were kept for these alone.
        left.iter().for_each(|header| drop(self.entries.remove(header.entry)));
        if let Some(queue) = events.and_then(|queue| self.queues.get_mut(queue)) {
            queue.flows -= usize::from(has_flow_control);
        }
        self.portals[index as usize] = None;
        Ok(())
    }

    /// Lets a portal take what comes again.
    ///
    /// # Errors
    /// When there is none.
    pub fn pt_enable(&mut self, index: u32) -> Result<(), NiError> {
        let portal = self.portal_mut(index).ok_or(NiError::ArgInvalid)?;
        let was = std::mem::replace(&mut portal.state, PortalState::Enabled);
        if let PortalState::Stopping { is_quiet: false } = was {
            self.tell_disabled(index);
        }
        Ok(())
    }

    /// Lets a portal refuse what comes. What is under way goes on: [`NetworkInterface::pt_is_idle`].
    ///
    /// # Errors
    /// When there is none.
    pub fn pt_disable(&mut self, index: u32) -> Result<(), NiError> {
        let portal = self.portal_mut(index).ok_or(NiError::ArgInvalid)?;
        if portal.state == PortalState::Enabled {
            portal.state = PortalState::Disabled;
        }
        Ok(())
    }

    /// Whether nothing is under way at a portal, or there is none.
    pub fn pt_is_idle(&self, index: u32) -> bool {
        self.portal(index).is_none_or(|portal| portal.in_flight == 0)
    }

    /// Flow control disables a portal; `is_quiet`: nobody is told.
    pub(crate) fn stop_portal(&mut self, index: u32, is_quiet: bool) {
        if let Some(portal) = self.portal_mut(index) {
            portal.state = PortalState::Stopping { is_quiet };
        }
        self.settle_portal(index);
    }

    /// An operation at a portal is over.
    #[inline]
    pub(crate) fn settle_portal(&mut self, index: u32) {
        let Some(portal) = self.portal_mut(index) else { return };
        let PortalState::Stopping { is_quiet } = portal.state else { return };
        if portal.in_flight > 0 {
            return;
        }
        portal.state = PortalState::Disabled;
        if !is_quiet {
            self.tell_disabled(index);
        }
    }

    fn tell_disabled(&mut self, index: u32) {
        let event = NiEvent::of(NiEventKind::PtDisabled, index, 0);
        let queue = self.portal(index).and_then(|portal| portal.events);
        if let Some(queue) = queue.and_then(|queue| self.queues.get_mut(queue)) {
            queue.post_flow(event);
            self.news += 1;
        }
    }
}
