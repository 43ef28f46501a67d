//! Tests of the board from outside, in one program so that it links once.

mod doubles;
mod faults;
mod geometry;
mod maps;
mod paths;
mod sight;
mod table;
