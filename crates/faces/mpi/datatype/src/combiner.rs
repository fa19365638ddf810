//! How a datatype was made: envelope and contents (MPI-5.0 §5.1.13).

use std::sync::Arc;

use crate::{Basic, Datatype, DatatypeError, Distribution, Order};

/// Which form of a constructor was called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The procedure with `int` counts.
    Int,
    /// The large-count procedure, with the suffix `_c`.
    Large,
}

/// A bound without data: what MPI-1 put among the parts of a structure to set its bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marker {
    /// `MPI_LB`.
    Lower,
    /// `MPI_UB`.
    Upper,
}

/// A constructor with its arguments as they were passed.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the fields are the arguments of the procedure of that name")]
pub enum Combiner {
    Named(Basic),
    Marker(Marker),
    Dup {
        old: Arc<Datatype>,
    },
    Contiguous {
        form: Form,
        count: i64,
        old: Arc<Datatype>,
    },
    Vector {
        form: Form,
        count: i64,
        blocklength: i64,
        stride: i64,
        old: Arc<Datatype>,
    },
    Hvector {
        form: Form,
        count: i64,
        blocklength: i64,
        stride: i64,
        old: Arc<Datatype>,
    },
    Indexed {
        form: Form,
        blocklengths: Box<[i64]>,
        displacements: Box<[i64]>,
        old: Arc<Datatype>,
    },
    Hindexed {
        form: Form,
        blocklengths: Box<[i64]>,
        displacements: Box<[i64]>,
        old: Arc<Datatype>,
    },
    IndexedBlock {
        form: Form,
        blocklength: i64,
        displacements: Box<[i64]>,
        old: Arc<Datatype>,
    },
    HindexedBlock {
        form: Form,
        blocklength: i64,
        displacements: Box<[i64]>,
        old: Arc<Datatype>,
    },
    Struct {
        form: Form,
        blocklengths: Box<[i64]>,
        displacements: Box<[i64]>,
        types: Box<[Arc<Datatype>]>,
    },
    Subarray {
        form: Form,
        sizes: Box<[i64]>,
        subsizes: Box<[i64]>,
        starts: Box<[i64]>,
        order: Order,
        old: Arc<Datatype>,
    },
    Darray {
        form: Form,
        size: i32,
        rank: i32,
        gsizes: Box<[i64]>,
        distributions: Box<[Distribution]>,
        psizes: Box<[i32]>,
        order: Order,
        old: Arc<Datatype>,
    },
    F90Real {
        precision: i32,
        range: i32,
    },
    F90Complex {
        precision: i32,
        range: i32,
    },
    F90Integer {
        range: i32,
    },
    Resized {
        form: Form,
        lb: i64,
        extent: i64,
        old: Arc<Datatype>,
    },
}

/// How many arguments of each kind [`Contents`] has, and the combiner's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeEnvelope {
    /// `MPI_COMBINER_*` of the standard ABI.
    pub combiner: i32,
    /// Arguments of type `int`.
    pub integers: usize,
    /// Arguments of type `MPI_Aint`.
    pub addresses: usize,
    /// Arguments of type `MPI_Count`; zero unless made by a large-count procedure.
    pub large_counts: usize,
    /// Datatypes.
    pub datatypes: usize,
}

/// The arguments of a constructor, sorted by type in the order the standard prescribes.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// Arguments of type `int`.
    pub integers: Vec<i64>,
    /// Arguments of type `MPI_Aint`.
    pub addresses: Vec<i64>,
    /// Arguments of type `MPI_Count`.
    pub large_counts: Vec<i64>,
    /// Datatypes.
    pub datatypes: Vec<Arc<Datatype>>,
}

impl Contents {
    fn new(datatypes: &[Arc<Datatype>]) -> Self {
        Self { datatypes: datatypes.to_vec(), ..Self::default() }
    }

    /// Counts: `int` in the one form, `MPI_Count` in the other.
    fn counts(mut self, form: Form, values: &[&[i64]]) -> Self {
        let list = match form {
            Form::Int => &mut self.integers,
            Form::Large => &mut self.large_counts,
        };
        values.iter().for_each(|part| list.extend_from_slice(part));
        self
    }

    /// Byte displacements: `MPI_Aint` in the one form, `MPI_Count` in the other.
    fn displacements(mut self, form: Form, values: &[i64]) -> Self {
        match form {
            Form::Int => self.addresses.extend_from_slice(values),
            Form::Large => self.large_counts.extend_from_slice(values),
        }
        self
    }

    fn integers(mut self, values: impl IntoIterator<Item = i32>) -> Self {
        self.integers.extend(values.into_iter().map(i64::from));
        self
    }
}

fn len(list: &[i64]) -> i64 {
    list.len() as i64
}

impl Combiner {
    /// `MPI_COMBINER_*` of the standard ABI.
    pub fn value(&self) -> i32 {
        match self {
            Self::Named(_) | Self::Marker(_) => 101,
            Self::Dup { .. } => 102,
            Self::Contiguous { .. } => 103,
            Self::Vector { .. } => 104,
            Self::Hvector { .. } => 105,
            Self::Indexed { .. } => 106,
            Self::Hindexed { .. } => 107,
            Self::IndexedBlock { .. } => 108,
            Self::HindexedBlock { .. } => 109,
            Self::Struct { .. } => 110,
            Self::Subarray { .. } => 111,
            Self::Darray { .. } => 112,
            Self::F90Real { .. } => 113,
            Self::F90Complex { .. } => 114,
            Self::F90Integer { .. } => 115,
            Self::Resized { .. } => 116,
        }
    }

    /// Whether a large-count procedure made it. Without counts there is one form only.
    pub fn form(&self) -> Form {
        match self {
            Self::Named(_)
            | Self::Marker(_)
            | Self::Dup { .. }
            | Self::F90Real { .. }
            | Self::F90Complex { .. }
            | Self::F90Integer { .. } => Form::Int,
            Self::Contiguous { form, .. }
            | Self::Vector { form, .. }
            | Self::Hvector { form, .. }
            | Self::Indexed { form, .. }
            | Self::Hindexed { form, .. }
            | Self::IndexedBlock { form, .. }
            | Self::HindexedBlock { form, .. }
            | Self::Struct { form, .. }
            | Self::Subarray { form, .. }
            | Self::Darray { form, .. }
            | Self::Resized { form, .. } => *form,
        }
    }

    /// The datatypes passed to the constructor.
    pub fn datatypes(&self) -> &[Arc<Datatype>] {
        match self {
            Self::Named(_)
            | Self::Marker(_)
            | Self::F90Real { .. }
            | Self::F90Complex { .. }
            | Self::F90Integer { .. } => &[],
            Self::Struct { types, .. } => types,
            Self::Dup { old }
            | Self::Contiguous { old, .. }
            | Self::Vector { old, .. }
            | Self::Hvector { old, .. }
            | Self::Indexed { old, .. }
            | Self::Hindexed { old, .. }
            | Self::IndexedBlock { old, .. }
            | Self::HindexedBlock { old, .. }
            | Self::Subarray { old, .. }
            | Self::Darray { old, .. }
            | Self::Resized { old, .. } => std::slice::from_ref(old),
        }
    }

    fn contents(&self) -> Contents {
        let new = Contents::new(self.datatypes());
        match self {
            Self::Named(_) | Self::Marker(_) | Self::Dup { .. } => new,
            Self::Contiguous { form, count, .. } => new.counts(*form, &[&[*count]]),
            Self::Vector { form, count, blocklength, stride, .. } => {
                new.counts(*form, &[&[*count, *blocklength, *stride]])
            }
            Self::Hvector { form, count, blocklength, stride, .. } => {
                new.counts(*form, &[&[*count, *blocklength]]).displacements(*form, &[*stride])
            }
            Self::Indexed { form, blocklengths, displacements, .. } => {
                new.counts(*form, &[&[len(blocklengths)], blocklengths, displacements])
            }
            Self::Hindexed { form, blocklengths, displacements, .. }
            | Self::Struct { form, blocklengths, displacements, .. } => new
                .counts(*form, &[&[len(blocklengths)], blocklengths])
                .displacements(*form, displacements),
            Self::IndexedBlock { form, blocklength, displacements, .. } => {
                new.counts(*form, &[&[len(displacements), *blocklength], displacements])
            }
            Self::HindexedBlock { form, blocklength, displacements, .. } => new
                .counts(*form, &[&[len(displacements), *blocklength]])
                .displacements(*form, displacements),
            Self::Subarray { form, sizes, subsizes, starts, order, .. } => new
                .integers([sizes.len() as i32])
                .counts(*form, &[sizes, subsizes, starts])
                .integers([order.value()]),
            Self::Darray { form, size, rank, gsizes, distributions, psizes, order, .. } => new
                .integers([*size, *rank, gsizes.len() as i32])
                .counts(*form, &[gsizes])
                .integers(distributions.iter().map(|d| d.value()))
                .integers(distributions.iter().map(|d| d.argument()))
                .integers(psizes.iter().copied())
                .integers([order.value()]),
            Self::F90Real { precision, range } | Self::F90Complex { precision, range } => {
                new.integers([*precision, *range])
            }
            Self::F90Integer { range } => new.integers([*range]),
            Self::Resized { form, lb, extent, .. } => new.displacements(*form, &[*lb, *extent]),
        }
    }
}

impl Datatype {
    /// `MPI_Type_get_envelope`.
    pub fn envelope(&self) -> TypeEnvelope {
        let contents = self.combiner.contents();
        TypeEnvelope {
            combiner: self.combiner.value(),
            integers: contents.integers.len(),
            addresses: contents.addresses.len(),
            large_counts: contents.large_counts.len(),
            datatypes: contents.datatypes.len(),
        }
    }

    /// `MPI_Type_get_contents`; an error for a named datatype.
    pub fn contents(&self) -> Result<Contents, DatatypeError> {
        match self.combiner {
            Combiner::Named(_) | Combiner::Marker(_) => Err(DatatypeError::Named),
            _ => Ok(self.combiner.contents()),
        }
    }

    /// Whether it was made by a large-count procedure.
    pub fn is_large_form(&self) -> bool {
        self.combiner.form() == Form::Large
    }
}
