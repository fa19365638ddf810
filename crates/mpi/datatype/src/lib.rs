//! Ferry: MPI datatypes: constructors, layout, pack and unpack
