//! Which other pages a page names: forms of the same operation, and its counterparts. Names tell: whatever can be made
//! of a name by these rules and is a function is a relative.

use std::collections::{BTreeMap, BTreeSet};

use super::super::model::{Beyond, Function};

/// What stands at the end of forms of an operation.
const ENDINGS: [&str; 27] = [
    "_init",
    "_begin",
    "_end",
    "_all",
    "_any",
    "_some",
    "_at",
    "_shared",
    "_ordered",
    "_local",
    "_list",
    "_range",
    "_block",
    "_replace",
    "_thread",
    "_multiple",
    "_group",
    "_adjacent",
    "_x",
    "_dynamic",
    "_type",
    "_with_info",
    "all",
    "any",
    "some",
    "v",
    "w",
];

/// What stands before the name of an operation: immediate, buffered, synchronous, ready or with a request, matched,
/// partitioned.
const LETTERS: [char; 6] = ['i', 'b', 's', 'r', 'm', 'p'];

/// Names whose operations belong together, by a part of each.
const COUNTERPARTS: [(&str, &str); 63] = [
    ("send", "recv"),
    ("probe", "recv"),
    ("wait", "test"),
    ("read", "write"),
    ("gather", "scatter"),
    ("gather", "allgather"),
    ("reduce", "allreduce"),
    ("scan", "exscan"),
    ("put", "get"),
    ("pready", "parrived"),
    ("start", "complete"),
    ("start", "stop"),
    ("post", "wait"),
    ("post", "start"),
    ("lock", "unlock"),
    ("flush", "sync"),
    ("attach", "detach"),
    ("pack", "unpack"),
    ("get", "set"),
    ("get", "delete"),
    ("set", "delete"),
    ("get", "call"),
    ("create", "free"),
    ("create", "set"),
    ("create", "get"),
    ("dup", "free"),
    ("split", "free"),
    ("alloc", "free"),
    ("allocate", "free"),
    ("commit", "free"),
    ("add", "remove"),
    ("add", "diff"),
    ("init", "finalize"),
    ("initialized", "finalized"),
    ("open", "close"),
    ("accept", "connect"),
    ("connect", "disconnect"),
    ("publish", "unpublish"),
    ("publish", "lookup"),
    ("rank", "size"),
    ("coords", "rank"),
    ("incl", "excl"),
    ("union", "intersection"),
    ("union", "difference"),
    ("c2f", "f2c"),
    ("toint", "fromint"),
    ("wtime", "wtick"),
    ("type_vector", "type_create_hvector"),
    ("type_indexed", "type_create_hindexed"),
    ("info_get_valuelen", "info_get_string"),
    ("info_get", "info_get_string"),
    ("fence", "lock"),
    ("fence", "start"),
    ("neighbors", "neighbors_count"),
    ("get_count", "get_elements"),
    ("get_contents", "get_envelope"),
    ("type_size", "type_get_extent"),
    ("get_extent", "get_true_extent"),
    ("contiguous", "vector"),
    ("subarray", "darray"),
    ("spawn", "get_parent"),
    ("seek", "get_position"),
    ("query_thread", "init_thread"),
];

/// So many names are told where nothing but their beginning speaks for them.
const MOST: usize = 12;

/// What names tell of each other.
pub(super) struct Relatives<'a> {
    /// Names by the same in small letters.
    names: BTreeMap<String, &'a str>,
    /// The plainest form of each of these.
    stems: BTreeMap<String, String>,
    /// The chapter's module of each.
    chapters: BTreeMap<&'a str, &'a str>,
}

impl<'a> Relatives<'a> {
    /// Of all functions that have a page, and the modules of their chapters.
    pub(super) fn new(chapters: BTreeMap<&'a str, &'a str>) -> Relatives<'a> {
        let names: BTreeMap<_, _> = chapters.keys().map(|n| (n.to_lowercase(), *n)).collect();
        let stems = names.keys().map(|name| (name.clone(), stem(name, &names))).collect();
        Relatives { names, stems, chapters }
    }

    /// The function that serves a deprecated one, where it is known by whom.
    pub(super) fn successor(&self, function: &Function) -> Option<&'a str> {
        let (_, serves) = function.call.as_ref()?;
        let name = *self.names.get(&format!("mpi_{serves}"))?;
        (name != function.name).then_some(name)
    }

    /// The other pages that a page names, in their order.
    pub(super) fn of(&self, function: &Function) -> Vec<&'a str> {
        let own = function.name.to_lowercase();
        let mut found: BTreeSet<&str> = counterparts(&own)
            .filter_map(|other| self.names.get(&other).copied())
            .chain(self.successor(function))
            .collect();
        if let Some(Beyond::Removed(instead) | Beyond::Alias(instead)) = &function.beyond {
            found.extend(self.names.get(&instead.to_lowercase()));
        }
        let stem = &self.stems[&own];
        let forms = self.stems.iter().filter(|(_, other)| *other == stem);
        found.extend(forms.map(|(name, _)| self.names[name]));
        found.remove(function.name.as_str());
        if found.is_empty() {
            found.extend(self.neighbors(&function.name));
        }
        found.into_iter().collect()
    }

    /// Those of the same chapter whose names begin with the most words of this one, beyond the first.
    fn neighbors(&self, name: &str) -> Vec<&'a str> {
        let ends = name.match_indices('_').map(|(at, _)| at + 1).skip(1).collect::<Vec<_>>();
        let alike = |end: &usize| -> Vec<&'a str> {
            let known = self.chapters.iter().filter(|(_, module)| **module == self.chapters[name]);
            let known = known.map(|(other, _)| *other).filter(|other| *other != name);
            known.filter(|other| other.starts_with(&name[..*end])).take(MOST).collect()
        };
        ends.iter().rev().map(alike).find(|all| !all.is_empty()).unwrap_or_default()
    }
}

/// The plainest form of an operation.
fn stem(name: &str, names: &BTreeMap<String, &str>) -> String {
    let mut stem = name.to_owned();
    loop {
        let plain = plainer(&stem).find(|plain| names.contains_key(plain));
        match plain {
            Some(plain) => stem = plain,
            None => return stem,
        }
    }
}

/// A name without one of its endings, or without a letter before it.
fn plainer(name: &str) -> impl Iterator<Item = String> {
    let endings = ENDINGS.iter().filter_map(|ending| name.strip_suffix(ending));
    let starts = name.match_indices('_').filter_map(|(at, _)| {
        let (before, behind) = name.split_at(at + 1);
        Some(format!("{before}{}", behind.strip_prefix(LETTERS)?))
    });
    endings.map(str::to_owned).chain(starts)
}

/// What a name becomes when a part of it is replaced, whether or not there is such a function.
fn counterparts(name: &str) -> impl Iterator<Item = String> {
    let both = COUNTERPARTS.iter().flat_map(|&(one, other)| [(one, other), (other, one)]);
    both.flat_map(move |(part, by)| {
        let places = name.match_indices(part);
        places.map(move |(at, _)| format!("{}{by}{}", &name[..at], &name[at + part.len()..]))
    })
}
