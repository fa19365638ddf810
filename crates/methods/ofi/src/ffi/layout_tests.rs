//! The layouts, against what a C compiler makes of the headers that are installed.

use super::layout::*;
use std::mem::offset_of;
use std::process::Command;

/// Each place in Rust and in C's words.
fn places() -> Vec<(&'static str, usize)> {
    macro_rules! places {
        ($($c:literal: $type:ident { $($name:literal = $field:ident),* $(,)? })*) => {
            vec![$($((concat!("offsetof(struct ", $c, ", ", $name, ")"), offset_of!($type, $field)),)*)*]
        };
    }
    let mut all = places! {
        "fid": Fid { "fclass" = fclass, "context" = context, "ops" = ops }
        "fi_ops": FidOps { "close" = close, "bind" = bind, "control" = control }
        "fid_fabric": FidFabric { "ops" = ops }
        "fi_ops_fabric": FabricOps { "domain" = domain, "trywait" = trywait }
        "fid_domain": FidDomain { "ops" = ops, "mr" = mr }
        "fi_ops_domain": DomainOps { "av_open" = av_open, "cq_open" = cq_open, "endpoint" = endpoint }
        "fi_ops_mr": MrOps { "reg" = reg }
        "fid_mr": FidMr { "mem_desc" = mem_desc, "key" = key }
        "fid_av": FidAv { "ops" = ops }
        "fi_ops_av": AvOps { "insert" = insert }
        "fid_cq": FidCq { "ops" = ops }
        "fi_ops_cq": CqOps { "read" = read, "readerr" = readerr }
        "fid_ep": FidEp { "ops" = ops, "cm" = cm, "msg" = msg, "rma" = rma }
        "fi_ops_ep": EpOps { "setopt" = setopt }
        "fi_ops_cm": CmOps { "getname" = getname }
        "fi_ops_msg": MsgOps { "recvmsg" = recvmsg, "send" = send, "inject" = inject }
        "fi_ops_rma": RmaOps { "read" = read }
        "fi_msg": Msg { "desc" = desc, "iov_count" = iov_count, "addr" = addr, "context" = context, "data" = data }
        "fi_info": Info { "caps" = caps, "mode" = mode, "addr_format" = addr_format, "src_addrlen" = src_addrlen,
            "src_addr" = src_addr, "handle" = handle, "tx_attr" = tx_attr, "rx_attr" = rx_attr,
            "ep_attr" = ep_attr, "domain_attr" = domain_attr, "fabric_attr" = fabric_attr }
        "fi_tx_attr": TxAttr { "msg_order" = msg_order, "inject_size" = inject_size, "size" = size }
        "fi_rx_attr": RxAttr { "msg_order" = msg_order, "comp_order" = comp_order, "size" = size }
        "fi_ep_attr": EpAttr { "type" = kind, "protocol" = protocol, "max_msg_size" = max_msg_size }
        "fi_domain_attr": DomainAttr { "name" = name, "threading" = threading, "mr_mode" = mr_mode,
            "mr_key_size" = mr_key_size }
        "fi_fabric_attr": FabricAttr { "name" = name, "prov_name" = prov_name }
        "fi_av_attr": AvAttr { "count" = count, "name" = name, "flags" = flags }
        "fi_cq_attr": CqAttr { "format" = format, "wait_obj" = wait_obj, "wait_set" = wait_set }
        "fi_cq_data_entry": CqEntry { "flags" = flags, "len" = len, "buf" = buf, "data" = data }
        "fi_cq_err_entry": CqErrEntry { "flags" = flags, "err" = err, "prov_errno" = prov_errno,
            "err_data_size" = err_data_size }
    };
    all.extend([
        ("sizeof(struct fi_msg)", size_of::<Msg>()),
        ("sizeof(struct fi_av_attr)", size_of::<AvAttr>()),
        ("sizeof(struct fi_cq_attr)", size_of::<CqAttr>()),
        ("sizeof(struct fi_cq_data_entry)", size_of::<CqEntry>()),
        ("sizeof(struct fi_context2)", size_of::<Context>()),
    ]);
    all
}

/// Numbers that have names.
fn numbers() -> Vec<(&'static str, u64)> {
    macro_rules! numbers {
        ($($name:ident)*) => { vec![$((stringify!($name), $name as u64),)*] };
    }
    let mut all = numbers! {
        FI_MSG FI_RMA FI_READ FI_RECV FI_SEND FI_REMOTE_READ FI_MULTI_RECV FI_ORDER_SAS FI_ORDER_STRICT FI_CONTEXT FI_CONTEXT2
        FI_MR_LOCAL FI_MR_VIRT_ADDR FI_MR_ALLOCATED FI_MR_PROV_KEY FI_MR_ENDPOINT
        FI_EP_RDM FI_THREAD_DOMAIN FI_CQ_FORMAT_DATA FI_WAIT_NONE FI_WAIT_FD FI_GETWAIT FI_ENABLE
        FI_OPT_ENDPOINT FI_OPT_MIN_MULTI_RECV FI_ADDR_UNSPEC FI_EAGAIN FI_EAVAIL
        FI_ETRUNC FI_EOVERRUN
    };
    all.extend([
        ("FI_SOCKADDR", format::SOCKADDR.into()),
        ("FI_SOCKADDR_IN", format::SOCKADDR_IN.into()),
        ("FI_SOCKADDR_IN6", format::SOCKADDR_IN6.into()),
        ("FI_ADDR_STR", format::STR.into()),
        ("FI_VERSION(1, 17)", version(1, 17).into()),
    ]);
    all
}

/// What a C program says that prints these expressions; `None`: no compiler, or no headers.
fn in_c<'a>(expressions: impl Iterator<Item = &'a str>) -> Option<Vec<u64>> {
    const HEADERS: &str = "#include <stdio.h>\n#include <stddef.h>\n#include <rdma/fabric.h>\n\
        #include <rdma/fi_cm.h>\n#include <rdma/fi_domain.h>\n#include <rdma/fi_endpoint.h>\n\
        #include <rdma/fi_eq.h>\n#include <rdma/fi_rma.h>\nint main(void) {\n";
    let prints = expressions.map(|e| format!("printf(\"%llu\\n\", (unsigned long long)({e}));\n"));
    let folder = tempfile::TempDir::new().expect("a folder for a moment");
    let (source, program) = (folder.path().join("layout.c"), folder.path().join("layout"));
    let text = format!("{HEADERS}{}return 0; }}\n", prints.collect::<String>());
    std::fs::write(&source, text).expect("a file in it");
    let built = Command::new("cc").arg(&source).arg("-o").arg(&program).output().ok()?;
    if !built.status.success() {
        let why = String::from_utf8_lossy(&built.stderr).into_owned();
        assert!(why.contains("rdma/fabric.h: No such file"), "{why}");
        return None;
    }
    let said = Command::new(program).output().expect("a program that was just built");
    let said = String::from_utf8(said.stdout).expect("numbers");
    Some(said.lines().map(|line| line.parse().expect("a number")).collect())
}

#[test]
fn layouts_and_numbers_are_those_of_the_headers() {
    let places = places().into_iter().map(|(name, place)| (name, place as u64));
    let ours: Vec<(&str, u64)> = places.chain(numbers()).collect();
    let Some(theirs) = in_c(ours.iter().map(|(name, _)| *name)) else {
        return eprintln!(
            "skipped: no C compiler, or no headers of libfabric (Debian: libfabric-dev)"
        );
    };
    assert_eq!(ours.len(), theirs.len());
    for ((name, ours), theirs) in ours.into_iter().zip(theirs) {
        assert_eq!(ours, theirs, "{name}");
    }
}
