//! Names the library as programs look for it.

fn main() {
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libferry_nexus.so.0");
}
