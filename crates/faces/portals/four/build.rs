//! Names the library as programs look for it.

fn main() {
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libferry_portals4.so.0");
}
