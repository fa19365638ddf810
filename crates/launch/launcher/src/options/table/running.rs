//! How the job runs, what is told of it, and where its output goes.

use super::help::{help, version};
use super::{Does, Group, Row, flag, valued};
use crate::options::debugger;

pub(super) const GROUP: Group = Group {
    title: "How the job runs",
    rows: &[
        flag(&["l", "tag-output"], "writes the rank before each line", |parser| {
            parser.options.tag = true;
        })
        .also(&["prepend-rank"]),
        flag(&["timestamp-output"], "writes the time before each line", |parser| {
            parser.options.output.with_time = true;
        })
        .also(&["prepend-timestamp"]),
        valued(
            &["prepend-pattern"],
            "TEXT",
            "writes this before each line: %r rank, %h host, %g job,\n\
             %p number of the host, %t time",
            |parser, word| {
                parser.options.output.before = Some(parser.pattern(word)?);
                Ok(())
            },
        ),
        valued(&["outfile-pattern"], "NAME", "", |parser, word| {
            parser.options.output.files[0] = Some(parser.pattern(word)?);
            Ok(())
        }),
        valued(&["errfile-pattern"], "NAME", "a file for each rank, with %r", |parser, word| {
            parser.options.output.files[1] = Some(parser.pattern(word)?);
            Ok(())
        }),
        valued(
            &["output-filename"],
            "DIR",
            "files DIR/0/rank.0/stdout and so on, and the usual output\n\
             too, unless it is DIR:nocopy",
            |parser, word| {
                let text = parser.text(word)?;
                parser.output_folder(word, &text)
            },
        )
        .also(&["output-directory"]),
        valued(
            &["display"],
            "map,bind,allocation",
            "tells who runs where before anything starts",
            |parser, word| parser.display(word),
        ),
        flag(&["print-all-exitcodes"], "tells the exit code of each rank at the end", |parser| {
            parser.options.display.exit_codes = true
        }),
        flag(&["merge-stderr-to-stdout"], "errors go where output goes", |parser| {
            parser.options.output.is_merged = true;
        })
        .also(&["stderr-to-stdout"]),
        valued(
            &["stdin"],
            "RANK|all|none",
            "who gets standard input (default: rank 0)",
            |parser, word| {
                parser.options.input = parser.input(word)?;
                Ok(())
            },
        )
        .also(&["s"]),
        flag(
            &["gdb"],
            "runs each rank under gdb, which shows where a program has crashed",
            |parser| parser.debugger = debugger::gdb(),
        ),
        valued(
            &["debugger"],
            "'WORDS'",
            "runs each rank under something else, as 'valgrind -q'",
            |parser, word| {
                let text = parser.text(word)?;
                parser.debugger = debugger::words(word, &text)?;
                Ok(())
            },
        ),
        valued(
            &["timeout"],
            "SECONDS",
            "ends the job after this time (exit status 124)",
            |parser, word| {
                parser.options.timeout = Some(parser.seconds(word)?);
                Ok(())
            },
        ),
        flag(&["keep-going"], "the other ranks go on when one has died", |parser| {
            parser.options.keep_going = true;
        }),
        valued(
            &["configfile", "app", "file"],
            "FILE",
            "takes words from a file, a program with its options a line",
            |parser, word| parser.config(word),
        ),
        flag(&["v"], "tells what is started where", |parser| parser.options.verbose = true)
            .also(&["verbose"]),
        print(&["version"], "tells the version", version).also(&["V", "info"]),
        print(&["help"], "tells this", help).also(&["h", "?"]),
    ],
    hidden: &[
        flag(&["display-map"], "as -display map", |parser| parser.options.display.map = true)
            .also(&["print-rank-map"]),
        flag(&["display-allocation"], "as -display allocation", |parser| {
            parser.options.display.allocation = true;
        }),
    ],
};

/// An option that prints something and leaves.
const fn print(names: &'static [&'static str], about: &'static str, text: fn() -> String) -> Row {
    Row { names, others: &[], value: "", about, does: Does::Print(text) }
}
