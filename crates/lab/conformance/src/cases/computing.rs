//! Ends that look after nothing for a long time, in the middle of anything.

use crate::{Mesh, Reach, Subject};
use ferry_method::{HandlerId, Header, Now, PeerId, StreamId};
use std::time::Duration;

/// How long: beyond every patience with a peer, except with one that never answered.
const AWAY: Duration = Duration::from_secs(75);
/// How often whoever waits looks.
const LOOK: Duration = Duration::from_millis(250);

/// First contact stands many a pause: of either end, at any point of it, and although the pausing end is
/// told at first the time of before it, as those are that look at the clock now and then only.
pub fn who_computes_is_waited_for(subject: &Subject) {
    if subject.reach == Reach::Itself {
        return;
    }
    for away in [0, 1] {
        for rounds in 0..6 {
            for stream in [0, 7] {
                contact_with_a_pause(subject, away, rounds, StreamId(stream));
            }
        }
    }
}

fn contact_with_a_pause(subject: &Subject, away: usize, rounds: u32, stream: StreamId) {
    let mut mesh = Mesh::new(subject, 2);
    let header = Header { stream, ..Header::new(HandlerId(1)) };
    let (mut done, mut taken) = (0, false);
    let mut send = |mesh: &mut Mesh, taken: &mut bool| {
        if !*taken {
            let sent = mesh.try_send((0, 1), &header, b"hello", &mut done);
            *taken = sent.expect("nobody is lost");
        }
    };
    send(&mut mesh, &mut taken);
    for _ in 0..rounds {
        mesh.poll_at(0, Now::ZERO);
        mesh.poll_at(1, Now::ZERO);
    }
    let mut now = Now::ZERO;
    while now < AWAY {
        now += LOOK;
        mesh.poll_at(1 - away, now);
    }
    // Not yet told of the pause, and told.
    mesh.poll_at(away, Now::ZERO);
    mesh.poll_at(away, now);
    mesh.skip(now);
    mesh.until("the frame arrives", |mesh| {
        send(mesh, &mut taken);
        let losses = [0, 1].map(|i| mesh.sink(i).losses.clone());
        assert_eq!(losses.concat().len(), 0, "{away} was away after {rounds} rounds: {losses:?}");
        !mesh.sink(1).arrivals.is_empty()
    });
    assert_eq!(mesh.take(1)[0].peer, PeerId(0));
}
