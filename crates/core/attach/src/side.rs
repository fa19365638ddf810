//! What the processes of one side of a meeting tell each other, and what one side tells the other.

use crate::AttachError;
use ferry_boot::LauncherFacts;
use ferry_wire::{Reader, Short};

/// How the processes of one side tell each other something. All of them call the same functions in the same order.
pub trait SideBoard {
    /// This process's number among them, and how many they are.
    fn place(&self) -> (u32, u32);

    /// What the first has, to all.
    ///
    /// # Errors
    /// When the others cannot be reached.
    fn spread(&mut self, of_first: Option<Vec<u8>>) -> Result<Vec<u8>, AttachError>;

    /// What all have, in their order, to the first.
    ///
    /// # Errors
    /// As above.
    fn gather(&mut self, own: Vec<u8>) -> Result<Option<Vec<Vec<u8>>>, AttachError>;
}

/// The launcher's key-value space as the board of a job.
pub struct LauncherBoard<'a> {
    place: (u32, u32),
    /// `None`: it is a job of one.
    facts: Option<&'a LauncherFacts>,
    /// Waits until all processes of the job have come here.
    barrier: &'a mut dyn FnMut() -> Result<(), String>,
    /// Which meeting of this job it is, and how often something was told in it.
    meeting: u32,
    told: u32,
}

impl<'a> LauncherBoard<'a> {
    /// For the meeting of this number of the job, of a process that is in this place there; `barrier` waits for all
    /// of the job.
    pub fn new(
        place: (u32, u32),
        facts: Option<&'a LauncherFacts>,
        meeting: u32,
        barrier: &'a mut dyn FnMut() -> Result<(), String>,
    ) -> Self {
        LauncherBoard { place, facts, barrier, meeting, told: 0 }
    }

    fn key(&self, rank: u32) -> String {
        format!("ferry.meeting.{}.{}.{rank}", self.meeting, self.told)
    }

    fn facts(&self) -> Result<&LauncherFacts, AttachError> {
        let none = || AttachError::start("telling the others", "there is no launcher");
        self.facts.ok_or_else(none)
    }

    fn put(&self, rank: u32, bytes: &[u8]) -> Result<(), AttachError> {
        let put = self.facts()?.store(&self.key(rank), bytes);
        put.map_err(|e| AttachError::start("meeting another job", e))
    }

    fn get(&self, rank: u32) -> Result<Vec<u8>, AttachError> {
        let got = self.facts()?.stored(&self.key(rank));
        let got = got.map_err(|e| AttachError::start("meeting another job", e))?;
        got.ok_or_else(|| AttachError::start("asking the others", format!("rank {rank} is silent")))
    }

    fn meet(&mut self) -> Result<(), AttachError> {
        (self.barrier)().map_err(|why| AttachError::start("meeting the others", why))
    }
}

impl SideBoard for LauncherBoard<'_> {
    fn place(&self) -> (u32, u32) {
        self.place
    }

    fn spread(&mut self, of_first: Option<Vec<u8>>) -> Result<Vec<u8>, AttachError> {
        if let Some(bytes) = of_first.as_ref().filter(|_| self.place.1 > 1) {
            self.put(0, bytes)?;
        }
        self.meet()?;
        let bytes = of_first.map_or_else(|| self.get(0), Ok)?;
        self.told += 1;
        Ok(bytes)
    }

    fn gather(&mut self, own: Vec<u8>) -> Result<Option<Vec<Vec<u8>>>, AttachError> {
        let (me, size) = self.place();
        if me != 0 {
            self.put(me, &own)?;
        }
        self.meet()?;
        let mut all = Vec::new();
        if me == 0 {
            all.push(own);
            for rank in 1..size {
                all.push(self.get(rank)?);
            }
        }
        self.told += 1;
        Ok((me == 0).then_some(all))
    }
}

/// Tells all what the first has come to; all have its error otherwise.
pub(crate) fn spread(
    board: &mut dyn SideBoard,
    of_first: Option<Result<Vec<u8>, AttachError>>,
) -> Result<Vec<u8>, AttachError> {
    let (said, own) = match of_first {
        Some(Ok(bytes)) => (Some([&[1], &bytes[..]].concat()), None),
        Some(Err(why)) => (Some([&[0], why.to_string().as_bytes()].concat()), Some(why)),
        None => (None, None),
    };
    let heard = board.spread(said)?;
    match (heard.split_first(), own) {
        (_, Some(why)) => Err(why),
        (Some((1, bytes)), None) => Ok(bytes.to_vec()),
        (heard, None) => {
            let why = heard.map_or(&[][..], |(_, why)| why);
            // It says of itself whether it is a refusal.
            Err(AttachError::Unreachable(String::from_utf8_lossy(why).into_owned()))
        }
    }
}

/// What a process says to those of the other job.
pub(crate) struct ProcessWord {
    pub(crate) host: String,
    pub(crate) word: Vec<u8>,
    pub(crate) table: Vec<u8>,
}

/// What a job says to the other.
pub(crate) struct JobWord {
    /// Who relays in it.
    pub(crate) rules: String,
    pub(crate) processes: Vec<ProcessWord>,
}

fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}

fn piece<'a>(r: &mut Reader<'a>) -> Result<&'a [u8], Short> {
    let len = r.u32()? as usize;
    r.bytes(len)
}

fn text(r: &mut Reader<'_>) -> Result<String, Short> {
    String::from_utf8(piece(r)?.to_vec()).map_err(|_| Short)
}

impl ProcessWord {
    fn put(&self, out: &mut Vec<u8>) {
        for part in [self.host.as_bytes(), &self.word, &self.table] {
            put(out, part);
        }
    }

    fn get(r: &mut Reader<'_>) -> Result<Self, Short> {
        let host = text(r)?;
        let word = piece(r)?.to_vec();
        Ok(ProcessWord { host, word, table: piece(r)?.to_vec() })
    }
}

impl JobWord {
    /// What a process tells the first of its job: its word, or why it has none.
    pub(crate) fn one(own: Result<ProcessWord, &AttachError>) -> Vec<u8> {
        let mut out = vec![u8::from(own.is_ok())];
        match own {
            Ok(word) => word.put(&mut out),
            Err(why) => put(&mut out, why.to_string().as_bytes()),
        }
        out
    }

    /// The job's word of those of its processes; an error if one has none.
    pub(crate) fn join(rules: &str, all: Vec<Vec<u8>>) -> Result<Self, AttachError> {
        let mut processes = Vec::new();
        for (rank, bytes) in all.iter().enumerate() {
            let mut r = Reader::new(bytes);
            let read = match r.u8() {
                Ok(1) => ProcessWord::get(&mut r).map(Ok),
                _ => text(&mut r).map(Err),
            };
            let read = read.map_err(AttachError::unreachable)?;
            let failed = |why| AttachError::start(&format!("rank {rank}"), why);
            processes.push(read.map_err(failed)?);
        }
        Ok(JobWord { rules: rules.into(), processes })
    }

    /// As the other job is told.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, self.rules.as_bytes());
        self.processes.iter().for_each(|process| process.put(&mut out));
        out
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Short> {
        let mut r = Reader::new(bytes);
        let rules = text(&mut r)?;
        let mut processes = Vec::new();
        while !r.rest().is_empty() {
            processes.push(ProcessWord::get(&mut r)?);
        }
        Ok(JobWord { rules, processes })
    }

    /// Both jobs' words in one.
    pub(crate) fn both(own: &[u8], theirs: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, own);
        put(&mut out, theirs);
        out
    }

    pub(crate) fn decode_both(bytes: &[u8]) -> Result<(Self, Self), Short> {
        let mut r = Reader::new(bytes);
        Ok((JobWord::decode(piece(&mut r)?)?, JobWord::decode(piece(&mut r)?)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn process(host: String, word: Vec<u8>, table: Vec<u8>) -> ProcessWord {
        ProcessWord { host, word, table }
    }

    proptest! {
        #[test]
        fn what_jobs_say_is_understood(
            rules in "[a-z:0-9>]{0,20}", said: Vec<(String, Vec<u8>, Vec<u8>)>,
        ) {
            let words = said.iter().map(|(host, word, table)| {
                JobWord::one(Ok(process(host.clone(), word.clone(), table.clone())))
            });
            let own = JobWord::join(&rules, words.collect()).unwrap().encode();
            let (own, theirs) = JobWord::decode_both(&JobWord::both(&own, &own)).unwrap();
            for heard in [own, theirs] {
                prop_assert_eq!(&heard.rules, &rules);
                let heard = heard.processes.into_iter().map(|of| (of.host, of.word, of.table));
                prop_assert_eq!(heard.collect::<Vec<_>>(), said.clone());
            }
        }

        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = JobWord::decode(&bytes);
            let _ = JobWord::decode_both(&bytes);
            let _ = JobWord::join("", vec![bytes]);
        }
    }

    #[test]
    fn one_that_fails_is_named() {
        let fine = JobWord::one(Ok(process("a".into(), vec![], vec![])));
        let failed = JobWord::one(Err(&AttachError::Refused("no ports are left".into())));
        let why = JobWord::join("", vec![fine, failed]).err().unwrap().to_string();
        assert!(why.contains("rank 1") && why.contains("no ports are left"), "{why}");
    }

    #[test]
    fn a_job_of_one_tells_itself() {
        let mut barrier = || Ok(());
        let mut board = LauncherBoard::new((0, 1), None, 0, &mut barrier);
        assert_eq!(board.spread(Some(vec![1])).unwrap(), [1]);
        assert_eq!(board.gather(vec![2]).unwrap(), Some(vec![vec![2]]));
        let refused = spread(&mut board, Some(Err(AttachError::Refused("no".into()))));
        assert_eq!(refused, Err(AttachError::Refused("no".into())));
    }
}
