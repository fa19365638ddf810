//! A task farm: rank 0 hands out tasks to whoever is free and collects the results in the order in
//! which they come.
//!
//! The tasks are the rows of a picture of the Mandelbrot set, which take very different times. Run it
//! as `mpiexec -n 4 target/debug/farm`; alone, the manager does the work itself.

use ferry::{Communicator, Equivalence, Source};
use std::error::Error;
use std::process::ExitCode;

const ROWS: u32 = 24;
const COLUMNS: usize = 72;
const LIMIT: u32 = 200_000;

/// Messages from the manager: a task, or that there are none left.
const TASK: i32 = 1;
const END: i32 = 2;
/// Messages from workers.
const READY: i32 = 3;
const RESULT: i32 = 4;

/// A row to compute.
#[derive(Equivalence, Clone, Copy, Debug)]
#[repr(C)]
struct Task {
    row: u32,
    /// Imaginary part of the row's points.
    height: f64,
}

/// A computed row.
#[derive(Equivalence, Clone, Copy, Debug)]
#[repr(C)]
struct Row {
    row: u32,
    /// Steps until each point escaped.
    steps: [u32; COLUMNS],
    seconds: f64,
}

fn main() -> ExitCode {
    ferry::run(|universe| {
        let world = universe.world();
        match world.rank() {
            0 => manage(&world),
            _ => work(&world),
        }
    })
}

fn tasks() -> impl Iterator<Item = Task> {
    (0..ROWS).map(|row| Task { row, height: 1.2 - 2.4 * f64::from(row) / f64::from(ROWS - 1) })
}

fn manage(world: &Communicator) -> Result<(), Box<dyn Error>> {
    let start = ferry::time();
    let mut tasks = tasks();
    let mut rows = Vec::new();
    let mut done = vec![0; world.size()];
    let mut workers = world.size() - 1;
    if workers == 0 {
        rows.extend(tasks.by_ref().map(|task| compute(&task)));
        done[0] = rows.len();
    }
    while workers > 0 {
        let message = world.matched_probe(Source::Any, ferry::Tag::Any)?;
        let worker = message.status().source();
        if message.status().tag() == RESULT {
            let (row, _) = message.receive::<Row>()?;
            rows.push(row);
            done[worker] += 1;
        } else {
            message.receive::<()>()?;
        }
        match tasks.next() {
            Some(task) => world.send(&task, worker, TASK)?,
            None => {
                world.send(&(), worker, END)?;
                workers -= 1;
            }
        }
    }
    show(rows, &done, ferry::time() - start);
    Ok(())
}

fn work(world: &Communicator) -> Result<(), Box<dyn Error>> {
    world.send(&(), 0, READY)?;
    loop {
        let message = world.matched_probe(0, ferry::Tag::Any)?;
        if message.status().tag() == END {
            message.receive::<()>()?;
            return Ok(());
        }
        let (task, _) = message.receive::<Task>()?;
        world.send(&compute(&task), 0, RESULT)?;
    }
}

fn compute(task: &Task) -> Row {
    let start = ferry::time();
    let mut steps = [0; COLUMNS];
    for (column, steps) in steps.iter_mut().enumerate() {
        let x = -2.2 + 3.2 * column as f64 / (COLUMNS - 1) as f64;
        *steps = escape(x, task.height);
    }
    Row { row: task.row, steps, seconds: ferry::time() - start }
}

/// Steps until z² + c leaves the circle of radius 2.
fn escape(re: f64, im: f64) -> u32 {
    let (mut x, mut y) = (0.0, 0.0);
    for step in 0..LIMIT {
        if x * x + y * y > 4.0 {
            return step;
        }
        (x, y) = (x * x - y * y + re, 2.0 * x * y + im);
    }
    LIMIT
}

fn show(mut rows: Vec<Row>, done: &[usize], seconds: f64) {
    rows.sort_by_key(|row| row.row);
    for row in &rows {
        let shade = |steps: &u32| match steps {
            0..4 => ' ',
            4..8 => '.',
            8..20 => ':',
            20..LIMIT => '+',
            _ => '#',
        };
        println!("{}", row.steps.iter().map(shade).collect::<String>().trim_end());
    }
    let computed: f64 = rows.iter().map(|row| row.seconds).sum();
    println!("{ROWS} rows, {computed:.3} s of work done in {seconds:.3} s; rows by rank: {done:?}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_inside_never_escape() {
        assert_eq!(escape(0.0, 0.0), LIMIT);
        assert!(escape(2.0, 2.0) < 4);
    }
}
