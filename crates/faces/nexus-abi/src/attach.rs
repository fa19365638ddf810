//! Attaching processes of different jobs.

use crate::code::{Code, Done, Failure, told};
use crate::library::nexus;
use crate::pointer::{place, text, write};
use crate::startpoints::{STARTPOINTS, keep, startpoint};
use crate::table::Handle;
use ferry_nexus::{Approval, Url, Visitor, split_url};
use std::ffi::{CString, c_char, c_int, c_long, c_void};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Whether a visitor may attach: 0, and the startpoint that it gets, or what it is told.
type Approve = extern "C" fn(*mut c_void, *const c_char, *mut Handle) -> c_int;

/// What the program says of a visitor. The startpoint that it gives is the visitor's from then on.
fn ask(approve: Approve, argument: usize, visitor: &Visitor) -> Approval {
    let path = CString::new(visitor.path.replace('\0', " ")).unwrap_or_default();
    let mut given = Handle::default();
    let code = approve(argument as *mut c_void, path.as_ptr(), &mut given);
    let startpoint = STARTPOINTS.remove(given);
    match (code, startpoint) {
        (0, Ok(startpoint)) => Approval::Accept((*startpoint.now()).clone()),
        (0, Err(_)) => Approval::Refuse("the program gives no startpoint".into()),
        (code, _) => Approval::Refuse(format!("the program refuses with code {code}")),
    }
}

/// Where to listen; NULL: everywhere.
pub(crate) fn bind(host: *const c_char, port: u16) -> Done<SocketAddr> {
    let host = match host.is_null() {
        true => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        false => {
            let host = text(host, "the host")?;
            let wrong = || format!("{host} is no address to listen at");
            host.parse().map_err(|_| Failure::new(Code::Argument, wrong()))?
        }
    };
    Ok(SocketAddr::new(host, port))
}

/// Writes the URL of a door.
pub(crate) fn hand_out_url(there: &Url, url: *mut c_char, size: c_long) -> Done {
    write(&there.to_string(), url, usize::try_from(size).unwrap_or_default())
}

fn allow(
    host: *const c_char,
    port: *mut u16,
    approve: Option<Approve>,
    argument: *mut c_void,
) -> Done<Url> {
    let port = place(port, "the port")?;
    let nobody = || Failure::new(Code::Argument, "nobody to ask about visitors");
    let approve = approve.ok_or_else(nobody)?;
    let argument = argument as usize;
    let asked = move |visitor: &Visitor| ask(approve, argument, visitor);
    let url = nexus()?.allow_attach(bind(host, *port)?, asked)?;
    *port = url.port;
    Ok(url)
}

/// `nexus_allow_attach`: listens at an address (NULL: all) and port (0: any, which is then told), and asks
/// `approve` about visitors, in a thread of the library's.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_allow_attach(
    host: *const c_char,
    port: *mut u16,
    url: *mut c_char,
    size: c_long,
    approve: Option<Approve>,
    argument: *mut c_void,
) -> c_int {
    told(allow(host, port, approve, argument).and_then(|there| {
        hand_out_url(&there, url, size).inspect_err(|_| {
            // A door whose URL nobody knows is none.
            if let Ok(nexus) = nexus() {
                nexus.disallow_attach(&there);
            }
        })
    }))
}

/// `nexus_disallow_attach`: nobody can attach by this URL any more.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_disallow_attach(url: *const c_char) -> c_int {
    told(text(url, "a URL").and_then(|url| {
        let url = split_url(url).map_err(|why| Failure::new(Code::BadUrl, why))?;
        let why = || Failure::new(Code::Argument, "there is no such door");
        nexus()?.disallow_attach(&url).then_some(()).ok_or_else(why)
    }))
}

/// `nexus_attach`: attaches to the process that gave out a URL, and gets a startpoint.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_attach(url: *const c_char, to: *mut Handle) -> c_int {
    told(place(to, "a startpoint").and_then(|to| {
        *to = keep(nexus()?.attach(text(url, "a URL")?)?);
        Ok(())
    }))
}

/// `nexus_detach`: ends the attachments by which a startpoint is reached.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_detach(of: *const Handle) -> c_int {
    told(startpoint(of).and_then(|startpoint| Ok(nexus()?.detach(&startpoint)?)))
}

/// `nexus_split_url`: takes a URL apart. `host` and `path` have this much room.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_split_url(
    url: *const c_char,
    host: *mut c_char,
    port: *mut u16,
    path: *mut c_char,
    size: c_long,
) -> c_int {
    told(text(url, "a URL").and_then(|url| {
        let url = split_url(url).map_err(|why| Failure::new(Code::BadUrl, why))?;
        let size = usize::try_from(size).unwrap_or_default();
        *place(port, "the port")? = url.port;
        write(&url.host, host, size)?;
        write(&url.path, path, size)
    }))
}
