//! Categories: what belongs to a layer or a method (MPI-5.0 §15.3.9).

use super::{Control, EventKind, Performance, Tools, all, of};
use crate::error::{Result, in_call};
use ferry_mpi::tool::category;
use std::marker::PhantomData;

/// What belongs to a layer or a method.
#[derive(Clone, Debug)]
pub struct Category<'t> {
    known: category::Category,
    tools: PhantomData<&'t Tools>,
}

impl Tools {
    /// All categories (`MPI_T_category_get_num`, `MPI_T_category_get_info`).
    ///
    /// # Errors
    /// None that a program can bring about.
    pub fn categories(&self) -> Result<Vec<Category<'_>>> {
        in_call("categories", || all(category::count()?, Category::at))
    }

    /// The category of a name, such as `link` (`MPI_T_category_get_index`).
    ///
    /// # Errors
    /// When there is none.
    pub fn category(&self, name: &str) -> Result<Category<'_>> {
        in_call("category", || {
            Category::at(category::index_of(name).map_err(|e| of("category", name, &e))?)
        })
    }

    /// A number that grows when categories, or what is in them, have changed (`MPI_T_category_changed`): methods come
    /// with MPI's start.
    ///
    /// # Errors
    /// None that a program can bring about.
    pub fn changed(&self) -> Result<i32> {
        in_call("changed", || Ok(category::changed()?))
    }
}

impl<'t> Category<'t> {
    fn at(index: i32) -> Result<Self> {
        Ok(Category { known: category::info(index)?, tools: PhantomData })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.known.name
    }

    /// What it is about.
    pub fn description(&self) -> &str {
        &self.known.description
    }

    /// Its parameters.
    ///
    /// # Errors
    /// None that a program can bring about.
    pub fn controls(&self) -> Result<Vec<Control<'t>>> {
        in_call("controls", || self.known.controls.iter().copied().map(Control::at).collect())
    }

    /// What is counted in it.
    ///
    /// # Errors
    /// None that a program can bring about.
    pub fn performances(&self) -> Result<Vec<Performance<'t>>> {
        let all = || self.known.variables.iter().copied().map(Performance::at).collect();
        in_call("performances", all)
    }

    /// What happens in it.
    ///
    /// # Errors
    /// None that a program can bring about.
    pub fn events(&self) -> Result<Vec<EventKind<'t>>> {
        in_call("events", || self.known.events.iter().copied().map(EventKind::at).collect())
    }

    /// Categories within it.
    ///
    /// # Errors
    /// None that a program can bring about.
    pub fn categories(&self) -> Result<Vec<Category<'t>>> {
        in_call("categories", || self.known.categories.iter().copied().map(Category::at).collect())
    }
}
