//! Counters by themselves.

use crate::network::{Memory, Network, PUT, entry, put};
use ferry_portals::PortalsHandle;
use ferry_portals::four::{CounterValue, EntryDescription, EntryOptions, MdOptions, NiError};

fn value(success: u64, failure: u64) -> CounterValue {
    CounterValue { success, failure }
}

#[test]
fn a_counter_is_set_and_counts() {
    let (mut net, _) = Network::new(1);
    let counter = net.ni(0).ct_alloc().unwrap();
    assert_eq!(net.counted(0, counter), (0, 0));
    net.ni(0).ct_set(counter, value(7, 2)).unwrap();
    net.ni(0).ct_inc(counter, value(3, 0)).unwrap();
    net.ni(0).ct_inc(counter, value(0, 5)).unwrap();
    assert_eq!(net.counted(0, counter), (10, 7));
    assert_eq!(net.ni(0).ct_inc(counter, value(1, 1)), Err(NiError::ArgInvalid));
    assert_eq!(value(10, 7).reached(), 17);
    assert_eq!(value(u64::MAX, 7).reached(), u64::MAX);
    net.ni(0).ct_free(counter).unwrap();
    for gone in [counter, PortalsHandle(u32::MAX), net.ni(0).handle()] {
        let ni = net.ni(0);
        assert_eq!(ni.ct_get(gone), Err(NiError::ArgInvalid));
        assert_eq!(ni.ct_set(gone, value(0, 0)), Err(NiError::ArgInvalid));
        assert_eq!(ni.ct_inc(gone, value(1, 0)), Err(NiError::ArgInvalid));
        assert_eq!(ni.ct_cancel(gone), Err(NiError::ArgInvalid));
        assert_eq!(ni.ct_free(gone), Err(NiError::ArgInvalid));
    }
}

/// Operations or bytes at both ends, successes apart from failures.
#[test]
fn operations_and_bytes_are_counted() {
    let (mut net, _) = Network::new(2);
    let at_target = net.ni(1).ct_alloc().unwrap();
    let options = PUT | EntryOptions::CT_COMM | EntryOptions::CT_BYTES;
    let with = EntryDescription { counter: Some(at_target), ..entry(Memory::new(4), 1, options) };
    net.expect(1, with);
    let counts = MdOptions::CT_SEND | MdOptions::CT_ACK | MdOptions::CT_BYTES;
    let own = net.bind(0, Memory::new(6), counts);
    net.ni(0).start(&put(own.descriptor, 6, 1, 1)).unwrap();
    net.run();
    // What was sent is counted as asked for, what came as it came.
    assert_eq!(net.counted(0, own.counter), (6 + 4, 0));
    assert_eq!(net.counted(1, at_target), (4, 0));
    net.ni(0).start(&put(own.descriptor, 6, 1, 9)).unwrap();
    net.run();
    assert_eq!(net.counted(0, own.counter), (6 + 4 + 6, 1), "a failure is one, whatever its bytes");
}

#[test]
fn a_freed_counter_counts_no_more() {
    let (mut net, _) = Network::new(2);
    net.expect(1, entry(Memory::new(4), 1, PUT));
    let own = net.bind(0, Memory::new(4), MdOptions::CT_SEND | MdOptions::CT_ACK);
    net.ni(0).ct_free(own.counter).unwrap();
    let other = net.ni(0).ct_alloc().unwrap();
    net.ni(0).start(&put(own.descriptor, 4, 1, 1)).unwrap();
    net.run();
    assert_eq!(net.counted(0, other), (0, 0), "whoever has its place now");
}
