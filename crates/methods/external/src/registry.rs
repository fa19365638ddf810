//! Modules of this process: each is loaded once and stays.

use crate::ffi::{self, Module};
use crate::probe;
use ferry_method::MethodError;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

static LOADED: Mutex<Vec<(PathBuf, &'static Module)>> = Mutex::new(Vec::new());

/// The module of that file, loaded if it is not yet.
pub(crate) fn module(path: &Path, timeout: Duration) -> Result<&'static Module, MethodError> {
    let refused = |why: String| MethodError::Configuration {
        parameter: "external",
        why: format!("{}: {why}", path.display()),
    };
    let real = path.canonicalize().map_err(|e| refused(e.to_string()))?;
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, module)) = loaded.iter().find(|(known, _)| *known == real) {
        return Ok(module);
    }
    probe::probe(&real, timeout).map_err(refused)?;
    let module = ffi::load(&real).map_err(refused)?;
    if let Some((other, _)) = loaded.iter().find(|(_, known)| known.name == module.name) {
        let why =
            format!("the method '{}' was loaded from {} already", module.name, other.display());
        return Err(refused(why));
    }
    let module: &'static Module = Box::leak(Box::new(module));
    loaded.push((real, module));
    Ok(module)
}
