//! Ferry: the one suite that every method must pass
