//! Ferry: the derive macro for datatypes of Rust structs.
//!
//! It is used through the crate `ferry`, whose trait it implements.

use proc_macro::TokenStream;
use proc_macro2::{Ident, TokenStream as Tokens, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Data, DeriveInput, Error, Generics, Member, Result, Type, parse_macro_input, parse_quote,
};

/// Makes a struct whose fields can all be elements of messages an element of messages itself.
///
/// The message holds the fields in the order in which they are declared, and nothing of the gaps
/// between them. For programs in other languages to agree, declare the struct `#[repr(C)]`.
///
/// A generic struct is an element of messages where the fields that its parameters are in are elements, and it is
/// `Copy`; those of type `PhantomData` are.
#[proc_macro_derive(Equivalence)]
pub fn derive_equivalence(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implementation(input).unwrap_or_else(Error::into_compile_error).into()
}

fn implementation(mut input: DeriveInput) -> Result<Tokens> {
    let Data::Struct(data) = &input.data else {
        let text = "only structs have an equivalent datatype: not every value of an enum's or a \
                    union's bytes is valid";
        return Err(Error::new_spanned(&input.ident, text));
    };
    let types: Vec<_> = data.fields.iter().map(|field| field.ty.clone()).collect();
    let members: Vec<Member> = data.fields.members().collect();
    require_elements(&mut input.generics, &types);
    let name = &input.ident;
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    Ok(quote! {
        // SAFETY: these are all the fields, each is equivalent to a datatype, and each is where the
        // compiler says.
        #[automatically_derived]
        unsafe impl #generics ::ferry::Equivalence for #name #arguments #conditions {
            const LAYOUT: ::ferry::Layout = ::ferry::Layout::Struct {
                fields: &[#(::ferry::Field {
                    offset: ::core::mem::offset_of!(Self, #members),
                    layout: &<#types as ::ferry::Equivalence>::LAYOUT,
                }),*],
            };
        }
    })
}

/// Adds what the implementation for a generic struct needs: of the fields, not of the parameters, which may be there for
/// a `PhantomData` only.
fn require_elements(generics: &mut Generics, fields: &[Type]) {
    let parameters: Vec<Ident> = generics.type_params().map(|t| t.ident.clone()).collect();
    if parameters.is_empty() {
        return;
    }
    let conditions = generics.make_where_clause();
    conditions.predicates.push(parse_quote!(Self: ::core::marker::Copy));
    for field in fields.iter().filter(|field| names_any(field.to_token_stream(), &parameters)) {
        conditions.predicates.push(parse_quote!(#field: ::ferry::Equivalence));
    }
}

/// Whether one of these names is among the tokens.
fn names_any(tokens: Tokens, names: &[Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => names.contains(&name),
        TokenTree::Group(group) => names_any(group.stream(), names),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enums_are_refused_with_a_reason() {
        let error = implementation(parse_quote!(
            enum Colour {
                Red,
                Green,
            }
        ))
        .unwrap_err();
        assert!(error.to_string().contains("only structs"));
    }

    #[test]
    fn every_field_is_described_once() {
        let made = implementation(parse_quote!(
            struct Pair<T>(T, [u8; 3]);
        ))
        .unwrap()
        .to_string();
        assert_eq!(made.matches("offset_of").count(), 2);
        assert!(made.contains("T : :: ferry :: Equivalence"), "{made}");
    }

    #[test]
    fn parameters_without_values_need_not_be_elements() {
        let made = implementation(parse_quote!(
            struct Quantity<T, U> {
                value: [T; 3],
                unit: PhantomData<U>,
                plain: u8,
            }
        ))
        .unwrap()
        .to_string();
        for needed in ["Self : :: core :: marker :: Copy", "[T ; 3]", "PhantomData < U >"] {
            assert!(made.contains(needed), "{made}");
        }
        for not in ["U : :: ferry", "u8 : :: ferry"] {
            assert!(!made.contains(not), "{made}");
        }
    }
}
