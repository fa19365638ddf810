//! Ferry: where an arrival belongs
