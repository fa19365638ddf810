//! A running job: the one event loop of mpiexec.

mod ending;
mod process_sets;

use crate::control::{
    ControlCarrier, ControlExchange, ControlKey, ControlSettings, Invitation, Listening,
};
use crate::cores::{Cores, contenders, cores_of_one};
use crate::error::LaunchError;
use crate::frame::Order;
use crate::input::{Input, Stdin};
use crate::options::{Options, short_name};
use crate::output::Output;
use crate::plan::{self, JobPlan};
use crate::poller::{Poller, Token};
use crate::ranks::{Limits, Ranks};
use crate::remote::Remote;
use crate::signals::Signals;
use crate::spec::NodeEvent;
use ending::JobEnding;
use ferry_pmi::server::new_secret;
use ferry_pmi::{JobInfo, Server, ServerAction};
use rustix::io::Errno;
use std::time::Instant;

/// Runs the job that the options describe and returns its exit status.
pub(crate) fn run(options: &Options) -> Result<u8, LaunchError> {
    let plan = plan::make(options)?;
    let mut job = Job::new(options, plan)?;
    if !options.missed.is_empty() {
        let missed = options.missed.join(", ");
        job.output.say(&format!(
            "mpiexec: not built yet, so without effect: {missed} (ranks fill hosts in order, on any core)"
        ));
    }
    job.start();
    job.serve()?;
    Ok(job.course.status())
}

struct Job {
    plan: JobPlan,
    programs: Vec<String>,
    poller: Poller,
    limits: Limits,
    signals: Signals,
    output: Output,
    stdin: Stdin,
    server: Server,
    local: Ranks,
    remotes: Vec<Option<Remote>>,
    /// What each node may use of its machine, once it has told.
    cores: Vec<Option<Cores>>,
    /// The connections to proxies over SCTP.
    calls: Option<Calls>,
    /// Output taken in that its node has not been told of, because too much waits to be written.
    owed: Vec<(u32, usize)>,
    running: usize,
    /// Which ranks have ended.
    gone: Vec<bool>,
    keep_going: bool,
    course: JobEnding,
    verbose: bool,
}

/// Connections to proxies over SCTP.
struct Calls {
    exchange: ControlExchange,
    settings: ControlSettings,
    key: ControlKey,
}

impl Calls {
    /// Ready to call proxies, if there are any and this is how they are to be called.
    fn new(options: &Options, plan: &JobPlan) -> Result<Option<Calls>, LaunchError> {
        if plan.local.iter().all(|local| *local) {
            return Ok(None);
        }
        let settings = ControlSettings::of(options)?;
        if settings.carrier == ControlCarrier::Pipe {
            return Ok(None);
        }
        let failed = |text: String| LaunchError {
            status: 1,
            text: format!("control connections over SCTP: {text}; or use --control pipe"),
        };
        let key = ControlKey::random().map_err(|e| failed(format!("no random numbers: {e}")))?;
        let exchange = ControlExchange::caller(settings.timeout, Instant::now()).map_err(failed)?;
        Ok(Some(Calls { exchange, settings, key }))
    }

    /// What the proxy of a node needs to be called.
    fn invite(&mut self, node: u32) -> Invitation {
        let key = self.key.of_node(node);
        self.exchange.expect(node, &key);
        let ControlSettings { timeout, ports, .. } = self.settings.clone();
        Invitation { key, timeout, ports }
    }
}

impl Job {
    fn new(options: &Options, plan: JobPlan) -> Result<Job, LaunchError> {
        let system = |e| LaunchError::system("the system refuses what a launcher needs", e);
        let limits = Limits::raise();
        let mut poller = Poller::new().map_err(system)?;
        let server = server(options, &plan)?;
        let calls = Calls::new(options, &plan)?;
        Ok(Job {
            calls,
            programs: options.apps.iter().map(|app| short_name(&app.argv[0])).collect(),
            signals: Signals::listen(&mut poller).map_err(system)?,
            output: Output::new(options.tag),
            stdin: Stdin::new(),
            server,
            local: Ranks::new().map_err(system)?,
            remotes: plan.nodes.iter().map(|_| None).collect(),
            cores: vec![None; plan.nodes.len()],
            owed: Vec::new(),
            running: plan.placement.ranks.len(),
            gone: vec![false; plan.placement.ranks.len()],
            keep_going: options.keep_going,
            course: JobEnding::new(Instant::now(), options.timeout),
            verbose: options.verbose,
            plan,
            poller,
            limits,
        })
    }

    /// Starts everything. What cannot be started ends the job, in the loop.
    fn start(&mut self) {
        let nodes = std::mem::take(&mut self.plan.nodes);
        // Remote hosts take their time: they are called before the own ranks start.
        let local = self.plan.local.clone();
        for plan in nodes.iter().filter(|plan| !local[plan.node as usize]) {
            let host = self.plan.placement.hosts[plan.node as usize].clone();
            self.tell(&format!("calling host {host} for {} ranks", plan.ranks.len()));
            let invitation = self.calls.as_mut().map(|calls| calls.invite(plan.node));
            let (guard, poller) = (self.local.guard(), &mut self.poller);
            let template = &self.plan.launcher;
            match Remote::start(plan.node, &host, template, invitation, guard, poller) {
                Ok(mut remote) => {
                    remote.order(&Order::Start(plan.clone()));
                    self.remotes[plan.node as usize] = Some(remote);
                }
                Err(lost) => return self.fail(lost.status, &lost.text),
            }
        }
        self.local.flush_guard();
        let own = nodes.iter().find(|plan| local[plan.node as usize]);
        let none = crate::spec::NodePlan::default();
        if let Some(own) = own {
            self.know_cores(own.node, Cores::of_process());
        }
        let own = own.unwrap_or(&none);
        self.tell(&format!(
            "starting {} of {} ranks here",
            own.ranks.len(),
            self.plan.placement.ranks.len()
        ));
        if let Err(e) = self.local.start(own, &self.limits, &mut self.poller) {
            self.fail(e.status, &e.text);
        }
    }

    /// A node tells what it may use of its machine. Each does so before its ranks say anything: when
    /// all ranks have met, all know who contends for their cores.
    fn know_cores(&mut self, node: u32, cores: Cores) {
        if self.cores[node as usize].is_some() {
            return;
        }
        self.cores[node as usize] = Some(cores);
        let known: Option<Vec<Cores>> = self.cores.iter().cloned().collect();
        let Some(known) = known else { return };
        let places = &self.plan.placement.ranks;
        let mut nodes: Vec<(Cores, u32)> = known.into_iter().map(|cores| (cores, 0)).collect();
        places.iter().for_each(|(node, _)| nodes[*node as usize].1 += 1);
        if let Some(cores) = cores_of_one(&nodes) {
            self.server.set_cores(cores);
        }
        let counts = contenders(&nodes);
        let of_ranks = places.iter().map(|(node, _)| counts[*node as usize]).collect();
        self.server.set_contenders(of_ranks);
    }

    fn tell(&mut self, text: &str) {
        if self.verbose {
            self.output.say(&format!("mpiexec: {text}"));
        }
    }

    fn serve(&mut self) -> Result<(), LaunchError> {
        let mut ready = Vec::new();
        loop {
            let now = Instant::now();
            self.settle(now);
            if self.is_over() {
                return Ok(());
            }
            let deadlines = [
                self.local.deadline(),
                self.stdin.deadline(),
                self.output.deadline(),
                self.course.deadline(),
                self.calls.as_mut().and_then(|calls| calls.exchange.deadline()),
            ];
            let timeout = deadlines.into_iter().flatten().min();
            let timeout = timeout.map(|at| at.saturating_duration_since(now));
            self.poller
                .wait(timeout, &mut ready)
                .map_err(|e| LaunchError::system("waiting for the ranks", e))?;
            let now = Instant::now();
            for token in &ready {
                self.ready(*token, now);
            }
            self.local.tick(now, &mut self.poller);
            self.output.tick(now);
            self.tick(now);
        }
    }

    /// Handles everything that has happened, and sends what is due.
    fn settle(&mut self, now: Instant) {
        while let Some(event) = self.local.poll_event() {
            self.event(None, event, now);
        }
        self.hear(now);
        for node in 0..self.remotes.len() {
            self.settle_remote(node, now);
        }
        self.local.flush_guard();
        self.write_output();
        self.stdin.update(now, &mut self.poller);
        self.flush_orders(now);
    }

    /// Takes what came over SCTP.
    fn hear(&mut self, now: Instant) {
        let Some(Calls { exchange, .. }) = &mut self.calls else { return };
        exchange.receive(now);
        while let Some((node, news)) = exchange.poll() {
            if let Some(Some(remote)) = self.remotes.get_mut(node as usize) {
                remote.hear(news, &mut self.poller);
            }
        }
    }

    /// Sends the orders that wait.
    fn flush_orders(&mut self, now: Instant) {
        for (node, remote) in (0..).zip(&mut self.remotes) {
            let Some(remote) = remote else { continue };
            remote.flush(&mut self.poller);
            let Some(Calls { exchange, .. }) = &mut self.calls else { continue };
            while let Some((lane, frame)) = remote.poll_frame() {
                exchange.send(node, lane, &frame);
            }
        }
        if let Some(Calls { exchange, .. }) = &mut self.calls {
            exchange.flush(now, &mut self.poller);
        }
    }

    /// A proxy says where it can be called.
    fn call(&mut self, node: u32, at: &Listening, now: Instant) {
        let host = &self.plan.placement.hosts[node as usize];
        self.tell(&format!("host {host} answers on UDP port {}", at.port));
        if let Some(Calls { exchange, key, .. }) = &mut self.calls {
            exchange.call(node, &key.of_node(node), at, now);
        }
    }

    fn settle_remote(&mut self, node: usize, now: Instant) {
        while let Some(event) = self.remotes[node].as_mut().and_then(Remote::poll_event) {
            self.event(Some(node as u32), event, now);
        }
        let Some(remote) = &mut self.remotes[node] else { return };
        while let Some(line) = remote.poll_line() {
            self.output.say(&line);
        }
        if let Some(lost) = remote.take_loss() {
            self.lose_node(node, lost.status, &lost.text, now);
        }
    }

    fn write_output(&mut self) {
        if let Some((stream, error)) = self.output.write(&mut self.poller) {
            if error != Errno::PIPE {
                let name = if stream == 1 { "output" } else { "error" };
                let error = std::io::Error::from(error);
                self.fail(
                    1,
                    &format!("cannot write to standard {name}: {error}; the job is ended"),
                );
            }
            // Nobody reads: let the ranks' writes fail as they would without mpiexec.
            self.local.close_output(stream, &mut self.poller);
            for remote in self.remotes.iter_mut().flatten() {
                remote.order(&Order::CloseOutput(stream));
            }
        }
        if self.output.is_full() {
            return;
        }
        for (node, count) in std::mem::take(&mut self.owed) {
            match &mut self.remotes[node as usize] {
                Some(remote) => remote.order(&Order::OutputTaken(count as u32)),
                None => self.local.output_taken(count, &mut self.poller),
            }
        }
    }

    fn ready(&mut self, token: Token, now: Instant) {
        match token {
            Token::Signal(index) => {
                if let Some(signal) = self.signals.take(index) {
                    self.signal(signal, now);
                }
            }
            Token::Stdio(0) => self.read_stdin(),
            // What came there is taken before the next wait.
            Token::Stdio(_) | Token::Control(_) => {}
            Token::ToProxy(node)
            | Token::FromProxy(node)
            | Token::ProxyError(node)
            | Token::ProxyProcess(node) => {
                if let Some(Some(remote)) = self.remotes.get_mut(node as usize) {
                    remote.ready(token, self.local.guard(), &mut self.poller);
                }
            }
            token => self.local.ready(token, now, &mut self.poller),
        }
    }

    fn read_stdin(&mut self) {
        let Some(input) = self.stdin.read() else { return };
        let node = self.plan.placement.ranks[0].0 as usize;
        match (input, &mut self.remotes[node]) {
            (Input::Bytes(bytes), None) => self.local.stdin(&bytes, &mut self.poller),
            (Input::End, None) => self.local.stdin_end(&mut self.poller),
            (Input::Bytes(bytes), Some(remote)) => remote.order(&Order::Stdin(bytes)),
            (Input::End, Some(remote)) => remote.order(&Order::StdinEnd),
        }
    }

    /// Handles an event of a node; `None` is this host. A node speaks for its own ranks only.
    fn event(&mut self, node: Option<u32>, event: NodeEvent, now: Instant) {
        let place = |rank: u32| self.plan.placement.ranks.get(rank as usize).map(|(n, _)| *n);
        let owns = |rank| place(rank).is_some_and(|n| node.is_none_or(|node| n == node));
        match event {
            NodeEvent::Pmi { rank, bytes } if owns(rank) => {
                let mut actions = Vec::new();
                self.server.receive(rank, &bytes, &mut actions);
                for action in actions {
                    self.act(action, now);
                }
            }
            NodeEvent::Output { rank, stream, bytes } if owns(rank) => {
                self.output.take(rank, stream, &bytes, now);
                let node = place(rank).unwrap_or(0);
                self.owed.push((node, bytes.len()));
                if self.output.is_full() {
                    self.write_output();
                }
            }
            NodeEvent::OutputEnd { rank, stream } if owns(rank) => self.output.end(rank, stream),
            NodeEvent::Ended { rank, ending, out_of_memory } if owns(rank) => {
                self.rank_ended(rank, ending, out_of_memory, now);
            }
            NodeEvent::StdinTaken(count) => self.stdin.taken(count as usize),
            NodeEvent::Failed { status, text } => {
                let host = node.map(|n| self.plan.placement.hosts[n as usize].clone());
                let text = host.map_or(text.clone(), |host| format!("host {host}: {text}"));
                self.fail(status, &text);
            }
            NodeEvent::Cores(cores) => {
                if let Some(node) = node {
                    self.know_cores(node, cores);
                }
            }
            NodeEvent::Listening(at) => {
                if let Some(node) = node {
                    self.call(node, &at, now);
                }
            }
            NodeEvent::Done => {
                if let Some(remote) = node.and_then(|n| self.remotes[n as usize].as_mut()) {
                    remote.close(&mut self.poller);
                }
            }
            _ => {}
        }
    }

    fn act(&mut self, action: ServerAction, now: Instant) {
        match action {
            ServerAction::Reply { rank, bytes } => {
                let node = self.plan.placement.ranks[rank as usize].0 as usize;
                match &mut self.remotes[node] {
                    Some(remote) => remote.order(&Order::Pmi { rank, bytes }),
                    None => self.local.pmi(rank, &bytes, &mut self.poller),
                }
            }
            ServerAction::Abort { rank, code, message, is_error: true } => {
                self.rank_failed(rank, code, &message, now);
            }
            ServerAction::Abort { rank, code, message, is_error: false } => {
                self.rank_aborted(rank, code, &message, now);
            }
            ServerAction::Close { rank, reason } => {
                let who = self.name_of(rank);
                self.output.say(&format!(
                    "mpiexec: {who} sent its process manager {reason}; its connection is closed"
                ));
                let node = self.plan.placement.ranks[rank as usize].0 as usize;
                match &mut self.remotes[node] {
                    Some(remote) => remote.order(&Order::ClosePmi { rank }),
                    None => self.local.close_pmi(rank, &mut self.poller),
                }
            }
        }
    }

    /// A rank, for people: its number, host and program.
    fn name_of(&self, rank: u32) -> String {
        let (node, app) = self.plan.placement.ranks[rank as usize];
        let host = &self.plan.placement.hosts[node as usize];
        format!("rank {rank} on host {host} ({})", self.programs[app as usize])
    }

    fn is_over(&self) -> bool {
        let nodes_over = self.local.is_done() && self.remotes.iter().flatten().all(Remote::is_over);
        (nodes_over && self.output.is_empty()) || self.course.has_run_out(nodes_over)
    }
}

fn server(options: &Options, plan: &JobPlan) -> Result<Server, LaunchError> {
    let secret = new_secret()
        .map_err(|e| LaunchError { status: 1, text: format!("no random numbers: {e}") })?;
    let ranks = &plan.placement.ranks;
    let unique = &new_secret().map_err(|e| LaunchError { status: 1, text: e.to_string() })?[..12];
    let info = JobInfo {
        name: format!("ferry_{unique}"),
        nodes: ranks.iter().map(|(node, _)| *node).collect(),
        appnums: ranks.iter().map(|(_, app)| *app).collect(),
        universe_size: options.universe.unwrap_or(plan.placement.universe),
    };
    let mut server = Server::new(info, &secret);
    server.set_process_sets(&process_sets::of(options, plan)?);
    Ok(server)
}
