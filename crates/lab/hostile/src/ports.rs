//! What is said to a port, and names of ports.

/// One input.
pub fn run(bytes: &[u8]) {
    assert!(!ferry_ports::hear_at_port(bytes), "a stranger is let in");
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = text.parse::<ferry_ports::PortName>();
    }
}
