//! Ferry: MP_Lite, a light interface for passing messages between the processes of a job.
//!
//! There is one group of processes, numbered from 0, and no status objects. Messages have tags. A message
//! matches a receive when source and tag fit and it is no longer than the receive's memory; a longer one waits
//! for another receive. A send never waits for its receiver: what the receiver does not take soon is copied.
//! What is collective is for all processes, or for the members of a mask.
//!
//! [`MpLite`] is a process; what it does is in files by noun: messages, collective operations, memory that
//! others read and write ([`WindowNumber`]: one-sided access and its epochs), Cartesian places
//! ([`CartesianGrid`]), timing ([`BlockTimes`]).
#![forbid(unsafe_code)]

mod cartesian;
mod collective;
mod epochs;
mod error;
mod input_values;
mod journal;
mod members;
mod messages;
mod one_sided;
mod point_to_point;
mod print_format;
mod probe;
mod process;
mod reduction;
mod ring;
mod scan_format;
mod settings;
mod slices;
mod stalls;
mod start;
mod state;
mod timing;
mod window_frames;
mod window_lock;
mod windows;

pub use cartesian::CartesianGrid;
pub use error::MpLiteError;
pub use ferry_home::StartError;
pub use ferry_mplite_job::{JobFiles, ProcessState};
pub use input_values::{input_letters, input_number, input_words};
pub use journal::Journal;
pub use members::Participants;
pub use messages::MessageNumber;
pub use one_sided::RemoteElement;
pub use point_to_point::{ReceivedMessage, Wanted};
pub use print_format::{BadPrintFormat, PrintPiece, PrintValue, print_pieces, with_escapes};
pub use process::MpLite;
pub use reduction::{Element, ReductionKind};
pub use scan_format::{BadFormat, Conversion, conversions, with_text_widths};
pub use settings::ProcessSettings;
pub use stalls::StallLimits;
pub use start::addresses;
pub use state::{CallCounters, MpLiteState};
pub use timing::{BlockReport, BlockTimes, TimingSlip};
pub use window_lock::LockKind;
pub use windows::{AccumulateKind, Combination, WindowNumber};
