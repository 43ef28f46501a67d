//! The games from outside: each alone, and what holds for all of them.

mod cases;
mod counts;
mod edward;
mod elements;
mod endings;
mod follow;
mod handicap;
mod luck;
mod medieval;
mod owed;
mod phases;
mod retinue;
mod robert;
mod rough;
mod series;
mod weight;
mod words;
