//! A few threads for accesses that nobody waits for: started when there is work, gone when there has been none
//! for a while.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

type FileJob = Box<dyn FnOnce() + Send>;

struct JobQueue {
    jobs: VecDeque<FileJob>,
    threads: usize,
    idle: usize,
}

/// The most threads. Each waits for a device or copies to the system's cache; more of them gain nothing.
const THREADS: usize = 4;
/// How long a thread waits for more work.
const IDLE: Duration = Duration::from_secs(2);

static QUEUE: Mutex<JobQueue> = Mutex::new(JobQueue { jobs: VecDeque::new(), threads: 0, idle: 0 });
static NEWS: Condvar = Condvar::new();

/// Jobs run outside of the lock, so that it stays whole whatever they do.
fn queue() -> MutexGuard<'static, JobQueue> {
    QUEUE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a job in another thread, or here where there is none to be had.
pub fn run_aside(job: impl FnOnce() + Send + 'static) {
    let mut waiting = queue();
    waiting.jobs.push_back(Box::new(job));
    if waiting.idle >= waiting.jobs.len() || waiting.threads == THREADS {
        drop(waiting);
        return NEWS.notify_one();
    }
    waiting.threads += 1;
    let is_last_resort = waiting.threads == 1;
    drop(waiting);
    let thread = std::thread::Builder::new().name("ferry-files".into()).spawn(work);
    if thread.is_err() {
        queue().threads -= 1;
        if is_last_resort {
            while let Some(job) = take() {
                job();
            }
        }
    }
}

fn take() -> Option<FileJob> {
    queue().jobs.pop_front()
}

fn work() {
    let mut waiting = queue();
    loop {
        if let Some(job) = waiting.jobs.pop_front() {
            drop(waiting);
            job();
            waiting = queue();
            continue;
        }
        waiting.idle += 1;
        let (back, timeout) =
            NEWS.wait_timeout(waiting, IDLE).unwrap_or_else(PoisonError::into_inner);
        waiting = back;
        waiting.idle -= 1;
        if timeout.timed_out() && waiting.jobs.is_empty() {
            waiting.threads -= 1;
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn all_jobs_are_done() {
        let (told, hear) = mpsc::channel();
        for number in 0..100 {
            let told = told.clone();
            run_aside(move || told.send(number).unwrap());
        }
        drop(told);
        let mut done: Vec<i32> = hear.iter().collect();
        done.sort_unstable();
        assert_eq!(done, (0..100).collect::<Vec<_>>());
        assert!(queue().threads <= THREADS);
    }
}
