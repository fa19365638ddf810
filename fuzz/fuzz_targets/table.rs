//! Descriptor tables, and rules of forwarding.
#![no_main]

use ferry_link::{DescriptorTable, ForwardRules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(table) = DescriptorTable::decode(bytes) {
        assert_eq!(DescriptorTable::decode(&table.encode()).as_ref(), Ok(&table));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = ForwardRules::parse(text);
    }
});
