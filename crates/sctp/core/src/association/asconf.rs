//! Addresses that come and go (RFC 5061): what ASCONF and its answer do to the paths.

use std::net::SocketAddr;

use super::outstanding::Flight;
use super::{Association, begin};
use crate::Now;
use crate::path::{Cause as Reason, PathId};
use crate::wire::chunk::{Asconf, AsconfAck};
use crate::wire::{Cause, ChunkType};

impl Association {
    pub(super) fn on_asconf(
        &mut self,
        now: Now,
        chunk: &Asconf<'_>,
        from: SocketAddr,
        path: PathId,
    ) {
        let jitter = self.random.u32();
        let Some(transfer) = self.transfer.as_mut().filter(|t| t.agreed.dynamic_addresses) else {
            return;
        };
        let mut moved = Vec::new();
        let answer = transfer.addresses.on_asconf(
            now,
            chunk,
            from,
            jitter,
            &mut self.paths,
            &mut moved,
            &mut self.events,
        );
        for gone in moved {
            self.leave_path(gone);
        }
        if let Some(value) = answer {
            let back = self.paths.get(path).map(|_| path);
            self.queue(ChunkType::AsconfAck, value, back);
        }
        self.opportunity = true;
    }

    /// A path is gone: what was under way on it is sent again elsewhere.
    fn leave_path(&mut self, gone: PathId) {
        let heir = self.paths.data_path();
        self.questions.retain(|question| match question {
            super::PathQuestion::Heartbeat(path) | super::PathQuestion::Probe(path, _) => {
                *path != gone
            }
        });
        for control in &mut self.control {
            control.path = control.path.filter(|path| *path != gone);
        }
        let Some(transfer) = &mut self.transfer else { return };
        let acknowledgement = &mut transfer.acknowledgement;
        acknowledgement.path = acknowledgement.path.filter(|path| *path != gone);
        for place in 0..transfer.outstanding.len() {
            let Some(chunk) = transfer.outstanding.get_mut(place) else { break };
            if chunk.path != gone {
                continue;
            }
            chunk.path = heir;
            if chunk.flight == Flight::Flying {
                transfer.outstanding.set(place, Flight::Lost(Reason::Timeout));
            }
        }
    }

    pub(super) fn on_asconf_ack(&mut self, now: Now, chunk: &AsconfAck<'_>) {
        let Some(transfer) = self.transfer.as_mut().filter(|t| t.agreed.dynamic_addresses) else {
            return;
        };
        let asked = transfer.addresses.next_due().is_some();
        let legal = transfer.addresses.on_asconf_ack(chunk, &mut self.events).is_ok();
        if asked && transfer.addresses.next_due().is_none() {
            self.paths.answered();
        }
        if !legal {
            let value = begin::encoded(Cause::IllegalAsconfAck);
            let what = "it answered a change of addresses that was never asked for".to_owned();
            self.abort_with(now, value, super::Loss::Violation(what));
        }
    }
}
