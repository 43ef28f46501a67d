//! The *Great Medieval Battles* family of games.

pub mod edward;
