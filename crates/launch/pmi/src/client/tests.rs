use super::*;
use crate::server::{JobInfo, Server, ServerAction};
use crate::{SpawnCodes, SpawnCommand, SpawnOutcome, SpawnRequest};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};
use std::thread;

/// Serves one rank of a job on a socket pair; the other end is for the client.
fn serve(server: &Arc<Mutex<Server>>, ends: &Arc<Mutex<Vec<UnixStream>>>, rank: u32) -> UnixStream {
    let (client, mut ours) = UnixStream::pair().unwrap();
    ends.lock().unwrap().push(ours.try_clone().unwrap());
    let (server, ends) = (server.clone(), ends.clone());
    thread::spawn(move || {
        let mut chunk = [0; 512];
        while let Ok(n) = ours.read(&mut chunk)
            && n > 0
        {
            let mut actions = Vec::new();
            server.lock().unwrap().receive(rank, &chunk[..n], &mut actions);
            for action in actions {
                let action = match action {
                    ServerAction::Spawn { rank, request } => {
                        let outcome = refusal(&request);
                        server.lock().unwrap().answer_spawn(rank, &outcome)
                    }
                    action => action,
                };
                if let ServerAction::Reply { rank, bytes } = action {
                    ends.lock().unwrap()[rank as usize].write_all(&bytes).unwrap();
                }
            }
        }
    });
    client
}

/// No program of a request can run but those with an even number.
fn refusal(request: &SpawnRequest) -> SpawnOutcome {
    let mut codes = SpawnCodes::default();
    for (at, command) in (0..).zip(&request.commands) {
        codes.add(command.count, at % 2 * 127);
    }
    SpawnOutcome::Failed { codes, reason: "none of them ".repeat(1000) }
}

const SECRET: &str = "5ec7e75ec7e75ec7e75ec7e75ec7e75ec7e75ec7e75ec7e75ec7e75ec7e70123";

fn job(size: u32) -> (Arc<Mutex<Server>>, Vec<UnixStream>) {
    let info = JobInfo {
        name: "job".into(),
        nodes: vec![0; size as usize],
        appnums: vec![3; size as usize],
        universe_size: 9,
    };
    let server = Arc::new(Mutex::new(Server::new(info, SECRET)));
    let ends = Arc::new(Mutex::new(Vec::new()));
    let clients = (0..size).map(|rank| serve(&server, &ends, rank)).collect();
    (server, clients)
}

#[test]
fn who_meets_keeps_no_other_thread_from_asking() {
    let (_server, mut streams) = job(2);
    let late = streams.pop().unwrap();
    let client = Mutex::new(Client::on_stream(streams.pop().unwrap(), 0, 2).unwrap());
    let mut late = Client::on_stream(late, 1, 2).unwrap();
    thread::scope(|scope| {
        let meeting = scope.spawn(|| Client::meet(&client).unwrap());
        // The other comes only when it has been answered, again and again.
        for turn in 0..200 {
            late.put(&format!("call-{turn}"), "word").unwrap();
            while client.lock().unwrap().get(&format!("call-{turn}")).unwrap().is_none() {
                thread::yield_now();
            }
        }
        assert!(!meeting.is_finished());
        late.barrier().unwrap();
        meeting.join().unwrap();
    });
}

#[test]
fn the_end_of_a_barrier_is_kept_if_it_comes_before_another_answer() {
    let (_server, mut streams) = job(2);
    let mut late = Client::on_stream(streams.pop().unwrap(), 1, 2).unwrap();
    let mut client = Client::on_stream(streams.pop().unwrap(), 0, 2).unwrap();
    client.put("call", "word").unwrap();
    let [_, kept] = client.connection.enter_barrier().unwrap();
    late.barrier().unwrap();
    assert_eq!(client.get("call").unwrap().as_deref(), Some("word"));
    // Nothing is left to be read where it came.
    assert_eq!(rustix::io::read(&kept, &mut [0; 8]).unwrap(), 8);
    assert!(client.connection.barrier_out().unwrap().is_some());
    assert!(client.connection.barrier_out().unwrap().is_none());
}

#[test]
fn clients_exchange_long_values() {
    let (server, streams) = job(3);
    let value = |rank: u32| vec![rank as u8; 5000 + rank as usize];
    thread::scope(|scope| {
        for (rank, stream) in (0..).zip(streams) {
            scope.spawn(move || {
                let mut client = Client::on_stream(stream, rank, 3).unwrap();
                assert_eq!((client.rank(), client.size()), (rank, 3));
                assert_eq!((client.appnum(), client.universe_size()), (Some(3), Some(9)));
                client.put_long(&format!("card-{rank}"), &value(rank)).unwrap();
                client.barrier().unwrap();
                for peer in 0..3 {
                    let card = client.get_long(&format!("card-{peer}")).unwrap();
                    assert_eq!(card, Some(value(peer)));
                }
                assert_eq!(client.get("nothing").unwrap(), None);
                assert_eq!(client.get(crate::SECRET_KEY).unwrap().as_deref(), Some(SECRET));
                assert_eq!(client.job_secret().unwrap()[31], 0x23);
                client.finalize().unwrap();
            });
        }
    });
    assert!((0..3).all(|rank| server.lock().unwrap().has_finalised(rank)));
}

/// Ferry's launcher is left to tell an error, of any length; another one is asked for nothing.
#[test]
fn errors_are_told_by_ferrys_launcher() {
    let (_server, mut streams) = job(1);
    let mut client = Client::on_stream(streams.remove(0), 0, 1).unwrap();
    assert!(client.fail(6, &"no tea ".repeat(300)).unwrap());
    let (server, mut streams) = job(1);
    server.lock().unwrap().forget_secret();
    let mut client = Client::on_stream(streams.remove(0), 0, 1).unwrap();
    assert!(!client.fail(6, "no tea").unwrap());
}

#[test]
fn names_with_odd_ports_survive() {
    let (_server, mut streams) = job(1);
    let mut client = Client::on_stream(streams.remove(0), 0, 1).unwrap();
    let port = "a port\nwith = and ;";
    client.publish_name("tea", port).unwrap();
    assert_eq!(client.lookup_name("tea").unwrap().as_deref(), Some(port));
    assert!(matches!(client.publish_name("tea", "b"), Err(PmiError::Refused { .. })));
    assert!(client.unpublish_name("tea").unwrap());
    assert!(!client.unpublish_name("tea").unwrap());
}

/// MPI sets no bound to names; the protocol does, and says so.
#[test]
fn names_may_be_as_long_as_the_launchers_lines() {
    let (server, mut streams) = job(1);
    let mut client = Client::on_stream(streams.remove(0), 0, 1).unwrap();
    let (name, port) = ("tea".repeat(10_000), "a port ".repeat(1000));
    client.publish_name(&name, &port).unwrap();
    assert_eq!(client.lookup_name(&name).unwrap().as_deref(), Some(port.as_str()));
    assert!(client.unpublish_name(&name).unwrap());
    let why = client.publish_name(&"x".repeat(LINE_ACCEPTED - 20), "p").unwrap_err().to_string();
    assert!(why.contains("and the launcher takes 65472"), "{why}");
    // Of others longer lines than usual cannot be asked for.
    server.lock().unwrap().forget_secret();
    let why = client.publish_name(&name, &port).unwrap_err().to_string();
    assert!(why.contains("and the launcher takes 1024"), "{why}");
    client.publish_name(&"x".repeat(900), "p").unwrap();
}

/// However many processes a spawn that fails was for, and however many programs, the connection goes on.
#[test]
fn failed_spawns_of_any_size_are_answered() {
    let (_server, mut streams) = job(1);
    let mut client = Client::on_stream(streams.remove(0), 0, 1).unwrap();
    for (commands, count) in [(1, 40_000), (2, 8_000_000), (20_000, 1)] {
        let command = SpawnCommand { program: "x".into(), count, ..SpawnCommand::default() };
        let request = SpawnRequest { commands: vec![command; commands], preput: vec![] };
        let answer = client.spawn(&request).unwrap();
        assert!(answer.refusal.unwrap().starts_with("none of them none"));
        let expected =
            (0..commands).flat_map(|at| std::iter::repeat_n(at as i32 % 2 * 127, count as usize));
        assert!(answer.codes.iter().eq(expected), "{commands} commands");
        assert_eq!(client.lookup_name("tea").unwrap(), None);
    }
}

#[test]
fn callers_mistakes_are_named() {
    let (_server, mut streams) = job(1);
    let mut client = Client::on_stream(streams.remove(0), 0, 1).unwrap();
    for (key, value) in [("", "x"), ("a b", "x"), ("k", "x y"), ("k", "")] {
        assert!(
            matches!(client.put(key, value), Err(PmiError::Caller { .. })),
            "{key:?} {value:?}"
        );
    }
    let long = "x".repeat(client.value_max() + 1);
    assert!(matches!(client.put("k", &long), Err(PmiError::Caller { .. })));
}

#[test]
fn a_launcher_that_speaks_nonsense_is_reported() {
    let (client, mut ours) = UnixStream::pair().unwrap();
    ours.write_all(b"hello\n").unwrap();
    let error = Client::on_stream(client, 0, 1).unwrap_err();
    assert!(matches!(error, PmiError::Unexpected { .. }), "{error}");

    let (client, ours) = UnixStream::pair().unwrap();
    drop(ours);
    let error = Client::on_stream(client, 0, 1).unwrap_err();
    assert!(matches!(error, PmiError::Closed { .. }), "{error}");
}

#[test]
fn without_a_secret_of_the_launchers_rank_0_makes_one() {
    // A launcher that knows nothing of the key: its own lies under another name.
    let (server, streams) = job(3);
    server.lock().unwrap().forget_secret();
    let secrets: Vec<[u8; 32]> = thread::scope(|scope| {
        let one = |(rank, stream)| {
            scope.spawn(move || Client::on_stream(stream, rank, 3).unwrap().job_secret().unwrap())
        };
        let threads: Vec<_> = (0..).zip(streams).map(one).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(secrets.iter().all(|secret| *secret == secrets[0]));
    assert_ne!(secrets[0], [0; 32]);
}
