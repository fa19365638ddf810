//! Random sequences of operations, compared with two plain lists.

use ferry_matching::{Envelope, KeptId, Matcher, PostId, Selector};
use ferry_wire::ContextId;
use proptest::collection::vec;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Operation {
    Receive(Selector),
    Arrive(Envelope),
    Probe(Selector),
    Cancel(usize),
    Complete(usize),
    TakeKept(usize),
    FailSource(u32),
    ForgetContext(u32),
}

fn envelope() -> impl Strategy<Value = Envelope> {
    (0..2u32, 0..3u32, -1..3i32).prop_map(|(context, source, tag)| Envelope {
        context: ContextId(context),
        source,
        tag,
    })
}

fn selector() -> impl Strategy<Value = Selector> {
    (envelope(), prop::bool::weighted(0.3), prop::bool::weighted(0.3)).prop_map(
        |(envelope, any_source, any_tag)| Selector {
            context: envelope.context,
            source: (!any_source).then_some(envelope.source),
            tag: (!any_tag).then_some(envelope.tag),
        },
    )
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        20 => selector().prop_map(Operation::Receive),
        20 => envelope().prop_map(Operation::Arrive),
        6 => selector().prop_map(Operation::Probe),
        4 => (0..64usize).prop_map(Operation::Cancel),
        4 => (0..64usize).prop_map(Operation::Complete),
        2 => (0..64usize).prop_map(Operation::TakeKept),
        1 => (0..3u32).prop_map(Operation::FailSource),
        1 => (0..2u32).prop_map(Operation::ForgetContext),
    ]
}

/// Both in order of insertion; searched from the front.
#[derive(Default)]
struct Lists {
    posted: Vec<(Selector, u64)>,
    kept: Vec<(Envelope, u64)>,
}

impl Lists {
    fn arrive(&mut self, envelope: &Envelope) -> Option<u64> {
        let at = self.posted.iter().position(|(selector, _)| selector.accepts(envelope))?;
        Some(self.posted.remove(at).1)
    }

    fn take(&mut self, selector: &Selector) -> Option<(Envelope, u64)> {
        let at = self.kept.iter().position(|(envelope, _)| selector.accepts(envelope))?;
        Some(self.kept.remove(at))
    }

    fn peek(&self, selector: &Selector) -> Option<(Envelope, u64)> {
        self.kept.iter().find(|(envelope, _)| selector.accepts(envelope)).copied()
    }

    fn cancel(&mut self, cookie: u64) -> Option<u64> {
        let at = self.posted.iter().position(|&(_, posted)| posted == cookie)?;
        Some(self.posted.remove(at).1)
    }

    fn take_body(&mut self, body: u64) -> Option<(Envelope, u64)> {
        let at = self.kept.iter().position(|&(_, kept)| kept == body)?;
        Some(self.kept.remove(at))
    }
}

/// The engine beside its model, with every id ever given out.
struct Pair {
    matcher: Matcher<u64, u64>,
    lists: Lists,
    posts: Vec<(PostId, u64)>,
    keeps: Vec<(KeptId, u64)>,
    next: u64,
}

impl Pair {
    fn new() -> Self {
        Pair {
            matcher: Matcher::new(),
            lists: Lists::default(),
            posts: Vec::new(),
            keeps: Vec::new(),
            next: 0,
        }
    }

    fn receive(&mut self, selector: Selector) {
        let taken = self.matcher.take(&selector);
        assert_eq!(taken, self.lists.take(&selector));
        if taken.is_none() {
            self.next += 1;
            self.posts.push((self.matcher.post(selector, self.next), self.next));
            self.lists.posted.push((selector, self.next));
        }
    }

    fn arrive(&mut self, envelope: Envelope) {
        let matched = self.matcher.arrive(&envelope);
        assert_eq!(matched, self.lists.arrive(&envelope));
        if matched.is_none() {
            self.next += 1;
            self.keeps.push((self.matcher.keep(envelope, self.next), self.next));
            self.lists.kept.push((envelope, self.next));
        }
    }

    fn complete(&mut self, at: usize) {
        let (id, body) = self.keeps[at % self.keeps.len()];
        let held = self.lists.kept.iter().any(|&(_, kept)| kept == body);
        assert_eq!(self.matcher.kept_mut(id).map(|body| *body), held.then_some(body));
    }

    fn remove_all(&mut self, picked: impl Fn(ContextId, Option<u32>) -> bool) {
        let receives = self.matcher.cancel_where(|s, _| picked(s.context, s.source));
        let lists = &mut self.lists;
        let model = lists.posted.extract_if(.., |(s, _)| picked(s.context, s.source));
        assert_eq!(receives, model.map(|(_, cookie)| cookie).collect::<Vec<_>>());
        let messages = self.matcher.take_where(|e, _| picked(e.context, Some(e.source)));
        let model = lists.kept.extract_if(.., |(e, _)| picked(e.context, Some(e.source)));
        assert_eq!(messages, model.collect::<Vec<_>>());
    }

    fn apply(&mut self, operation: Operation) {
        match operation {
            Operation::Receive(selector) => self.receive(selector),
            Operation::Arrive(envelope) => self.arrive(envelope),
            Operation::Probe(selector) => {
                let seen = self.matcher.peek(&selector).map(|(envelope, body)| (*envelope, *body));
                assert_eq!(seen, self.lists.peek(&selector));
            }
            Operation::Cancel(at) if !self.posts.is_empty() => {
                let (id, cookie) = self.posts[at % self.posts.len()];
                assert_eq!(self.matcher.cancel(id), self.lists.cancel(cookie));
                assert_eq!(self.matcher.posted_mut(id), None);
            }
            Operation::Complete(at) if !self.keeps.is_empty() => self.complete(at),
            Operation::TakeKept(at) if !self.keeps.is_empty() => {
                let (id, body) = self.keeps[at % self.keeps.len()];
                assert_eq!(self.matcher.take_kept(id), self.lists.take_body(body));
            }
            Operation::FailSource(rank) => self.remove_all(|_, source| source == Some(rank)),
            Operation::ForgetContext(number) => self.remove_all(|c, _| c == ContextId(number)),
            Operation::Cancel(_) | Operation::Complete(_) | Operation::TakeKept(_) => {}
        }
    }

    fn check(&self) {
        assert_eq!(self.matcher.posted(), self.lists.posted.len());
        assert_eq!(self.matcher.kept(), self.lists.kept.len());
        let mut posted = Vec::new();
        self.matcher.for_each_posted(|selector, cookie| posted.push((*selector, *cookie)));
        assert_eq!(posted, self.lists.posted);
        let mut kept = Vec::new();
        self.matcher.for_each_kept(|envelope, body| kept.push((*envelope, *body)));
        assert_eq!(kept, self.lists.kept);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn behaves_like_two_lists(operations in vec(operation(), 1..120)) {
        let mut pair = Pair::new();
        for operation in operations {
            pair.apply(operation);
        }
        pair.check();
    }

    /// Enough distinct keys at once that the indexes grow, collide and close their gaps.
    #[test]
    fn many_keys_in_any_order(
        tags in vec((0..40u32, 0..400i32, 0..8u32), 1..600),
        order in any::<u64>(),
    ) {
        let mut matcher: Matcher<usize, usize> = Matcher::new();
        let mut lists = Lists::default();
        for (number, &(source, tag, wild)) in tags.iter().enumerate() {
            let selector = Selector {
                context: ContextId(7),
                source: (wild != 0).then_some(source),
                tag: (wild != 1).then_some(tag),
            };
            matcher.post(selector, number);
            lists.posted.push((selector, number as u64));
        }
        let mut at = order as usize;
        for _ in 0..tags.len() {
            at = at.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let (source, tag, _) = tags[(at >> 33) % tags.len()];
            let envelope = Envelope { context: ContextId(7), source, tag };
            let found = matcher.arrive(&envelope).map(|number| number as u64);
            prop_assert_eq!(found, lists.arrive(&envelope));
        }
        prop_assert_eq!(matcher.posted(), lists.posted.len());
    }
}
