//! A naive model of datatypes: the typemap as a plain list, after the standard's formulas.

use std::sync::Arc;

use ferry_datatype::{Basic, Datatype, Distribution, Form, Order};
use proptest::prelude::*;

/// A typemap with markers, spelled out (MPI-5.0 §5.1).
#[derive(Clone, Debug, Default)]
pub(crate) struct Typemap {
    /// Offset and basic datatype of each element, in order.
    pub(crate) entries: Vec<(i64, Basic)>,
    /// Bounds: lower, upper.
    pub(crate) lb: i64,
    pub(crate) ub: i64,
    pub(crate) marked: bool,
}

/// A datatype to be built both ways.
#[derive(Clone, Debug)]
pub(crate) enum Recipe {
    Basic(Basic),
    Dup(Box<Recipe>),
    Contiguous(i64, Box<Recipe>),
    Vector(i64, i64, i64, Box<Recipe>),
    Hvector(i64, i64, i64, Box<Recipe>),
    Indexed(Vec<(i64, i64)>, Box<Recipe>),
    Hindexed(Vec<(i64, i64)>, Box<Recipe>),
    IndexedBlock(i64, Vec<i64>, Box<Recipe>),
    HindexedBlock(i64, Vec<i64>, Box<Recipe>),
    Struct(Vec<(i64, i64, Recipe)>),
    Resized(i64, i64, Box<Recipe>),
    Subarray(Vec<(i64, i64, i64)>, bool, Box<Recipe>),
    Darray { rank: i32, dims: Vec<(i64, Deal)>, fortran: bool, old: Box<Recipe> },
}

/// How a dimension is dealt out, and over how many processes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deal {
    None,
    Block(i32),
    Cyclic(i32, i32),
}

impl Deal {
    fn processes(self) -> i32 {
        match self {
            Deal::None => 1,
            Deal::Block(n) | Deal::Cyclic(n, _) => n,
        }
    }

    fn distribution(self) -> Distribution {
        match self {
            Deal::None => Distribution::None(19),
            Deal::Block(_) => Distribution::Block(19),
            Deal::Cyclic(_, size) => Distribution::Cyclic(size),
        }
    }

    /// Whether the process at this place of the grid owns the element.
    fn owns(self, place: i64, index: i64, size: i64) -> bool {
        match self {
            Deal::None => true,
            Deal::Block(n) => index / ((size + i64::from(n) - 1) / i64::from(n)) == place,
            Deal::Cyclic(n, block) => (index / i64::from(block)) % i64::from(n) == place,
        }
    }
}

impl Typemap {
    /// Children at displacements, in order.
    fn join(parts: &[(i64, &Typemap)], pad: bool) -> Typemap {
        let mut map = Typemap::default();
        let alive = |part: &Typemap| part.marked || !part.entries.is_empty();
        let marked = parts.iter().any(|(_, part)| part.marked);
        let bounds = || parts.iter().filter(|(_, part)| alive(part) && part.marked == marked);
        map.lb = bounds().map(|(at, part)| at + part.lb).min().unwrap_or(0);
        map.ub = bounds().map(|(at, part)| at + part.ub).max().unwrap_or(0);
        map.marked = marked;
        for (at, part) in parts {
            map.entries.extend(part.entries.iter().map(|(offset, basic)| (at + offset, *basic)));
        }
        if pad && !marked {
            let unit = map.entries.iter().map(|(_, b)| b.alignment() as i64).max().unwrap_or(1);
            while (map.ub - map.lb) % unit != 0 {
                map.ub += 1;
            }
        }
        map
    }

    fn extent(&self) -> i64 {
        self.ub - self.lb
    }

    /// The children of a block of `len` at a displacement.
    fn row(at: i64, len: i64, child: &Typemap) -> Vec<(i64, &Typemap)> {
        (0..len).map(|i| (at + i * child.extent(), child)).collect()
    }

    /// Offsets of the bytes of `count` elements in the order of the packed stream.
    pub(crate) fn bytes(&self, count: u64) -> Vec<i64> {
        let mut bytes = Vec::new();
        for i in 0..count as i64 {
            for (offset, basic) in &self.entries {
                let at = offset + i * self.extent();
                let index = basic.index_offset() as i64;
                for byte in 0..basic.true_extent() as i64 {
                    let value = if index == 0 { i64::MAX } else { index_gap(*basic) };
                    if byte < value || byte >= index {
                        bytes.push(at + byte);
                    }
                }
            }
        }
        bytes
    }
}

/// Where the value of a pair ends.
fn index_gap(basic: Basic) -> i64 {
    (basic.size() - (basic.true_extent() - basic.index_offset())) as i64
}

fn part(list: &[(i64, i64)]) -> (Vec<i64>, Vec<i64>) {
    list.iter().copied().unzip()
}

fn order(fortran: bool) -> Order {
    if fortran { Order::Fortran } else { Order::C }
}

impl Recipe {
    pub(crate) fn build(&self, form: Form) -> Arc<Datatype> {
        let made = match self {
            Recipe::Basic(basic) => return Datatype::basic(*basic),
            Recipe::Dup(old) => Datatype::dup(&old.build(form)),
            Recipe::Contiguous(n, old) => Datatype::contiguous(form, *n, &old.build(form)),
            Recipe::Vector(n, len, stride, old) => {
                Datatype::vector(form, *n, *len, *stride, &old.build(form))
            }
            Recipe::Hvector(n, len, stride, old) => {
                Datatype::hvector(form, *n, *len, *stride, &old.build(form))
            }
            Recipe::Indexed(list, old) => {
                let (lens, places) = part(list);
                Datatype::indexed(form, &lens, &places, &old.build(form))
            }
            Recipe::Hindexed(list, old) => {
                let (lens, places) = part(list);
                Datatype::hindexed(form, &lens, &places, &old.build(form))
            }
            Recipe::IndexedBlock(len, places, old) => {
                Datatype::indexed_block(form, *len, places, &old.build(form))
            }
            Recipe::HindexedBlock(len, places, old) => {
                Datatype::hindexed_block(form, *len, places, &old.build(form))
            }
            Recipe::Struct(fields) => {
                let lens: Vec<_> = fields.iter().map(|field| field.0).collect();
                let places: Vec<_> = fields.iter().map(|field| field.1).collect();
                let types: Vec<_> = fields.iter().map(|field| field.2.build(form)).collect();
                Datatype::structure(form, &lens, &places, &types)
            }
            Recipe::Resized(lb, extent, old) => {
                Datatype::resized(form, *lb, *extent, &old.build(form))
            }
            Recipe::Subarray(dims, fortran, old) => {
                let sizes: Vec<_> = dims.iter().map(|dim| dim.0).collect();
                let subsizes: Vec<_> = dims.iter().map(|dim| dim.1).collect();
                let starts: Vec<_> = dims.iter().map(|dim| dim.2).collect();
                let old = old.build(form);
                Datatype::subarray(form, &sizes, &subsizes, &starts, order(*fortran), &old)
            }
            Recipe::Darray { rank, dims, fortran, old } => {
                let sizes: Vec<_> = dims.iter().map(|dim| dim.0).collect();
                let deals: Vec<_> = dims.iter().map(|dim| dim.1.distribution()).collect();
                let grid: Vec<_> = dims.iter().map(|dim| dim.1.processes()).collect();
                let (size, old) = (grid.iter().product(), old.build(form));
                let order = order(*fortran);
                Datatype::darray(form, size, *rank, &sizes, &deals, &grid, order, &old)
            }
        };
        made.expect("the recipe is legal")
    }

    pub(crate) fn model(&self) -> Typemap {
        match self {
            Recipe::Basic(basic) => Typemap {
                entries: vec![(0, *basic)],
                lb: 0,
                ub: basic.extent() as i64,
                marked: false,
            },
            Recipe::Dup(old) => old.model(),
            Recipe::Contiguous(n, old) => Typemap::join(&Typemap::row(0, *n, &old.model()), false),
            Recipe::Vector(n, len, stride, old) => {
                let old = old.model();
                vector(*n, *len, stride * old.extent(), &old)
            }
            Recipe::Hvector(n, len, stride, old) => vector(*n, *len, *stride, &old.model()),
            Recipe::Indexed(list, old) => {
                let old = old.model();
                let list: Vec<_> = list.iter().map(|(n, at)| (*n, at * old.extent())).collect();
                blocks(&list, &old)
            }
            Recipe::Hindexed(list, old) => blocks(list, &old.model()),
            Recipe::IndexedBlock(len, places, old) => {
                let old = old.model();
                let list: Vec<_> = places.iter().map(|at| (*len, at * old.extent())).collect();
                blocks(&list, &old)
            }
            Recipe::HindexedBlock(len, places, old) => {
                let list: Vec<_> = places.iter().map(|at| (*len, *at)).collect();
                blocks(&list, &old.model())
            }
            Recipe::Struct(fields) => {
                let children: Vec<_> = fields.iter().map(|field| field.2.model()).collect();
                let mut parts = Vec::new();
                for (field, child) in fields.iter().zip(&children) {
                    parts.extend(Typemap::row(field.1, field.0, child));
                }
                Typemap::join(&parts, true)
            }
            Recipe::Resized(lb, extent, old) => {
                Typemap { lb: *lb, ub: lb + extent, marked: true, ..old.model() }
            }
            Recipe::Subarray(dims, fortran, old) => {
                let sizes: Vec<_> = dims.iter().map(|dim| dim.0).collect();
                array(&sizes, *fortran, &old.model(), |index| {
                    index
                        .iter()
                        .zip(dims)
                        .all(|(i, (_, len, start))| *i >= *start && *i < start + len)
                })
            }
            Recipe::Darray { rank, dims, fortran, old } => {
                let sizes: Vec<_> = dims.iter().map(|dim| dim.0).collect();
                let mut rest = i64::from(*rank);
                let mut places = vec![0; dims.len()];
                for (place, dim) in places.iter_mut().zip(dims).rev() {
                    *place = rest % i64::from(dim.1.processes());
                    rest /= i64::from(dim.1.processes());
                }
                array(&sizes, *fortran, &old.model(), |index| {
                    index
                        .iter()
                        .zip(dims)
                        .zip(&places)
                        .all(|((i, dim), place)| dim.1.owns(*place, *i, dim.0))
                })
            }
        }
    }
}

fn vector(n: i64, len: i64, stride: i64, old: &Typemap) -> Typemap {
    let list: Vec<_> = (0..n).map(|i| (len, i * stride)).collect();
    blocks(&list, old)
}

fn blocks(list: &[(i64, i64)], old: &Typemap) -> Typemap {
    let parts: Vec<_> = list.iter().flat_map(|(len, at)| Typemap::row(*at, *len, old)).collect();
    Typemap::join(&parts, false)
}

/// All elements of an array in storage order, and those that are wanted.
fn array(sizes: &[i64], fortran: bool, old: &Typemap, wanted: impl Fn(&[i64]) -> bool) -> Typemap {
    let total: i64 = sizes.iter().product();
    let mut parts = Vec::new();
    for place in 0..total {
        let mut rest = place;
        let mut index = vec![0; sizes.len()];
        let inner_first: Vec<_> =
            if fortran { (0..sizes.len()).collect() } else { (0..sizes.len()).rev().collect() };
        for dimension in inner_first {
            index[dimension] = rest % sizes[dimension];
            rest /= sizes[dimension];
        }
        if wanted(&index) {
            parts.push((place * old.extent(), old));
        }
    }
    let map = Typemap::join(&parts, false);
    Typemap { lb: 0, ub: total * old.extent(), marked: true, ..map }
}

fn basic() -> impl Strategy<Value = Basic> {
    prop_oneof![
        Just(Basic::Byte),
        Just(Basic::Short),
        Just(Basic::Int),
        Just(Basic::Double),
        Just(Basic::CDoubleComplex),
        Just(Basic::DoubleInt),
        Just(Basic::ShortInt),
        Just(Basic::LongDouble),
    ]
}

fn deal() -> impl Strategy<Value = Deal> {
    prop_oneof![
        Just(Deal::None),
        (1..4i32).prop_map(Deal::Block),
        (1..4i32, 1..4i32).prop_map(|(n, size)| Deal::Cyclic(n, size)),
    ]
}

/// Nested recipes. Data may overlap: only packing is then defined.
pub(crate) fn recipe() -> impl Strategy<Value = Recipe> {
    let leaf = basic().prop_map(Recipe::Basic);
    leaf.prop_recursive(3, 24, 3, |inner| {
        let old = || inner.clone().prop_map(Box::new);
        let list = || prop::collection::vec((0..4i64, -6..7i64), 0..5);
        let places = || prop::collection::vec(-6..7i64, 0..5);
        let dims = prop::collection::vec(
            (1..5i64)
                .prop_flat_map(|size| (Just(size), 1..=size))
                .prop_flat_map(|(size, len)| (Just(size), Just(len), 0..=size - len)),
            1..4,
        );
        prop_oneof![
            old().prop_map(Recipe::Dup),
            (0..5i64, old()).prop_map(|(n, old)| Recipe::Contiguous(n, old)),
            (0..4i64, 0..4i64, -5..6i64, old())
                .prop_map(|(n, len, stride, old)| Recipe::Vector(n, len, stride, old)),
            (0..4i64, 0..4i64, -50..51i64, old())
                .prop_map(|(n, len, stride, old)| Recipe::Hvector(n, len, stride, old)),
            (list(), old()).prop_map(|(list, old)| Recipe::Indexed(list, old)),
            (list(), old()).prop_map(|(list, old)| Recipe::Hindexed(list, old)),
            (0..4i64, places(), old()).prop_map(|(n, at, old)| Recipe::IndexedBlock(n, at, old)),
            (0..4i64, places(), old()).prop_map(|(n, at, old)| Recipe::HindexedBlock(n, at, old)),
            prop::collection::vec((0..4i64, -40..41i64, inner.clone()), 0..4)
                .prop_map(Recipe::Struct),
            (-9..10i64, -30..60i64, old()).prop_map(|(lb, len, old)| Recipe::Resized(lb, len, old)),
            (dims, any::<bool>(), old())
                .prop_map(|(dims, fortran, old)| Recipe::Subarray(dims, fortran, old)),
            (prop::collection::vec((1..6i64, deal()), 1..4), any::<bool>(), any::<u8>(), old())
                .prop_map(|(dims, fortran, pick, old)| {
                    let size: i32 = dims.iter().map(|dim| dim.1.processes()).product();
                    Recipe::Darray { rank: i32::from(pick) % size, dims, fortran, old }
                }),
        ]
    })
}
