// Vectors do not lie in a row.
//~ nothing can be received into `Vec<Vec<f64>>`
fn main() -> ferry::Result<()> {
    let universe = ferry::Universe::init()?;
    let mut rows = vec![vec![0.0f64; 3]; 3];
    universe.world().receive_into(&mut rows, 0, 0)?;
    Ok(())
}
