//! The server from outside: over HTTP and websockets.

mod captains;
mod client;
mod description;
mod fuzz;
mod hidden;
mod kill;
mod lobby;
mod play;
mod restart;
mod strangers;
mod types;
