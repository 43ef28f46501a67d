//! The skirmish game from outside.

mod forecast;
mod sight;
