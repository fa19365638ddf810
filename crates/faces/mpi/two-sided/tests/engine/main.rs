//! Engines over a network in memory: matching, budgets, interleaving, one-copy, loss, hostile frames.

mod awaited;
mod budgets;
mod changes;
mod hostile;
mod loss;
mod matching;
mod net;
mod node;
mod numbers;
mod streams;
mod transfers;
mod withdrawals;
