//! The constructors of derived datatypes (MPI-5.0 §5.1.2, §5.1.7, §5.1.10).
//!
//! Counts, lengths and displacements are 64-bit; `form` remembers whether the caller used the
//! large-count procedure, which decides how the contents are told back.

use std::sync::Arc;

use crate::shape::{Block, Shape};
use crate::{Combiner, Datatype, DatatypeError, Form};

type Made = Result<Arc<Datatype>, DatatypeError>;

fn count(value: i64) -> Result<i64, DatatypeError> {
    if value < 0 { Err(DatatypeError::NegativeCount(value)) } else { Ok(value) }
}

fn blocklength(value: i64) -> Result<i64, DatatypeError> {
    if value < 0 { Err(DatatypeError::NegativeBlocklength(value)) } else { Ok(value) }
}

fn same_length(expected: usize, found: usize) -> Result<(), DatatypeError> {
    if expected == found { Ok(()) } else { Err(DatatypeError::LengthMismatch { expected, found }) }
}

/// Blocks of given lengths at displacements counted in `unit` bytes.
fn blocks(
    lengths: impl Iterator<Item = i64>,
    displacements: &[i64],
    unit: i64,
) -> Result<Box<[Block]>, DatatypeError> {
    let mut blocks = Vec::with_capacity(displacements.len());
    for (len, displacement) in lengths.zip(displacements) {
        if blocklength(len)? > 0 {
            let displacement = displacement.checked_mul(unit).ok_or(DatatypeError::Overflow)?;
            blocks.push(Block { displacement, len });
        }
    }
    Ok(blocks.into())
}

impl Datatype {
    /// `MPI_Type_contiguous`: `n` elements in a row.
    pub fn contiguous(form: Form, n: i64, old: &Arc<Datatype>) -> Made {
        let shape = Shape::repeat(count(n)?, old);
        Self::derive(shape, Combiner::Contiguous { form, count: n, old: old.clone() })
    }

    /// `MPI_Type_vector`: `n` blocks of `len` elements; the stride is in elements.
    pub fn vector(form: Form, n: i64, len: i64, stride: i64, old: &Arc<Datatype>) -> Made {
        // A single block has no stride to speak of: it must not overflow.
        let step = if n > 1 { stride } else { 0 };
        let bytes = step.checked_mul(old.extent()).ok_or(DatatypeError::Overflow)?;
        let shape = Shape::Vector {
            displacement: 0,
            count: count(n)?,
            stride: bytes,
            blocklength: blocklength(len)?,
            child: old.clone(),
        };
        let combiner =
            Combiner::Vector { form, count: n, blocklength: len, stride, old: old.clone() };
        Self::derive(shape, combiner)
    }

    /// `MPI_Type_create_hvector`: `n` blocks of `len` elements; the stride is in bytes.
    pub fn hvector(form: Form, n: i64, len: i64, stride: i64, old: &Arc<Datatype>) -> Made {
        let shape = Shape::Vector {
            displacement: 0,
            count: count(n)?,
            stride,
            blocklength: blocklength(len)?,
            child: old.clone(),
        };
        let combiner =
            Combiner::Hvector { form, count: n, blocklength: len, stride, old: old.clone() };
        Self::derive(shape, combiner)
    }

    /// `MPI_Type_indexed`: blocks of given lengths; displacements are in elements.
    pub fn indexed(
        form: Form,
        blocklengths: &[i64],
        displacements: &[i64],
        old: &Arc<Datatype>,
    ) -> Made {
        same_length(blocklengths.len(), displacements.len())?;
        let blocks = blocks(blocklengths.iter().copied(), displacements, old.extent())?;
        let combiner = Combiner::Indexed {
            form,
            blocklengths: blocklengths.into(),
            displacements: displacements.into(),
            old: old.clone(),
        };
        Self::derive(Shape::Blocks { blocks, child: old.clone() }, combiner)
    }

    /// `MPI_Type_create_hindexed`: blocks of given lengths; displacements are in bytes.
    pub fn hindexed(
        form: Form,
        blocklengths: &[i64],
        displacements: &[i64],
        old: &Arc<Datatype>,
    ) -> Made {
        same_length(blocklengths.len(), displacements.len())?;
        let blocks = blocks(blocklengths.iter().copied(), displacements, 1)?;
        let combiner = Combiner::Hindexed {
            form,
            blocklengths: blocklengths.into(),
            displacements: displacements.into(),
            old: old.clone(),
        };
        Self::derive(Shape::Blocks { blocks, child: old.clone() }, combiner)
    }

    /// `MPI_Type_create_indexed_block`: blocks of one length; displacements are in elements.
    pub fn indexed_block(form: Form, len: i64, displacements: &[i64], old: &Arc<Datatype>) -> Made {
        blocklength(len)?;
        let blocks = blocks(std::iter::repeat(len), displacements, old.extent())?;
        let combiner = Combiner::IndexedBlock {
            form,
            blocklength: len,
            displacements: displacements.into(),
            old: old.clone(),
        };
        Self::derive(Shape::Blocks { blocks, child: old.clone() }, combiner)
    }

    /// `MPI_Type_create_hindexed_block`: blocks of one length; displacements are in bytes.
    pub fn hindexed_block(
        form: Form,
        len: i64,
        displacements: &[i64],
        old: &Arc<Datatype>,
    ) -> Made {
        blocklength(len)?;
        let blocks = blocks(std::iter::repeat(len), displacements, 1)?;
        let combiner = Combiner::HindexedBlock {
            form,
            blocklength: len,
            displacements: displacements.into(),
            old: old.clone(),
        };
        Self::derive(Shape::Blocks { blocks, child: old.clone() }, combiner)
    }

    /// `MPI_Type_create_struct`: blocks of different datatypes; displacements are in bytes. The
    /// extent is rounded up to the strictest alignment of an element.
    pub fn structure(
        form: Form,
        blocklengths: &[i64],
        displacements: &[i64],
        types: &[Arc<Datatype>],
    ) -> Made {
        same_length(blocklengths.len(), displacements.len())?;
        same_length(blocklengths.len(), types.len())?;
        let mut fields = Vec::with_capacity(types.len());
        for ((len, displacement), child) in blocklengths.iter().zip(displacements).zip(types) {
            if blocklength(*len)? > 0 {
                fields.push((Block { displacement: *displacement, len: *len }, child.clone()));
            }
        }
        let combiner = Combiner::Struct {
            form,
            blocklengths: blocklengths.into(),
            displacements: displacements.into(),
            types: types.into(),
        };
        Self::derive(Shape::Struct(fields.into()), combiner)
    }

    /// `MPI_Type_dup`: the same typemap, and committed if the original is.
    pub fn dup(old: &Arc<Datatype>) -> Made {
        let made =
            Self::bounded(Shape::alias(old), Combiner::Dup { old: old.clone() }, *old.bounds());
        if old.is_committed() {
            made.commit();
        }
        Ok(made)
    }

    /// `MPI_Type_create_resized`: the same data with other bounds, which derived types inherit.
    pub fn resized(form: Form, lb: i64, extent: i64, old: &Arc<Datatype>) -> Made {
        let ub = lb.checked_add(extent).ok_or(DatatypeError::Overflow)?;
        let mut bounds = *old.bounds();
        (bounds.lb, bounds.ub) = (lb, ub);
        (bounds.lb_marked, bounds.ub_marked) = (true, true);
        let combiner = Combiner::Resized { form, lb, extent, old: old.clone() };
        Ok(Self::bounded(Shape::alias(old), combiner, bounds))
    }
}
