//! What a filter knows of one peer.

use crate::appetite::Appetite;
use crate::seal::{Opener, Sealer};
use ferry_method::{Header, MethodError, StreamKey};
use std::collections::HashMap;

/// A wrapped frame on its way into the method inside.
pub(crate) struct Pending {
    pub(crate) real: Header,
    /// The payload, kept while nothing of the frame is taken: the caller may send another instead.
    pub(crate) payload: Vec<u8>,
    pub(crate) outer: Header,
    pub(crate) wire: Vec<u8>,
    /// The inner method's mark of progress.
    pub(crate) done: usize,
    /// Its number in its stream.
    pub(crate) number: u64,
}

/// Payload bytes before and after a filter, for those that were compressed.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Savings {
    pub(crate) before: u64,
    pub(crate) after: u64,
}

/// One peer.
#[derive(Default)]
pub(crate) struct FilterPeer {
    pub(crate) attached: bool,
    /// What it published to be part of its keys.
    pub(crate) salt: Option<u64>,
    /// Nothing goes to it or is taken from it any more.
    pub(crate) gone: Option<MethodError>,
    pub(crate) sealer: Option<Sealer>,
    pub(crate) opener: Option<Opener>,
    /// Numbers of the next frames of each stream.
    pub(crate) next: HashMap<StreamKey, u64>,
    pub(crate) pending: HashMap<StreamKey, Pending>,
    /// A frame that goes as it is and found no room: not to be judged again.
    pub(crate) plain: Option<(Header, usize)>,
    pub(crate) appetite: Appetite,
    /// The level of compression of this link alone.
    pub(crate) level: Option<i32>,
    pub(crate) savings: Savings,
    /// Payload lengths of frames that come as they are, in pieces.
    pub(crate) begun: HashMap<StreamKey, usize>,
}

impl FilterPeer {
    /// It is known by a descriptor with this salt. Another than before means that it was born anew: what
    /// there was with its earlier life is over, and nothing recorded then is believed.
    pub(crate) fn is_born_with(&mut self, salt: u64) -> bool {
        if self.salt == Some(salt) {
            return false;
        }
        let known = self.opener.as_ref().is_some_and(|opener| opener.is_of(salt));
        let opener = self.opener.take().filter(|_| known);
        let (appetite, level) = (self.appetite, self.level);
        *self = FilterPeer { salt: Some(salt), opener, appetite, level, ..FilterPeer::default() };
        true
    }

    /// Ends it; what was under way is dropped.
    pub(crate) fn end(&mut self, why: MethodError) {
        self.gone = Some(why);
        self.pending.clear();
        self.begun.clear();
    }
}
