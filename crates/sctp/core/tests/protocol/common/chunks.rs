//! Chunks made by hand.

use ferry_sctp_core::serial::{MessageId, StreamSequence, Tsn};
use ferry_sctp_core::wire::chunk::{
    Abort, Data, DataFlags, DataHeader, IData, IDataHeader, Position,
};
use ferry_sctp_core::wire::{Cause, Causes, Chunk, PayloadProtocol, StreamId};

/// A DATA chunk with a whole ordered message.
pub fn data(tsn: Tsn, stream: u16, sequence: u16, payload: &[u8]) -> Chunk<'_> {
    fragment(tsn, stream, sequence, DataFlags::WHOLE, payload)
}

/// A DATA chunk.
pub fn fragment(
    tsn: Tsn,
    stream: u16,
    sequence: u16,
    flags: DataFlags,
    payload: &[u8],
) -> Chunk<'_> {
    let header = DataHeader {
        flags,
        tsn,
        stream: StreamId(stream),
        sequence: StreamSequence(sequence),
        protocol: PayloadProtocol(0),
    };
    Chunk::Data(Data { header, payload })
}

/// An I-DATA chunk with a whole ordered message.
pub fn i_data(tsn: Tsn, stream: u16, message: u32, payload: &[u8]) -> Chunk<'_> {
    let header = IDataHeader {
        immediate: false,
        unordered: false,
        ending: true,
        tsn,
        stream: StreamId(stream),
        message: MessageId(message),
        position: Position::First(PayloadProtocol(0)),
    };
    Chunk::IData(IData { header, payload })
}

/// An ABORT with these causes.
pub fn abort<'a>(causes: &'a [Cause<'a>]) -> Chunk<'a> {
    Chunk::Abort(Abort { reflected_tag: false, causes: Causes::of(causes) })
}
