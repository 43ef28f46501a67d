//! What a page has a picture for. A game picks one of these for what it shows, and says in words what it is called; nothing
//! is drawn, sorted or folded by those words.

use crate::Terrain;
use serde::Serialize;

/// What a piece is among the others in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PieceRole {
    /// It fights.
    Unit,
    /// He goes with those who fight, and is drawn smaller beside them.
    Leader,
    /// The leader who commands all.
    GrandLeader,
    /// A thing that goes with those who fight.
    Banner,
    /// A part of the ground: pieces stand on it.
    Mark,
}

impl PieceRole {
    pub fn leads(self) -> bool {
        matches!(self, PieceRole::Leader | PieceRole::GrandLeader)
    }
}

/// What is drawn on a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Picture {
    Spears,
    Pikes,
    /// Spears on all sides.
    Ring,
    /// Spears in disorder.
    Rabble,
    /// Pitchforks and flails.
    Levy,
    Sword,
    Polearms,
    Javelins,
    Longbow,
    /// A short bow, of those who fight in open order.
    ShortBow,
    Crossbow,
    Handgun,
    Cavalry,
    /// Riders with shields.
    HeavyCavalry,
    /// Riders in armour, with lances.
    Knights,
    /// The same on horses in cloth or armour.
    BardedKnights,
    LightGun,
    Bombard,
    Leader,
    Banner,
    Pit,
}

/// What is drawn beside a piece for a badge of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    Rout,
    /// A rout that is still to come.
    Pending,
    Lance,
    /// It charges: at the piece pointed at, or with the number in its text.
    Charge,
    Attack,
    Disorganised,
    March,
    Shiltron,
    Moved,
    Attacked,
    Shot,
    Command,
    Disobeyed,
    Fatigue,
    Banner,
    CapturedBanner,
    /// What it is told to do, named first in the text.
    Chit,
    /// Anything else: a square with the first letter of its text.
    Letter,
}

/// What covers a hex or a part of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// Nothing: a hill, or a part of the plain with a name.
    Clear,
    Wood,
    Marsh,
    Water,
    /// A bed with running water in it.
    Burn,
    Village,
    Field,
    Rough,
    /// Anything else: a tint.
    Tint,
}

impl Cover {
    pub fn of(terrain: Terrain) -> Cover {
        match terrain {
            Terrain::Clear | Terrain::Hill | Terrain::Fort => Cover::Clear,
            Terrain::Marsh | Terrain::Swamp => Cover::Marsh,
            Terrain::Pool | Terrain::River => Cover::Water,
            Terrain::Burn => Cover::Burn,
            Terrain::Wooded | Terrain::Forest => Cover::Wood,
            Terrain::Village => Cover::Village,
            Terrain::Grove
            | Terrain::Bridge
            | Terrain::Barrow
            | Terrain::Megalith
            | Terrain::Altar
            | Terrain::Ditch
            | Terrain::DryBed
            | Terrain::Camp => Cover::Tint,
        }
    }
}

/// What runs across a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Run {
    Road,
    Track,
    Stream,
    River,
    Hedge,
    Wall,
    Ditch,
    Stakes,
    /// Anything else: a dashed line.
    Dashes,
}

/// What lies between two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Hexside {
    Burn,
    Stream,
    River,
    Bridge,
    Ford,
    Fortification,
    Gate,
}
