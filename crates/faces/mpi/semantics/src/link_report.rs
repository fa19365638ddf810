//! What `report_links` says of a link at the end: a line for people, or an object for programs.

use ferry_link::{LinkReport, Traffic};

/// For people.
pub(crate) fn text(me: u32, link: &LinkReport) -> String {
    format!("ferry: link {me} -> {} {} ({})", link.peer, link.method, link.why)
}

/// For programs: JSON on one line, under a name by which it is told from a program's own output.
pub(crate) fn json(me: u32, host: &str, link: &LinkReport) -> String {
    let Traffic { sent, received } = link.traffic;
    let carries: Vec<String> = link.carries.iter().map(|what| quoted(what)).collect();
    format!(
        "{{\"ferry_link\":{{\"rank\":{me},\"host\":{},\"peer\":{},\"method\":{},\"carries\":[{}],\
         \"frames_sent\":{},\"bytes_sent\":{},\"frames_received\":{},\"bytes_received\":{},\"why\":{}}}}}",
        quoted(host),
        link.peer,
        quoted(link.method),
        carries.join(","),
        sent.frames,
        sent.bytes,
        received.frames,
        received.bytes,
        quoted(&link.why),
    )
}

/// A string of JSON (RFC 8259 §7).
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out += &format!("\\u{:04x}", c as u32),
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_link::FrameTally;
    use ferry_method::PeerId;

    fn link() -> LinkReport {
        LinkReport {
            peer: PeerId(3),
            method: "shm",
            carries: vec!["small".into(), "context 8 bulk".into()],
            why: "said \"no\"\n".into(),
            state: None,
            streams: 1,
            traffic: Traffic {
                sent: FrameTally { frames: 2, bytes: 70 },
                received: FrameTally { frames: 1, bytes: 40 },
            },
        }
    }

    #[test]
    fn for_people() {
        assert_eq!(text(1, &link()), "ferry: link 1 -> 3 shm (said \"no\"\n)");
    }

    #[test]
    fn for_programs() {
        assert_eq!(
            json(1, "a\\b", &link()),
            r#"{"ferry_link":{"rank":1,"host":"a\\b","peer":3,"method":"shm","carries":["small","context 8 bulk"],"frames_sent":2,"bytes_sent":70,"frames_received":1,"bytes_received":40,"why":"said \"no\"\u000a"}}"#
        );
    }
}
