// Pairs have no order.
//~ `(i32, i32)` has no order that MPI knows
fn main() -> ferry::Result<()> {
    let universe = ferry::Universe::init()?;
    universe.world().all_reduce(&(1i32, 2i32), &ferry::Op::max())?;
    Ok(())
}
