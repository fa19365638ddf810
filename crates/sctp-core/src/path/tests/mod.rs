//! Paths in virtual time.
