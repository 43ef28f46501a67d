//! The server from outside: over HTTP and websockets.

mod attacks;
mod captains;
mod client;
mod description;
mod fuzz;
mod hidden;
mod kill;
mod lobby;
mod measured;
mod play;
mod restart;
mod seats;
mod stored;
mod strangers;
mod types;
