//! The hit chart (TR-39): a table of data that players may replace.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

/// The chart that comes with the program.
const STANDARD: &str = include_str!("../../../data/tables/retinue-hits.toml");

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The longest range of each column, in mils.
    columns: Vec<i32>,
    /// Skills from 1 upwards; the hit number of each column, 0 where no shot hits.
    rows: Vec<Vec<u8>>,
}

/// A chart as a file has it.
#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChartFile {
    #[cfg_attr(feature = "schema", schemars(with = "Vec<i32>"))]
    columns: Spanned<Vec<i32>>,
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Vec<u8>>"))]
    rows: Spanned<BTreeMap<String, Spanned<Vec<u8>>>>,
}

/// Why a chart makes no sense, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartFault {
    pub why: String,
    pub span: Range<usize>,
}

impl Chart {
    /// Reads a chart; what does not make sense is refused (`E_CHART`).
    pub fn read(text: &str) -> Result<Chart, ChartFault> {
        let file: ChartFile = toml::from_str(text).map_err(|fault| ChartFault {
            why: format!("E_CHART: {}", fault.message().trim()),
            span: fault.span().unwrap_or_default(),
        })?;
        Chart::from_file(&file)
    }

    pub fn from_file(file: &ChartFile) -> Result<Chart, ChartFault> {
        let refused = |span: Range<usize>, why: String| {
            Err(ChartFault {
                why: format!("E_CHART: {why}"),
                span,
            })
        };
        let columns = file.columns.get_ref();
        if columns.is_empty() || !columns.is_sorted_by(|a, b| a < b) || columns[0] <= 0 {
            let why = "the ranges of the columns grow to the right".into();
            return refused(file.columns.span(), why);
        }
        let known = file.rows.get_ref();
        let mut rows = Vec::new();
        for skill in 1..=known.len() {
            match known.get(&skill.to_string()) {
                Some(row) => rows.push(row),
                None => return refused(file.rows.span(), format!("there is no row for skill {skill}")),
            }
        }
        if rows.is_empty() {
            return refused(file.rows.span(), "there are no rows".into());
        }
        // A dash is harder than any number.
        let hard = |need: u8| if need == 0 { u8::MAX } else { need };
        for (at, spanned) in rows.iter().enumerate() {
            let row = spanned.get_ref();
            if row.len() != columns.len() || row.iter().any(|need| *need > 10) {
                let why = format!("the row of skill {} has one number up to 10 for each column", at + 1);
                return refused(spanned.span(), why);
            }
            let worse_right = row.iter().map(|need| hard(*need)).is_sorted();
            let below = at.checked_sub(1).map(|below| rows[below].get_ref());
            let worse_down = below.is_none_or(|below| row.iter().zip(below).all(|(up, down)| hard(*up) <= hard(*down)));
            if !worse_right || !worse_down {
                let why = format!(
                    "hit numbers never get easier to the right or downwards (skill {})",
                    at + 1
                );
                return refused(spanned.span(), why);
            }
        }
        Ok(Chart {
            columns: columns.clone(),
            rows: rows.into_iter().map(|row| row.get_ref().clone()).collect(),
        })
    }

    pub fn standard() -> Chart {
        Chart::read(STANDARD).expect("the chart that comes with the program makes sense")
    }

    /// The column of a squared distance, from 1; one beyond the last if it is farther than all.
    pub fn column(&self, squared: i64) -> u8 {
        let within = |limit: &i32| squared <= i64::from(*limit) * i64::from(*limit);
        let at = self.columns.iter().position(within).unwrap_or(self.columns.len());
        at as u8 + 1
    }

    /// The hit number; 0: no shot hits. Skills above the best row count as the best.
    pub fn need(&self, skill: i8, column: u8) -> u8 {
        let best = self.rows.len() as i8;
        if skill < 1 || column < 1 {
            return 0;
        }
        let row = &self.rows[(skill.min(best) - 1) as usize];
        row.get(usize::from(column) - 1).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_chart_is_the_formula() {
        let chart = Chart::standard();
        for skill in 1..=10u8 {
            for column in 1..=12u8 {
                let need = 2 + 2 * (10 - skill + column - 1) / 3;
                let expected = if need > 10 { 0 } else { need };
                assert_eq!(
                    chart.need(skill as i8, column),
                    expected,
                    "skill {skill}, column {column}"
                );
            }
        }
        assert_eq!((chart.need(0, 1), chart.need(11, 1), chart.need(10, 13)), (0, 2, 0));
    }

    #[test]
    fn a_chart_that_makes_no_sense_is_refused() {
        let wrong = [
            "columns = [3000, 2000]\nrows = { 1 = [5, 6] }",
            "columns = [3000, 6000]\nrows = { 1 = [5, 4] }",
            "columns = [3000, 6000]\nrows = { 1 = [0, 4] }",
            "columns = [3000]\nrows = { 1 = [5], 2 = [6] }",
            "columns = [3000]\nrows = { 2 = [5] }",
            "columns = [3000]\nrows = { 1 = [11] }",
        ];
        for text in wrong {
            let refused = Chart::read(text).expect_err(text);
            assert!(
                refused.why.starts_with("E_CHART") && !refused.span.is_empty(),
                "{text}: {refused:?}"
            );
        }
        assert!(Chart::read("columns = [3000, 9000]\nrows = { 1 = [5, 0], 2 = [5, 9] }").is_ok());
    }
}
