//! Which partitions of a send are ready, noted without a lock by the threads that fill them.

use super::{check_partition, operation};
use crate::constants::{MPI_ERR_ARG, MPI_ERR_REQUEST};
use crate::error::{Error, Result};
use crate::handle::RequestHandle;
use crate::process::enter;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Sends that a thread remembers.
const REMEMBERED: usize = 8;

thread_local! {
    /// The sends of which this thread has made partitions ready.
    static BOARDS: RefCell<Vec<(RequestHandle, Arc<ReadyBoard>)>> = const { RefCell::new(Vec::new()) };
}

/// Which partitions of a send are ready.
pub struct ReadyBoard {
    partitions: usize,
    /// The send has been started, and not ended.
    is_active: AtomicBool,
    /// Its request is gone: the handle may be another's.
    is_freed: AtomicBool,
    /// A bit for each partition that is ready.
    ready: Box<[AtomicU64]>,
    /// A bit for each that is ready and has not been sent.
    fresh: Box<[AtomicU64]>,
    /// Partitions that are not ready. Whoever sees that there are none sees all that are fresh.
    left: AtomicUsize,
    /// Some could not be sent, and why.
    has_failed: AtomicBool,
    trouble: Mutex<Option<Error>>,
}

impl ReadyBoard {
    pub(super) fn new(partitions: usize) -> Self {
        let words = || (0..partitions.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        ReadyBoard {
            partitions,
            is_active: AtomicBool::new(false),
            is_freed: AtomicBool::new(false),
            ready: words(),
            fresh: words(),
            left: AtomicUsize::new(0),
            has_failed: AtomicBool::new(false),
            trouble: Mutex::new(None),
        }
    }

    /// The send is started: no partition is ready.
    pub(super) fn start(&self) {
        self.ready.iter().chain(&self.fresh).for_each(|word| word.store(0, Ordering::Relaxed));
        self.left.store(self.partitions, Ordering::Relaxed);
        self.has_failed.store(false, Ordering::Relaxed);
        self.is_active.store(true, Ordering::Release);
    }

    pub(super) fn end(&self) {
        self.is_active.store(false, Ordering::Release);
    }

    /// The request of the send is gone.
    pub(super) fn free(&self) {
        self.is_freed.store(true, Ordering::Release);
    }

    fn is_freed(&self) -> bool {
        self.is_freed.load(Ordering::Acquire)
    }

    /// A partition cannot be sent.
    #[cold]
    pub(super) fn fail(&self, why: &Error) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(why.clone());
        self.has_failed.store(true, Ordering::Release);
    }

    /// Why partitions cannot be sent, if that is known.
    pub(super) fn trouble(&self) -> Result<()> {
        if !self.has_failed.load(Ordering::Acquire) {
            return Ok(());
        }
        let trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        trouble.clone().map_or(Ok(()), Err)
    }

    /// Partitions that are not ready; of all others [`ReadyBoard::take_fresh`] gives those that were not taken.
    pub(super) fn left(&self) -> usize {
        self.left.load(Ordering::Acquire)
    }

    /// Notes that a partition is ready: what was written to it is seen by whoever takes it.
    pub(super) fn note(&self, partition: usize) -> Result<()> {
        check_partition(partition, self.partitions)?;
        if !self.is_active.load(Ordering::Acquire) {
            return Err(Error::new(MPI_ERR_REQUEST, "the partitioned send has not been started"));
        }
        let (word, bit) = (partition / 64, 1 << (partition % 64));
        if self.ready[word].fetch_or(bit, Ordering::Relaxed) & bit != 0 {
            let text = format!("partition {partition} is ready already");
            return Err(Error::new(MPI_ERR_ARG, text));
        }
        self.fresh[word].fetch_or(bit, Ordering::Release);
        self.left.fetch_sub(1, Ordering::AcqRel);
        Ok(())
    }

    /// Takes the partitions that are ready and were not taken before.
    pub(super) fn take_fresh(&self, mut take: impl FnMut(usize)) {
        for (index, word) in self.fresh.iter().enumerate() {
            if word.load(Ordering::Relaxed) == 0 {
                continue;
            }
            let mut bits = word.swap(0, Ordering::AcqRel);
            while bits != 0 {
                take(index * 64 + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }
}

/// Does something with the board of a send. A thread looks its request up once, with the state entered, and
/// remembers it.
pub(super) fn with_board<T>(
    handle: RequestHandle,
    act: impl FnOnce(&ReadyBoard) -> Result<T>,
) -> Result<T> {
    let mut act = Some(act);
    let known = BOARDS.try_with(|boards| {
        let boards = boards.borrow();
        let mut valid = boards.iter().filter(|(_, board)| !board.is_freed());
        let (_, board) = valid.find(|(of, _)| *of == handle)?;
        Some(act.take()?(board))
    });
    match (known.ok().flatten(), act) {
        (Some(done), _) => done,
        (None, Some(act)) => act(look_up(handle)?.as_ref()),
        (None, None) => Err(not_a_send()),
    }
}

fn look_up(handle: RequestHandle) -> Result<Arc<ReadyBoard>> {
    let operation = operation(&enter(), handle)?;
    let board = operation.board().ok_or_else(not_a_send)?.clone();
    // A thread that ends remembers nothing more.
    let _ = BOARDS.try_with(|boards| {
        let mut boards = boards.borrow_mut();
        boards.retain(|(of, board)| *of != handle && !board.is_freed());
        boards.truncate(REMEMBERED - 1);
        boards.insert(0, (handle, board.clone()));
    });
    Ok(board)
}

#[cold]
fn not_a_send() -> Error {
    Error::new(MPI_ERR_REQUEST, "partitions are made ready at the sender")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_partition_is_taken_once_however_many_note() {
        const THREADS: usize = 4;
        let (board, each) = (ReadyBoard::new(THREADS * 50), 50);
        board.start();
        let mut seen = vec![0; THREADS * each];
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (board, mine) = (&board, (thread..THREADS * each).step_by(THREADS));
                scope.spawn(move || mine.for_each(|partition| board.note(partition).unwrap()));
            }
            loop {
                let left = board.left();
                board.take_fresh(|partition| seen[partition] += 1);
                if left == 0 {
                    break;
                }
                std::thread::yield_now();
            }
        });
        assert!(seen.iter().all(|taken| *taken == 1));
    }

    #[test]
    fn what_is_no_partition_or_ready_or_not_started_is_refused() {
        let board = ReadyBoard::new(65);
        assert_eq!(board.note(0).unwrap_err().code, MPI_ERR_REQUEST);
        board.start();
        board.note(64).unwrap();
        assert_eq!(board.note(64).unwrap_err().code, MPI_ERR_ARG);
        assert_eq!(board.note(65).unwrap_err().code, MPI_ERR_ARG);
        assert_eq!(board.left(), 64);
        board.fail(&Error::new(MPI_ERR_ARG, "a reason"));
        assert!(board.trouble().is_err());
        board.start();
        assert!(board.trouble().is_ok() && board.note(64).is_ok());
    }
}
