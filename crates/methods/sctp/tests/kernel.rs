//! The method on the kernel's SCTP: the suite that every method must pass, where this kernel has SCTP,
//! and from any host in a user-mode kernel that has it.

use ferry_conformance::{Dice, Mesh, Reach, Subject, identity, pattern};
use ferry_method::{HandlerId, Header, Method, MethodError, PeerId, StreamId};
use ferry_method_sctp::kernel::{KernelSctp, probe};
use ferry_method_sctp::{SctpOptions, Spreading, listening_port};
use ferry_sys::{SctpAssociation, SctpFlag, sctp_connect, sctp_send};
use socket2::{Domain, Protocol, Socket, Type};
use std::net::Ipv4Addr;
use std::time::Duration;

fn methods(n: u32, options: &SctpOptions) -> Vec<Box<dyn Method>> {
    let one = |i| -> Result<Box<dyn Method>, MethodError> {
        Ok(Box::new(KernelSctp::new(identity(i, n), options.clone())?))
    };
    (0..n).map(|i| one(i).expect("an SCTP socket")).collect()
}

fn subject(options: SctpOptions) -> Subject {
    match probe() {
        Ok(()) => Subject::new(Reach::Others, move |n| methods(n, &options)).with_peer_death(),
        Err(why) => Subject::unavailable(why),
    }
}

/// All on one stream, through buffers so small that nearly every frame is cut.
fn narrow() -> SctpOptions {
    SctpOptions {
        streams: Spreading::One,
        send_buffer: 32 << 10,
        receive_window: 32 << 10,
        ..SctpOptions::default()
    }
}

ferry_conformance::suite!(pool, subject(SctpOptions::default()));
ferry_conformance::suite!(one_narrow_stream, subject(narrow()).with_longest(256 << 10));

/// Whether this kernel has SCTP; says so if not.
fn can_run() -> bool {
    let missing = probe();
    if let Err(why) = &missing {
        eprintln!("skipped: {why}");
    }
    missing.is_ok()
}

mod here {
    use super::*;

    fn mesh() -> Mesh {
        Mesh::new(&subject(SctpOptions::default()), 2)
    }

    fn small_talk(mesh: &mut Mesh) {
        for ends in [(0, 1), (1, 0)] {
            mesh.send(ends, &Header::new(HandlerId(1)), b"undisturbed");
            mesh.until("ordinary traffic goes on", |mesh| !mesh.take(ends.1).is_empty());
        }
        assert!(mesh.sink(0).losses.is_empty() && mesh.sink(1).losses.is_empty());
    }

    /// A socket of somebody who is not of the job, and an association with an end of the mesh.
    fn stranger(mesh: &mut Mesh) -> (Socket, SctpAssociation) {
        let port = listening_port(&mesh.descriptor(1)).expect("a descriptor of its own");
        let socket = Socket::new(Domain::IPV4, Type::SEQPACKET, Some(Protocol::from(132)));
        let socket = socket.expect("an SCTP socket");
        socket.set_nonblocking(true).expect("a plain socket");
        let association = sctp_connect(&socket, (Ipv4Addr::LOCALHOST, port).into());
        (socket, association.expect("the door is open to all"))
    }

    fn say(socket: &Socket, whose: SctpAssociation, protocol: u32, bytes: &[u8]) -> bool {
        sctp_send(socket, (whose, 0), SctpFlag::Ordered, protocol, [bytes, &[]]).is_ok()
    }

    #[test]
    fn strangers_are_turned_away() {
        if !can_run() {
            return;
        }
        let mut mesh = mesh();
        let mut dice = Dice::new(5);
        const GREETING: u32 = 0x4652_5911;
        const FRAME: u32 = 0x4652_5912;
        for (protocol, len) in
            [(0, 5000), (GREETING, 88), (GREETING, 1), (GREETING, 3000), (FRAME, 32), (FRAME, 40)]
        {
            let (socket, association) = stranger(&mut mesh);
            let bytes: Vec<u8> = (0..len).map(|_| dice.roll() as u8).collect();
            let before = mesh.method(1).counters().refused;
            assert!(say(&socket, association, protocol, &bytes));
            mesh.until("the stranger is turned away", |mesh| {
                !say(&socket, association, protocol, b"still there?")
                    && mesh.method(1).counters().refused > before
            });
            small_talk(&mut mesh);
        }
    }

    #[test]
    fn silent_strangers_have_no_more_than_their_time() {
        if !can_run() {
            return;
        }
        let mut mesh = mesh();
        let strangers: Vec<_> = (0..100).map(|_| stranger(&mut mesh)).collect();
        small_talk(&mut mesh);
        mesh.settle();
        mesh.pass(Duration::from_secs(120));
        mesh.until("all are turned away", |mesh| mesh.method(1).counters().refused >= 100);
        small_talk(&mut mesh);
        assert_eq!(strangers.len(), 100);
    }

    /// The race of the long-message protocol that the SCTP paper found: something short is written amid
    /// a long body on the same stream, and the other end takes it for the body's.
    #[test]
    fn nothing_comes_between_the_pieces_of_a_long_frame() {
        if !can_run() {
            return;
        }
        let options = SctpOptions { streams: Spreading::Pool(2), ..narrow() };
        let mut mesh = Mesh::new(&subject(options), 2);
        small_talk(&mut mesh);
        let header = |stream, word| Header {
            stream: StreamId(stream),
            words: [word, 0],
            ..Header::new(HandlerId(1))
        };
        let long: [Vec<u8>; 2] = [pattern(1, 8 << 20), pattern(2, 8 << 20)];
        let (mut done, mut short) = ([0; 2], [0; 2]);
        let ends = [(0, 1), (1, 0)];
        // Both write until there is no room, and neither reads.
        for i in 0..2 {
            while done[i] == 0 {
                let taken = mesh.try_send(ends[i], &header(1, 1), &long[i], &mut done[i]);
                assert!(!taken.expect("a healthy link"), "room without end");
            }
        }
        // Streams 1 and 3 of the method are the same one of the association.
        for i in 0..2 {
            let taken = mesh.try_send(ends[i], &header(3, 2), b"ack", &mut short[i]);
            assert_eq!((taken.expect("a healthy link"), short[i]), (false, 0));
        }
        let mut left = [true; 2];
        mesh.until("both long frames are written", |mesh| {
            for i in 0..2 {
                if left[i] {
                    let taken = mesh.try_send(ends[i], &header(1, 1), &long[i], &mut done[i]);
                    left[i] = !taken.expect("a healthy link");
                }
            }
            left == [false; 2]
        });
        for end in ends {
            mesh.send(end, &header(3, 2), b"ack");
        }
        for (i, (_, to)) in ends.into_iter().enumerate() {
            mesh.until("both frames arrive", |mesh| mesh.sink(to).arrivals.len() == 2);
            let came = mesh.take(to);
            assert_eq!((came[0].header.words[0], came[1].header.words[0]), (1, 2));
            assert!(came[0].payload.as_ref() == Some(&long[i]), "a long frame was changed");
            assert_eq!(came[1].payload.as_deref(), Some(&b"ack"[..]));
        }
    }

    /// A description has what people ask for first.
    #[test]
    fn a_link_is_described() {
        if !can_run() {
            return;
        }
        let mut mesh = mesh();
        assert_eq!(mesh.method(0).describe_link(PeerId(1)), None);
        small_talk(&mut mesh);
        let said = mesh.method(0).describe_link(PeerId(1)).expect("a link");
        assert!(said.contains("11 streams") && said.contains("rtt"), "{said}");
        assert_eq!(mesh.method(0).open_streams(PeerId(1)), 11);
    }
}

/// Runs those of this file's tests that these words name, inside a user-mode kernel, after a command.
fn inside_after(before: &str, tests: &str, least: usize) {
    if let Some(why) = ferry_uml::missing() {
        eprintln!("skipped: {why}");
        return;
    }
    let bench = ferry_uml::Bench::set_up().expect("a bench");
    let mut guest = bench.boot(&ferry_uml::Boot::default()).expect("a guest");
    let program = std::env::current_exe().expect("this program");
    let script =
        format!("{before}\n{} {tests} --test-threads 1 --color never 2>&1", program.display());
    let done = guest.run(&script, Duration::from_secs(900)).expect("an end");
    assert_eq!(done.status, 0, "{}", done.text);
    assert!(!done.text.contains("skipped"), "{}", done.text);
    let passed = done.text.matches(" ... ok").count();
    assert!(passed >= least, "only {passed} tests ran:\n{}", done.text);
}

fn inside(tests: &str, least: usize) {
    inside_after("", &format!("{tests}::"), least);
}

#[test]
fn contacts_and_streams_survive_a_bad_network() {
    let network = "tc qdisc add dev lo root netem loss 1% delay 1ms reorder 10% || exit 9";
    let cases = ["first_contact", "streams_of_the_pool", "many_peers", "close_loses", "death_is"];
    let tests: Vec<String> = cases.iter().map(|case| format!("pool::{case}")).collect();
    inside_after(network, &tests.join(" "), cases.len());
}

#[test]
fn the_suite_passes_in_a_kernel_with_sctp() {
    inside("pool", 22);
}

#[test]
#[ignore = "half a minute in a kernel of its own; `cargo xtask soak` runs it"]
fn the_suite_passes_on_one_narrow_stream_in_a_kernel_with_sctp() {
    inside("one_narrow_stream", 22);
}

#[test]
fn strangers_and_long_frames_in_a_kernel_with_sctp() {
    inside("here", 4);
}

#[test]
fn what_the_kernel_cannot_do_is_said() {
    let why = |options| match KernelSctp::new(identity(0, 2), options) {
        Ok(_) => None,
        Err(error) => Some(error.to_string()),
    };
    if let Err(missing) = probe() {
        let said = why(SctpOptions::default()).expect("no SCTP socket without SCTP");
        assert!(said.contains("sctp.transport") && said.contains(&missing), "{said}");
        return;
    }
    let each = SctpOptions { streams: Spreading::Each(100), ..SctpOptions::default() };
    assert!(why(each).is_some_and(|said| said.contains("p2p.streams")));
    let several = SctpOptions { multipath: true, ..SctpOptions::default() };
    assert!(why(several).is_some_and(|said| said.contains("sctp.multipath")));
}
