//! On which cores ranks run.

use super::{Group, flag, valued};
use crate::options::binding;

pub(super) const GROUP: Group = Group {
    title: "On which cores (numbered as the system does, see `lscpu -e`; without these: on any)",
    rows: &[
        valued(
            &["bind-to"],
            "WHAT",
            "none, hwthread, core, l2cache, l3cache, numa, socket,\n\
             core:2 (two each), user:0,1+2 (these, rank by rank)",
            |parser, word| {
                let text = parser.text(word)?;
                parser.options.binding.bind_to(word, &text)
            },
        ),
        valued(
            &["map-by"],
            "HOW",
            "slot, node, seq, core, socket, numa, ppr:2:socket,\n\
             each with :PE=N cores a rank; binds if -bind-to is not said",
            |parser, word| {
                let text = parser.text(word)?;
                parser.options.binding.map_by(word, &text)
            },
        ),
        valued(
            &["rank-by"],
            "HOW",
            "how places are numbered: slot, node, core, socket, numa",
            |parser, word| {
                let text = parser.text(word)?;
                parser.options.binding.rank_by(word, &text)
            },
        ),
        valued(&["cpu-set"], "0,2-3", "uses these CPUs only", |parser, word| {
            let text = parser.text(word)?;
            parser.options.binding.cpu_set(word, &text)
        })
        .also(&["cpu-list"]),
        valued(
            &["rankfile"],
            "FILE",
            "lines of the form `rank 0=host slot=0,2` or `slot=1:0-1`\n(cores of a socket)",
            |parser, word| {
                let text = parser.text(word)?;
                parser.options.binding.rankfile(&text)
            },
        )
        .also(&["rf"]),
        flag(&["report-bindings"], "tells what each rank is bound to", |parser| {
            parser.options.binding.report = true;
        }),
        flag(&["nooversubscribe"], "no more ranks than slots", |parser| {
            parser.options.binding.no_excess = true;
        }),
        flag(&["nolocal"], "no ranks on this host", |parser| {
            parser.options.binding.no_local = true;
        }),
    ],
    hidden: &[
        flag(&["oversubscribe"], "more ranks than slots", |parser| {
            parser.options.binding.no_excess = false;
        }),
        flag(&["use-hwthread-cpus"], "threads of cores count as cores", |parser| {
            parser.options.binding.hwthreads = true;
        }),
        valued(&["bynode"], "", "as -map-by node", |parser, word| {
            parser.options.binding.map_by(word, "node")
        })
        .also(&["rr"]),
        valued(&["byslot"], "", "as -map-by slot", |parser, word| {
            parser.options.binding.map_by(word, "slot")
        }),
        valued(&["bycore"], "", "as -map-by core", |parser, word| {
            parser.options.binding.map_by(word, "core")
        }),
        valued(&["bysocket"], "", "as -map-by socket", |parser, word| {
            parser.options.binding.map_by(word, "socket")
        }),
        valued(&["bind-to-core"], "", "as -bind-to core", |parser, word| {
            parser.options.binding.bind_to(word, "core")
        }),
        valued(&["bind-to-socket"], "", "as -bind-to socket", |parser, word| {
            parser.options.binding.bind_to(word, "socket")
        }),
        valued(&["bind-to-none"], "", "as -bind-to none", |parser, word| {
            parser.options.binding.bind_to(word, "none")
        }),
        valued(&["npersocket"], "N", "ranks per socket", |parser, word| {
            let count = parser.count(word)?;
            parser.options.binding.per_socket(count);
            Ok(())
        }),
        valued(&["cpus-per-proc"], "N", "cores of each rank", |parser, word| {
            let text = parser.text(word)?;
            parser.options.binding.width(word, &text)
        })
        .also(&["cpus-per-rank"]),
        valued(&["binding"], "WORDS", "in the words of Intel's launcher", |parser, word| {
            let text = parser.text(word)?;
            binding::by_option(&mut parser.options.binding, word, &text)
        }),
    ],
};
