//! Views (MPI-5.0 §14.3), with the data representation that they have.

use super::collective::agree_on;
use super::datarep::{self, Representation};
use super::of_file;
use super::open::all_or_none;
use crate::constants::{MPI_DISPLACEMENT_CURRENT, MPI_ERR_ARG, MPI_ERR_DISP};
use crate::error::{Error, Result};
use crate::fixed_hash::fixed_hash;
use crate::handle::{DatatypeHandle, FileHandle};
use crate::info::Info;
use crate::process::{Process, enter};
use ferry_datatype::{Basic, Datatype};
use ferry_files::FileView;
use std::sync::Arc;

/// A view as the program set it, and as the file has it.
pub(super) struct OpenView {
    pub(super) displacement: u64,
    etype: Arc<Datatype>,
    filetype: Arc<Datatype>,
    pub(super) representation: Representation,
    pub(super) view: FileView,
}

/// The arguments of `MPI_File_set_view`.
#[derive(Clone, Copy, Debug)]
pub struct ViewArguments<'a> {
    /// Bytes before the view.
    pub displacement: i64,
    /// The unit of offsets.
    pub etype: DatatypeHandle,
    /// What is seen from the displacement on, again and again.
    pub filetype: DatatypeHandle,
    /// How data are represented in the file; `None`: the program has not said.
    pub datarep: Option<&'a str>,
}

impl OpenView {
    /// That of a file that was just opened.
    pub(super) fn bytes() -> Self {
        let byte = Datatype::basic(Basic::Byte);
        OpenView {
            displacement: 0,
            etype: byte.clone(),
            filetype: byte,
            representation: Representation::Native,
            view: FileView::bytes(),
        }
    }

    /// Where a file of `size` bytes ends, in etypes.
    pub(super) fn end(&self, size: u64) -> u64 {
        self.view.end(size)
    }
}

/// What a view is made of.
struct ViewParts {
    displacement: u64,
    etype: Arc<Datatype>,
    filetype: Arc<Datatype>,
    representation: Representation,
}

impl ViewParts {
    /// Looks the arguments up.
    fn new(process: &Process, arguments: &ViewArguments<'_>, displacement: u64) -> Result<Self> {
        let etype = process.committed(arguments.etype)?.datatype.clone();
        let filetype = process.committed(arguments.filetype)?.datatype.clone();
        let name = arguments.datarep;
        let name = name.ok_or_else(|| Error::new(MPI_ERR_ARG, "argument datarep is NULL"))?;
        let representation = datarep::find(name)?;
        Ok(ViewParts { displacement, etype, filetype, representation })
    }

    /// Asks the representation for extents, for which functions of the program's may be called.
    fn build(self, writable: bool) -> Result<OpenView> {
        let ViewParts { displacement, etype, filetype, representation } = self;
        let unit = representation.in_file(&etype)?.size();
        let tile = representation.in_file(&filetype)?;
        let view = FileView::new(displacement, unit, &tile, writable)?;
        Ok(OpenView { displacement, etype, filetype, representation, view })
    }
}

/// The displacement that an argument means.
fn displacement(
    value: i64,
    is_sequential: bool,
    shared: impl FnOnce() -> Result<u64>,
) -> Result<u64> {
    match (value, is_sequential) {
        (MPI_DISPLACEMENT_CURRENT, true) => shared(),
        (_, true) => {
            let text = "argument disp must be MPI_DISPLACEMENT_CURRENT where a file was opened with MPI_MODE_SEQUENTIAL";
            Err(Error::new(MPI_ERR_DISP, text))
        }
        (value, false) => u64::try_from(value).map_err(|_| {
            let why = match value {
                MPI_DISPLACEMENT_CURRENT => {
                    "MPI_DISPLACEMENT_CURRENT, which only MPI_MODE_SEQUENTIAL has".to_owned()
                }
                value => format!("{value}, but must not be negative"),
            };
            Error::new(MPI_ERR_DISP, format!("argument disp is {why}"))
        }),
    }
}

/// `MPI_File_set_view`: all pointers begin anew. Who could not read its own hints still comes, and all hear of that.
pub fn set_view(
    handle: FileHandle,
    arguments: &ViewArguments<'_>,
    info: Result<Info>,
) -> Result<()> {
    let (comm, mode, shared, old, mut hints) = {
        let process = enter();
        let file = process.file(handle)?;
        file.check_no_split()?;
        let (comm, shared) = (file.comm.clone(), file.shared.clone());
        (comm, file.mode, shared, file.view.clone(), file.hints.clone())
    };
    let at = displacement(arguments.displacement, mode.is_sequential(), || {
        Ok(old.view.place(shared.value()? * old.view.etype_size()))
    });
    let parts = at.and_then(|at| ViewParts::new(&enter(), arguments, at));
    let view = parts.and_then(|parts| parts.build(mode.may_write()));
    let view = info.and_then(|info| hints.take(&info)).and(view);
    let view = all_or_none(&comm, "setting the view", view).map_err(of_file)?;
    let name = fixed_hash(view.representation.name());
    agree_on(&comm, "datarep", name, |_| "another one".to_owned())?;
    agree_on(&comm, "etype", view.view.etype_size(), |bytes| format!("of {bytes} bytes"))?;
    // The agreements have let all come here: nobody uses the old pointer any more.
    shared.reset(&comm, 0)?;
    let mut process = enter();
    let file = process.file_mut(handle)?;
    (file.view, file.position, file.hints) = (Arc::new(view), 0, hints);
    Ok(())
}

/// `MPI_File_get_view`: displacement, etype, filetype and data representation.
pub fn view(handle: FileHandle) -> Result<(u64, DatatypeHandle, DatatypeHandle, String)> {
    let mut process = enter();
    let view = process.file(handle)?.view.clone();
    let (etype, filetype) = (process.handle_for(&view.etype), process.handle_for(&view.filetype));
    Ok((view.displacement, etype, filetype, view.representation.name().to_owned()))
}

/// `MPI_File_get_type_extent`: in the file's data representation.
pub fn type_extent(handle: FileHandle, datatype: DatatypeHandle) -> Result<i64> {
    let (view, datatype) = {
        let process = enter();
        let view = process.file(handle)?.view.clone();
        (view, process.datatype(datatype)?.clone())
    };
    if datatype.size() == 0 && datatype.extent() < 0 {
        return Err(Error::new(MPI_ERR_ARG, "the datatype has a negative extent and no data"));
    }
    Ok(view.representation.in_file(&datatype)?.extent())
}
