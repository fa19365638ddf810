//! What is known of the start of this process: `MPI_INFO_ENV` and `MPI_Info_create_env` (MPI-5.0
//! §10, §11.2.1). Both say the same, before initialisation as after it, so only what is known before
//! counts. And which library this is.

use std::env;
use std::sync::OnceLock;

use crate::constants::{MPI_ABI_SUBVERSION, MPI_ABI_VERSION, MPI_SUBVERSION, MPI_VERSION};
use crate::info::Info;
use crate::init;

/// `MPI_Get_library_version`: name and version of this library, and those of the standard and its ABI.
pub fn library_version() -> String {
    format!(
        "Ferry {} (MPI {MPI_VERSION}.{MPI_SUBVERSION}, \
         standard ABI {MPI_ABI_VERSION}.{MPI_ABI_SUBVERSION})",
        env!("CARGO_PKG_VERSION")
    )
}

/// The keys of MPI-5.0 §11.2.1 as the first to ask found them; a program may change its working
/// directory and Ferry its variables. What cannot be a value is left out.
pub fn info() -> Info {
    static FOUND: OnceLock<Info> = OnceLock::new();
    FOUND.get_or_init(find).clone()
}

/// The same with the arguments that the program says it has; none stands for those of the system.
pub fn info_with(arguments: &[String]) -> Info {
    let mut info = info();
    if !arguments.is_empty() {
        set_arguments(&mut info, arguments);
    }
    info
}

fn find() -> Info {
    let mut info = Info::new();
    let arguments: Vec<String> = env::args_os().map(|a| a.to_string_lossy().into_owned()).collect();
    set_arguments(&mut info, &arguments);
    if let Some(count) = count() {
        set(&mut info, "maxprocs", &count);
    }
    set(&mut info, "arch", env::consts::ARCH);
    set(&mut info, "host", &init::processor_name());
    if let Ok(folder) = env::current_dir() {
        set(&mut info, "wdir", &folder.to_string_lossy());
    }
    info
}

/// How many processes were started, where the launcher says so in the environment. A process without
/// a launcher is a job of one.
fn count() -> Option<String> {
    match env::var("PMI_SIZE") {
        Ok(count) => Some(count),
        Err(_) if env::var_os("PMI_FD").is_none() && env::var_os("PMI_PORT").is_none() => {
            Some("1".to_owned())
        }
        Err(_) => None,
    }
}

fn set_arguments(info: &mut Info, arguments: &[String]) {
    if let Some((command, rest)) = arguments.split_first() {
        set(info, "command", command);
        set(info, "argv", &rest.join(" "));
    }
}

/// What is empty or too long is no value.
fn set(info: &mut Info, key: &str, value: &str) {
    if value.is_empty() || info.set(key, value).is_err() {
        let _ = info.remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_of_the_program_replace_those_of_the_system() {
        let given = ["prog".to_owned(), "a".to_owned(), "b".to_owned()];
        let info = info_with(&given);
        assert_eq!((info.get("command"), info.get("argv")), (Some("prog"), Some("a b")));
        let alone = info_with(&given[..1]);
        assert_eq!((alone.get("command"), alone.get("argv")), (Some("prog"), None));
        assert_eq!(info_with(&[]), super::info());
        assert_eq!(info.get("arch"), Some(env::consts::ARCH));
    }
}
