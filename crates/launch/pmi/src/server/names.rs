//! Names of services, which all jobs of a launcher have in common (MPI-5.0 §11.9.4).
//!
//! A name is its job's: no other can take it away, and it goes with the process that has published it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Most names, and most bytes of names and ports, that a launcher keeps.
const NAMES_MAX: usize = 100_000;
const BYTES_MAX: usize = 64 << 20;

/// Said of a name that another job has published, to whoever wants to take it away.
pub(crate) const OF_ANOTHER_JOB: &str = "service_of_another_job";

/// A port that somebody has published.
#[derive(Debug)]
struct PublishedPort {
    port: String,
    /// The job whose name it is, by its key-value space, and the rank in it.
    owner: (String, u32),
}

#[derive(Debug, Default)]
struct PublishedPorts {
    by_service: HashMap<String, PublishedPort>,
    bytes: usize,
}

/// The names of all jobs of a launcher.
#[derive(Clone, Debug, Default)]
pub(super) struct ServiceNames(Arc<Mutex<PublishedPorts>>);

impl ServiceNames {
    /// Nobody else is there meanwhile.
    fn lock(&self) -> MutexGuard<'_, PublishedPorts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Publishes a port for a rank of a job; the error says why not.
    pub(super) fn publish(
        &self,
        (job, rank): (&str, u32),
        service: &str,
        port: &str,
    ) -> Result<(), &'static str> {
        let mut names = self.lock();
        let bytes = names.bytes + service.len() + port.len();
        if service.is_empty() {
            return Err("name_not_accepted");
        }
        if names.by_service.contains_key(service) {
            return Err("service_already_published");
        }
        if names.by_service.len() == NAMES_MAX || bytes > BYTES_MAX {
            return Err("too_many_names");
        }
        let published = PublishedPort { port: port.to_owned(), owner: (job.to_owned(), rank) };
        names.by_service.insert(service.to_owned(), published);
        names.bytes = bytes;
        Ok(())
    }

    /// The port of a service.
    pub(super) fn look_up(&self, service: &str) -> Option<String> {
        self.lock().by_service.get(service).map(|published| published.port.clone())
    }

    /// Takes a name away for a job; the error says why not.
    pub(super) fn withdraw(&self, job: &str, service: &str) -> Result<(), &'static str> {
        let mut names = self.lock();
        let published = names.by_service.get(service).ok_or("service_not_found")?;
        if published.owner.0 != job {
            return Err(OF_ANOTHER_JOB);
        }
        names.bytes -= service.len() + published.port.len();
        names.by_service.remove(service);
        Ok(())
    }

    /// A rank of a job is there no more, and its ports neither.
    pub(super) fn forget(&self, job: &str, rank: u32) {
        let mut names = self.lock();
        let is_left =
            |published: &PublishedPort| published.owner.1 != rank || published.owner.0 != job;
        names.by_service.retain(|_, published| is_left(published));
        let sizes =
            names.by_service.iter().map(|(name, published)| name.len() + published.port.len());
        names.bytes = sizes.sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_its_jobs_and_goes_with_its_process() {
        let names = ServiceNames::default();
        names.publish(("a", 0), "tea", "port").unwrap();
        names.publish(("a", 1), "milk", "other").unwrap();
        assert_eq!(names.publish(("b", 0), "tea", "port"), Err("service_already_published"));
        assert_eq!(names.withdraw("b", "tea"), Err(OF_ANOTHER_JOB));
        assert_eq!(names.look_up("tea").as_deref(), Some("port"));
        names.forget("b", 0);
        names.forget("a", 1);
        assert_eq!(names.look_up("milk"), None);
        assert_eq!(names.lock().bytes, 7);
        // Any rank of the job may.
        assert_eq!(names.withdraw("a", "tea"), Ok(()));
        assert_eq!(names.withdraw("a", "tea"), Err("service_not_found"));
        assert_eq!(names.lock().bytes, 0);
        names.publish(("b", 0), "tea", "port").unwrap();
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let names = ServiceNames::default();
        let port = "x".repeat(BYTES_MAX / 2);
        assert_eq!(names.publish(("a", 0), "", "port"), Err("name_not_accepted"));
        names.publish(("a", 0), "1", &port).unwrap();
        assert_eq!(names.publish(("a", 0), "2", &port), Err("too_many_names"));
        names.forget("a", 0);
        names.publish(("a", 0), "2", &port).unwrap();
    }
}
