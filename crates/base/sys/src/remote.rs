//! Reading and writing another process's memory (cross-memory attach).

use std::io;

/// Copies `into.len()` bytes at `address` of process `pid`; whole or not at all.
pub fn read_process_memory(pid: u32, address: u64, into: &mut [u8]) -> io::Result<()> {
    let mut done = 0;
    while done < into.len() {
        let rest = &mut into[done..];
        let local = libc::iovec { iov_base: rest.as_mut_ptr().cast(), iov_len: rest.len() };
        let remote =
            libc::iovec { iov_base: (address as usize + done) as *mut _, iov_len: rest.len() };
        // SAFETY: `local` describes memory of ours that is exclusively borrowed; the kernel checks
        // the remote side.
        let n = unsafe { libc::process_vm_readv(pid as libc::pid_t, &local, 1, &remote, 1, 0) };
        match n {
            -1 => return Err(io::Error::last_os_error()),
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            n => done += n as usize,
        }
    }
    Ok(())
}

/// Copies `from` to `address` of process `pid`; an error may leave a part of it there.
pub fn write_process_memory(pid: u32, address: u64, from: &[u8]) -> io::Result<()> {
    let mut done = 0;
    while done < from.len() {
        let rest = &from[done..];
        let local = libc::iovec { iov_base: rest.as_ptr().cast_mut().cast(), iov_len: rest.len() };
        let remote =
            libc::iovec { iov_base: (address as usize + done) as *mut _, iov_len: rest.len() };
        // SAFETY: `local` describes memory of ours that is borrowed and only read; the kernel checks the
        // remote side.
        let n = unsafe { libc::process_vm_writev(pid as libc::pid_t, &local, 1, &remote, 1, 0) };
        match n {
            -1 => return Err(io::Error::last_os_error()),
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            n => done += n as usize,
        }
    }
    Ok(())
}

/// Whether the kernel lets this process use the call at all (tried on itself).
pub fn cross_memory_attach_works() -> bool {
    let source = [7u8; 8];
    let mut copy = [0u8; 8];
    let tried = read_process_memory(std::process::id(), source.as_ptr() as usize as u64, &mut copy);
    tried.is_ok() && copy == source
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wild_address_is_refused() {
        let mut into = [0u8; 8];
        assert!(read_process_memory(std::process::id(), 8, &mut into).is_err());
        assert!(write_process_memory(std::process::id(), 8, &into).is_err());
    }
}
