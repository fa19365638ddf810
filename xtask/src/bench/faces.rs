//! Faces: what a small message takes by each of the libraries over the same links.

use super::case::Setting;
use super::links::{Part, Place, Program, Setup, setup};

/// Programs of bench/c that use another library than MPI's, and which.
pub(super) const PROGRAMS: [(&str, &str); 4] = [
    ("face_mpi", ""),
    ("face_mplite", "-lferry_mplite"),
    ("face_portals3", "-lferry_portals3"),
    ("face_portals4", "-lferry_portals4"),
];

const SHM: &[&str] = &["methods=shm,local"];
/// So many entries are in front of the one that matches.
const DEEP: &[&str] = &["10000"];

const FACES: [Setup; 6] = [
    setup("MPI", Program::C("face_mpi", &[]), SHM),
    setup("MP_Lite", Program::C("face_mplite", &[]), SHM),
    setup("Portals 3.3", Program::C("face_portals3", &[]), SHM),
    setup("Portals 3.3, 10000 entries", Program::C("face_portals3", DEEP), SHM),
    setup("Portals 4", Program::C("face_portals4", &[]), SHM),
    setup("Portals 4, 10000 entries", Program::C("face_portals4", DEEP), SHM),
];

/// All of them, in alternation.
pub(super) const PART: Part =
    Part { setting: Setting::Faces, ranks: 2, place: Place::Here, setups: &FACES };
