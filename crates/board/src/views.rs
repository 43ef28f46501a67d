//! What is shown of a rule system: the ground, scenes, offers, ways and reasons.

use crate::ground::BoardView;
use crate::place::{Place, There};
use crate::scene::{Area, Destination, Drag, Lane, Offer, Scene, SightLine};
use kernel::{Cite, Refusal, Side, Viewer, Words};

pub trait Views: Words {
    fn board(&self) -> BoardView;

    /// What the two armies cost, in a game whose armies are bought.
    fn points(&self) -> Option<[u32; 2]> {
        None
    }

    /// What this viewer may see.
    fn scene(&self, p: &Self::Position, viewer: Viewer) -> Scene;

    /// For each piece of `scene`, in its order, all that makes it look as it does besides what never changes in a battle: where
    /// two positions agree in it, the piece looks the same, and nobody need make both to see that. Nothing where pieces come
    /// and go, or where this is not known.
    fn looks(&self, _p: &Self::Position, _viewer: Viewer) -> Option<Vec<u128>> {
        None
    }

    /// `scene` with these of its pieces only, the first one being 0.
    fn scene_with(&self, p: &Self::Position, viewer: Viewer, pieces: &[usize]) -> Scene {
        self.scene(p, viewer).with(pieces)
    }

    /// Everything in `choices`, dressed for a page.
    fn offers(&self, p: &Self::Position, side: Side) -> Vec<Offer>;

    /// What a choice comes to, dressed for a page: the offer that it is, or one for each piece where one choice is for many.
    fn dress(&self, p: &Self::Position, side: Side, choice: &Self::Choice) -> Vec<Offer> {
        let text = self.write_choice(choice);
        let mut offers = self.offers(p, side);
        offers.retain(|offer| offer.choice == text);
        offers
    }

    /// Zones of control, ranges of command and the like, drawn when somebody asks for them.
    fn areas(&self, _p: &Self::Position, _viewer: Viewer) -> Vec<Area> {
        Vec::new()
    }

    /// Where this piece can come to in its present or next move: the cheapest way to each place and facing.
    fn destinations(&self, p: &Self::Position, side: Side, piece: &str) -> Result<Vec<Destination>, Refusal>;

    /// Why this piece cannot go there, or act upon that piece, now. `None` if it can.
    fn why_not(&self, p: &Self::Position, side: Side, piece: &str, there: &There) -> Option<Refusal>;

    /// Whether one place is seen from another, as shots go. `None` where that depends on more than two places.
    fn sight(&self, _p: &Self::Position, _from: &Place, _to: &Place) -> Option<SightLine> {
        None
    }

    /// Enemies that this piece could charge in its present or next move, each with the cheapest way to do it.
    fn lanes(&self, _p: &Self::Position, _side: Side, _piece: &str) -> Vec<Lane> {
        Vec::new()
    }

    /// What comes of dragging this piece to a place on a table. On hexes every place it can come to is listed.
    fn drag(&self, _p: &Self::Position, _side: Side, _piece: &str, _to: &Place) -> Result<Drag, Refusal> {
        Err(Refusal::new(
            "NoDragging",
            Cite::NONE,
            "Pieces are dragged on a table only.",
        ))
    }

    /// As far as this piece can be dragged now, in parts: straight on, after a wheel.
    fn envelope(&self, _p: &Self::Position, _side: Side, _piece: &str) -> Vec<Area> {
        Vec::new()
    }
}
