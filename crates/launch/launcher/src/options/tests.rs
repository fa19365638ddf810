use super::*;

fn run(line: &str) -> Options {
    match parse(crate::words::split(line).unwrap().into_iter().map(OsString::from)) {
        Ok(CommandRequest::Run(options)) => *options,
        other => panic!("{line}: {other:?}"),
    }
}

fn refused(line: &str) -> String {
    let words = crate::words::split(line).unwrap();
    match parse(words.into_iter().map(OsString::from)) {
        Err(e) => {
            assert_eq!(e.status, 2);
            e.text
        }
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn one_dash_or_two_and_equals() {
    for line in ["-n 3 a -n 4", "--n 3 a -n 4", "-np=3 a -n 4", "--np 3 a -n 4"] {
        let options = run(line);
        assert_eq!(options.apps.len(), 1);
        assert_eq!(options.apps[0].count, Some(3));
        assert_eq!(options.apps[0].argv, ["a", "-n", "4"]);
    }
}

#[test]
fn the_others_go_on_when_asked() {
    let is_told = |options: &Options| {
        let set = &options.environment.set;
        set.iter().any(|(name, value)| name == "FERRY_KEEP_GOING" && value == "1")
    };
    for line in ["--keep-going a", "-keep-going a", "--set keep_going=yes a"] {
        let options = run(line);
        assert!(options.keep_going && is_told(&options), "{line}");
    }
    for line in ["a", "a --keep-going", "--set keep_going=no a"] {
        let options = run(line);
        assert!(!options.keep_going && !is_told(&options), "{line}");
    }
}

#[test]
fn several_programs() {
    let options = run("-n 1 -env A 1 a x : -n 2 -wdir /tmp b y");
    assert_eq!(options.apps.len(), 2);
    assert_eq!(options.apps[0].argv, ["a", "x"]);
    assert_eq!(options.apps[0].environment.set, [("A".into(), "1".into())]);
    assert_eq!(options.apps[1].dir.as_deref(), Some(OsStr::new("/tmp")));
}

#[test]
fn settings_become_variables() {
    let options = run("--methods tcp --set progress=thread --set shm.cma=no -x X=y p");
    let set = &options.environment.set;
    assert!(set.contains(&("FERRY_METHODS".into(), "tcp".into())));
    assert!(set.contains(&("FERRY_SET".into(), "progress=thread\nshm.cma=no".into())));
    assert!(set.contains(&("X".into(), "y".into())));
    let options = run("--rule use=tcp --rule use=shm p");
    let rules = ("FERRY_SET".into(), "rules=use=tcp\nrules=use=shm".into());
    assert!(options.environment.set.contains(&rules));
}

#[test]
fn the_peers_words_are_ignored() {
    let line =
        "--allow-run-as-root --oversubscribe --bind-to none --map-by=core -iface lo --mca a b p";
    assert_eq!(run(line).apps[0].argv, ["p"]);
}

/// What people would miss is told; what is so anyway is not.
#[test]
fn words_of_the_peers_that_are_missed() {
    assert_eq!(
        run("--gpus-per-proc 2 -order-nodes x p").missed,
        ["--gpus-per-proc 2", "--order-nodes x"]
    );
    let line = "--bind-to none --map-by slot --oversubscribe --mca btl tcp -q p";
    assert!(run(line).missed.is_empty());
}

#[test]
fn words_of_the_peers_that_have_a_meaning_here() {
    for line in ["--enable-recovery p", "--with-ft ulfm p", "--with-ft=mpi p"] {
        assert!(run(line).keep_going, "{line}");
    }
    for line in ["--with-ft none p", "--enable-recovery --disable-recovery p"] {
        assert!(!run(line).keep_going, "{line}");
    }
    assert!(refused("--with-ft magic p").contains("expected ulfm, mpi or none"));
    assert_eq!(run("-n 5 -soft 2:4 p").apps[0].count, Some(4));
    assert_eq!(run("-soft 1,3,9 -n 5 p : -n 2 q").apps[0].count, Some(3));
    assert!(refused("-n 5 -soft 7:9 p").contains("no number from 0 to 5"));
    assert!(refused("-n 5 -soft 0 p").contains("no rank is left"));
    assert!(refused("-soft 2 p").contains("-n says"));
    let options = run("--output tag,timestamp,merge-stderr-to-stdout p");
    assert!(options.tag && options.output.with_time && options.output.is_merged);
    let files = |line: &str| {
        let output = run(line).output;
        let names = output.files.map(|file| file.unwrap().fill(&Default::default()));
        (names, output.is_copied)
    };
    assert_eq!(files("--output file=a%:nocopy p"), (["a%.0".into(), "a%.0".into()], false));
    let folder = ["d/0/rank.0/stdout", "d/0/rank.0/stderr"].map(String::from);
    for line in ["--output dir=d p", "--output-directory d p", "-output-filename d p"] {
        assert_eq!(files(line), (folder.clone(), true), "{line}");
    }
    for wrong in ["--output xml p", "--output file= p", "--output tag=1 p"] {
        assert!(refused(wrong).contains("is not offered"), "{wrong}");
    }
    let line = "--noprefix --personality ompi --leave-session-attached --debug-daemons --novm -disable-x \
                -enable-x -ordered-output p";
    assert!(run(line).missed.is_empty());
    let line = "--prefix /opt --tune f -nameserver h p";
    assert_eq!(run(line).missed, ["--prefix /opt", "--tune f", "--nameserver h"]);
}

#[test]
fn misspelt_options_get_a_suggestion() {
    for (wrong, right) in [
        ("--hostfil=a p", "--hostfile?"),
        ("-hots a p", "--host"),
        ("--tag-ouput p", "--tag-output?"),
        ("--bindto core p", "--bind-to?"),
        ("--method tcp p", "--methods?"),
    ] {
        let text = refused(wrong);
        assert!(text.contains("did you mean") && text.contains(right), "{wrong}: {text}");
    }
    for foreign in ["-k p", "-frobnicate p"] {
        assert!(refused(foreign).contains("--help"), "{foreign}");
    }
}

#[test]
fn mistakes_are_named() {
    assert!(refused("-frobnicate 3 p").contains("-frobnicate"));
    assert!(refused("--verbose=yes p").contains("takes no value"));
    assert!(refused("-n").contains("needs a value"));
    assert!(refused("-n 0 p").contains("positive"));
    assert!(refused("-n 2").contains("no program"));
    assert!(refused("-n 2 a : -n 3").contains("no program"));
    assert!(refused("--timeout soon p").contains("seconds"));
    assert!(refused("--set a p").contains("--set"));
    assert!(refused("--rule trafic=bulk p").contains("did you mean `traffic`"));
    assert!(refused("--rule rank=3 p").contains("use"));
    assert!(refused("--set progress=perhaps p").contains("progress"));
    assert!(refused("-hostfile /nonexistent/file p").contains("/nonexistent/file"));
}

#[test]
fn inheritance() {
    let own = || [("A", "1"), ("B", "2")].map(|(n, v)| (n.into(), v.into())).into_iter();
    let env = |line: &str| {
        let options = run(line);
        let app = &options.apps[0].environment;
        let env = Environment::resolve(&options.environment, app, own(), false);
        env.iter().map(|(n, v)| format!("{}={}", n.display(), v.display())).collect::<Vec<_>>()
    };
    assert_eq!(env("p"), ["A=1", "B=2"]);
    assert_eq!(env("-genvnone -genv C 3 p"), ["C=3"]);
    assert_eq!(env("-envlist B -env C 3 p"), ["B=2", "C=3"]);
    assert_eq!(env("-genvnone -envall p"), ["A=1", "B=2"]);
}

#[test]
fn carriers_of_control_connections() {
    assert_eq!(run("-n 1 a").control, None);
    let options = run("--control sctp --set control.timeout=3s a");
    assert_eq!(options.control.as_deref(), Some("sctp"));
    assert_eq!(options.sets, ["control.timeout=3s"]);
    let text = refused("--control=udp a");
    assert!(text.contains("pipe or sctp"), "{text}");
    assert!(refused("--set control=udp a").contains("pipe, sctp"));
}

#[test]
fn the_width_of_the_tree() {
    assert_eq!(run("a").tree_width, None);
    for (line, width) in [("--tree-width 3 a", 3), ("-tree-width=0 a", 0), ("--tree-width 2 a", 2)]
    {
        assert_eq!(run(line).tree_width, Some(width), "{line}");
    }
    assert!(refused("--tree-width 1 a").contains("chain"));
    for wrong in ["-1", "many", "1.5"] {
        assert!(refused(&format!("--tree-width {wrong} a")).contains("not a number"), "{wrong}");
    }
}
