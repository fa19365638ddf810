//! Network devices whose other end is a descriptor.

use std::io;

use rustix::fd::OwnedFd;
use rustix::fs::{Mode, OFlags};
use rustix::ioctl::{Updater, ioctl, opcode};

/// `struct ifreq` as TUNSETIFF reads and writes it: a name, flags, and room for the rest of the union.
#[repr(C)]
struct InterfaceRequest {
    name: [u8; libc::IFNAMSIZ],
    flags: i16,
    rest: [u8; 22],
}

const TUNSETIFF: rustix::ioctl::Opcode = opcode::write::<libc::c_int>(b'T', 202);

/// Makes a TUN device in the calling thread's network namespace. Every read of the descriptor takes one
/// IP packet that the host has sent, every write hands it one; neither blocks. The device goes when
/// the descriptor is closed.
///
/// # Errors
/// A name of more than 15 bytes or one that is taken, a caller without CAP_NET_ADMIN, a kernel without
/// `/dev/net/tun`.
pub fn open_tun(name: &str) -> io::Result<OwnedFd> {
    let mut padded = [0; libc::IFNAMSIZ];
    if name.len() >= padded.len() || name.contains('\0') {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("device name `{name}`")));
    }
    padded[..name.len()].copy_from_slice(name.as_bytes());
    let flags = OFlags::RDWR | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let fd = rustix::fs::open("/dev/net/tun", flags, Mode::empty())?;
    let flags = (libc::IFF_TUN | libc::IFF_NO_PI) as i16;
    let mut request = InterfaceRequest { name: padded, flags, rest: [0; 22] };
    // SAFETY: TUNSETIFF reads and writes no more than a `struct ifreq`, and the request is not smaller;
    // it is plain bytes and numbers, of which every value is valid.
    unsafe { ioctl(&fd, Updater::<TUNSETIFF, InterfaceRequest>::new(&mut request)) }?;
    Ok(fd)
}

const _: () = assert!(size_of::<InterfaceRequest>() >= size_of::<libc::ifreq>());
