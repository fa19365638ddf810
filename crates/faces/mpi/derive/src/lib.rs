//! Ferry: the derive macro for datatypes of Rust structs.
//!
//! It is used through the crate `ferry`, whose trait it implements.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Data, DeriveInput, Error, Member, Result, parse_macro_input, parse_quote};

/// Makes a struct whose fields can all be elements of messages an element of messages itself.
///
/// The message holds the fields in the order in which they are declared, and nothing of the gaps
/// between them. For programs in other languages to agree, declare the struct `#[repr(C)]`.
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
    for parameter in input.generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(::ferry::Equivalence));
    }
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
        assert!(made.contains("< T : :: ferry :: Equivalence >"), "{made}");
    }
}
