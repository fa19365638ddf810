//! Data representations (MPI-5.0 §14.5): those of the standard, and those that a program registers.

use super::access::AccessKind;
use crate::constants::{
    MPI_ERR_ARG, MPI_ERR_CONVERSION, MPI_ERR_DUP_DATAREP, MPI_ERR_UNSUPPORTED_DATAREP,
    MPI_ERR_VALUE_TOO_LARGE, MPI_MAX_DATAREP_STRING, MPI_SUCCESS,
};
use crate::error::{Error, Result};
use crate::handle::DatatypeHandle;
use crate::p2p::{RecvBuffer, SendBuffer};
use ferry_datatype::{Basic, Datatype};
use ferry_files::{FileLayout, StreamSink, StreamSource, external32_layout, in_file};
use ferry_sys::{Arena, OwnedBuffer};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The functions of a data representation of the program's. Each returns an error code.
pub trait DatarepFunctions: Send + Sync {
    /// The extent of a predefined datatype in the file.
    fn extent(&self, datatype: DatatypeHandle, extent: &mut i64) -> i32;

    /// Whether data that are read are converted; else they are as in memory.
    fn converts_reads(&self) -> bool;

    /// Whether data that are written are converted; else they are as in memory.
    fn converts_writes(&self) -> bool;

    /// The most elements that one call converts.
    fn most(&self) -> u64;

    /// From the file's form in `filebuf` to element `position` of the program's buffer and on.
    fn read(
        &self,
        userbuf: usize,
        datatype: DatatypeHandle,
        count: u64,
        filebuf: usize,
        position: u64,
    ) -> i32;

    /// From element `position` of the program's buffer and on to the file's form.
    fn write(
        &self,
        userbuf: usize,
        datatype: DatatypeHandle,
        count: u64,
        filebuf: usize,
        position: u64,
    ) -> i32;
}

/// A representation that the program registered, with its name.
pub(super) struct Registered {
    name: String,
    functions: Box<dyn DatarepFunctions>,
}

/// How data are represented in a file.
#[derive(Clone)]
pub(super) enum Representation {
    /// As in memory.
    Native,
    /// As it is best among Ferry's programs: as in memory.
    Internal,
    /// MPI-5.0 §14.5.2.
    External32,
    Registered(Arc<Registered>),
}

static REGISTERED: LazyLock<Mutex<HashMap<String, Arc<Registered>>>> =
    LazyLock::new(Mutex::default);

/// `MPI_Register_datarep`: it stays until the process ends.
pub fn register_datarep(name: &str, functions: Box<dyn DatarepFunctions>) -> Result<()> {
    if name.is_empty() || name.len() >= MPI_MAX_DATAREP_STRING as usize {
        let text = format!(
            "argument datarep has {} characters, but must have 1 to {}",
            name.len(),
            MPI_MAX_DATAREP_STRING - 1
        );
        return Err(Error::new(MPI_ERR_ARG, text));
    }
    let mut all = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    if of_standard(name).is_some() || all.contains_key(name) {
        let text = format!("the data representation {name:?} is defined already");
        return Err(Error::new(MPI_ERR_DUP_DATAREP, text));
    }
    all.insert(name.to_owned(), Arc::new(Registered { name: name.to_owned(), functions }));
    Ok(())
}

/// One that each implementation has. Others know the names in capitals too.
fn of_standard(name: &str) -> Option<Representation> {
    Some(match name {
        "native" | "NATIVE" => Representation::Native,
        "internal" | "INTERNAL" => Representation::Internal,
        "external32" | "EXTERNAL32" => Representation::External32,
        _ => return None,
    })
}

/// The representation of a name.
pub(super) fn find(name: &str) -> Result<Representation> {
    if let Some(found) = of_standard(name) {
        return Ok(found);
    }
    let all = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    let found = all.get(name).cloned().map(Representation::Registered);
    found.ok_or_else(|| {
        let text = format!(
            "argument datarep is {name:?}, but must be \"native\", \"internal\", \"external32\" or one that was \
             registered by MPI_Register_datarep"
        );
        Error::new(MPI_ERR_UNSUPPORTED_DATAREP, text)
    })
}

/// The extents that a program's function tells.
struct RegisteredLayout<'a>(&'a Registered);

impl FileLayout for RegisteredLayout<'_> {
    type Error = Error;

    fn extent(&mut self, basic: Basic) -> Result<u64> {
        let mut extent = 0;
        let code = self.0.functions.extent(DatatypeHandle::new(basic.handle()), &mut extent);
        self.0.outcome("extent", code)?;
        u64::try_from(extent).map_err(|_| {
            let name = &self.0.name;
            let text = format!(
                "data representation {name:?} says that {} has extent {extent}",
                basic.name()
            );
            Error::new(MPI_ERR_CONVERSION, text)
        })
    }
}

impl Registered {
    fn outcome(&self, function: &str, code: i32) -> Result<()> {
        if code == MPI_SUCCESS {
            return Ok(());
        }
        let text = format!(
            "the {function} function of data representation {:?} returned {code}",
            self.name
        );
        Err(Error::new(MPI_ERR_CONVERSION, text))
    }

    /// Calls `convert` with how many elements, from which one on, and where their file form is.
    fn in_parts(
        &self,
        function: &str,
        (count, each): (u64, u64),
        bytes: &Arena,
        convert: impl Fn(u64, u64, usize) -> i32,
    ) -> Result<()> {
        let most = self.functions.most().max(1);
        let mut position = 0;
        while position < count {
            let now = most.min(count - position);
            let at = bytes.part((position * each) as usize, (now * each) as usize).address(0);
            self.outcome(function, convert(now, position, at))?;
            position += now;
        }
        Ok(())
    }
}

fn too_large() -> Error {
    Error::new(MPI_ERR_VALUE_TOO_LARGE, "count and datatype are more bytes than 64 bits can count")
}

impl Representation {
    pub(super) fn name(&self) -> &str {
        match self {
            Representation::Native => "native",
            Representation::Internal => "internal",
            Representation::External32 => "external32",
            Representation::Registered(registered) => &registered.name,
        }
    }

    /// As data are represented that go this way: where a registered one converts nothing, as in memory
    /// (MPI-5.0 §14.5.3).
    pub(super) fn towards(&self, what: AccessKind) -> Representation {
        let converts = match (self, what) {
            (Representation::Registered(it), AccessKind::Reading) => it.functions.converts_reads(),
            (Representation::Registered(it), AccessKind::Writing) => it.functions.converts_writes(),
            _ => true,
        };
        if converts { self.clone() } else { Representation::Native }
    }

    /// A datatype as it lies in the file.
    pub(super) fn in_file(&self, datatype: &Arc<Datatype>) -> Result<Arc<Datatype>> {
        match self {
            Representation::Native | Representation::Internal => Ok(datatype.clone()),
            Representation::External32 => Ok(in_file(datatype, &mut external32_layout())?),
            Representation::Registered(registered) => {
                in_file(datatype, &mut RegisteredLayout(registered))
            }
        }
    }

    /// Bytes of elements in the file.
    pub(super) fn bytes(&self, datatype: &Arc<Datatype>, count: u64) -> Result<u64> {
        let bytes = match self {
            Representation::Native | Representation::Internal => datatype.packed_size(count),
            Representation::External32 => datatype.pack_external_size(count),
            Representation::Registered(_) => self.in_file(datatype)?.packed_size(count),
        };
        bytes.filter(|bytes| *bytes <= i64::MAX as u64).ok_or_else(too_large)
    }

    /// Bytes in memory of the whole elements that so many bytes of the file are, `each` of which an element takes.
    pub(super) fn elements(&self, datatype: &Datatype, bytes: u64, each: u64) -> u64 {
        match self {
            Representation::Native | Representation::Internal => bytes,
            _ => bytes.checked_div(each).unwrap_or(0) * datatype.size(),
        }
    }

    /// Whether it calls functions of the program's.
    pub(super) fn calls(&self) -> bool {
        matches!(self, Representation::Registered(_))
    }

    /// The bytes of a write as they are to be in the file.
    pub(super) fn encode(
        &self,
        buffer: &SendBuffer,
        datatype: &Arc<Datatype>,
    ) -> Result<StreamSource> {
        let registered = match self {
            Representation::External32 => {
                let mut bytes = vec![0; self.bytes(datatype, buffer.count)? as usize];
                datatype.pack_external(&buffer.memory, buffer.count, &mut bytes)?;
                return Ok(StreamSource::Bytes(Arc::new(bytes)));
            }
            Representation::Registered(registered) => registered,
            Representation::Native | Representation::Internal => {
                let (memory, count) = (buffer.memory, buffer.count);
                return Ok(StreamSource::Memory { memory, datatype: datatype.clone(), count });
            }
        };
        let (len, each) = (self.bytes(datatype, buffer.count)?, self.bytes(datatype, 1)?);
        let room = OwnedBuffer::new((len as usize).max(1));
        let bytes = room.arena(len as usize);
        let userbuf = buffer.memory.address(0).addr();
        registered.in_parts(
            "write conversion",
            (buffer.count, each),
            &bytes,
            |count, position, at| {
                registered.functions.write(userbuf, buffer.datatype, count, at, position)
            },
        )?;
        Ok(StreamSource::Bytes(Arc::new(bytes.read(0, len as usize).as_slice().to_vec())))
    }

    /// Room for what is read as it is in the file.
    pub(super) fn room(
        &self,
        buffer: &RecvBuffer,
        datatype: &Arc<Datatype>,
        len: u64,
    ) -> StreamSink {
        if matches!(self, Representation::External32) || self.calls() {
            return StreamSink::Bytes(Arc::new(Mutex::new(vec![0; len as usize])));
        }
        StreamSink::Memory {
            memory: buffer.memory,
            datatype: datatype.clone(),
            count: buffer.count,
        }
    }

    /// Brings what was read to the program's elements, whole ones; tells their bytes.
    pub(super) fn decode(
        &self,
        sink: &StreamSink,
        buffer: &RecvBuffer,
        datatype: &Arc<Datatype>,
        (got, each): (u64, u64),
    ) -> Result<u64> {
        let StreamSink::Bytes(bytes) = sink else { return Ok(got) };
        let bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let count = got.checked_div(each).unwrap_or(0);
        match self {
            Representation::Registered(registered) => {
                let room = OwnedBuffer::new(bytes.len().max(1));
                let file = room.arena(bytes.len());
                file.write(0, bytes.len()).as_mut_slice().copy_from_slice(&bytes);
                let userbuf = buffer.memory.address(0).addr();
                registered.in_parts(
                    "read conversion",
                    (count, each),
                    &file,
                    |count, position, at| {
                        registered.functions.read(userbuf, buffer.datatype, count, at, position)
                    },
                )?;
            }
            _ => {
                datatype.unpack_external(
                    &buffer.memory,
                    count,
                    &bytes[..(count * each) as usize],
                )?;
            }
        }
        Ok(count * datatype.size())
    }
}
