//! Jobs that meet as wholes.

use crate::attach::{bind, hand_out_url};
use crate::code::{Code, Done, Failure, told};
use crate::library::nexus;
use crate::pointer::{place, places, text};
use crate::startpoints::{keep, startpoint};
use crate::table::Handle;
use ferry_nexus::Startpoint;
use std::ffi::{c_char, c_int, c_long};

/// Room for startpoints, as the program says it has.
fn room<'a>(
    startpoints: *mut Handle,
    count: *mut c_int,
) -> Done<(&'a mut [Handle], &'a mut c_int)> {
    let count = place(count, "the number of startpoints")?;
    let wrong = |_| Failure::new(Code::Argument, "a negative number of startpoints");
    let room = usize::try_from(*count).map_err(wrong)?;
    Ok((places(startpoints, room)?, count))
}

/// Gives the program as many as there is room for, and says how many there are.
fn hand_out(met: Vec<Startpoint>, (room, count): (&mut [Handle], &mut c_int)) {
    *count = c_int::try_from(met.len()).unwrap_or(c_int::MAX);
    room.iter_mut().zip(met).for_each(|(to, startpoint)| *to = keep(startpoint));
}

/// `nexus_open_job`: opens a door by which other jobs come in as wholes.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_open_job(
    host: *const c_char,
    port: *mut u16,
    url: *mut c_char,
    size: c_long,
) -> c_int {
    told(place(port, "the port").and_then(|port| {
        let opened = nexus()?.open_job_door(bind(host, *port)?)?;
        *port = opened.port;
        hand_out_url(&opened, url, size)
    }))
}

/// `nexus_accept_job`: all processes of this job meet all of the next at the door.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_accept_job(
    own: *const Handle,
    startpoints: *mut Handle,
    count: *mut c_int,
) -> c_int {
    told(room(startpoints, count).and_then(|room| {
        let own = startpoint(own)?;
        hand_out(nexus()?.accept_job(&own)?, room);
        Ok(())
    }))
}

/// `nexus_attach_job`: all processes of this job meet all of the one whose URL node 0 has.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_attach_job(
    url: *const c_char,
    own: *const Handle,
    startpoints: *mut Handle,
    count: *mut c_int,
) -> c_int {
    told(room(startpoints, count).and_then(|room| {
        let own = startpoint(own)?;
        let url = if url.is_null() { None } else { Some(text(url, "a URL")?) };
        hand_out(nexus()?.attach_job(url, &own)?, room);
        Ok(())
    }))
}
