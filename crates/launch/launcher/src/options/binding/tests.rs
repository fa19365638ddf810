use super::*;
use TopologyLevel::{Core, Host, Hwthread, Numa, Socket};

fn wish(build: impl Fn(&mut BindingWish) -> Result<(), LaunchError>) -> BindingWish {
    let mut wish = BindingWish::default();
    build(&mut wish).unwrap();
    wish
}

fn policy(bind: &str, map: &str, rank: &str) -> BindingPolicy {
    let wish = wish(|wish| {
        for (text, option) in [
            (bind, BindingWish::bind_to as fn(&mut BindingWish, &str, &str) -> _),
            (map, BindingWish::map_by),
            (rank, BindingWish::rank_by),
        ] {
            if !text.is_empty() {
                option(wish, "--x", text)?;
            }
        }
        Ok(())
    });
    wish.policy().unwrap()
}

#[test]
fn nothing_said_binds_nothing() {
    assert!(BindingWish::default().policy().unwrap().is_idle());
    assert!(policy("", "slot", "slot").is_idle() && policy("none", "core", "").is_idle());
    assert!(policy("", "node", "").is_idle() && policy("", "ppr:2:node", "").is_idle());
}

#[test]
fn targets_and_maps() {
    let shape = |p: BindingPolicy| (p.target, p.map, p.unit);
    let parts = BindTarget::Parts;
    assert_eq!(shape(policy("core", "", "")), (parts(Core), Core, (Core, 1)));
    assert_eq!(shape(policy("package", "", "")), (parts(Socket), Socket, (Core, 1)));
    assert_eq!(shape(policy("core:2", "", "")), (parts(Core), Host, (Core, 2)));
    assert_eq!(shape(policy("socket:2", "", "")), (parts(Socket), Host, (Socket, 2)));
    assert_eq!(shape(policy("", "slot:PE=2", "")), (parts(Core), Host, (Core, 2)));
    assert_eq!(shape(policy("", "numa:pe=2:hwtcpus", "")), (parts(Hwthread), Numa, (Hwthread, 2)));
    assert_eq!(shape(policy("core", "Socket", "")), (parts(Core), Socket, (Core, 1)));
    assert_eq!(shape(policy("", "socket", "")), (parts(Socket), Socket, (Core, 1)));
    assert_eq!(policy("", "ppr:2:socket", "").pack, 2);
    assert_eq!(policy("core", "", "socket").numbering, Numbering::Around(Socket));
    assert_eq!(policy("core", "socket", "slot").numbering, Numbering::Filled);
    let lists = BindTarget::Lists(vec![vec![0], vec![1, 4, 5]]);
    assert_eq!(policy("user:0,1+4-5", "", "").target, lists);
    assert_eq!(policy("core:overload-allowed", "", "").overload, Overload::Allowed);
}

#[test]
fn hosts() {
    let layout = |map: &str| wish(|wish| wish.map_by("--x", map)).layout(Some(7));
    assert_eq!(layout("ppr:2:node").per_node, Some(2));
    assert_eq!(layout("ppr:2:socket").per_part, Some((2, Socket)));
    assert!(layout("node").by_node && !layout("socket").by_node);
    assert_eq!(layout("socket").per_node, Some(7));
}

#[test]
fn intels_words() {
    let by = |pairs: &[(&str, &str)]| {
        let find = |name: &str| {
            let pair = pairs.iter().find(|(n, _)| *n == name);
            pair.map(|(_, value)| (*value).to_owned())
        };
        wish(|wish| by_variables(wish, find)).policy().unwrap()
    };
    assert_eq!(by(&[("I_MPI_PIN_DOMAIN", "socket")]).target, BindTarget::Parts(Socket));
    assert_eq!(by(&[("I_MPI_PIN_DOMAIN", "2")]).unit, (Hwthread, 2));
    assert_eq!(by(&[("I_MPI_PIN_DOMAIN", "omp"), ("OMP_NUM_THREADS", "3")]).unit, (Hwthread, 3));
    let masks = BindTarget::Lists(vec![vec![0, 1], vec![2, 3]]);
    assert_eq!(by(&[("I_MPI_PIN_DOMAIN", "[3,c]")]).target, masks);
    let each = BindTarget::Lists(vec![vec![1], vec![3]]);
    assert_eq!(by(&[("I_MPI_PIN_PROCESSOR_LIST", "1,3")]).target, each);
    assert!(by(&[("I_MPI_PIN", "off"), ("I_MPI_PIN_DOMAIN", "core")]).is_idle());
    assert!(by(&[]).is_idle());
    let option = wish(|wish| by_option(wish, "-binding", "pin=yes;domain=numa")).policy().unwrap();
    assert_eq!(option.target, BindTarget::Parts(Numa));
    assert!(by_variables(&mut BindingWish::default(), |_| Some("odd".into())).is_err());
}

#[test]
fn wrong_words_are_named() {
    let mut wish = BindingWish::default();
    for (text, expected) in [
        (wish.bind_to("--bind-to", "corr"), "\"corr\" is nothing to bind to"),
        (wish.bind_to("--bind-to", "core:0"), "positive"),
        (wish.bind_to("--bind-to", "user:x"), "list of CPUs"),
        (wish.map_by("--map-by", "ppr:2"), "ppr:N"),
        (wish.map_by("--map-by", "ppr:x:core"), "positive"),
        (wish.map_by("--map-by", "core:PE=x"), "positive"),
        (wish.map_by("--map-by", "core:frob"), "frob"),
        (wish.map_by("--map-by", "socket:span"), "SPAN is not offered"),
        (wish.rank_by("--rank-by", "x"), "number by"),
        (wish.cpu_set("--cpu-set", "3-1"), "list of CPUs"),
        (wish.rankfile("/nonexistent/file"), "/nonexistent/file"),
    ] {
        let text = text.unwrap_err().text;
        assert!(text.contains(expected), "{text}");
    }
}
