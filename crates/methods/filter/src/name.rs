//! Names of filtered methods.

use crate::options::FilterOptions;
use ferry_method::MethodError;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// The stages there are, in the order in which a name has them.
pub const STAGES: [&str; 2] = ["compress", "encrypt"];

/// Takes a name apart: the method inside and the stages, with their defaults; no stage at all for a
/// plain name.
///
/// # Errors
/// A stage that does not exist, comes twice or in the wrong order.
pub fn stages_of(name: &str) -> Result<(&str, FilterOptions), MethodError> {
    let mut parts = name.split('+');
    let inner = parts.next().unwrap_or_default();
    let (mut options, mut next) = (FilterOptions::default(), 0);
    for stage in parts {
        let found = STAGES[next..].iter().position(|s| *s == stage);
        match found.map(|at| at + next) {
            Some(0) => options.compress = Some(Default::default()),
            Some(_) => options.encrypt = Some(Default::default()),
            None => return Err(wrong(name, stage)),
        }
        next = found.map_or(next, |at| at + next + 1);
    }
    if inner.is_empty() {
        return Err(wrong(name, ""));
    }
    Ok((inner, options))
}

fn wrong(name: &str, stage: &str) -> MethodError {
    MethodError::Configuration {
        parameter: "methods",
        why: format!(
            "'{stage}' in '{name}'; a method is followed by +compress, +encrypt or \
             +compress+encrypt"
        ),
    }
}

/// The name of `inner` with these stages, kept for good: there are few.
pub(crate) fn name_of(inner: &str, options: &FilterOptions) -> &'static str {
    static NAMES: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut name = inner.to_owned();
    for (stage, wanted) in
        STAGES.iter().zip([options.compress.is_some(), options.encrypt.is_some()])
    {
        if wanted {
            name = format!("{name}+{stage}");
        }
    }
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let names = names.get_or_insert_default();
    match names.get(name.as_str()) {
        Some(known) => known,
        None => {
            let kept: &'static str = Box::leak(name.into_boxed_str());
            names.insert(kept);
            kept
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_put_together_and_taken_apart() {
        for name in ["tcp", "tcp+compress", "udp+encrypt", "tcp-stream+compress+encrypt"] {
            let (inner, options) = stages_of(name).unwrap();
            assert_eq!(name_of(inner, &options), name);
        }
        let twice = [0, 1].map(|_| name_of("tcp", &stages_of("tcp+encrypt").unwrap().1).as_ptr());
        assert_eq!(twice[0], twice[1], "a name is kept once");
    }

    #[test]
    fn what_is_no_stage_is_refused() {
        for name in
            ["tcp+", "tcp+zip", "tcp+encrypt+compress", "tcp+encrypt+encrypt", "+encrypt", ""]
        {
            let error = stages_of(name).unwrap_err().to_string();
            assert!(error.contains("+compress+encrypt"), "{error}");
        }
    }
}
