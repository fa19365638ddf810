//! The two forms of a reduction, and the one loop that serves both.

/// Arrays of one length in bytes.
pub(crate) enum Operands<'a> {
    /// The second operand is overwritten with the result.
    InPlace { left: &'a [u8], right: &'a mut [u8] },
    /// The result goes to a third array.
    Into { left: &'a [u8], right: &'a [u8], out: &'a mut [u8] },
}

impl Operands<'_> {
    /// Combines elements of `N` bytes. The closures are small and pure, so each use becomes a loop
    /// of its own that the compiler can vectorise whatever the alignment.
    #[inline(always)]
    pub(crate) fn each<const N: usize>(self, combine: impl Fn([u8; N], [u8; N]) -> [u8; N]) {
        match self {
            Operands::InPlace { left, right } => {
                let (left, right) = (left.as_chunks::<N>().0, right.as_chunks_mut::<N>().0);
                for (left, right) in left.iter().zip(right) {
                    *right = combine(*left, *right);
                }
            }
            Operands::Into { left, right, out } => {
                let (left, right) = (left.as_chunks::<N>().0, right.as_chunks::<N>().0);
                for ((left, right), out) in left.iter().zip(right).zip(out.as_chunks_mut::<N>().0) {
                    *out = combine(*left, *right);
                }
            }
        }
    }

    /// The first operand is the result.
    pub(crate) fn keep_left(self) {
        match self {
            Operands::InPlace { left, right } => right.copy_from_slice(left),
            Operands::Into { left, out, .. } => out.copy_from_slice(left),
        }
    }

    /// The second operand is the result.
    pub(crate) fn keep_right(self) {
        if let Operands::Into { right, out, .. } = self {
            out.copy_from_slice(right);
        }
    }
}
