//! The wrappers, the header and the version script, written from the standard's data.

use anyhow::bail;

/// Writes the generated files, or with `check` compares them with what is committed.
pub fn run(_check: bool) -> anyhow::Result<()> {
    bail!("codegen is not part of this checkout")
}
