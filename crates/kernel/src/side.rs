//! The two sides of every game.

use serde::{Deserialize, Serialize};

/// One of the two sides. Each system names its own: in `edward`, `One` is the Scots and `Two` the English.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    One,
    Two,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::One, Side::Two];

    #[inline]
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::One => Side::Two,
            Side::Two => Side::One,
        }
    }

    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Who must decide next. `Both` is for hidden commits: each side owes one, in either order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToAct {
    One(Side),
    Both,
    Nobody,
}

impl ToAct {
    #[inline]
    pub fn includes(self, side: Side) -> bool {
        match self {
            ToAct::One(s) => s == side,
            ToAct::Both => true,
            ToAct::Nobody => false,
        }
    }

    pub fn sides(self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |s| self.includes(*s))
    }
}

/// Who looks at a game: a seat, or somebody who sees only what both seats may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    One,
    Two,
    Watcher,
}

impl Viewer {
    pub const ALL: [Viewer; 3] = [Viewer::One, Viewer::Two, Viewer::Watcher];

    pub fn side(self) -> Option<Side> {
        match self {
            Viewer::One => Some(Side::One),
            Viewer::Two => Some(Side::Two),
            Viewer::Watcher => None,
        }
    }

    /// Whether this viewer holds the seat of `side`.
    pub fn is(self, side: Side) -> bool {
        self.side() == Some(side)
    }
}

impl From<Side> for Viewer {
    fn from(side: Side) -> Viewer {
        match side {
            Side::One => Viewer::One,
            Side::Two => Viewer::Two,
        }
    }
}
