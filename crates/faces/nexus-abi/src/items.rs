//! What is put into buffers and got out of them.

use crate::buffers::with;
use crate::code::{Code, Done, Failure, told};
use crate::library::nexus;
use crate::pointer::{array, places, text, write};
use crate::startpoints::{keep, nexus_startpoint_destroy, startpoint};
use crate::table::Handle;
use ferry_nexus::Value;
use std::ffi::{c_char, c_int, c_long};

/// Bytes before each item.
const HEAD: c_long = 9;

fn number(count: c_int) -> Done<usize> {
    let why = || Failure::new(Code::Argument, format!("{count} items"));
    usize::try_from(count).map_err(|_| why())
}

fn put<T: Value>(of: *const Handle, values: *const T, count: c_int) -> Done {
    let values = array(values, number(count)?)?;
    with(of, |buffer| {
        buffer.put_slice(values);
        Ok(())
    })
}

fn put_direct<T: Value>(of: *const Handle, values: *const T, count: c_int) -> Done {
    let values = array(values, number(count)?)?;
    with(of, |buffer| {
        buffer.put_lent(values);
        Ok(())
    })
}

fn get<T: Value>(of: *const Handle, values: *mut T, count: c_int) -> Done {
    let values = places(values, number(count)?)?;
    with(of, |buffer| Ok(buffer.get_into(values)?))
}

macro_rules! items {
    ($($type:ty: $size:ident $put:ident $direct:ident $get:ident $get_direct:ident;)*) => {$(
        #[doc = concat!("`", stringify!($size), "`: bytes that so many take in a buffer.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $size(count: c_int) -> c_long {
            HEAD + c_long::from(count.max(0)) * size_of::<$type>() as c_long
        }

        #[doc = concat!("`", stringify!($put), "`: puts a copy of so many.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $put(buffer: *const Handle, values: *const $type, count: c_int) -> c_int {
            told(put(buffer, values, count))
        }

        #[doc = concat!("`", stringify!($direct), "`: puts so many, to be sent from where they are.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $direct(
            buffer: *const Handle,
            values: *const $type,
            count: c_int,
        ) -> c_int {
            told(put_direct(buffer, values, count))
        }

        #[doc = concat!("`", stringify!($get), "`: gets so many, which must be next.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $get(buffer: *const Handle, values: *mut $type, count: c_int) -> c_int {
            told(get(buffer, values, count))
        }

        #[doc = concat!("`", stringify!($get_direct), "`: the same; items put either way arrive alike.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $get_direct(
            buffer: *const Handle,
            values: *mut $type,
            count: c_int,
        ) -> c_int {
            told(get(buffer, values, count))
        }
    )*};
}

items! {
    f32: nexus_sizeof_float nexus_put_float nexus_direct_put_float nexus_get_float nexus_direct_get_float;
    f64: nexus_sizeof_double nexus_put_double nexus_direct_put_double nexus_get_double nexus_direct_get_double;
    i16: nexus_sizeof_short nexus_put_short nexus_direct_put_short nexus_get_short nexus_direct_get_short;
    u16: nexus_sizeof_u_short nexus_put_u_short nexus_direct_put_u_short nexus_get_u_short nexus_direct_get_u_short;
    i32: nexus_sizeof_int nexus_put_int nexus_direct_put_int nexus_get_int nexus_direct_get_int;
    u32: nexus_sizeof_u_int nexus_put_u_int nexus_direct_put_u_int nexus_get_u_int nexus_direct_get_u_int;
    i64: nexus_sizeof_long nexus_put_long nexus_direct_put_long nexus_get_long nexus_direct_get_long;
    u64: nexus_sizeof_u_long nexus_put_u_long nexus_direct_put_u_long nexus_get_u_long nexus_direct_get_u_long;
    i8: nexus_sizeof_char nexus_put_char nexus_direct_put_char nexus_get_char nexus_direct_get_char;
    u8: nexus_sizeof_byte nexus_put_byte nexus_direct_put_byte nexus_get_byte nexus_direct_get_byte;
}

/// `nexus_put_string`.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_put_string(buffer: *const Handle, string: *const c_char) -> c_int {
    told(text(string, "a string").and_then(|string| {
        with(buffer, |buffer| {
            buffer.put_str(string);
            Ok(())
        })
    }))
}

/// `nexus_get_string`: into `size` bytes, which have room for its zero. A string that is longer stays next in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_get_string(buffer: *const Handle, to: *mut c_char, size: c_long) -> c_int {
    told(with(buffer, |buffer| {
        write(buffer.peek_str()?, to, usize::try_from(size).unwrap_or_default())?;
        buffer.get_str()?;
        Ok(())
    }))
}

fn put_startpoints(buffer: *const Handle, startpoints: *const Handle, count: c_int) -> Done {
    let handles = array(startpoints, number(count)?)?;
    let found: Done<Vec<_>> = handles.iter().map(|handle| startpoint(handle)).collect();
    let found = found?;
    with(buffer, |buffer| {
        for startpoint in &found {
            buffer.put_startpoint(startpoint);
        }
        Ok(())
    })
}

/// `nexus_put_startpoint`: puts so many; they stay, too.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_put_startpoint(
    buffer: *const Handle,
    startpoints: *const Handle,
    count: c_int,
) -> c_int {
    told(put_startpoints(buffer, startpoints, count))
}

/// `nexus_put_startpoint_transfer`: puts so many and destroys them here.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_put_startpoint_transfer(
    buffer: *const Handle,
    startpoints: *mut Handle,
    count: c_int,
) -> c_int {
    told(put_startpoints(buffer, startpoints, count).and_then(|()| {
        for handle in places(startpoints, number(count)?)? {
            nexus_startpoint_destroy(handle);
        }
        Ok(())
    }))
}

/// `nexus_get_startpoint`: gets so many, or none where one of them cannot be got; then all stay next.
#[unsafe(no_mangle)]
pub extern "C" fn nexus_get_startpoint(
    buffer: *const Handle,
    startpoints: *mut Handle,
    count: c_int,
) -> c_int {
    told(nexus().and_then(|nexus| {
        let handles = places(startpoints, number(count)?)?;
        let got = with(buffer, |buffer| Ok(buffer.get_startpoints(&nexus, handles.len())?))?;
        handles.iter_mut().zip(got).for_each(|(handle, startpoint)| *handle = keep(startpoint));
        Ok(())
    }))
}
