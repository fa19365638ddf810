//! Memory follows what is held at one time, not what was ever used.

use ferry_matching::{Envelope, Matcher, Selector};
use ferry_wire::ContextId;

const DISTINCT: i32 = 1_000_000;

fn envelope(tag: i32) -> Envelope {
    Envelope { context: ContextId(3), source: tag as u32 % 61, tag }
}

#[test]
fn a_million_tags_leave_nothing_behind() {
    let mut matcher: Matcher<i32, i32> = Matcher::new();
    let any = Selector { context: ContextId(3), source: None, tag: None };
    matcher.keep(envelope(0), 0);
    assert_eq!(matcher.take(&any), Some((envelope(0), 0)));
    for tag in 0..1000 {
        matcher.post((&envelope(tag)).into(), tag);
        assert_eq!(matcher.arrive(&envelope(tag)), Some(tag));
        matcher.keep(envelope(tag), tag);
        assert_eq!(matcher.take(&(&envelope(tag)).into()), Some((envelope(tag), tag)));
    }
    let settled = matcher.capacity();
    for tag in 0..DISTINCT {
        matcher.post((&envelope(tag)).into(), tag);
        assert_eq!(matcher.arrive(&envelope(tag)), Some(tag));
        matcher.keep(envelope(tag), tag);
        assert_eq!(matcher.take(&(&envelope(tag)).into()), Some((envelope(tag), tag)));
    }
    assert_eq!(matcher.capacity(), settled);
    assert_eq!((matcher.posted(), matcher.kept()), (0, 0));
}

#[test]
fn a_sliding_window_of_tags_is_bounded_by_its_width() {
    const WIDTH: i32 = 500;
    let mut matcher: Matcher<i32, ()> = Matcher::new();
    for tag in 0..DISTINCT / 4 {
        matcher.post((&envelope(tag)).into(), tag);
        if tag >= WIDTH {
            assert_eq!(matcher.arrive(&envelope(tag - WIDTH)), Some(tag - WIDTH));
        }
    }
    assert_eq!(matcher.posted(), WIDTH as usize);
    assert!(matcher.capacity() < 8 * WIDTH as usize, "capacity {}", matcher.capacity());
}

#[test]
fn a_cancelled_place_is_used_again_and_its_id_is_stale() {
    let mut matcher: Matcher<&str, ()> = Matcher::new();
    let first = matcher.post((&envelope(1)).into(), "first");
    assert_eq!(matcher.cancel(first), Some("first"));
    let second = matcher.post((&envelope(1)).into(), "second");
    assert_eq!(matcher.cancel(first), None);
    assert_eq!(matcher.posted_mut(second), Some(&mut "second"));
    assert_eq!(matcher.arrive(&envelope(1)), Some("second"));
    assert_eq!(matcher.cancel(second), None);
}
