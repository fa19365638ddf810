//! A door for a whole job: its first process waits for another job's, and all meet all.

use crate::keeping::DoorKeeper;
use crate::side::SideBoard;
use crate::world::{JobSide, Meeting, MetWorld, meet};
use crate::{AttachError, Door, DoorVisit, Person, Url, knock};
use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long a job at the door waits to be let in; no visitor waits longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// A job at the door.
struct WaitingJob {
    meeting: Meeting,
    word: Vec<u8>,
    /// What it is told, or why it is not let in.
    answer: Sender<Result<Vec<u8>, String>>,
    /// Whether it has been told.
    outcome: Receiver<Result<(), AttachError>>,
}

struct JobKeeper {
    face: String,
    who: Person,
    waiting: Sender<WaitingJob>,
}

/// A door by which another job comes in as a whole, once all processes of this one let it
/// ([`JobDoor::receive`]). The first process of a job has it.
pub struct JobDoor {
    door: Door,
    waiting: Mutex<Receiver<WaitingJob>>,
}

impl JobDoor {
    /// Listens at `bind`, for those who speak to this face.
    ///
    /// # Errors
    /// If the system does not let it listen there.
    pub fn open(bind: SocketAddr, face: &str, who: Person) -> Result<JobDoor, AttachError> {
        let (waiting, waits) = channel();
        let door = Door::open(bind, JobKeeper { face: face_of_jobs(face), who, waiting })?;
        Ok(JobDoor { door, waiting: Mutex::new(waits) })
    }

    /// By what the other job comes here.
    pub fn url(&self) -> &Url {
        self.door.url()
    }

    /// Waits for the next job at the door and meets it: all processes of this one call it, the first with the door.
    ///
    /// # Errors
    /// When the first has no door, a method cannot be opened, or the other job goes amid that.
    pub fn receive(
        door: Option<&JobDoor>,
        side: JobSide<'_>,
        board: &mut dyn SideBoard,
    ) -> Result<MetWorld, AttachError> {
        let none = || AttachError::Refused("there is no door; open it first".into());
        let is_first = board.place().0 == 0;
        let waiting = is_first.then(|| door.ok_or_else(none).and_then(JobDoor::next));
        let (agreed, visitor) = match waiting {
            None => (None, None),
            Some(Err(why)) => (Some(Err(why)), None),
            Some(Ok(WaitingJob { meeting, word, answer, outcome })) => {
                (Some(Ok(meeting)), Some((word, answer, outcome)))
            }
        };
        meet(side, board, agreed, |own| {
            let gone = || AttachError::Unreachable("the job at the door is gone".into());
            let (word, answer, outcome) = visitor.ok_or_else(gone)?;
            let said = own.map(<[u8]>::to_vec).map_err(ToString::to_string);
            answer.send(said).map_err(|_| gone())?;
            outcome.recv().unwrap_or_else(|_| Err(gone())).map(|()| word)
        })
    }

    fn next(&self) -> Result<WaitingJob, AttachError> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.recv().map_err(|_| AttachError::Unreachable("the door is closed".into()))
    }
}

/// Goes to the job that has a door, as a whole: all processes call it, the first with the URL.
///
/// # Errors
/// When nobody is there or lets it in, or a method cannot be opened.
pub fn visit_as_job(
    (url, face): (Option<&Url>, &str),
    side: JobSide<'_>,
    board: &mut dyn SideBoard,
) -> Result<MetWorld, AttachError> {
    let own = side.identity;
    let visit = || {
        let none = || AttachError::Refused("rank 0 has no URL that makes sense".into());
        let visited = knock(url.ok_or_else(none)?, &face_of_jobs(face))?;
        match visited.owner.job == own.job {
            true => Err(AttachError::Refused("the URL is of this job".into())),
            false => Ok(visited),
        }
    };
    let visited = (board.place().0 == 0).then(visit);
    let (agreed, visited) = match visited {
        None => (None, None),
        Some(Err(why)) => (Some(Err(why)), None),
        Some(Ok(visited)) => (Some(Ok(Meeting::of_visited(&visited))), Some(visited)),
    };
    let who = Person::of(own);
    meet(side, board, agreed, |own| {
        let gone = || AttachError::Unreachable("nobody is at the door".into());
        let visited = visited.ok_or_else(gone)?;
        visited.enter(&who, own.map_err(Clone::clone)?)
    })
}

/// What is spoken at a door of a whole job.
fn face_of_jobs(face: &str) -> String {
    format!("jobs on {face}")
}

impl DoorKeeper for JobKeeper {
    type Why = AttachError;

    fn face(&self) -> &str {
        &self.face
    }

    fn owner(&self) -> Option<Person> {
        Some(self.who.clone())
    }

    fn receive(&self, visit: DoorVisit<'_>) -> Result<(), AttachError> {
        let (answer, answers) = channel();
        let (told, outcome) = channel();
        let (secret, other) = (visit.secret(), visit.visitor().person.clone());
        let meeting = Meeting { secret, other, is_visitor: false };
        let word = visit.visitor().word.clone();
        // If nobody takes it, nobody answers either.
        let _ = self.waiting.send(WaitingJob { meeting, word, answer, outcome });
        let why = match answers.recv_timeout(PATIENCE) {
            Ok(Ok(word)) => {
                let accepted = visit.accept(&word);
                let _ = told.send(accepted.clone());
                return accepted;
            }
            Ok(Err(why)) => why,
            Err(_) => "the job does not let anybody in".into(),
        };
        visit.refuse(&why);
        Err(AttachError::Refused(why))
    }
}
