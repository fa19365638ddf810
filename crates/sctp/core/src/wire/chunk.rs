//! Chunks (RFC 9260 §3.3 and the extensions), a file for each.

pub mod abort;
pub mod asconf;
pub mod asconf_ack;
pub mod auth;
pub mod cookie_ack;
pub mod cookie_echo;
pub mod cwr;
pub mod data;
pub mod ecne;
pub mod error;
pub mod forward_tsn;
pub mod heartbeat;
pub mod heartbeat_ack;
pub mod i_data;
pub mod i_forward_tsn;
pub mod init;
pub mod init_ack;
pub mod pad;
pub mod re_config;
pub mod sack;
pub mod shutdown;
pub mod shutdown_ack;
pub mod shutdown_complete;
mod types;
pub mod unknown;

pub use abort::Abort;
pub use asconf::Asconf;
pub use asconf_ack::AsconfAck;
pub use auth::Auth;
pub use cookie_ack::CookieAck;
pub use cookie_echo::CookieEcho;
pub use cwr::Cwr;
pub use data::{Data, DataFlags, DataHeader};
pub use ecne::Ecne;
pub use error::ErrorChunk;
pub use forward_tsn::{ForwardTsn, SkippedStream};
pub use heartbeat::Heartbeat;
pub use heartbeat_ack::HeartbeatAck;
pub use i_data::{IData, IDataHeader, Position};
pub use i_forward_tsn::{IForwardTsn, SkippedMessage};
pub use init::Init;
pub use init_ack::InitAck;
pub use pad::Pad;
pub use re_config::ReConfig;
pub use sack::{GapBlock, Sack};
pub use shutdown::Shutdown;
pub use shutdown_ack::ShutdownAck;
pub use shutdown_complete::ShutdownComplete;
pub use types::ChunkType;
pub use unknown::RawChunk;

use super::WireError;
use super::buffer::PacketBuffer;

/// Flag of ABORT and SHUTDOWN COMPLETE: the verification tag is the receiver's own, sent back because
/// the sender knows no association (RFC 9260 §3.3.7, §3.3.13, §8.5.1).
pub(crate) const T_BIT: u8 = 0x01;

/// A chunk that can be written.
pub trait EncodeChunk {
    /// Type.
    fn chunk_type(&self) -> ChunkType;
    /// Flags.
    #[inline]
    fn flags(&self) -> u8 {
        0
    }
    /// Bytes of the value, without header and padding.
    fn value_len(&self) -> usize;
    /// Appends the value, without header and padding.
    fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B);
}

macro_rules! chunks {
    ($($(#[$doc:meta])* $variant:ident($body:ident $(<$life:lifetime>)?),)*) => {
        /// Any chunk.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Chunk<'a> {
            $($(#[$doc])* $variant($body $(<$life>)?),)*
            /// A chunk of a type not known here.
            Unknown(RawChunk<'a>),
        }

        impl<'a> Chunk<'a> {
            /// Reads the inside of a chunk. Lists within are checked as they are walked over.
            ///
            /// # Errors
            /// When the chunk is too short, too long, or made of parts that do not fit together.
            #[inline]
            pub fn decode(raw: &RawChunk<'a>) -> Result<Self, WireError> {
                Ok(match raw.chunk_type {
                    $(ChunkType::$variant => Self::$variant($body::decode(raw)?),)*
                    _ => Self::Unknown(*raw),
                })
            }
        }

        impl EncodeChunk for Chunk<'_> {
            fn chunk_type(&self) -> ChunkType {
                match self {
                    $(Self::$variant(_) => ChunkType::$variant,)*
                    Self::Unknown(chunk) => chunk.chunk_type,
                }
            }
            fn flags(&self) -> u8 {
                match self {
                    $(Self::$variant(chunk) => chunk.flags(),)*
                    Self::Unknown(chunk) => chunk.flags,
                }
            }
            fn value_len(&self) -> usize {
                match self {
                    $(Self::$variant(chunk) => chunk.value_len(),)*
                    Self::Unknown(chunk) => chunk.value_len(),
                }
            }
            fn encode_value<B: PacketBuffer + ?Sized>(&self, out: &mut B) {
                match self {
                    $(Self::$variant(chunk) => chunk.encode_value(out),)*
                    Self::Unknown(chunk) => chunk.encode_value(out),
                }
            }
        }
    };
}

chunks! {
    /// User data (RFC 9260 §3.3.1).
    Data(Data<'a>),
    /// User data, interleaved (RFC 8260 §2.1).
    IData(IData<'a>),
    /// The first packet of an association (RFC 9260 §3.3.2).
    Init(Init<'a>),
    /// The answer to it (RFC 9260 §3.3.3).
    InitAck(InitAck<'a>),
    /// What has arrived (RFC 9260 §3.3.4).
    Sack(Sack<'a>),
    /// A question whether a path lives (RFC 9260 §3.3.5).
    Heartbeat(Heartbeat<'a>),
    /// The answer to it (RFC 9260 §3.3.6).
    HeartbeatAck(HeartbeatAck<'a>),
    /// The end at once (RFC 9260 §3.3.7).
    Abort(Abort<'a>),
    /// No more will be sent (RFC 9260 §3.3.8).
    Shutdown(Shutdown),
    /// Nor from here (RFC 9260 §3.3.9).
    ShutdownAck(ShutdownAck),
    /// Something went wrong, yet not fatally (RFC 9260 §3.3.10).
    Error(ErrorChunk<'a>),
    /// The cookie sent back (RFC 9260 §3.3.11).
    CookieEcho(CookieEcho<'a>),
    /// The association stands (RFC 9260 §3.3.12).
    CookieAck(CookieAck),
    /// Congestion was seen (RFC 4960 appendix A).
    Ecne(Ecne),
    /// The congestion window was reduced (RFC 4960 appendix A).
    Cwr(Cwr),
    /// The association is gone (RFC 9260 §3.3.13).
    ShutdownComplete(ShutdownComplete),
    /// What follows is authenticated (RFC 4895 §5.1).
    Auth(Auth<'a>),
    /// Addresses changed (RFC 5061 §4.1.1).
    Asconf(Asconf<'a>),
    /// The answer to it (RFC 5061 §4.1.2).
    AsconfAck(AsconfAck<'a>),
    /// Streams reset or added (RFC 6525 §3.1).
    ReConfig(ReConfig<'a>),
    /// Padding (RFC 4820 §3).
    Pad(Pad<'a>),
    /// Data given up (RFC 3758 §3.2).
    ForwardTsn(ForwardTsn<'a>),
    /// Data given up, interleaved (RFC 8260 §2.3.1).
    IForwardTsn(IForwardTsn<'a>),
}
