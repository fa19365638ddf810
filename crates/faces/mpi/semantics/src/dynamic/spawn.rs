//! `MPI_Comm_spawn` and its plural (MPI-5.0 §11.8): the parents' side.

use super::alone;
use super::introduce::connect_groups;
use super::parent::{PARENT, PARENT_KEY};
use super::parley::Parley;
use super::port::while_all_live;
use crate::comm::Comm;
use crate::comm::meeting::{Meeting, from_bytes, to_bytes};
use crate::constants::{
    MPI_ERR_ARG, MPI_ERR_INFO_VALUE, MPI_ERR_OTHER, MPI_ERR_SPAWN, MPI_SUCCESS,
};
use crate::error::{Error, Result};
use crate::handle::CommHandle;
use crate::info::Info;
use crate::process::{aside, enter};
use crate::tool::OwnEvent;
use ferry_pmi::{Client, SpawnAnswer, SpawnCommand, SpawnRequest, soft_count};
use ferry_ports::{OpenPort, PortLine};
use std::ffi::{OsStr, OsString};
use std::sync::{Arc, Mutex, PoisonError};

/// A program that is to be spawned, as the root of the call wishes for it.
pub struct SpawnWish {
    /// The program.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// How many processes at most.
    pub most: i32,
    /// Where and how.
    pub info: Info,
}

/// What has come of a spawn: the communicator, and a code for each process that was asked for.
pub struct Spawned {
    /// The intercommunicator, or why there is none.
    pub made: Result<CommHandle>,
    /// By process, in order of the commands.
    pub codes: Vec<i32>,
}

/// `MPI_Comm_spawn_multiple`. What is wished for counts at the root alone.
///
/// # Errors
/// When the call itself is wrong; what the launcher makes of it is in [`Spawned`].
pub fn spawn(wishes: Vec<SpawnWish>, root: i32, comm: CommHandle) -> Result<Spawned> {
    let comm = enter().comm(comm)?.clone();
    let mut news = LauncherNews::default();
    let parley = Parley::by_line(&comm, root, || children(&comm, &wishes, &mut news));
    let made = match parley {
        Ok(parley) => connect_groups(&comm, parley),
        // All have heard of it.
        Err(error) => Err(error),
    };
    if comm.remote.is_some() || comm.peer(root).is_err() {
        return made.map(|made| Spawned { made: Ok(made), codes: Vec::new() });
    }
    let LauncherNews { codes, job } = share(&comm, root as u32, &news)?;
    let mut process = enter();
    let group = made.as_ref().ok().and_then(|made| process.comm(*made).ok()?.remote.clone());
    if let Some(group) = &group {
        process.dynamic.spawned += 1;
        process.own_events.note(OwnEvent::Spawned { processes: group.size() });
    }
    if let (Some(job), Some(group)) = (job, group) {
        process.dynamic.children.add(job, group);
    }
    Ok(Spawned { made, codes })
}

/// What the root has heard from the launcher.
#[derive(Default)]
struct LauncherNews {
    /// How each process fared.
    codes: Vec<i32>,
    /// The number of the spawned job, where the launcher gives one.
    job: Option<u32>,
}

/// The root tells all.
fn share(comm: &Arc<Comm>, root: u32, news: &LauncherNews) -> Result<LauncherNews> {
    let job = news.job.map_or(u64::MAX, u64::from);
    let codes = news.codes.iter().map(|code| *code as u64);
    let words: Vec<u64> = std::iter::once(job).chain(codes).collect();
    let words = Meeting::of_all(comm).share_outcome(root, Ok(to_bytes(&words)))?;
    let words = from_bytes(&words);
    let (job, codes) = words.split_first().ok_or_else(super::parley::cut_short)?;
    let codes = codes.iter().map(|code| *code as i32).collect();
    Ok(LauncherNews { codes, job: u32::try_from(*job).ok() })
}

/// Has the launcher spawn them, and waits until they call.
fn children(comm: &Comm, wishes: &[SpawnWish], news: &mut LauncherNews) -> Result<PortLine> {
    let most: i64 = wishes.iter().map(|wish| i64::from(wish.most.max(0))).sum();
    news.codes.resize(most as usize, MPI_ERR_SPAWN);
    let commands = wishes.iter().map(command).collect::<Result<Vec<SpawnCommand>>>()?;
    if commands.iter().all(|command| command.count == 0) {
        return Err(Error::new(MPI_ERR_SPAWN, "no process is asked for"));
    }
    let launcher = alone::launcher()?;
    let port = enter().make_port()?;
    let key: String = port.key().iter().map(|byte| format!("{byte:02x}")).collect();
    let preput = vec![(PARENT.to_owned(), port.name().to_string()), (PARENT_KEY.to_owned(), key)];
    let request = SpawnRequest { commands, preput };
    let answer = aside(|| lock(&launcher).spawn(&request));
    let answer = answer.map_err(|why| Error::new(MPI_ERR_SPAWN, why.to_string()))?;
    note_codes(wishes, &request.commands, &answer, &mut news.codes);
    news.job = answer.world;
    if let Some(why) = answer.refusal {
        return Err(Error::new(MPI_ERR_SPAWN, format!("the processes cannot be spawned: {why}")));
    }
    await_call(comm, &port, &launcher, answer.world)
}

fn lock(launcher: &Mutex<Client>) -> std::sync::MutexGuard<'_, Client> {
    launcher.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until the children's first has called; they may end before.
fn await_call(
    comm: &Comm,
    port: &OpenPort,
    launcher: &Mutex<Client>,
    world: Option<u32>,
) -> Result<PortLine> {
    let acceptor = port.acceptor();
    let ended = || {
        let how = lock(launcher).end_of_world(world?);
        let how = how.unwrap_or_else(|why| Some(why.to_string()))?;
        Some(format!("what was spawned has ended before it called MPI_Init: {how}"))
    };
    let accepted =
        while_all_live(comm, |hopeless| acceptor.accept(None, || hopeless().or_else(ended)));
    accepted.map_err(|error| match error.code {
        MPI_ERR_OTHER => Error::new(MPI_ERR_SPAWN, error.message.clone()),
        _ => error,
    })
}

/// The codes of all processes: those that run, those that a `soft` wish has left out, and those that cannot.
fn note_codes(
    wishes: &[SpawnWish],
    commands: &[SpawnCommand],
    answer: &SpawnAnswer,
    codes: &mut [i32],
) {
    let (mut at, mut told) = (0, answer.codes.iter());
    for (wish, command) in wishes.iter().zip(commands) {
        for number in 0..wish.most.max(0) as u32 {
            let is_asked_for = number < command.count;
            let code = if is_asked_for { told.next() } else { None };
            codes[at] = match (is_asked_for, code, &answer.refusal) {
                (true, Some(0) | None, None) => MPI_SUCCESS,
                // It could have run, if the others could.
                (true, Some(0), Some(_)) => MPI_ERR_OTHER,
                _ => MPI_ERR_SPAWN,
            };
            at += 1;
        }
    }
}

/// What the launcher is asked for.
fn command(wish: &SpawnWish) -> Result<SpawnCommand> {
    if wish.program.is_empty() {
        return Err(Error::new(MPI_ERR_ARG, "the command to spawn is empty"));
    }
    let most = u32::try_from(wish.most).map_err(|_| {
        let text = format!("argument maxprocs is {}, which is negative", wish.most);
        Error::new(MPI_ERR_ARG, text)
    })?;
    let mut info = wish.info.clone();
    if let Some(file) = wish.info.get_bytes("file") {
        read_file(file, &mut info)?;
    }
    let count = match info.get("soft") {
        Some(text) => soft_count(text, most)
            .map_err(|why| Error::new(MPI_ERR_INFO_VALUE, format!("soft = {text:?}: {why}")))?,
        None => most,
    };
    let here = |(key, _): &(&str, &OsStr)| !matches!(*key, "soft" | "file" | "arch");
    let info = info.iter_bytes().filter(here);
    let info = info.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let (program, args) = (wish.program.clone(), wish.args.clone());
    Ok(SpawnCommand { program, args, count, info: info.collect() })
}

/// The reserved key `file`: further keys, `key = value` a line. What the info object says itself counts more.
fn read_file(file: &OsStr, info: &mut Info) -> Result<()> {
    let wrong = |why: String| Error::new(MPI_ERR_INFO_VALUE, format!("file = {file:?}: {why}"));
    let text = std::fs::read_to_string(file).map_err(|why| wrong(why.to_string()))?;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let pair = line.split_once('=');
        let (key, value) = pair.ok_or_else(|| {
            wrong(format!("line {}: {line:?} is not of the form key = value", number + 1))
        })?;
        if info.get_bytes(key.trim()).is_none() {
            info.set(key.trim(), value.trim())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(most: i32, pairs: &[(&str, &str)]) -> SpawnWish {
        let mut info = Info::new();
        pairs.iter().for_each(|(key, value)| info.set(key, value).unwrap());
        SpawnWish { program: "x".into(), args: Vec::new(), most, info }
    }

    #[test]
    fn codes_tell_who_runs_and_who_cannot() {
        let wishes = [wish(3, &[("soft", "2")]), wish(1, &[])];
        let commands: Vec<_> = wishes.iter().map(|wish| command(wish).unwrap()).collect();
        assert_eq!((commands[0].count, commands[1].count), (2, 1));
        assert!(commands[0].info.is_empty());
        let mut codes = [99; 4];
        let mut answer = SpawnAnswer { codes: Default::default(), refusal: None, world: None };
        note_codes(&wishes, &commands, &answer, &mut codes);
        assert_eq!(codes, [MPI_SUCCESS, MPI_SUCCESS, MPI_ERR_SPAWN, MPI_SUCCESS]);
        answer.codes = [0, 0, 127].into_iter().collect();
        answer.refusal = Some("no".into());
        note_codes(&wishes, &commands, &answer, &mut codes);
        assert_eq!(codes, [MPI_ERR_OTHER, MPI_ERR_OTHER, MPI_ERR_SPAWN, MPI_ERR_SPAWN]);
    }

    #[test]
    fn wrong_wishes_are_told_apart() {
        assert_eq!(command(&wish(-1, &[])).unwrap_err().code, MPI_ERR_ARG);
        assert_eq!(command(&wish(2, &[("soft", "x")])).unwrap_err().code, MPI_ERR_INFO_VALUE);
        let missing = command(&wish(2, &[("file", "/nowhere/at/all")])).unwrap_err();
        assert_eq!(missing.code, MPI_ERR_INFO_VALUE);
    }

    #[test]
    fn a_file_says_what_the_object_does_not() {
        let path = std::env::temp_dir().join(format!("ferry-spawn-{}", std::process::id()));
        std::fs::write(&path, "# where\nwdir = /tmp\nhost=a\n\n").unwrap();
        let named = path.display().to_string();
        let found = command(&wish(1, &[("file", &named), ("host", "b")])).unwrap().info;
        std::fs::write(&path, "nonsense\n").unwrap();
        let wrong = command(&wish(1, &[("file", &named)])).unwrap_err();
        std::fs::remove_file(&path).unwrap();
        let pair = |key: &str, value: &str| (key.to_owned(), value.into());
        assert!(found.contains(&pair("wdir", "/tmp")) && found.contains(&pair("host", "b")));
        assert!(wrong.to_string().contains("line 1"), "{wrong}");
    }
}
