//! The table, held to a second reckoning that is slow and plain: fractions of any length, every mil, every tenth of a degree.

mod angles;
mod costs;
mod edges;
mod figures;
mod gaps;
mod grounds;
mod slow;
mod some;
mod sweeps;
mod views;
