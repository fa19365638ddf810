//! Files that the processes of a communicator share (MPI-5.0 §14).

mod access;
mod access_in_scope;
mod options;
mod pattern;
mod split;

pub use options::FileOptions;
pub use pattern::{DataRepresentation, FilePattern};
pub use split::{SplitRead, SplitWrite};

use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::group::Group;
use crate::hints::{info_of, pairs_of};
use crate::types;
use crate::universe::admit;
use ferry_mpi::constants::{MPI_SEEK_CUR, MPI_SEEK_END, MPI_SEEK_SET};
use ferry_mpi::file;
use ferry_mpi::handle::FileHandle;
use ferry_mpi::process::enter;
use std::io::SeekFrom;
use std::marker::PhantomData;
use std::path::Path;

/// A file that all processes of a communicator have open, as elements of type `T`.
///
/// Places in it are counted in elements of what this process sees of it: all bytes of a file that was just opened,
/// else what its [`FilePattern`] shows. [`FileOptions`] open one.
///
/// What reads and writes comes in three kinds: at an explicit place (`read_at`), at this process's own pointer (`read`)
/// and at the pointer that all share (`read_shared`). Calls whose names have `all` or `ordered` in them are collective:
/// all processes must make them. Those that begin with `i` belong to a [`scope`](fn@crate::scope) and do not block;
/// [`read_all_begin`](File::read_all_begin) and its sisters give guards.
///
/// A read that meets the end of the file is short: [`Status::count`](crate::Status::count) says how many elements came,
/// and the rest of the buffer is as before.
///
/// Elements lie in a file as in memory, gaps of structs included; structs need `#[repr(C)]` if their fields would else lie
/// in another order than they are written in.
///
/// Closing is collective, so a file that is merely dropped stays open until MPI ends.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::{FileOptions, FilePattern};
/// let world = universe.world();
/// let (me, size) = (world.rank(), world.size());
/// # let path = std::env::temp_dir().join(format!("ferry-doc-file-{}", std::process::id()));
/// # let path = path.to_str().unwrap();
/// let file = FileOptions::new().read(true).write(true).create(true).open(&world, path)?;
/// // Each process sees every `size`-th number.
/// let file = file.see(&FilePattern::<f64>::strided(me, 1, size)?)?;
/// file.write_at_all(0, &[me as f64; 3][..])?;
/// let file = file.see(&FilePattern::<f64>::whole()?)?;
/// let mut all = vec![0.0; 3 * size];
/// assert_eq!(file.read_at_all(0, &mut all)?.count::<f64>(), Some(3 * size));
/// assert!((0..3 * size).all(|place| all[place] == (place % size) as f64));
/// file.close()?;
/// # if me == 0 { ferry::delete_file(path)? }
/// # Ok(())
/// # }
/// ```
/// A file that is dropped without [`close`](File::close) stays open until MPI ends: closing waits for the other processes,
/// and a drop cannot tell whether they come. Beside `std::fs::File` say `ferry::File`, or import one of both under another
/// name.
pub struct File<T: Equivalence = u8> {
    handle: FileHandle,
    elements: PhantomData<fn() -> T>,
}

impl<T: Equivalence> File<T> {
    fn of(handle: FileHandle) -> Self {
        File { handle, elements: PhantomData }
    }

    /// Closes it, after all processes have come here and what they have started has ended (`MPI_File_close`).
    pub fn close(self) -> Result<()> {
        in_call("close", || {
            admit()?;
            Ok(file::close(self.handle)?)
        })
    }

    /// Bytes in the file (`MPI_File_get_size`).
    pub fn size(&self) -> Result<u64> {
        in_call("size", || {
            admit()?;
            Ok(file::size(self.handle)?)
        })
    }

    /// Makes it so many bytes long; collective (`MPI_File_set_size`).
    pub fn set_size(&self, bytes: u64) -> Result<()> {
        in_call("set_size", || {
            admit()?;
            Ok(file::set_size(self.handle, signed(bytes)?)?)
        })
    }

    /// Makes sure that there is room on the device for so many bytes; collective (`MPI_File_preallocate`).
    pub fn preallocate(&self, bytes: u64) -> Result<()> {
        in_call("preallocate", || {
            admit()?;
            Ok(file::preallocate(self.handle, signed(bytes)?)?)
        })
    }

    /// Waits until what any process has written is on the device and seen by all; collective (`MPI_File_sync`).
    pub fn sync(&self) -> Result<()> {
        in_call("sync", || {
            admit()?;
            Ok(file::sync(self.handle)?)
        })
    }

    /// Whether accesses of different processes that overlap come one after the other (`MPI_File_get_atomicity`).
    pub fn is_atomic(&self) -> Result<bool> {
        in_call("is_atomic", || {
            admit()?;
            Ok(file::atomicity(self.handle)?)
        })
    }

    /// Chooses that; collective (`MPI_File_set_atomicity`).
    pub fn set_atomic(&self, is_atomic: bool) -> Result<()> {
        in_call("set_atomic", || {
            admit()?;
            Ok(file::set_atomicity(self.handle, is_atomic)?)
        })
    }

    /// The processes that have it open (`MPI_File_get_group`).
    pub fn group(&self) -> Result<Group> {
        in_call("group", || {
            admit()?;
            let handle = file::group(self.handle)?;
            let mut process = enter();
            let group = process.group(handle)?.clone();
            process.free_group(handle)?;
            Ok(Group(group))
        })
    }

    /// The hints in use: keys and values (`MPI_File_get_info`).
    pub fn info(&self) -> Result<Vec<(String, String)>> {
        in_call("info", || {
            admit()?;
            Ok(pairs_of(&file::info_of(self.handle)?))
        })
    }

    /// Gives hints, such as `("cb_nodes", "2")`; what is not known is passed over; collective (`MPI_File_set_info`).
    pub fn set_info(&self, hints: &[(&str, &str)]) -> Result<()> {
        in_call("set_info", || {
            admit()?;
            Ok(file::set_info(self.handle, &info_of(hints)?)?)
        })
    }

    /// Its handle of the standard ABI, `MPI_File` in C, for functions of the same process that take one. It is valid
    /// until the file is closed.
    pub fn as_raw(&self) -> usize {
        self.handle.0
    }

    /// Sees it by a pattern from now on; both pointers are at its beginning; collective (`MPI_File_set_view`).
    ///
    /// # Errors
    /// A pattern that cannot be: the file is as good as dropped then.
    pub fn see<U: Equivalence>(self, pattern: &FilePattern<U>) -> Result<File<U>> {
        in_call("see", || {
            admit()?;
            let etype = types::element::<U>()?;
            pattern.apply(self.handle, etype)?;
            Ok(File::of(self.handle))
        })
    }

    /// Moves this process's pointer; it tells where that is then, in elements (`MPI_File_seek`).
    pub fn seek(&self, to: SeekFrom) -> Result<u64> {
        in_call("seek", || {
            admit()?;
            let (offset, whence) = seeking(to)?;
            file::seek(self.handle, offset, whence)?;
            Ok(file::position(self.handle)?)
        })
    }

    /// Where this process's pointer is, in elements (`MPI_File_get_position`).
    pub fn position(&self) -> Result<u64> {
        in_call("position", || {
            admit()?;
            Ok(file::position(self.handle)?)
        })
    }

    /// Moves the pointer that all share; collective, and all give the same (`MPI_File_seek_shared`).
    pub fn seek_shared(&self, to: SeekFrom) -> Result<()> {
        in_call("seek_shared", || {
            admit()?;
            let (offset, whence) = seeking(to)?;
            Ok(file::seek_shared(self.handle, offset, whence)?)
        })
    }

    /// Where the shared pointer is, in elements (`MPI_File_get_position_shared`).
    pub fn position_shared(&self) -> Result<u64> {
        in_call("position_shared", || {
            admit()?;
            Ok(file::position_shared(self.handle)?)
        })
    }

    /// The byte of the file at which an element lies that this process sees (`MPI_File_get_byte_offset`).
    pub fn byte_of(&self, element: u64) -> Result<u64> {
        in_call("byte_of", || {
            admit()?;
            Ok(file::byte_offset(self.handle, signed(element)?)?)
        })
    }

    /// Bytes that an element takes in the file, in the representation that was chosen (`MPI_File_get_type_extent`).
    pub fn stored_size(&self) -> Result<u64> {
        in_call("stored_size", || {
            admit()?;
            Ok(file::type_extent(self.handle, types::element::<T>()?)?.unsigned_abs())
        })
    }
}

impl<T: Equivalence> std::fmt::Debug for File<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "File {:#x} of {}", self.handle.0, std::any::type_name::<T>())
    }
}

/// Deletes a file by its name; one process calls (`MPI_File_delete`).
pub fn delete_file(path: impl AsRef<Path>) -> Result<()> {
    in_call("delete_file", || {
        admit()?;
        Ok(file::delete(path.as_ref())?)
    })
}

/// A place or a length as the standard counts them.
fn signed(number: u64) -> Result<i64> {
    i64::try_from(number).map_err(|_| {
        let text = format!("{number} is beyond any file: the most is {}", i64::MAX);
        Error::new(ErrorClass::ARG, text)
    })
}

fn seeking(to: SeekFrom) -> Result<(i64, i32)> {
    Ok(match to {
        SeekFrom::Start(offset) => (signed(offset)?, MPI_SEEK_SET),
        SeekFrom::Current(offset) => (offset, MPI_SEEK_CUR),
        SeekFrom::End(offset) => (offset, MPI_SEEK_END),
    })
}
