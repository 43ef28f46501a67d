//! What lies in a hex and along its sides. What it costs is for the games to say.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What fills a hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Terrain {
    #[default]
    Clear,
    Marsh,
    Pool,
    Wooded,
    Village,
    River,
    Burn,
    Hill,
    Forest,
    Swamp,
    Fort,
    Grove,
    Bridge,
    Barrow,
    Megalith,
    Altar,
    Ditch,
    DryBed,
    Camp,
}

impl Terrain {
    pub const ALL: [Terrain; 19] = [
        Terrain::Clear,
        Terrain::Marsh,
        Terrain::Pool,
        Terrain::Wooded,
        Terrain::Village,
        Terrain::River,
        Terrain::Burn,
        Terrain::Hill,
        Terrain::Forest,
        Terrain::Swamp,
        Terrain::Fort,
        Terrain::Grove,
        Terrain::Bridge,
        Terrain::Barrow,
        Terrain::Megalith,
        Terrain::Altar,
        Terrain::Ditch,
        Terrain::DryBed,
        Terrain::Camp,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Terrain::Clear => "clear",
            Terrain::Marsh => "marsh",
            Terrain::Pool => "pool",
            Terrain::Wooded => "wooded",
            Terrain::Village => "village",
            Terrain::River => "river",
            Terrain::Burn => "burn",
            Terrain::Hill => "hill",
            Terrain::Forest => "forest",
            Terrain::Swamp => "swamp",
            Terrain::Fort => "fort",
            Terrain::Grove => "grove",
            Terrain::Bridge => "bridge",
            Terrain::Barrow => "barrow",
            Terrain::Megalith => "megalith",
            Terrain::Altar => "altar",
            Terrain::Ditch => "ditch",
            Terrain::DryBed => "dry-bed",
            Terrain::Camp => "camp",
        }
    }

    /// A legend line means the terrain of its first word; a castle is a fort.
    pub fn from_legend(line: &str) -> Option<Terrain> {
        let word = line.split_whitespace().next()?;
        if word == "castle" {
            return Some(Terrain::Fort);
        }
        Terrain::ALL.into_iter().find(|t| t.name() == word)
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of things along one hexside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SideFeatures(u16);

impl SideFeatures {
    pub const NONE: SideFeatures = SideFeatures(0);
    pub const BURN: SideFeatures = SideFeatures(1);
    pub const STREAM: SideFeatures = SideFeatures(1 << 1);
    pub const RIVER: SideFeatures = SideFeatures(1 << 2);
    pub const BRIDGE: SideFeatures = SideFeatures(1 << 3);
    pub const FORD: SideFeatures = SideFeatures(1 << 4);
    pub const FORTIFICATION: SideFeatures = SideFeatures(1 << 5);
    pub const GATE: SideFeatures = SideFeatures(1 << 6);
    /// The two hexes differ in elevation; the map works it out (quad.md 1.4).
    pub const CONTOUR: SideFeatures = SideFeatures(1 << 7);
    /// The two hexes follow each other on a road (medieval.md 2.2).
    pub const ROAD: SideFeatures = SideFeatures(1 << 8);
    pub const RIDGE: SideFeatures = SideFeatures(1 << 9);

    const NAMES: [(SideFeatures, &'static str); 10] = [
        (SideFeatures::BURN, "burn"),
        (SideFeatures::STREAM, "stream"),
        (SideFeatures::RIVER, "river"),
        (SideFeatures::BRIDGE, "bridge"),
        (SideFeatures::FORD, "ford"),
        (SideFeatures::FORTIFICATION, "fortification"),
        (SideFeatures::GATE, "gate"),
        (SideFeatures::CONTOUR, "contour"),
        (SideFeatures::ROAD, "road"),
        (SideFeatures::RIDGE, "ridge"),
    ];

    /// All of `other`.
    #[inline]
    pub const fn contains(self, other: SideFeatures) -> bool {
        self.0 & other.0 == other.0
    }

    /// Any of `other`.
    #[inline]
    pub const fn intersects(self, other: SideFeatures) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    #[must_use]
    pub const fn with(self, other: SideFeatures) -> SideFeatures {
        SideFeatures(self.0 | other.0)
    }

    #[inline]
    #[must_use]
    pub const fn without(self, other: SideFeatures) -> SideFeatures {
        SideFeatures(self.0 & !other.0)
    }

    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The single feature of that name.
    pub fn from_name(name: &str) -> Option<SideFeatures> {
        let mut names = Self::NAMES.into_iter();
        names.find(|(_, n)| *n == name).map(|(f, _)| f)
    }

    /// The names of what is there, in a fixed order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let present = Self::NAMES.into_iter().filter(move |(f, _)| self.contains(*f));
        present.map(|(_, name)| name)
    }
}

impl std::ops::BitOr for SideFeatures {
    type Output = SideFeatures;

    fn bitor(self, other: SideFeatures) -> SideFeatures {
        self.with(other)
    }
}

impl fmt::Display for SideFeatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.pad("none");
        }
        f.pad(&self.names().collect::<Vec<_>>().join("+"))
    }
}

impl fmt::Debug for SideFeatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SideFeatures({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legend_goes_by_its_first_word() {
        assert_eq!(Terrain::from_legend("pool (prohibited)"), Some(Terrain::Pool));
        assert_eq!(Terrain::from_legend("castle (fortified)"), Some(Terrain::Fort));
        assert_eq!(Terrain::from_legend("bog"), None);
        assert_eq!(Terrain::from_legend(""), None);
        assert_eq!(size_of::<Terrain>(), 1);
    }

    #[test]
    fn side_sets() {
        let s = SideFeatures::STREAM | SideFeatures::FORD;
        assert!(s.contains(SideFeatures::FORD) && !s.contains(SideFeatures::FORD | SideFeatures::ROAD));
        assert!(s.intersects(SideFeatures::FORD | SideFeatures::ROAD));
        assert_eq!(s.to_string(), "stream+ford");
        assert_eq!(s.without(SideFeatures::STREAM), SideFeatures::FORD);
        assert_eq!(SideFeatures::NONE.to_string(), "none");
        for (f, name) in SideFeatures::NAMES {
            assert_eq!(SideFeatures::from_name(name), Some(f));
        }
    }
}
