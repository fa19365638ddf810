//! The board: descriptors that the ranks of a node leave for each other, where namespaces or users keep
//! them from finding each other in `/proc`. It is the node's own business: the server of the process
//! manager, which may be on another host, never hears of it.

use super::Ranks;
use crate::poller::Poller;
use ferry_pmi::message1::Pmi1Message;
use ferry_pmi::passing::{self, DESCRIPTORS_MAX};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};

/// What a rank is told.
type BoardAnswer<'a> = (Pmi1Message, Vec<BorrowedFd<'a>>);

/// A number that no other node's board has.
pub(super) fn new_id() -> std::io::Result<u64> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|e| std::io::Error::other(e.to_string()))?;
    // Zero stands for no board.
    Ok(u64::from_le_bytes(bytes).max(1))
}

impl Ranks {
    /// Answers a request for the board, a whole line, with which these descriptors came.
    pub(super) fn ask_board(
        &mut self,
        index: usize,
        line: &[u8],
        descriptors: Vec<OwnedFd>,
        poller: &mut Poller,
    ) {
        let request = Pmi1Message::parse(line).unwrap_or_else(|_| Pmi1Message::new("nothing"));
        if request.command() == "ferry_board_give" && !descriptors.is_empty() {
            self.children[index].left = descriptors;
        }
        let (answer, lent) = self.answer(index, &request);
        let line = answer.to_line();
        let Some(pmi) = &self.children[index].pmi else { return };
        // The rank waits for nothing else, so that its socket is empty and takes a line whole.
        match passing::send(pmi, line.as_bytes(), &lent) {
            Ok(taken) if taken == line.len() => {}
            _ => self.close_pmi_at(index, poller),
        }
    }

    fn answer(&self, index: usize, request: &Pmi1Message) -> BoardAnswer<'_> {
        let result = || Pmi1Message::new("ferry_board_result");
        let refused = |why| (result().with("rc", -1).with("msg", why), Vec::new());
        match request.command() {
            "ferry_board_id" => (result().with("rc", 0).with("id", self.board), Vec::new()),
            "ferry_board_give" if self.children[index].left.is_empty() => {
                refused("no_descriptors_came_with_it")
            }
            "ferry_board_give" => (result().with("rc", 0), Vec::new()),
            "ferry_board_take" => match self.left_by(index, request) {
                Some(left) => (result().with("rc", 0), left.iter().map(AsFd::as_fd).collect()),
                None => refused("it_has_left_nothing_or_has_ended"),
            },
            _ => refused("unknown_request"),
        }
    }

    fn left_by(&self, asker: usize, request: &Pmi1Message) -> Option<&[OwnedFd]> {
        let rank: u32 = request.number("rank")?;
        let seat = self.children[asker].first.checked_add(rank)?;
        let index = self.by_rank.get(&seat)?;
        let left = &self.children.get(*index)?.left;
        (1..=DESCRIPTORS_MAX).contains(&left.len()).then_some(left)
    }
}
