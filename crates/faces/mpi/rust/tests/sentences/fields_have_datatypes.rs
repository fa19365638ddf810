// A field that is none.
//~ `char` cannot be an element of messages
//~ enums, `char`, references and pointers have no equivalent datatype
#[derive(ferry::Equivalence, Clone, Copy)]
struct Letter {
    letter: char,
}

fn main() {}
