//! What belongs to communicators and processes, and other programs.

use crate::Example;
use ferry::tool::Tools;
use ferry::{
    AttributeKey, ChildProgram, Communicator, Equivalence, InterRoot, ListeningPort, Op,
    PackReader, PackWriter, PackedForm, Result,
};

pub(crate) const ALL: &[Example] = &[
    ("attributes", attributes),
    ("comm_name", comm_name),
    ("compare", compare),
    ("time", time),
    ("pack", pack),
    ("arrays", arrays),
    ("truth_values", truth_values),
    ("type_errors", type_errors),
    ("cartesian_map", cartesian_map),
    ("port", port),
    ("spawn", spawn),
    ("spawn_multiple", spawn_multiple),
    ("tools", tools),
];

/// What makes this program a child of itself.
pub(crate) const CHILD: &str = "--child";

/// A library keeps what it knows of a communicator with it.
fn attributes(comm: &Communicator) -> Result<()> {
    let (stays, follows) = (AttributeKey::<String>::new()?, AttributeKey::<Vec<usize>>::copied()?);
    comm.set_attribute(&stays, format!("rank {}", comm.rank()))?;
    comm.set_attribute(&follows, vec![comm.rank(); 3])?;
    let other = comm.dup()?;
    assert!(other.attribute(&stays)?.is_none());
    assert_eq!(other.attribute(&follows)?.as_deref(), Some(&vec![comm.rank(); 3]));
    comm.delete_attribute(&stays)
}

fn comm_name(comm: &Communicator) -> Result<()> {
    let other = comm.dup()?;
    other.set_name("a name that errors tell")?;
    assert_eq!(other.name()?, "a name that errors tell");
    Ok(())
}

fn compare(comm: &Communicator) -> Result<()> {
    assert_eq!(comm.compare(comm)?, ferry::Likeness::Same);
    assert_eq!(comm.compare(&comm.dup()?)?, ferry::Likeness::Congruent);
    Ok(())
}

/// How long a barrier takes, at most.
fn time(comm: &Communicator) -> Result<()> {
    let start = ferry::time();
    comm.barrier()?;
    let longest = comm.all_reduce(&(ferry::time() - start), &Op::max())?;
    assert!(longest >= 0.0);
    Ok(())
}

/// A table with its length in front, as one message.
fn pack(comm: &Communicator) -> Result<()> {
    let mut writer = PackWriter::new(PackedForm::Native);
    let table: Vec<f64> = (0..comm.rank()).map(|n| n as f64).collect();
    writer.pack(&table.len())?;
    writer.pack(&table)?;
    let (me, size) = (comm.rank(), comm.size());
    comm.send(writer.bytes(), (me + 1) % size, 0)?;
    let (bytes, status) = comm.receive_vec::<u8>((me + size - 1) % size, 0)?;
    let mut reader = PackReader::new(&bytes, PackedForm::Native);
    let len = reader.unpack::<usize>()?;
    assert_eq!(reader.unpack_vec::<f64>(len)?.len(), status.source());
    Ok(())
}

/// Arrays are elements; what counts are the numbers in them.
fn arrays(comm: &Communicator) -> Result<()> {
    let mut matrix = if comm.rank() == 0 { [[1.0, 2.0], [3.0, 4.0]] } else { [[0.0; 2]; 2] };
    comm.broadcast(&mut matrix, 0)?;
    assert_eq!(matrix, [[1.0, 2.0], [3.0, 4.0]]);
    let sum = comm.all_reduce(&matrix, &Op::sum())?;
    assert_eq!(sum[1][1], 4.0 * comm.size() as f64);
    comm.send(&matrix, comm.rank(), 0)?;
    assert_eq!(comm.receive_vec::<f64>(comm.rank(), 0)?.0, [1.0, 2.0, 3.0, 4.0]);
    Ok(())
}

fn truth_values(comm: &Communicator) -> Result<()> {
    let odd = comm.all_gather(&(comm.rank() % 2 == 1))?;
    assert!(odd.iter().enumerate().all(|(rank, is_odd)| *is_odd == (rank % 2 == 1)));
    assert!(comm.all_reduce(&(comm.rank() == 0), &Op::or())?);
    Ok(())
}

/// A message tells of what type its elements are.
fn type_errors(comm: &Communicator) -> Result<()> {
    #[derive(Equivalence, Clone, Copy)]
    struct Sample {
        at: u64,
        value: f32,
    }
    let sample = Sample { at: 1, value: 0.5 };
    comm.send(&(sample.at as i32), comm.rank(), 0)?;
    let error = comm.receive::<f32>(comm.rank(), 0).unwrap_err();
    assert!(error.message().contains("i32") && error.message().contains("f32"), "{error}");
    comm.send(&sample, comm.rank(), 0)?;
    let error = comm.receive_vec::<(f32, u64)>(comm.rank(), 0).unwrap_err();
    assert!(error.message().contains("(u64, f32)"), "{error}");
    assert_eq!(sample.value, 0.5);
    Ok(())
}

fn cartesian_map(comm: &Communicator) -> Result<()> {
    let mut dims = [0, 0];
    ferry::balanced_dims(comm.size(), &mut dims)?;
    let rank = comm.map_cartesian(&dims, &[true, false])?;
    assert!(rank.is_some_and(|rank| rank < comm.size()));
    Ok(())
}

/// Two halves that meet at a port, as two jobs would.
fn port(comm: &Communicator) -> Result<()> {
    if comm.size() < 2 {
        return Ok(());
    }
    let is_server = comm.rank() == 0;
    let Some(half) = comm.split(Some(u32::from(is_server)), 0)? else { return Ok(()) };
    let between = if is_server {
        let port = ListeningPort::open()?;
        (1..comm.size()).try_for_each(|rank| comm.send(port.name().as_bytes(), rank, 0))?;
        half.accept(port.name(), 0)?
    } else {
        let (name, _) = comm.receive_vec::<u8>(0, 0)?;
        half.connect(&String::from_utf8_lossy(&name), 0)?
    };
    assert_eq!(between.remote_size(), if is_server { comm.size() - 1 } else { 1 });
    between.barrier()?;
    between.disconnect()
}

fn child(count: usize) -> Result<ChildProgram> {
    let me = std::env::current_exe().unwrap_or_default();
    Ok(ChildProgram::new(&me, count).arg(CHILD))
}

/// Children that add up what their parents send.
fn spawn(comm: &Communicator) -> Result<()> {
    let children = comm.spawn(&child(2)?, 0)?;
    talk(comm, &children)
}

fn spawn_multiple(comm: &Communicator) -> Result<()> {
    let world = comm.spawn_multiple(&[child(1)?, child(1)?.arg("again")], 0)?;
    assert!(world.outcomes().iter().all(Option::is_none));
    talk(comm, &world.joined()?)
}

fn talk(comm: &Communicator, children: &ferry::Intercommunicator) -> Result<()> {
    assert_eq!(children.remote_size(), 2);
    let mut greeting = 5;
    let root = if comm.rank() == 0 { InterRoot::Me } else { InterRoot::Beside };
    children.broadcast(&mut greeting, root)?;
    if comm.rank() == 0 {
        let (sum, _) = children.receive::<i32>(0, 0)?;
        assert_eq!(sum, 2 * 5);
    }
    children.clone().disconnect()
}

/// What a child does.
pub(crate) fn be_a_child(universe: &ferry::Universe) -> Result<()> {
    let Some(parent) = universe.parent()? else { return Ok(()) };
    let world = universe.world();
    let mut greeting = 0;
    parent.broadcast(&mut greeting, InterRoot::There(0))?;
    let sum = world.all_reduce(&greeting, &Op::sum())?;
    if world.rank() == 0 {
        parent.send(&sum, 0, 0)?;
    }
    parent.disconnect()
}

/// What MPI counts of itself.
fn tools(comm: &Communicator) -> Result<()> {
    let tools = Tools::init()?;
    let session = tools.session()?;
    let sent = session.measure(&tools.performance("transfer.eager_messages")?)?;
    sent.start()?;
    comm.send(&1, comm.rank(), 0)?;
    comm.receive::<i32>(comm.rank(), 0)?;
    assert!(sent.read_count()? >= 1);
    assert!(tools.control("methods")?.description().len() > 10);
    Ok(())
}
