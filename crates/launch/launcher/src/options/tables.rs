//! The words of the command line that need no code of their own.

/// How many values an option takes that the peers know and that changes nothing here; `None` when
/// it is not such an option.
pub(super) fn ignored(name: &str) -> Option<usize> {
    let at = IGNORED.iter().position(|known| *known == name)?;
    Some(match IGNORED[at] {
        "iface" | "rmk" | "localhost" | "topolib" | "order-nodes" | "gpus-per-proc" => 1,
        "mca" | "gmca" | "prtemca" | "pmixmca" => 2,
        _ => 0,
    })
}

/// Options of the peers that change nothing here.
const IGNORED: &[&str] = &[
    "allow-run-as-root",
    "q",
    "quiet",
    "disable-auto-cleanup",
    "disable-hostname-propagation",
    "iface",
    "rmk",
    "localhost",
    "topolib",
    "order-nodes",
    "pmi-port",
    "gpus-per-proc",
    "mca",
    "gmca",
    "prtemca",
    "pmixmca",
];

/// Whether an option asks for something that Ferry does not do yet and that people would miss.
pub(super) fn is_missed(name: &str) -> bool {
    matches!(name, "order-nodes" | "gpus-per-proc")
}

/// The option nearest to one that there is not.
pub(super) fn nearest(name: &str) -> Option<String> {
    // What has one or two letters is near to everything short.
    let long = |known: &&&str| known.len() > 2 && name.len() > 2;
    let known = DONE.iter().chain(IGNORED).filter(long).map(|known| (*known).to_owned());
    ferry_config::nearest(name, known)
}

/// The options that are carried out.
pub(super) const DONE: &[&str] = &[
    "n",
    "np",
    "c",
    "host",
    "hosts",
    "H",
    "f",
    "hostfile",
    "machinefile",
    "machine",
    "ppn",
    "perhost",
    "npernode",
    "N",
    "pernode",
    "npersocket",
    "bind-to",
    "map-by",
    "rank-by",
    "binding",
    "cpu-set",
    "cpu-list",
    "rankfile",
    "rf",
    "cpus-per-proc",
    "cpus-per-rank",
    "report-bindings",
    "use-hwthread-cpus",
    "nolocal",
    "nooversubscribe",
    "oversubscribe",
    "bynode",
    "byslot",
    "bycore",
    "bysocket",
    "bind-to-core",
    "bind-to-socket",
    "bind-to-none",
    "launcher",
    "bootstrap",
    "control",
    "tree-width",
    "usize",
    "pset",
    "wdir",
    "wd",
    "path",
    "env",
    "genv",
    "x",
    "envall",
    "envnone",
    "envlist",
    "genvall",
    "genvnone",
    "genvlist",
    "methods",
    "rule",
    "set",
    "l",
    "tag-output",
    "prepend-rank",
    "timestamp-output",
    "prepend-timestamp",
    "prepend-pattern",
    "merge-stderr-to-stdout",
    "stderr-to-stdout",
    "output-filename",
    "outfile-pattern",
    "errfile-pattern",
    "app",
    "display",
    "display-map",
    "display-allocation",
    "print-rank-map",
    "print-all-exitcodes",
    "default-hostfile",
    "arch",
    "file",
    "timeout",
    "keep-going",
    "stdin",
    "s",
    "gdb",
    "debugger",
    "configfile",
    "v",
    "verbose",
    "version",
    "V",
    "help",
    "h",
];

pub(super) fn version() -> String {
    format!("mpiexec (Ferry) {}\n", env!("CARGO_PKG_VERSION"))
}

pub(super) const HELP: &str = "\
Usage: mpiexec [options] program [arguments] [: [options] program [arguments]]...

Starts an MPI job. Options may have one dash or two.

How many, and where
  -n, -np N               number of ranks of this program
  -host, -hosts a,b:2     hosts, with the number of ranks each takes
  -f, -hostfile FILE      hosts from a file: `name`, `name:N` or `name slots=N` a line
  -default-hostfile FILE  the same, where nothing else names hosts
  -ppn N                  ranks per host, above what the lists say
  -launcher TEMPLATE      command that reaches a host (default: ssh {host}),
                          for example 'ip netns exec {host}'
  -control pipe|sctp      what carries orders and output between hosts: the
                          connection of that command, or SCTP over UDP
  -tree-width N           with more hosts than this, hosts call hosts: each so many
                          (default: 32 with ssh; 0: all are called from here)
  -usize N                size of the universe
  -pset NAME=RANKS        a process set for sessions, as `workers=1-3,5`

On which cores (numbered as the system does, see `lscpu -e`; without these: on any)
  -bind-to WHAT           none, hwthread, core, l2cache, l3cache, numa, socket,
                          core:2 (two each), user:0,1+2 (these, rank by rank)
  -map-by HOW             slot, node, seq, core, socket, numa, ppr:2:socket,
                          each with :PE=N cores a rank; binds if -bind-to is not said
  -rank-by HOW            how places are numbered: slot, node, core, socket, numa
  -cpu-set 0,2-3          uses these CPUs only
  -rankfile FILE          lines of the form `rank 0=host slot=0,2` or `slot=1:0-1`
                          (cores of a socket)
  -report-bindings        tells what each rank is bound to
  -nooversubscribe, -nolocal   no more ranks than slots; none on this host

What the ranks see
  -wdir, -wd DIR          working directory
  -path DIR:DIR           where the program is looked for first
  -env NAME VALUE         variable for this program
  -genv NAME VALUE        variable for all programs
  -x NAME[=VALUE]         passes on or sets a variable for all programs
  -envall -envnone -envlist a,b     which variables this program inherits
  -genvall -genvnone -genvlist a,b  which variables all programs inherit
  -methods tcp,shm        the methods Ferry may use, in order
  -rule 'to=2-5 use=tcp'  which methods some traffic uses (several rules: later ones win)
  -set name=value         a parameter of Ferry's (see `ferry info`)

How the job runs
  -l, -tag-output         writes the rank before each line
  -timestamp-output       writes the time before each line
  -prepend-pattern TEXT   writes this before each line: %r rank, %h host, %g job,
                          %p number of the host, %t time
  -outfile-pattern NAME, -errfile-pattern NAME   a file for each rank, with %r
  -output-filename DIR    files DIR/0/rank.0/stdout and so on, and the usual output
                          too, unless it is DIR:nocopy
  -display map,bind,allocation   tells who runs where before anything starts
  -print-all-exitcodes    tells the exit code of each rank at the end
  -merge-stderr-to-stdout  errors go where output goes
  -stdin RANK|all|none    who gets standard input (default: rank 0)
  -gdb                    runs each rank under gdb, which shows where a program has crashed
  -debugger 'WORDS'       runs each rank under something else, as 'valgrind -q'
  -timeout SECONDS        ends the job after this time (exit status 124)
  -keep-going             the other ranks go on when one has died
  -configfile, -app, -file FILE  takes words from a file, a program with its options a line
  -v                      tells what is started where
  -version, -help

The exit status is that of the first rank that failed (128 + signal when a
signal killed it; with -keep-going 0 if a rank ended well), the code of MPI_Abort, 130 after Ctrl-C, 2 for a wrong
command line, 126 or 127 for a program that cannot be run or found.
";
