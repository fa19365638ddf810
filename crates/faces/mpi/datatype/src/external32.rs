//! The canonical representation `external32` (MPI-5.0 §14.5.2): big-endian, with fixed sizes.

use crate::shape::Shape;
use crate::{Basic, Datatype, DatatypeError, Format, UserMemory, UserMemoryMut, quad};

/// How one scalar is converted.
#[derive(Clone, Copy)]
enum Scalar {
    /// The same size, other byte order.
    Swap(usize),
    /// `long`: eight bytes here, four there.
    NarrowSigned,
    /// `unsigned long`, alike.
    NarrowUnsigned,
    /// `wchar_t`: four bytes here, two there.
    NarrowCharacter,
    /// `long double`: the machine's format here, binary128 there.
    LongDouble,
}

impl Scalar {
    /// The scalars of a basic datatype that is not a pair: which, and how many.
    fn of(basic: Basic) -> (Scalar, u64) {
        match basic.format() {
            _ if matches!(basic, Basic::Long) && basic.size() == 8 => (Scalar::NarrowSigned, 1),
            _ if matches!(basic, Basic::UnsignedLong) && basic.size() == 8 => {
                (Scalar::NarrowUnsigned, 1)
            }
            Format::Character(4) => (Scalar::NarrowCharacter, 1),
            Format::Complex(n) => (Scalar::Swap(n.into()), 2),
            Format::LongDouble => (Scalar::LongDouble, 1),
            Format::LongDoubleComplex => (Scalar::LongDouble, 2),
            _ => (Scalar::Swap(basic.size()), 1),
        }
    }

    fn native_size(self) -> usize {
        match self {
            Scalar::Swap(n) => n,
            Scalar::NarrowSigned | Scalar::NarrowUnsigned => 8,
            Scalar::NarrowCharacter => 4,
            Scalar::LongDouble => 16,
        }
    }

    fn external_size(self) -> usize {
        match self {
            Scalar::Swap(n) => n,
            Scalar::NarrowSigned | Scalar::NarrowUnsigned => 4,
            Scalar::NarrowCharacter => 2,
            Scalar::LongDouble => 16,
        }
    }

    /// Both slices have this scalar's sizes.
    fn encode(self, native: &[u8], external: &mut [u8]) -> Result<(), DatatypeError> {
        match self {
            Scalar::Swap(size) => {
                external.copy_from_slice(native);
                swap_all(size, external);
            }
            Scalar::NarrowSigned => {
                let value = i32::try_from(i64::from_ne_bytes(array(native)));
                external.copy_from_slice(&conversion(value)?.to_be_bytes());
            }
            Scalar::NarrowUnsigned => {
                let value = u32::try_from(u64::from_ne_bytes(array(native)));
                external.copy_from_slice(&conversion(value)?.to_be_bytes());
            }
            Scalar::NarrowCharacter => {
                let value = u16::try_from(u32::from_ne_bytes(array(native)));
                external.copy_from_slice(&conversion(value)?.to_be_bytes());
            }
            Scalar::LongDouble => {
                external.copy_from_slice(&quad::from_native(array(native)).to_be_bytes())
            }
        }
        Ok(())
    }

    fn decode(self, external: &[u8], native: &mut [u8]) {
        match self {
            Scalar::Swap(size) => {
                native.copy_from_slice(external);
                swap_all(size, native);
            }
            Scalar::NarrowSigned => {
                let value = i64::from(i32::from_be_bytes(array(external)));
                native.copy_from_slice(&value.to_ne_bytes());
            }
            Scalar::NarrowUnsigned => {
                let value = u64::from(u32::from_be_bytes(array(external)));
                native.copy_from_slice(&value.to_ne_bytes());
            }
            Scalar::NarrowCharacter => {
                let value = u32::from(u16::from_be_bytes(array(external)));
                native.copy_from_slice(&value.to_ne_bytes());
            }
            Scalar::LongDouble => {
                native.copy_from_slice(&quad::to_native(u128::from_be_bytes(array(external))))
            }
        }
    }
}

fn conversion<T>(value: Result<T, std::num::TryFromIntError>) -> Result<T, DatatypeError> {
    value.map_err(|_| DatatypeError::Conversion)
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(bytes);
    array
}

/// Turns the byte order of scalars between the machine's and big-endian.
fn swap_all(size: usize, bytes: &mut [u8]) {
    fn turn<const N: usize>(bytes: &mut [u8]) {
        bytes.as_chunks_mut::<N>().0.iter_mut().for_each(|scalar| scalar.reverse());
    }
    if cfg!(target_endian = "big") {
        return;
    }
    match size {
        1 => {}
        2 => turn::<2>(bytes),
        4 => turn::<4>(bytes),
        8 => turn::<8>(bytes),
        _ => turn::<16>(bytes),
    }
}

impl Basic {
    /// Bytes of one element in external32; a pair is its two parts without a gap.
    pub fn external32_size(self) -> u64 {
        if let Format::Pair(value, index) = self.format() {
            return value.external32_size() + index.external32_size();
        }
        let (scalar, count) = Scalar::of(self);
        scalar.external_size() as u64 * count
    }
}

/// Bytes converted at a time; a multiple of every scalar's size.
const CHUNK: usize = 4096;

struct Encoder<'a> {
    memory: UserMemory,
    out: &'a mut [u8],
    at: usize,
}

struct Decoder<'a> {
    memory: UserMemoryMut,
    input: &'a [u8],
    at: usize,
}

/// Converts a run of scalars in a row.
trait Converter {
    fn scalars(&mut self, scalar: Scalar, offset: i64, count: u64) -> Result<(), DatatypeError>;
}

impl Converter for Encoder<'_> {
    fn scalars(&mut self, scalar: Scalar, offset: i64, count: u64) -> Result<(), DatatypeError> {
        let (inner, outer) = (scalar.native_size(), scalar.external_size());
        let mut scratch = [0; CHUNK];
        let (mut offset, mut left) = (offset, count as usize);
        while left > 0 {
            let now = left.min(CHUNK / inner);
            let native = &mut scratch[..now * inner];
            self.memory.read(offset, native);
            let external = &mut self.out[self.at..self.at + now * outer];
            if let Scalar::Swap(size) = scalar {
                external.copy_from_slice(native);
                swap_all(size, external);
            } else {
                for (from, to) in native.chunks_exact(inner).zip(external.chunks_exact_mut(outer)) {
                    scalar.encode(from, to)?;
                }
            }
            self.at += now * outer;
            offset = offset.wrapping_add((now * inner) as i64);
            left -= now;
        }
        Ok(())
    }
}

impl Converter for Decoder<'_> {
    fn scalars(&mut self, scalar: Scalar, offset: i64, count: u64) -> Result<(), DatatypeError> {
        let (inner, outer) = (scalar.native_size(), scalar.external_size());
        let mut scratch = [0; CHUNK];
        let (mut offset, mut left) = (offset, count as usize);
        while left > 0 {
            let now = left.min(CHUNK / inner);
            let native = &mut scratch[..now * inner];
            let external = &self.input[self.at..self.at + now * outer];
            if let Scalar::Swap(size) = scalar {
                native.copy_from_slice(external);
                swap_all(size, native);
            } else {
                for (from, to) in external.chunks_exact(outer).zip(native.chunks_exact_mut(inner)) {
                    scalar.decode(from, to);
                }
            }
            self.memory.write(offset, native);
            self.at += now * outer;
            offset = offset.wrapping_add((now * inner) as i64);
            left -= now;
        }
        Ok(())
    }
}

/// Converts `count` elements of a basic datatype in a row.
fn basics(
    basic: Basic,
    offset: i64,
    count: u64,
    converter: &mut impl Converter,
) -> Result<(), DatatypeError> {
    let Format::Pair(value, index) = basic.format() else {
        let (scalar, each) = Scalar::of(basic);
        return converter.scalars(scalar, offset, count * each);
    };
    for i in 0..count as i64 {
        let place = offset.wrapping_add(i * basic.extent() as i64);
        basics(value, place, 1, converter)?;
        basics(index, place.wrapping_add(basic.index_offset() as i64), 1, converter)?;
    }
    Ok(())
}

fn elements(
    datatype: &Datatype,
    offset: i64,
    count: u64,
    converter: &mut impl Converter,
) -> Result<(), DatatypeError> {
    if datatype.size() == 0 {
        return Ok(());
    }
    if let Shape::Basic(basic) = datatype.shape {
        return basics(basic, offset, count, converter);
    }
    let mut result = Ok(());
    for i in 0..count as i64 {
        let base = offset.wrapping_add(i.wrapping_mul(datatype.extent()));
        datatype.shape.runs(|displacement, len, child| {
            result = elements(child, base.wrapping_add(displacement), len, converter);
            result.is_ok()
        });
        result?;
    }
    Ok(())
}

impl Datatype {
    /// Bytes of `count` elements in external32 (`MPI_Pack_external_size`); `None` if that exceeds
    /// 64 bits.
    pub fn pack_external_size(&self, count: u64) -> Option<u64> {
        let one = match (&self.shape, self.uniform_basic()) {
            _ if self.size() == 0 => 0,
            (_, Some(basic)) => {
                (self.size() / basic.size() as u64).checked_mul(basic.external32_size())?
            }
            (shape, None) => {
                let mut sum: Option<u64> = Some(0);
                match shape {
                    Shape::Vector { count, blocklength, child, .. } => {
                        let copies = (*count as u64).checked_mul(*blocklength as u64)?;
                        sum = child.pack_external_size(copies);
                    }
                    _ => {
                        shape.runs(|_, len, child| {
                            sum = sum.and_then(|s| s.checked_add(child.pack_external_size(len)?));
                            sum.is_some()
                        });
                    }
                }
                sum?
            }
        };
        one.checked_mul(count)
    }

    fn check_room(&self, count: u64, room: usize) -> Result<(), DatatypeError> {
        let needed = self.pack_external_size(count).ok_or(DatatypeError::Overflow)?;
        let room = room as u64;
        if needed <= room { Ok(()) } else { Err(DatatypeError::BufferTooSmall { needed, room }) }
    }

    /// Packs `count` elements in external32; tells how many bytes it wrote.
    pub fn pack_external(
        &self,
        memory: &UserMemory,
        count: u64,
        out: &mut [u8],
    ) -> Result<usize, DatatypeError> {
        self.check_room(count, out.len())?;
        let mut encoder = Encoder { memory: *memory, out, at: 0 };
        elements(self, 0, count, &mut encoder)?;
        Ok(encoder.at)
    }

    /// Unpacks `count` elements from external32; tells how many bytes it read.
    pub fn unpack_external(
        &self,
        memory: &UserMemoryMut,
        count: u64,
        input: &[u8],
    ) -> Result<usize, DatatypeError> {
        self.check_room(count, input.len())?;
        let mut decoder = Decoder { memory: *memory, input, at: 0 };
        elements(self, 0, count, &mut decoder)?;
        Ok(decoder.at)
    }
}
