//! Somebody who can send under the peer's address, and sees nothing of what goes back.

use ferry_sctp_core::wire::chunk::{
    Abort, CookieAck, CookieEcho, ErrorChunk, Heartbeat, InitAck, Shutdown, ShutdownAck,
    ShutdownComplete,
};
use ferry_sctp_core::wire::{Cause, Causes, Chunk, Parameter, VerificationTag};
use proptest::collection::vec;
use proptest::prelude::*;

use super::stage::{Stage, TSN, init};
use crate::common::script::data;

const STALE: [Cause<'static>; 1] = [Cause::StaleCookie(1)];
const COOKIE: [Parameter<'static>; 1] = [Parameter::StateCookie(b"crumbs")];

/// Packets that such a one may try; `tag` is guessed, `own` is what the packet offers.
fn chunk(kind: u8, own: VerificationTag) -> Chunk<'static> {
    let causes = Causes::empty();
    match kind {
        0 => Chunk::Init(init(own, &[])),
        1 => Chunk::InitAck(InitAck(init(own, &COOKIE))),
        2 => Chunk::CookieEcho(CookieEcho { cookie: b"crumbs" }),
        3 => Chunk::CookieAck(CookieAck),
        4 => Chunk::Abort(Abort { reflected_tag: false, causes }),
        5 => Chunk::Abort(Abort { reflected_tag: true, causes }),
        6 => Chunk::Shutdown(Shutdown { cumulative_tsn: TSN }),
        7 => Chunk::ShutdownAck(ShutdownAck),
        8 => Chunk::ShutdownComplete(ShutdownComplete { reflected_tag: true }),
        9 => Chunk::Error(ErrorChunk { causes: Causes::of(&STALE) }),
        10 => Chunk::Heartbeat(Heartbeat { info: b"" }),
        _ => data(TSN, 0, 0, b"forged"),
    }
}

/// What is tried, under which tag, and after which step of the handshake.
fn attempts() -> impl Strategy<Value = Vec<(u8, u32, usize)>> {
    let tag = prop_oneof![Just(0), any::<u32>()];
    vec((0_u8..12, tag, 0_usize..4), 0..40)
}

proptest! {
    /// The handshake goes on as if nothing had come, and the association stands undisturbed.
    #[test]
    fn an_outsider_disturbs_nothing(attempts in attempts(), accepted: bool) {
        let mut stage = Stage::new();
        let attack = |stage: &mut Stage, at: usize| {
            for (kind, tag, _) in attempts.iter().filter(|(_, _, when)| *when == at) {
                let own = VerificationTag(tag.wrapping_add(1));
                stage.say(VerificationTag(*tag), &[chunk(*kind, own)]);
                stage.drain();
            }
            assert_eq!(stage.event(), None);
        };
        attack(&mut stage, 0);
        let (id, tag) = if accepted {
            let ack = stage.init_ack(super::stage::PEER);
            attack(&mut stage, 1);
            stage.say_echo(&ack);
            (stage.up(), ack.tag)
        } else {
            let (id, asked) = stage.connect();
            attack(&mut stage, 1);
            stage.say_init_ack(asked.tag, super::stage::PEER, b"biscuit");
            stage.drain();
            attack(&mut stage, 2);
            stage.say(asked.tag, &[Chunk::CookieAck(CookieAck)]);
            prop_assert_eq!(stage.up(), id);
            (id, asked.tag)
        };
        stage.drain();
        attack(&mut stage, 3);
        prop_assert!(stage.end.receive(usize::MAX).is_none());
        prop_assert_eq!(stage.end.associations().count(), 1);
        stage.undisturbed(id, tag);
    }
}
