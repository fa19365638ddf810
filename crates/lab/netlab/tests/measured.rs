//! The self-test's checks, one by one. They need root and `/dev/net/tun`.

use ferry_netlab::{CHECKS, Check, missing};

fn check(name: &str) {
    if let Some(reason) = missing() {
        eprintln!("skipped: {reason}");
        return;
    }
    let outcome = Check::named(name).expect("a check of this name").run();
    match outcome {
        Ok(outcome) => eprintln!("{name}: {outcome}"),
        Err(error) => panic!("{name}: {error:#}"),
    }
}

macro_rules! checks {
    ($($name:ident),*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        #[test]
        fn each_is_here() {
            let here = [$(stringify!($name)),*];
            assert!(CHECKS.iter().map(|check| check.name).eq(here));
        }
    };
}

checks!(nothing, loss, bursts, delay, jitter, rate, reorder, duplicate, corrupt, cut, paths);
