//! Datatypes (MPI-5.0 chapter 5): what a buffer's bytes mean and where they lie.
//!
//! A [`Datatype`] is immutable and shared; derived datatypes hold their parts. It answers for
//! itself in four ways:
//!
//! - its *bounds*: size, extent, lower bound, true extent;
//! - its *contents*: the arguments it was made with ([`Combiner`], [`TypeEnvelope`], [`Contents`]);
//! - its *signature*: the basic elements in order ([`Datatype::basics`]);
//! - its *layout*: an optimised nest of loops over contiguous blocks, made once on commit, which
//!   packs and unpacks any part of the byte stream ([`Datatype::pack`], [`Datatype::unpack`]).
//!
//! The crate keeps no global state and reads no clock. User memory is reached through
//! [`UserMemory`] and [`UserMemoryMut`] alone.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(unsafe_code)]

mod array;
mod basic;
mod bounds;
mod combiner;
mod construct;
mod datatype;
mod description;
mod error;
mod external32;
mod f90;
mod layout;
mod memory;
mod pack;
mod quad;
mod region;
mod shape;
mod signature;
mod walk;
mod word;

pub use array::{Distribution, Order};
pub use basic::{Basic, Format, TypeClass, TypeGroup};
pub use combiner::{Combiner, Contents, Form, Marker, TypeEnvelope};
pub use datatype::Datatype;
pub use error::DatatypeError;
pub use layout::Strided;
pub use memory::{UserMemory, UserMemoryMut};
pub use signature::Basics;
pub use word::{TypeShape, TypeWord};
