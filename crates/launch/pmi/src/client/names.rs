//! Service names, by which programs find each other's ports.

use super::{Client, check, check_text};
use crate::error::PmiError;
use crate::long;
use crate::message1::{LINE_ACCEPTED, LINE_MAX, Pmi1Message};
use crate::server::OF_ANOTHER_JOB;

/// Longest request that Ferry's launcher takes: the words of its answer may be a little longer.
const REQUEST_MAX: usize = LINE_ACCEPTED - 64;

impl Client {
    /// Publishes a port under a service name.
    ///
    /// # Errors
    /// When the name is taken, name and port are longer than the launcher's protocol has room for, or the connection
    /// fails.
    pub fn publish_name(&mut self, service: &str, port: &str) -> Result<(), PmiError> {
        let port = long::to_text(port.as_bytes());
        let message = Pmi1Message::new("publish_name").with("service", service).with("port", port);
        let message = self.fitting(service, message)?;
        check(&self.connection.request(&message, "publish_result")?, "publish_name")
    }

    /// The port published under a service name; `None` when there is none.
    ///
    /// # Errors
    /// When the connection fails.
    pub fn lookup_name(&mut self, service: &str) -> Result<Option<String>, PmiError> {
        let message = Pmi1Message::new("lookup_name").with("service", service);
        let message = self.fitting(service, message)?;
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
    /// When it is another job's, which alone may, or the connection fails.
    pub fn unpublish_name(&mut self, service: &str) -> Result<bool, PmiError> {
        let message = Pmi1Message::new("unpublish_name").with("service", service);
        let message = self.fitting(service, message)?;
        let reply = self.connection.request(&message, "unpublish_result")?;
        match check(&reply, "unpublish_name") {
            Err(PmiError::Refused { reason, .. }) if reason != OF_ANOTHER_JOB => Ok(false),
            outcome => outcome.map(|()| true),
        }
    }

    /// A request about a service, if the launcher takes its line: Ferry's takes long ones.
    fn fitting(&mut self, service: &str, message: Pmi1Message) -> Result<Pmi1Message, PmiError> {
        check_text("service name", service, LINE_ACCEPTED)?;
        let length = message.to_line().len();
        let most = match length > LINE_MAX && self.is_of_ferry()? {
            true => REQUEST_MAX,
            false => LINE_MAX,
        };
        if length <= most {
            return Ok(message);
        }
        let text = service.chars().take(40).collect();
        let reason = format!(
            "with its port it makes a request of {length} bytes, and the launcher takes {most}"
        );
        Err(PmiError::Caller { what: "service name", text, reason })
    }
}
