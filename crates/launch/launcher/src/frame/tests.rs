use super::*;
use crate::spec::{App, BranchNode, LaunchCommand, RankPlan};

fn body(frame: Vec<u8>) -> Vec<u8> {
    let mut buffer = frame;
    let body = take(&mut buffer, TO_PROXY_MAX).unwrap().unwrap();
    assert!(buffer.is_empty());
    body
}

fn cores(kernel: usize, cpus: usize) -> Cores {
    Cores { kernel: "k".repeat(kernel), cpus: vec![5; cpus], count: 2, quota: 1 << 40 }
}

fn branch() -> Branch {
    let command =
        LaunchCommand { words: vec!["ssh".into(), "{host}".into()], program: "/f".into() };
    let node = |node, ranks| BranchNode {
        node,
        host: format!("h{node}"),
        ranks,
        binding: Default::default(),
    };
    let rank = RankPlan { rank: 3, app: 0, reads: true };
    Branch { width: 2, command, nodes: vec![node(4, vec![rank]), node(9, Vec::new())] }
}

fn invitation(ports: Option<std::ops::RangeInclusive<u16>>) -> Invitation {
    Invitation { key: ControlKey::of([5; KEY_LEN]), timeout: Duration::from_millis(1500), ports }
}

#[test]
fn orders_survive() {
    let app = App {
        argv: vec!["a".into(), "b c".into()],
        debugger: 1,
        dir: "/".into(),
        path: "/opt".into(),
        inherit: true,
        env: vec![("K".into(), OsString::from_vec(vec![0xff, b'=']))],
    };
    let rank = |rank, reads| RankPlan { rank, app: 0, reads };
    let ranks = vec![rank(3, false), rank(9, true)];
    for order in [
        Order::Start(NodePlan {
            node: 2,
            size: 11,
            first: 4,
            spawned: true,
            apps: vec![app],
            ranks,
            binding: Default::default(),
        }),
        Order::SignalSome { first: 3, count: 9, signal: 15 },
        Order::Pmi { rank: 1, bytes: b"x".to_vec() },
        Order::ClosePmi { rank: 1 },
        Order::Stdin(vec![0; 1000]),
        Order::StdinEnd,
        Order::OutputTaken(77),
        Order::CloseOutput(1),
        Order::Signal(15),
        Order::For { node: 7, order: Box::new(Order::Stdin(vec![1, 2])) },
        Order::StartBranch { plan: NodePlan { node: 3, ..NodePlan::default() }, branch: branch() },
        Order::Died { job: u64::MAX - 3, rank: 70_000 },
        Order::Listen(invitation(Some(4000..=4001))),
        Order::Listen(invitation(None)),
    ] {
        assert_eq!(Order::decode(&body(order.encode())), Ok(order));
    }
}

#[test]
fn events_survive() {
    for event in [
        NodeEvent::Pmi { rank: 1, bytes: b"x".to_vec() },
        NodeEvent::Output { rank: 1, stream: 2, bytes: vec![0; 70_000] },
        NodeEvent::OutputEnd { rank: 1, stream: 1 },
        NodeEvent::Ended { rank: 4, ending: RankEnding::Signal(9), out_of_memory: true },
        NodeEvent::Ended { rank: 4, ending: RankEnding::Code(3), out_of_memory: false },
        NodeEvent::StdinTaken(5),
        NodeEvent::Of { node: 900, event: Box::new(NodeEvent::Done) },
        NodeEvent::Lost { status: 2, began: true, text: "gone".into() },
        NodeEvent::Said("so".into()),
        NodeEvent::Failed { status: 127, text: "no".into() },
        NodeEvent::Done,
        NodeEvent::Started { first: 7 },
        NodeEvent::Bound { rank: 3, contenders: 2, text: "CPU 1".into() },
        NodeEvent::Note("so".into()),
        NodeEvent::Unstarted { first: 7, app: 1, status: 126, text: "no".into() },
        NodeEvent::Listening(Listening { port: 9, addresses: vec![IpAddr::from([10, 0, 0, 1])] }),
        NodeEvent::Cores(Cores::default()),
        NodeEvent::Cores(cores(KERNEL_MAX, CPUS_MAX)),
    ] {
        assert_eq!(decode_event(&body(encode_event(&event))), Ok(event));
    }
}

#[test]
fn hostile_frames_are_refused() {
    assert_eq!(take(&mut vec![0xff; 8], 100), Err(Malformed));
    assert_eq!(take(&mut vec![0; 8], 100), Err(Malformed));
    assert_eq!(take(&mut vec![9, 0, 0, 0, 1], 100), Ok(None));
    let hostile = [1, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 2];
    assert_eq!(decode_event(&hostile), Err(Malformed));
    assert_eq!(decode_event(&[8, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]), Err(Malformed));
    for cores in [cores(KERNEL_MAX + 1, 1), cores(1, CPUS_MAX + 1)] {
        assert_eq!(decode_event(&body(encode_event(&NodeEvent::Cores(cores)))), Err(Malformed));
    }
    assert_eq!(Order::decode(&[9, 1, 0, 0, 0, 7, 0, 0, 0, 0]), Err(Malformed));
    assert_eq!(Order::decode(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]), Err(Malformed));
}

/// Envelopes are not put into each other, however deep: who reads them needs no stack for it.
#[test]
fn an_envelope_holds_no_envelope() {
    let order = Order::For { node: 1, order: Box::new(Order::StdinEnd) };
    let nested = Order::For { node: 1, order: Box::new(order) };
    assert_eq!(Order::decode(&body(nested.encode())), Err(Malformed));
    let event = NodeEvent::Of { node: 1, event: Box::new(NodeEvent::Done) };
    let nested = NodeEvent::Of { node: 1, event: Box::new(event) };
    assert_eq!(decode_event(&body(encode_event(&nested))), Err(Malformed));
    assert_eq!(Order::decode(&[FOR, 1, 0, 0, 0]), Err(Malformed));
}

#[test]
fn a_branch_without_width_or_command_is_refused() {
    let plan = NodePlan::default();
    let refused = |branch: Branch| {
        let order = Order::StartBranch { plan: plan.clone(), branch };
        assert_eq!(Order::decode(&body(order.encode())), Err(Malformed));
    };
    refused(Branch { width: 0, ..branch() });
    let command = LaunchCommand { words: Vec::new(), ..branch().command };
    refused(Branch { command, ..branch() });
}

#[test]
fn what_all_get_is_known() {
    for order in [Order::Signal(2), Order::CloseOutput(1), Order::Died { job: 1, rank: 2 }] {
        assert!(order.is_for_all());
    }
    assert!(!Order::StdinEnd.is_for_all());
}
