//! Files are opened, closed and deleted (MPI-5.0 §14.2).

use super::collective::agree_on;
use super::failures::{all_are_told, is_broken, is_first_alive, part};
use super::hints::FileHints;
use super::shared::SharedPointer;
use super::view::OpenView;
use super::{OpenFile, of_file};
use crate::comm::Comm;
use crate::comm::meeting::{Meeting, from_bytes, to_bytes};
use crate::constants::{
    MPI_ERR_AMODE, MPI_ERR_BAD_FILE, MPI_ERR_COMM, MPI_ERR_NOT_SAME, MPI_ERR_OTHER,
};
use crate::errhandler;
use crate::error::{Error, Result};
use crate::handle::{CommHandle, FileHandle};
use crate::info::Info;
use crate::process::{enter, wait_until};
use ferry_files::{AccessMode, OpenFlags, StoredFile};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// `MPI_File_open`. Who could not read its own hints still comes, and all hear of that.
pub fn open(comm: CommHandle, name: &Path, amode: i32, info: Result<Info>) -> Result<FileHandle> {
    let parent = enter().comm(comm)?.clone();
    if parent.remote.is_some() {
        let text = "a file needs an intracommunicator, got an intercommunicator";
        return Err(Error::new(MPI_ERR_COMM, text));
    }
    let own = crate::comm::create::plain_dup(&parent).map_err(of_file)?;
    let own = enter().comm(own)?.clone();
    let opened = open_on(&own, name, amode, info).map_err(|error| named(of_file(error), name));
    if opened.is_err() {
        let _ = crate::comm::free(own.handle);
    }
    opened
}

/// The error with the name of the file that it is about.
fn named(mut error: Error, name: &Path) -> Error {
    error.message = format!("{} (file '{}')", error.message, name.display()).into();
    error
}

/// All members' outcomes of a step: all go on, or none does. Who has not failed hears which rank has.
pub(super) fn all_or_none<T>(comm: &Arc<Comm>, what: &str, outcome: Result<T>) -> Result<T> {
    let code = outcome.as_ref().map_or_else(|error| error.code, |_| 0);
    let codes = from_bytes(&Meeting::of_all(comm).gather(&to_bytes(&[code as u64]))?);
    let value = outcome?;
    match codes.iter().position(|code| *code != 0) {
        None => Ok(value),
        Some(rank) => {
            let code = codes[rank] as i32;
            let class = crate::error::class_name(code);
            Err(Error::new(code, format!("{what} failed at rank {rank} with {class}")))
        }
    }
}

/// The mode, which all have to give alike.
fn agreed_mode(comm: &Arc<Comm>, amode: i32) -> Result<AccessMode> {
    agree_on(comm, "amode", amode as u32 as u64, |value| AccessMode::names(value as u32 as i32))?;
    AccessMode::new(amode).map_err(|why| Error::new(MPI_ERR_AMODE, why))
}

/// What ROMIO has programs write in front of a name to say on which kind of file system it is.
const ROMIO_PREFIXES: [&str; 6] = ["ufs:", "nfs:", "xfs:", "gpfs:", "lustre:", "panfs:"];

fn checked_name(name: &Path) -> Result<&Path> {
    let bytes = name.as_os_str().as_bytes();
    let bare = ROMIO_PREFIXES.iter().find_map(|prefix| bytes.strip_prefix(prefix.as_bytes()));
    let bare = bare.unwrap_or(bytes);
    if bare.is_empty() {
        return Err(Error::new(MPI_ERR_BAD_FILE, "argument filename is NULL or empty"));
    }
    Ok(Path::new(OsStr::from_bytes(bare)))
}

/// Opens the file itself: where it has to be made, rank 0 makes it before the others look for it.
fn stored(
    comm: &Arc<Comm>,
    name: &Path,
    mode: AccessMode,
    hints: &FileHints,
) -> Result<StoredFile> {
    let open_with = |create: bool| -> Result<StoredFile> {
        let exclusive = create && mode.is_exclusive();
        let flags = OpenFlags { create, exclusive, permissions: hints.permissions };
        Ok(StoredFile::open(checked_name(name)?, mode, flags)?)
    };
    let first = match mode.creates() {
        true => {
            let made = (comm.rank == 0).then(|| open_with(true));
            let failed = made.as_ref().and_then(|made| made.as_ref().err().cloned());
            let meeting = Meeting::of_all(comm);
            meeting.share_outcome(0, failed.map_or(Ok(Vec::new()), Err))?;
            made.transpose()?
        }
        false => None,
    };
    let opened = first.map_or_else(|| open_with(false), Ok);
    all_or_none(comm, "opening the file", opened)
}

fn open_on(comm: &Arc<Comm>, name: &Path, amode: i32, info: Result<Info>) -> Result<FileHandle> {
    let mode = agreed_mode(comm, amode)?;
    let hints = info.and_then(|info| FileHints::new(&info));
    let hints = all_or_none(comm, "reading the hints", hints)?;
    let stored = stored(comm, name, mode, &hints)?;
    let start = if mode.appends() { common_size(comm, &stored)? } else { 0 };
    let parts_by_agreement = all_are_told(comm)?;
    let shared = SharedPointer::new(comm, start)?;
    let file = OpenFile {
        comm: comm.clone(),
        stored: Arc::new(stored),
        name: name.to_owned(),
        mode,
        view: Arc::new(OpenView::bytes()),
        position: start,
        shared,
        is_atomic: false,
        hints,
        errhandler: errhandler::of_new_file(),
        split: None,
        in_flight: Arc::new(AtomicUsize::new(0)),
        parts_by_agreement,
    };
    Ok(enter().files.insert(Box::new(file)))
}

/// The file's size as rank 0 sees it.
pub(super) fn common_size(comm: &Arc<Comm>, stored: &StoredFile) -> Result<u64> {
    let size = match comm.rank {
        0 => stored.size().map(|size| to_bytes(&[size])).map_err(Error::from),
        _ => Ok(to_bytes(&[0])),
    };
    Ok(from_bytes(&Meeting::of_all(comm).share_outcome(0, size)?)[0])
}

/// `MPI_File_close`.
pub fn close(handle: FileHandle) -> Result<()> {
    let (comm, in_flight, by_agreement) = {
        let process = enter();
        let file = process.file(handle)?;
        if file.split.is_some() {
            let text =
                "a split collective access has begun and not ended; end it before MPI_File_close";
            return Err(Error::new(MPI_ERR_OTHER, text));
        }
        (file.comm.clone(), file.in_flight.clone(), file.parts_by_agreement)
    };
    wait_until(|_| (in_flight.load(Ordering::Acquire) == 0).then_some(()));
    // Nobody deletes what others still access.
    let met = part(&comm, by_agreement);
    let Some(file) = enter().files.remove(handle) else { return met };
    let file = *file;
    let gone = met.and_then(|()| delete_closed(&file));
    let pointer = file.shared.free();
    errhandler::detach(file.errhandler);
    drop(file.stored);
    let freed = crate::comm::free(comm.handle);
    gone.and(pointer).and(freed).map_err(|error| named(of_file(error), &file.name))
}

fn delete_closed(file: &OpenFile) -> Result<()> {
    if !file.mode.deletes_on_close() {
        return Ok(());
    }
    if is_broken(&file.comm) {
        // Nobody can be told how it went.
        if !is_first_alive(&file.comm) {
            return Ok(());
        }
        return StoredFile::delete(file.stored.path()).map_err(Error::from);
    }
    let outcome = match file.comm.rank {
        0 => StoredFile::delete(file.stored.path()).map(|()| Vec::new()).map_err(Error::from),
        _ => Ok(Vec::new()),
    };
    Meeting::of_all(&file.comm).share_outcome(0, outcome).map(drop)
}

/// `MPI_File_delete`.
pub fn delete(name: &Path) -> Result<()> {
    let deleted = checked_name(name).and_then(|path| Ok(StoredFile::delete(path)?));
    deleted.map_err(|error| named(error, name))
}

/// The error of processes that pass different values where all must pass one.
pub(super) fn differing(argument: &str, rank: usize, theirs: &str, first: &str) -> Error {
    let text = format!(
        "argument {argument} must be the same at all processes, but is {theirs} at rank {rank} and {first} at rank 0"
    );
    Error::new(MPI_ERR_NOT_SAME, text)
}
