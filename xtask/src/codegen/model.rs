//! The C functions: the procedures of the standard in their int and `_c` forms.

use anyhow::{Context, Result, ensure};

use super::kinds::{self, Type};
use super::spec::{Chapter, Direction, FunctionOverride, Parameter, Procedure, Spec};

/// All functions, by chapter and in the order of their names.
pub(super) struct Model {
    pub(super) chapters: Vec<(Chapter, Vec<Function>)>,
}

/// What a function is to the standard ABI, which lacks it.
pub(super) enum Beyond {
    /// A name that MPI no longer has, with the one that replaces it.
    Removed(String),
    /// Another name for a function of the ABI.
    Alias(String),
    /// Nothing in the ABI does this.
    Extra,
}

/// One C function.
pub(super) struct Function {
    /// With `_c` where it is the large-count form.
    pub(super) name: String,
    pub(super) params: Vec<Param>,
    pub(super) result: Type,
    /// It returns a value of its own instead of an error code.
    pub(super) is_plain: bool,
    pub(super) is_deprecated: bool,
    pub(super) beyond: Option<Beyond>,
    pub(super) is_variadic: bool,
    pub(super) is_anytime: bool,
    pub(super) is_unchecked: bool,
    /// Who gives wrong data takes part all the same: the others would wait.
    pub(super) takes_part: bool,
    pub(super) may_any_tag: bool,
    /// Expression of the object whose error handler it calls, where not the first of its handles.
    pub(super) on: Option<String>,
    /// Module and name of the implementation in `calls`.
    pub(super) call: Option<(String, String)>,
}

/// What a parameter is in C besides its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Value,
    Pointer,
    Array,
    /// Written out in `spec/overrides.toml`, or a function, or a list of strings.
    Other,
}

/// One parameter of a C function.
pub(super) struct Param {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) dir: Direction,
    pub(super) ty: Type,
    pub(super) shape: Shape,
    pub(super) root_only: bool,
    /// The parameter or constant that tells the length of an array.
    pub(super) length: Option<String>,
    /// Null, or whatever else is no value of the kind, is legal.
    pub(super) null: bool,
    /// The declaration in C, and the type in Rust.
    pub(super) c: String,
    pub(super) rust: String,
}

impl Model {
    pub(super) fn new(spec: &Spec) -> Result<Model> {
        let mut model =
            Model { chapters: spec.chapters.iter().map(|c| (c.clone(), Vec::new())).collect() };
        for procedure in &spec.procedures {
            for large in [false, true] {
                model.add(spec, procedure, large)?;
            }
        }
        for (_, functions) in &mut model.chapters {
            functions.sort_by(|a, b| a.name.cmp(&b.name));
        }
        let count = model.functions().count();
        ensure!(
            count == spec.functions.len(),
            "spec/procedures.jsonl gives {count} of {} functions",
            spec.functions.len()
        );
        Ok(model)
    }

    fn add(&mut self, spec: &Spec, procedure: &Procedure, large: bool) -> Result<()> {
        let name = format!("{}{}", procedure.name, if large { "_c" } else { "" });
        if !spec.functions.contains(&name) {
            return Ok(());
        }
        let chapter = self.chapters.iter_mut().find(|(chapter, _)| chapter.has(&procedure.name));
        let (_, functions) = chapter
            .with_context(|| format!("spec/chapters.toml: no chapter has {}", procedure.name))?;
        functions.push(Function::new(spec, procedure, large)?);
        Ok(())
    }

    pub(super) fn functions(&self) -> impl Iterator<Item = &Function> {
        self.chapters.iter().flat_map(|(_, functions)| functions)
    }
}

impl Function {
    fn new(spec: &Spec, procedure: &Procedure, large: bool) -> Result<Function> {
        let base = procedure.name.as_str();
        let none = FunctionOverride::default();
        let special = spec.overrides.functions.get(base).unwrap_or(&none);
        let in_c = |p: &&Parameter| {
            !p.suppress.split(' ').any(|word| word == "c_parameter")
                && (large || !p.large_only)
                && p.kind != "VARARGS"
        };
        let params = procedure.parameters.iter().filter(in_c);
        let params = params.map(|p| Param::new(p, special, large)).collect::<Result<_>>();
        let is_plain = !matches!(procedure.return_kind.as_str(), "ERROR_CODE" | "ERROR_CLASS");
        Ok(Function {
            name: format!("{base}{}", if large { "_c" } else { "" }),
            params: params.with_context(|| format!("in {base}"))?,
            result: kinds::value(&procedure.return_kind, false),
            is_plain,
            is_deprecated: procedure.attributes.iter().any(|a| a == "deprecated"),
            beyond: beyond(spec, procedure),
            is_variadic: procedure.parameters.iter().any(|p| p.kind == "VARARGS"),
            is_anytime: spec.overrides.is_anytime(base),
            is_unchecked: is_plain || spec.overrides.is_unchecked(base),
            takes_part: spec.overrides.takes_part(base),
            may_any_tag: spec.overrides.is_any_tag(base),
            on: special.on.clone(),
            call: implementation(spec, base, special, large),
        })
    }

    /// Whether it is of `mpi-ext.h`.
    pub(super) fn is_extension(&self) -> bool {
        self.name.starts_with("MPIX_")
    }

    pub(super) fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|p| p.name == name)
    }
}

fn beyond(spec: &Spec, procedure: &Procedure) -> Option<Beyond> {
    let instead = spec.beyond.get(&procedure.name)?.clone();
    Some(match procedure.attributes.iter().any(|a| a == "removed") {
        true => Beyond::Removed(instead),
        false if instead.is_empty() => Beyond::Extra,
        false => Beyond::Alias(instead),
    })
}

fn implementation(
    spec: &Spec,
    base: &str,
    special: &FunctionOverride,
    large: bool,
) -> Option<(String, String)> {
    let suffix = if large && special.separate { "_c" } else { "" };
    let module = spec.built.get(&format!("{base}{suffix}"))?;
    let name = match &special.same_as {
        Some(name) => name.clone(),
        None => {
            let bare = base.strip_prefix("MPIX_").unwrap_or(base.trim_start_matches("MPI_"));
            bare.to_lowercase() + suffix
        }
    };
    Some((module.clone(), name))
}

impl Param {
    fn new(parameter: &Parameter, special: &FunctionOverride, large: bool) -> Result<Param> {
        let special = special.params.get(&parameter.name).cloned().unwrap_or_default();
        let mut parameter = parameter.clone();
        if let Some(kind) = special.kind {
            parameter.kind = kind;
        }
        let ty = kinds::value(&parameter.kind, large);
        let (mut c, mut rust, shape) = declare(&parameter, ty, large)?;
        if let (Some(special_c), Some(special_rust)) = (special.c, special.rust) {
            (c, rust) = (special_c, special_rust);
        }
        Ok(Param {
            shape,
            ty,
            c,
            rust,
            null: special.null,
            length: parameter.length.as_ref().and_then(|length| Some(length.as_str()?.to_owned())),
            name: parameter.name,
            kind: parameter.kind,
            dir: parameter.dir,
            root_only: parameter.root_only,
        })
    }

    /// The type of the argument for the implementation in `calls`.
    #[cfg(test)]
    pub(super) fn passed_type(&self) -> &str {
        match self.shape {
            _ if self.kind == "POLYFUNCTION" => "a function of the form's own",
            _ if !kinds::is_widened(&self.kind) => &self.rust,
            Shape::Value => "i64",
            Shape::Array => "Ints",
            _ => "OutCount",
        }
    }

    /// The argument for the implementation in `calls`.
    pub(super) fn pass(&self) -> String {
        let name = rust_name(&self.name);
        if !kinds::is_widened(&self.kind) {
            return name;
        }
        let width = match self.ty {
            kinds::AINT => "aint",
            kinds::COUNT => "count",
            _ => "int",
        };
        match self.shape {
            Shape::Value if self.ty == kinds::COUNT => name,
            Shape::Value => format!("{name} as i64"),
            Shape::Array => format!("Ints::{width}({name})"),
            _ => format!("OutCount::{width}({name})"),
        }
    }
}

/// The parameter's name, as Rust lets one write it.
pub(super) fn rust_name(name: &str) -> String {
    match name {
        "type" | "fn" | "ref" | "in" | "match" | "move" => format!("r#{name}"),
        _ => name.to_owned(),
    }
}

/// The declaration in C, the type in Rust, and the shape of a parameter.
fn declare(p: &Parameter, ty: Type, large: bool) -> Result<(String, String, Shape)> {
    let name = &p.name;
    let (c_const, rust_mut) = if p.constant || (p.kind == "STATUS" && p.dir == Direction::In) {
        ("const ", "*const")
    } else {
        ("", "*mut")
    };
    if let Some(list) = text_list(&p.kind, name) {
        return Ok(list);
    }
    if let Some(function) = function_type(p, large) {
        let rust = kinds::function(&function)
            .with_context(|| format!("no Rust type for the function type {function}"))?;
        let star = if p.func_type.is_some() { "*" } else { "" };
        return Ok((format!("{function} {star}{name}"), format!("Option<{rust}>"), Shape::Other));
    }
    let pointer = |ty: Type, c_const: &str, rust_mut: &str| {
        (format!("{c_const}{} *{name}", ty.c), format!("{rust_mut} {}", ty.rust), Shape::Pointer)
    };
    Ok(if kinds::is_untyped(&p.kind) {
        pointer(kinds::VOID, c_const, rust_mut)
    } else if p.kind == "STRING" {
        match p.dir {
            Direction::In => pointer(kinds::CHAR, "const ", "*const"),
            _ => pointer(kinds::CHAR, "", "*mut"),
        }
    } else if p.length.is_some() {
        let rust = format!("{rust_mut} {}", ty.rust);
        (format!("{c_const}{} {name}[]", ty.c), rust, Shape::Array)
    } else if p.dir != Direction::In || p.pointer || p.kind.ends_with("STATUS") {
        pointer(ty, c_const, rust_mut)
    } else {
        (format!("{} {name}", ty.c), ty.rust.to_owned(), Shape::Value)
    })
}

/// Lists of strings, and the arguments of `main`.
fn text_list(kind: &str, name: &str) -> Option<(String, String, Shape)> {
    let (c, rust) = match kind {
        "STRING_ARRAY" => (format!("char *{name}[]"), "*mut *mut c_char"),
        "STRING_2DARRAY" => (format!("char **{name}[]"), "*mut *mut *mut c_char"),
        "ARGUMENT_COUNT" => (format!("int *{name}"), "*mut c_int"),
        "ARGUMENT_LIST" => (format!("char ***{name}"), "*mut *mut *mut c_char"),
        _ => return None,
    };
    Some((c, rust.to_owned(), Shape::Other))
}

/// The name of the C function type of a parameter that is a function.
fn function_type(p: &Parameter, large: bool) -> Option<String> {
    match p.kind.as_str() {
        "EVENT_CB_FUNCTION" => Some("MPI_T_event_cb_function".into()),
        "EVENT_FREE_CB_FUNCTION" => Some("MPI_T_event_free_cb_function".into()),
        "EVENT_DROP_CB_FUNCTION" => Some("MPI_T_event_dropped_cb_function".into()),
        "POLYFUNCTION" if large => p.func_type.as_ref().map(|name| format!("{name}_c")),
        _ => p.func_type.clone(),
    }
}
