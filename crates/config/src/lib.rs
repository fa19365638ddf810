//! Ferry: every parameter, its value and where the value came from
