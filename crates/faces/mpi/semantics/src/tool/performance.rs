//! Performance variables: what the layers count (MPI-5.0 §15.3.7).

use super::enumeration::Enumeration;
use super::quantity::{Figure, Quantity, life, number, seconds, transfers, unexpected_share};
use super::state::tools;
use super::{ElementType, refused};
use crate::constants::{
    MPI_T_BIND_MPI_COMM, MPI_T_BIND_NO_OBJECT, MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_NAME,
    MPI_T_PVAR_CLASS_AGGREGATE, MPI_T_PVAR_CLASS_COUNTER, MPI_T_PVAR_CLASS_HIGHWATERMARK,
    MPI_T_PVAR_CLASS_LEVEL, MPI_T_PVAR_CLASS_PERCENTAGE, MPI_T_PVAR_CLASS_STATE,
    MPI_T_PVAR_CLASS_TIMER, MPI_T_VERBOSITY_TUNER_BASIC, MPI_T_VERBOSITY_USER_BASIC,
};
use crate::error::Result;
use crate::process::Process;
use ferry_link::{LinkSight, MethodReport};
use ferry_two_sided::Protocol;
use ferry_wire::PeerId;
use std::borrow::Cow;

/// The class of a performance variable (MPI-5.0 §15.3.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableClass {
    /// One of several states.
    State,
    /// How full something is.
    Level,
    /// A part of something.
    Percentage,
    /// The most that something was.
    HighWatermark,
    /// How often something happened.
    Counter,
    /// The sum of something.
    Aggregate,
    /// Time that was spent.
    Timer,
}

impl VariableClass {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            VariableClass::State => "state",
            VariableClass::Level => "level",
            VariableClass::Percentage => "percentage",
            VariableClass::HighWatermark => "high watermark",
            VariableClass::Counter => "counter",
            VariableClass::Aggregate => "aggregate",
            VariableClass::Timer => "timer",
        }
    }

    /// The standard's number for it.
    pub fn code(self) -> i32 {
        match self {
            VariableClass::State => MPI_T_PVAR_CLASS_STATE,
            VariableClass::Level => MPI_T_PVAR_CLASS_LEVEL,
            VariableClass::Percentage => MPI_T_PVAR_CLASS_PERCENTAGE,
            VariableClass::HighWatermark => MPI_T_PVAR_CLASS_HIGHWATERMARK,
            VariableClass::Counter => MPI_T_PVAR_CLASS_COUNTER,
            VariableClass::Aggregate => MPI_T_PVAR_CLASS_AGGREGATE,
            VariableClass::Timer => MPI_T_PVAR_CLASS_TIMER,
        }
    }

    /// Whether values are sums of what comes, which never fall.
    pub(super) fn is_cumulative(self) -> bool {
        use VariableClass::{Aggregate, Counter, Timer};
        matches!(self, Counter | Aggregate | Timer)
    }

    /// Whether that of all parts is the sum of theirs, and not the most of them.
    pub(super) fn is_sum(self) -> bool {
        self.is_cumulative() || self == VariableClass::Level
    }

    /// Whether each handle has a value of its own, that it is started and stopped for, and may set.
    pub fn is_of_handles(self) -> bool {
        self.is_cumulative() || self == VariableClass::HighWatermark
    }
}

/// A performance variable.
#[derive(Clone, Debug)]
pub struct PerformanceVariable {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its class.
    pub class: VariableClass,
    /// What its elements are.
    pub element: ElementType,
    /// What its values mean.
    pub enumeration: Option<Enumeration>,
    /// What it says.
    pub description: Cow<'static, str>,
    pub(super) quantity: Quantity,
}

impl PerformanceVariable {
    /// What its elements are, and whether those of several parts are added.
    pub(super) fn kind(&self) -> (ElementType, bool) {
        (self.element, self.class.is_sum())
    }

    /// For whom it is.
    pub fn verbosity(&self) -> i32 {
        match self.quantity {
            Quantity::OfLink(_) | Quantity::MethodOfLink => MPI_T_VERBOSITY_USER_BASIC,
            _ => MPI_T_VERBOSITY_TUNER_BASIC,
        }
    }

    /// What kind of object its handles belong to.
    pub fn bind(&self) -> i32 {
        if self.quantity.is_of_links() { MPI_T_BIND_MPI_COMM } else { MPI_T_BIND_NO_OBJECT }
    }

    /// The name of its category: the layer, or the method.
    pub(super) fn category(&self) -> &str {
        match &self.quantity {
            Quantity::OfMethod(name, _) => name,
            _ => self.name.split_once('.').map_or("", |(layer, _)| layer),
        }
    }

    /// What it is at the end of the process: for all processes, where it is one for each.
    pub(super) fn last_figures(&self, process: &mut Process, methods: &[String]) -> Vec<Figure> {
        let peers = if self.quantity.is_of_links() { process.runtime.links.size() } else { 1 };
        let peers = (0..peers).map(PeerId);
        peers.map(|peer| self.quantity.figure(process, peer, methods, self.kind())).collect()
    }
}

type OfProcess =
    (&'static str, VariableClass, ElementType, fn(&mut Process) -> Figure, &'static str);
type OfLink = (&'static str, VariableClass, ElementType, fn(&LinkSight) -> Figure, &'static str);
type OfMethod =
    (&'static str, VariableClass, ElementType, fn(&MethodReport) -> Figure, &'static str);

use ElementType::{Double, Int, Long};
use VariableClass::{Aggregate, Counter, HighWatermark, Level, Percentage, State, Timer};

/// What is counted of the process as a whole.
#[rustfmt::skip]
static OF_PROCESS: &[OfProcess] = &[
    ("runtime.polls", Counter, Long, |p| Figure::Number(p.runtime.pace.polls()),
     "how often the links were polled"),
    ("runtime.yields", Counter, Long, |p| Figure::Number(p.runtime.habit.tally().yields),
     "how often a waiting call let others have the core"),
    ("runtime.moves", Counter, Long, |p| Figure::Number(p.runtime.habit.tally().moves),
     "how often the process went to another core, away from those it waits for"),
    ("runtime.naps", Counter, Long, |p| Figure::Number(p.runtime.habit.tally().naps),
     "how often a waiting call slept"),
    ("runtime.asleep", Timer, Double, |p| seconds(p.runtime.habit.tally().asleep),
     "time for which waiting calls slept"),
    ("runtime.waited", Timer, Double, |p| seconds(p.runtime.habit.tally().waited),
     "time of waits that were too long to be looked for without a pause; nothing where ranks outnumber cores"),
    ("matching.posted", Level, Long, |p| number(p.runtime.face.depths().1),
     "receives that wait for their messages"),
    ("matching.unexpected", Level, Long, |p| number(p.runtime.face.depths().0),
     "messages that wait for their receives"),
    ("matching.unexpected_most", HighWatermark, Long, |p| number(p.runtime.face.take_most_kept()),
     "the most messages that waited for their receives at a time"),
    ("matching.expected_messages", Counter, Long, |p| Figure::Number(p.runtime.face.arrived().0),
     "messages that met a receive when they came"),
    ("matching.unexpected_messages", Counter, Long, |p| Figure::Number(p.runtime.face.arrived().1),
     "messages that came before their receives"),
    ("matching.unexpected_share", Percentage, Double, unexpected_share,
     "part of all messages that came before their receives"),
    ("matching.unexpected_bytes", Level, Long, |p| Figure::Number(transfers(p).kept_bytes()),
     "what unexpected messages take of their senders' budgets (p2p.unexpected_budget)"),
    ("matching.held_sends", Level, Long, |p| number(p.runtime.face.held_sends()),
     "sends that wait here until their receivers have room for them"),
    ("transfer.completed", Counter, Long, |p| Figure::Number(transfers(p).completed()),
     "sends and receives that are complete"),
    ("transfer.failed", Counter, Long, |p| Figure::Number(transfers(p).failures()),
     "sends and receives that failed"),
    ("transfer.nonsense", Counter, Long, |p| Figure::Number(transfers(p).nonsense()),
     "frames that named nothing this process knows"),
    ("transfer.eager_messages", Counter, Long, |p| Figure::Number(transfers(p).tally().sent(Protocol::Eager).messages),
     "messages sent with their data at once"),
    ("transfer.eager_bytes", Aggregate, Long, |p| Figure::Number(transfers(p).tally().sent(Protocol::Eager).bytes),
     "bytes of messages sent with their data at once"),
    ("transfer.direct_messages", Counter, Long, |p| Figure::Number(transfers(p).tally().sent(Protocol::Direct).messages),
     "messages sent into streams where they stay until they are wanted"),
    ("transfer.direct_bytes", Aggregate, Long, |p| Figure::Number(transfers(p).tally().sent(Protocol::Direct).bytes),
     "bytes of messages sent into streams where they stay until they are wanted"),
    ("transfer.rendezvous_messages", Counter, Long, |p| Figure::Number(transfers(p).tally().sent(Protocol::Rendezvous).messages),
     "messages that were announced, and sent when their receivers asked for them"),
    ("transfer.rendezvous_bytes", Aggregate, Long, |p| Figure::Number(transfers(p).tally().sent(Protocol::Rendezvous).bytes),
     "bytes of messages that were announced, and sent when their receivers asked for them"),
    ("transfer.one_copy_messages", Counter, Long, |p| Figure::Number(transfers(p).tally().sent(Protocol::OneCopy).messages),
     "messages that were announced for their receivers to read"),
    ("transfer.one_copy_bytes", Aggregate, Long, |p| Figure::Number(transfers(p).tally().sent(Protocol::OneCopy).bytes),
     "bytes of messages that were announced for their receivers to read"),
    ("transfer.copied_bytes", Aggregate, Long, |p| Figure::Number(transfers(p).tally().copied),
     "bytes copied to receives from memory of Ferry's"),
    ("transfer.landed_bytes", Aggregate, Long, |p| Figure::Number(transfers(p).tally().landed),
     "bytes that methods wrote straight to receives"),
    ("transfer.read_bytes", Aggregate, Long, |p| Figure::Number(transfers(p).tally().read),
     "bytes read from their senders' memory"),
    ("transfer.kept_bytes", Aggregate, Long, |p| Figure::Number(transfers(p).tally().kept),
     "bytes that came before their receives and were kept"),
    ("link.method_changes", Counter, Long, |p| Figure::Number(p.runtime.links.tally().changes),
     "how often messages to a peer went by another method from then on"),
    ("link.lost_peers", Counter, Long, |p| Figure::Number(p.runtime.links.tally().losses),
     "peers that were lost"),
    ("link.troubles", Counter, Long, |p| Figure::Number(p.runtime.links.tally().troubles),
     "how often a path was found lossy, long or silent"),
    ("link.failovers", Counter, Long, |p| Figure::Number(p.runtime.links.tally().failovers),
     "links that went on by another method as theirs got nothing through"),
    ("coll.blocking", Counter, Long, |p| Figure::Number(p.collectives.tally.blocking),
     "blocking collective operations that go by messages"),
    ("coll.in_commons", Counter, Long, |p| Figure::Number(p.collectives.tally.in_commons),
     "blocking collective operations that meet in shared memory"),
    ("coll.nonblocking", Counter, Long, |p| Figure::Number(p.collectives.tally.nonblocking),
     "non-blocking collective operations"),
    ("coll.persistent", Counter, Long, |p| Figure::Number(p.collectives.tally.persistent),
     "starts of persistent collective operations"),
    ("win.mapped_operations", Counter, Long, |p| Figure::Number(p.window_tally.mapped.operations),
     "accesses to windows by loads, stores and atomic instructions"),
    ("win.mapped_bytes", Aggregate, Long, |p| Figure::Number(p.window_tally.mapped.bytes),
     "bytes accessed in windows by loads, stores and atomic instructions"),
    ("win.kernel_operations", Counter, Long, |p| Figure::Number(p.window_tally.kernel.operations),
     "accesses to windows whose data the kernel copied"),
    ("win.kernel_bytes", Aggregate, Long, |p| Figure::Number(p.window_tally.kernel.bytes),
     "bytes that the kernel copied from and to windows"),
    ("win.frame_operations", Counter, Long, |p| Figure::Number(p.window_tally.frames.operations),
     "accesses to windows that their targets were asked for"),
    ("win.frame_bytes", Aggregate, Long, |p| Figure::Number(p.window_tally.frames.bytes),
     "bytes of accesses to windows that their targets were asked for"),
    ("win.lock_waits", Counter, Long, |p| Figure::Number(p.window_tally.lock_waits),
     "locks of windows that others had when this process wanted them"),
    ("win.flushes", Counter, Long, |p| Figure::Number(p.window_tally.flushes),
     "calls that waited for accesses to windows"),
    ("win.quick_flushes", Counter, Long, |p| Figure::Number(p.window_tally.quick_flushes),
     "such calls that had nothing to wait for"),
    ("dynamic.spawned", Counter, Long, |p| Figure::Number(p.dynamic.spawned),
     "jobs spawned by this process with others"),
    ("dynamic.connected", Counter, Long, |p| Figure::Number(p.dynamic.connected),
     "connections with other groups: by ports, and with jobs that were spawned or have spawned this one"),
    ("failure.known", Counter, Long, |p| number(p.failures.count()),
     "processes that are known to have failed"),
    ("failure.revocations", Counter, Long, |p| Figure::Number(p.failures.revoked),
     "communicators and windows that were revoked"),
    ("failure.agreements", Counter, Long, |p| Figure::Number(p.failures.agreed),
     "agreements that this process took part in"),
];

/// What is counted of each link, an element for each rank of a communicator.
#[rustfmt::skip]
static OF_LINK: &[OfLink] = &[
    ("link.frames_sent", Counter, Long, |l| Figure::Number(l.traffic.sent.frames),
     "frames sent to each rank, by all methods"),
    ("link.bytes_sent", Aggregate, Long, |l| Figure::Number(l.traffic.sent.bytes),
     "payload bytes sent to each rank"),
    ("link.frames_received", Counter, Long, |l| Figure::Number(l.traffic.received.frames),
     "frames that came from each rank, by all methods"),
    ("link.bytes_received", Aggregate, Long, |l| Figure::Number(l.traffic.received.bytes),
     "payload bytes that came from each rank"),
    ("link.round_trip", Level, Double, |l| seconds(l.quality.unwrap_or_default().round_trip),
     "seconds to each rank and back, the shortest seen; 0 where the method cannot tell"),
    ("link.packets_sent", Counter, Long, |l| Figure::Number(l.quality.unwrap_or_default().sent),
     "packets with data sent to each rank, those sent again included"),
    ("link.packets_sent_again", Counter, Long, |l| Figure::Number(l.quality.unwrap_or_default().lost),
     "packets that were sent again"),
];

/// What is counted of each method.
#[rustfmt::skip]
static OF_METHOD: &[OfMethod] = &[
    ("frames_sent", Counter, Long, |m| Figure::Number(m.counters.frames_sent), "frames accepted for sending"),
    ("bytes_sent", Aggregate, Long, |m| Figure::Number(m.counters.bytes_sent), "payload bytes accepted for sending"),
    ("frames_received", Counter, Long, |m| Figure::Number(m.counters.frames_received), "frames delivered"),
    ("bytes_received", Aggregate, Long, |m| Figure::Number(m.counters.bytes_received), "payload bytes delivered"),
    ("refused", Counter, Long, |m| Figure::Number(m.counters.refused), "strangers turned away, and frames without sense"),
    ("peers", Level, Long, |m| Figure::Number(m.counters.peers), "peers with live buffers or connections"),
    ("poll_interval", Level, Long, |m| Figure::Number(m.interval.unwrap_or(0).into()),
     "polls between two of its turns; 0: it has none"),
    ("poll_cost", Level, Double, |m| seconds(m.poll_cost), "seconds for a poll that finds nothing"),
];

/// All variables of a process that has these methods.
pub(super) fn all(methods: &[String]) -> Vec<PerformanceVariable> {
    let of_process = OF_PROCESS.iter().map(|(name, class, element, find, what)| {
        let (enumeration, quantity) = (None, Quantity::OfProcess(*find));
        let (name, description) = ((*name).into(), (*what).into());
        PerformanceVariable {
            name,
            class: *class,
            element: *element,
            enumeration,
            description,
            quantity,
        }
    });
    let of_link = OF_LINK.iter().map(|(name, class, element, find, what)| {
        let (enumeration, quantity) = (None, Quantity::OfLink(*find));
        let (name, description) = ((*name).into(), (*what).into());
        PerformanceVariable {
            name,
            class: *class,
            element: *element,
            enumeration,
            description,
            quantity,
        }
    });
    let state = |name: &'static str, of, quantity, what: &'static str| PerformanceVariable {
        name: name.into(),
        class: State,
        element: Int,
        enumeration: Some(of),
        description: what.into(),
        quantity,
    };
    let phase = "where the process stands between initialisation and the end of MPI";
    let method = "the method by which messages to each rank go";
    let states = [
        state("runtime.phase", Enumeration::Phase, Quantity::Always(life), phase),
        state("link.method", Enumeration::Method, Quantity::MethodOfLink, method),
    ];
    let mut all: Vec<_> = of_process.chain(of_link).chain(states).collect();
    all.extend(of_methods(&methods[1..]));
    all
}

/// The variables of these methods.
pub(super) fn of_methods(methods: &[String]) -> Vec<PerformanceVariable> {
    let of = |method: &String| {
        let method = method.clone();
        OF_METHOD.iter().map(move |(name, class, element, find, what)| PerformanceVariable {
            name: format!("{method}.{name}").into(),
            class: *class,
            element: *element,
            enumeration: None,
            description: format!("{what}, by {method}").into(),
            quantity: Quantity::OfMethod(method.clone(), *find),
        })
    };
    methods.iter().flat_map(of).collect()
}

/// The variables of a process that has Ferry's own methods, for whoever shows what there is.
pub fn variables() -> Vec<PerformanceVariable> {
    all(&super::state::own_methods())
}

/// `MPI_T_pvar_get_num`.
///
/// # Errors
/// When the interface is not initialised.
pub fn count() -> Result<usize> {
    Ok(tools()?.variables.len())
}

/// `MPI_T_pvar_get_info`.
///
/// # Errors
/// When there is no such variable.
pub fn info(index: i32) -> Result<PerformanceVariable> {
    let tools = tools()?;
    let found = usize::try_from(index).ok().and_then(|index| tools.variables.get(index)).cloned();
    found.ok_or_else(|| refused(MPI_T_ERR_INVALID_INDEX, "there is no such performance variable"))
}

/// `MPI_T_pvar_get_index`.
///
/// # Errors
/// When no variable of the class has the name.
pub fn index_of(name: &str, class: i32) -> Result<i32> {
    let tools = tools()?;
    let found = tools.variables.iter().position(|v| v.name == name && v.class.code() == class);
    found.map(|at| at as i32).ok_or_else(|| {
        refused(MPI_T_ERR_INVALID_NAME, "no performance variable of this class has this name")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_classes_fit_their_types() {
        let methods: Vec<String> = ["none", "shm", "tcp"].map(String::from).into();
        let all = all(&methods);
        let names: HashSet<_> = all.iter().map(|variable| &variable.name).collect();
        assert_eq!(names.len(), all.len());
        for variable in &all {
            assert!(!variable.category().is_empty(), "{}", variable.name);
            let fits = match variable.class {
                State => variable.element == Int && variable.enumeration.is_some(),
                Percentage | Timer => variable.element == Double,
                Counter | Aggregate | HighWatermark => variable.element == Long,
                Level => matches!(variable.element, Long | Double),
            };
            assert!(fits, "{}", variable.name);
        }
        assert!(names.contains(&Cow::Borrowed("tcp.bytes_sent")));
        assert!(!names.contains(&Cow::Borrowed("none.bytes_sent")));
    }
}
