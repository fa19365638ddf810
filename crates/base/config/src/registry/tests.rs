use std::collections::HashSet;

use super::*;
use crate::value::parse;

#[test]
fn every_default_is_a_value_of_its_type() {
    for parameter in PARAMETERS {
        assert!(parse(parameter, parameter.default).is_some(), "{}", parameter.name);
    }
}

#[test]
fn names_and_variables_are_unique() {
    let names: HashSet<_> = PARAMETERS.iter().map(|parameter| parameter.name).collect();
    let variables: HashSet<_> = PARAMETERS.iter().map(Parameter::variable).collect();
    assert_eq!((names.len(), variables.len()), (PARAMETERS.len(), PARAMETERS.len()));
    assert!(crate::RESERVED.iter().all(|reserved| !variables.contains(*reserved)));
}

#[test]
fn every_parameter_is_explained_in_one_line() {
    for parameter in PARAMETERS {
        assert!(!parameter.doc.is_empty() && !parameter.doc.contains('\n'));
    }
}
