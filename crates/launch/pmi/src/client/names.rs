//! Service names, by which programs find each other's ports.

use super::{Client, PIECE_MAX, check, check_text};
use crate::error::PmiError;
use crate::long;
use crate::message1::Pmi1Message;

impl Client {
    /// Publishes a port under a service name.
    ///
    /// # Errors
    /// When the name is taken or the connection fails.
    pub fn publish_name(&mut self, service: &str, port: &str) -> Result<(), PmiError> {
        check_text("service name", service, PIECE_MAX / 2)?;
        let port = long::to_text(port.as_bytes());
        check_text("port", &port, PIECE_MAX / 2)?;
        let message = Pmi1Message::new("publish_name").with("service", service).with("port", port);
        check(&self.connection.request(&message, "publish_result")?, "publish_name")
    }

    /// The port published under a service name; `None` when there is none.
    ///
    /// # Errors
    /// When the connection fails.
    pub fn lookup_name(&mut self, service: &str) -> Result<Option<String>, PmiError> {
        check_text("service name", service, PIECE_MAX / 2)?;
        let message = Pmi1Message::new("lookup_name").with("service", service);
        let reply = self.connection.request(&message, "lookup_result")?;
        if check(&reply, "lookup_name").is_err() {
            return Ok(None);
        }
        let port = reply.get("port").and_then(long::from_text);
        Ok(port.and_then(|port| String::from_utf8(port).ok()))
    }

    /// Withdraws a service name; `false` when it was not published.
    ///
    /// # Errors
    /// When the connection fails.
    pub fn unpublish_name(&mut self, service: &str) -> Result<bool, PmiError> {
        check_text("service name", service, PIECE_MAX / 2)?;
        let message = Pmi1Message::new("unpublish_name").with("service", service);
        let reply = self.connection.request(&message, "unpublish_result")?;
        Ok(check(&reply, "unpublish_name").is_ok())
    }
}
