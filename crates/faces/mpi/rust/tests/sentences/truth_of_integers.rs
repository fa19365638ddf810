// C's truth values are integers.
//~ `i32` is no truth value
//~ for integers as bits there are `Op::bit_and` and its relatives
fn main() -> ferry::Result<()> {
    let universe = ferry::Universe::init()?;
    universe.world().all_reduce(&1i32, &ferry::Op::and())?;
    Ok(())
}
