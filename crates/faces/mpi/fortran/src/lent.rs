//! A choice buffer for the time of an operation: the program's memory, a datatype that describes a section of
//! it, or a copy.

use core::ffi::{c_int, c_void};
use core::ops::Range;

use crate::cdesc::{BufferPlace, Cdesc, Section, memory_of};
use crate::flatten::flattened;
use crate::generated::c::*;
use crate::generated::constants::MPI_SUCCESS;
use crate::handles::{CHandle, datatype};

/// What an operation does with a buffer.
#[derive(Clone, Copy, Debug)]
pub struct BufferUse {
    /// It reads what is there.
    pub is_read: bool,
    /// It writes.
    pub is_written: bool,
    /// Its end is known, so that a copy may serve.
    pub may_copy: bool,
}

/// A buffer as C is told of it.
pub struct LentBuffer {
    address: *mut c_void,
    count: i64,
    datatype: CHandle,
    /// A datatype that was made for this and is freed with it.
    made: Option<CHandle>,
    copy: Option<Copied>,
}

/// A section's elements in a row, and where they belong.
pub struct Copied {
    /// With the alignment of any type.
    row: Vec<u128>,
    section: Section,
    is_written: bool,
    /// Bytes of the row that the operation may touch.
    used: usize,
}

/// The least of a datatype that a section can be described with.
struct Extent {
    size: i64,
    is_dense: bool,
}

impl Extent {
    fn of(datatype: CHandle) -> Option<Extent> {
        let (mut size, mut lower, mut extent) = (0, 0, 0);
        let (mut true_lower, mut true_extent) = (0, 0);
        // SAFETY: places of this function's.
        let codes = unsafe {
            [
                PMPI_Type_size_c(datatype, &mut size),
                PMPI_Type_get_extent_c(datatype, &mut lower, &mut extent),
                PMPI_Type_get_true_extent_c(datatype, &mut true_lower, &mut true_extent),
            ]
        };
        let is_dense = size > 0 && size == extent && size == true_extent;
        let is_dense = is_dense && lower == 0 && true_lower == 0;
        (codes == [MPI_SUCCESS; 3]).then_some(Extent { size: size.max(extent), is_dense })
    }
}

impl LentBuffer {
    /// `count` elements of a datatype (an integer of Fortran's); none if they leave a section that may not be copied.
    ///
    /// # Safety
    /// The compiler made the descriptor.
    pub unsafe fn typed(
        cdesc: *const Cdesc,
        way: BufferUse,
        count: i64,
        datatype: c_int,
    ) -> Option<LentBuffer> {
        let datatype = datatype::c(datatype);
        // SAFETY: the caller's promise.
        let address = unsafe { memory_of(cdesc) };
        let plain = LentBuffer { address, count, datatype, made: None, copy: None };
        // SAFETY: the caller's promise.
        let Some(section) = (unsafe { scattered(cdesc) }).filter(|_| count > 0) else {
            return Some(plain);
        };
        // MPI itself says what is wrong with the datatype.
        let Some(extent) = Extent::of(datatype) else { return Some(plain) };
        if let Some(made) = describe(&section, count, datatype, &extent) {
            return Some(LentBuffer { count: 1, datatype: made, made: Some(made), ..plain });
        }
        if !way.may_copy {
            let made = flattened(&section, count, datatype)?;
            return Some(LentBuffer { count: 1, datatype: made, made: Some(made), ..plain });
        }
        let bytes = usize::try_from(count.saturating_mul(extent.size)).unwrap_or(0);
        // SAFETY: the caller's promise.
        Some(unsafe { plain.copied(section, way, bytes) })
    }

    /// A buffer of any arrangement.
    ///
    /// # Safety
    /// As of [`LentBuffer::typed`].
    pub unsafe fn whole(cdesc: *const Cdesc, way: BufferUse) -> Option<LentBuffer> {
        // SAFETY: the caller's promise.
        let address = unsafe { memory_of(cdesc) };
        let plain =
            LentBuffer { address, count: 0, datatype: datatype::null(), made: None, copy: None };
        // SAFETY: the caller's promise.
        let section = unsafe { scattered(cdesc) };
        let Some(section) = section else { return Some(plain) };
        // SAFETY: the caller's promise.
        way.may_copy.then(|| unsafe { plain.copied(section, way, usize::MAX) })
    }

    /// # Safety
    /// The section is the program's memory.
    unsafe fn copied(self, section: Section, way: BufferUse, used: usize) -> LentBuffer {
        let all = section.len() * section.element;
        let bytes = if used == usize::MAX { all } else { used.max(all) };
        let row = vec![0u128; bytes.div_ceil(size_of::<u128>()).max(1)];
        let mut copy = Copied { row, section, is_written: way.is_written, used };
        // What is not written keeps its value, so even what is written alone is read first.
        // SAFETY: the caller's promise.
        unsafe { copy.take() };
        LentBuffer { address: copy.row.as_mut_ptr().cast(), copy: Some(copy), ..self }
    }

    /// Where the bytes are.
    pub fn address(&self) -> *mut c_void {
        self.address
    }

    /// How many elements there are.
    pub fn count(&self) -> i64 {
        self.count
    }

    /// Of which datatype.
    pub fn datatype(&self) -> CHandle {
        self.datatype
    }

    /// The operation is over.
    pub fn end(self) {
        if let Some(copy) = self.into_copy() {
            // SAFETY: the program lends its memory until the call returns.
            unsafe { copy.give() };
        }
    }

    /// What has to be kept until the operation is over: MPI itself keeps datatypes.
    pub fn into_copy(mut self) -> Option<Copied> {
        if let Some(mut made) = self.made.take() {
            // SAFETY: it was made here.
            unsafe { PMPI_Type_free(&mut made) };
        }
        self.copy.take()
    }
}

/// The section, if its elements do not lie in a row.
///
/// # Safety
/// The compiler made the descriptor, or it is null.
unsafe fn scattered(cdesc: *const Cdesc) -> Option<Section> {
    // SAFETY: the caller's promise.
    let section = unsafe {
        if cdesc.is_null() || memory_of(cdesc) != cdesc.place() {
            return None;
        }
        Section::of(cdesc)
    };
    (!section.is_in_a_row()).then_some(section)
}

/// A datatype for the first `count` elements of `datatype` in the section, where elements of the array are
/// made of whole ones of the datatype.
fn describe(section: &Section, count: i64, datatype: CHandle, extent: &Extent) -> Option<CHandle> {
    let element = i64::try_from(section.element).ok()?;
    if !extent.is_dense || element % extent.size != 0 {
        return None;
    }
    let each = element / extent.size;
    let elements = count / each;
    if count % each != 0 || elements > section.len() as i64 {
        return None;
    }
    let mut made = match elements == section.len() as i64 {
        true => nested(section, each, datatype)?,
        false => listed(section, elements, each, datatype)?,
    };
    // SAFETY: it was made here.
    (unsafe { PMPI_Type_commit(&mut made) } == MPI_SUCCESS).then_some(made)
}

/// All elements, a vector for each dimension.
fn nested(section: &Section, each: i64, datatype: CHandle) -> Option<CHandle> {
    let mut inner = 0;
    // SAFETY: a place of this function's; what was made here is freed here.
    unsafe {
        if PMPI_Type_contiguous_c(each, datatype, &mut inner) != MPI_SUCCESS {
            return None;
        }
        for (extent, apart) in &section.dimensions {
            let (mut of, mut next) = (inner, 0);
            let (extent, apart) = (*extent as i64, *apart as i64);
            let code = PMPI_Type_create_hvector_c(extent, 1, apart, of, &mut next);
            PMPI_Type_free(&mut of);
            if code != MPI_SUCCESS {
                return None;
            }
            inner = next;
        }
    }
    Some(inner)
}

/// The first elements, one by one.
fn listed(section: &Section, elements: i64, each: i64, datatype: CHandle) -> Option<CHandle> {
    let mut places = Vec::new();
    section.each(usize::try_from(elements).ok()?, |distance| places.push(distance as i64));
    let mut made = 0;
    // SAFETY: so many places.
    let code = unsafe {
        let places = places.as_mut_ptr();
        PMPI_Type_create_hindexed_block_c(elements, each, places, datatype, &mut made)
    };
    (code == MPI_SUCCESS).then_some(made)
}

impl Copied {
    /// The operation touches so many bytes at most.
    pub fn uses(&mut self, bytes: usize) {
        self.used = bytes;
    }

    /// Copies the program's elements into the row.
    ///
    /// # Safety
    /// The program lends its memory.
    pub unsafe fn take(&mut self) {
        // SAFETY: the caller's promise.
        unsafe { self.take_part(0..self.used) }
    }

    /// Copies what was written back to where it belongs.
    ///
    /// # Safety
    /// As of [`Copied::take`].
    pub unsafe fn give(&self) {
        // SAFETY: the caller's promise.
        unsafe { self.give_part(0..self.used) }
    }

    /// The same for these bytes of the row alone.
    ///
    /// # Safety
    /// As of [`Copied::take`].
    pub unsafe fn take_part(&mut self, bytes: Range<usize>) {
        let row = self.row.as_mut_ptr().cast::<u8>();
        self.each_in(bytes, |at, place, count| {
            // SAFETY: the row has room for all elements; the others are the program's.
            unsafe { row.add(at).copy_from_nonoverlapping(place, count) }
        });
    }

    /// The same for these bytes of the row alone.
    ///
    /// # Safety
    /// As of [`Copied::take`].
    pub unsafe fn give_part(&self, bytes: Range<usize>) {
        if !self.is_written {
            return;
        }
        let row = self.row.as_ptr().cast::<u8>();
        self.each_in(bytes, |at, place, count| {
            // SAFETY: as in `take_part`.
            unsafe { place.copy_from_nonoverlapping(row.add(at), count) }
        });
    }

    /// For each element that has some of these bytes: where they begin in the row and in the program, and how many.
    fn each_in(&self, bytes: Range<usize>, mut visit: impl FnMut(usize, *mut u8, usize)) {
        let (element, base) = (self.section.element, self.section.base);
        let mut at = 0;
        self.section.each(bytes.end.div_ceil(element.max(1)), |distance| {
            let (from, to) = (at.max(bytes.start), (at + element).min(bytes.end));
            if from < to {
                // AttributePlaces of an array's elements wrap in no address space.
                visit(from, base.wrapping_offset(distance).wrapping_add(from - at), to - from);
            }
            at += element;
        });
    }
}

// SAFETY: addresses of the program's memory, which MPI's threads may use as the program lends it.
unsafe impl Send for Copied {}
