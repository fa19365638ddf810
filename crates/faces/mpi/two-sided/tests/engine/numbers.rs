//! Numbers of handlers as they are on the wire.

use ferry_wire::{HandlerId, Share};

pub(crate) const EAGER: HandlerId = Share::TWO_SIDED.id(0);
pub(crate) const CTS: HandlerId = Share::TRANSFER.id(0);
pub(crate) const DATA: HandlerId = Share::TRANSFER.id(1);
pub(crate) const ACK: HandlerId = Share::TRANSFER.id(2);
pub(crate) const CREDIT: HandlerId = Share::TRANSFER.id(3);
pub(crate) const FIN: HandlerId = Share::TRANSFER.id(4);
pub(crate) const READ: HandlerId = Share::TRANSFER.id(5);
