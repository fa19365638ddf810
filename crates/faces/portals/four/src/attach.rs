//! Processes of other jobs: doors of this one, and going to theirs.

use crate::code::{Portals4Code, Portals4Result, told};
use crate::library::portals;
use crate::pointer::{place, places, text, write};
use crate::types::ProcessUnion;
use ferry_portals::four::NiProcess;
use ferry_portals::{PortalsProcess, Url, split_url};
use std::ffi::{c_char, c_int, c_uint};
use std::net::{Ipv4Addr, SocketAddr};

impl From<PortalsProcess> for ProcessUnion {
    fn from(process: PortalsProcess) -> Self {
        NiProcess::physical(process).into()
    }
}

/// A failure whose reason only a line can tell.
fn failed(doing: &str, why: impl std::fmt::Display) -> Portals4Code {
    ferry_sys::tell(&format!("ferry: {doing}: {why}"));
    Portals4Code::FAIL
}

fn url_of(doing: &str, url: *const c_char) -> Portals4Result<Url> {
    let url = text(url)?.ok_or(Portals4Code::ARG_INVALID)?;
    split_url(url).map_err(|why| failed(doing, why))
}

/// Where to listen; NULL: everywhere.
fn bind(doing: &str, address: *const c_char) -> Portals4Result<SocketAddr> {
    let any = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
    text(address)?.map_or(Ok(any), |address| {
        address.parse().map_err(|_| {
            failed(doing, format!("'{address}' is no address to listen at, like 127.0.0.1:0"))
        })
    })
}

fn open(address: *const c_char) -> Portals4Result<Url> {
    const DOING: &str = "PtlFerryOpen";
    let bind = bind(DOING, address)?;
    portals()?.open_door(bind).map_err(|why| failed(DOING, why))
}

/// `PtlFerryOpen`: lets processes of other jobs in that have the URL.
#[unsafe(no_mangle)]
pub extern "C" fn PtlFerryOpen(address: *const c_char, url: *mut c_char, size: u64) -> c_int {
    told(open(address).and_then(|opened| {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        write(&opened.to_string(), url, size).inspect_err(|_| {
            // A door whose URL nobody knows is none.
            if let Ok(portals) = portals() {
                portals.close_door(&opened);
            }
        })
    }))
}

/// `PtlFerryClose`: nobody comes in by this URL any more.
#[unsafe(no_mangle)]
pub extern "C" fn PtlFerryClose(url: *const c_char) -> c_int {
    const DOING: &str = "PtlFerryClose";
    told(url_of(DOING, url).and_then(|url| match portals()?.close_door(&url) {
        true => Ok(()),
        false => Err(failed(DOING, "there is no such door")),
    }))
}

/// `PtlFerryAttach`: goes to the process that gave out a URL, and tells what it is called from now on.
#[unsafe(no_mangle)]
pub extern "C" fn PtlFerryAttach(url: *const c_char, process: *mut ProcessUnion) -> c_int {
    const DOING: &str = "PtlFerryAttach";
    told(place(process).and_then(|process| {
        let url = url_of(DOING, url)?;
        let attached = portals()?.attach(&url);
        let name =
            attached.map_err(|why| failed(DOING, format!("{}: {why}", url.without_key())))?;
        *process = name.into();
        Ok(())
    }))
}

/// `PtlFerryDetach`: parts from a process of another job.
#[unsafe(no_mangle)]
pub extern "C" fn PtlFerryDetach(process: ProcessUnion) -> c_int {
    let name = PortalsProcess { nid: process.words[0], pid: process.words[1] };
    let invalid = Portals4Code::ARG_INVALID;
    told(portals().and_then(|portals| portals.detach(name).then_some(()).ok_or(invalid)))
}

/// `PtlFerryGetId`: what this process is called by those of other jobs.
#[unsafe(no_mangle)]
pub extern "C" fn PtlFerryGetId(process: *mut ProcessUnion) -> c_int {
    told(place(process).and_then(|process| {
        *process = portals()?.name_abroad().into();
        Ok(())
    }))
}

/// Writes as many names as there is room for, and how many there are.
fn hand_out(
    names: &[PortalsProcess],
    into: *mut ProcessUnion,
    count: *mut c_uint,
) -> Portals4Result {
    let count = place(count)?;
    let room = names.len().min(*count as usize);
    let places = places(into, room)?;
    places.iter_mut().zip(names).for_each(|(place, name)| *place = (*name).into());
    *count = names.len() as c_uint;
    Ok(())
}

/// `PtlFerryOpenJob`: lets other jobs in as wholes that have the URL.
#[unsafe(no_mangle)]
pub extern "C" fn PtlFerryOpenJob(address: *const c_char, url: *mut c_char, size: u64) -> c_int {
    const DOING: &str = "PtlFerryOpenJob";
    told(bind(DOING, address).and_then(|bind| {
        let opened = portals()?.open_job_door(bind).map_err(|why| failed(DOING, why))?;
        write(&opened.to_string(), url, usize::try_from(size).unwrap_or(usize::MAX))
    }))
}

/// `PtlFerryAcceptJob`: all processes of this job meet all of the next at the door.
#[unsafe(no_mangle)]
pub extern "C" fn PtlFerryAcceptJob(processes: *mut ProcessUnion, count: *mut c_uint) -> c_int {
    told(portals().and_then(|portals| {
        let met = portals.accept_job().map_err(|why| failed("PtlFerryAcceptJob", why))?;
        hand_out(&met, processes, count)
    }))
}

/// `PtlFerryAttachJob`: all processes of this job meet all of the one whose URL rank 0 has.
#[unsafe(no_mangle)]
pub extern "C" fn PtlFerryAttachJob(
    url: *const c_char,
    processes: *mut ProcessUnion,
    count: *mut c_uint,
) -> c_int {
    const DOING: &str = "PtlFerryAttachJob";
    told(portals().and_then(|portals| {
        // A URL that makes no sense is none: the others are told by rank 0.
        let url = url_of(DOING, url).ok();
        let met = portals.attach_job(url.as_ref()).map_err(|why| failed(DOING, why))?;
        hand_out(&met, processes, count)
    }))
}
