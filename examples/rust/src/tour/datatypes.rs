//! What can be sent: structs, complex numbers, columns, parts of arrays.

use crate::Example;
use ferry::{Communicator, Equivalence, Result, View, ViewMut};
use std::marker::PhantomData;

pub(crate) const ALL: &[Example] = &[
    ("structured", structured),
    ("user_datatype", user_datatype),
    ("units", units),
    ("strided", strided),
    ("subarray", subarray),
    ("indexed", indexed),
];

#[derive(Equivalence, Clone, Copy, Debug, Default, PartialEq)]
struct Particle {
    name: [u8; 3],
    position: (f64, f64),
    alive: bool,
}

fn structured(comm: &Communicator) -> Result<()> {
    let sent = [Particle { name: *b"abc", position: (1.0, -1.0), alive: true }; 4];
    let mut came = [Particle::default(); 4];
    comm.send_receive(&sent[..], comm.rank(), 0, &mut came[..], comm.rank(), 0)?;
    assert_eq!(came, sent);
    Ok(())
}

#[derive(Equivalence, Clone, Copy, Debug, PartialEq)]
struct Meters(f64);

fn user_datatype(comm: &Communicator) -> Result<()> {
    let heights = comm.all_gather(&Meters(1.5))?;
    assert!(heights.iter().all(|height| *height == Meters(1.5)));
    Ok(())
}

/// What a parameter marks, and no value has, is no part of the message.
fn units(comm: &Communicator) -> Result<()> {
    #[derive(Clone, Copy)]
    enum Kelvin {}

    #[derive(Equivalence, Clone, Copy)]
    struct Measured<U> {
        value: f64,
        unit: PhantomData<U>,
    }

    let mut temperature = Measured { value: comm.rank() as f64, unit: PhantomData::<Kelvin> };
    comm.broadcast(&mut temperature, 0)?;
    assert_eq!(temperature.value, 0.0);
    Ok(())
}

/// A column of a matrix becomes a row of another.
fn strided(comm: &Communicator) -> Result<()> {
    let matrix: Vec<u32> = (0..20).collect();
    let mut row = [0u32; 4];
    let column = View::strided(&matrix[2..], 1, 5, 4)?;
    comm.send_receive(&column, comm.rank(), 0, &mut row[..], comm.rank(), 0)?;
    assert_eq!(row, [2, 7, 12, 17]);
    Ok(())
}

/// A box of an array of three dimensions moves to another place in another array.
fn subarray(comm: &Communicator) -> Result<()> {
    let from: Vec<u32> = (0..60).collect();
    let mut to = vec![0u32; 60];
    let source = View::array(&from, &[3, 4, 5], &[1..3, 0..2, 4..5])?;
    let mut target = ViewMut::array(&mut to, &[5, 4, 3], &[0..2, 2..4, 0..1])?;
    comm.send_receive(&source, comm.rank(), 0, &mut target, comm.rank(), 0)?;
    assert_eq!([to[6], to[9], to[18], to[21]], [24, 29, 44, 49]);
    Ok(())
}

fn indexed(comm: &Communicator) -> Result<()> {
    let from: Vec<u32> = (0..10).collect();
    let mut to = [0u32; 4];
    let pieces = View::pieces(&from, &[0..1, 4..6, 9..10])?;
    comm.send_receive(&pieces, comm.rank(), 0, &mut to[..], comm.rank(), 0)?;
    assert_eq!(to, [0, 4, 5, 9]);
    Ok(())
}
