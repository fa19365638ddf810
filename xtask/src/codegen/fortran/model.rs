//! The procedures as Fortran has them: which arguments there are, and what becomes of each on its way to C.

use super::super::kinds::{self, Type};
use super::super::spec::{Direction, FortranRules, Parameter, Procedure, Spec, matches};

/// A procedure of Fortran in one of its two forms: with default integers as counts, or with large ones.
pub(super) struct Routine {
    /// As in C, with `_c` for the form with large counts.
    pub(super) name: String,
    /// The module of its chapter.
    pub(super) module: String,
    pub(super) args: Vec<Argument>,
    /// Of a function; procedures return nothing.
    pub(super) result: Option<Type>,
    pub(super) large: bool,
    /// Whether `mpif.h` and the module `mpi` have it, too.
    pub(super) is_old: bool,
    pub(super) is_by_hand: bool,
    pub(super) has_descriptors_by_hand: bool,
    pub(super) has_whole_buffers: bool,
    /// Blanks in front are a part of its texts.
    pub(super) keeps_front: bool,
    /// What is built or not: only what C has can be called.
    pub(super) in_c: bool,
}

/// What an argument is in Fortran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FortranForm {
    Scalar,
    Array,
    /// Characters of any length.
    Text,
    /// An array of those.
    Texts,
    /// The same with two dimensions.
    TextTable,
    /// A choice buffer.
    Buffer,
    /// The address of memory that MPI gives: an integer or a `C_PTR`.
    Memory,
    /// A procedure.
    Function,
}

/// An argument of a procedure.
pub(super) struct Argument {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) dir: Direction,
    pub(super) ty: Type,
    pub(super) form: FortranForm,
    pub(super) length: Option<String>,
    pub(super) function: Option<String>,
    pub(super) is_asynchronous: bool,
    /// What Fortran may pass for it is no variable of its own.
    pub(super) lacks_intent: bool,
    /// Part of the Fortran procedure, of the C function.
    pub(super) in_fortran: bool,
    pub(super) in_c: bool,
    /// The C function takes the address of one value.
    pub(super) is_pointer: bool,
}

/// All procedures that Fortran has, of those that are built in C or exist in Fortran alone.
pub(super) fn routines(spec: &Spec) -> Vec<Routine> {
    let mut all = Vec::new();
    for procedure in &spec.procedures {
        let has = |word: &str| procedure.attributes.iter().any(|a| a == word);
        if !has("f90_expressible") && !has("f08_expressible") || is_no_call(procedure) {
            continue;
        }
        for large in [false, true] {
            if let Some(routine) = Routine::new(spec, procedure, large) {
                all.push(routine);
            }
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// The types of callbacks and the predefined ones.
fn is_no_call(procedure: &Procedure) -> bool {
    procedure.name.ends_with("_FN")
        || procedure.name.starts_with("MPI_CONVERSION_FN")
        || procedure.attributes.iter().any(|a| a == "callback")
}

/// `MPI_Type_get_contents` has more parameters in its large form; those with a separate
/// implementation are built where that is listed.
fn is_built(spec: &Spec, base: &str, large: bool) -> bool {
    let separate = spec.overrides.functions.get(base).is_some_and(|special| special.separate);
    let name = format!("{base}{}", if large && separate { "_c" } else { "" });
    spec.built.contains_key(&name)
}

impl Routine {
    fn new(spec: &Spec, procedure: &Procedure, large: bool) -> Option<Routine> {
        let base = procedure.name.as_str();
        let name = format!("{base}{}", if large { "_c" } else { "" });
        let in_c = spec.functions.contains(&name);
        if in_c && !is_built(spec, base, large) || !in_c && (large || !is_only_fortran(base)) {
            return None;
        }
        let special = spec.overrides.functions.get(base);
        let params = procedure.parameters.iter().filter(|p| large || !p.large_only);
        let params = params.filter(|p| p.kind != "VARARGS").map(|parameter| {
            let mut parameter = parameter.clone();
            let own = special.and_then(|special| special.params.get(&parameter.name));
            if let Some(kind) = own.and_then(|own| own.kind.clone()) {
                parameter.kind = kind;
            }
            Argument::new(&parameter, large)
        });
        let is_function = !matches!(procedure.return_kind.as_str(), "ERROR_CODE" | "ERROR_CLASS");
        let lists = |list| FortranRules::lists(list, base);
        Some(Routine {
            module: spec.chapters.iter().find(|c| c.has(base)).map_or("env", |c| &c.module).into(),
            args: params.collect(),
            result: is_function.then(|| kinds::value(&procedure.return_kind, large)),
            large,
            is_old: procedure.attributes.iter().any(|a| a == "f90_expressible") && !large,
            is_by_hand: lists(&spec.fortran.by_hand),
            has_descriptors_by_hand: lists(&spec.fortran.by_hand_with_descriptors),
            has_whole_buffers: lists(&spec.fortran.whole_buffers),
            keeps_front: lists(&spec.fortran.keep_front),
            in_c,
            name,
        })
    }

    /// The symbol of a compiler that writes small letters and a line behind.
    pub(super) fn symbol(&self) -> String {
        format!("{}_", self.name.to_lowercase())
    }

    /// The symbol for Fortran 2008: with descriptors where there is a choice buffer.
    pub(super) fn symbol_2008(&self) -> String {
        let with = if self.has_buffers() { "ts" } else { "" };
        format!("{}_f08{with}_", self.name.to_lowercase())
    }

    pub(super) fn has_buffers(&self) -> bool {
        self.args.iter().any(|a| a.form == FortranForm::Buffer && a.in_fortran)
    }

    /// The arguments in Fortran.
    pub(super) fn fortran(&self) -> impl Iterator<Item = &Argument> {
        self.args.iter().filter(|a| a.in_fortran)
    }

    /// Whether there is an argument of this kind.
    pub(super) fn takes(&self, kind: &str, dir: Direction) -> bool {
        self.args.iter().any(|a| a.kind == kind && a.dir == dir)
    }
}

/// A default logical, of which C is told where it is and how long.
pub(super) const LOGICAL_BY_ADDRESS: &str = "LOGICAL_VOID";

fn is_only_fortran(base: &str) -> bool {
    matches(base, "MPI_Sizeof") || matches(base, "MPI_F_sync_reg")
}

impl Argument {
    fn new(p: &Parameter, large: bool) -> Argument {
        let suppressed = |word: &str| p.suppress.split(' ').any(|w| w == word);
        let function = p.func_type.as_ref().map(|name| match p.kind.as_str() {
            "POLYFUNCTION" if large => format!("{name}_c"),
            _ => name.clone(),
        });
        Argument {
            form: form(p),
            ty: kinds::value(&p.kind, large),
            function,
            length: p.length.as_ref().map(length),
            is_asynchronous: p.asynchronous,
            lacks_intent: suppressed("f08_intent"),
            in_fortran: !suppressed("f90_parameter"),
            in_c: !suppressed("c_parameter"),
            is_pointer: p.dir != Direction::In
                || p.pointer
                || p.kind.ends_with("STATUS")
                || p.kind == LOGICAL_BY_ADDRESS,
            name: p.name.clone(),
            kind: p.kind.clone(),
            dir: p.dir,
        }
    }

    /// Whether it is one value that goes in.
    pub(super) fn is_value(&self) -> bool {
        self.form == FortranForm::Scalar && !self.is_pointer
    }

    pub(super) fn is_handle(&self) -> bool {
        handle(self.ty).is_some()
    }
}

fn length(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(list) => list.iter().map(length).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

fn form(p: &Parameter) -> FortranForm {
    match p.kind.as_str() {
        "BUFFER" => FortranForm::Buffer,
        "C_BUFFER" | "C_BUFFER2" => FortranForm::Memory,
        "STRING" => FortranForm::Text,
        "STRING_ARRAY" => FortranForm::Texts,
        "STRING_2DARRAY" => FortranForm::TextTable,
        _ if p.func_type.is_some() => FortranForm::Function,
        "ERROR_CODE" if p.name.starts_with("array_of") => FortranForm::Array,
        "F90_STATUS" => FortranForm::Array,
        _ if p.length.is_some() => FortranForm::Array,
        _ => FortranForm::Scalar,
    }
}

/// The types of handles, with a word for each: of the conversions in the library, and of the type in Fortran.
pub(super) const HANDLES: [(Type, (&str, &str)); 11] = [
    (kinds::COMM, ("comm", "MPI_Comm")),
    (kinds::GROUP, ("group", "MPI_Group")),
    (kinds::DATATYPE, ("datatype", "MPI_Datatype")),
    (kinds::OP, ("op", "MPI_Op")),
    (kinds::REQUEST, ("request", "MPI_Request")),
    (kinds::MESSAGE, ("message", "MPI_Message")),
    (kinds::INFO, ("info", "MPI_Info")),
    (kinds::ERRHANDLER, ("errhandler", "MPI_Errhandler")),
    (kinds::WIN, ("win", "MPI_Win")),
    (kinds::FILE, ("file", "MPI_File")),
    (kinds::SESSION, ("session", "MPI_Session")),
];

/// The words for a type, if it is one of handles.
pub(super) fn handle(ty: Type) -> Option<(&'static str, &'static str)> {
    HANDLES.iter().find(|(handle, _)| *handle == ty).map(|(_, words)| *words)
}
