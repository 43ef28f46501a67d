//! The element game from outside.

mod forecast;
mod hidden;
mod sight;
mod zones;
