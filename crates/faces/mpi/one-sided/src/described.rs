//! Datatypes that origins have described to targets: each travels once and is then known by a number.

use ferry_datatype::Datatype;
use std::collections::HashMap;
use std::sync::Arc;

/// So many datatypes of a peer are known at a time; the next one takes the place of the first.
const MOST_KNOWN: u32 = 256;
/// The longest description; a datatype with a longer one is dealt with block by block.
pub(crate) const LONGEST: usize = 64 << 10;

/// What a process has told one peer.
#[derive(Default)]
pub(crate) struct ToldTypes {
    /// By the address of the datatype, which `kept` keeps there.
    numbers: HashMap<usize, u32>,
    /// Programs make the same datatype again and again.
    described: HashMap<Vec<u8>, u32>,
    /// By number.
    kept: Vec<(Arc<Datatype>, Vec<u8>)>,
    next: u32,
}

/// How a peer is told of a datatype.
pub(crate) enum Told {
    /// It knows it by this number.
    Known(u32),
    /// It is to be told this first.
    New(u32, Vec<u8>),
}

fn address(datatype: &Arc<Datatype>) -> usize {
    Arc::as_ptr(datatype).addr()
}

impl ToldTypes {
    /// The number of a datatype; `None`: it cannot be described.
    pub(crate) fn number(&mut self, datatype: &Arc<Datatype>) -> Option<Told> {
        if let Some(number) = self.numbers.get(&address(datatype)) {
            return Some(Told::Known(*number));
        }
        let description = datatype.describe(LONGEST)?;
        let known = self.described.get(&description).copied();
        let number = known.unwrap_or(self.next);
        self.keep(number, datatype, &description);
        if known.is_some() {
            return Some(Told::Known(number));
        }
        self.next = (number + 1) % MOST_KNOWN;
        Some(Told::New(number, description))
    }

    /// Gives a datatype a number, in place of the one that had it.
    fn keep(&mut self, number: u32, datatype: &Arc<Datatype>, description: &[u8]) {
        let new = (datatype.clone(), description.to_vec());
        match self.kept.get_mut(number as usize) {
            None => self.kept.push(new),
            Some(place) => {
                let (old, old_description) = std::mem::replace(place, new);
                self.numbers.remove(&address(&old));
                self.described.remove(&old_description);
            }
        }
        self.numbers.insert(address(datatype), number);
        self.described.insert(description.to_vec(), number);
    }
}

/// What one peer has told.
#[derive(Default)]
pub(crate) struct HeardTypes(Vec<Option<Arc<Datatype>>>);

impl HeardTypes {
    /// Notes a datatype. `None`: nonsense.
    pub(crate) fn hear(&mut self, number: u64, description: &[u8]) -> Option<()> {
        let number = usize::try_from(number).ok().filter(|n| *n < MOST_KNOWN as usize)?;
        let datatype = Datatype::described(description).ok()?;
        if self.0.len() <= number {
            self.0.resize(number + 1, None);
        }
        self.0[number] = Some(datatype);
        Some(())
    }

    pub(crate) fn get(&self, number: u32) -> Option<&Arc<Datatype>> {
        self.0.get(number as usize)?.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_datatype::{Basic, Form};

    #[test]
    fn a_datatype_is_described_once_until_its_number_is_needed() {
        let (mut told, mut heard) = (ToldTypes::default(), HeardTypes::default());
        let int = Datatype::basic(Basic::Int);
        let types: Vec<_> = (1..=i64::from(MOST_KNOWN) + 1)
            .map(|count| Datatype::vector(Form::Int, count, 1, 2, &int).unwrap())
            .collect();
        for datatype in &types {
            let Some(Told::New(number, bytes)) = told.number(datatype) else { panic!("known") };
            heard.hear(number.into(), &bytes).unwrap();
            assert_eq!(heard.get(number).unwrap().size(), datatype.size());
        }
        assert!(matches!(told.number(&types[1]), Some(Told::Known(1))));
        let again = Datatype::vector(Form::Int, 3, 1, 2, &int).unwrap();
        assert!(matches!(told.number(&again), Some(Told::Known(2))));
        assert!(matches!(told.number(&types[0]), Some(Told::New(1, _))), "its place was taken");
        assert!(heard.hear(MOST_KNOWN.into(), &int.describe(LONGEST).unwrap()).is_none());
    }
}
