//! Random operations on a match list, compared with a plain one that is walked.

use ferry_matching::{ListId, ListPlace, MatchList, MatchPattern};
use proptest::collection::vec;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Operation {
    Insert(Place, MatchPattern, bool),
    Remove(usize),
    /// An entry becomes ready, or no longer.
    Turn(usize),
    Find(u64, u64),
}

#[derive(Clone, Copy, Debug)]
enum Place {
    First,
    Last,
    Before(usize),
    After(usize),
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![
        Just(Place::First),
        Just(Place::Last),
        (0..32usize).prop_map(Place::Before),
        (0..32usize).prop_map(Place::After),
    ]
}

/// Few bits and masks, so that much matches and classes fill.
fn pattern() -> impl Strategy<Value = MatchPattern> {
    let masks = prop_oneof![3 => Just(0u64), 1 => Just(!0u64), 1 => Just(1u64), 1 => 0..8u64];
    let sources = prop_oneof![Just(0u64), Just(!0u64), Just(0xffff_ffffu64), Just(!0xffff_ffffu64)];
    (0..8u64, masks, source(), sources).prop_map(|(bits, ignore, source, ignore_source)| {
        MatchPattern { bits, ignore, source, ignore_source }
    })
}

/// Two numbers in one, as node and process are.
fn source() -> impl Strategy<Value = u64> {
    (0..2u64, 0..2u64).prop_map(|(node, process)| node << 32 | process)
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        6 => (place(), pattern(), prop::bool::weighted(0.8))
            .prop_map(|(place, pattern, ready)| Operation::Insert(place, pattern, ready)),
        3 => (0..64usize).prop_map(Operation::Remove),
        2 => (0..64usize).prop_map(Operation::Turn),
        8 => (0..8u64, source()).prop_map(|(bits, source)| Operation::Find(bits, source)),
    ]
}

#[derive(Clone, Copy, Debug)]
struct Plain {
    id: ListId,
    pattern: MatchPattern,
    ready: bool,
}

/// The same list twice.
#[derive(Default)]
struct Both {
    list: MatchList<bool>,
    plain: Vec<Plain>,
    /// The last request, which comes again after each operation: what it has found may be another now.
    asked: Option<(u64, u64)>,
}

impl Both {
    fn insert(&mut self, place: Place, pattern: MatchPattern, ready: bool) {
        let len = self.plain.len();
        let (place, at) = match place {
            Place::Before(n) if len > 0 => (ListPlace::Before(self.plain[n % len].id), n % len),
            Place::After(n) if len > 0 => (ListPlace::After(self.plain[n % len].id), n % len + 1),
            Place::First | Place::Before(_) => (ListPlace::First, 0),
            Place::Last | Place::After(_) => (ListPlace::Last, len),
        };
        let id = self.list.insert(place, pattern, ready).expect("its neighbour is there");
        self.plain.insert(at, Plain { id, pattern, ready });
    }

    fn remove(&mut self, n: usize) {
        if self.plain.is_empty() {
            return;
        }
        let Plain { id, ready, .. } = self.plain.remove(n % self.plain.len());
        assert_eq!(self.list.remove(id), Some(ready));
        assert_eq!(self.list.remove(id), None, "a name of what is gone");
        assert!(self.list.get(id).is_none() && self.list.pattern(id).is_none());
        let any = MatchPattern { bits: 0, ignore: 0, source: 0, ignore_source: 0 };
        assert_eq!(self.list.insert(ListPlace::After(id), any, true), None);
    }

    fn find(&self, bits: u64, source: u64) {
        let found = self.list.find(bits, source, |ready| *ready);
        let expected = self.plain.iter().find(|e| e.ready && e.pattern.accepts(bits, source));
        assert_eq!(found, expected.map(|entry| entry.id));
    }

    fn run(&mut self, operation: Operation) {
        match operation {
            Operation::Insert(place, pattern, ready) => self.insert(place, pattern, ready),
            Operation::Remove(n) => self.remove(n),
            Operation::Turn(n) => {
                let len = self.plain.len().max(1);
                if let Some(entry) = self.plain.get_mut(n % len) {
                    entry.ready = !entry.ready;
                    *self.list.get_mut(entry.id).expect("it is there") = entry.ready;
                }
            }
            Operation::Find(bits, source) => self.asked = Some((bits, source)),
        }
        if let Some((bits, source)) = self.asked {
            self.find(bits, source);
        }
        let order: Vec<ListId> = self.list.iter().map(|(id, _)| id).collect();
        assert_eq!(order, self.plain.iter().map(|entry| entry.id).collect::<Vec<_>>());
        assert_eq!((self.list.len(), self.list.is_empty()), (order.len(), order.is_empty()));
    }
}

proptest! {
    #[test]
    fn it_finds_what_a_walk_finds(operations in vec(operation(), 1..200)) {
        let mut both = Both::default();
        operations.into_iter().for_each(|operation| both.run(operation));
    }
}

fn exact(bits: u64) -> MatchPattern {
    MatchPattern { bits, ignore: 0, source: 0, ignore_source: 0 }
}

/// Always into the same gap, until there is none and all get new ranks.
#[test]
fn insertion_between_two_never_ends() {
    let mut list = MatchList::default();
    let last = list.insert(ListPlace::Last, exact(1), 0).unwrap();
    for number in 1..=1000 {
        list.insert(ListPlace::Before(last), exact(1), number).unwrap();
        list.insert(ListPlace::First, exact(2), -number).unwrap();
    }
    let values: Vec<i32> = list.iter().map(|(_, value)| *value).collect();
    let expected: Vec<i32> = (-1000..0).chain(1..=1000).chain([0]).collect();
    assert_eq!(values, expected);
    let first = list.find(1, 0, |_| true).and_then(|id| list.get(id));
    assert_eq!(first, Some(&1));
}

/// Classes that come and go leave nothing behind but a few.
#[test]
fn masks_without_entries_are_forgotten() {
    let mut list = MatchList::default();
    for round in 0..1000u64 {
        let pattern = MatchPattern { ignore: round, ..exact(round) };
        let id = list.insert(ListPlace::Last, pattern, round).unwrap();
        assert_eq!(list.find(0, 0, |_| true), Some(id));
        list.remove(id);
    }
    assert!(list.is_empty() && list.capacity() < 2000, "{}", list.capacity());
}
