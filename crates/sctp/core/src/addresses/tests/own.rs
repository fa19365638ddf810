//! What this end changes.

use super::*;

#[test]
fn own_changes_go_together_and_one_chunk_at_a_time() {
    let mut a = End::new(1);
    a.changes.request(OwnAddressChange::Add(ip(40)));
    a.changes.request(OwnAddressChange::Add(ip(40)));
    a.changes.request(OwnAddressChange::Remove(ip(41)));
    let value = a.poll(ms(0)).expect("an ASCONF");
    let Ok(Chunk::Asconf(sent)) = Chunk::decode(&raw(ChunkType::Asconf, &value)) else {
        panic!("an ASCONF");
    };
    assert_eq!((sent.serial, sent.address), (AsconfSerial(100), ip(77)));
    let parameters: Vec<_> = sent.parameters.iter().flatten().collect();
    assert_eq!(parameters, [add(0, 40), delete(1, 41)]);
    a.changes.request(OwnAddressChange::AskPrimary(ip(40)));
    assert_eq!(a.poll(ms(0)), None, "one at a time");
    // Nobody answers: the same again.
    assert_eq!(a.changes.next_due(), Some(ms(100)));
    assert!(!a.changes.on_timer(ms(99)));
    assert!(a.changes.on_timer(ms(100)), "an error of the association");
    assert_eq!(a.poll(ms(100)), Some(value));
    // Silence about a change is success.
    assert_eq!(a.hear(100, &[]), Ok(()));
    assert_eq!(a.events(), [answered(40, true), answered(41, true)]);
    let value = a.poll(ms(200)).expect("the next ASCONF");
    let Ok(Chunk::Asconf(sent)) = Chunk::decode(&raw(ChunkType::Asconf, &value)) else {
        panic!("an ASCONF");
    };
    assert_eq!(sent.parameters.iter().next(), Some(Ok(primary(0, 40))));
}

#[test]
fn silence_after_a_failure_is_failure() {
    let mut a = End::new(1);
    for n in 1..=5 {
        a.changes.request(OwnAddressChange::Add(ip(n)));
    }
    a.poll(ms(0)).expect("an ASCONF");
    let causes = [Cause::OutOfResource];
    let failed = Parameter::ErrorCauseIndication(2, crate::wire::Causes::of(&causes));
    let strange = Parameter::SuccessIndication(99);
    a.hear(100, &[failed, Parameter::SuccessIndication(4), strange]).expect("a legal answer");
    let expected = [true, true, false, false, true];
    let expected: Vec<_> = (1..).zip(expected).map(|(n, accepted)| answered(n, accepted)).collect();
    assert_eq!(a.events(), expected);
    assert_eq!(a.changes.next_due(), None);
}

#[test]
fn an_answer_to_nothing_is_illegal() {
    let mut a = End::new(1);
    assert_eq!(a.hear(99, &[]), Ok(()), "old");
    assert_eq!(a.hear(100, &[]), Err(()), "never asked");
    assert_eq!(a.hear(101, &[]), Err(()));
    a.changes.request(OwnAddressChange::Add(ip(2)));
    a.poll(ms(0)).expect("an ASCONF");
    assert_eq!(a.hear(99, &[]), Ok(()));
    assert_eq!(a.hear(101, &[]), Ok(()), "passed over while one is out");
    assert_eq!(a.events(), []);
    assert_eq!(a.hear(100, &[]), Ok(()));
    assert_eq!(a.hear(100, &[]), Ok(()), "a second copy");
    assert_eq!(a.events(), [answered(2, true)]);
}

#[test]
fn a_malformed_answer_is_none() {
    let mut a = End::new(1);
    a.changes.request(OwnAddressChange::Add(ip(2)));
    a.poll(ms(0)).expect("an ASCONF");
    let parameters = Parameters::from_wire(&[0xC0, 0x05, 0, 200]);
    let chunk = AsconfAck { serial: AsconfSerial(100), parameters };
    assert_eq!(a.changes.on_asconf_ack(&chunk, &mut a.events), Ok(()));
    assert_eq!(a.events(), []);
    assert!(a.changes.next_due().is_some(), "it is asked again");
}

#[test]
fn many_changes_take_several_chunks() {
    let (mut a, mut z) = (End::new(1), End::new(1));
    for n in 2..=14 {
        a.changes.request(OwnAddressChange::Add(ip(n)));
    }
    let mut chunks = 0;
    while let Some(value) = a.poll(ms(0)) {
        chunks += 1;
        let Ok(Chunk::Asconf(mut chunk)) = Chunk::decode(&raw(ChunkType::Asconf, &value)) else {
            panic!("an ASCONF");
        };
        chunk.serial = chunk.serial.plus(800);
        let answer = z.take_chunk(&chunk, 1).expect("an answer");
        let Ok(Chunk::AsconfAck(mut ack)) = Chunk::decode(&raw(ChunkType::AsconfAck, &answer))
        else {
            panic!("an ASCONF-ACK");
        };
        ack.serial = ack.serial.minus(800);
        a.changes.on_asconf_ack(&ack, &mut a.events).expect("a legal answer");
    }
    assert_eq!(chunks, 2);
    assert_eq!(z.paths.iter().count(), 14);
    assert_eq!(a.events().len(), 13);
}
