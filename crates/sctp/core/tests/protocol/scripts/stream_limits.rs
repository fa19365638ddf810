//! Flow control by stream: limits that are lost on the way are asked for.

use std::time::Duration;

use ferry_sctp_core::association::{AssociationConfig, AssociationEvent, UserError};
use ferry_sctp_core::endpoint::EndpointError;
use ferry_sctp_core::streams::{MessageOptions, SendError};
use ferry_sctp_core::wire::chunk::RawChunk;
use ferry_sctp_core::wire::{Chunk, ChunkType, StreamId};

use crate::common::script::{Peer, Script, plain};
use crate::common::{ms, s};

/// The chunk of limits, and its flag of a question.
const LIMITS: ChunkType = ChunkType(0x9E);
const ASK: u8 = 1;
const WINDOW: u32 = 4000;
const MESSAGE: [u8; 1000] = [7; 1000];

fn script() -> Script {
    let config =
        AssociationConfig { stream_window: Some(WINDOW), within_stream_window: true, ..plain() };
    let peer = Peer {
        extensions: vec![ChunkType::IData, LIMITS],
        stream_window: Some(WINDOW),
        ..Peer::default()
    };
    Script::connected(AssociationConfig { interleaving: true, ..config }, peer)
}

/// Sends on a stream up to its limit, and offers one message more, which is refused. All arrives.
fn fill(script: &mut Script, stream: u16) {
    for _ in 0..WINDOW / 1000 {
        script.send(stream, &MESSAGE);
    }
    let payload = (&MESSAGE[..]).into();
    let options = MessageOptions::default();
    let more = script.end.send(script.now, script.id, StreamId(stream), options, payload, true);
    assert!(
        matches!(more, Err(EndpointError::Association(UserError::Send(SendError::Full { .. })))),
        "{more:?}"
    );
    loop {
        let last = script.take().iter().flat_map(|sent| sent.tsns()).last();
        let Some(last) = last else { return };
        script.wait(ms(2));
        script.sack(last);
    }
}

fn entry(stream: u16, limit: u64) -> Vec<u8> {
    [&stream.to_be_bytes()[..], &[0; 2], &limit.to_be_bytes()].concat()
}

fn tell(script: &mut Script, stream: u16, limit: u64) {
    let value = &entry(stream, limit);
    script.say(&[Chunk::Unknown(RawChunk {
        chunk_type: LIMITS,
        flags: 0,
        value,
        bytes: &[],
        offset: 0,
    })]);
}

/// The next question comes within `most`: what it asks for.
fn question(script: &mut Script, most: Duration) -> Vec<u8> {
    script.expect_within(most).look(LIMITS, |chunk| match chunk {
        Chunk::Unknown(raw) => {
            assert_eq!(raw.flags, ASK);
            raw.value.to_vec()
        }
        other => panic!("{other:?}"),
    })
}

#[test]
fn who_is_not_answered_asks_ever_more_seldom_and_begins_anew_with_the_next_limit() {
    let mut script = script();
    fill(&mut script, 1);
    let rto = script.path(0).rto;
    let mut last = script.now;
    let mut waited = Vec::new();
    for _ in 0..8 {
        assert_eq!(question(&mut script, s(2)), entry(1, 4000));
        waited.push(script.now - last);
        last = script.now;
    }
    assert!(waited[0] <= rto, "{waited:?}");
    assert!(waited.is_sorted(), "{waited:?}");
    assert_eq!(waited.last(), Some(&s(1)));
    tell(&mut script, 1, 8000);
    assert!(std::iter::from_fn(|| script.event()).any(|event| event == AssociationEvent::Writable));
    script.silent_for(s(5));
    fill(&mut script, 1);
    let rto = script.path(0).rto;
    assert_eq!(question(&mut script, rto), entry(1, 8000));
}

#[test]
fn an_answer_for_one_stream_brings_the_question_for_another_forward() {
    let mut script = script();
    fill(&mut script, 1);
    for _ in 0..8 {
        question(&mut script, s(2));
    }
    fill(&mut script, 2);
    tell(&mut script, 1, 8000);
    let rto = script.path(0).rto;
    assert_eq!(question(&mut script, rto), entry(2, 4000));
}
