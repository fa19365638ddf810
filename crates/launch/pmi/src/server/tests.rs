use super::*;
use proptest::prelude::*;

fn server(nodes: &[u32]) -> Server {
    let info = JobInfo {
        name: "job".into(),
        nodes: nodes.to_vec(),
        appnums: vec![0; nodes.len()],
        universe_size: nodes.len() as u32,
    };
    Server::new(info, "5ec7e7")
}

/// Hands `bytes` over and returns the texts that go back, with their receivers.
fn say(server: &mut Server, rank: u32, bytes: impl AsRef<[u8]>) -> Vec<(u32, String)> {
    let mut actions = Vec::new();
    server.receive(rank, bytes.as_ref(), &mut actions);
    let text = |action| match action {
        ServerAction::Reply { rank, bytes } => (rank, String::from_utf8(bytes).unwrap()),
        other => panic!("unexpected {other:?}"),
    };
    actions.into_iter().map(text).collect()
}

fn framed(body: &str) -> String {
    format!("{:6}{body}", body.len())
}

#[test]
fn a_job_of_two_meets_through_the_key_value_space() {
    let mut s = server(&[0, 0]);
    assert_eq!(
        say(&mut s, 0, "cmd=init pmi_version=1 pmi_subversion=1\n"),
        [(0, "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n".into())]
    );
    assert!(s.has_initialised(0) && !s.has_initialised(1));
    assert_eq!(
        say(&mut s, 0, "cmd=put kvsname=job key=a value=b=c\n"),
        [(0, "cmd=put_result rc=0 msg=success\n".into())]
    );
    assert_eq!(say(&mut s, 0, "cmd=barrier_in\n"), []);
    let out = "cmd=barrier_out rc=0\n".to_owned();
    assert_eq!(say(&mut s, 1, "cmd=barrier_in\n"), [(0, out.clone()), (1, out)]);
    assert_eq!(
        say(&mut s, 1, "cmd=get kvsname=job key=a\n"),
        [(1, "cmd=get_result rc=0 msg=success value=b=c\n".into())]
    );
    assert_eq!(
        say(&mut s, 1, "cmd=get kvsname=job key=PMI_process_mapping\n"),
        [(1, "cmd=get_result rc=0 msg=success value=(vector,(0,1,2))\n".into())]
    );
    assert!(!s.has_finalised(1));
    assert_eq!(say(&mut s, 1, "cmd=finalize\n"), [(1, "cmd=finalize_ack rc=0\n".into())]);
    assert!(s.has_finalised(1));
}

#[test]
fn nobody_waits_for_the_dead() {
    let mut s = server(&[0, 0, 1, 1]);
    let out = "cmd=barrier_out rc=0\n".to_owned();
    let died = |s: &mut Server, rank| {
        let mut actions = Vec::new();
        s.rank_died(rank, &mut actions);
        actions.len()
    };
    assert_eq!(died(&mut s, 3), 0);
    assert_eq!(say(&mut s, 0, "cmd=barrier_in\n"), []);
    assert_eq!(say(&mut s, 1, "cmd=barrier_in\n"), []);
    // One that has come does not count any more either, and is not told.
    assert_eq!(died(&mut s, 1), 0);
    assert_eq!(died(&mut s, 1), 0);
    assert_eq!(say(&mut s, 2, "cmd=barrier_in\n"), [(0, out.clone()), (2, out.clone())]);
    // The last that was missing dies: the others go on.
    assert_eq!(say(&mut s, 0, "cmd=barrier_in\n"), []);
    assert_eq!(died(&mut s, 2), 1);
    assert_eq!(say(&mut s, 0, "cmd=barrier_in\n"), [(0, out)]);
    assert_eq!(say(&mut s, 2, "cmd=barrier_in\n"), [], "the dead say nothing");
    assert_eq!(died(&mut s, 77), 0);
}

#[test]
fn each_rank_finds_its_own_number_of_contenders() {
    let mut s = server(&[0, 1]);
    let ask = "cmd=get kvsname=job key=ferry.contenders\n";
    let nothing = "cmd=get_result rc=-1 msg=key_not_found value=unknown\n";
    assert_eq!(say(&mut s, 0, ask), [(0, nothing.into())]);
    s.set_contenders(vec![3, 5]);
    for (rank, count) in [(0, 3), (1, 5)] {
        let answer = format!("cmd=get_result rc=0 msg=success value={count}\n");
        assert_eq!(say(&mut s, rank, ask), [(rank, answer)]);
    }
    assert_eq!(
        say(&mut s, 0, "cmd=put kvsname=job key=ferry.contenders value=9\n"),
        [(0, "cmd=put_result rc=-1 msg=key_is_reserved\n".into())]
    );
}

#[test]
fn lines_may_come_in_any_pieces() {
    let mut s = server(&[0]);
    assert_eq!(say(&mut s, 0, "cmd=get_"), []);
    let replies = say(&mut s, 0, "appnum\ncmd=get_my_kvsname\n");
    assert_eq!(replies[0].1, "cmd=appnum rc=0 appnum=0\n");
    assert_eq!(replies[1].1, "cmd=my_kvsname rc=0 kvsname=job\n");
}

#[test]
fn mistakes_are_answered() {
    let mut s = server(&[0]);
    let reply = |s: &mut Server, line: &str| say(s, 0, line)[0].1.clone();
    assert!(reply(&mut s, "cmd=dance\n").contains("rc=-1 msg=unknown_command_dance"));
    assert!(reply(&mut s, "cmd=get kvsname=job key=x\n").contains("rc=-1 msg=key_not_found"));
    assert!(reply(&mut s, "cmd=get kvsname=other key=x\n").contains("msg=unknown_kvsname"));
    assert!(reply(&mut s, "cmd=put kvsname=job key= value=1\n").contains("rc=-1"));
    assert!(reply(&mut s, "cmd=put key=ferry.secret value=1\n").contains("key_is_reserved"));
    assert!(reply(&mut s, "cmd=init pmi_version=9 pmi_subversion=0\n").contains("rc=-1"));
}

#[test]
fn nonsense_loses_its_connection_and_nobody_elses() {
    let mut s = server(&[0, 0]);
    let mut actions = Vec::new();
    s.receive(0, b"hello\n", &mut actions);
    assert!(matches!(&actions[..], [ServerAction::Close { rank: 0, .. }]));
    assert_eq!(say(&mut s, 0, "cmd=get_appnum\n"), []);
    assert_eq!(say(&mut s, 1, "cmd=get_appnum\n").len(), 1);

    let mut s = server(&[0]);
    let mut actions = Vec::new();
    s.receive(0, &vec![b'x'; LINE_ACCEPTED + 1], &mut actions);
    assert!(matches!(&actions[..], [ServerAction::Close { rank: 0, .. }]));
}

#[test]
fn abort_carries_code_and_words() {
    let mut s = server(&[0]);
    let mut actions = Vec::new();
    let words = crate::long::to_text(b"no more tea");
    s.receive(0, format!("cmd=abort exitcode=7 ferry_message={words}\n").as_bytes(), &mut actions);
    let expected =
        ServerAction::Abort { rank: 0, code: 7, message: "no more tea".into(), is_error: false };
    assert_eq!(actions, [expected]);
}

#[test]
fn an_error_is_told_from_a_wish_to_end() {
    let mut s = server(&[0]);
    let mut actions = Vec::new();
    let words = crate::long::to_text(b"MPI_Send: no rank 9");
    s.receive(0, format!("cmd=abort exitcode=6 ferry_error={words}\n").as_bytes(), &mut actions);
    let message = "MPI_Send: no rank 9".into();
    assert_eq!(actions, [ServerAction::Abort { rank: 0, code: 6, message, is_error: true }]);
}

#[test]
fn names_are_published_once() {
    let mut s = server(&[0]);
    let reply = |s: &mut Server, line: &str| say(s, 0, line)[0].1.clone();
    assert!(reply(&mut s, "cmd=publish_name service=a port=p\n").contains("rc=0"));
    assert!(reply(&mut s, "cmd=publish_name service=a port=q\n").contains("rc=1"));
    assert!(reply(&mut s, "cmd=lookup_name service=a\n").contains("port=p"));
    assert!(reply(&mut s, "cmd=unpublish_name service=a\n").contains("rc=0"));
    assert!(reply(&mut s, "cmd=lookup_name service=a\n").contains("rc=1"));
}

#[test]
fn pmi2_speaks_in_frames() {
    let mut s = server(&[0, 0]);
    for rank in 0..2 {
        let reply = say(&mut s, rank, "cmd=init pmi_version=2 pmi_subversion=0\n");
        assert_eq!(reply[0].1, "cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0\n");
        assert!(!s.has_initialised(rank));
        let reply =
            say(&mut s, rank, framed("cmd=fullinit;pmijobid=job;pmirank=0;threaded=FALSE;"));
        assert!(reply[0].1.contains(&format!(";rank={rank};size=2;")), "{reply:?}");
        assert!(s.has_initialised(rank));
    }
    let reply = say(&mut s, 0, framed("cmd=info-getjobattr;key=PMI_process_mapping;"));
    assert!(reply[0].1.ends_with("found=TRUE;value=(vector,(0,1,2));rc=0;"), "{reply:?}");
    assert!(
        say(&mut s, 0, framed("cmd=kvs-put;thrid=3;key=k;value=a;;b;"))[0]
            .1
            .contains("thrid=3;rc=0;")
    );
    assert_eq!(say(&mut s, 0, framed("cmd=kvs-fence;")), []);
    assert_eq!(say(&mut s, 1, framed("cmd=kvs-fence;")).len(), 2);
    let reply = say(&mut s, 1, framed("cmd=kvs-get;jobid=job;srcid=0;key=k;"));
    assert!(reply[0].1.contains("found=TRUE;value=a;;b;rc=0;"), "{reply:?}");
    assert!(say(&mut s, 1, framed("cmd=dance;"))[0].1.contains("rc=-1;"));
}

#[test]
fn node_attributes_wait_for_a_neighbour() {
    let mut s = server(&[0, 1, 0]);
    for rank in 0..3 {
        say(&mut s, rank, "cmd=init pmi_version=2 pmi_subversion=0\n");
    }
    assert_eq!(say(&mut s, 0, framed("cmd=info-getnodeattr;key=k;wait=TRUE;")), []);
    assert_eq!(say(&mut s, 1, framed("cmd=info-putnodeattr;key=k;value=1;")).len(), 1);
    let replies = say(&mut s, 2, framed("cmd=info-putnodeattr;key=k;value=2;"));
    assert_eq!(replies.len(), 2);
    assert!(replies[0].0 == 0 && replies[0].1.contains("value=2;"));
}

#[test]
fn hostile_frames_are_cut_off() {
    let mut s = server(&[0]);
    say(&mut s, 0, "cmd=init pmi_version=2 pmi_subversion=0\n");
    let mut actions = Vec::new();
    s.receive(0, b"999999cmd=x;", &mut actions);
    assert!(matches!(&actions[..], [ServerAction::Close { .. }]));
}

proptest! {
    #[test]
    fn garbage_never_panics(
        second in any::<bool>(),
        pieces in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..200), 0..20),
    ) {
        let mut s = server(&[0, 0]);
        if second {
            say(&mut s, 0, "cmd=init pmi_version=2 pmi_subversion=0\n");
        }
        let mut actions = Vec::new();
        for piece in pieces {
            s.receive(0, &piece, &mut actions);
        }
        s.receive(7, b"cmd=finalize\n", &mut actions);
        prop_assert_eq!(say(&mut s, 1, "cmd=get_appnum\n").len(), 1);
    }

    #[test]
    fn any_request_sequence_keeps_barriers_whole(order in Just((0u32..5).collect::<Vec<_>>()).prop_shuffle()) {
        let mut s = server(&[0; 5]);
        for (i, rank) in order.iter().enumerate() {
            let released = say(&mut s, *rank, "cmd=barrier_in\n").len();
            prop_assert_eq!(released, if i == 4 { 5 } else { 0 });
        }
    }
}

/// Requests of both dialects are the owner's to carry out, and it has them answered.
#[test]
fn requests_to_spawn_are_handed_on_and_answered() {
    let mut server = server(&[0]);
    let mut actions = Vec::new();
    let one = "cmd=init pmi_version=1 pmi_subversion=1\nmcmd=spawn\nnprocs=2\nexecname=x y\ntotspawns=1\n\
               spawnssofar=1\nendcmd\n";
    server.receive(0, one.as_bytes(), &mut actions);
    let Some(ServerAction::Spawn { rank: 0, request }) = actions.pop() else {
        panic!("{actions:?}")
    };
    assert_eq!((request.commands[0].program.to_str(), request.commands[0].count), (Some("x y"), 2));
    let text = |action| match action {
        ServerAction::Reply { rank: 0, bytes } => String::from_utf8(bytes).unwrap(),
        other => panic!("{other:?}"),
    };
    let started = SpawnOutcome::Started { world: 3, count: 2 };
    let line = text(server.answer_spawn(0, &started));
    assert_eq!(line, "cmd=spawn_result rc=0 ferry_world=3 errcodes=0,0\n");
    let codes = [0, 127].into_iter().collect();
    let failed = SpawnOutcome::Failed { codes, reason: "no x".into() };
    let line = text(server.answer_spawn(0, &failed));
    assert!(line.contains("rc=-1 msg=no_x") && line.ends_with("errcodes=0,127\n"), "{line}");
    server.receive(0, b"mcmd=spawn\nnprocs=2\nendcmd\n", &mut actions);
    let line = text(actions.pop().expect("an answer"));
    assert!(line.contains("rc=-1") && line.contains("without_execname"), "{line}");
    assert!(text(server.answer_world(0, Some("it has ended"))).contains("state=ended"));

    let mut server = self::server(&[0]);
    server.receive(0, b"cmd=init pmi_version=2 pmi_subversion=0\n", &mut actions);
    let words = Pmi2Message::new("spawn").with("thrid", 7).with("ncmds", 1).with("ppkey0", "k");
    let words = words.with("ppval0", "v").with("subcmd", "x").with("maxprocs", 3);
    let words = words.with("argc", 1).with("argv0", "a;b");
    server.receive(0, &words.to_bytes(), &mut actions);
    let Some(ServerAction::Spawn { request, .. }) = actions.pop() else { panic!("{actions:?}") };
    assert_eq!(request.preput, [("k".to_owned(), "v".to_owned())]);
    assert_eq!(
        (request.commands[0].count, &request.commands[0].args[..]),
        (3, &["a;b".into()][..])
    );
    assert!(text(server.answer_spawn(0, &started)).contains("cmd=spawn-response;thrid=7;rc=0;"));
}

/// What a job spawns has names of services and a secret in common with it, and finds what was put for it.
#[test]
fn a_spawned_job_is_of_the_family() {
    let mut parent = server(&[0]);
    parent.set_family("f");
    parent.publish(0, "tea", "a_port").unwrap();
    let put =
        [("k".to_owned(), "v".to_owned()), (crate::SECRET_KEY.to_owned(), "forged".to_owned())];
    let info =
        JobInfo { name: "child".into(), nodes: vec![0; 2], appnums: vec![0; 2], universe_size: 2 };
    let child = Server::spawned(info, "t", &parent, &put);
    let value = |key| child.value(0, key).map(|value| value.into_owned());
    assert_eq!(value("k").as_deref(), Some("v"));
    assert_eq!(value(crate::FAMILY_KEY).as_deref(), Some("f"));
    assert_eq!(value(crate::SECRET_KEY).as_deref(), Some("t"));
    assert_eq!(child.names.look_up("tea").as_deref(), Some("a_port"));
}

/// A name is its job's alone, and goes when the process that has published it has left or ended.
#[test]
fn names_go_with_those_who_have_published_them() {
    let mut parent = server(&[0, 0]);
    let info = JobInfo { name: "child".into(), ..parent.info.clone() };
    let mut child = Server::spawned(info, "t", &parent, &[]);
    let reply = |s: &mut Server, rank, line: &str| say(s, rank, line)[0].1.clone();
    for service in ["tea", "milk"] {
        let line = format!("cmd=publish_name service={service} port=p\n");
        assert!(reply(&mut child, u32::from(service == "milk"), &line).contains("rc=0"));
    }
    let refused = reply(&mut parent, 0, "cmd=unpublish_name service=tea\n");
    assert!(refused.contains("rc=1") && refused.contains(OF_ANOTHER_JOB), "{refused}");
    assert!(reply(&mut parent, 0, "cmd=lookup_name service=tea\n").contains("port=p"));
    say(&mut child, 0, "cmd=finalize\n");
    assert!(reply(&mut parent, 0, "cmd=lookup_name service=tea\n").contains("rc=1"));
    assert!(reply(&mut parent, 0, "cmd=lookup_name service=milk\n").contains("port=p"));
    child.forget_names_of(1);
    assert!(reply(&mut parent, 0, "cmd=publish_name service=milk port=q\n").contains("rc=0"));
}
