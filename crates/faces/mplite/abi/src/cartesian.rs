//! Processes as places of a grid.

use crate::library::{end, must, process};
use crate::pointer::{array, place, places};
use ferry_mplite::{CartesianGrid, MpLiteError};
use std::ffi::c_int;
use std::sync::{Mutex, MutexGuard, PoisonError};

static GRID: Mutex<Option<CartesianGrid>> = Mutex::new(None);

fn grid() -> MutexGuard<'static, Option<CartesianGrid>> {
    GRID.lock().unwrap_or_else(PoisonError::into_inner)
}

fn with_grid<T>(act: impl FnOnce(&CartesianGrid) -> Result<T, MpLiteError>) -> T {
    let none = || MpLiteError::BadGrid("there is no grid: call MP_Cart_Create first".into());
    let done = grid().as_ref().ok_or_else(none).and_then(act);
    must(done)
}

/// `MP_Cart_Create`: lengths are chosen and written if the first is 0.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Cart_Create(ndims: c_int, dims: *mut c_int) {
    let count = usize::try_from(ndims).unwrap_or(0);
    if count > 10 {
        end(&MpLiteError::BadGrid(format!("a grid has 1 to 10 directions, not {ndims}")));
    }
    let dims = places(dims, count);
    let made = must(CartesianGrid::new(process().size(), dims));
    for (place, length) in dims.iter_mut().zip(made.lengths()) {
        *place = *length as c_int;
    }
    *grid() = Some(made);
}

fn write_coordinates(node: c_int, coord: *mut c_int) {
    let at = with_grid(|grid| grid.coordinates(node));
    for (place, coordinate) in places(coord, at.len()).iter_mut().zip(at) {
        *place = coordinate as c_int;
    }
}

/// `MP_Cart_Coords`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Cart_Coords(rank: c_int, coord: *mut c_int) {
    write_coordinates(rank, coord);
}

/// `MP_Cart_Get`: the grid's lengths, and where this process is.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Cart_Get(dim: *mut c_int, coord: *mut c_int) {
    let lengths = with_grid(|grid| Ok(grid.lengths().to_vec()));
    for (place, length) in places(dim, lengths.len()).iter_mut().zip(lengths) {
        *place = length as c_int;
    }
    write_coordinates(process().node() as c_int, coord);
}

/// `MP_Cart_Shift`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Cart_Shift(dir: c_int, dist: c_int, source: *mut c_int, dest: *mut c_int) {
    let own = process().node() as c_int;
    let (from, to) = with_grid(|grid| grid.shift(own, dir, dist));
    (*place(source), *place(dest)) = (from as c_int, to as c_int);
}

/// `MP_Cart_Rank`.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Cart_Rank(coord: *const c_int, rank: *mut c_int) {
    let node = with_grid(|grid| Ok(grid.node(array(coord, grid.lengths().len()))));
    *place(rank) = node as c_int;
}
