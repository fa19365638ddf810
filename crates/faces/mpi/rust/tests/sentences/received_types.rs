// A type to receive.
//~ `String` cannot be an element of messages
fn main() -> ferry::Result<()> {
    let universe = ferry::Universe::init()?;
    let (_text, _) = universe.world().receive::<String>(0, 0)?;
    Ok(())
}
