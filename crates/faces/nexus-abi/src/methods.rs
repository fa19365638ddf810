//! By which methods startpoints go, and how often methods are looked at.

use crate::code::{Code, Done, Failure, told};
use crate::library::nexus;
use crate::pointer::{array, text, write};
use crate::startpoints::{change, startpoint};
use crate::table::Handle;
use ferry_nexus::PollInterval;
use std::ffi::{c_char, c_int, c_long};
use std::path::Path;

/// `nexus_startpoint_set_method`.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_set_method(of: *const Handle, method: *const c_char) -> c_int {
    told(text(method, "a method").and_then(|method| {
        change(of, |startpoint| startpoint.set_method(method))?.map_err(Failure::from)
    }))
}

/// `nexus_startpoint_carry_method`: the method that was set goes along where the startpoint is sent to.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_carry_method(of: *const Handle, carries: c_int) -> c_int {
    told(change(of, |startpoint| startpoint.carry_method(carries != 0)))
}

/// `nexus_startpoint_get_method`: by which its first endpoint is reached now.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_get_method(
    of: *const Handle,
    to: *mut c_char,
    size: c_long,
) -> c_int {
    told(startpoint(of).and_then(|startpoint| {
        write(&startpoint.method()?, to, usize::try_from(size).unwrap_or_default())
    }))
}

/// `nexus_startpoint_prefer`: gives it a descriptor table of its own, in which these methods stand first.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_prefer(
    of: *const Handle,
    methods: *const *const c_char,
    count: c_int,
) -> c_int {
    told(names(methods, count).and_then(|names| {
        let mut table = startpoint(of)?.table()?;
        for name in names.iter().rev() {
            if !table.prefer(name) {
                let why = format!("the endpoint's process has no method {name}");
                return Err(Failure::new(Code::NoWay, why));
            }
        }
        Ok(change(of, |startpoint| startpoint.set_table(table))??)
    }))
}

/// `nexus_startpoint_tune`: sets a parameter of a method's links to its endpoints' processes.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_startpoint_tune(
    of: *const Handle,
    method: *const c_char,
    parameter: *const c_char,
    value: *const c_char,
) -> c_int {
    told(startpoint(of).and_then(|startpoint| {
        let (method, parameter) = (text(method, "a method")?, text(parameter, "a parameter")?);
        Ok(startpoint.tune(method, parameter, text(value, "a value")?)?)
    }))
}

/// `nexus_set_skip_poll`: looks at a method once in so many polls; 0: as its arrivals make sensible.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_set_skip_poll(method: *const c_char, polls: c_int) -> c_int {
    told(text(method, "a method").and_then(|method| {
        let interval = match u32::try_from(polls) {
            Ok(0) => PollInterval::Adaptive,
            Ok(polls) => PollInterval::Fixed(polls),
            Err(_) => return Err(Failure::new(Code::Argument, format!("{polls} polls"))),
        };
        Ok(nexus()?.set_interval(method, interval)?)
    }))
}

/// `nexus_set_waiter`: gives a method a thread that waits for it, or takes that away.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_set_waiter(method: *const c_char, waits: c_int) -> c_int {
    told(text(method, "a method").and_then(|method| Ok(nexus()?.set_waiter(method, waits != 0)?)))
}

/// `nexus_poll_only`: looks at these methods only; none: at all again.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_poll_only(methods: *const *const c_char, count: c_int) -> c_int {
    told(names(methods, count).and_then(|names| {
        let only = (!names.is_empty()).then_some(&names[..]);
        Ok(nexus()?.poll_only(only)?)
    }))
}

fn names<'a>(methods: *const *const c_char, count: c_int) -> Done<Vec<&'a str>> {
    let count = usize::try_from(count);
    let count = count.map_err(|_| Failure::new(Code::Argument, "a negative number of methods"))?;
    array(methods, count)?.iter().map(|method| text(*method, "a method")).collect()
}

/// `nexus_open_method`: opens one more of Ferry's methods.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_open_method(name: *const c_char) -> c_int {
    told(text(name, "a method").and_then(|name| Ok(nexus()?.open_method(name)?)))
}

/// `nexus_open_module`: opens the method that a shared object brings; `name` has this much room for its name, and
/// may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_open_module(path: *const c_char, name: *mut c_char, size: c_long) -> c_int {
    told(text(path, "a path").and_then(|path| {
        let opened = nexus()?.open_module(Path::new(path))?;
        if name.is_null() {
            return Ok(());
        }
        write(&opened, name, usize::try_from(size).unwrap_or_default())
    }))
}
