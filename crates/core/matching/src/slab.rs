//! Entries in one array, reused through a free list, chained into queues by their numbers.

/// No entry.
pub(crate) const NIL: u32 = u32::MAX;

/// An entry's neighbours in one queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueueLink {
    pub(crate) prev: u32,
    pub(crate) next: u32,
}

impl QueueLink {
    pub(crate) const NONE: QueueLink = QueueLink { prev: NIL, next: NIL };
}

/// One entry, in up to `LANES` queues at once.
#[derive(Debug)]
pub(crate) struct Node<V, const LANES: usize> {
    pub(crate) links: [QueueLink; LANES],
    /// Unique over the slab's life: the order of insertion, and what tells a stale id.
    pub(crate) stamp: u64,
    pub(crate) value: Option<V>,
}

#[derive(Debug)]
pub(crate) struct Slab<V, const LANES: usize> {
    nodes: Vec<Node<V, LANES>>,
    /// First of the free nodes, chained through the first lane's `next`.
    free: u32,
    len: usize,
    stamp: u64,
}

impl<V, const LANES: usize> Slab<V, LANES> {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Slab { nodes: Vec::with_capacity(capacity), free: NIL, len: 0, stamp: 0 }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn capacity(&self) -> usize {
        self.nodes.capacity()
    }

    /// Stores a value; gives the node's number and stamp.
    #[inline]
    pub(crate) fn insert(&mut self, value: V) -> (u32, u64) {
        self.stamp += 1;
        self.len += 1;
        let node = Node { links: [QueueLink::NONE; LANES], stamp: self.stamp, value: Some(value) };
        if self.free == NIL {
            return (self.push(node), self.stamp);
        }
        let number = self.free;
        let place = &mut self.nodes[number as usize];
        self.free = place.links[0].next;
        *place = node;
        (number, self.stamp)
    }

    #[cold]
    fn push(&mut self, node: Node<V, LANES>) -> u32 {
        let number = self.nodes.len();
        assert!(number < NIL as usize, "more than 4 billion entries to match");
        self.nodes.push(node);
        number as u32
    }

    /// Frees a node that is in no queue any more.
    #[inline]
    pub(crate) fn remove(&mut self, number: u32) -> Option<V> {
        let node = &mut self.nodes[number as usize];
        let value = node.value.take()?;
        node.links[0].next = self.free;
        self.free = number;
        self.len -= 1;
        Some(value)
    }

    /// The node's value, if it still is the one that was stored under this stamp.
    #[inline]
    pub(crate) fn get(&self, number: u32, stamp: u64) -> Option<&V> {
        let node = self.nodes.get(number as usize)?;
        if node.stamp == stamp { node.value.as_ref() } else { None }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, number: u32, stamp: u64) -> Option<&mut V> {
        let node = self.nodes.get_mut(number as usize)?;
        if node.stamp == stamp { node.value.as_mut() } else { None }
    }

    #[inline]
    pub(crate) fn node(&self, number: u32) -> &Node<V, LANES> {
        &self.nodes[number as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, number: u32) -> &mut Node<V, LANES> {
        &mut self.nodes[number as usize]
    }

    #[inline]
    pub(crate) fn link(&mut self, number: u32, lane: usize) -> &mut QueueLink {
        &mut self.nodes[number as usize].links[lane]
    }

    /// The numbers of the entries that a test picks, earliest first.
    pub(crate) fn select(&self, mut picked: impl FnMut(&V) -> bool) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.nodes.len() as u32)
            .filter(|&number| self.node(number).value.as_ref().is_some_and(&mut picked))
            .collect();
        numbers.sort_unstable_by_key(|&number| self.node(number).stamp);
        numbers
    }
}
