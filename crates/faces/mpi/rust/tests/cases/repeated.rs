//! Operations that are started again and again, packing, values that communicators carry.

use ferry::{
    AttributeKey, Blocks, Equivalence, ErrorClass, Likeness, Op, PackReader, PackWriter,
    PackedForm, Result, Source, Universe,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(super) fn messages_again_and_again() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let (right, left) = ((me + 1) % size, (me + size - 1) % size);
    world.attach_buffer(None)?;
    // Short ones, and some that need a rendezvous.
    for len in [1, 100_000] {
        let mut sends = [
            world.repeated_send(vec![(0, false); len], right, 1)?,
            world.repeated_send_synchronous(vec![(0, false); len], right, 2)?,
            world.repeated_send_buffered(vec![(0, false); len], right, 3)?,
        ];
        let mut receives = (1..=3)
            .map(|tag| world.repeated_receive(vec![(0, true); len], left, tag))
            .collect::<Result<Vec<_>>>()?;
        for round in 0..4 {
            for send in &mut sends {
                send.input_mut()?.fill((10 * me + round, true));
            }
            let came = receives.iter_mut().map(|r| r.start()).collect::<Result<Vec<_>>>()?;
            let sent = sends.iter_mut().map(|s| s.start()).collect::<Result<Vec<_>>>()?;
            for (round, tag) in came.into_iter().zip(1..) {
                let status = round.wait()?;
                assert_eq!((status.tag(), status.count::<(usize, bool)>()), (tag, Some(len)));
            }
            sent.into_iter().try_for_each(|round| round.wait().map(drop))?;
            for receive in &mut receives {
                assert!(receive.output()?.iter().all(|came| *came == (10 * left + round, true)));
            }
        }
    }
    world.detach_buffer()?;
    universe.finalize()
}

pub(super) fn rounds_are_ended_first() -> Result<()> {
    let universe = Universe::init()?;
    let comm = universe.self_comm();
    let mut receive = comm.repeated_receive(vec![0; 2], Source::Any, 0)?;
    assert!(receive.resume().is_none());
    let _ = receive.start()?;
    let class = |error: ferry::Error| error.class();
    assert_eq!(receive.output().map_err(class), Err(ErrorClass::REQUEST));
    assert_eq!(receive.start().map(drop).map_err(class), Err(ErrorClass::REQUEST));
    comm.send(&[1, 2][..], 0, 0)?;
    let round = receive.resume().expect("it goes on");
    while !round.is_complete()? {}
    round.wait()?;
    assert_eq!(receive.output()?, [1, 2]);
    // Taken back, and used again.
    assert!(receive.start()?.cancel()?.is_none());
    // A message that is too long ends the round.
    let round = receive.start()?;
    comm.send(&[1, 2, 3][..], 0, 0)?;
    assert_eq!(round.wait().unwrap_err().class(), ErrorClass::TRUNCATE);
    let round = receive.start()?;
    comm.send(&[5][..], 0, 0)?;
    assert_eq!(round.wait()?.count::<i32>(), Some(1));
    assert_eq!(receive.output()?[0], 5);
    // Dropped while it is under way, it keeps its memory.
    drop(receive.start()?);
    drop(receive);
    comm.send(&[7, 8][..], 0, 0)?;
    universe.finalize()
}

pub(super) fn collectives_again_and_again() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let root = size - 1;
    let mut barrier = world.repeated_barrier()?;
    let mut broadcast = world.repeated_broadcast(vec![0; 3], root)?;
    let mut gather = world.repeated_gather(vec![me; 2], root)?;
    let blocks = (me == root).then(|| (0..2 * size).collect());
    let mut scatter = world.repeated_scatter(blocks, 2, root)?;
    let mut all_gather = world.repeated_all_gather(vec![me])?;
    let mut all_to_all = world.repeated_all_to_all(vec![me; size])?;
    let mut reduce = world.repeated_reduce(vec![[1.0, 2.0]; 2], &Op::sum(), root)?;
    let mut scan = world.repeated_scan(vec![1], &Op::sum())?;
    for round in 0..3 {
        if me == root {
            broadcast.output_mut()?.fill(round);
        }
        all_gather.input_mut()?[0] = me + round;
        let open = (barrier.start()?, broadcast.start()?, gather.start()?, scatter.start()?);
        let more = (all_gather.start()?, all_to_all.start()?, reduce.start()?, scan.start()?);
        open.3.wait()?;
        open.0.wait()?;
        open.1.wait()?;
        open.2.wait()?;
        more.3.wait()?;
        more.1.wait()?;
        more.2.wait()?;
        more.0.wait()?;
        assert_eq!(broadcast.output()?, [round; 3]);
        assert_eq!(scatter.output()?, [2 * me, 2 * me + 1]);
        assert!(all_gather.output()?.iter().enumerate().all(|(rank, n)| *n == rank + round));
        assert_eq!(all_to_all.output()?, (0..size).collect::<Vec<_>>());
        assert_eq!(scan.output()?, [me as i32 + 1]);
        if me == root {
            assert!(gather.output()?.iter().enumerate().all(|(at, rank)| *rank == at / 2));
            assert_eq!(reduce.output()?, [[size as f64, 2.0 * size as f64]; 2]);
        }
    }
    let custom = Op::custom(|a: &[u8], b: &mut [u8]| b[0] += a[0]);
    let mut own = world.repeated_scan(vec![1u8], &custom)?;
    drop(custom);
    own.start()?.wait()?;
    assert_eq!(own.output()?, [me as u8 + 1]);
    universe.finalize()
}

pub(super) fn blocks_of_any_length_again() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    let root = size - 1;
    let counts: Vec<usize> = (0..size).map(|rank| (rank + 1) % 3).collect();
    let of = |round: usize, rank: usize| vec![10 * round + rank; counts[rank]];
    let whole = |round: usize| (0..size).flat_map(|rank| of(round, rank)).collect::<Vec<_>>();
    let at_root = (me == root).then_some(&counts[..]);
    let mut gather = world.repeated_gather_varcount(of(0, me), at_root, root)?;
    let mut all_gather = world.repeated_all_gather_varcount(of(0, me), &counts)?;
    let blocks = (me == root).then(|| Blocks::new(whole(0), counts.clone())).transpose()?;
    let mut scatter = world.repeated_scatter_varcount(blocks, counts[me], root)?;
    // Rank r sends r elements to each.
    let (out, lens) =
        (Blocks::new(vec![me; me * size], vec![me; size])?, (0..size).collect::<Vec<_>>());
    let mut exchange = world.repeated_all_to_all_varcount(out, &lens)?;
    let mut sums = world.repeated_reduce_scatter_varcount(whole(0), &counts, &Op::sum())?;
    let mut block = world.repeated_reduce_scatter_block(vec![[me, 1]; 2 * size], &Op::sum())?;
    let mut before = world.repeated_exclusive_scan(vec![1u8], &Op::sum())?;
    for round in 0..3 {
        gather.input_mut()?.copy_from_slice(&of(round, me));
        all_gather.input_mut()?.copy_from_slice(&of(round, me));
        sums.input_mut()?.copy_from_slice(&whole(round));
        if me == root {
            scatter.input_mut()?.copy_from_slice(&whole(round));
        }
        let open = (gather.start()?, all_gather.start()?, scatter.start()?, exchange.start()?);
        let more = (sums.start()?, block.start()?, before.start()?);
        more.2.wait()?;
        more.0.wait()?;
        more.1.wait()?;
        open.3.wait()?;
        open.1.wait()?;
        open.2.wait()?;
        open.0.wait()?;
        assert!(me != root || gather.output()? == whole(round));
        assert_eq!(all_gather.output()?, whole(round));
        assert_eq!(scatter.output()?, of(round, me));
        assert!(exchange.output()?.iter().copied().eq((0..size).flat_map(|r| vec![r; r])));
        assert!(sums.output()?.iter().zip(of(round, me)).all(|(sum, one)| *sum == one * size));
        assert_eq!(block.output()?, [[(0..size).sum(), size]; 2]);
        assert!(me == 0 || before.output()? == [me as u8]);
    }
    let refused = world.repeated_all_gather_varcount(vec![1; 9], &counts).map(drop).unwrap_err();
    assert_eq!(refused.class(), ErrorClass::COUNT);
    universe.finalize()
}

#[derive(Equivalence, Clone, Copy, Debug, PartialEq)]
struct Mixed {
    small: u16,
    large: f64,
}

pub(super) fn packed_in_both_forms() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let (me, size) = (world.rank(), world.size());
    for form in [PackedForm::Native, PackedForm::External32] {
        let mut writer = PackWriter::new(form);
        writer.pack(&(me as u32))?;
        writer.pack(&[Mixed { small: 3, large: 0.25 }; 2][..])?;
        writer.pack(&[true, false][..])?;
        assert_eq!(writer.bytes().len(), 4 + 20 + 2, "without gaps");
        if form == PackedForm::External32 {
            assert_eq!(writer.bytes()[..4], (me as u32).to_be_bytes());
        }
        let mut came = vec![0; 26];
        let (right, left) = ((me + 1) % size, (me + size - 1) % size);
        world.send_receive(writer.bytes(), right, 0, &mut came, left, 0)?;
        let mut reader = PackReader::new(&came, form);
        assert_eq!(reader.unpack::<u32>()?, left as u32);
        assert_eq!(reader.unpack_vec::<Mixed>(2)?, [Mixed { small: 3, large: 0.25 }; 2]);
        assert_eq!(reader.unpack_vec::<u64>(1).unwrap_err().class(), ErrorClass::TRUNCATE);
        let mut flags = [false; 2];
        reader.unpack_into(&mut flags[..])?;
        assert_eq!((flags, reader.rest().len()), ([true, false], 0));
        assert!(reader.unpack::<u8>().is_err(), "there is no more");
    }
    universe.finalize()
}

struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

pub(super) fn communicators_carry_values() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    let dropped = Arc::new(AtomicUsize::new(0));
    let count = || dropped.load(Ordering::Relaxed);
    let (stays, copied) = (AttributeKey::new()?, AttributeKey::copied()?);
    let comm = world.dup()?;
    comm.set_attribute(&stays, Counted(dropped.clone()))?;
    comm.set_attribute(&copied, Counted(dropped.clone()))?;
    comm.set_attribute(&stays, Counted(dropped.clone()))?;
    assert_eq!(count(), 1, "the first was replaced");
    let copy = comm.dup()?;
    assert!(copy.attribute(&stays)?.is_none() && copy.attribute(&copied)?.is_some());
    drop(comm);
    assert_eq!(count(), 2, "what was copied is shared");
    copy.delete_attribute(&copied)?;
    assert_eq!(count(), 3);
    assert!(copy.delete_attribute(&copied).is_err(), "it is gone");
    assert_eq!(copy.compare(&world)?, Likeness::Congruent);
    assert_eq!(world.compare(&universe.world())?, Likeness::Same);
    let backwards = world.split(Some(0), -(world.rank() as i32))?.expect("all give a colour");
    let expected = if world.size() > 1 { Likeness::Similar } else { Likeness::Congruent };
    assert_eq!(backwards.compare(&world)?, expected);
    // Members alone call.
    let even: Vec<usize> = (0..world.size()).step_by(2).collect();
    let even = world.group()?.include(&even)?;
    if even.rank().is_some() {
        let made = world.create_group(&even, 4)?.expect("a member calls");
        assert_eq!(made.size(), even.size());
    }
    universe.finalize()
}
