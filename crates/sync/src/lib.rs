//! Ferry: lock-free rings and locks
