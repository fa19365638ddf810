//! What targets say of accesses by frames: which of them are done, and which were refused.

use crate::batch;
use crate::frames::{FLUSH, UNLOCK, bare};
use crate::one_sided::{OneSided, WindowRank};
use crate::window::TargetLock;
use ferry_transfer::{RequestId, Transfer};
use ferry_wire::HandlerId;

impl OneSided {
    /// Asks a target to say when everything before this is in its window; [`OneSided::is_answered`] then.
    pub fn ask_done(&mut self, transfer: &mut Transfer, at: WindowRank) {
        self.ask(transfer, at, FLUSH);
    }

    /// Asks that unless what was sent last has asked already: the program waits for it now.
    pub fn ask_unless_asked(&mut self, transfer: &mut Transfer, at: WindowRank) {
        let target = &mut self.member(at).target;
        target.rhythm.ask();
        if target.unconfirmed {
            self.ask_done(transfer, at);
        }
    }

    /// An access begins after which all is there only when an answer says so. The number of that, if the access asks
    /// for it itself: it can, and the program is likely to wait for it next.
    pub(crate) fn begin_access(&mut self, at: WindowRank, may_ask: bool) -> Option<u32> {
        let target = &mut self.member(at).target;
        let is_likely = target.rhythm.access();
        // Its frame has room for no larger number.
        let number = u32::try_from(target.asked + 1).ok();
        let number = number.filter(|_| is_likely && may_ask);
        target.asked += u64::from(number.is_some());
        target.unconfirmed = number.is_none();
        number
    }

    /// Gives a target's lock back, and asks the same.
    pub fn give_lock_back(&mut self, transfer: &mut Transfer, at: WindowRank) {
        self.ask(transfer, at, UNLOCK);
        self.member(at).target.lock = TargetLock::None;
        self.member(at).target.rhythm.end();
    }

    fn ask(&mut self, transfer: &mut Transfer, at: WindowRank, handler: HandlerId) {
        let member = self.member(at);
        member.target.asked += 1;
        member.target.unconfirmed = false;
        let frame = bare(handler, member.target.asked, at.window);
        batch::enqueue(transfer, member.plan.peer, frame);
    }

    /// Whether all answers have come that were asked for.
    pub fn is_answered(&mut self, at: WindowRank) -> bool {
        let target = &self.member(at).target;
        target.asked == target.answered
    }

    /// Whether no buffer of this process is in use by an operation on a target.
    pub fn is_settled(&mut self, transfer: &Transfer, at: WindowRank) -> bool {
        let requests = &mut self.member(at).target.requests;
        requests.retain(|request| is_under_way(transfer, *request));
        requests.is_empty()
    }

    /// The error class of an operation that a target has refused since this was asked.
    pub fn take_refusal(&mut self, at: WindowRank) -> Option<i32> {
        self.member(at).target.refused.take()
    }
}

pub(crate) fn is_under_way(transfer: &Transfer, request: RequestId) -> bool {
    transfer.exists(request) && !transfer.is_done(request)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accumulate::Update;
    use crate::control::{CONTROL_LEN, ControlPage};
    use crate::frames::{DONE, PUT, REFUSED, UPDATE, asking, header};
    use crate::operation::UpdateHead;
    use crate::window::{WindowMember, WindowMemory, WindowPlan};
    use ferry_datatype::Basic;
    use ferry_method::Landing;
    use ferry_op::BuiltinOp;
    use ferry_sys::OwnedBuffer;
    use ferry_transfer::{Body, Limits};
    use ferry_wire::{Header, PeerId};

    const PEER: PeerId = PeerId(1);
    const AT: WindowRank = WindowRank { window: 4, rank: 1 };
    const LEN: usize = 8192;

    /// A window of this process and another, and the transfers by which its frames go.
    fn open(page: &OwnedBuffer, memory: &OwnedBuffer) -> (OneSided, Transfer) {
        let member = |rank| WindowMember { peer: PeerId(rank), shares_memory: false };
        let mut windows = OneSided::default();
        windows.open(WindowPlan {
            number: AT.window,
            memory: WindowMemory::Whole(memory.arena(LEN)),
            control: ControlPage::of(page.arena(CONTROL_LEN)),
            members: (0..2).map(member).collect(),
        });
        (windows, Transfer::new(2, Limits::default(), false))
    }

    fn last(transfer: &mut Transfer) -> Option<Header> {
        transfer.last_waiting(PEER).map(|frame| frame.header)
    }

    #[test]
    fn an_access_asks_where_the_program_is_likely_to() {
        let (page, memory) = (OwnedBuffer::new(CONTROL_LEN), OwnedBuffer::new(LEN));
        let (mut windows, mut transfer) = open(&page, &memory);
        assert_eq!(windows.begin_access(AT, true), None, "nothing is known yet");
        windows.ask_unless_asked(&mut transfer, AT);
        assert_eq!(last(&mut transfer), Some(header(FLUSH, 1, AT.window)));
        assert_eq!(windows.begin_access(AT, true), Some(2));
        windows.ask_unless_asked(&mut transfer, AT);
        assert_eq!(transfer.waiting(PEER), 1, "it has asked");
        assert!(!windows.is_answered(AT));
        for number in [1, 2] {
            windows.frame(&mut transfer, PEER, &header(DONE, number, AT.window), &[]);
        }
        assert!(windows.is_answered(AT));
        assert_eq!(windows.begin_access(AT, false), None, "this one cannot");
        windows.ask_unless_asked(&mut transfer, AT);
        assert_eq!(transfer.waiting(PEER), 1, "one frame, of both questions");
        assert!(!windows.is_answered(AT));
        windows.member(AT).target.asked = u64::from(u32::MAX);
        assert_eq!(windows.begin_access(AT, true), None, "no frame has room for that");
    }

    #[test]
    fn a_put_is_answered_if_it_asks_however_it_comes() {
        let (page, memory) = (OwnedBuffer::new(CONTROL_LEN), OwnedBuffer::new(LEN));
        let (mut windows, mut transfer) = open(&page, &memory);
        let put = |at: u64, answer| asking(header(PUT, at, AT.window), answer);
        windows.frame(&mut transfer, PEER, &put(0, None), &[1; 16]);
        assert_eq!(last(&mut transfer), None);
        windows.frame(&mut transfer, PEER, &put(16, Some(7)), &[2; 16]);
        assert_eq!(last(&mut transfer), Some(header(DONE, 7, AT.window)));
        let (mut windows, mut transfer) = open(&page, &memory);
        let mut landing = windows.begin(PEER, &put(32, Some(8)), 4096);
        assert!(matches!(landing, Landing::Memory(_)));
        landing.slice_from(0).expect("a place")[..4096].fill(3);
        assert_eq!(last(&mut transfer), None, "it has only begun");
        windows.finish(&mut transfer, PEER, &put(32, Some(8)), landing);
        assert_eq!(last(&mut transfer), Some(header(DONE, 8, AT.window)));
        let there = memory.arena(LEN);
        let there = there.read(0, 33 + 4095);
        let expected = [&[1; 16][..], &[2; 16], &[3; 4096]].concat();
        assert_eq!(there.as_slice(), expected);
    }

    #[test]
    fn a_put_that_is_refused_is_answered_too() {
        let (page, memory) = (OwnedBuffer::new(CONTROL_LEN), OwnedBuffer::new(LEN));
        for len in [4096, 1 << 20] {
            let (mut windows, mut transfer) = open(&page, &memory);
            let put = asking(header(PUT, LEN as u64, AT.window), Some(9));
            let landing = windows.begin(PEER, &put, len);
            windows.finish(&mut transfer, PEER, &put, landing);
            let batch = transfer.last_waiting(PEER).expect("an answer");
            let Body::Packed(bytes) = &batch.body else { panic!("one frame") };
            let (first, _, rest) = crate::batch::next(bytes).expect("a frame");
            let (second, ..) = crate::batch::next(rest).expect("another");
            assert_eq!((first.handler, second), (REFUSED, header(DONE, 9, AT.window)), "{len}");
        }
    }

    /// However it comes: what waits for the elements as they were must hear of it.
    #[test]
    fn a_long_update_outside_of_the_window_is_refused() {
        let (page, memory) = (OwnedBuffer::new(CONTROL_LEN), OwnedBuffer::new(LEN));
        let (mut windows, mut transfer) = open(&page, &memory);
        let update = Update { op: BuiltinOp::Sum, basic: Basic::Int64 };
        let (receiver, len) = (Some(RequestId(5)), 8192);
        let head = UpdateHead { update, receiver, position: 0, len }.encode();
        let payload = [&head[..], &[0; 8192]].concat();
        let header = header(UPDATE, LEN as u64, AT.window);
        let mut landing = windows.begin(PEER, &header, payload.len());
        let place = landing.slice_from(0).expect("it is read");
        place[..payload.len()].copy_from_slice(&payload);
        windows.finish(&mut transfer, PEER, &header, landing);
        let refused = transfer.last_waiting(PEER).expect("an answer");
        assert_eq!(refused.header.handler, REFUSED);
        assert!(matches!(&refused.body, Body::Short(bytes) if bytes[..] == 5u64.to_le_bytes()));
    }
}
