//! Processes of several jobs (MPI-5.0 §11.8 to §11.10): ports, names of services, joining, spawning.
//!
//! Whatever way two groups come together by, their leaders first have something to talk by: a line over a socket
//! (`ferry_ports`), or links that they have already. This is their `parley`. Over it the groups are introduced to
//! each other (`introduce`): who does not know all of the others opens links to them, as a world that comes to
//! those that the process knows. From then on all is as within a job.

mod alone;
mod children;
mod departures;
mod introduce;
mod join;
mod parent;
mod parley;
mod parting;
mod port;
mod service;
mod spawn;

pub(crate) use introduce::introduce;
pub use join::join;
pub(crate) use parent::call_parents;
pub use parent::parent;
pub(crate) use parley::Parley;
pub(crate) use parting::leave;
pub use port::{accept, close_port, connect, open_port};
pub use service::{look_up, publish, unpublish};
pub use spawn::{SpawnWish, Spawned, spawn};

use crate::handle::CommHandle;
use ferry_ports::{OpenPort, Service};
use std::collections::HashMap;
use std::process::Child;

/// What others find this process by.
#[derive(Default)]
pub(crate) struct Dynamic {
    /// Open ports, by name.
    ports: HashMap<String, OpenPort>,
    /// Names of services that are kept here.
    services: HashMap<String, Service>,
    /// The communicator with those that spawned this process.
    parent: Option<CommHandle>,
    /// Jobs that it has spawned.
    children: children::Children,
    /// Processes of other jobs that have parted.
    pub(crate) departures: departures::Departures,
    /// How often it has spawned a job, or taken part in that.
    pub(crate) spawned: u64,
    /// How often its processes were connected with those of another job or group, by spawning too.
    pub(crate) connected: u64,
    /// The launcher that this process has started for what it spawns.
    own_launcher: Option<Child>,
}
