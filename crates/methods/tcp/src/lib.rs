//! Ferry: TCP, one authenticated connection per pair
