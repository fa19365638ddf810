//! Packing: elements of several types in a row of bytes, to be sent as one message or kept (MPI-5.0 §5.2, §5.3).

use crate::buffer;
use crate::data::{Incoming, Outgoing, lend::BORROWER};
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::universe::admit;
use ferry_mpi::comm::WORLD;
use ferry_mpi::datatype as pack;

/// In which form elements are packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PackedForm {
    /// As messages of this job carry them (`MPI_Pack`).
    #[default]
    Native,
    /// As any MPI on any machine can unpack them (`MPI_Pack_external`, `external32`).
    External32,
}

const EXTERNAL: &str = "external32";

/// Bytes into which elements are packed, one call behind the other.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::{PackReader, PackWriter, PackedForm};
/// let comm = universe.self_comm();
/// let mut writer = PackWriter::new(PackedForm::Native);
/// writer.pack(&3u8)?;
/// writer.pack(&[1.5, 2.5, 3.5][..])?;
/// comm.send(writer.bytes(), 0, 0)?;
///
/// let (bytes, _) = comm.receive_vec::<u8>(0, 0)?;
/// let mut reader = PackReader::new(&bytes, PackedForm::Native);
/// let count = reader.unpack::<u8>()?;
/// assert_eq!(reader.unpack_vec::<f64>(count.into())?, [1.5, 2.5, 3.5]);
/// assert!(reader.rest().is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct PackWriter {
    bytes: Vec<u8>,
    form: PackedForm,
}

impl PackWriter {
    /// None yet.
    pub fn new(form: PackedForm) -> Self {
        PackWriter { bytes: Vec::new(), form }
    }

    /// Packs elements behind those before.
    pub fn pack<D: Outgoing + ?Sized>(&mut self, data: &D) -> Result<()> {
        in_call("pack", || {
            admit()?;
            let lent = data.outgoing(BORROWER)?;
            let (memory, count, datatype) = (&lent.memory, lent.count, lent.datatype);
            let size = match self.form {
                PackedForm::Native => pack::pack_size(WORLD, count, datatype)?,
                PackedForm::External32 => pack::pack_external_size(EXTERNAL, count, datatype)?,
            };
            let (start, size) = (self.bytes.len(), usize::try_from(size).unwrap_or(usize::MAX));
            self.bytes.try_reserve(size).map_err(|_| {
                let text = format!("there is no memory for {size} packed bytes");
                Error::new(ErrorClass::NO_MEM, text)
            })?;
            self.bytes.resize(start + size, 0);
            let out = &mut self.bytes[start..];
            let packed = match self.form {
                PackedForm::Native => pack::pack(WORLD, memory, count, datatype, out),
                PackedForm::External32 => {
                    pack::pack_external(EXTERNAL, memory, count, datatype, out)
                }
            };
            self.bytes.truncate(start + *packed.as_ref().unwrap_or(&0));
            Ok(packed.map(drop)?)
        })
    }

    /// What was packed.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same, to be kept.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Bytes out of which elements are unpacked, in the order in which they were packed.
#[derive(Clone, Debug)]
pub struct PackReader<'b> {
    rest: &'b [u8],
    form: PackedForm,
}

impl<'b> PackReader<'b> {
    /// All of these.
    pub fn new(bytes: &'b [u8], form: PackedForm) -> Self {
        PackReader { rest: bytes, form }
    }

    /// What was not unpacked yet.
    pub fn rest(&self) -> &'b [u8] {
        self.rest
    }

    /// Unpacks as many elements as there is room for.
    ///
    /// # Errors
    /// If the bytes end before.
    pub fn unpack_into<D: Incoming + ?Sized>(&mut self, room: &mut D) -> Result<()> {
        in_call("unpack_into", || {
            admit()?;
            let (lent, memory) = room.incoming(BORROWER)?;
            let (at, count, datatype) = (&memory.memory, memory.count, memory.datatype);
            let used = match self.form {
                PackedForm::Native => pack::unpack(WORLD, at, count, datatype, self.rest),
                PackedForm::External32 => {
                    pack::unpack_external(EXTERNAL, at, count, datatype, self.rest)
                }
            }?;
            drop(lent);
            self.rest = self.rest.get(used..).unwrap_or_default();
            Ok(())
        })
    }

    /// Unpacks one value.
    pub fn unpack<T: Equivalence>(&mut self) -> Result<T> {
        in_call("unpack", || {
            let mut value = buffer::zeroed::<T>();
            self.unpack_into(&mut value)?;
            Ok(value)
        })
    }

    /// Unpacks `count` elements.
    pub fn unpack_vec<T: Equivalence>(&mut self, count: usize) -> Result<Vec<T>> {
        in_call("unpack_vec", || {
            let bytes = count.checked_mul(buffer::packed_size::<T>());
            if bytes.is_none_or(|bytes| bytes > self.rest.len()) {
                let (left, size) = (self.rest.len(), buffer::packed_size::<T>());
                let text = format!(
                    "{count} elements of {size} bytes are wanted, but {left} packed bytes are left"
                );
                return Err(Error::new(ErrorClass::TRUNCATE, text));
            }
            let mut items = buffer::zeroed_vec(count)?;
            self.unpack_into(&mut items)?;
            Ok(items)
        })
    }
}
