//! Ferry: the MPI standard ABI, libmpi_abi.so.1
