//! A datatype as it travels: its typemap, without how it was made. What one-sided operations tell their
//! targets once (MPI-5.0 §12.3).
//!
//! Little-endian. A node is a letter, its numbers, the nodes of its children; derived ones begin with their
//! two bounds and whether these were set by hand.

use std::sync::Arc;

use crate::bounds::TypeBounds;
use crate::shape::{Block, Shape};
use crate::{Basic, Combiner, Datatype, DatatypeError, Form};

const BASIC: u8 = b'b';
const VECTOR: u8 = b'v';
const BLOCKS: u8 = b'l';
const STRUCT: u8 = b's';

/// Deeper nests are not described, nor read: both ends work with recursion.
const DEEPEST: usize = 64;

impl Datatype {
    /// The description; `None` if it is longer than `most` bytes, or a nest that is too deep.
    pub fn describe(&self, most: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        self.describe_into(&mut bytes, most, DEEPEST)?;
        Some(bytes)
    }

    fn describe_into(&self, bytes: &mut Vec<u8>, most: usize, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let numbers = |bytes: &mut Vec<u8>, list: &[i64]| {
            list.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        };
        let bounds = self.bounds();
        let begin = |bytes: &mut Vec<u8>, letter| {
            let marks = u8::from(bounds.lb_marked) | u8::from(bounds.ub_marked) << 1;
            bytes.extend([letter, marks]);
            numbers(bytes, &[bounds.lb, bounds.ub]);
        };
        match &self.shape {
            Shape::Basic(basic) => {
                bytes.push(BASIC);
                bytes.extend((basic.handle() as u16).to_le_bytes());
            }
            Shape::Vector { displacement, count, stride, blocklength, child } => {
                begin(bytes, VECTOR);
                numbers(bytes, &[*displacement, *count, *stride, *blocklength]);
                child.describe_into(bytes, most, depth)?;
            }
            Shape::Blocks { blocks, child } => {
                begin(bytes, BLOCKS);
                numbers(bytes, &[blocks.len() as i64]);
                for block in blocks {
                    numbers(bytes, &[block.displacement, block.len]);
                }
                child.describe_into(bytes, most, depth)?;
            }
            Shape::Struct(fields) => {
                begin(bytes, STRUCT);
                numbers(bytes, &[fields.len() as i64]);
                for (block, child) in fields {
                    numbers(bytes, &[block.displacement, block.len]);
                    child.describe_into(bytes, most, depth)?;
                }
            }
        }
        (bytes.len() <= most).then_some(())
    }

    /// The datatype of a description, committed. The bytes may be anything.
    ///
    /// # Errors
    /// If they describe no datatype, or one that the address space does not hold.
    pub fn described(bytes: &[u8]) -> Result<Arc<Datatype>, DatatypeError> {
        let mut reader = DescriptionReader(bytes);
        let datatype = reader.datatype(DEEPEST)?;
        if !reader.0.is_empty() {
            return Err(DatatypeError::Description);
        }
        datatype.commit();
        Ok(datatype)
    }
}

/// What is left of a description.
struct DescriptionReader<'a>(&'a [u8]);

impl DescriptionReader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], DatatypeError> {
        let (taken, left) = self.0.split_first_chunk().ok_or(DatatypeError::Description)?;
        self.0 = left;
        Ok(*taken)
    }

    fn number(&mut self) -> Result<i64, DatatypeError> {
        self.take().map(i64::from_le_bytes)
    }

    /// A number that counts something.
    fn count(&mut self) -> Result<i64, DatatypeError> {
        self.number().and_then(|n| if n < 0 { Err(DatatypeError::Description) } else { Ok(n) })
    }

    /// How many parts of at least `least` bytes follow: never more than there are bytes for.
    fn parts(&mut self, least: usize) -> Result<usize, DatatypeError> {
        let parts = self.count()? as usize;
        if parts > self.0.len() / least { Err(DatatypeError::Description) } else { Ok(parts) }
    }

    fn block(&mut self) -> Result<Block, DatatypeError> {
        Ok(Block { displacement: self.number()?, len: self.count()? })
    }

    fn datatype(&mut self, depth: usize) -> Result<Arc<Datatype>, DatatypeError> {
        let depth = depth.checked_sub(1).ok_or(DatatypeError::Description)?;
        let [letter] = self.take()?;
        if letter == BASIC {
            let handle = u16::from_le_bytes(self.take()?);
            let basic = Basic::from_handle(handle.into()).ok_or(DatatypeError::Description)?;
            return Ok(Datatype::basic(basic));
        }
        let [marks] = self.take()?;
        let (lb, ub) = (self.number()?, self.number()?);
        ub.checked_sub(lb).ok_or(DatatypeError::Overflow)?;
        let shape = self.shape(letter, depth)?;
        let (lb_marked, ub_marked) = (marks & 1 != 0, marks & 2 != 0);
        let bounds = TypeBounds { lb, ub, lb_marked, ub_marked, ..shape.bounds()? };
        // Nobody asks a target how its datatype was made.
        let combiner = Combiner::Struct {
            form: Form::Large,
            blocklengths: Box::default(),
            displacements: Box::default(),
            types: Box::default(),
        };
        Ok(Datatype::bounded(shape, combiner, bounds))
    }

    fn shape(&mut self, letter: u8, depth: usize) -> Result<Shape, DatatypeError> {
        const NUMBERS: usize = 16;
        Ok(match letter {
            VECTOR => {
                let displacement = self.number()?;
                let (count, stride, blocklength) = (self.count()?, self.number()?, self.count()?);
                let child = self.datatype(depth)?;
                Shape::Vector { displacement, count, stride, blocklength, child }
            }
            BLOCKS => {
                let parts = self.parts(NUMBERS)?;
                let blocks = (0..parts).map(|_| self.block()).collect::<Result<_, _>>()?;
                Shape::Blocks { blocks, child: self.datatype(depth)? }
            }
            STRUCT => {
                let parts = self.parts(NUMBERS + 1)?;
                let field = |_| Ok((self.block()?, self.datatype(depth)?));
                Shape::Struct((0..parts).map(field).collect::<Result<_, DatatypeError>>()?)
            }
            _ => return Err(DatatypeError::Description),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(made: &Arc<Datatype>) {
        let bytes = made.describe(1 << 16).unwrap();
        let read = Datatype::described(&bytes).unwrap();
        assert_eq!(read.bounds(), made.bounds());
        assert!(read.signature_equal(3, made, 3));
        let blocks = |datatype: &Datatype| {
            let mut list = Vec::new();
            datatype.for_each_block(3, 0, usize::MAX, |offset, len| list.push((offset, len)));
            list
        };
        assert_eq!(blocks(&read), blocks(made));
        for len in 0..bytes.len() {
            assert!(Datatype::described(&bytes[..len]).is_err(), "{len} of {bytes:?}");
        }
    }

    #[test]
    fn what_was_described_has_the_same_typemap() {
        let (int, pair) = (Datatype::basic(Basic::Int), Datatype::basic(Basic::DoubleInt));
        same(&int);
        same(&pair);
        let vector = Datatype::vector(Form::Int, 3, 2, 5, &int).unwrap();
        vector.commit();
        same(&vector);
        let resized = Datatype::resized(Form::Int, -4, 100, &vector).unwrap();
        same(&resized);
        let list = Datatype::indexed(Form::Int, &[1, 3, 2], &[7, 0, 20], &resized).unwrap();
        same(&list);
        let both = [list.clone(), pair];
        let made = Datatype::structure(Form::Int, &[2, 1], &[0, 4000], &both).unwrap();
        same(&made);
    }

    #[test]
    fn what_is_too_long_or_too_deep_is_not_described() {
        let int = Datatype::basic(Basic::Int);
        let places: Vec<i64> = (0..100).map(|n| 3 * n).collect();
        let list = Datatype::indexed_block(Form::Int, 1, &places, &int).unwrap();
        assert!(list.describe(1000).is_none());
        assert!(list.describe(2000).is_some());
        let deep = (0..100).fold(int, |inner, _| Datatype::dup(&inner).unwrap());
        assert!(deep.describe(1 << 20).is_none());
    }
}
