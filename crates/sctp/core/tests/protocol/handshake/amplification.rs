//! Nobody can use the endpoint to flood a third party: before an address has answered, little is sent
//! to it.

use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::wire::chunk::{
    Abort, CookieAck, CookieEcho, Heartbeat, Init, Shutdown, ShutdownAck,
};
use ferry_sctp_core::wire::{Causes, Chunk, Parameter, Parameters, RawTlv, VerificationTag};

use super::stage::{PEER, STRANGE, Stage, TSN, init, packet};
use crate::common::s;
use crate::common::script::{data, plain};

/// Bytes of IPv4 and UDP headers, which travel too.
const HEADERS: usize = 28;

/// Bytes of all answers to this packet, headers included, and how many there were.
fn provoked(stage: &mut Stage, bytes: &[u8]) -> (usize, usize) {
    stage.say_bytes(bytes);
    // Nothing is repeated later either.
    let mut total = (0, 0);
    stage.wait(s(60));
    while let Some(sent) = stage.try_expect() {
        total = (total.0 + sent.bytes.len() + HEADERS, total.1 + 1);
    }
    total
}

/// All but an INIT: never more than was sent, and one packet at most.
#[test]
fn answers_are_not_longer_than_questions() {
    let abort = Abort { reflected_tag: false, causes: Causes::empty() };
    let chunks = [
        data(TSN, 0, 0, b"x"),
        Chunk::Heartbeat(Heartbeat { info: b"" }),
        Chunk::ShutdownAck(ShutdownAck),
        Chunk::Shutdown(Shutdown { cumulative_tsn: TSN }),
        Chunk::CookieAck(CookieAck),
        Chunk::CookieEcho(CookieEcho { cookie: b"" }),
        Chunk::Abort(abort),
    ];
    let mut stage = Stage::new();
    for chunk in &chunks {
        for tag in [STRANGE, VerificationTag::ZERO] {
            let question = packet(tag, &[*chunk]);
            let (bytes, packets) = provoked(&mut stage, &question);
            assert!(bytes <= question.len() + HEADERS && packets <= 1, "{chunk:?}: {bytes}");
        }
    }
    // Several at once still get one answer.
    let question = packet(STRANGE, &chunks[..4]);
    assert!(provoked(&mut stage, &question).1 <= 1);
}

/// A stale cookie is longer than the ERROR that says so.
#[test]
fn a_stale_cookie_is_no_lever() {
    let mut stage = Stage::with(AssociationConfig { cookie_life: s(1), ..plain() });
    let ack = stage.init_ack(PEER);
    stage.wait(s(2));
    let echo = packet(ack.tag, &[Chunk::CookieEcho(CookieEcho { cookie: &ack.cookie })]);
    let (bytes, packets) = provoked(&mut stage, &echo);
    assert!(bytes <= echo.len() + HEADERS && packets == 1, "{bytes}");
}

/// The shortest INIT that there is, and everything that is offered by default: three times is what other
/// protocols allow themselves before the peer has proved its address (RFC 9000 §8.1).
#[test]
fn an_init_is_answered_with_less_than_three_times_its_length() {
    for config in [plain(), AssociationConfig::default()] {
        let mut stage = Stage::with(config);
        let question = packet(VerificationTag::ZERO, &[Chunk::Init(init(PEER, &[]))]);
        let (bytes, packets) = provoked(&mut stage, &question);
        assert_eq!(packets, 1, "an INIT ACK is never repeated unasked");
        assert!(bytes < 3 * (question.len() + HEADERS), "{bytes} for {}", question.len() + HEADERS);
    }
}

/// What an INIT makes the endpoint repeat is short beside the INIT itself.
#[test]
fn parameters_to_report_are_no_lever() {
    let mut stage = Stage::new();
    let raw = |kind| RawTlv { kind, value: &[], bytes: &[] };
    let many: Vec<_> = (0..200).map(|n| Parameter::Unknown(raw(0xFF00 + n))).collect();
    let question = packet(VerificationTag::ZERO, &[Chunk::Init(init(PEER, &many))]);
    let (bytes, _) = provoked(&mut stage, &question);
    assert!(bytes < 3 * (question.len() + HEADERS), "{bytes} for {}", question.len() + HEADERS);
}

/// INITs that are refused get an ABORT no longer than three times the INIT.
#[test]
fn refusals_are_no_lever() {
    let mut stage = Stage::new();
    let short = [0xC0, 6, 0, 3];
    let name = [Parameter::HostName(b"h")];
    let good = init(PEER, &[]);
    for init in [
        Init { outbound_streams: 0, ..good },
        Init { receiver_window: 0, ..good },
        Init { parameters: Parameters::from_wire(&short), ..good },
        init(PEER, &name),
    ] {
        let question = packet(VerificationTag::ZERO, &[Chunk::Init(init)]);
        let (bytes, packets) = provoked(&mut stage, &question);
        assert!(packets == 1 && bytes < 3 * (question.len() + HEADERS), "{init:?}: {bytes}");
    }
}

/// INITs by the thousand: what goes back in all stays near what came.
#[test]
fn a_flood_of_inits_is_not_answered_without_bound() {
    let mut stage = Stage::new();
    let (mut asked, mut answered) = (0, 0);
    for n in 1..=100_000_u32 {
        let question = packet(VerificationTag::ZERO, &[Chunk::Init(init(VerificationTag(n), &[]))]);
        asked += question.len();
        stage.say_bytes(&question);
        while let Some(sent) = stage.try_expect() {
            answered += sent.bytes.len();
        }
    }
    assert!(answered < asked, "{answered} for {asked}");
    stage.nothing();
}
