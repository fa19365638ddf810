//! Service names.

use crate::code::{PmiCode, PmiResult, failed, told};
use crate::library::{PmiJob, with};
use crate::pointer::{text, write};
use std::ffi::{c_char, c_int};

/// Room that programs give a port, for which the call has no length (`MPI_MAX_PORT_NAME`).
const PORT_MAX: c_int = 256;

impl PmiJob {
    fn publish(&mut self, service: &str, port: &str) -> PmiResult {
        match self {
            PmiJob::Launched(client) => {
                client.publish_name(service, port).map_err(|why| failed("PMI_Publish_name", &why))
            }
            PmiJob::Alone(alone) if alone.names.contains_key(service) => Err(PmiCode::FAIL),
            PmiJob::Alone(alone) => {
                alone.names.insert(service.into(), port.into());
                Ok(())
            }
        }
    }

    fn unpublish(&mut self, service: &str) -> PmiResult {
        let was_there = match self {
            PmiJob::Launched(client) => {
                let gone = client.unpublish_name(service);
                gone.map_err(|why| failed("PMI_Unpublish_name", &why))?
            }
            PmiJob::Alone(alone) => alone.names.remove(service).is_some(),
        };
        if was_there { Ok(()) } else { Err(PmiCode::FAIL) }
    }

    fn lookup(&mut self, service: &str) -> PmiResult<String> {
        let found = match self {
            PmiJob::Launched(client) => {
                client.lookup_name(service).map_err(|why| failed("PMI_Lookup_name", &why))?
            }
            PmiJob::Alone(alone) => alone.names.get(service).cloned(),
        };
        found.ok_or(PmiCode::FAIL)
    }
}

/// `PMI_Publish_name`.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Publish_name(service_name: *const c_char, port: *const c_char) -> c_int {
    told(with(|job| {
        let port = text(port, PmiCode::ARGUMENT)?;
        if port.len() >= PORT_MAX as usize {
            return Err(PmiCode::LENGTH);
        }
        job.publish(text(service_name, PmiCode::ARGUMENT)?, port)
    }))
}

/// `PMI_Unpublish_name`.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Unpublish_name(service_name: *const c_char) -> c_int {
    told(with(|job| job.unpublish(text(service_name, PmiCode::ARGUMENT)?)))
}

/// `PMI_Lookup_name`: `port` has room for 256 bytes.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Lookup_name(service_name: *const c_char, port: *mut c_char) -> c_int {
    told(with(|job| write(&job.lookup(text(service_name, PmiCode::ARGUMENT)?)?, port, PORT_MAX)))
}
