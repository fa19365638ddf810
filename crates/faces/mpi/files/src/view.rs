//! What a process sees of a file (MPI-5.0 §14.3): a displacement, and from there on a filetype again and again,
//! whose data are the stream that it reads and writes.

use ferry_datatype::{Basic, Datatype};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A view, in terms of the file: datatypes have the extents that they have there.
#[derive(Clone, Debug)]
pub struct FileView {
    displacement: u64,
    etype_size: u64,
    filetype: Arc<Datatype>,
    /// The stream lies in the file without gaps.
    is_plain: bool,
    order: PlaceOrder,
}

/// How the places of a stream's bytes follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PlaceOrder {
    /// Each lies behind the one before.
    Ascending,
    /// So they do in one filetype, but the next begins before its end: columns of a matrix, one after the other.
    AscendingInTile,
    /// Parts of the filetype overlap.
    Overlapping,
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
    /// A part of the stream needs a second filetype, but with this extent none lies behind the first.
    Repeated(i64),
    /// An offset leads beyond what a file can have.
    TooFar,
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ViewError::EmptyEtype => f.write_str("the etype has no data"),
            ViewError::NotOfEtypes { filetype, etype } => {
                write!(
                    f,
                    "the filetype has {filetype} bytes of data, which is no multiple of the etype's {etype}"
                )
            }
            ViewError::Negative(at) => {
                write!(f, "the filetype has data at displacement {at}, but may have none below 0")
            }
            ViewError::NotAscending { end, next } => write!(
                f,
                "displacements of a filetype must not decrease, but data at {next} follow some that end at {end}"
            ),
            ViewError::Overlapping => f.write_str(
                "parts of the filetype overlap, which a file that may be written does not allow",
            ),
            ViewError::Repeated(extent) => write!(
                f,
                "the filetype's extent is {extent}, so that a second one does not lie behind the first, and the access \
                 needs it"
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
        FileView {
            displacement: 0,
            etype_size: 1,
            filetype,
            is_plain: true,
            order: PlaceOrder::Ascending,
        }
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
        let order = match check(filetype, writable)? {
            true => PlaceOrder::Overlapping,
            // Columns of a matrix, or bounds that a part of the filetype brings (a subarray behind a header). Only
            // displacements of one filetype must not decrease (MPI-5.0 §14.3).
            false if size > 0 && filetype.extent() < filetype.true_extent() => {
                PlaceOrder::AscendingInTile
            }
            false => PlaceOrder::Ascending,
        };
        let filetype = filetype.clone();
        let is_plain = size > 0 && filetype.is_contiguous();
        Ok(FileView { displacement, etype_size, filetype, is_plain, order })
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
        let extent = self.filetype.extent();
        if extent <= 0 && end > size {
            return Err(ViewError::Repeated(extent));
        }
        let tiles = i128::from(end.div_ceil(size));
        let reach = i128::from(self.displacement)
            + (tiles - 1) * i128::from(extent)
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

    /// Whether each byte of a part of the stream lies behind the one before.
    pub fn ascends(&self, position: u64, len: u64) -> bool {
        match self.order {
            _ if len == 0 => true,
            PlaceOrder::Ascending => true,
            PlaceOrder::AscendingInTile => {
                let size = self.filetype.size();
                position / size == (position + len - 1) / size
            }
            PlaceOrder::Overlapping => false,
        }
    }

    /// The bytes of the file from the first to the last that a part of the stream touches.
    pub fn span(&self, position: u64, len: u64) -> Range<u64> {
        if len == 0 {
            return 0..0;
        }
        let end = position + len;
        if self.ascends(position, len) {
            return self.place(position)..self.place(end - 1) + 1;
        }
        // Tiles move on: the first byte lies in the first two, of which one may be a part, and the last in the
        // last two.
        let (mut start, mut behind, size) = (u64::MAX, 0, self.filetype.size());
        let head = position..end.min((position / size + 2).saturating_mul(size));
        let tail = position.max(((end - 1) / size).saturating_sub(1) * size)..end;
        for part in [head, tail] {
            self.pieces(part.start, part.end - part.start, |offset, len| {
                (start, behind) = (start.min(offset), behind.max(offset + len));
            });
        }
        start..behind
    }

    /// The first byte of a part of the stream that lies at `offset` of the file or behind it; the part's end where none
    /// does. The part must be one that [`FileView::ascends`].
    pub fn position_from(&self, offset: u64, part: &Range<u64>) -> u64 {
        let within = |position: u64| position.clamp(part.start, part.end);
        if self.is_plain {
            return within(offset.saturating_sub(self.displacement));
        }
        let (mut low, mut high) = (part.start, part.end);
        if self.order == PlaceOrder::Ascending && !part.is_empty() {
            // The tile that the place belongs to is known, and the place is searched within it.
            let start = self.displacement + self.filetype.true_lb() as u64;
            let tile = offset.saturating_sub(start) / self.filetype.extent() as u64;
            let size = self.filetype.size();
            (low, high) = (within(tile * size), within((tile + 1) * size));
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if self.place(middle) < offset { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// Where a file of `size` bytes ends: the first etype that begins behind its last byte (MPI-5.0 §14.1.1).
    pub fn end(&self, size: u64) -> u64 {
        if self.filetype.size() == 0 {
            return 0;
        }
        if self.is_plain || self.order == PlaceOrder::Ascending {
            return self.position_from(size, &(0..u64::MAX)).div_ceil(self.etype_size);
        }
        let size = size.saturating_sub(self.displacement) as i64;
        let mut last = i64::MIN;
        self.etype_rows(|row| {
            last = last.max(row.offset + ((row.count - 1) * self.etype_size) as i64)
        });
        let each = self.filetype.size() / self.etype_size;
        // The first tile in which one begins there.
        let (behind, extent) = (size.saturating_sub(last).max(0) as u64, self.filetype.extent());
        let tile = match u64::try_from(extent) {
            Ok(extent @ 1..) => behind.div_ceil(extent),
            _ if behind > 0 => return each,
            _ => 0,
        };
        let target = size - (tile as i64).saturating_mul(extent);
        let mut found = None;
        self.etype_rows(|row| found = found.or_else(|| row.first_from(target, self.etype_size)));
        tile.saturating_mul(each).saturating_add(found.unwrap_or(each))
    }

    /// Calls `visit` with the etypes of a filetype that begin in each of its blocks.
    fn etype_rows(&self, mut visit: impl FnMut(EtypeRow)) {
        let (unit, size, mut position) = (self.etype_size, self.filetype.size(), 0u64);
        self.filetype.for_each_block(1, 0, size as usize, |offset, len| {
            let first = position.next_multiple_of(unit);
            if first < position + len {
                visit(EtypeRow {
                    number: first / unit,
                    offset: offset + (first - position) as i64,
                    count: (position + len - first).div_ceil(unit),
                });
            }
            position += len;
        });
    }
}

/// Etypes in a row, which begin in one block of a filetype.
struct EtypeRow {
    /// That of the first, in the filetype.
    number: u64,
    offset: i64,
    count: u64,
}

impl EtypeRow {
    /// The number of the first that begins at `target` or behind it.
    fn first_from(&self, target: i64, unit: u64) -> Option<u64> {
        let before = (target.saturating_sub(self.offset).max(0) as u64).div_ceil(unit);
        (before < self.count).then(|| self.number + before)
    }
}

/// Displacements of a filetype are not negative and do not decrease (MPI-5.0 §14.3). Tells whether parts overlap,
/// which only a file that is not written allows.
fn check(filetype: &Datatype, writable: bool) -> Result<bool, ViewError> {
    if filetype.size() == 0 {
        return Ok(false);
    }
    if filetype.true_lb() < 0 {
        return Err(ViewError::Negative(filetype.true_lb()));
    }
    if filetype.is_contiguous() {
        return Ok(false);
    }
    let (mut start, mut end, mut outcome) = (0, 0, Ok(false));
    filetype.for_each_block(1, 0, filetype.size() as usize, |offset, len| {
        if outcome.is_ok() && offset < end {
            outcome = if offset < start {
                Err(ViewError::NotAscending { end, next: offset })
            } else if writable {
                Err(ViewError::Overlapping)
            } else {
                Ok(true)
            };
        }
        (start, end) = (offset, offset + len as i64);
    });
    outcome
}
