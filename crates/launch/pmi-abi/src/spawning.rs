//! More processes, as a job of their own.

use crate::code::{PmiCode, PmiResult, failed, told};
use crate::library::{PmiJob, with};
use crate::pointer::{bytes, lent, places, text, texts};
use crate::space::{check_key, check_value};
use ferry_pmi::{SpawnAnswer, SpawnCommand, SpawnRequest};
use std::ffi::{OsStr, c_char, c_int};

const CALL: &str = "PMI_Spawn_multiple";

/// `PMI_keyval_t`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct PmiPair {
    key: *const c_char,
    val: *const c_char,
}

/// The commands of a call, each array with an element for each of them, or NULL.
struct CommandArrays {
    count: usize,
    programs: *const *const c_char,
    args: *const *const *const c_char,
    most: *const c_int,
    info_sizes: *const c_int,
    info: *const *const PmiPair,
}

fn size(of: c_int) -> PmiResult<usize> {
    usize::try_from(of).map_err(|_| PmiCode::LENGTH)
}

/// Keys with their values, which `read` reads.
fn pairs<T>(
    of: *const PmiPair,
    count: c_int,
    read: impl Fn(*const c_char) -> PmiResult<T>,
) -> PmiResult<Vec<(String, T)>> {
    let pairs = lent(of, size(count)?)?.iter();
    let pairs =
        pairs.map(|pair| Ok((text(pair.key, PmiCode::KEYVAL)?.to_owned(), read(pair.val)?)));
    pairs.collect()
}

/// The element of an array that may be NULL.
fn element<T: Copy>(of: *const T, count: usize, at: usize) -> PmiResult<Option<T>> {
    if of.is_null() { Ok(None) } else { Ok(lent(of, count)?.get(at).copied()) }
}

impl CommandArrays {
    fn command(&self, at: usize) -> PmiResult<SpawnCommand> {
        let program = lent(self.programs, self.count)?[at];
        let program = bytes(program, PmiCode::ARGUMENT)?.to_owned();
        let most = lent(self.most, self.count)?[at];
        let count = u32::try_from(most).map_err(|_| PmiCode::ARGUMENT)?;
        if program.is_empty() {
            return Err(PmiCode::ARGUMENT);
        }
        let args = texts(element(self.args, self.count, at)?.unwrap_or(std::ptr::null()))?;
        let info_size = element(self.info_sizes, self.count, at)?.unwrap_or(0);
        let info = element(self.info, self.count, at)?.unwrap_or(std::ptr::null());
        let value = |of| bytes(of, PmiCode::KEYVAL).map(OsStr::to_owned);
        Ok(SpawnCommand { program, args, count, info: pairs(info, info_size, value)? })
    }

    fn commands(&self) -> PmiResult<Vec<SpawnCommand>> {
        (0..self.count).map(|at| self.command(at)).collect()
    }
}

impl PmiJob {
    fn spawn(&mut self, request: &SpawnRequest) -> PmiResult<SpawnAnswer> {
        let longest = self.longest();
        for (key, value) in &request.preput {
            check_key(key, longest.0)?;
            check_value(value, longest.1)?;
        }
        match self {
            PmiJob::Launched(client) => client.spawn(request).map_err(|why| failed(CALL, &why)),
            PmiJob::Alone(_) => {
                ferry_sys::tell(&format!(
                    "ferry: {CALL}: there is no launcher to start processes; start this one with mpiexec"
                ));
                Err(PmiCode::FAIL)
            }
        }
    }
}

/// Notes for each process whether it runs, or could have.
fn note(answer: &SpawnAnswer, errors: &mut [c_int]) {
    let untold = if answer.refusal.is_none() { 0 } else { -1 };
    let codes = answer.codes.iter().map(|code| if code == 0 { 0 } else { -1 });
    let codes = codes.chain(std::iter::repeat(untold));
    errors.iter_mut().zip(codes).for_each(|(to, code)| *to = code);
}

fn spawn(request: &SpawnRequest, errors: *mut c_int) -> PmiResult {
    let total: u64 = request.commands.iter().map(|command| u64::from(command.count)).sum();
    let total = c_int::try_from(total).map_err(|_| PmiCode::ARGUMENT)?;
    let errors = if errors.is_null() { &mut [] } else { places(errors, total)? };
    errors.fill(-1);
    let answer = with(|job| job.spawn(request))?;
    note(&answer, errors);
    match answer.refusal {
        None => Ok(()),
        Some(why) => {
            ferry_sys::tell(&format!("ferry: {CALL}: {why}"));
            Err(PmiCode::FAIL)
        }
    }
}

/// `PMI_Spawn_multiple`: returns when the processes run, as a job of their own, or why they do not is known.
#[unsafe(no_mangle)]
pub extern "C" fn PMI_Spawn_multiple(
    count: c_int,
    cmds: *const *const c_char,
    argvs: *const *const *const c_char,
    maxprocs: *const c_int,
    info_keyval_sizes: *const c_int,
    info_keyval_vectors: *const *const PmiPair,
    preput_keyval_size: c_int,
    preput_keyval_vector: *const PmiPair,
    errors: *mut c_int,
) -> c_int {
    let asked = || {
        with(|_| Ok(()))?;
        let count = usize::try_from(count).ok().filter(|count| *count > 0);
        let arrays = CommandArrays {
            count: count.ok_or(PmiCode::ARGUMENT)?,
            programs: cmds,
            args: argvs,
            most: maxprocs,
            info_sizes: info_keyval_sizes,
            info: info_keyval_vectors,
        };
        let value = |of| text(of, PmiCode::KEYVAL).map(str::to_owned);
        let preput = pairs(preput_keyval_vector, preput_keyval_size, value)?;
        spawn(&SpawnRequest { commands: arrays.commands()?, preput }, errors)
    };
    told(asked())
}
