//! Names of services (MPI-5.0 §11.9.4).
//!
//! The launcher keeps them for its jobs, on whatever hosts these are. For other jobs of the same user on the same
//! host, and without a launcher, the process that publishes a name keeps it itself. What becomes of a name that another
//! process has published the standard leaves open: those of the same job can take it away, and others cannot. On
//! whatever host they are, the launcher hears of it, and the process that keeps the name asks there before it tells it to
//! anybody.

use super::parley::error_of;
use crate::constants::{MPI_ERR_ARG, MPI_ERR_NAME, MPI_ERR_OTHER, MPI_ERR_SERVICE};
use crate::error::{Error, Result};
use crate::process::{aside, enter};
use ferry_pmi::{Client, PmiError, long};
use ferry_ports::{Service, Withdrawal};
use std::sync::{Mutex, PoisonError};

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
    if service.is_empty() {
        return Err(Error::new(
            MPI_ERR_ARG,
            "a service's name has one byte at least, this one none",
        ));
    }
    Ok(())
}

fn of_launcher(why: PmiError) -> Error {
    let class = match &why {
        // The name is too long for its protocol.
        PmiError::Caller { .. } => MPI_ERR_ARG,
        _ => MPI_ERR_OTHER,
    };
    Error::new(class, why.to_string())
}

/// `MPI_Publish_name`.
pub fn publish(service: &str, port: &str) -> Result<()> {
    check(service)?;
    let with_launcher = match ask(|client, name| client.publish_name(name, port), service) {
        Some(Err(PmiError::Refused { reason, .. })) => {
            let text = format!(
                "the launcher does not publish the name {service:?}: {reason}; one that is published already \
                 MPI_Unpublish_name frees"
            );
            return Err(Error::new(MPI_ERR_SERVICE, text));
        }
        Some(told) => told.map(|()| true).map_err(of_launcher)?,
        None => false,
    };
    enter().dynamic.services.retain(|_, kept| !kept.is_withdrawn());
    let job = enter().identity.job.0;
    let launcher = enter().launcher.clone().filter(|_| with_launcher);
    let (told, said) = (service.to_owned(), port.to_owned());
    let is_published =
        move || launcher.as_deref().is_none_or(|launcher| still_published(launcher, &told, &said));
    let kept = Service::publish(service, port, job, is_published);
    let kept = kept.map_err(|why| error_of(&why))?;
    match kept {
        Some(kept) => {
            let old = enter().dynamic.services.insert(service.to_owned(), kept);
            drop(old);
            Ok(())
        }
        // Another job has the name for itself; the launcher's jobs find this one.
        None if with_launcher => Ok(()),
        None => Err(Error::new(
            MPI_ERR_SERVICE,
            format!("the name {service:?} is published already; MPI_Unpublish_name frees it"),
        )),
    }
}

/// Whether the launcher still has this port under a name.
fn still_published(launcher: &Mutex<Client>, service: &str, port: &str) -> bool {
    // Whoever talks to it may do so for long, as a spawn does, and whoever asks for the name does not wait for ever.
    let Ok(mut client) = launcher.try_lock() else { return true };
    let found = client.lookup_name(&long::to_text(service.as_bytes()));
    found.map_or(true, |found| found.as_deref() == Some(port))
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
    let of_others = || {
        let text = format!(
            "the name {service:?} was published by another job, and only a process of that job can take it away"
        );
        Error::new(MPI_ERR_SERVICE, text)
    };
    let was_told = match ask(Client::unpublish_name, service) {
        Some(Err(PmiError::Refused { .. })) => return Err(of_others()),
        told => told.transpose().map_err(of_launcher)?.unwrap_or(false),
    };
    let (kept, job) = {
        let mut process = enter();
        (process.dynamic.services.remove(service), process.identity.job.0)
    };
    let kept = match kept.map(|kept| kept.is_withdrawn()) {
        Some(false) => Withdrawal::Done,
        // One that was withdrawn here another process may have published since.
        _ => aside(|| ferry_ports::withdraw(service, job)).map_err(|why| error_of(&why))?,
    };
    match kept {
        _ if was_told => Ok(()),
        Withdrawal::Done => Ok(()),
        Withdrawal::OfOthers => Err(of_others()),
        Withdrawal::Unknown => {
            Err(Error::new(MPI_ERR_SERVICE, format!("the name {service:?} is not published")))
        }
    }
}
