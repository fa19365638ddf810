//! Configuration files: TOML, where nested tables are the groups of a name.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::rule::{Draft, items};
use crate::{Config, ConfigError, Origin};

/// Applies every value of the file.
pub(crate) fn apply(config: &mut Config, path: &Path, text: &str) -> Result<(), ConfigError> {
    let root = DeTable::parse(text).map_err(|error| ConfigError::Syntax {
        path: path.into(),
        line: line_at(text, error.span().map_or(0, |span| span.start)),
        message: error.message().trim_end().replace('\n', ", "),
    })?;
    File { config, path, text }.table("", root.get_ref())
}

fn line_at(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    before.iter().filter(|&&byte| byte == b'\n').count() + 1
}

struct File<'a> {
    config: &'a mut Config,
    path: &'a Path,
    text: &'a str,
}

impl File<'_> {
    fn table(&mut self, group: &str, table: &DeTable<'_>) -> Result<(), ConfigError> {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in entries {
            let dot = if group.is_empty() { "" } else { "." };
            let name = format!("{group}{dot}{}", key.get_ref());
            match value.get_ref() {
                DeValue::Array(rules) if name == "rule" => {
                    rules.iter().try_for_each(|rule| self.rule(rule))?;
                }
                DeValue::Table(inner) if self.config.is_group(&name) => {
                    self.table(&name, inner)?;
                }
                _ => self.set(&name, key.span().start, value)?,
            }
        }
        Ok(())
    }

    fn origin(&self, at: usize) -> Origin {
        Origin::File { path: self.path.into(), line: line_at(self.text, at) }
    }

    /// One `[[rule]]`.
    fn rule(&mut self, rule: &Spanned<DeValue<'_>>) -> Result<(), ConfigError> {
        let origin = self.origin(rule.span().start);
        let DeValue::Table(table) = rule.get_ref() else {
            let why = "a table `[[rule]]` was expected".into();
            return Err(ConfigError::Rule { origin, why });
        };
        let mut fields: Vec<_> = table.iter().collect();
        fields.sort_by_key(|(key, _)| key.span().start);
        let mut draft = Draft::new(origin);
        for (key, value) in fields {
            let origin = self.origin(key.span().start);
            let words = words(value.get_ref()).ok_or_else(|| ConfigError::Rule {
                origin: origin.clone(),
                why: format!("`{}` is neither text, a number nor a list of them", key.get_ref()),
            })?;
            draft.field(key.get_ref(), &words, &origin)?;
        }
        self.config.add_rule(draft.finish()?);
        Ok(())
    }

    fn set(
        &mut self,
        name: &str,
        at: usize,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), ConfigError> {
        let origin = self.origin(at);
        if let Some(text) = plain(value.get_ref()) {
            return self.config.set(name, &text, origin);
        }
        let parameter = self.config.known(name, &origin)?;
        let found = self.text.get(value.span()).unwrap_or_default().trim();
        Err(ConfigError::Value {
            name: name.into(),
            origin,
            found: found.into(),
            expected: parameter.expected(),
        })
    }
}

/// The items of a rule's field; a table's are pairs.
fn words(value: &DeValue<'_>) -> Option<Vec<String>> {
    match value {
        DeValue::Array(list) => {
            let item = |item: &Spanned<DeValue<'_>>| match item.get_ref() {
                DeValue::Array(_) | DeValue::Table(_) => None,
                other => plain(other),
            };
            list.iter().map(item).collect()
        }
        DeValue::Table(table) => {
            let pair =
                |(key, value): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
                    Some(format!("{}={}", key.get_ref(), plain(value.get_ref())?))
                };
            table.iter().map(pair).collect()
        }
        other => Some(items(&plain(other)?)),
    }
}

/// A value as it would be written on the command line; arrays become lists.
fn plain(value: &DeValue<'_>) -> Option<String> {
    Some(match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok()?.to_string()
        }
        DeValue::Float(number) => number.as_str().into(),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Array(items) => {
            let word = |item: &Spanned<DeValue<'_>>| match item.get_ref() {
                DeValue::String(text) if !text.contains(',') => Some(text.to_string()),
                _ => None,
            };
            items.iter().map(word).collect::<Option<Vec<_>>>()?.join(",")
        }
        DeValue::Datetime(_) | DeValue::Table(_) => return None,
    })
}
