//! The suite that every method must pass, for a process that sends to itself.

use ferry_conformance::{Reach, Subject, identity};
use ferry_method::Method;
use ferry_method_local::LocalMethod;

fn subject() -> Subject {
    Subject::new(Reach::Itself, |n| {
        (0..n).map(|i| Box::new(LocalMethod::new(&identity(i, n))) as Box<dyn Method>).collect()
    })
}

ferry_conformance::suite!(local, subject());
