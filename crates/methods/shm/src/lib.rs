//! Ferry: shared memory between the processes of a host
