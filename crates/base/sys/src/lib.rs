//! Audited system calls and memory regions: the cage for `unsafe` below the methods.
//!
//! Every function here is safe to call; what cannot be made safe has an `unsafe` constructor whose
//! contract the caller signs once.

mod arena;
mod borrow;
mod clock;
mod copy;
mod copy_choice;
mod core_board;
mod cpu;
mod exit;
mod fence;
mod fifo;
mod futex;
mod limits;
mod offered_file;
mod process;
mod range_lock;
mod realtime;
pub mod region;
mod remote;
mod sctp;
mod segment;
mod signals;
mod stderr;
mod tcp;
mod topology;
mod tun;
mod udp;

pub use arena::{Arena, AtomicWord, OwnedBuffer};
pub use borrow::borrow_fd;
pub use clock::{Clock, wall_seconds};
pub use copy::{
    copy_around_caches, copy_for_reader, copy_received, expect_line, reads_best_upwards,
};
pub use copy_choice::{CopyChoice, CopyCost};
pub use core_board::CoreBoard;
pub use cpu::{cores_available, cores_shared, current_core, go_to_core, leave_core, sched_yield};
pub use exit::{call_at_exit, exit_at_once};
pub use fence::AsymmetricFence;
pub use fifo::{Fifo, FifoWriter};
pub use futex::{futex_wait, futex_wake_all};
pub use limits::{descriptor_advice, longest_file, with_descriptors};
pub use offered_file::{OfferedFile, new_token};
pub use process::process_exists;
pub use range_lock::RangeLock;
pub use realtime::run_before_others;
pub use region::{ReadRegion, WriteRegion};
pub use remote::{cross_memory_attach_works, read_process_memory, write_process_memory};
pub use sctp::{
    SctpAssociation, SctpFlag, SctpOption, SctpReceived, SctpStatus, sctp_bind_also, sctp_connect,
    sctp_receive, sctp_send, sctp_status, set_sctp_option,
};
pub use segment::{Segment, SegmentFile, View};
pub use signals::{SignalNumber, SignalQueue, SignalTarget, SignalTimer, with_signals_blocked};
pub use stderr::tell;
pub use tcp::{TcpAnswers, TcpFlow, TcpPath, set_tcp_delack_max, set_tcp_rto_min};
pub use tcp::{tcp_answers, tcp_flow, tcp_path, tcp_unacknowledged};
pub use topology::{Topology, TopologyLevel, cpu_list, cpu_list_text};
pub use tun::open_tun;
pub use udp::{leave_out_udp_destinations, leave_out_udp_times};
