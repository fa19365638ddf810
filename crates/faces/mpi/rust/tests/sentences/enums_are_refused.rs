// Not every byte is a colour.
//~ only structs have an equivalent datatype
#[derive(ferry::Equivalence, Clone, Copy)]
enum Colour {
    Red,
    Green,
}

fn main() {}
