//! One function of a front end: what its parameters become, and the standard front end's body.

use super::super::checks;
use super::super::kinds;
use super::super::model::{Function, Param, Shape, rust_name};
use super::super::spec::{Chapter, Direction};
use super::super::wrappers;
use super::lengths;
use super::numbers::Values;
use super::rules::Rules;

pub(super) fn file(
    rules: &Rules,
    values: &Values,
    chapter: &Chapter,
    functions: &[Function],
) -> String {
    let mut text = format!(
        "//! {} (MPI-5.0 §{}). Written by `cargo xtask codegen`; do not edit.\n\n\
         use super::prelude::*;\n",
        chapter.title, chapter.section
    );
    for function in functions {
        text.push('\n');
        text.push_str(&Wrapper { rules, values, chapter, function }.text());
    }
    text
}

struct Wrapper<'a> {
    rules: &'a Rules,
    values: &'a Values,
    chapter: &'a Chapter,
    function: &'a Function,
}

impl Wrapper<'_> {
    fn text(&self) -> String {
        let Function { name, params, result, .. } = self.function;
        let declared = params.iter().map(|p| format!("{}: {}", rust_name(&p.name), p.rust));
        format!(
            "#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn P{name}({}) -> {} {{\n{}\n}}\n",
            declared.collect::<Vec<_>>().join(", "),
            result.rust,
            self.body(),
        )
    }

    fn body(&self) -> String {
        let name = self.function.name.as_str();
        if self.rules.is_copy(name) {
            let (from, to) = (&self.function.params[0].name, &self.function.params[1].name);
            return format!(
                "// SAFETY: both are statuses.\n\
                 entry_anytime(\"{name}\", On::Nothing, || unsafe {{ odd::copy_status::<Face>({from}.cast(), {to}.cast()) }})"
            );
        }
        if name.ends_with("_toint") || name.ends_with("_c2f") {
            return format!("{}.to_integer()", rust_name(&self.function.params[0].name));
        }
        if name.ends_with("_fromint") || name.ends_with("_f2c") {
            return format!("Native::from_integer({})", rust_name(&self.function.params[0].name));
        }
        // Lengths of arrays may hang on the others.
        let (values, rest): (Vec<_>, Vec<_>) =
            self.function.params.iter().partition(|p| p.shape == Shape::Value);
        let conversions: String =
            values.into_iter().chain(rest).filter_map(|p| self.conversion(p)).collect();
        let call = self.call();
        if self.function.is_plain {
            return conversions + &call;
        }
        let mut body = wrappers::body(self.function, Some(&call))
            .replace("On::File(FileHandle::", "On::File(StandardFile::");
        if self.is_native() {
            body = body.replace(
                "On::Request(unsafe { handle_at(request) })",
                "unsafe { on_request(request) }",
            );
        }
        match body.strip_prefix("// SAFETY: NULL or a handle of the program's.\nlet on") {
            // The object is looked up before the call.
            Some(_) => {
                let (first, rest) = body.split_at(body.find(";\n").map_or(0, |at| at + 2));
                format!("{conversions}{first}Face::returned({rest})")
            }
            None => format!("{conversions}Face::returned({body})"),
        }
    }

    fn call(&self) -> String {
        let call = self.function.call.as_ref();
        // What is missing has to stop the generator, not a program that calls it.
        let (module, name) = call.unwrap_or_else(|| panic!("{} is not built", self.function.name));
        let path = match self.rules.is_odd(name) {
            true => format!("odd::{name}::<Face>"),
            false => format!("calls::{module}::{name}"),
        };
        wrappers::call(self.function, &path)
    }

    /// Whether it stores requests and statuses in the program's own form.
    fn is_native(&self) -> bool {
        self.function.call.as_ref().is_some_and(|(_, name)| self.rules.is_native(name))
    }

    /// The statements that make of a parameter what the standard front end has by the same name.
    fn conversion(&self, p: &Param) -> Option<String> {
        let name = rust_name(&p.name);
        let bare = &p.name;
        let place_of = place_of(p);
        let (is_in, is_out) = (p.dir != Direction::Out, p.dir != Direction::In);
        if let Some(mark) = self.mark(p) {
            return Some(format!("let {name} = Face::{mark}({name});\n"));
        }
        let unsafe_new = "// SAFETY: NULL, or what the standard says of the argument.\n";
        let is_native = matches!(p.ty, kinds::REQUEST | kinds::STATUS) && self.is_native();
        if is_native && p.shape != Shape::Value {
            return None;
        }
        if checks::is_handle(p) || p.ty == kinds::STATUS {
            let (place, list) = match p.ty {
                kinds::STATUS => ("StatusPlace::<Face>", "StatusList::<Face>"),
                _ => ("HandlePlace", "HandleList"),
            };
            return match p.shape {
                Shape::Value => Some(format!("let {name} = {name}.inward();\n")),
                Shape::Pointer => Some(format!(
                    "{unsafe_new}let mut {bare}_place = unsafe {{ {place}::new({place_of}, {is_in}, {is_out}) }};\n\
                     let {name} = {bare}_place.pointer();\n"
                )),
                Shape::Array => {
                    let length = lengths::of(self.function, p)?;
                    Some(format!(
                        "{unsafe_new}let mut {bare}_list = unsafe {{ {list}::new({place_of}, {length}, {is_in}, {is_out}) }};\n\
                         let {name} = {bare}_list.pointer();\n"
                    ))
                }
                Shape::Other => None,
            };
        }
        self.number(p, &name, (is_in, is_out))
    }

    fn number(&self, p: &Param, name: &str, (is_in, is_out): (bool, bool)) -> Option<String> {
        let group = self.rules.group(self.function, p)?;
        if self.values.is_same(&self.rules.groups[group]) {
            return None;
        }
        let bare = &p.name;
        let place_of = place_of(p);
        let ways = format!("Face::{group}_inward, Face::{group}_outward");
        let unsafe_new = "// SAFETY: NULL, or what the standard says of the argument.\n";
        match p.shape {
            Shape::Value if p.ty == kinds::INT => {
                Some(format!("let {name} = Face::{group}_inward({name});\n"))
            }
            Shape::Value => Some(format!(
                "let {name} = Face::{group}_inward({name} as c_int) as {};\n",
                p.ty.rust
            )),
            Shape::Pointer => Some(format!(
                "{unsafe_new}let mut {bare}_place = unsafe {{ NumberPlace::new({place_of}.cast(), {is_in}, {ways}) }};\n\
                 let {name} = {bare}_place.pointer().cast();\n"
            )),
            Shape::Array if p.name == "ranges" => None,
            Shape::Array => {
                let length = lengths::of(self.function, p)?;
                Some(format!(
                    "{unsafe_new}let mut {bare}_list = unsafe {{ NumberList::new({place_of}, {length}, ({is_in}, {is_out}), {ways}) }};\n\
                     let {name} = {bare}_list.pointer();\n"
                ))
            }
            Shape::Other => None,
        }
    }

    /// The function for a pointer that may be a number with a meaning.
    fn mark(&self, p: &Param) -> Option<&'static str> {
        match (p.kind.as_str(), p.shape) {
            ("BUFFER", Shape::Pointer) if self.may_be_special(p) => Some("buffer"),
            ("WEIGHT", _) => Some("weights"),
            ("PVAR", Shape::Value) => Some("variables"),
            _ => None,
        }
    }

    /// Whether a buffer may be `MPI_IN_PLACE` or `MPI_BUFFER_AUTOMATIC`.
    fn may_be_special(&self, p: &Param) -> bool {
        let is_collective =
            self.chapter.module.starts_with("coll") || self.chapter.module.starts_with("neighbor");
        let is_lent = self.chapter.module == "buffer" && p.dir == Direction::In;
        is_collective || is_lent
    }
}

/// The program's pointer, through which a place or a list stores if anything does.
fn place_of(p: &Param) -> String {
    let name = rust_name(&p.name);
    if p.rust.starts_with("*const") { format!("{name}.cast_mut()") } else { name }
}
