//! Cookies that were used. A COOKIE ECHO that somebody recorded would otherwise begin a new association
//! when the one it began has ended, as often as it is sent, until it is stale.

use std::collections::VecDeque;

use super::Cookie;
use crate::Now;
use crate::wire::VerificationTag;

/// Most cookies that are remembered; of more the oldest are forgotten.
const MOST: usize = 4096;

/// The tags in cookies that were used and would still be good, with the time when they no longer are.
#[derive(Debug, Default)]
pub(super) struct Spent(VecDeque<(Now, VerificationTag)>);

impl Spent {
    pub(super) fn add(&mut self, now: Now, cookie: &Cookie) {
        while self.0.len() >= MOST || self.0.front().is_some_and(|(until, _)| *until < now) {
            self.0.pop_front();
        }
        if !self.contains(cookie) {
            self.0.push_back((cookie.made.saturating_add(cookie.life), cookie.own.tag));
        }
    }

    pub(super) fn contains(&self, cookie: &Cookie) -> bool {
        self.0.iter().any(|(_, tag)| *tag == cookie.own.tag)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::cookie;
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_was_used_is_known_while_it_would_be_good() {
        let mut spent = Spent::default();
        let (one, two) = (cookie(1, 9), cookie(2, 9));
        spent.add(one.made, &one);
        spent.add(one.made, &one);
        assert!(spent.contains(&one) && !spent.contains(&two));
        assert_eq!(spent.0.len(), 1);
        spent.add(one.made + one.life + Duration::from_millis(1), &two);
        assert!(spent.contains(&two) && !spent.contains(&one), "it is stale by now");
    }

    #[test]
    fn the_oldest_make_room() {
        let mut spent = Spent::default();
        for tag in 0..=MOST as u32 {
            spent.add(Duration::from_secs(100), &cookie(tag, 9));
        }
        assert_eq!(spent.0.len(), MOST);
        assert!(!spent.contains(&cookie(0, 9)) && spent.contains(&cookie(1, 9)));
    }
}
