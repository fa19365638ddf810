//! What the ranks see: folders, variables, parameters of Ferry's.

use super::{Group, flag, valued};
use crate::options::Inherit;

pub(super) const GROUP: Group = Group {
    title: "What the ranks see",
    rows: &[
        valued(&["wdir", "wd"], "DIR", "working directory", |parser, word| {
            parser.app.dir = Some(parser.value(word)?);
            Ok(())
        }),
        valued(&["path"], "DIR:DIR", "where the program is looked for first", |parser, word| {
            parser.app.path = parser.value(word)?;
            Ok(())
        }),
        valued(&["env"], "NAME VALUE", "variable for this program", |parser, word| {
            let (name, value) = parser.pair(word)?;
            parser.app.environment.set(name, value);
            Ok(())
        }),
        valued(&["genv"], "NAME VALUE", "variable for all programs", |parser, word| {
            let (name, value) = parser.pair(word)?;
            parser.options.environment.set(name, value);
            Ok(())
        }),
        valued(
            &["x"],
            "NAME[=VALUE]",
            "passes on or sets a variable for all programs",
            |parser, word| {
                let text = parser.value(word)?;
                parser.options.environment.export(&text);
                Ok(())
            },
        ),
        flag(&["envall"], "", |parser| parser.app.environment.inherit = Some(Inherit::All)),
        flag(&["envnone"], "", |parser| parser.app.environment.inherit = Some(Inherit::None)),
        valued(&["envlist"], "a,b", "which variables this program inherits", |parser, word| {
            let names = parser.text(word)?;
            parser.app.environment.inherit = Some(Inherit::listed(&names));
            Ok(())
        }),
        flag(&["genvall"], "", |parser| parser.options.environment.inherit = Some(Inherit::All)),
        flag(&["genvnone"], "", |parser| parser.options.environment.inherit = Some(Inherit::None)),
        valued(&["genvlist"], "a,b", "which variables all programs inherit", |parser, word| {
            let names = parser.text(word)?;
            parser.options.environment.inherit = Some(Inherit::listed(&names));
            Ok(())
        }),
        valued(&["methods"], "tcp,shm", "the methods Ferry may use, in order", |parser, word| {
            let methods = parser.value(word)?;
            parser.options.environment.set("FERRY_METHODS".into(), methods);
            Ok(())
        }),
        valued(
            &["rule"],
            "'to=2-5 use=tcp'",
            "which methods some traffic uses (several rules: later ones win)",
            |parser, word| {
                let rule = parser.text(word)?;
                parser.setting(word, format!("rules={rule}"))
            },
        ),
        valued(
            &["set"],
            "name=value",
            "a parameter of Ferry's (see `ferry info`)",
            |parser, word| {
                let set = parser.text(word)?;
                parser.setting(word, set)
            },
        ),
    ],
    hidden: &[],
};
