//! Ferry: mpiexec, proxies and process management
