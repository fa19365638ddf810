//! Ferry: MPI reduction operations on predefined types
