//! Why a request was refused.

use kernel::{Cite, Refusal};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// Nothing has changed when one of these is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Fault {
    /// A stable name for programs, such as `StaleVersion` or `ChargeTooShort`.
    pub code: String,
    /// The rule broken; empty where no rule is concerned.
    pub cite: String,
    /// A sentence for people.
    pub why: String,
    /// Numbers that belong to the refusal, such as points needed and left.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<(String, String)>>")]
    pub figures: Vec<(String, String)>,
    /// The index of the faulty choice of a plan, or of the faulty entry of a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at: Option<usize>,
}

/// The body of every answer that is not a success.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct FaultBody {
    pub error: Fault,
}

impl Fault {
    pub fn new(code: impl Into<String>, why: impl Into<String>) -> Fault {
        Fault {
            code: code.into(),
            cite: Cite::NONE.0.into(),
            why: why.into(),
            figures: Vec::new(),
            at: None,
        }
    }

    #[must_use]
    pub fn at(mut self, index: usize) -> Fault {
        self.at = Some(index);
        self
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault {
            code: refusal.code.into(),
            cite: refusal.cite.0.into(),
            why: refusal.why,
            figures: refusal.figures.into_iter().map(|(k, v)| (k.into(), v)).collect(),
            at: None,
        }
    }
}
