// Truth values have no sum.
//~ `bool` cannot be added or multiplied by MPI
//~ make an operation of your own with `Op::custom`
fn main() -> ferry::Result<()> {
    let universe = ferry::Universe::init()?;
    universe.world().all_reduce(&true, &ferry::Op::sum())?;
    Ok(())
}
