//! IEEE binary128 in software, for `MPI_REAL16` and `MPI_COMPLEX32`.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

use rustc_apfloat::{Float, ieee};

/// A number of 16 bytes in the machine's byte order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quad(ieee::Quad);

impl Quad {
    pub(crate) fn from_ne_bytes(bytes: [u8; 16]) -> Self {
        Quad(ieee::Quad::from_bits(u128::from_ne_bytes(bytes)))
    }

    pub(crate) fn to_ne_bytes(self) -> [u8; 16] {
        self.0.to_bits().to_ne_bytes()
    }
}

impl Add for Quad {
    type Output = Quad;

    fn add(self, other: Quad) -> Quad {
        Quad((self.0 + other.0).value)
    }
}

impl Sub for Quad {
    type Output = Quad;

    fn sub(self, other: Quad) -> Quad {
        Quad((self.0 - other.0).value)
    }
}

impl Mul for Quad {
    type Output = Quad;

    fn mul(self, other: Quad) -> Quad {
        Quad((self.0 * other.0).value)
    }
}

impl PartialEq for Quad {
    fn eq(&self, other: &Quad) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Quad {
    fn partial_cmp(&self, other: &Quad) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
}
