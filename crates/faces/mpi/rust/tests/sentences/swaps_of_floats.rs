// What is compared is compared as a whole.
//~ `f64` cannot be compared and swapped
//~ `compare_and_swap` is for single integers and `bool`
fn main() -> ferry::Result<()> {
    let universe = ferry::Universe::init()?;
    let window = universe.world().allocate_window::<f64>(1)?;
    window.lock(ferry::LockMode::Exclusive, 0)?.compare_and_swap(&0.0, &1.0, 0, 0)?;
    window.free()
}
