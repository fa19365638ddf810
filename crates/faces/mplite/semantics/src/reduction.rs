//! What numbers are reduced by.

/// What two numbers become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReductionKind {
    /// Their sum; integers wrap around.
    Sum,
    /// The greater.
    Max,
    /// The lesser.
    Min,
}

/// Numbers that can be reduced.
pub trait Element: Copy {
    /// Bytes of one.
    const SIZE: usize;

    /// One from its bytes, as this machine has them.
    fn read(bytes: &[u8]) -> Self;

    /// Writes its bytes.
    fn write(self, bytes: &mut [u8]);

    /// What this and another become.
    fn reduced(self, other: Self, kind: ReductionKind) -> Self;
}

macro_rules! element {
    ($type:ty, $sum:expr) => {
        impl Element for $type {
            const SIZE: usize = size_of::<$type>();

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                <$type>::from_ne_bytes(bytes.try_into().unwrap_or_default())
            }

            #[inline]
            fn write(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_ne_bytes());
            }

            #[inline]
            fn reduced(self, other: Self, kind: ReductionKind) -> Self {
                match kind {
                    ReductionKind::Sum => ($sum)(self, other),
                    ReductionKind::Max => self.max(other),
                    ReductionKind::Min => self.min(other),
                }
            }
        }
    };
}

element!(i32, i32::wrapping_add);
element!(f32, |a: f32, b: f32| a + b);
element!(f64, |a: f64, b: f64| a + b);

/// Reduces the numbers of `into` with those of `with`, which are as many.
pub(crate) fn reduce<T: Element>(into: &mut [u8], with: &[u8], kind: ReductionKind) {
    for (into, with) in into.chunks_exact_mut(T::SIZE).zip(with.chunks_exact(T::SIZE)) {
        T::read(into).reduced(T::read(with), kind).write(into);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_reduced_one_by_one() {
        let bytes = |numbers: [i32; 3]| numbers.map(i32::to_ne_bytes).concat();
        let mut into = bytes([1, -2, i32::MAX]);
        reduce::<i32>(&mut into, &bytes([4, -3, 1]), ReductionKind::Sum);
        assert_eq!(into, bytes([5, -5, i32::MIN]));
        reduce::<i32>(&mut into, &bytes([4, 9, 0]), ReductionKind::Max);
        assert_eq!(into, bytes([5, 9, 0]));
        reduce::<i32>(&mut into, &bytes([6, 1, -1]), ReductionKind::Min);
        assert_eq!(into, bytes([5, 1, -1]));
        assert_eq!(0.5f64.reduced(0.25, ReductionKind::Sum), 0.75);
    }
}
