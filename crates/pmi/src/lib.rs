//! Ferry: PMI-1 and PMI-2, client and server
