//! Connections to proxies over SCTP, and the orders that go by these or by pipes.

use super::Job;
use crate::control::{
    ControlCarrier, ControlExchange, ControlKey, ControlSettings, Invitation, Listening,
};
use crate::error::LaunchError;
use std::time::Instant;

/// Connections to proxies over SCTP.
pub(super) struct Calls {
    pub(super) exchange: ControlExchange,
    settings: ControlSettings,
    key: ControlKey,
}

impl Calls {
    /// Ready to call proxies, if this is how they are to be called.
    pub(super) fn by(settings: ControlSettings) -> Result<Option<Calls>, LaunchError> {
        if settings.carrier == ControlCarrier::Pipe {
            return Ok(None);
        }
        let failed = |text: String| LaunchError {
            status: 1,
            text: format!("control connections over SCTP: {text}; or use --control pipe"),
        };
        let key = ControlKey::random().map_err(|e| failed(format!("no random numbers: {e}")))?;
        let exchange = ControlExchange::caller(settings.timeout, Instant::now()).map_err(failed)?;
        Ok(Some(Calls { exchange, settings, key }))
    }

    /// What the proxy of a node needs to be called.
    pub(super) fn invite(&mut self, node: u32) -> Invitation {
        let key = self.key.of_node(node);
        self.exchange.expect(node, &key);
        let ControlSettings { timeout, ports, .. } = self.settings.clone();
        Invitation { key, timeout, ports }
    }
}

impl Job {
    /// Takes what came over SCTP.
    pub(super) fn hear(&mut self, now: Instant) {
        let Some(Calls { exchange, .. }) = &mut self.calls else { return };
        exchange.receive(now);
        while let Some((node, news)) = exchange.poll() {
            if let Some(remote) = self.remotes.get_mut(node) {
                remote.hear(news, &mut self.poller);
            }
        }
    }

    /// Sends the orders that wait.
    pub(super) fn flush_orders(&mut self, now: Instant) {
        for (node, remote) in self.remotes.called_mut() {
            remote.flush(&mut self.poller);
            let Some(Calls { exchange, .. }) = &mut self.calls else { continue };
            while let Some((lane, frame)) = remote.poll_frame() {
                exchange.send(node, lane, &frame);
            }
        }
        if let Some(Calls { exchange, .. }) = &mut self.calls {
            exchange.flush(now, &mut self.poller);
        }
    }

    /// A proxy says where it can be called.
    pub(super) fn call(&mut self, node: u32, at: &Listening, now: Instant) {
        let host = &self.plan.placement.hosts[node as usize];
        self.tell(&format!("host {host} answers on UDP port {}", at.port));
        if let Some(Calls { exchange, key, .. }) = &mut self.calls {
            exchange.call(node, &key.of_node(node), at, now);
        }
    }
}
