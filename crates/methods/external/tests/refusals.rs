//! Modules that are refused, and what is said about them.

mod modules;

use ferry_conformance::Recorder;
use ferry_method::{
    Applicable, Culprit, HandlerId, Header, Landing, Method, MethodError, Now, PeerId, Sink,
};
use ferry_method_external::{ExternalMethod, ExternalOptions};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

const MODULE: &str = "crates/methods/external/tests/modules/module.c";

fn why(result: Result<ExternalMethod, MethodError>) -> String {
    let error = result.err().expect("a refusal");
    assert_eq!(error.culprit(), Culprit::Configuration, "{error}");
    error.to_string()
}

/// A module with these flags is refused, and the reason contains this.
fn refused(flags: &[&str], reason: &str) {
    let Some(built) = modules::build(MODULE, flags) else { return };
    let error = why(modules::load(&built, &ExternalOptions::default()));
    assert!(error.contains(reason), "expected '{reason}' in: {error}");
    assert!(error.contains(".so: "), "the file is named: {error}");
}

/// A module of its own name, as two files of one name cannot be loaded.
fn accepted(name: &str, flags: &[&str]) -> Option<ExternalMethod> {
    let name = format!("-DNAME=\"{name}\"");
    let built = modules::build(MODULE, &[&[name.as_str()], flags].concat())?;
    Some(modules::load(&built, &ExternalOptions::default()).expect("a sound module"))
}

#[test]
fn files_that_are_no_modules() {
    let folder = tempfile::TempDir::new().unwrap();
    let missing = folder.path().join("missing.so");
    assert!(why(modules::load(&missing, &ExternalOptions::default())).contains("No such file"));
    let text = folder.path().join("text.so");
    std::fs::write(&text, "not a shared object, though it says so by its name").unwrap();
    assert!(why(modules::load(&text, &ExternalOptions::default())).contains("cannot be loaded"));
    let folder = modules::load(folder.path(), &ExternalOptions::default());
    assert!(why(folder).contains("cannot be loaded"));
}

#[test]
fn tables_of_another_interface() {
    refused(&["-DVERSION=2"], "version 2 of the interface, not 1");
    refused(&["-DREFUSE"], "does not speak version 1");
    refused(&["-DSIZE=16"], "its table has 16 bytes");
    refused(&["-DENTRY=something_else"], "no function ferry_method_entry");
    refused(&["-DSEND=NULL", "-DNO_SEND"], "'send' is null");
}

#[test]
fn names_that_cannot_be() {
    refused(&["-DNAME=NULL"], "it has no name");
    refused(&["-DNAME=\"tcp\""], "'tcp', which is a method of Ferry's own");
    refused(&["-DNAME=\"a+b\""], "'a+b' is no name");
    refused(&["-DNAME=\"\""], "'' is no name");
}

#[test]
fn two_modules_of_one_name() {
    if accepted("twin", &[]).is_none() {
        return;
    }
    refused(&["-DNAME=\"twin\"", "-DFRAME=2048"], "'twin' was loaded from");
}

#[test]
fn claims_that_make_no_sense() {
    refused(
        &["-DNAME=\"wordy\"", "-DDESCRIPTOR=300"],
        "a descriptor of 300 bytes; 256 is the most",
    );
    refused(&["-DNAME=\"mute\"", "-DDESCRIPTOR=-8"], "it has no descriptor");
    refused(&["-DNAME=\"tiny\"", "-DFRAME=10"], "max_frame is 10");
}

#[test]
fn a_crash_at_load_harms_nobody() {
    refused(&["-DCRASH"], "died by signal 6 while it was loaded");
    refused(&["-DLEAVE"], "ended the process with status 3");
}

#[test]
fn a_hang_at_load_ends() {
    let Some(built) = modules::build(MODULE, &["-DHANG"]) else { return };
    let options =
        ExternalOptions { probe_timeout: Duration::from_millis(200), ..Default::default() };
    assert!(why(modules::load(&built, &options)).contains("did not load within 200ms"));
}

#[test]
fn options_are_passed_on_and_judged() {
    let Some(built) = modules::build(MODULE, &["-DNAME=\"choosy\""]) else { return };
    let with = |name: &str| {
        let options = vec![(name.to_owned(), "high".to_owned())];
        modules::load(&built, &ExternalOptions { options, ..Default::default() })
    };
    assert!(with("speed").is_ok());
    assert!(why(with("colour")).contains("there is no option but 'speed'"));
    assert!(why(with("zero\0byte")).contains("zero byte"));
}

#[test]
fn frames_losses_and_errors_come_through() {
    let Some(mut method) = accepted("polite", &[]) else { return };
    let mut sink = Recorder::default();
    assert_eq!(method.poll(Now::ZERO, &mut sink), 1);
    let payloads: Vec<_> = sink.arrivals.iter().map(|a| a.payload.as_deref().unwrap()).collect();
    assert_eq!(payloads, [b"text", b"more"]);
    let (peer, error) = &sink.losses[0];
    assert!(matches!(error, MethodError::Nonsense { .. }) && *peer == PeerId(1), "{error}");
    assert!(error.to_string().contains("it babbled"));
    let header = Header::new(HandlerId(1));
    let error = method.send(PeerId(1), &header, b"", &mut 0).unwrap_err();
    assert!(matches!(error, MethodError::Lost { .. }) && error.to_string().contains("xxx"));
    assert!(matches!(
        method.send(PeerId(2), &header, b"", &mut 0),
        Err(MethodError::UnknownPeer(..))
    ));
    assert!(method.send(PeerId(1), &header, &[0; 1025], &mut 0).is_err());
    let own = method.descriptor();
    assert_eq!(method.applicable(&own), Applicable::No("never".to_owned()));
    let tuned = method.tune(PeerId(1), "speed", "low");
    assert!(tuned.unwrap_err().to_string().contains("change anything"));
}

#[test]
fn calls_that_make_no_sense_are_counted() {
    let Some(mut method) = accepted("rude", &["-DRUDE"]) else { return };
    let mut sink = Recorder::default();
    method.poll(Now::ZERO, &mut sink);
    assert_eq!((method.counters().refused, sink.arrivals.len(), sink.losses.len()), (5, 1, 0));
}

/// A sink that takes nothing.
struct Angry;

impl Sink for Angry {
    fn frame(&mut self, _peer: PeerId, _header: &Header, _payload: &[u8]) {
        panic!("enough of this");
    }

    fn begin(&mut self, _peer: PeerId, _header: &Header, _len: usize) -> Landing {
        Landing::Discard
    }

    fn finish(&mut self, _peer: PeerId, _header: &Header, _landing: Landing) {}

    fn lost(&mut self, _peer: PeerId, _why: MethodError) {
        panic!("called after a panic");
    }
}

#[test]
fn a_panic_in_the_sink_goes_around_the_module() {
    let Some(mut method) = accepted("chatty", &[]) else { return };
    let polled = catch_unwind(AssertUnwindSafe(|| method.poll(Now::ZERO, &mut Angry)));
    let panic = polled.expect_err("the sink panicked");
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"enough of this"));
}
