//! Ferry: how data follows a match
