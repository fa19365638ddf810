//! What a process supports, in order of its own preference.

use ferry_method::Descriptor;
use ferry_wire::{Reader, Short, Writer};

/// The descriptors of one process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescriptorTable {
    entries: Vec<Descriptor>,
}

/// Why bytes are not a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// They end too early.
    #[error("the table ends too early")]
    Short,
    /// It was made by a version of Ferry that this one does not know.
    #[error("the table has version {0}, this Ferry reads version {VERSION}")]
    Version(u8),
    /// A method's name is not text.
    #[error("a method's name is not text")]
    Name,
}

impl From<Short> for TableError {
    fn from(_: Short) -> Self {
        TableError::Short
    }
}

const VERSION: u8 = 1;

impl DescriptorTable {
    /// A table of these descriptors.
    pub fn new(entries: Vec<Descriptor>) -> Self {
        DescriptorTable { entries }
    }

    /// The descriptors.
    pub fn entries(&self) -> &[Descriptor] {
        &self.entries
    }

    /// The descriptor of `method`.
    pub fn of(&self, method: &str) -> Option<&Descriptor> {
        self.entries.iter().find(|d| d.method == method)
    }

    /// As bytes, to be published.
    pub fn encode(&self) -> Vec<u8> {
        let len: usize = self.entries.iter().map(|d| 4 + d.method.len() + d.bytes.len()).sum();
        let mut bytes = vec![0; 2 + len];
        let mut w = Writer::new(&mut bytes);
        w.u8(VERSION);
        w.u8(self.entries.len() as u8);
        for descriptor in &self.entries {
            for part in [descriptor.method.as_bytes(), &descriptor.bytes] {
                w.u16(part.len() as u16);
                w.bytes(part);
            }
        }
        bytes
    }

    /// From published bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, TableError> {
        let mut r = Reader::new(bytes);
        let version = r.u8()?;
        if version != VERSION {
            return Err(TableError::Version(version));
        }
        let count = r.u8()?;
        let mut entries = Vec::new();
        for _ in 0..count {
            let method = std::str::from_utf8(r.string()?).map_err(|_| TableError::Name)?.to_owned();
            entries.push(Descriptor { method, bytes: r.string()?.to_vec() });
        }
        Ok(DescriptorTable { entries })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_table_survives_publishing(
            entries in prop::collection::vec(("[a-z]{1,8}", prop::collection::vec(any::<u8>(), 0..200)), 0..6)
        ) {
            let entries = entries.into_iter().map(|(method, bytes)| Descriptor { method, bytes });
            let table = DescriptorTable::new(entries.collect());
            prop_assert_eq!(DescriptorTable::decode(&table.encode()), Ok(table));
        }

        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = DescriptorTable::decode(&bytes);
        }
    }

    #[test]
    fn another_version_is_refused() {
        assert_eq!(DescriptorTable::decode(&[9, 0]), Err(TableError::Version(9)));
    }
}
