//! Lines and messages of the process manager, and its server.

use ferry_pmi::{JobInfo, Server, mapping, message1, message2};

/// One input.
pub fn run(bytes: &[u8]) {
    let _ = message1::Pmi1Message::parse(bytes);
    let _ = message2::Pmi2Message::parse(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = mapping::decode(text, 64);
    }
    let info = JobInfo {
        name: "job".into(),
        nodes: vec![0, 0, 1],
        appnums: vec![0, 0, 0],
        universe_size: 3,
    };
    let mut server = Server::new(info, "00");
    let mut actions = Vec::new();
    for (at, part) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        server.receive(at as u32 % 3, part, &mut actions);
    }
}
