//! Options of other launchers that change nothing here.

use super::{Does, Group, Row};

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
        missed(&["order-nodes"], "HOW"),
        missed(&["gpus-per-proc"], "N"),
    ],
};

const fn nothing(names: &'static [&'static str], value: &'static str) -> Row {
    Row { names, others: &[], value, about: "nothing", does: Does::Nothing }
}

const fn missed(names: &'static [&'static str], value: &'static str) -> Row {
    Row { names, others: &[], value, about: "nothing yet", does: Does::Missed }
}
