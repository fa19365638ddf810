//! Rules, wishes of communicators and calls: which wins, when, and what is said of what cannot be had.

use ferry_link::{
    Context, DescriptorTable, Directory, Facts, LinkError, LinkPart, Policy, Rule, Setting, Spot,
    TrafficClass,
};
use ferry_method::{
    Applicable, Attributes, Descriptor, HandlerId, Header, Landing, Method, MethodError, Now,
    PeerId, Sink,
};
use ferry_wire::ContextId;
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Notes = Arc<Mutex<Vec<String>>>;

/// Takes all frames, and answers every request of the link layer's own as a peer would.
struct Plain {
    name: &'static str,
    attributes: Attributes,
    notes: Notes,
    answers: Vec<(PeerId, Header)>,
}

fn method(name: &'static str, latency: u64, notes: &Notes) -> Plain {
    let attributes = Attributes {
        latency: Duration::from_nanos(latency),
        reliable: name != "lossy",
        ..ferry_conformance::plain_attributes()
    };
    Plain { name, attributes, notes: notes.clone(), answers: Vec::new() }
}

impl Method for Plain {
    ferry_conformance::plain!(name attributes descriptor attach sleep counters close);

    fn applicable(&self, remote: &Descriptor) -> Applicable {
        if remote.bytes.is_empty() { Applicable::Yes } else { Applicable::No("too far".into()) }
    }

    fn send(
        &mut self,
        peer: PeerId,
        header: &Header,
        _: &[u8],
        _: &mut usize,
    ) -> Result<bool, MethodError> {
        // A request to leave a method (0xf0) is answered with the same number (0xf1).
        if header.handler == HandlerId(0xf0) {
            let words = [0, header.words[1]];
            self.answers.push((peer, Header { words, ..Header::new(HandlerId(0xf1)) }));
        }
        Ok(true)
    }

    fn poll(&mut self, _: Now, sink: &mut dyn Sink) -> usize {
        let answers = std::mem::take(&mut self.answers);
        answers.iter().for_each(|(peer, header)| sink.frame(*peer, header, &[]));
        answers.len()
    }

    fn tune(&mut self, peer: PeerId, parameter: &str, value: &str) -> Result<(), MethodError> {
        if parameter == "colour" {
            let what = "change its colour".into();
            return Err(MethodError::Unsupported { method: self.name, what });
        }
        let note = format!("{} to {peer}: {parameter}={value}", self.name);
        self.notes.lock().expect("one thread").push(note);
        Ok(())
    }
}

/// Ranks 0 to 3 are on host `near` in 10.0.0.0/8, the others on `far` in 192.168.0.0/16; rank 7 is too
/// far for `dear`.
struct Book;

impl Directory for Book {
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String> {
        let entry = |name: &str| {
            let is_far = name == "dear" && peer == PeerId(7);
            Descriptor { method: name.into(), bytes: if is_far { vec![1] } else { Vec::new() } }
        };
        let entries = ["cheap", "dear", "lossy"].iter().map(|name| entry(name)).collect();
        Ok(DescriptorTable::new(entries).with_facts(facts(peer.0)).encode())
    }
}

fn facts(rank: u32) -> Facts {
    let (host, address) =
        if rank < 4 { ("near", [10, 0, 0, 1]) } else { ("far", [192, 168, 0, 1]) };
    Facts { host: host.into(), addresses: vec![address.into()] }
}

fn use_dear() -> Rule {
    Rule { origin: "line 3".into(), methods: vec!["dear".into()], ..Rule::default() }
}

fn context(rules: Vec<Rule>) -> (Context, Notes) {
    let notes = Notes::default();
    let methods = [("cheap", 1), ("dear", 900), ("lossy", 2)];
    let methods =
        methods.map(|(name, cost)| Box::new(method(name, cost, &notes)) as Box<dyn Method>);
    let policy = Policy { rules, ..Policy::default() };
    let mut link = Context::new(PeerId(0), 8, methods.into(), policy, &[], Box::new(Book));
    link.set_facts(facts(0));
    (link, notes)
}

const PLAIN: ContextId = ContextId(0);
const OCEAN: ContextId = ContextId(6);

fn way(link: &mut Context, to: u32, class: TrafficClass, context: ContextId) -> &'static str {
    let attributes = link.attributes(PeerId(to), class, context).expect("a link");
    if attributes.latency.as_nanos() == 1 { "cheap" } else { "dear" }
}

fn ways(link: &mut Context, to: u32) -> [&'static str; 3] {
    TrafficClass::ALL.map(|class| way(link, to, class, PLAIN))
}

/// A face to which nothing matters.
struct Nobody;

impl Sink for Nobody {
    fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {}

    fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
        Landing::Discard
    }

    fn finish(&mut self, _: PeerId, _: &Header, _: Landing) {}

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        panic!("lost {peer}: {why}");
    }
}

/// Polls until nothing is being changed.
fn settle(link: &mut Context, now: Duration) {
    for _ in 0..20 {
        link.poll(now, &mut Nobody);
    }
    assert!(!link.is_switching());
}

#[test]
fn rules_choose_by_peer_and_kind_of_traffic() {
    let far = Rule { to: vec![vec![Spot::Host("far".into())]], ..use_dear() };
    let net = Spot::Network([10, 0, 0, 0].into(), 8);
    let bulk = Rule { to: vec![vec![net]], traffic: vec![TrafficClass::Bulk], ..use_dear() };
    let not_from_here = Rule { from: vec![vec![Spot::Ranks(5..=6)]], ..use_dear() };
    let (mut link, _) = context(vec![far, bulk, not_from_here]);
    assert_eq!(ways(&mut link, 5), ["dear"; 3]);
    assert_eq!(ways(&mut link, 1), ["cheap", "cheap", "dear"]);
    let links = link.links();
    let why = |method| links.iter().find(|l| l.peer == PeerId(1) && l.method == method).unwrap();
    assert!(why("dear").why.contains("line 3"), "{links:?}");
    assert!(why("cheap").why.contains("by cost"), "{links:?}");
    assert_eq!(why("dear").carries, ["bulk"]);
}

#[test]
fn later_rules_win() {
    let cheap = Rule { methods: vec!["cheap".into()], ..use_dear() };
    assert_eq!(ways(&mut context(vec![use_dear(), cheap.clone()]).0, 1), ["cheap"; 3]);
    assert_eq!(ways(&mut context(vec![cheap, use_dear()]).0, 1), ["dear"; 3]);
}

#[test]
fn what_does_not_reach_is_an_error_that_lists_what_does() {
    let (mut link, _) = context(vec![use_dear()]);
    let error = link.attributes(PeerId(7), TrafficClass::Message, PLAIN).unwrap_err();
    assert!(matches!(error, LinkError::NotApplicable { .. }));
    let text = error.to_string();
    for part in ["dear: too far", "line 3", "there are cheap"] {
        assert!(text.contains(part), "{part} in: {text}");
    }
    let lossy = Rule { methods: vec!["pigeon".into(), "lossy".into()], ..use_dear() };
    let text = context(vec![lossy]).0.attributes(PeerId(1), TrafficClass::Bulk, PLAIN).unwrap_err();
    assert!(text.to_string().contains("lossy: it is not reliable"), "{text}");
    assert!(text.to_string().contains("pigeon: this process has not opened it"), "{text}");
}

#[test]
fn a_rule_for_later_changes_links_in_use() {
    let later = Rule { after: Duration::from_secs(30), ..use_dear() };
    let (mut link, _) = context(vec![later]);
    assert_eq!(ways(&mut link, 1), ["cheap"; 3]);
    link.change_method(PeerId(2), LinkPart::Class(TrafficClass::Bulk), "cheap")
        .expect("it reaches");
    settle(&mut link, Duration::from_secs(29));
    assert_eq!(ways(&mut link, 1), ["cheap"; 3]);
    settle(&mut link, Duration::from_secs(31));
    assert_eq!(ways(&mut link, 1), ["dear"; 3]);
    assert_eq!(ways(&mut link, 2), ["dear", "dear", "cheap"], "the program decided on bulk");
    assert_eq!(ways(&mut link, 3), ["dear"; 3], "a link that was not in use");
}

#[test]
fn a_communicator_has_methods_by_name_and_by_info() {
    let ocean = Rule { communicator: Some("ocean".into()), ..use_dear() };
    let (mut link, _) = context(vec![ocean]);
    let members = [PeerId(1), PeerId(2)];
    assert_eq!(ways(&mut link, 1), ["cheap"; 3]);
    link.set_context(OCEAN, "ocean", &[], &members).expect("it reaches");
    settle(&mut link, Duration::ZERO);
    for peer in [1, 2] {
        assert_eq!(way(&mut link, peer, TrafficClass::Message, OCEAN), "dear");
        assert_eq!(way(&mut link, peer, TrafficClass::Control, OCEAN), "cheap");
        assert_eq!(ways(&mut link, peer), ["cheap"; 3]);
    }
    assert_eq!(way(&mut link, 3, TrafficClass::Message, OCEAN), "cheap", "it is no member");
    link.set_context(OCEAN, "ocean", &["cheap".into()], &members).expect("it reaches");
    settle(&mut link, Duration::ZERO);
    assert_eq!(way(&mut link, 1, TrafficClass::Message, OCEAN), "cheap", "info keys outdo rules");
    link.change_method(PeerId(1), LinkPart::Context(OCEAN), "dear").expect("it reaches");
    settle(&mut link, Duration::ZERO);
    assert_eq!(way(&mut link, 1, TrafficClass::Bulk, OCEAN), "dear", "calls outdo info keys");
    link.forget_context(OCEAN);
    assert_eq!(way(&mut link, 1, TrafficClass::Bulk, OCEAN), "cheap");
    let members = [PeerId(1), PeerId(7)];
    assert_eq!(ways(&mut link, 7), ["cheap"; 3]);
    let error = link.set_context(OCEAN, "", &["dear".into()], &members).unwrap_err();
    assert!(error.to_string().contains("too far"), "{error}");
}

#[test]
fn rules_set_parameters_of_links() {
    let setting = |parameter: &str| Setting {
        method: "dear".into(),
        parameter: parameter.into(),
        value: "5".into(),
    };
    let set = Rule {
        origin: "line 9".into(),
        to: vec![vec![Spot::Ranks(1..=1)]],
        set: vec![setting("keepalive")],
        ..Rule::default()
    };
    let (mut link, notes) = context(vec![set.clone(), use_dear()]);
    ways(&mut link, 1);
    ways(&mut link, 2);
    assert_eq!(*notes.lock().unwrap(), ["dear to 1: keepalive=5"]);
    let wrong = Rule { set: vec![setting("colour")], ..set };
    let (mut link, _) = context(vec![wrong, use_dear()]);
    let error = link.attributes(PeerId(1), TrafficClass::Message, PLAIN).unwrap_err().to_string();
    assert!(error.contains("line 9") && error.contains("colour"), "{error}");
}

#[test]
fn rules_can_be_read_and_facts_are_published() {
    let (link, _) = context(vec![use_dear()]);
    assert_eq!(link.rules().len(), 1);
    assert_eq!(link.table().facts(), &facts(0));
}
