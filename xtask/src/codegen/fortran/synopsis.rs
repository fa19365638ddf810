//! How procedures are called, for their manual pages.

use std::collections::BTreeMap;

use super::super::kinds;
use super::super::lines;
use super::super::spec::Spec;
use super::interfaces;
use super::model::{self, Routine};

const WIDTH: usize = 72;

/// The forms of a procedure, each a few lines.
pub(in crate::codegen) struct Synopsis {
    /// With `use mpi_f08`: none, one, or one more for large counts.
    pub(in crate::codegen) new: Vec<String>,
    /// With `use mpi` or `mpif.h`.
    pub(in crate::codegen) old: Option<String>,
}

/// Those of all procedures by their names in C.
pub(in crate::codegen) fn all(spec: &Spec) -> BTreeMap<String, Synopsis> {
    let routines = model::routines(spec);
    let small = routines.iter().filter(|routine| !routine.large);
    let forms = small.map(|routine| {
        let mut new = Vec::new();
        if !interfaces::is_old_alone(spec, routine) {
            new.push(in_2008(&routine.name, routine));
            new.extend(interfaces::large_form(&routines, routine).map(|large| {
                let has_own = interfaces::has_name_of_its_own(large);
                in_2008(if has_own { &large.name } else { &routine.name }, large)
            }));
        }
        let old = routine.is_old.then(|| in_90(routine));
        (routine.name.clone(), Synopsis { new, old })
    });
    forms.collect()
}

fn in_2008(name: &str, routine: &Routine) -> String {
    let declarations = routine.fortran().map(|arg| interfaces::new_declaration(routine, arg));
    form(name, routine, declarations.collect())
}

/// What takes any type is written as the standard writes it, since compilers are told of it in ways of their own.
fn in_90(routine: &Routine) -> String {
    let declarations = routine.fortran().map(|arg| {
        let (ty, shaped) = interfaces::old_declaration(arg);
        (ty.replace("type(*)", "<type>"), shaped)
    });
    form(&routine.name, routine, declarations.collect())
}

/// The call, and what its arguments are: those of a type in a line.
fn form(name: &str, routine: &Routine, declarations: Vec<(String, String)>) -> String {
    let result = match routine.result {
        None => "",
        Some(kinds::DOUBLE) => "double precision ",
        Some(_) => "integer(kind=MPI_ADDRESS_KIND) ",
    };
    let names: Vec<&str> = routine.fortran().map(|arg| arg.name.as_str()).collect();
    let mut text = lines::list(&format!("{result}{name}("), &names, ")", " &", WIDTH);
    let mut types: Vec<(String, Vec<String>)> = Vec::new();
    for (ty, shaped) in declarations {
        match types.iter_mut().find(|(known, _)| *known == ty) {
            Some((_, list)) => list.push(shaped),
            None => types.push((ty, vec![shaped])),
        }
    }
    for (ty, list) in types {
        text.push('\n');
        text += &lines::list(&format!("    {ty} :: "), &list, "", " &", WIDTH);
    }
    text
}
