//! Ferry: the ferry command, mpiexec, mpicc
