//! Pieces of a file as they travel: rows of equal ones at equal distances take one record.

use std::ops::Range;

/// `count` pieces of `len` bytes, the first at `offset`, `stride` bytes from one to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PieceRow {
    offset: u64,
    len: u64,
    stride: u64,
    count: u64,
}

/// Bytes of a record.
const RECORD: usize = 32;

/// Pieces in the order of a stream.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct PieceList {
    rows: Vec<PieceRow>,
    bytes: u64,
}

impl PieceList {
    /// Forgets all pieces.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.bytes = 0;
    }

    /// Adds a piece behind the others.
    pub fn push(&mut self, offset: u64, len: u64) {
        self.bytes += len;
        if let Some(row) = self.rows.last_mut()
            && row.len == len
            && offset > row.offset
        {
            if row.count == 1 {
                (row.stride, row.count) = (offset - row.offset, 2);
                return;
            }
            if offset == row.offset + row.stride * row.count {
                row.count += 1;
                return;
            }
        }
        self.rows.push(PieceRow { offset, len, stride: 0, count: 1 });
    }

    /// Bytes of all pieces.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Calls `visit` with offset and length of each piece.
    pub fn each(&self, mut visit: impl FnMut(u64, u64)) {
        for row in &self.rows {
            for index in 0..row.count {
                visit(row.offset + index * row.stride, row.len);
            }
        }
    }

    /// Bytes of the pieces as they travel.
    pub fn encoded_len(&self) -> usize {
        self.rows.len() * RECORD
    }

    /// Puts them into `out`, which has [`PieceList::encoded_len`] bytes.
    pub fn encode(&self, out: &mut [u8]) {
        for (row, record) in self.rows.iter().zip(out.chunks_exact_mut(RECORD)) {
            let words = [row.offset, row.len, row.stride, row.count];
            for (word, place) in words.iter().zip(record.chunks_exact_mut(8)) {
                place.copy_from_slice(&word.to_le_bytes());
            }
        }
    }

    /// Pieces that came from another process. `None`: they do not lie within `range`, do not ascend, or are not
    /// `bytes` in all.
    pub fn decode(input: &[u8], range: &Range<u64>, bytes: u64) -> Option<Self> {
        let (records, rest) = input.as_chunks::<RECORD>();
        if !rest.is_empty() {
            return None;
        }
        let (mut list, mut before) = (PieceList::default(), range.start);
        for record in records {
            let (words, _) = record.as_chunks::<8>();
            let [offset, len, stride, count] = [0, 1, 2, 3].map(|i| u64::from_le_bytes(words[i]));
            let last = offset.checked_add(stride.checked_mul(count.checked_sub(1)?)?)?;
            let is_within = offset >= before && len > 0 && last.checked_add(len)? <= range.end;
            if !is_within || (count > 1 && stride == 0) {
                return None;
            }
            list.bytes = list.bytes.checked_add(len.checked_mul(count)?)?;
            list.rows.push(PieceRow { offset, len, stride, count });
            before = last;
        }
        (list.bytes == bytes).then_some(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(list: &PieceList) -> Vec<(u64, u64)> {
        let mut all = Vec::new();
        list.each(|offset, len| all.push((offset, len)));
        all
    }

    proptest! {
        #[test]
        fn what_travels_comes_back(parts in prop::collection::vec((0u64..4, 1u64..4), 0..60)) {
            let (mut list, mut at, mut all) = (PieceList::default(), 0, Vec::new());
            for (gap, len) in parts {
                at += gap;
                list.push(at, len);
                all.push((at, len));
                at += len;
            }
            prop_assert_eq!(pieces(&list), all);
            let mut bytes = vec![0; list.encoded_len()];
            list.encode(&mut bytes);
            prop_assert_eq!(PieceList::decode(&bytes, &(0..at), list.bytes()), Some(list.clone()));
            prop_assert!(list.bytes() == 0 || PieceList::decode(&bytes, &(0..at - 1), list.bytes()).is_none());
        }

        #[test]
        fn nonsense_leads_nowhere(words in prop::collection::vec(any::<u64>(), 0..16), wanted in any::<u64>()) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            if let Some(list) = PieceList::decode(&bytes, &(0..1 << 20), wanted) {
                prop_assert!(list.bytes() == wanted);
            }
        }
    }

    #[test]
    fn a_row_takes_one_record() {
        let mut list = PieceList::default();
        (0..1000).for_each(|i| list.push(i * 24, 8));
        assert_eq!((list.encoded_len(), list.bytes()), (32, 8000));
    }
}
