//! What a process sees of a file (MPI-5.0 §14.3): a displacement, and from there on a filetype again and again,
//! whose data are the stream that it reads and writes.

use ferry_datatype::{Basic, Datatype};
use std::fmt;
use std::sync::Arc;

/// A view, in terms of the file: datatypes have the extents that they have there.
#[derive(Clone, Debug)]
pub struct FileView {
    displacement: u64,
    etype_size: u64,
    filetype: Arc<Datatype>,
    /// The stream lies in the file without gaps.
    is_plain: bool,
    /// The stream ends with the first filetype: the next would begin before its end.
    is_single: bool,
}

/// Why a view cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewError {
    /// The etype has no data.
    EmptyEtype,
    /// The filetype is not made of etypes.
    NotOfEtypes {
        /// Bytes of the filetype.
        filetype: u64,
        /// Bytes of the etype.
        etype: u64,
    },
    /// Data lie before the displacement.
    Negative(i64),
    /// Displacements of the filetype decrease.
    NotAscending {
        /// Where data end.
        end: i64,
        /// Where the next begin.
        next: i64,
    },
    /// Parts of the filetype overlap, and the file may be written.
    Overlapping,
    /// A part of the stream needs a second filetype, which begins before the end of the first.
    Repeated,
    /// An offset leads beyond what a file can have.
    TooFar,
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ViewError::EmptyEtype => f.write_str("the etype has no data"),
            ViewError::NotOfEtypes { filetype, etype } => {
                write!(f, "the filetype has {filetype} bytes of data, which is no multiple of the etype's {etype}")
            }
            ViewError::Negative(at) => write!(f, "the filetype has data at displacement {at}, but may have none below 0"),
            ViewError::NotAscending { end, next } => write!(
                f,
                "displacements of a filetype must not decrease, but data at {next} follow some that end at {end}"
            ),
            ViewError::Overlapping => f.write_str(
                "parts of the filetype overlap, which a file that may be written does not allow",
            ),
            ViewError::Repeated => f.write_str(
                "the filetype's extent is smaller than what its data span, so that there cannot be a second one behind \
                 it, and the access needs it",
            ),
            ViewError::TooFar => f.write_str("the offset is beyond what a file can have"),
        }
    }
}

impl ViewError {
    /// The error class.
    pub fn class(self) -> i32 {
        const ERR_ARG: i32 = 13;
        const ERR_TYPE: i32 = 3;
        const ERR_IO: i32 = 35;
        match self {
            ViewError::TooFar => ERR_ARG,
            ViewError::EmptyEtype | ViewError::NotOfEtypes { .. } => ERR_TYPE,
            // As programs know it from elsewhere.
            _ => ERR_IO,
        }
    }
}

/// Joins pieces that touch.
struct JoinedPieces<F> {
    offset: u64,
    len: u64,
    visit: F,
}

impl<F: FnMut(u64, u64)> JoinedPieces<F> {
    fn push(&mut self, offset: u64, len: u64) {
        if self.offset + self.len == offset && self.len > 0 {
            self.len += len;
            return;
        }
        self.flush();
        (self.offset, self.len) = (offset, len);
    }

    fn flush(&mut self) {
        if self.len > 0 {
            (self.visit)(self.offset, self.len);
        }
    }
}

impl FileView {
    /// The view of a file that was just opened: its bytes.
    pub fn bytes() -> Self {
        let filetype = Datatype::basic(Basic::Byte);
        FileView { displacement: 0, etype_size: 1, filetype, is_plain: true, is_single: false }
    }

    /// A view. `writable`: nothing may overlap.
    ///
    /// # Errors
    /// When the filetype is none for this etype (MPI-5.0 §14.3).
    pub fn new(
        displacement: u64,
        etype_size: u64,
        filetype: &Arc<Datatype>,
        writable: bool,
    ) -> Result<Self, ViewError> {
        if etype_size == 0 {
            return Err(ViewError::EmptyEtype);
        }
        let size = filetype.size();
        if !size.is_multiple_of(etype_size) {
            return Err(ViewError::NotOfEtypes { filetype: size, etype: etype_size });
        }
        check(filetype, writable)?;
        let filetype = filetype.clone();
        let is_plain = size > 0 && filetype.is_contiguous();
        // Bounds that a part of the filetype brings (a subarray behind a header) may be narrower than its data.
        // That is no error while nobody goes on to a second one.
        let is_single = filetype.extent() < filetype.true_extent();
        Ok(FileView { displacement, etype_size, filetype, is_plain, is_single })
    }

    /// Bytes of an etype.
    pub fn etype_size(&self) -> u64 {
        self.etype_size
    }

    /// Whether the stream lies in the file without gaps.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// The position in the stream of an offset in etypes, if `len` bytes from there on are where a file can have
    /// some.
    ///
    /// # Errors
    /// When they are not.
    pub fn position(&self, etypes: u64, len: u64) -> Result<u64, ViewError> {
        let position = etypes.checked_mul(self.etype_size).ok_or(ViewError::TooFar)?;
        let end = position.checked_add(len).ok_or(ViewError::TooFar)?;
        let size = self.filetype.size();
        if len == 0 || size == 0 {
            return if len == 0 { Ok(position) } else { Err(ViewError::TooFar) };
        }
        if self.is_single && end > size {
            return Err(ViewError::Repeated);
        }
        let tiles = i128::from(end.div_ceil(size));
        let reach = i128::from(self.displacement)
            + (tiles - 1) * i128::from(self.filetype.extent())
            + i128::from(self.filetype.true_lb())
            + i128::from(self.filetype.true_extent());
        if reach > i128::from(i64::MAX) { Err(ViewError::TooFar) } else { Ok(position) }
    }

    /// Calls `visit` with offset and length of each piece of the file that a part of the stream lies in, in
    /// order. The part must have been checked by [`FileView::position`].
    pub fn pieces(&self, position: u64, len: u64, visit: impl FnMut(u64, u64)) {
        let mut joined = JoinedPieces { offset: 0, len: 0, visit };
        if self.is_plain {
            joined.push(self.displacement + position, len);
        } else if self.filetype.size() > 0 {
            let tiles = (position + len).div_ceil(self.filetype.size());
            self.filetype.for_each_block(tiles, position, len as usize, |offset, len| {
                joined.push(self.displacement.wrapping_add_signed(offset), len);
            });
        }
        joined.flush();
    }

    /// Where in the file a byte of the stream lies.
    pub fn place(&self, position: u64) -> u64 {
        let size = self.filetype.size();
        if self.is_plain {
            return self.displacement + position;
        }
        if size == 0 {
            return self.displacement;
        }
        let tile = (position / size) as i64 * self.filetype.extent();
        let mut place = 0;
        self.filetype.for_each_block(1, position % size, 1, |offset, _| place = offset);
        self.displacement.wrapping_add_signed(tile + place)
    }

    /// The first byte of the stream that lies at `offset` of the file or behind it.
    pub fn position_from(&self, offset: u64) -> u64 {
        let size = self.filetype.size();
        if self.is_plain {
            return offset.saturating_sub(self.displacement);
        }
        let start = self.displacement + self.filetype.true_lb() as u64;
        if size == 0 || offset <= start {
            return 0;
        }
        // Places ascend: the tile that the place belongs to is known, and within it they are searched.
        let extent = self.filetype.extent().max(1) as u64;
        let tile = if self.is_single { 0 } else { (offset - start) / extent };
        let (mut low, mut high) = (tile * size, (tile + 1) * size);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.place(middle) < offset { low = middle + 1 } else { high = middle }
        }
        low
    }
}

/// Displacements of a filetype are not negative and do not decrease (MPI-5.0 §14.3).
fn check(filetype: &Datatype, writable: bool) -> Result<(), ViewError> {
    if filetype.size() == 0 {
        return Ok(());
    }
    if filetype.true_lb() < 0 {
        return Err(ViewError::Negative(filetype.true_lb()));
    }
    if filetype.is_contiguous() {
        return Ok(());
    }
    let (mut start, mut end, mut outcome) = (0, 0, Ok(()));
    filetype.for_each_block(1, 0, filetype.size() as usize, |offset, len| {
        if outcome.is_ok() && offset < end {
            outcome = if offset < start {
                Err(ViewError::NotAscending { end, next: offset })
            } else if writable {
                Err(ViewError::Overlapping)
            } else {
                Ok(())
            };
        }
        (start, end) = (offset, offset + len as i64);
    });
    outcome
}
