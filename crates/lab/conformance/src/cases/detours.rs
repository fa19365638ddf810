//! Methods that go on by another's help.

use crate::{Dice, Mesh, Reach, Subject, pattern};
use ferry_method::{HandlerId, Header, StreamId};
use std::collections::HashMap;

/// Frames of each of the two.
const FRAMES: u64 = 60;

/// Frames that are under way when a method takes a detour, if it can, arrive once, whole and in order,
/// and so do those that follow.
pub fn a_detour_loses_nothing(subject: &Subject) {
    if subject.reach == Reach::Itself {
        return;
    }
    for (seed, after) in [0, 1, 2, 7, 20, 40].into_iter().enumerate() {
        if !detour(subject, seed as u64, after) {
            return;
        }
    }
}

/// A frame that is being sent.
struct Going {
    ends: (usize, usize),
    header: Header,
    payload: Vec<u8>,
    done: usize,
}

impl Going {
    fn new(ends: (usize, usize), number: u64, dice: &mut Dice) -> Self {
        let stream = StreamId(number as u16 % 3);
        let most = if number.is_multiple_of(5) { 200_000 } else { 3_000 };
        let payload = pattern(number, dice.below(most));
        let header = Header { stream, words: [number, 0], ..Header::new(HandlerId(9)) };
        Going { ends, header, payload, done: 0 }
    }
}

fn detour(subject: &Subject, seed: u64, after: u64) -> bool {
    let mut mesh = Mesh::new(subject, 2);
    let mut dice = Dice::new(seed);
    let mut going: [Option<Going>; 2] = [None, None];
    let (mut next, mut came) = ([0; 2], [Vec::new(), Vec::new()]);
    let mut can = true;
    mesh.until("all frames arrive", |mesh| {
        for from in [0, 1] {
            if going[from].is_none() && next[from] < FRAMES {
                going[from] = Some(Going::new((from, 1 - from), next[from], &mut dice));
                next[from] += 1;
            }
            let Some(frame) = &mut going[from] else { continue };
            let Going { ends, header, payload, done } = frame;
            if mesh.try_send(*ends, header, payload, done).expect("nobody is lost") {
                going[from] = None;
            }
        }
        if next[0] > after {
            can = mesh.detour((0, 1));
        }
        for to in [0, 1] {
            assert_eq!(mesh.sink(to).losses.len(), 0, "{:?}", mesh.sink(to).losses);
            came[to].extend(mesh.take(to));
        }
        !can || came.iter().all(|came| came.len() as u64 >= FRAMES)
    });
    for arrivals in came.iter().filter(|_| can) {
        let mut last: HashMap<StreamId, u64> = HashMap::new();
        for arrival in arrivals {
            let number = arrival.header.words[0];
            let before = last.insert(arrival.header.stream, number);
            assert!(before < Some(number), "{number} after {before:?}");
            assert_eq!(arrival.payload, Some(pattern(number, arrival.len)), "frame {number}");
        }
        assert_eq!(arrivals.len() as u64, FRAMES, "some came twice");
    }
    can
}
