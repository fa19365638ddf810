//! Places with numbers that are used again.

/// Values by number.
#[derive(Debug)]
pub struct Slots<T> {
    entries: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Slots { entries: Vec::new(), free: Vec::new() }
    }
}

impl<T> Slots<T> {
    /// The number of values.
    pub fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number that the next value gets.
    pub fn next(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.entries.len() as u32)
    }

    /// Takes a value in; returns its number.
    pub fn insert(&mut self, value: T) -> u32 {
        match self.free.pop() {
            Some(slot) => {
                self.entries[slot as usize] = Some(value);
                slot
            }
            None => {
                self.entries.push(Some(value));
                (self.entries.len() - 1) as u32
            }
        }
    }

    /// The value of a number.
    pub fn get(&self, slot: u32) -> Option<&T> {
        self.entries.get(slot as usize)?.as_ref()
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, slot: u32) -> Option<&mut T> {
        self.entries.get_mut(slot as usize)?.as_mut()
    }

    /// Gives a value back; its number is free again.
    pub fn remove(&mut self, slot: u32) -> Option<T> {
        let value = self.entries.get_mut(slot as usize)?.take()?;
        self.free.push(slot);
        Some(value)
    }

    /// All values with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        (0..).zip(&self.entries).filter_map(|(slot, entry)| Some((slot, entry.as_ref()?)))
    }

    /// All values, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries.iter_mut().flatten()
    }

    /// The numbers of all values.
    pub fn numbers(&self) -> Vec<u32> {
        self.iter().map(|(slot, _)| slot).collect()
    }

    /// Forgets all values.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.free.clear();
    }
}
