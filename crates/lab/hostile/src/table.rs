//! Descriptor tables, and rules of forwarding.

use ferry_link::{DescriptorTable, ForwardRules};

/// One input.
pub fn run(bytes: &[u8]) {
    if let Ok(table) = DescriptorTable::decode(bytes) {
        assert_eq!(DescriptorTable::decode(&table.encode()).as_ref(), Ok(&table));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = ForwardRules::parse(text);
    }
}
