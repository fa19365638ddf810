//! What concerns one process: see the functions of [`Context`](crate::Context) by the same names.

use super::Links;
use crate::DescriptorTable;
use crate::context::{LinkError, Straight};
use crate::enquiry::MethodEnquiry;
use crate::heads::{HeadedProgress, SmallFrame};
use crate::traffic_class::{LinkPart, TrafficClass};
use ferry_method::{Attributes, Descriptor, Header, Landing, PeerId, StreamKey};
use ferry_wire::ContextId;
use std::sync::Arc;

impl Links {
    /// [`Context::attributes`](crate::Context::attributes)
    #[inline]
    pub fn attributes(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        context: ContextId,
    ) -> Result<&Attributes, LinkError> {
        let (links, peer) = self.of(peer)?;
        links.attributes(peer, class, context)
    }

    /// [`Context::straight`](crate::Context::straight); a process of another world is out of the ordinary.
    #[inline]
    pub fn straight(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
    ) -> Result<Option<(Straight, &Attributes)>, LinkError> {
        match self.home.straight(peer, class) {
            Err(LinkError::NoRank { .. }) => Ok(None),
            found => found,
        }
    }

    /// [`Context::send_straight`](crate::Context::send_straight)
    #[inline]
    pub fn send_straight(
        &mut self,
        method: Straight,
        peer: PeerId,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        self.home.send_straight(method, peer, header, payload, done)
    }

    /// [`Context::send`](crate::Context::send)
    #[inline]
    pub fn send(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, LinkError> {
        let (links, peer) = self.of(peer)?;
        links.send(peer, class, header, payload, done)
    }

    /// [`Context::send_headed`](crate::Context::send_headed)
    #[inline]
    pub fn send_headed(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        header: &Header,
        frame: (&[u8], &[u8]),
        progress: &mut HeadedProgress,
    ) -> Result<bool, LinkError> {
        let (links, peer) = self.of(peer)?;
        links.send_headed(peer, class, header, frame, progress)
    }

    /// [`Context::send_small`](crate::Context::send_small)
    #[inline]
    pub fn send_small(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        header: &Header,
        frame: &SmallFrame,
        progress: &mut HeadedProgress,
    ) -> Result<bool, LinkError> {
        let (links, peer) = self.of(peer)?;
        links.send_small(peer, class, header, frame, progress)
    }

    /// [`Context::resume`](crate::Context::resume)
    pub fn resume(
        &mut self,
        peer: PeerId,
        stream: StreamKey,
        landing: Landing,
    ) -> Result<(), LinkError> {
        let (links, peer) = self.of(peer)?;
        links.resume(peer, stream, landing)
    }

    /// [`Context::is_better_announced`](crate::Context::is_better_announced)
    pub fn is_better_announced(&mut self, peer: PeerId, bytes: usize) -> bool {
        self.of(peer).is_ok_and(|(links, peer)| links.is_better_announced(peer, bytes))
    }

    /// [`Context::is_better_read`](crate::Context::is_better_read)
    pub fn is_better_read(&mut self, peer: PeerId, bytes: usize, both_ways: bool) -> bool {
        self.of(peer).is_ok_and(|(links, peer)| links.is_better_read(peer, bytes, both_ways))
    }

    /// [`Context::can_read`](crate::Context::can_read)
    pub fn can_read(&mut self, peer: PeerId) -> bool {
        self.of(peer).is_ok_and(|(links, peer)| links.can_read(peer))
    }

    /// [`Context::read_remote`](crate::Context::read_remote)
    pub fn read_remote(
        &mut self,
        peer: PeerId,
        address: u64,
        into: &mut [u8],
    ) -> Result<(), LinkError> {
        let (links, peer) = self.of(peer)?;
        links.read_remote(peer, address, into)
    }

    /// [`Context::tune`](crate::Context::tune)
    pub fn tune(
        &mut self,
        peer: PeerId,
        method: &str,
        parameter: &str,
        value: &str,
    ) -> Result<(), LinkError> {
        let (links, peer) = self.of(peer)?;
        links.tune(peer, method, parameter, value)
    }

    /// [`Context::ways`](crate::Context::ways)
    pub fn ways(&mut self, peer: PeerId) -> Result<Vec<MethodEnquiry>, LinkError> {
        let (links, peer) = self.of(peer)?;
        links.ways(peer)
    }

    /// [`Context::peer_table`](crate::Context::peer_table)
    pub fn peer_table(&mut self, peer: PeerId) -> Result<Arc<DescriptorTable>, LinkError> {
        let (links, peer) = self.of(peer)?;
        links.peer_table(peer)
    }

    /// [`Context::change_method`](crate::Context::change_method)
    pub fn change_method(
        &mut self,
        peer: PeerId,
        part: LinkPart,
        method: &str,
    ) -> Result<(), LinkError> {
        let (links, peer) = self.of(peer)?;
        links.change_method(peer, part, method)
    }

    /// [`Context::change_method_anyhow`](crate::Context::change_method_anyhow)
    pub fn change_method_anyhow(
        &mut self,
        peer: PeerId,
        context: ContextId,
        method: &str,
    ) -> Result<(), LinkError> {
        let (links, peer) = self.of(peer)?;
        links.change_method_anyhow(peer, context, method)
    }

    /// [`Context::change_method_by`](crate::Context::change_method_by)
    pub fn change_method_by(
        &mut self,
        peer: PeerId,
        context: ContextId,
        entry: &Descriptor,
    ) -> Result<(), LinkError> {
        let (links, peer) = self.of(peer)?;
        links.change_method_by(peer, context, entry)
    }

    /// [`Context::greet`](crate::Context::greet)
    pub fn greet(&mut self, peer: PeerId) -> Result<(), LinkError> {
        let (links, peer) = self.of(peer)?;
        links.greet(peer)
    }

    /// [`Context::agree`](crate::Context::agree)
    pub fn agree(&mut self, peer: PeerId) {
        if let Ok((links, peer)) = self.of(peer) {
            links.agree(peer);
        }
    }

    /// [`Context::must_await_method`](crate::Context::must_await_method)
    #[inline]
    pub fn must_await_method(&mut self, peer: PeerId) -> bool {
        self.is_changing(peer)
            && self.of(peer).is_ok_and(|(links, peer)| links.must_await_method(peer))
    }

    /// [`Context::is_changing`](crate::Context::is_changing)
    #[inline]
    pub fn is_changing(&self, peer: PeerId) -> bool {
        if self.home.has(peer) {
            return self.home.is_changing(peer);
        }
        let met = self.met.iter().find(|met| met.numbers().contains(&peer.0));
        met.is_some_and(|met| met.context.is_changing(PeerId(peer.0 - met.first)))
    }
}
