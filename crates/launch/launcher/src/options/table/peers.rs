//! Options of other launchers: those that change nothing here, those that people are told of, and those that have
//! another name here.

use super::{Does, Group, Row, flag, valued};

pub(super) const GROUP: Group = Group {
    title: "",
    rows: &[],
    hidden: &[
        nothing(&["allow-run-as-root"], ""),
        nothing(&["q", "quiet"], ""),
        nothing(&["disable-auto-cleanup"], ""),
        nothing(&["disable-hostname-propagation"], ""),
        nothing(&["pmi-port"], ""),
        nothing(&["iface"], "NAME"),
        nothing(&["rmk"], "NAME"),
        nothing(&["localhost"], "NAME"),
        nothing(&["topolib"], "NAME"),
        nothing(&["mca", "gmca", "prtemca", "pmixmca"], "NAME VALUE"),
        nothing(&["noprefix"], ""),
        nothing(&["personality"], "NAME"),
        nothing(&["leave-session-attached", "debug-daemons", "novm", "hetero-nodes"], ""),
        nothing(&["enable-x", "disable-x"], ""),
        nothing(&["ordered-output"], ""),
        missed(&["order-nodes"], "HOW"),
        missed(&["gpus-per-proc"], "N"),
        missed(&["prefix"], "DIR"),
        missed(&["tune", "am"], "FILE"),
        missed(&["nameserver"], "HOST"),
        flag(&["enable-recovery"], "as -keep-going", |parser| parser.options.keep_going = true),
        flag(&["disable-recovery"], "not as -keep-going", |parser| {
            parser.options.keep_going = false;
        }),
        valued(&["with-ft"], "KIND", "as -keep-going, unless it is none", |parser, word| {
            parser.options.keep_going = parser.fault_tolerance(word)?;
            Ok(())
        }),
        valued(&["launcher-exec"], "FILE", "the program of -launcher", |parser, word| {
            parser.options.launcher_program = Some(parser.text(word)?);
            Ok(())
        })
        .also(&["bootstrap-exec"]),
        valued(&["report-pid"], "FILE|-|+", "where to tell mpiexec's number", |parser, word| {
            parser.options.pid_place = Some(parser.value(word)?);
            Ok(())
        }),
        valued(&["output"], "tag,timestamp,...", "where output goes, and how", |parser, word| {
            parser.output(word)
        }),
    ],
};

const fn nothing(names: &'static [&'static str], value: &'static str) -> Row {
    Row { names, others: &[], value, about: "nothing", does: Does::Nothing }
}

const fn missed(names: &'static [&'static str], value: &'static str) -> Row {
    Row { names, others: &[], value, about: "nothing yet", does: Does::Missed }
}
