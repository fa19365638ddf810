//! Commands that a page shows.

use anyhow::{Result, bail};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// What commands take that not every machine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExampleNeed {
    /// Two hosts, `alpha` and `beta`.
    Hosts,
    /// A Slurm with two nodes.
    Slurm,
    /// A Fortran compiler.
    Fortran,
    /// What no test can bring along.
    Elsewhere,
}

/// A block of commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// As they stand there.
    pub commands: String,
    /// What they take.
    pub need: Option<ExampleNeed>,
    /// Whether the last of them fails.
    pub fails: bool,
    /// What the page says that came out.
    pub shown: Option<String>,
}

/// The blocks of commands of a page.
pub(crate) fn examples(text: &str) -> Result<Vec<Example>> {
    let mut examples: Vec<Example> = Vec::new();
    let mut is_next_shown = false;
    for (info, code) in code_blocks(text) {
        let mut words = info.split_whitespace();
        match words.next() {
            Some("sh") => {
                examples.push(example(words, code)?);
                is_next_shown = true;
                continue;
            }
            Some("text") if is_next_shown => {
                if let Some(last) = examples.last_mut() {
                    last.shown = Some(code);
                }
            }
            _ => {}
        }
        is_next_shown = false;
    }
    Ok(examples)
}

fn example<'a>(words: impl Iterator<Item = &'a str>, commands: String) -> Result<Example> {
    let (mut need, mut fails) = (None, false);
    for word in words {
        if need.is_some() && word != "fails" {
            bail!("a block of commands takes more than one thing, {word:?} too");
        }
        match word {
            "hosts" => need = Some(ExampleNeed::Hosts),
            "slurm" => need = Some(ExampleNeed::Slurm),
            "fortran" => need = Some(ExampleNeed::Fortran),
            "elsewhere" => need = Some(ExampleNeed::Elsewhere),
            "fails" => fails = true,
            other => bail!("a block of commands has the word {other:?}, which means nothing"),
        }
    }
    Ok(Example { commands, need, fails, shown: None })
}

/// What stands behind the fence, and what in the block, of each.
pub(crate) fn code_blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                open = Some((info.into_string(), String::new()));
            }
            Event::Text(code) => {
                if let Some((_, so_far)) = &mut open {
                    so_far.push_str(&code);
                }
            }
            Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
            _ => {}
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# A page

```sh
one
two
```

```text
what they say
```

```c
int x;
```

```text
nothing that was run
```

1. In a list:

   ```sh hosts fails
   three
   ```
";

    #[test]
    fn commands_have_what_stands_below_them() {
        let found = examples(PAGE).unwrap();
        let first = Example {
            commands: "one\ntwo\n".to_owned(),
            need: None,
            fails: false,
            shown: Some("what they say\n".to_owned()),
        };
        let second = Example {
            commands: "three\n".to_owned(),
            need: Some(ExampleNeed::Hosts),
            fails: true,
            shown: None,
        };
        assert_eq!(found, [first, second]);
    }

    #[test]
    fn a_misspelt_word_is_found() {
        let why = examples("```sh host\nx\n```\n").unwrap_err().to_string();
        assert!(why.contains("\"host\""), "{why}");
    }
}
