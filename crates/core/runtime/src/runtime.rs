//! What drives one process.

use crate::habit::Habit;
use crate::nap::Nap;
use crate::onlooker::Onlooker;
use crate::outlook::Outlook;
use crate::pace::Pace;
use crate::patience::{Patience, WaitSettings};
use crate::sleeper::Sleeper;
use crate::watch::Watch;
use ferry_config::Config;
use ferry_link::{Context, Face, Faces, LinkError, Links};
use ferry_method::{Method, MethodError, PeerId, Sink};
use ferry_sys::Clock;
use std::io;
use std::ops::Range;
use std::time::Duration;

/// One process: its links, the faces over them, and what drives both. It knows nothing of what a face keeps
/// for the program (communicators, endpoints); whoever holds it makes progress for all faces.
pub struct Runtime<F> {
    /// The links to the other processes.
    pub links: Links,
    /// The process's own face, and its guests.
    pub face: Faces<F>,
    /// Its time.
    pub pace: Pace,
    /// Its threads that wait.
    pub watch: Watch,
    /// What waiting has taught.
    pub habit: Habit,
    /// The news when the first of the threads fell asleep that sleep; `None`: they were called for others since.
    heard: Option<(u64, usize)>,
}

impl WaitSettings {
    /// How a process waits that is number `turn` of `contenders` for the cores here, as configured.
    pub fn configured(config: &Config, contenders: u32, turn: u32) -> WaitSettings {
        let mut settings = WaitSettings::for_host(contenders, ferry_sys::cores_available(), turn);
        if let Some(spin) = config.auto_duration("wait.spin") {
            settings.spin = spin;
        }
        if let Some(oversubscribed) = config.auto_flag("wait.oversubscribed") {
            settings.oversubscribed = oversubscribed;
        }
        settings
    }
}

impl<F: Face> Runtime<F> {
    /// Drives these links and faces.
    ///
    /// # Errors
    /// If the system does not give what is needed to wait.
    pub fn new(
        links: Links,
        face: Faces<F>,
        clock: Clock,
        settings: WaitSettings,
    ) -> io::Result<Self> {
        let sleeper = Sleeper::new(links.wait_sources())?;
        let watch = Watch::new(sleeper, Outlook::of(&links), settings);
        let (pace, habit) = (Pace::new(clock), Habit::default());
        Ok(Runtime { links, face, pace, watch, habit, heard: None })
    }

    /// Takes what has come and sends what waits, as far as both go without waiting; calls the threads that
    /// sleep if one of them may be waiting for that. Returns how much moved.
    #[inline]
    pub fn progress(&mut self) -> usize {
        self.progress_where(false)
    }

    /// The same. `owes_nothing`: no face has anything to send before something comes, or a change of methods begins.
    #[inline(always)]
    pub(crate) fn progress_where(&mut self, owes_nothing: bool) -> usize {
        let is_measured = self.pace.poll();
        if self.watch.is_accompanied() {
            return self.progress_in_company(is_measured);
        }
        let arrived = self.poll(is_measured);
        if owes_nothing && arrived == 0 && !self.links.is_switching() {
            return 0;
        }
        let moved = arrived + self.face.flush(&mut self.links);
        if moved != 0
            && let Some(gone) = self.face.parting()
        {
            self.part_unless_relaying(gone);
        }
        moved
    }

    /// The same while other threads of the process sleep or look.
    #[inline(never)]
    fn progress_in_company(&mut self, is_measured: bool) -> usize {
        let has_sleepers = self.watch.has_sleepers();
        let before = if has_sleepers { self.news() } else { ((0, 0), 0) };
        let arrived = self.poll(is_measured);
        let sent = self.face.flush(&mut self.links);
        if has_sleepers {
            self.call_concerned(before, sent);
        }
        let moved = arrived + sent;
        if moved != 0 {
            if self.watch.outside().are_any() {
                self.watch.outside().call(|operation| self.face.is_over(operation));
            }
            if let Some(gone) = self.face.parting() {
                self.part_unless_relaying(gone);
            }
        }
        moved
    }

    /// What threads asleep may wait for, and what ends a wait for something else.
    fn news(&self) -> ((u64, usize), u64) {
        (self.face.news(), self.face.failures())
    }

    /// A round of progress was made, and so much sent: calls those that sleep if it concerns one of them. A failure
    /// may concern all.
    #[inline(never)]
    fn call_concerned(&self, before: ((u64, usize), u64), sent: usize) {
        let drained = sent != 0 && !self.face.has_output();
        let now = self.news();
        if now.1 != before.1
            || (drained || now != before)
                && self.watch.concerns_sleepers(|operation| self.face.is_over(operation))
        {
            self.watch.call();
        }
    }

    /// A process of a world met later is gone for good. A relay has that world's links until it ends: what others say
    /// to each other may still pass here.
    #[cold]
    fn part_unless_relaying(&mut self, gone: PeerId) {
        if !self.links.relays_in_world_of(gone) {
            self.part(gone);
        }
    }

    /// Polls the links, and measures now and then what that costs.
    #[inline]
    fn poll(&mut self, is_measured: bool) -> usize {
        if is_measured {
            return self.poll_timed();
        }
        self.links.poll(self.pace.now(), &mut self.face)
    }

    #[cold]
    #[inline(never)]
    fn poll_timed(&mut self) -> usize {
        let clock = self.pace.clock();
        self.links.poll_timed(&mut self.face, &|| clock.now())
    }

    /// Sends what waits and takes nothing: for a face that has more than it can handle. Returns how much
    /// moved.
    pub fn send_only(&mut self) -> usize {
        self.face.flush(&mut self.links)
    }

    /// Takes the links to another world. Returns the numbers of its processes, in the order of their ranks
    /// there.
    ///
    /// # Errors
    /// If the system does not give what is needed to wait for more links; then they are not taken.
    pub fn meet(&mut self, world: Context) -> io::Result<Range<u32>> {
        let numbers = self.links.meet(world);
        if let Err(error) = self.renew() {
            self.links.part(PeerId(numbers.start));
            return Err(error);
        }
        Ok(numbers)
    }

    /// Takes one more method for the job's links.
    ///
    /// # Errors
    /// When it is refused, or the system does not give what is needed to wait for it; then it is not open.
    pub fn open(&mut self, method: Box<dyn Method>) -> Result<(), LinkError> {
        self.links.open(method)?;
        self.renew().map_err(|why| {
            self.links.withdraw();
            MethodError::system("preparing to wait", why).into()
        })
    }

    /// Gives up the links to the world that a process is of; all faces hear that its processes are gone.
    /// Returns the links, to be closed, and the numbers that these processes had. The job's own cannot be
    /// given up.
    #[cold]
    pub fn part(&mut self, peer: PeerId) -> Option<(Range<u32>, Context)> {
        let (numbers, links) = self.links.part(peer)?;
        for peer in numbers.clone().map(PeerId) {
            self.face.lost(peer, MethodError::Parted(peer));
        }
        // Without descriptors for a new one the old sleeper is still good: it wakes too often at worst.
        let _ = self.renew();
        Some((numbers, links))
    }

    /// The links are others than before: who waits sleeps on these from now on.
    fn renew(&mut self) -> io::Result<()> {
        let sleeper = Sleeper::new(self.links.wait_sources())?;
        self.watch.renew(sleeper, &mut self.links);
        Ok(())
    }

    /// Closes the links, as far as that goes without waiting; whether they are closed.
    pub fn close(&mut self) -> bool {
        self.pace.refresh();
        self.links.close(self.pace.now(), &mut self.face)
    }

    /// The calling thread waits from now on, until it parts from the [`Watch`].
    #[inline]
    pub fn begin_waiting(&mut self) -> Patience {
        self.watch.begin(&self.habit, &mut self.links)
    }

    /// The same for one of several threads, which waits for this operation or for anything. `same`: what it was when
    /// it waited before.
    pub fn begin_onlooking(
        &mut self,
        operation: Option<u64>,
        same: Option<Box<Onlooker>>,
    ) -> Box<Onlooker> {
        if let Some(mut onlooker) = same {
            let (patience, _) = self.watch.begin_onlooking(&mut onlooker.habit, &mut self.links);
            onlooker.again(operation, patience);
            return onlooker;
        }
        let mut habit = Habit::default();
        let (patience, outlook) = self.watch.begin_onlooking(&mut habit, &mut self.links);
        let clock = self.pace.clock();
        Box::new(Onlooker::new(outlook, operation, (patience, habit), clock))
    }

    /// Whether a thread that has found nothing leaves now, to look from outside: other threads wait, too, and
    /// what can come is seen from there.
    pub fn go_outside(&mut self, onlooker: &mut Onlooker) -> bool {
        if self.face.has_output() || self.links.has_pending_output() {
            return false;
        }
        self.watch.go_outside(onlooker)
    }

    /// That thread is inside again.
    pub fn come_inside(&mut self, onlooker: &Onlooker) {
        self.watch.come_inside(onlooker);
    }

    /// That thread waits no longer.
    pub fn end_onlooking(&mut self, onlooker: &mut Onlooker) {
        onlooker.patience.found(&mut onlooker.habit);
        self.habit.take_tally(&mut onlooker.habit);
        self.watch.part();
    }

    /// The calling thread means to sleep: what it polls next are all methods, at the time as it is.
    pub fn look_closely(&mut self) {
        self.pace.refresh();
        self.links.hurry();
    }

    /// Prepares the calling thread to sleep for `longest` at most, after progress that found nothing.
    /// `owes`: it waits for room at a peer. `None`: something has come, or waits in a method to be sent.
    pub fn arm(&mut self, owes: bool, longest: Duration) -> Option<Nap> {
        if self.links.has_pending_output() {
            return None;
        }
        let owes = owes || self.face.has_output();
        self.arm_for(None, owes, longest)
    }

    fn arm_for(&mut self, operation: Option<u64>, owes: bool, longest: Duration) -> Option<Nap> {
        let is_first = !self.watch.has_sleepers();
        let nap = self.watch.arm(&mut self.links, operation, owes, longest)?;
        // Those that were called look again, whatever comes about before they do.
        if is_first || self.heard.is_none() {
            self.heard = Some(self.face.news());
        }
        Some(nap.begun(self.pace.now(), self.pace.polls()))
    }

    /// The same for one of several threads: while others look after the links it leaves that to them.
    pub fn arm_onlooker(&mut self, onlooker: &mut Onlooker, longest: Duration) -> Option<Nap> {
        if self.links.has_pending_output() {
            return None;
        }
        let (owes, polls) = (self.face.has_output(), self.pace.polls());
        if !owes && self.watch.is_crowded() && onlooker.may_stand_by(polls) {
            return Some(self.watch.stand_by(onlooker.operation).begun(self.pace.now(), polls));
        }
        self.arm_for(onlooker.operation, owes, longest)
    }

    /// The calling thread has slept.
    pub fn woken(&mut self, nap: &Nap) {
        self.watch.woken(nap, &mut self.links);
        self.pace.refresh();
        if nap.was_forsaken(self.pace.now(), self.pace.polls()) {
            self.watch.forsake();
        }
        let tally = self.habit.tally_mut();
        tally.naps += 1;
        tally.asleep += nap.length(self.pace.now());
    }

    /// Something has come about that a thread asleep may be waiting for.
    #[inline]
    pub fn call_sleepers(&self) {
        if self.watch.has_sleepers() {
            self.watch.call();
        }
    }

    /// The calling thread leaves the process's state while others sleep or drive: output that these know nothing
    /// of needs them.
    #[inline]
    pub fn leave(&mut self) {
        if self.watch.is_accompanied() && self.watch.has_company() {
            self.tell_of_output();
        }
    }

    /// The same where what the calling thread has done may be what others wait for, and the face's news tell of it.
    #[inline]
    pub fn leave_with_news(&mut self) {
        if self.watch.is_accompanied() && self.watch.has_company() {
            self.tell_of_news();
            self.tell_of_output();
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_of_news(&mut self) {
        if self.watch.has_sleepers() && self.heard.is_some_and(|heard| heard != self.face.news()) {
            self.heard = None;
            self.watch.call();
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_of_output(&mut self) {
        let is_known = self.watch.knows_of_output();
        if !is_known && (self.face.has_output() || self.links.has_pending_output()) {
            self.watch.tell_of_output();
        }
    }
}
