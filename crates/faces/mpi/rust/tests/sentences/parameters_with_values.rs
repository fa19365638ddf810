// A parameter that a field is of.
//~ `char` cannot be an element of messages
#[derive(ferry::Equivalence, Clone, Copy)]
struct Marked<T> {
    value: f64,
    mark: T,
}

fn main() -> ferry::Result<()> {
    let universe = ferry::Universe::init()?;
    universe.world().broadcast(&mut Marked { value: 1.5, mark: 'x' }, 0)
}
