//! Ferry: the method within one process
