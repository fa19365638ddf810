//! Makes a site of the book: `ferry-book DOCS OUT`.
#![forbid(unsafe_code)]

use anyhow::{Context, Result};
use clap::Parser;
use mdbook_driver::MDBook;
use std::path::PathBuf;

/// Makes a site of the book.
#[derive(Parser)]
struct Words {
    /// The folder with book.toml
    book: PathBuf,
    /// Where the site goes
    out: PathBuf,
}

fn main() -> Result<()> {
    let Words { book, out } = Words::parse();
    let out = std::path::absolute(out)?;
    let mut book = MDBook::load(&book).with_context(|| book.display().to_string())?;
    book.config.build.build_dir = out.clone();
    book.build()?;
    println!("the book is {}", out.join("index.html").display());
    Ok(())
}
