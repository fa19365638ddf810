// A struct without a datatype.
//~ `Body` cannot be sent
//~ derive `Equivalence` for structs
#[derive(Clone, Copy)]
struct Body {
    mass: f64,
}

fn main() -> ferry::Result<()> {
    let universe = ferry::Universe::init()?;
    universe.world().send(&Body { mass: 1.0 }, 1, 0)
}
