//! Memory that is attached to windows while they are in use (MPI-5.0 §12.2.4).

use super::Win;
use crate::check;
use crate::constants::{MPI_ERR_ARG, MPI_ERR_RMA_ATTACH, MPI_ERR_RMA_FLAVOR, MPI_ERR_SIZE};
use crate::error::{Error, Result};
use crate::handle::WinHandle;
use crate::process::enter;
use ferry_datatype::UserMemoryMut;
use ferry_one_sided::LateAccess;

fn check_dynamic(win: &Win) -> Result<()> {
    if win.is_dynamic() {
        return Ok(());
    }
    let text = "memory is attached to windows of MPI_Win_create_dynamic only";
    Err(Error::new(MPI_ERR_RMA_FLAVOR, text))
}

/// `MPI_Win_attach`.
pub fn attach(handle: WinHandle, base: UserMemoryMut, size: i64) -> Result<()> {
    let mut process = enter();
    let win = process.win(handle)?;
    check_dynamic(win)?;
    let Ok(len) = usize::try_from(size) else {
        let text = format!("argument size is {size}, but must not be negative");
        return Err(Error::new(MPI_ERR_SIZE, text));
    };
    if base.is_null() && len > 0 {
        return Err(Error::new(MPI_ERR_ARG, "argument base is NULL"));
    }
    let number = win.number();
    if process.runtime.face.one_sided.attach(number, base.arena(0, len)) {
        return Ok(());
    }
    let text =
        format!("some of the {len} bytes from {:p} on are attached already", base.address(0));
    Err(Error::new(MPI_ERR_RMA_ATTACH, text))
}

/// `MPI_Win_detach`. With `check = yes` no access comes too late.
pub fn detach(handle: WinHandle, base: UserMemoryMut, late: LateAccess) -> Result<()> {
    let mut process = enter();
    let win = process.win(handle)?;
    check_dynamic(win)?;
    let number = win.number();
    let address = base.address(0);
    let late = if check::is_on() { LateAccess::Refused } else { late };
    if process.runtime.face.one_sided.detach(number, address as usize, late) {
        return Ok(());
    }
    let text = format!("no memory that begins at {address:p} is attached to the window");
    Err(Error::new(MPI_ERR_RMA_ATTACH, text))
}
