//! Jobs of contexts within the test's process.

use ferry_config::Config;
use ferry_link::{Context, DescriptorTable, Directory, ForwardRules, Policy};
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

/// A call that nobody takes is given up after so long.
const CONNECT: Duration = Duration::from_secs(2);

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
    JobPlan::new(number, size, &|_| methods.to_vec()).start()
}

/// A job whose processes are unlike each other.
pub(crate) struct JobPlan<'a> {
    pub(crate) number: u8,
    pub(crate) size: u32,
    /// What each opens beside `local`.
    pub(crate) methods: &'a dyn Fn(u32) -> Vec<&'a str>,
    /// How each chooses.
    pub(crate) policy: &'a dyn Fn(u32) -> Policy,
    /// What each publishes of its table.
    pub(crate) publish: Option<&'a mut dyn FnMut(DescriptorTable) -> DescriptorTable>,
    /// Who relays for whom.
    pub(crate) forward: &'a str,
}

impl<'a> JobPlan<'a> {
    pub(crate) fn new(
        number: u8,
        size: u32,
        methods: &'a dyn Fn(u32) -> Vec<&'a str>,
    ) -> JobPlan<'a> {
        JobPlan {
            number,
            size,
            methods,
            policy: &|_| Policy::default(),
            publish: None,
            forward: "",
        }
    }

    pub(crate) fn start(self) -> Vec<Nexus> {
        let config = Config::with([("wait.oversubscribed", "yes")]).expect("a parameter");
        let over = |(link, identity)| Nexus::over(link, identity, &config).expect("a context");
        self.contexts().into_iter().map(over).collect()
    }

    /// Its links, and whose they are.
    pub(crate) fn contexts(mut self) -> Vec<(Context, Identity)> {
        let board = Board::default();
        (0..self.size).map(|rank| self.context(rank, &board)).collect()
    }

    fn context(&mut self, rank: u32, board: &Board) -> (Context, Identity) {
        let identity = Identity {
            job: JobId(u64::from(self.number)),
            me: PeerId(rank),
            size: self.size,
            secret: [self.number; 32],
            host: "test".into(),
        };
        let mut opened: Vec<Box<dyn Method>> = vec![Box::new(LocalMethod::new(&identity))];
        opened.extend((self.methods)(rank).into_iter().map(|name| open(name, &identity)));
        let (directory, policy) = (Box::new(board.clone()), (self.policy)(rank));
        let mut link = Context::new(identity.me, self.size, opened, policy, &[], directory);
        link.set_forwarding(ForwardRules::parse(self.forward).expect("rules"));
        let table = link.table();
        let table = match &mut self.publish {
            Some(publish) => publish(table),
            None => table,
        };
        board.0.lock().expect("no panics").push(Some(table.encode()));
        (link, identity)
    }
}

fn open(method: &str, identity: &Identity) -> Box<dyn Method> {
    match method {
        "shm" => Box::new(ShmMethod::new(identity, ShmOptions::default()).expect("shm")),
        "tcp" => {
            let options = TcpOptions {
                interfaces: vec!["lo".into()],
                connect_timeout: CONNECT,
                ..TcpOptions::default()
            };
            Box::new(TcpMethod::new(identity.clone(), options).expect("tcp"))
        }
        "udp" => {
            // Where multicast works without a network.
            let multicast_interface = Some("lo".into());
            let options = UdpOptions { multicast_interface, ..UdpOptions::default() };
            Box::new(UdpMethod::new(identity.clone(), options).expect("udp"))
        }
        other => panic!("no method {other}"),
    }
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
