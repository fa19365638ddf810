//! What whole jobs say to each other where they meet, what the processes of each tell each other about it, and what
//! Portals' processes say they are called.

use ferry_home::{MeetingFace, Person};
use ferry_method::{JobId, PeerId};
use ferry_portals::four::NetworkInterfaces;
use ferry_portals::three::Interfaces;
use ferry_portals::{PortalsLinks, PortalsProcess, PortalsVersion, ProcessNames};

/// Processes of this job.
const SIZE: u32 = 2;

/// Meets as many others as there are words, each of which says this of itself.
fn meet<V: PortalsVersion>(bytes: &[u8]) {
    let names = (0..SIZE).map(|rank| PortalsProcess { nid: 1, pid: rank });
    let mut links = PortalsLinks::<V>::new(ProcessNames::new(names.collect()));
    for (number, word) in (0..).zip(bytes.chunks(8)) {
        let (rank, host) = (PeerId(number % 3), "elsewhere".to_owned());
        let who = Person { job: JobId(u64::from(number / 3)), rank, size: 3, host };
        let known = links.met(PeerId(SIZE + number), 1 + number / 3, &who, word).is_ok();
        assert!(!known || word.len() == 8, "{word:?} is no name");
    }
    let all = links.company(None).len();
    assert!(all <= bytes.chunks(8).len(), "{all} were met");
}

/// One input.
pub fn run(bytes: &[u8]) {
    ferry_attach::hear_of_job(bytes);
    meet::<Interfaces>(bytes);
    meet::<NetworkInterfaces>(bytes);
}
