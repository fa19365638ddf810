//! Ferry: from configuration and launcher to links.
#![forbid(unsafe_code)]
