//! What a process supports, in order of its own preference.

use crate::facts::Facts;
use ferry_method::Descriptor;
use ferry_wire::{Reader, Short, Writer};

/// The descriptors of one process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DescriptorTable {
    entries: Vec<Descriptor>,
    facts: Facts,
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
    /// A method's name is not text, or too long.
    #[error("a method's name is not text, or longer than {MOST_NAME} bytes")]
    Name,
    /// Something is longer or more than any process publishes.
    #[error("the table has {0} than any process publishes")]
    Excess(&'static str),
    /// Two descriptors are of one method.
    #[error("the table has two descriptors of one method")]
    Twice,
    /// The host's name or addresses make no sense.
    #[error("the host's name or addresses make no sense")]
    Facts,
}

impl From<Short> for TableError {
    fn from(_: Short) -> Self {
        TableError::Short
    }
}

const VERSION: u8 = 2;
/// Methods of one process at most.
const MOST_ENTRIES: usize = 32;
/// Bytes of a method's name at most.
const MOST_NAME: usize = 32;
/// Bytes of a descriptor at most.
const MOST_BYTES: usize = 2048;

impl DescriptorTable {
    /// A table of these descriptors, in this order; of two of one method the first.
    pub fn new(entries: Vec<Descriptor>) -> Self {
        let mut table = DescriptorTable::default();
        for entry in entries {
            if table.of(&entry.method).is_none() {
                table.entries.push(entry);
            }
        }
        table
    }

    /// The same with what rules may ask about the process.
    pub fn with_facts(self, facts: Facts) -> Self {
        DescriptorTable { facts, ..self }
    }

    /// What rules may ask about the process.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The descriptors, preferred ones first.
    pub fn entries(&self) -> &[Descriptor] {
        &self.entries
    }

    /// The descriptor of `method`.
    pub fn of(&self, method: &str) -> Option<&Descriptor> {
        self.entries.iter().find(|d| d.method == method)
    }

    /// Puts a descriptor before the one at `at`, or at the end; one of the same method goes away.
    pub fn insert(&mut self, at: usize, entry: Descriptor) {
        self.remove(&entry.method);
        self.entries.insert(at.min(self.entries.len()), entry);
    }

    /// Takes the descriptor of `method` out; the process is not reached by it any more.
    pub fn remove(&mut self, method: &str) -> Option<Descriptor> {
        let at = self.entries.iter().position(|entry| entry.method == method)?;
        Some(self.entries.remove(at))
    }

    /// Moves `method` to the front; whether it was there.
    pub fn prefer(&mut self, method: &str) -> bool {
        let entry = self.remove(method);
        let is_there = entry.is_some();
        self.entries.splice(0..0, entry);
        is_there
    }

    /// As bytes, to be published. Names and descriptors longer than [`DescriptorTable::decode`] takes
    /// are left out.
    pub fn encode(&self) -> Vec<u8> {
        let fits = |d: &&Descriptor| d.method.len() <= MOST_NAME && d.bytes.len() <= MOST_BYTES;
        let entries: Vec<_> = self.entries.iter().filter(fits).take(MOST_ENTRIES).collect();
        let len: usize = entries.iter().map(|d| 4 + d.method.len() + d.bytes.len()).sum();
        let mut bytes = vec![0; 2 + len + self.facts.encoded_len()];
        let mut w = Writer::new(&mut bytes);
        w.u8(VERSION);
        w.u8(entries.len() as u8);
        for descriptor in entries {
            for part in [descriptor.method.as_bytes(), &descriptor.bytes] {
                w.u16(part.len() as u16);
                w.bytes(part);
            }
        }
        self.facts.encode(&mut w);
        bytes
    }

    /// From published bytes. They may come from anyone: nothing is allocated beyond what they hold.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn decode(bytes: &[u8]) -> Result<Self, TableError> {
        let mut r = Reader::new(bytes);
        let version = r.u8()?;
        if version != VERSION {
            return Err(TableError::Version(version));
        }
        let count = r.u8()? as usize;
        if count > MOST_ENTRIES {
            return Err(TableError::Excess("more methods"));
        }
        let mut table = DescriptorTable::default();
        for _ in 0..count {
            let entry = decode_entry(&mut r)?;
            if table.of(&entry.method).is_some() {
                return Err(TableError::Twice);
            }
            table.entries.push(entry);
        }
        table.facts = Facts::decode(&mut r)?.ok_or(TableError::Facts)?;
        if !r.rest().is_empty() {
            return Err(TableError::Excess("more bytes"));
        }
        Ok(table)
    }
}

fn decode_entry(r: &mut Reader<'_>) -> Result<Descriptor, TableError> {
    let name = r.string()?;
    let method = std::str::from_utf8(name).map_err(|_| TableError::Name)?;
    if name.is_empty() || name.len() > MOST_NAME {
        return Err(TableError::Name);
    }
    let bytes = r.string()?;
    if bytes.len() > MOST_BYTES {
        return Err(TableError::Excess("longer descriptors"));
    }
    Ok(Descriptor { method: method.to_owned(), bytes: bytes.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;
    use std::net::IpAddr;

    fn table_of(names: &[&str]) -> DescriptorTable {
        let entry = |name: &&str| Descriptor { method: (*name).into(), bytes: vec![1, 2] };
        DescriptorTable::new(names.iter().map(entry).collect())
    }

    fn names(table: &DescriptorTable) -> Vec<&str> {
        table.entries().iter().map(|entry| entry.method.as_str()).collect()
    }

    proptest! {
        #[test]
        fn a_table_survives_publishing(
            entries: BTreeMap<u8, Vec<u8>>, host in "[a-z.]{0,40}", addresses: Vec<[u8; 16]>,
            short: Vec<[u8; 4]>,
        ) {
            let entries = entries.into_iter().take(MOST_ENTRIES);
            let entries =
                entries.map(|(n, bytes)| Descriptor { method: format!("m{n}"), bytes });
            let addresses = addresses.into_iter().map(IpAddr::from);
            let addresses = addresses.chain(short.into_iter().map(IpAddr::from)).take(32).collect();
            let table = DescriptorTable::new(entries.collect());
            let table = table.with_facts(Facts { host, addresses });
            prop_assert_eq!(DescriptorTable::decode(&table.encode()), Ok(table));
        }

        #[test]
        fn any_bytes_are_survived(mut bytes: Vec<u8>) {
            let _ = DescriptorTable::decode(&bytes);
            bytes.splice(0..0, [VERSION, 2, 1, 0, b'a']);
            let _ = DescriptorTable::decode(&bytes);
        }

        #[test]
        fn a_cut_table_is_refused(cut in 0usize..20) {
            let bytes = table_of(&["shm", "tcp"]).encode();
            let end = bytes.len().saturating_sub(1 + cut);
            prop_assert!(DescriptorTable::decode(&bytes[..end]).is_err());
        }
    }

    #[test]
    fn another_version_is_refused() {
        assert_eq!(DescriptorTable::decode(&[9, 0]), Err(TableError::Version(9)));
    }

    #[test]
    fn what_no_process_publishes_is_refused() {
        let decode = |bytes: &[u8]| DescriptorTable::decode(bytes).unwrap_err();
        assert_eq!(decode(&[VERSION, 200]), TableError::Excess("more methods"));
        assert_eq!(decode(&[VERSION, 1, 0, 0, 0, 0]), TableError::Name);
        assert_eq!(decode(&[VERSION, 1, 255, 255, 0]), TableError::Short);
        let mut bytes = table_of(&["tcp"]).encode();
        bytes.push(0);
        assert_eq!(decode(&bytes), TableError::Excess("more bytes"));
        let once = [1, 0, b'a', 0, 0];
        let twice: Vec<u8> = [VERSION, 2].into_iter().chain(once).chain(once).collect();
        assert_eq!(decode(&twice), TableError::Twice);
        let facts = [VERSION, 0, 1, 0, b'h', 1, 5, 1, 2, 3, 4];
        assert!(DescriptorTable::decode(&facts).is_err());
    }

    #[test]
    fn the_order_can_be_changed() {
        let mut table = table_of(&["shm", "tcp", "quic"]);
        assert!(table.prefer("quic") && !table.prefer("pigeon"));
        assert_eq!(names(&table), ["quic", "shm", "tcp"]);
        let removed = table.remove("shm").expect("it was there");
        table.insert(9, removed.clone());
        assert_eq!(names(&table), ["quic", "tcp", "shm"]);
        table.insert(0, removed);
        assert_eq!(names(&table), ["shm", "quic", "tcp"]);
        assert_eq!(table.remove("pigeon"), None);
    }
}
