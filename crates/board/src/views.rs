//! What is shown of a rule system: the ground, scenes, offers, ways and reasons.

use crate::ground::BoardView;
use crate::place::There;
use crate::scene::{Area, Destination, Offer, Scene};
use kernel::{Refusal, Side, Viewer, Words};

pub trait Views: Words {
    fn board(&self) -> BoardView;

    /// What this viewer may see.
    fn scene(&self, p: &Self::Position, viewer: Viewer) -> Scene;

    /// Everything in `choices`, dressed for a page.
    fn offers(&self, p: &Self::Position, side: Side) -> Vec<Offer>;

    /// Zones of control, ranges of command and the like, drawn when somebody asks for them.
    fn areas(&self, _p: &Self::Position, _viewer: Viewer) -> Vec<Area> {
        Vec::new()
    }

    /// Where this piece can come to in its present or next move: the cheapest way to each place and facing.
    fn destinations(&self, p: &Self::Position, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal>;

    /// Why this piece cannot go there, or act upon that piece, now. `None` if it can.
    fn why_not(&self, p: &Self::Position, side: Side, piece: &str, there: &There) -> Option<Refusal>;
}
