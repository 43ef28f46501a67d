//! What armies of one's own are put together from. Values are written as a scenario file has them, so that whoever shows the
//! lists need not know the game.

use serde::Serialize;

/// The lists of a system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ArmyLists {
    /// The cheapest first.
    pub kinds: Vec<ArmyKind>,
    /// What can be chosen for each piece.
    pub fields: Vec<ArmyField>,
}

/// A kind of troops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ArmyKind {
    /// As files have it.
    pub name: String,
    pub words: String,
    /// What one of them costs or is worth before anything else is chosen.
    pub points: i32,
    /// A new piece of this kind: keys and values.
    pub fresh: Vec<(String, String)>,
}

/// A key of a piece, and what may stand there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ArmyField {
    pub key: String,
    pub words: String,
    /// Values with what they mean; empty where it is a number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<(String, String)>>"))]
    pub choices: Vec<(String, String)>,
    /// The least and the most of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub range: Option<[i32; 2]>,
    /// How many choices may stand there as a list; one without a list if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub several: Option<u8>,
    /// Whether it may be left out.
    pub optional: bool,
}

impl ArmyField {
    pub fn number(key: &str, words: &str, range: [i32; 2]) -> ArmyField {
        ArmyField {
            key: key.into(),
            words: words.into(),
            choices: Vec::new(),
            range: Some(range),
            several: None,
            optional: false,
        }
    }

    pub fn choice(key: &str, words: &str, choices: Vec<(String, String)>) -> ArmyField {
        ArmyField {
            choices,
            range: None,
            ..ArmyField::number(key, words, [0, 0])
        }
    }

    /// Something that a piece has or has not.
    pub fn flag(key: &str, words: &str) -> ArmyField {
        ArmyField {
            optional: true,
            ..ArmyField::choice(key, words, vec![("true".into(), "yes".into())])
        }
    }
}

/// A text as files have it.
pub fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}
