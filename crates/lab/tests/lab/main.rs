//! Captains and experiments from outside.

mod captains;
mod chances;
mod hidden;
mod review;
