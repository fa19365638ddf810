//! What tools may ask and set.

use ferry::tool::{ControlScope, PerformanceClass, Tools, Value};
use ferry::{Result, Universe};
use std::sync::{Arc, Mutex};

pub(super) fn parameters_are_set_before_the_start() -> Result<()> {
    let tools = Tools::init()?;
    let bcast = tools.control("coll.bcast")?;
    assert_eq!(bcast.scope(), ControlScope::AllAlike);
    bcast.set(&Value::Text("chain".into()))?;
    let budget = tools.control("p2p.unexpected_budget")?;
    budget.set(&Value::Number(1 << 20))?;
    let links = tools.control("report_links")?;
    assert_eq!(links.read_choice()?, "no");
    let error = links.set_choice("perhaps").unwrap_err();
    assert!(error.message().contains("one of no, yes"), "{error}");
    let error = links.set(&Value::Number(1)).unwrap_err();
    assert!(error.message().contains("report_links"), "{error}");
    assert!(tools.control("no such").unwrap_err().message().contains("'no such'"));

    let universe = Universe::init()?;
    assert_eq!(bcast.read()?, Value::Text("chain".into()));
    assert_eq!(budget.read()?, Value::Number(1 << 20));
    bcast.set(&Value::Text("auto".into()))?;
    let error = budget.set(&Value::Number(1)).unwrap_err();
    assert_eq!(error.class().name(), "MPI_T_ERR_CVAR_SET_NOT_NOW", "{error}");
    universe.world().barrier()?;
    universe.finalize()?;
    // What it was last stays.
    assert_eq!(bcast.read()?, Value::Text("auto".into()));
    Ok(())
}

pub(super) fn counts_are_of_their_sessions() -> Result<()> {
    let universe = Universe::init()?;
    let comm = universe.self_comm();
    let tools = Tools::init()?;
    let sent = tools.performance("transfer.eager_messages")?;
    assert_eq!(sent.class(), PerformanceClass::Counter);
    assert!(sent.is_measured() && !sent.is_of_communicators() && !sent.description().is_empty());
    let (one, other) = (tools.session()?, tools.session()?);
    let (counted, stopped) = (one.measure(&sent)?, other.measure(&sent)?);
    counted.start()?;
    for number in 0..5 {
        comm.send(&number, 0, 0)?;
        comm.receive::<i32>(0, 0)?;
    }
    assert_eq!((counted.read_count()?, stopped.read_count()?), (5, 0));
    assert_eq!(counted.take()?, [Value::Count(5)]);
    counted.write(&[Value::Count(100)])?;
    comm.send(&1, 0, 0)?;
    counted.stop()?;
    comm.send(&2, 0, 0)?;
    assert_eq!(counted.read_count()?, 101);
    counted.reset()?;
    assert_eq!(counted.read_count()?, 0);
    let error = counted.write(&[Value::Real(1.0)]).unwrap_err();
    assert!(error.message().contains("transfer.eager_messages"), "{error}");

    // What only tells how things are can be read alone.
    let kept = tools.performance("matching.unexpected")?;
    assert!(!kept.is_measured());
    let kept = one.measure(&kept)?;
    // What was sent here comes with some progress.
    assert_eq!(comm.try_probe(0, 99)?, None);
    assert_eq!(kept.read()?, [Value::Count(2)]);
    let error = kept.reset().unwrap_err();
    assert_eq!(error.class().name(), "MPI_T_ERR_PVAR_NO_WRITE", "{error}");
    (0..2).try_for_each(|_| comm.receive::<i32>(0, 0).map(drop))?;
    universe.finalize()
}

pub(super) fn links_are_counted_by_rank() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let tools = Tools::init()?;
    let variables = tools.performances()?;
    let of_links = variables.iter().find(|variable| {
        variable.is_of_communicators() && variable.class() == PerformanceClass::Aggregate
    });
    let of_links = of_links.expect("bytes of each link are counted");
    let session = tools.session()?;
    assert!(session.measure(of_links).is_err(), "it is of communicators");
    let measured = session.measure_in(of_links, &world)?;
    measured.start()?;
    let mut came = vec![0u8; 1000];
    let other = 1 - world.rank();
    world.send_receive(&vec![1u8; 1000], other, 0, &mut came, other, 0)?;
    world.barrier()?;
    let values = measured.read()?;
    assert_eq!(values.len(), world.size());
    let Value::Count(bytes) = values[other] else { panic!("{values:?}") };
    assert!(bytes >= 1000, "{}: {values:?}", of_links.name());
    universe.finalize()
}

pub(super) fn arrivals_are_heard_in_their_communicator() -> Result<()> {
    let universe = Universe::init()?;
    let (comm, other) = (universe.self_comm(), universe.world().dup()?);
    let tools = Tools::init()?;
    let arrived = tools.event("matching.message_arrived")?;
    assert!(arrived.is_of_communicators());
    let error = arrived.listen(|_| ()).unwrap_err();
    assert!(error.message().contains("matching.message_arrived"), "{error}");
    let heard = Arc::new(Mutex::new(Vec::new()));
    let note = heard.clone();
    let listener = arrived.listen_in(&comm, move |happening| {
        note.lock().unwrap().push(happening.values.clone());
    })?;
    for (comm, tag) in [(&comm, 3), (&other, 5), (&comm, 4)] {
        comm.send(&1.5f64, comm.rank(), tag)?;
        comm.receive::<f64>(comm.rank(), tag)?;
        // What was noted last is told with some progress.
        assert_eq!(comm.try_probe(comm.rank(), 99)?, None);
    }
    assert!(!listener.has_panicked());
    assert_eq!(listener.missed(), 0);
    drop(listener);
    comm.send(&2, 0, 6)?;
    comm.receive::<i32>(0, 6)?;
    assert_eq!(comm.try_probe(0, 99)?, None);
    let tags: Vec<Value> = heard.lock().unwrap().iter().map(|values| values[1].clone()).collect();
    assert_eq!(tags, [Value::Number(3), Value::Number(4)]);
    universe.finalize()
}

pub(super) fn everything_has_its_category() -> Result<()> {
    let tools = Tools::init()?;
    let before = tools.changed()?;
    let link = tools.category("link")?;
    assert!(link.controls()?.iter().any(|control| control.name() == "methods"));
    assert!(link.events()?.iter().any(|event| event.name() == "link.method_changed"));
    let (mut controls, mut events) = (0, 0);
    for category in tools.categories()? {
        assert!(!category.description().is_empty(), "{}", category.name());
        controls += category.controls()?.len();
        events += category.events()?.len();
        category.performances()?;
        category.categories()?;
    }
    assert_eq!((controls, events), (tools.controls()?.len(), tools.events()?.len()));
    assert!(tools.changed()? >= before);
    Ok(())
}
