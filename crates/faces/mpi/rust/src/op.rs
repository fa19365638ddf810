//! Reduction operations (MPI-5.0 §6.9).

mod function;
mod lent;

pub(crate) use function::ProgramFunction;

use crate::buffer::{Combine, LentCombine, finish, reading, user_function, writing};
use crate::data::Buffer;
use crate::equivalence::Equivalence;
use crate::error::{Error, ErrorClass, Result, in_call};
use crate::reduction::same_count;
use crate::types;
use crate::universe::admit;
use ferry_mpi::handle::{DatatypeHandle, OpHandle};
use ferry_mpi::op::{self, UserOp};
use ferry_op::BuiltinOp;
use function::GuardedFunction;
use lent::check_lent;
use std::any::type_name;
use std::sync::Arc;

/// How a reduction combines elements of type `T`.
///
/// ```
/// # fn main() -> ferry::Result<()> {
/// # let universe = ferry::Universe::init()?;
/// use ferry::Op;
/// let world = universe.world();
/// let largest = world.all_reduce(&world.rank(), &Op::max())?;
/// assert_eq!(largest, world.size() - 1);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Op<T>(OpKind<T>);

#[derive(Clone)]
enum OpKind<T> {
    Builtin(BuiltinOp),
    Custom {
        combine: Arc<Combine<T>>,
        commutes: bool,
        /// It is lent, and gone with the scope that it was lent to.
        lent: Option<Arc<LentCombine<T>>>,
    },
}

/// Numbers that can be added and multiplied: integers, which wrap, floats and complex numbers; arrays
/// of them, element by element.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be added or multiplied by MPI",
    label = "`Op::sum` and `Op::product` are for numbers and arrays of them",
    note = "make an operation of your own with `Op::custom`"
)]
pub trait Number: Equivalence {}

/// Numbers with an order: integers and floats; arrays of them, element by element.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no order that MPI knows",
    label = "`Op::max` and `Op::min` are for integers, floats and arrays of them",
    note = "make an operation of your own with `Op::custom`"
)]
pub trait Ordered: Equivalence {}

/// Integers as bits; arrays of them, element by element.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not bits to MPI",
    label = "`Op::bit_and` and its relatives are for integers and arrays of them",
    note = "make an operation of your own with `Op::custom`"
)]
pub trait Bits: Equivalence {}

/// Truth values; arrays of them, element by element.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no truth value",
    label = "`Op::and` and its relatives are for `bool` and arrays of it",
    note = "for integers as bits there are `Op::bit_and` and its relatives"
)]
pub trait Truth: Equivalence {}

/// Elements that are compared and replaced as a whole, by [`Epoch::compare_and_swap`](crate::Epoch::compare_and_swap):
/// single integers and truth values (MPI-5.0 §12.3.4).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be compared and swapped",
    label = "`compare_and_swap` is for single integers and `bool`",
    note = "for other elements get and put them under an exclusive lock"
)]
pub trait Swappable: Equivalence {}

macro_rules! swappable {
    ($($type:ty),*) => { $(impl Swappable for $type {})* };
}

swappable! { i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool }

macro_rules! marks {
    ($($mark:ident: $($type:ty),*;)*) => { $(
        $(impl $mark for $type {})*
        impl<T: $mark, const N: usize> $mark for [T; N] {}
    )* };
}

marks! {
    Number: i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64;
    Ordered: i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, usize, f32, f64;
    Bits: i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize;
    Truth: bool;
}

#[cfg(feature = "num-complex")]
impl Number for num_complex::Complex<f32> {}
#[cfg(feature = "num-complex")]
impl Number for num_complex::Complex<f64> {}

macro_rules! builtins {
    ($($mark:ident: $($(#[$doc:meta])* $name:ident = $op:ident),*;)*) => { $(
        impl<T: $mark> Op<T> { $(
            $(#[$doc])*
            pub fn $name() -> Self {
                Op(OpKind::Builtin(BuiltinOp::$op))
            }
        )* }
    )* };
}

builtins! {
    Number:
        /// The sum (`MPI_SUM`).
        sum = Sum,
        /// The product (`MPI_PROD`).
        product = Prod;
    Ordered:
        /// The largest (`MPI_MAX`).
        max = Max,
        /// The smallest (`MPI_MIN`).
        min = Min;
    Bits:
        /// Bits that are set in all (`MPI_BAND`).
        bit_and = Band,
        /// Bits that are set in some (`MPI_BOR`).
        bit_or = Bor,
        /// Bits that are set in an odd number (`MPI_BXOR`).
        bit_xor = Bxor;
    Truth:
        /// Whether all are true (`MPI_LAND`).
        and = Land,
        /// Whether some are true (`MPI_LOR`).
        or = Lor,
        /// Whether an odd number are true (`MPI_LXOR`).
        xor = Lxor;
}

impl<T: Equivalence> Op<T> {
    /// An operation of the program's: `combine(a, b)` computes `b[i] = a[i] op b[i]` for all `i`, where
    /// `a` comes from lower ranks than `b`. It must be associative. It may be given pieces of what the
    /// reduction works on.
    ///
    /// The elements of a reduction are combined in order of rank, unless the operation is
    /// [`commutative`](Op::commutative).
    ///
    /// It owns what it uses; [`Op::custom_in`] borrows.
    ///
    /// A panic in `combine` is passed on by the call that reduces, when its part in the reduction is
    /// over; the results of the other ranks have no meaning then. Of a reduction that does not block it is an error of
    /// class [`ErrorClass::OP`], which whoever waits for it gets.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// # let world = universe.world();
    /// use ferry::Op;
    /// // Functions x -> ax + b, one after the other.
    /// let then = Op::custom(|a: &[(f64, f64)], b: &mut [(f64, f64)]| {
    ///     for (first, second) in a.iter().zip(b) {
    ///         *second = (first.0 * second.0, first.1 * second.0 + second.1);
    ///     }
    /// });
    /// let all = world.all_reduce(&(2.0, 1.0), &then)?;
    /// assert_eq!(all.0, 2f64.powi(world.size() as i32));
    /// # Ok(())
    /// # }
    /// ```
    pub fn custom(combine: impl Fn(&[T], &mut [T]) + Send + Sync + 'static) -> Self {
        Op(OpKind::Custom { combine: Arc::new(combine), commutes: false, lent: None })
    }

    /// Allows elements to be combined in any order: it is faster, and right if `a op b` equals
    /// `b op a`.
    #[must_use]
    pub fn commutative(self) -> Self {
        match self.0 {
            OpKind::Custom { combine, lent, .. } => {
                Op(OpKind::Custom { combine, commutes: true, lent })
            }
            builtin => Op(builtin),
        }
    }
}

/// An operation with its operands, as the layers below want them.
pub(crate) struct Operands {
    pub(crate) op: OpHandle,
    pub(crate) datatype: DatatypeHandle,
    /// Elements of the datatype in one `T`.
    pub(crate) factor: u64,
}

impl Operands {
    /// Lengths of blocks, in elements of the datatype.
    pub(crate) fn lengths(&self, counts: &[usize]) -> Vec<i64> {
        counts.iter().map(|count| (*count as u64 * self.factor).cast_signed()).collect()
    }
}

impl<T: Equivalence> Op<T> {
    /// Takes the new value (`MPI_REPLACE`), for windows: what it replaces in [`Epoch::accumulate`] is replaced as a
    /// whole.
    ///
    /// [`Epoch::accumulate`]: crate::Epoch::accumulate
    pub fn replace() -> Self {
        Op(OpKind::Builtin(BuiltinOp::Replace))
    }

    /// Leaves the old value (`MPI_NO_OP`), for windows: [`Epoch::get_accumulate`] only looks.
    ///
    /// [`Epoch::get_accumulate`]: crate::Epoch::get_accumulate
    pub fn no_op() -> Self {
        Op(OpKind::Builtin(BuiltinOp::NoOp))
    }

    /// The operation with its operands, if it is a predefined one: the targets of accesses to windows do not have the
    /// program's.
    pub(crate) fn predefined(&self) -> Result<Operands> {
        let OpKind::Builtin(builtin) = &self.0 else {
            let text = "windows need a predefined operation, got one of Op::custom, which the target does not have; get \
                        and put under an exclusive lock instead";
            return Err(Error::new(ErrorClass::OP, text));
        };
        let Some((basic, factor)) = types::uniform::<T>() else {
            let text = format!(
                "{} needs numbers or truth values of one type, or arrays of them, got {}; put and get move any element",
                builtin.name(),
                type_name::<T>()
            );
            return Err(Error::new(ErrorClass::OP, text));
        };
        let op = OpHandle::new(builtin.handle());
        Ok(Operands { op, datatype: DatatypeHandle::new(basic.handle()), factor })
    }

    /// Combines elements of this process alone (`MPI_Reduce_local`): `into[i] = data[i] op into[i]`.
    ///
    /// # Errors
    /// [`ErrorClass::COUNT`] where the two are not equally long.
    ///
    /// ```
    /// # fn main() -> ferry::Result<()> {
    /// # let universe = ferry::Universe::init()?;
    /// let mut largest = [1, 5];
    /// ferry::Op::max().reduce_local(&[3, 4][..], &mut largest[..])?;
    /// assert_eq!(largest, [3, 5]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn reduce_local<D, R>(&self, data: &D, into: &mut R) -> Result<()>
    where
        D: Buffer<Item = T> + ?Sized,
        R: Buffer<Item = T> + ?Sized,
    {
        in_call("reduce_local", || {
            admit()?;
            let (data, into) = (data.items(), into.items_mut());
            same_count("vector to be combined with", into.len(), data.len())?;
            if let OpKind::Custom { combine, lent, .. } = &self.0 {
                check_lent(lent.as_deref())?;
                combine(data, into);
                return Ok(());
            }
            let Operands { op, datatype, factor } = self.predefined()?;
            let count = data.len() as u64 * factor;
            let (data, into) = (reading(data), writing(into));
            finish(|| op::reduce_local(data.memory(), into.memory(), count, datatype, op))?;
            Ok(())
        })
    }
}

/// Frees an operation.
struct MadeOp(OpHandle);

impl Drop for MadeOp {
    fn drop(&mut self) {
        // Just made, so it exists.
        let _ = op::free(self.0);
    }
}

impl<T: Equivalence> Op<T> {
    /// Reduces with the operation. MPI runs.
    pub(crate) fn with<R>(&self, reduce: impl FnOnce(Operands) -> Result<R>) -> Result<R> {
        match &self.0 {
            OpKind::Builtin(_) => reduce(self.predefined()?),
            OpKind::Custom { combine, commutes, lent } => {
                check_lent(lent.as_deref())?;
                let function = GuardedFunction::new(combine.clone());
                let result = with_function(&function, *commutes, reduce);
                if let Some(panic) = function.take_panic() {
                    panic.resume();
                }
                result
            }
        }
    }

    /// Begins something that goes on with the operation, and the program's function that it calls: that is to be kept
    /// until it is over. MPI runs.
    pub(crate) fn begin<R>(&self, begin: impl FnOnce(Operands) -> Result<R>) -> Result<Begun<R>> {
        match &self.0 {
            OpKind::Builtin(_) => Ok((begin(self.predefined()?)?, None)),
            OpKind::Custom { combine, commutes, lent } => {
                check_lent(lent.as_deref())?;
                let function = GuardedFunction::new(combine.clone());
                let begun = with_function(&function, *commutes, begin)?;
                let function: Arc<dyn ProgramFunction> = function;
                Ok((begun, Some(function)))
            }
        }
    }
}

/// What has begun, and the program's function that it calls.
type Begun<R> = (R, Option<Arc<dyn ProgramFunction>>);

/// Makes an operation of a function for what begins in `reduce`, which keeps it as long as it goes on (MPI-5.0 §6.9.5).
fn with_function<T: Equivalence, R>(
    function: &Arc<GuardedFunction<T>>,
    commutes: bool,
    reduce: impl FnOnce(Operands) -> Result<R>,
) -> Result<R> {
    let datatype = types::element::<T>()?;
    let called = function.clone();
    let combine = move |a: &[T], b: &mut [T]| called.call(a, b);
    let user = UserOp { function: user_function(Arc::new(combine)), most: i64::MAX };
    let made = MadeOp(op::create(user, commutes));
    reduce(Operands { op: made.0, datatype, factor: 1 })
}
