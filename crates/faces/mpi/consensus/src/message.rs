//! What processes say to each other while they agree.

use crate::RankSet;
use ferry_wire::Reader;

/// What is agreed on: the contributions of all, joined in any order.
pub trait Joined: Clone {
    /// Takes another contribution in.
    fn join(&mut self, other: &Self);

    /// As it travels.
    fn write(&self, bytes: &mut Vec<u8>);

    /// Back from there, for a group of `size`. `None`: nobody wrote that.
    fn read(reader: &mut Reader<'_>, size: u32) -> Option<Self>;
}

/// What was agreed on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome<V> {
    /// The contributions, joined.
    pub value: V,
    /// Who was known to be dead.
    pub failed: RankSet,
}

/// What a member brings to whoever leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Offer<V> {
    pub(crate) own: V,
    pub(crate) failed: RankSet,
    /// What it has accepted of an earlier leader.
    pub(crate) accepted: Option<(u32, Outcome<V>)>,
}

/// A message of one member to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgreementMessage<V>(pub(crate) Said<V>);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Said<V> {
    /// What the sender brings.
    Offer(Offer<V>),
    /// The sender leads from now on, and wants that.
    Ask,
    /// The sender leads, and would decide this.
    Propose(Outcome<V>),
    /// The sender keeps what the receiver has proposed.
    Accept,
    /// It is decided.
    Decide(Outcome<V>),
}

impl<V: Joined> Outcome<V> {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.value.write(bytes);
        self.failed.write(bytes);
    }

    fn read(reader: &mut Reader<'_>, size: u32) -> Option<Self> {
        Some(Outcome { value: V::read(reader, size)?, failed: RankSet::read(reader, size)? })
    }
}

impl<V: Joined> AgreementMessage<V> {
    /// As it travels.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![match &self.0 {
            Said::Offer(Offer { accepted: None, .. }) => 0,
            Said::Offer(_) => 1,
            Said::Ask => 2,
            Said::Propose(_) => 3,
            Said::Accept => 4,
            Said::Decide(_) => 5,
        }];
        match &self.0 {
            Said::Offer(Offer { own, failed, accepted }) => {
                own.write(&mut bytes);
                failed.write(&mut bytes);
                if let Some((leader, outcome)) = accepted {
                    bytes.extend(leader.to_le_bytes());
                    outcome.write(&mut bytes);
                }
            }
            Said::Propose(outcome) | Said::Decide(outcome) => outcome.write(&mut bytes),
            Said::Ask | Said::Accept => {}
        }
        bytes
    }

    /// Back from there, in a group of `size`. `None`: no member wrote that.
    pub fn of_bytes(bytes: &[u8], size: u32) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let r = &mut reader;
        Some(AgreementMessage(match r.u8().ok()? {
            kind @ (0 | 1) => {
                let (own, failed) = (V::read(r, size)?, RankSet::read(r, size)?);
                let accepted = match kind {
                    0 => None,
                    _ => Some((r.u32().ok()?, Outcome::read(r, size)?)),
                };
                Said::Offer(Offer { own, failed, accepted })
            }
            2 => Said::Ask,
            3 => Said::Propose(Outcome::read(r, size)?),
            4 => Said::Accept,
            5 => Said::Decide(Outcome::read(r, size)?),
            _ => return None,
        }))
    }
}
