//! What a process may ask at any time, before MPI runs and after (MPI-5.0 §9.1).

use ferry_mpi::constants::{MPI_SUBVERSION, MPI_VERSION};
use ferry_mpi::{environment, init};

/// Seconds from some moment in the past, the same during the process's life (`MPI_Wtime`).
///
/// ```
/// let start = ferry::time();
/// assert!(ferry::time() >= start);
/// ```
pub fn time() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}

/// Name of the host that this process runs on (`MPI_Get_processor_name`).
///
/// ```
/// assert!(!ferry::processor_name().is_empty());
/// ```
pub fn processor_name() -> String {
    init::processor_name()
}

/// The version of the standard, and what stands behind the point (`MPI_Get_version`).
///
/// ```
/// assert!(ferry::standard_version() >= (5, 0));
/// ```
pub fn standard_version() -> (i32, i32) {
    (MPI_VERSION, MPI_SUBVERSION)
}

/// Ferry's own version, in a line for people (`MPI_Get_library_version`).
///
/// ```
/// assert!(ferry::library_version().starts_with("Ferry "));
/// ```
pub fn library_version() -> String {
    environment::library_version()
}
