//! Jobs of contexts within the test's process.

use ferry_config::Config;
use ferry_link::{Context, Directory, Policy};
use ferry_method::{Identity, JobId, Method, PeerId};
use ferry_method_local::LocalMethod;
use ferry_method_shm::{ShmMethod, ShmOptions};
use ferry_method_tcp::{TcpMethod, TcpOptions};
use ferry_method_udp::{UdpMethod, UdpOptions};
use ferry_nexus::Nexus;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Nothing takes this long unless it hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// What the processes of a job publish.
#[derive(Clone, Default)]
struct Board(Arc<Mutex<Vec<Option<Vec<u8>>>>>);

impl Directory for Board {
    fn lookup(&mut self, peer: PeerId) -> Result<Vec<u8>, String> {
        let found = self.0.lock().expect("no panics").get(peer.0 as usize).cloned().flatten();
        found.ok_or_else(|| "it has published nothing".into())
    }
}

/// A job of `size` contexts over `methods`; `number` tells jobs apart.
pub(crate) fn job(number: u8, size: u32, methods: &[&str]) -> Vec<Nexus> {
    let board = Board::default();
    let config = Config::with([("wait.oversubscribed", "yes")]).expect("a parameter");
    let contexts = (0..size).map(|rank| {
        let identity = Identity {
            job: JobId(u64::from(number)),
            me: PeerId(rank),
            size,
            secret: [number; 32],
            host: "test".into(),
        };
        let mut opened: Vec<Box<dyn Method>> = vec![Box::new(LocalMethod::new(&identity))];
        for method in methods {
            opened.push(match *method {
                "shm" => Box::new(ShmMethod::new(&identity, ShmOptions::default()).expect("shm")),
                "tcp" => {
                    let options =
                        TcpOptions { interfaces: vec!["lo".into()], ..TcpOptions::default() };
                    Box::new(TcpMethod::new(identity.clone(), options).expect("tcp"))
                }
                "udp" => {
                    // Where multicast works without a network.
                    let multicast_interface = Some("lo".into());
                    let options = UdpOptions { multicast_interface, ..UdpOptions::default() };
                    Box::new(UdpMethod::new(identity.clone(), options).expect("udp"))
                }
                other => panic!("no method {other}"),
            });
        }
        let directory = Box::new(board.clone());
        let link = Context::new(identity.me, size, opened, Policy::default(), &[], directory);
        let mut published = board.0.lock().expect("no panics");
        published.push(Some(link.table().encode()));
        drop(published);
        Nexus::over(link, identity, &config).expect("a context")
    });
    contexts.collect()
}

/// Polls all until `done`; faults without a callback are errors.
pub(crate) fn until(all: &[&Nexus], what: &str, mut done: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !done() {
        assert!(begin.elapsed() < PATIENCE, "waited in vain until {what}");
        for nexus in all {
            nexus.poll().expect("no faults");
        }
        std::thread::yield_now();
    }
}

/// Polls in threads of their own until dropped, as processes would.
pub(crate) struct Running {
    stop: Arc<std::sync::atomic::AtomicBool>,
    contexts: Vec<Nexus>,
    threads: Vec<std::thread::JoinHandle<()>>,
}

pub(crate) fn run(contexts: &[Nexus]) -> Running {
    let stop = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let threads = contexts.iter().cloned().map(|nexus| {
        let stop = stop.clone();
        std::thread::spawn(move || {
            let stopped = || stop.load(std::sync::atomic::Ordering::SeqCst);
            while !stopped() {
                let _ = nexus.wait_until(Some(PATIENCE), stopped);
            }
        })
    });
    let threads = threads.collect();
    Running { stop, contexts: contexts.to_vec(), threads }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, std::sync::atomic::Ordering::SeqCst);
        self.contexts.iter().for_each(Nexus::wake);
        for thread in self.threads.drain(..) {
            let ended = thread.join();
            if !std::thread::panicking() {
                ended.expect("the polling thread is well");
            }
        }
    }
}
