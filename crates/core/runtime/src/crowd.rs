//! Processes that share too few cores spread over them.

use ferry_sys::CoreBoard;
use std::sync::Arc;
use std::time::Duration;

/// The others on this process's cores, where these are short; none that are known by default.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crowd {
    board: Option<Arc<CoreBoard>>,
    /// Yields until the next look at it.
    left: u32,
    /// This process has just gone to another core.
    trial: Option<CoreTrial>,
}

/// Whether to let others have a core costs no more there than elsewhere.
#[derive(Clone, Copy, Debug)]
struct CoreTrial {
    from: u32,
    to: u32,
    /// So often they had it.
    yields: u32,
    /// So often for long.
    long: u32,
}

impl CoreTrial {
    /// So many yields show what a core is like.
    const YIELDS: u32 = 32;
    /// Once may be anything: the system's own work, or something that was on its way elsewhere.
    const MOST_LONG: u32 = 1;

    fn has_failed(&self) -> bool {
        self.long > CoreTrial::MOST_LONG
    }
}

/// Yields from one look at the others' cores to the next: those of a core take microseconds, and to move some ten.
const LOOK_ROUND: u32 = 8;
/// The same after this process has moved, so that two that disagree about a core, this and the scheduler, take turns of
/// milliseconds.
const LOOK_AGAIN: u32 = 256;
/// Who has the core for longer computes: it may be anybody, and each turn of it holds up all processes of the job.
const LONG: Duration = Duration::from_millis(1);

impl Crowd {
    pub(crate) fn on(board: Option<Arc<CoreBoard>>) -> Self {
        Crowd { board, left: LOOK_ROUND, trial: None }
    }

    /// Whether it matters for how long others have the core.
    pub(crate) fn is_on_trial(&self) -> bool {
        self.trial.is_some()
    }

    /// Others had the core for so long.
    pub(crate) fn gave(&mut self, took: Duration) {
        let Some(trial) = &mut self.trial else { return };
        trial.yields += 1;
        trial.long += u32::from(took >= LONG);
        if trial.yields == CoreTrial::YIELDS
            && !trial.has_failed()
            && let Some(board) = &self.board
        {
            board.welcome(trial.to);
            self.trial = None;
        }
    }

    /// The core that this process should go to instead of letting others have its own once more.
    #[inline]
    pub(crate) fn core_to_go_to(&mut self) -> Option<u32> {
        let board = self.board.as_ref()?;
        if let Some(CoreTrial { from, to, .. }) = self.trial.take_if(|trial| trial.has_failed()) {
            board.shun(to);
            board.go(from);
            self.left = LOOK_AGAIN;
            return Some(from);
        }
        self.left -= 1;
        if self.left != 0 { None } else { self.look_around() }
    }

    fn look_around(&mut self) -> Option<u32> {
        let Some((from, to)) = self.board.as_ref()?.choose() else {
            self.left = LOOK_ROUND;
            return None;
        };
        (self.trial, self.left) = (Some(CoreTrial { from, to, yields: 0, long: 0 }), LOOK_AGAIN);
        Some(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Has just gone from core 0 to core 1.
    fn on_trial() -> (Crowd, Arc<CoreBoard>) {
        let (board, _) = CoreBoard::create(2).expect("a file in memory");
        let board = Arc::new(board);
        let trial = Some(CoreTrial { from: 0, to: 1, yields: 0, long: 0 });
        (Crowd { board: Some(board.clone()), left: LOOK_AGAIN, trial }, board)
    }

    #[test]
    fn who_finds_somebody_computing_goes_back_and_warns_the_others() {
        let (mut crowd, board) = on_trial();
        crowd.gave(Duration::from_micros(20));
        crowd.gave(Duration::from_millis(4));
        assert_eq!(crowd.core_to_go_to(), None);
        crowd.gave(Duration::from_millis(4));
        assert!(!board.is_shunned(1));
        assert_eq!(crowd.core_to_go_to(), Some(0));
        assert!(board.is_shunned(1) && !board.is_shunned(0) && !crowd.is_on_trial());
        crowd.gave(Duration::from_millis(4));
        assert_eq!(crowd.core_to_go_to(), None);
    }

    #[test]
    fn a_core_that_proves_good_is_welcome_again() {
        let (mut crowd, board) = on_trial();
        board.shun(1);
        crowd.gave(Duration::from_millis(4));
        for _ in 1..CoreTrial::YIELDS {
            assert!(crowd.is_on_trial() && board.is_shunned(1));
            crowd.gave(Duration::from_micros(5));
            assert_ne!(crowd.core_to_go_to(), Some(0));
        }
        assert!(!crowd.is_on_trial() && !board.is_shunned(1));
    }

    #[test]
    fn without_a_board_nobody_goes() {
        let mut crowd = Crowd::default();
        assert_eq!((crowd.core_to_go_to(), crowd.is_on_trial()), (None, false));
    }
}
