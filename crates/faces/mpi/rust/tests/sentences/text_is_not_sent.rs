// Text is bytes in an encoding.
//~ `str` cannot be sent
//~ send `text.as_bytes()` for text
fn main() -> ferry::Result<()> {
    let universe = ferry::Universe::init()?;
    universe.world().send("hello", 1, 0)
}
