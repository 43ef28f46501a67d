//! The server from outside: over HTTP and websockets.

mod attacks;
mod budgets;
mod captains;
mod client;
mod description;
mod dice;
mod fuzz;
mod hidden;
mod kill;
mod lobby;
mod measured;
mod notices;
mod play;
mod public;
mod restart;
mod seats;
mod stored;
mod strangers;
mod talk;
mod types;
