//! Links between pages.

use crate::page::BookPage;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

/// Links of pages that lead nowhere, each with its page: to a file that is not there, to a heading that its page does
/// not have. `root` is the folder that the pages' paths begin in.
pub fn broken_links(root: &Path, pages: &[BookPage]) -> Vec<String> {
    let anchors: HashMap<&Path, HashSet<String>> =
        pages.iter().map(|page| (page.path.as_path(), anchors(&page.text))).collect();
    let mut broken = Vec::new();
    for page in pages {
        for link in links(&page.text) {
            if let Err(why) = check(root, page, &link, &anchors) {
                broken.push(format!("{}: {link}: {why}", page.path.display()));
            }
        }
    }
    broken
}

fn check(
    root: &Path,
    page: &BookPage,
    link: &str,
    anchors: &HashMap<&Path, HashSet<String>>,
) -> Result<(), &'static str> {
    if link.contains("://") || link.starts_with("mailto:") {
        return Ok(());
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let folder = page.path.parent().unwrap_or(Path::new(""));
    let target = match file {
        "" => page.path.clone(),
        file => normal(&folder.join(file)).ok_or("it leads out of the tree")?,
    };
    if !root.join(&target).exists() {
        return Err("there is no such file");
    }
    let known = anchors.get(target.as_path());
    if !anchor.is_empty() && !known.is_some_and(|known| known.contains(anchor)) {
        return Err("there is no such heading");
    }
    Ok(())
}

/// Without `..`; `None`: it leads out.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if !normal.pop() => return None,
            Component::ParentDir | Component::CurDir => {}
            part => normal.push(part),
        }
    }
    Some(normal)
}

/// Where links and pictures lead.
pub(crate) fn links(text: &str) -> Vec<String> {
    let targets = parser(text).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    });
    targets.collect()
}

/// By what its headings are named in links.
fn anchors(text: &str) -> HashSet<String> {
    let (mut anchors, mut open): (HashSet<String>, Option<String>) = (HashSet::new(), None);
    for event in parser(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => open = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut open {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                anchors.extend(open.take().map(|heading| slug(&heading)));
            }
            _ => {}
        }
    }
    anchors
}

/// In lower case, blanks as dashes, without what is neither letter nor digit.
fn slug(heading: &str) -> String {
    let kept = |letter: char| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        letter if letter.is_alphanumeric() => Some(letter),
        _ => None,
    };
    heading.to_lowercase().chars().filter_map(kept).collect()
}

fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let root = tempfile::tempdir().unwrap();
        let page = |path: &str, text: &str| {
            let file = root.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
            BookPage { path: path.into(), text: text.to_owned() }
        };
        let pages = [
            page(
                "one.md",
                "# With `code`, and more\n\n[a](two/three.md#a-part) [b](#with-code-and-more)\n",
            ),
            page(
                "two/three.md",
                "## A part\n\n[c](../one.md) ![d](../none.svg) [e](#none) [f](../../x)\n",
            ),
        ];
        let broken = broken_links(root.path(), &pages);
        assert_eq!(
            broken,
            [
                "two/three.md: ../none.svg: there is no such file",
                "two/three.md: #none: there is no such heading",
                "two/three.md: ../../x: it leads out of the tree",
            ]
        );
    }
}
