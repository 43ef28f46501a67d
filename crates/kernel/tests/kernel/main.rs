//! The kernel from outside, with games small enough to be read.

mod dice;
mod hidden;
mod toy;
