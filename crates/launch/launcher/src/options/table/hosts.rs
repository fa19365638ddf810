//! How many ranks there are, and on which hosts.

use super::{Group, flag, valued};
use crate::error::LaunchError;
use crate::hostfile;
use crate::options::process_set;
use std::path::Path;

pub(super) const GROUP: Group = Group {
    title: "How many, and where",
    rows: &[
        valued(&["n", "np"], "N", "number of ranks of this program", |parser, word| {
            parser.app.count = Some(parser.count(word)?);
            Ok(())
        })
        .also(&["c"]),
        valued(
            &["soft"],
            "SET",
            "numbers of ranks that would do, as 2:8:2; the largest that -n allows",
            |parser, word| {
                parser.soft = Some(parser.text(word)?);
                Ok(())
            },
        ),
        valued(
            &["host", "hosts"],
            "a,b:2",
            "hosts, with the number of ranks each takes",
            |parser, word| {
                parser.app.hosts = hostfile::parse_list(&parser.text(word)?)?;
                Ok(())
            },
        )
        .also(&["H"]),
        valued(
            &["f", "hostfile"],
            "FILE",
            "hosts from a file: `name`, `name:N` or `name slots=N` a line",
            |parser, word| {
                parser.app.hosts = hostfile::read(Path::new(&parser.value(word)?))?;
                Ok(())
            },
        )
        .also(&["machinefile", "machine"]),
        valued(
            &["default-hostfile"],
            "FILE",
            "the same, where nothing else names hosts",
            |parser, word| {
                parser.options.default_hosts = hostfile::read(Path::new(&parser.value(word)?))?;
                Ok(())
            },
        ),
        valued(&["ppn"], "N", "ranks per host, above what the lists say", |parser, word| {
            parser.options.per_node = Some(parser.count(word)?);
            Ok(())
        })
        .also(&["perhost", "npernode", "N", "grr"]),
        valued(
            &["launcher"],
            "TEMPLATE",
            "command that reaches a host (default: ssh {host}),\nfor example 'ip netns exec {host}'",
            |parser, word| {
                parser.options.launcher = Some(parser.text(word)?);
                Ok(())
            },
        )
        .also(&["bootstrap"]),
        valued(
            &["control"],
            "pipe|sctp",
            "what carries orders and output between hosts: the\nconnection of that command, or SCTP over UDP",
            |parser, word| {
                parser.options.control = Some(parser.control(word)?);
                Ok(())
            },
        ),
        valued(
            &["tree-width"],
            "N",
            "with more hosts than this, hosts call hosts: each so many\n\
             (default: 32 with ssh; 0: all are called from here)",
            |parser, word| {
                parser.options.tree_width = Some(parser.tree_width(word)?);
                Ok(())
            },
        ),
        valued(&["usize"], "N", "size of the universe", |parser, word| {
            parser.options.universe = parser.universe(word)?;
            Ok(())
        }),
        valued(
            &["pset"],
            "NAME=RANKS",
            "a process set for sessions, as `workers=1-3,5`",
            |parser, word| {
                let text = parser.text(word)?;
                let known = &mut parser.options.sets_of_ranks;
                known.push(process_set::parse(word, &text, known)?);
                Ok(())
            },
        ),
    ],
    hidden: &[
        flag(&["pernode"], "one rank per host", |parser| parser.options.per_node = Some(1)),
        valued(&["arch"], "NAME", "hosts of this architecture", |parser, word| {
            let text = parser.text(word)?;
            if text == std::env::consts::ARCH {
                return Ok(());
            }
            let own = std::env::consts::ARCH;
            let why = format!("hosts of architecture {text:?} are not known; this one is {own}");
            Err(LaunchError::usage(format!("option {word}: {why}")))
        }),
    ],
};
