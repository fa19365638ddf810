//! Programs in C on MP_Lite.

use ferry_tests::{Job, Mpi, root};
use std::path::{Path, PathBuf};
use std::process::Command;

const METHODS: [&str; 5] = ["shm", "tcp", "quic", "sctp", "tcp+encrypt"];

/// Runs a program over methods on some processes.
fn passes(name: &str, methods: &[&str], ranks: &[u32], variables: &[(&str, &str)]) {
    Job::pass_over(&Mpi::ferry().mplite_program(name), methods, ranks, variables);
}

#[test]
fn messages_find_receives_that_have_room() {
    passes("messages", &METHODS, &[1, 2], &[]);
    passes("messages", &["shm", "tcp"], &[3, 5], &[]);
    for way in ["thread", "signal"] {
        passes("messages", &["shm", "tcp"], &[2], &[("FERRY_PROGRESS", way)]);
    }
}

#[test]
fn all_and_masks_do_things_together() {
    passes("together", &METHODS, &[3], &[]);
    passes("together", &["shm"], &[1, 2, 4, 5, 7, 8], &[]);
}

#[test]
fn each_type_has_every_function() {
    passes("typed", &METHODS, &[3], &[]);
    passes("typed", &["shm"], &[1, 2, 4], &[]);
}

#[test]
fn memory_of_others_is_read_and_written() {
    passes("windows", &METHODS, &[2], &[]);
    passes("windows", &["shm", "tcp"], &[1, 3, 4], &[]);
    passes("windows", &["shm", "tcp"], &[3], &[("FERRY_PROGRESS", "thread")]);
}

#[test]
fn memory_is_accessed_while_its_process_computes() {
    let mpi = Mpi::ferry();
    let program = mpi.mplite_program("windows");
    for method in METHODS {
        let job = Job::new(&mpi, 2, &program).args(&["bypass"]).env("FERRY_METHODS", method);
        job.env("FERRY_PROGRESS", "thread").run().ok();
    }
}

#[test]
fn calls_are_traced_where_that_is_asked_for() {
    let mpi = Mpi::ferry();
    let program = mpi.mplite_program("messages");
    let dir = tempfile::tempdir().expect("a folder");
    let job = || Job::new(&mpi, 2, &program).dir(dir.path());
    job().run().ok();
    let trace = |rank: u32| dir.path().join(format!(".trace.{rank}"));
    assert!(!trace(0).exists(), "nobody asked for it");
    job().env("FERRY_MPLITE_TRACE", "1").run().ok();
    for rank in 0..2 {
        let text = std::fs::read_to_string(trace(rank)).expect("each process has written its own");
        for call in ["-->  MP_Send(& ", "<--  MP_Recv(& ", "*->  MP_ASend(& ", "     MP_Sync("] {
            assert!(text.contains(call), "{call} is not in\n{text}");
        }
        for line in text.lines().skip(1) {
            let mut times = line.split_whitespace().map_while(|word| word.parse::<f64>().ok());
            let (begun, ended) = (times.next(), times.next());
            assert!(begun.is_some() && begun <= ended, "{line}");
        }
    }
}

#[test]
fn grids_and_times() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("times");
    let mpi = Mpi::ferry();
    let program = mpi.mplite_program("places");
    for ranks in [1, 4, 6] {
        let outcome = Job::new(&mpi, ranks, &program).args(&[&file.to_string_lossy()]).run();
        let told = "<MP_Sync: <-> 0 messages came";
        outcome.ok().says(&["0: >MP_Sync()"]).says(&["0: <MP_Sync"]).says(&[told]);
        outcome.says(&["WARNING - MP_Set knows nothing called nothing"]);
        let of_steps = format!("{}.steps", file.display());
        for file in [file.as_os_str(), of_steps.as_ref()] {
            let table = std::fs::read_to_string(file).expect("process 0 has written it");
            let is_told = |what: &str| assert!(table.contains(what), "{what} is not in\n{table}");
            is_told("all of it");
            is_told("GFlops");
            is_told("MB/sec");
            is_told(&format!("on {ranks} processors"));
        }
        // At `MP_Set("debug", 2)`, at 3, and at `MP_Set_Debug(2)`.
        let entered = outcome.story().matches("0: >MP_Sync()").count();
        assert_eq!(entered, 3, "{}", outcome.story());
    }
}

/// Compiles a program in Fortran; `None`: there is no compiler.
fn fortran_program(name: &str, folder: &Path) -> Option<PathBuf> {
    let there = Command::new("gfortran").arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped: there is no gfortran here (apt install gfortran)");
        return None;
    }
    let (program, lib) = (folder.join(name), Mpi::ferry().prefix.join("lib"));
    let mut compiler = Command::new("gfortran");
    compiler.args(["-fcray-pointer", "-fallow-argument-mismatch", "-w", "-o"]).arg(&program);
    let source = root().join("tests/fortran").join(name).with_extension("f90");
    compiler.arg(source).arg("-L").arg(&lib);
    compiler.arg(format!("-Wl,-rpath,{}", lib.display())).arg("-lferry_mplite");
    let output = compiler.output().expect("gfortran runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(program)
}

#[test]
fn fortran_has_the_same_functions() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(program) = fortran_program("mplite", folder.path()) else { return };
    for ranks in [1, 2, 4] {
        Job::new(&Mpi::ferry(), ranks, &program).run().ok();
    }
}

#[test]
fn fortran_reads_and_writes_by_units() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(program) = fortran_program("mplite_files", folder.path()) else { return };
    std::fs::write(folder.path().join("input"), INPUT).expect("the folder is there");
    for ranks in [1, 2, 3] {
        let each: String = (0..ranks)
            .map(|rank| format!("{} {}-+\n", 100 + rank, char::from(b'a' + rank as u8)))
            .collect();
        let scan = format!("7 2.5 seven 99 1099511627776\n{each}ove4711\n");
        std::fs::write(folder.path().join("scan"), scan).expect("the folder is there");
        let job = Job::new(&Mpi::ferry(), ranks, &program);
        job.args(&[&folder.path().to_string_lossy()]).run().ok();
    }
}

#[test]
fn fortran_is_told_what_is_wrong_with_a_unit_or_a_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(program) = fortran_program("mplite_files", folder.path()) else { return };
    std::fs::write(folder.path().join("input"), "no number\n").expect("the folder is there");
    for (wrong, told) in [
        ("range", "mp_fopen: unit 100 is out of the range 1-99"),
        ("mode", "mp_fopen: \"x\" is none of r, w and a"),
        ("none", "no such file cannot be opened: No such file or directory"),
        ("unopened", "mp_dread: unit 10 is not open: call mp_fopen first"),
        ("unclosed", "mp_fclose: unit 10 is not open"),
        ("few", "mp_gfprintf: the format has 2 values, and 1 are given"),
        ("many", "mp_gfprintf: the format has 0 values, and 1 are given"),
        ("conversion", "mp_gfprintf: the format has a conversion that ends with `n`"),
        ("sscan", "mp_gfscanf: the format has a conversion that ends with `k`"),
        ("short", "mp_iread: \"no\" is no such number"),
    ] {
        let job = Job::new(&Mpi::ferry(), 2, &program);
        let outcome = job.args(&[&folder.path().to_string_lossy(), wrong]).run();
        assert!(!outcome.status.success(), "{wrong}: {outcome:?}");
        assert!(outcome.stderr.contains(told), "{wrong}: {}", outcome.stderr);
    }
}

const INPUT: &str = "! what the program reads\nbox = 1.5, -2.5d3\n3 left out\ncounts = 1 2 3 4\n\nf=0.25\n\
                     # text\ntitle = two words\nwords = alpha beta\n";

#[test]
fn one_process_reads_and_writes_for_all() {
    let mpi = Mpi::ferry();
    let program = mpi.mplite_program("files");
    for ranks in [1, 3] {
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::write(dir.path().join("input"), INPUT).expect("the folder is there");
        let scan = "7 2.5 seven 99 1099511627776\n100 a\n101 b\n102 c\n";
        std::fs::write(dir.path().join("scan"), scan).expect("the folder is there");
        Job::new(&mpi, ranks, &program).args(&[&dir.path().to_string_lossy()]).run().ok();
    }
}

/// Runs a program that ends as the argument says, and looks for what it must say.
fn ends(how: &str, says: &str, ranks: u32, variables: &[(&str, &str)]) {
    let mpi = Mpi::ferry();
    let program = mpi.mplite_program("ends");
    let mut job = Job::new(&mpi, ranks, &program).args(&[how]);
    for (name, value) in variables {
        job = job.env(name, *value);
    }
    let outcome = job.run();
    assert!(!outcome.status.success(), "{how}: {outcome:?}");
    assert!(outcome.stderr.contains(says), "{how}: {}", outcome.stderr);
}

#[test]
fn what_cannot_be_done_ends_the_job_and_says_why() {
    ends("early", "ERROR(-1) - MP_Init was not called", 2, &[]);
    ends("twice", "MP_Init was called before", 1, &[]);
    ends("late", "or MP_Finalize was", 1, &[]);
    ends("node", "ERROR(-1) - Send to node 4711 is out of the range 0-1", 2, &[]);
    ends("nobody", "Send to node -1 is out of the range", 2, &[]);
    ends("length", "-5 bytes or elements: a message cannot be that long", 1, &[]);
    ends("pointer", "a null pointer for data", 1, &[]);
    ends("message", "there is no message of number 4711", 1, &[]);
    ends(
        "self",
        "a blocking receive of 1 bytes from itself, and nothing that was sent fits",
        1,
        &[],
    );
    ends("grid", "not as many places", 1, &[]);
    ends("gridless", "call MP_Cart_Create first", 1, &[]);
    ends("operation", "MP_Global knows no operation 9", 1, &[]);
    ends("root", "node 2 is the root and not in the mask", 3, &[]);
    ends("window", "there is no window of number 4711", 1, &[]);
    ends(
        "outside",
        "element 3 and what follows are not all in window 0 of node 0, which has 4 bytes",
        1,
        &[],
    );
    ends("before", "element -1 and what follows are not all in window 0", 1, &[]);
    ends("unit", "elements of a window have at least one byte: disp_unit is 0 or negative", 1, &[]);
    ends("half", "4 bytes are no whole numbers of 8 bytes", 1, &[]);
    ends("kind", "MP_Accumulate knows no operation 12", 1, &[]);
    ends("lock", "MP_Win_lock knows no kind 3", 1, &[]);
    ends("locked", "Lock of node 2 is out of the range 0-1", 2, &[]);
    ends("gone", "killed by SIGABRT", 2, &[]);
    ends("result", "a null pointer for a result", 1, &[]);
    ends("messages", "10000 messages are under way: wait for some before more are begun", 1, &[]);
    ends("windows", "there are 10000 windows: give some up before more are made", 1, &[]);
}

#[test]
fn what_cannot_be_read_or_written_ends_the_job_and_says_why() {
    ends(
        "no file",
        "MP_fopen: /there/is/no/such/folder/file cannot be opened: No such file",
        2,
        &[],
    );
    ends("null file", "MP_dRead: process 0 has no file", 2, &[]);
    ends("null scanned", "scanf: process 0 has no file", 2, &[]);
    ends("null printed", "MP_nofprintf: process 0 has no file", 2, &[]);
    ends("no number", "MP_iRead: \"seven\" is no such number", 2, &[]);
    ends("few numbers", "MP_dRead: the file ends after 0 of 1 values", 2, &[]);
    ends("no letters", "MP_cRead: the file has ended", 2, &[]);
    ends("format", "scanf: the format has a conversion that ends with `k`", 2, &[]);
    ends("no width", "MP_nofscanf: texts need a width here", 2, &[]);
    ends("places", "scanf: the format has 33 places; 32 can be", 1, &[]);
}

#[test]
fn what_a_program_forgets_or_confuses_is_told_and_it_goes_on() {
    let mpi = Mpi::ferry();
    let program = mpi.mplite_program("ends");
    let run = |how: &str| Job::new(&mpi, 1, &program).args(&[how]).run();
    run("forgotten").code(0).says(&["Node 0 WARNING - 1 messages still in use"]);
    let outcome = run("slips");
    for told in [
        "WARNING - MP_Leave without MP_Enter",
        "WARNING - MP_Leave was told of operations that cannot be: they count 0",
        "WARNING - the times were not written to /there/is/no/such/folder/file",
        "WARNING - more than 500 blocks are timed: this one is not",
    ] {
        outcome.code(0).says(&[told]);
    }
}

#[test]
fn a_wait_that_lasts_is_told_of_and_given_up() {
    let limits = [("FERRY_MPLITE_PANIC", "1"), ("FERRY_MPLITE_BAIL", "2")];
    ends("stall", "WARNING - Blocking 1 seconds for 1 bytes from node 1", 2, &limits);
    ends("stall", "Bailing after waiting 2 secs for 1 bytes from node 1", 2, &limits);
}
