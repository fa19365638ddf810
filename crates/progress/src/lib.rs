//! Ferry: who moves things on, and how one waits
