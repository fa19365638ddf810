// Floats are no bits.
//~ `f64` is not bits to MPI
fn main() -> ferry::Result<()> {
    let universe = ferry::Universe::init()?;
    universe.world().all_reduce(&1.0f64, &ferry::Op::bit_and())?;
    Ok(())
}
