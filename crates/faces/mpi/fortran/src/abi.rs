//! What the ABI of the C library decides, of which a feature of the package chooses one: how C has handles and what
//! integers they are in Fortran, and the common blocks of constants that are variables.
//!
//! The standard's is the one without a feature. Each file has the same names.

/// Common blocks by all names that compilers give them, and of each variable in them, after how many bytes it comes,
/// a function that knows its address.
macro_rules! commons {
    ($($block:literal [$ty:ty; $count:literal] $places:ident: $($name:ident)* { $($is:ident $at:literal)* })*) => { $(
        $(
            #[doc = concat!("The common block `", $block, "`, as some compilers spell it.")]
            #[unsafe(no_mangle)]
            pub static mut $name: [$ty; $count] = [0; $count];
        )*

        fn $places() -> impl Iterator<Item = *const u8> {
            [$((&raw const $name).cast::<u8>()),*].into_iter()
        }

        commons! { @variables $block $places $($is $at)* }
    )* };
    (@variables $block:literal $places:ident $($is:ident $at:literal)*) => { $(
        #[doc = concat!("Whether this is the address of a variable of the common block `", $block, "`.")]
        pub fn $is<T>(address: *const T) -> bool {
            $places().any(|place| place.wrapping_add($at) == address.cast())
        }
    )* };
}

#[cfg(feature = "mpich")]
mod mpich;
#[cfg(all(feature = "openmpi", not(feature = "mpich")))]
mod openmpi;
#[cfg(not(any(feature = "openmpi", feature = "mpich")))]
mod standard;
#[cfg(not(feature = "mpich"))]
mod values;

#[cfg(feature = "mpich")]
pub use mpich::*;
#[cfg(all(feature = "openmpi", not(feature = "mpich")))]
pub use openmpi::*;
#[cfg(not(any(feature = "openmpi", feature = "mpich")))]
pub use standard::*;
