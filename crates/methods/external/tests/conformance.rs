//! The suite that every method must pass, for the example of an external one.

mod modules;

use ferry_conformance::{Reach, Subject, identity};
use ferry_method::Method;
use ferry_method_external::{ExternalMethod, ExternalOptions};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The example, built once; `None` where there is no C compiler.
fn built() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let build = || modules::build("examples/external-method/uxpipe.c", &["-O2"]);
    BUILT.get_or_init(build).as_deref()
}

fn subject() -> Option<Subject> {
    let path = built()?;
    let subject = Subject::new(Reach::Others, move |n| {
        let end = |i| -> Box<dyn Method> {
            let loaded = ExternalMethod::load(path, &identity(i, n), &ExternalOptions::default());
            Box::new(loaded.expect("a sound module"))
        };
        (0..n).map(end).collect()
    });
    Some(subject.without_signals().without_farewells())
}

ferry_conformance::suite!(
    uxpipe,
    match subject() {
        Some(subject) => subject,
        None => return,
    }
);

#[test]
fn it_is_what_its_table_says() {
    let Some(path) = built() else { return };
    let method = modules::load(path, &ExternalOptions::default()).expect("a sound module");
    assert_eq!((method.name(), method.attributes().streams), ("uxpipe", 1));
    assert!(method.attributes().reliable && !method.attributes().stream_flow_control);
}
