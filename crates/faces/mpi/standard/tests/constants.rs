//! What is written by hand agrees with the ABI's table.

use ferry_mpi::constants::*;
use ferry_mpi::error::class_name;
use ferry_mpi::handle::*;

fn table() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../spec/constants.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let pairs = text.lines().skip(1).map(|line| line.split_once('\t').unwrap());
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[test]
fn error_classes_have_their_names() {
    let mut seen = 0;
    for (name, value) in table() {
        let is_class = name.starts_with("MPI_ERR_") || name.starts_with("MPI_T_ERR_");
        if is_class && name != "MPI_ERR_LASTCODE" {
            assert_eq!(class_name(value.parse().unwrap()), name);
            seen += 1;
        }
    }
    assert_eq!(seen, 62 + 18);
}

#[test]
fn null_handles_have_their_values() {
    assert_eq!(CommHandle::NULL.0, MPI_COMM_NULL);
    assert_eq!(GroupHandle::NULL.0, MPI_GROUP_NULL);
    assert_eq!(DatatypeHandle::NULL.0, MPI_DATATYPE_NULL);
    assert_eq!(OpHandle::NULL.0, MPI_OP_NULL);
    assert_eq!(RequestHandle::NULL.0, MPI_REQUEST_NULL);
    assert_eq!(MessageHandle::NULL.0, MPI_MESSAGE_NULL);
    assert_eq!(InfoHandle::NULL.0, MPI_INFO_NULL);
    assert_eq!(ErrhandlerHandle::NULL.0, MPI_ERRHANDLER_NULL);
    assert_eq!(WinHandle::NULL.0, MPI_WIN_NULL);
    assert_eq!(FileHandle::NULL.0, MPI_FILE_NULL);
    assert_eq!(SessionHandle::NULL.0, MPI_SESSION_NULL);
}

#[test]
fn a_status_is_eight_ints() {
    assert_eq!(size_of::<ferry_mpi::Status>(), 4 * MPI_F_STATUS_SIZE as usize);
    assert_eq!(std::mem::offset_of!(ferry_mpi::Status, source), 4 * MPI_F_SOURCE as usize);
    assert_eq!(std::mem::offset_of!(ferry_mpi::Status, tag), 4 * MPI_F_TAG as usize);
    assert_eq!(std::mem::offset_of!(ferry_mpi::Status, error), 4 * MPI_F_ERROR as usize);
}
