//! Categories: variables and events by the layer that they are of (MPI-5.0 §15.3.9).

use super::event::EVENTS;
use super::refused;
use super::state::{Tools, tools};
use crate::constants::{MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_NAME};
use crate::error::Result;
use ferry_config::PARAMETERS;

/// The layers, from the top, and what they do.
const LAYERS: &[(&str, &str)] = &[
    ("launcher", "mpiexec and its control connections"),
    ("coll", "collective operations"),
    ("win", "windows: accesses to others' memory, locks"),
    ("dynamic", "processes of several jobs: spawning, ports"),
    ("failure", "processes that fail, and what the others do about it"),
    ("matching", "which message meets which receive"),
    ("transfer", "how the bytes of messages follow"),
    ("runtime", "what drives a process: polls, waits, who moves messages on"),
    ("link", "which method a link uses, and how that changes"),
    ("methods", "ways for bytes from one process to another, each a category of its own"),
    ("filter", "compression and encryption around methods"),
    ("external", "methods from shared objects"),
];

/// Groups of parameters, and the category that each belongs to where it is no layer or method.
const GROUPS: &[(&str, &str)] = &[
    ("control", "launcher"),
    ("keep_going", "launcher"),
    ("pmix", "launcher"),
    ("ports", "launcher"),
    ("methods", "link"),
    ("forward", "link"),
    ("open", "link"),
    ("adapt", "link"),
    ("rules", "link"),
    ("report_links", "link"),
    ("report_links_as", "link"),
    ("p2p", "matching"),
    ("lanes", "runtime"),
    ("check", "runtime"),
    ("progress", "runtime"),
    ("wait", "runtime"),
    ("poll", "runtime"),
    ("compress", "filter"),
    ("encrypt", "filter"),
];

/// What is known of a category (`MPI_T_category_get_info`).
#[derive(Clone, Debug, Default)]
pub struct Category {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub description: String,
    /// Its control variables.
    pub controls: Vec<i32>,
    /// Its performance variables.
    pub variables: Vec<i32>,
    /// Its categories.
    pub categories: Vec<i32>,
    /// Its events.
    pub events: Vec<i32>,
}

/// The category of a parameter.
fn category_of(parameter: &'static str) -> &'static str {
    let group = parameter.split('.').next().unwrap_or(parameter);
    GROUPS.iter().find(|(of, _)| *of == group).map_or(group, |(_, category)| *category)
}

/// The places at which something is so.
fn places<T>(all: impl IntoIterator<Item = T>, is_so: impl Fn(T) -> bool) -> Vec<i32> {
    let all = all.into_iter().enumerate();
    all.filter_map(|(at, one)| is_so(one).then_some(at as i32)).collect()
}

impl Tools {
    fn category_count(&self) -> usize {
        LAYERS.len() + self.methods.len() - 1
    }

    /// The name of a category: that of a layer, or of a method.
    fn category_name(&self, at: usize) -> &str {
        match at.checked_sub(LAYERS.len()) {
            None => LAYERS[at].0,
            Some(method) => &self.methods[method + 1],
        }
    }

    fn category(&self, index: i32) -> Result<Category> {
        let at = usize::try_from(index).ok().filter(|at| *at < self.category_count());
        let at = at.ok_or_else(|| refused(MPI_T_ERR_INVALID_INDEX, "there is no such category"))?;
        let name = self.category_name(at);
        let description = match LAYERS.get(at) {
            Some((_, what)) => (*what).to_owned(),
            None => format!("the method {name}"),
        };
        let methods = LAYERS.len() as i32..self.category_count() as i32;
        let categories = if name == "methods" { methods.collect() } else { Vec::new() };
        Ok(Category {
            name: name.to_owned(),
            description,
            controls: places(PARAMETERS, |p| category_of(p.name) == name),
            variables: places(&self.variables, |v| v.category() == name),
            categories,
            events: places(EVENTS, |event| event.category() == name),
        })
    }
}

/// `MPI_T_category_get_num`.
///
/// # Errors
/// When the interface is not initialised.
pub fn count() -> Result<usize> {
    Ok(tools()?.category_count())
}

/// `MPI_T_category_get_info`, and what it is made of.
///
/// # Errors
/// When there is no such category.
pub fn info(index: i32) -> Result<Category> {
    tools()?.category(index)
}

/// `MPI_T_category_get_index`.
///
/// # Errors
/// When there is no such category.
pub fn index_of(name: &str) -> Result<i32> {
    let tools = tools()?;
    let found = (0..tools.category_count()).find(|at| tools.category_name(*at) == name);
    found
        .map(|at| at as i32)
        .ok_or_else(|| refused(MPI_T_ERR_INVALID_NAME, "no category has this name"))
}

/// `MPI_T_category_changed`: a number that grows when categories or what is in them have changed.
///
/// # Errors
/// When the interface is not initialised.
pub fn changed() -> Result<i32> {
    Ok(tools()?.stamp)
}

#[cfg(all(test, feature = "all"))]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_a_category() {
        let methods = ferry_boot::methods::names();
        for parameter in PARAMETERS {
            let category = category_of(parameter.name);
            let is_layer = LAYERS.iter().any(|(name, _)| *name == category);
            assert!(is_layer || methods.contains(&category), "{}: {category}", parameter.name);
        }
        for event in EVENTS {
            assert!(LAYERS.iter().any(|(name, _)| *name == event.category()));
        }
    }
}
