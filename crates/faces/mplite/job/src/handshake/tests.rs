use super::*;
use crate::JobName;
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Barrier;

fn config(hosts: &[&str]) -> ConfigFile {
    let mut text = format!("{}\n1\nprogram\n", hosts.len());
    for (rank, host) in hosts.iter().enumerate() {
        text += &format!("{rank} {host}\n");
    }
    ConfigFile::parse(&text, Path::new("test")).unwrap()
}

fn meet_as(
    files: &JobFiles,
    config: &ConfigFile,
    limit: u64,
) -> Result<MetProcess, HandshakeError> {
    let limit = Duration::from_secs(limit);
    meet(&JobMeeting { files, config, limit }, &mut |_, _| {})
}

/// What the processes of a job do when they have met.
fn greet(met: &mut MetProcess, size: u32) {
    let rank = met.rank;
    met.client.put(&format!("hello{rank}"), &format!("from-{rank}")).unwrap();
    met.client.barrier().unwrap();
    for other in 0..size {
        let told = met.client.get(&format!("hello{other}")).unwrap();
        assert_eq!(told.unwrap(), format!("from-{other}"));
    }
    let secret = met.client.job_secret().unwrap();
    assert_ne!(secret, [0; 32]);
    met.client.finalize().unwrap();
    if let Some(manager) = &met.manager {
        manager.finish(Duration::from_secs(100));
    }
}

/// Lets so many processes of one host meet, each in a thread, and returns their numbers.
fn job(files: &JobFiles, size: u32) -> Vec<u32> {
    let config = config(&vec!["localhost"; size as usize]);
    let one = || {
        let mut met = meet_as(files, &config, 100).unwrap();
        greet(&mut met, size);
        met.rank
    };
    let mut ranks: Vec<u32> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..size).map(|_| scope.spawn(one)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    ranks.sort_unstable();
    ranks
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn processes_of_a_host_meet_and_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(job(&JobFiles::new(folder.path(), None), 4), [0, 1, 2, 3]);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn two_jobs_of_a_folder_meet_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let files = |name| JobFiles::new(folder.path(), Some(JobName::new(name).unwrap()));
    std::thread::scope(|scope| {
        let jobs = ["a", "b", "c"].map(|name| scope.spawn(move || job(&files(name), 3)));
        jobs.into_iter().for_each(|job| assert_eq!(job.join().unwrap(), [0, 1, 2]));
    });
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn who_is_on_another_host_finds_the_listener_by_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let files = &JobFiles::new(folder.path(), None);
    let config = &config(&["localhost", "192.0.2.1"]);
    // The first port is taken, by this or by somebody else.
    let _taken = crate::ports::listen_from(*crate::ports::PORTS.start()).unwrap();
    let limit = Duration::from_secs(100);
    let meeting = &JobMeeting { files, config, limit };
    std::thread::scope(|scope| {
        let listening = scope.spawn(|| greet(&mut meet_as(files, config, 100).unwrap(), 2));
        let key = JobKey::of_file(&files.key()).unwrap();
        let place = MeetingPlace { meeting, key, own: vec![1], until: Instant::now() + limit };
        let round = calling::look_for_listener(&place, &mut |_, _| {}).unwrap();
        let HandshakeRound::Met(mut met) = round else { panic!("it has met nobody") };
        assert_eq!(met.rank, 1);
        greet(&mut met, 2);
        listening.join().unwrap();
    });
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn who_does_not_come_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let files = JobFiles::new(folder.path(), None);
    let error = meet_as(&files, &config(&["localhost", "192.0.2.1"]), 1).err().unwrap();
    assert!(error.to_string().contains("process 1 on 192.0.2.1"), "{error}");
    assert_eq!(names(folder.path()), [""; 0]);
    let error = meet_as(&files, &config(&["192.0.2.1"]), 1).err().unwrap();
    assert!(error.to_string().contains("has no line for this host"), "{error}");
}

#[test]
fn a_job_ends_when_one_of_its_processes_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let files = &JobFiles::new(folder.path(), None);
    let config = &config(&["localhost"; 3]);
    // Until all have heard that they have met.
    let all = &Barrier::new(3);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(move || {
                let mut met = meet_as(files, config, 100).unwrap();
                met.client.barrier().unwrap();
                all.wait();
                if met.rank != 1 {
                    assert!(met.client.barrier().is_err());
                }
            });
        }
    });
}

#[test]
fn strangers_delay_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let files = &JobFiles::new(folder.path(), None);
    let config = &config(&["localhost"; 2]);
    std::thread::scope(|scope| {
        let first = scope.spawn(move || greet(&mut meet_as(files, config, 100).unwrap(), 2));
        // Whoever listens on one of these ports hears nonsense, or nothing.
        let strangers: Vec<TcpStream> = crate::ports::PORTS
            .filter_map(|port| TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], port))).ok())
            .collect();
        strangers.iter().step_by(2).for_each(|mut stranger| {
            let _ = stranger.write_all(&[b'x'; 200]);
        });
        greet(&mut meet_as(files, config, 100).unwrap(), 2);
        first.join().unwrap();
    });
}
