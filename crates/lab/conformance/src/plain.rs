//! What methods made for tests have in common: answers that are in nobody's way.

use ferry_method::{Attributes, RemoteReading, Scope};
use std::time::Duration;

/// Attributes of a method over a network that has one stream and no abilities besides; for a test to change
/// what it is about.
pub fn plain_attributes() -> Attributes {
    Attributes {
        scope: Scope::Network,
        latency: Duration::from_nanos(1000),
        bandwidth: 1e9,
        eager_limit: 1000,
        fragment: 1000,
        max_frame: 1000,
        reliable: true,
        streams: 1,
        stream_flow_control: false,
        multicast: false,
        several_paths: false,
        shares_memory: false,
        remote_reads: false,
        remote_reading: RemoteReading::Never,
        confidential: false,
        poll_cost: Duration::from_nanos(1),
    }
}

/// Within `impl Method for ...`: the named parts as plain as can be. `name` and `attributes` are fields;
/// `descriptor` is empty, `applicable` always, `attach` does nothing, `sleep` (three functions) wakes for
/// nothing, `counters` count nothing, `close` is done at once.
#[macro_export]
macro_rules! plain {
    ($($part:ident)*) => { $($crate::plain_part!($part);)* };
}

/// One part of [`plain!`].
#[doc(hidden)]
#[macro_export]
macro_rules! plain_part {
    (name) => {
        fn name(&self) -> &'static str {
            self.name
        }
    };
    (attributes) => {
        fn attributes(&self) -> &$crate::method::Attributes {
            &self.attributes
        }
    };
    (descriptor) => {
        fn descriptor(&self) -> $crate::method::Descriptor {
            let method = $crate::method::Method::name(self).to_owned();
            $crate::method::Descriptor { method, bytes: Vec::new() }
        }
    };
    (applicable) => {
        fn applicable(&self, _: &$crate::method::Descriptor) -> $crate::method::Applicable {
            $crate::method::Applicable::Yes
        }
    };
    (attach) => {
        fn attach(
            &mut self,
            _: $crate::method::PeerId,
            _: &$crate::method::Descriptor,
        ) -> Result<(), $crate::method::MethodError> {
            Ok(())
        }
    };
    (sleep) => {
        fn wait_source(&self) -> $crate::method::WaitSource {
            $crate::method::WaitSource::Never
        }

        fn arm(&mut self, _: bool) -> $crate::method::Armed {
            $crate::method::Armed::Ready(0)
        }

        fn disarm(&mut self) {}
    };
    (counters) => {
        fn counters(&self) -> $crate::method::Counters {
            $crate::method::Counters::default()
        }
    };
    (close) => {
        fn close(&mut self, _: $crate::method::Now, _: &mut dyn $crate::method::Sink) -> bool {
            true
        }
    };
}
