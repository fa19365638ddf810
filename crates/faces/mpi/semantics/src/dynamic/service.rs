//! Names of services (MPI-5.0 §11.9.4).
//!
//! The launcher keeps them for its jobs, on whatever hosts these are. For other jobs of the same user on the same
//! host, and without a launcher, the process that publishes a name keeps it itself.

use super::parley::error_of;
use crate::constants::{MPI_ERR_ARG, MPI_ERR_NAME, MPI_ERR_OTHER, MPI_ERR_SERVICE};
use crate::error::{Error, Result};
use crate::process::{aside, enter};
use ferry_pmi::{Client, PmiError, long};
use ferry_ports::Service;
use std::sync::PoisonError;

/// Asks the launcher, if there is one.
fn ask<T>(
    ask: impl FnOnce(&mut Client, &str) -> Result<T, PmiError>,
    service: &str,
) -> Option<Result<T, PmiError>> {
    let launcher = enter().launcher.clone()?;
    let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
    // The protocol has no blanks.
    Some(ask(&mut client, &long::to_text(service.as_bytes())))
}

fn check(service: &str) -> Result<()> {
    const LONGEST: usize = 256;
    if service.is_empty() || service.len() > LONGEST {
        let text = format!("a service's name has 1 to {LONGEST} bytes, this one {}", service.len());
        return Err(Error::new(MPI_ERR_ARG, text));
    }
    Ok(())
}

fn of_launcher(why: PmiError) -> Error {
    Error::new(MPI_ERR_OTHER, why.to_string())
}

/// `MPI_Publish_name`.
pub fn publish(service: &str, port: &str) -> Result<()> {
    check(service)?;
    let taken = || {
        let text =
            format!("the name {service:?} is published already; MPI_Unpublish_name frees it");
        Error::new(MPI_ERR_SERVICE, text)
    };
    let with_launcher = match ask(|client, name| client.publish_name(name, port), service) {
        Some(Err(PmiError::Refused { .. })) => return Err(taken()),
        Some(told) => told.map(|()| true).map_err(of_launcher)?,
        None => false,
    };
    enter().dynamic.services.retain(|_, kept| !kept.is_withdrawn());
    let kept = Service::publish(service, port).map_err(|why| error_of(&why))?;
    match kept {
        Some(kept) => {
            let old = enter().dynamic.services.insert(service.to_owned(), kept);
            drop(old);
            Ok(())
        }
        // Another job has the name for itself; the launcher's jobs find this one.
        None if with_launcher => Ok(()),
        None => Err(taken()),
    }
}

/// `MPI_Lookup_name`: the port.
pub fn look_up(service: &str) -> Result<String> {
    check(service)?;
    let found = ask(Client::lookup_name, service).transpose().map_err(of_launcher)?.flatten();
    if let Some(port) = found {
        return Ok(port);
    }
    let found = aside(|| ferry_ports::look_up(service)).map_err(|why| error_of(&why))?;
    found.ok_or_else(|| {
        let text = format!(
            "no service {service:?} is published by a job of this launcher, nor by a process of this user on \
             this host"
        );
        Error::new(MPI_ERR_NAME, text)
    })
}

/// `MPI_Unpublish_name`.
pub fn unpublish(service: &str) -> Result<()> {
    check(service)?;
    let told = ask(Client::unpublish_name, service).transpose().map_err(of_launcher)?;
    let was_told = told.unwrap_or(false);
    let kept = enter().dynamic.services.remove(service);
    let was_kept = match kept {
        Some(kept) => !kept.is_withdrawn(),
        None => aside(|| ferry_ports::withdraw(service)).map_err(|why| error_of(&why))?,
    };
    if was_told || was_kept {
        return Ok(());
    }
    Err(Error::new(MPI_ERR_SERVICE, format!("the name {service:?} is not published")))
}
