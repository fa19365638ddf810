//! How an association begins (RFC 9260 §5), as far as it needs no state: what each end offers, what
//! both offers come to, the cookie that holds the state of an end that keeps none, and what to make of
//! a cookie that arrives where an association stands already.

mod agreed;
mod codec;
mod collision;
mod cookie;
mod offer;
mod push;
mod read;
mod refusal;
mod spent;
#[cfg(test)]
mod tests;

pub(crate) use agreed::NegotiatedTerms;
pub(crate) use collision::{Duplicate, Tags, judge, new_addresses};
pub(crate) use cookie::{Cookie, CookieError, CookieSecret, cookie_life};
pub(crate) use offer::{HandshakeOffer, STREAM_WINDOW, is_unicast};
pub(crate) use refusal::Refusal;
