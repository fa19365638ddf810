//! Ferry: who talks to whom, by which method
