//! The hit chart (TR-39): a table of data that players may replace.

use board::Reader;
use kernel::Diagnostic;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// The chart that comes with the program.
const STANDARD: &str = include_str!("../../../data/tables/retinue-hits.toml");

const FORM: &str = "columns and [rows], as in data/tables/retinue-hits.toml";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The longest range of each column, in mils.
    columns: Vec<i32>,
    /// Skills from 1 upwards; the hit number of each column, 0 where no shot hits.
    rows: Vec<Vec<u8>>,
}

/// A hit chart as a file has it.
#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChartFile {
    /// Ranges in mils, each up to and with so many.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<i32>"))]
    columns: Spanned<Vec<i32>>,
    /// By skill, from 1 upwards without a gap: the hit number of each column, 0 where no shot hits.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Vec<u8>>"))]
    rows: Spanned<BTreeMap<String, Spanned<Vec<u8>>>>,
}

/// A dash is harder than any number.
fn hard(need: u8) -> u8 {
    if need == 0 { u8::MAX } else { need }
}

impl Chart {
    /// Reads a chart; what does not make sense is refused (`E_CHART`), all of it with its place.
    pub fn read(text: &str) -> Result<Chart, Vec<Diagnostic>> {
        let file: ChartFile = toml::from_str(text).map_err(|fault| {
            let said = Diagnostic::new(format!("E_CHART: {}", fault.message().trim()));
            vec![said.at(fault.span().unwrap_or_default()).help(FORM)]
        })?;
        Chart::from_file(&file)
    }

    pub fn from_file(file: &ChartFile) -> Result<Chart, Vec<Diagnostic>> {
        let mut reader = Reader::default();
        let columns = file.columns.get_ref();
        if columns.is_empty() || columns.len() > 99 || !columns.is_sorted_by(|a, b| a < b) || columns[0] <= 0 {
            let message = "E_CHART: the ranges of the columns grow to the right";
            reader.fault(
                file.columns.span(),
                message,
                "at most 99, in thousandths of an inch, such as [3000, 6000, 10000]",
            );
        }
        let known = file.rows.get_ref();
        let skills = known.len().max(1);
        if skills > 99 {
            reader.fault(file.rows.span(), "E_CHART: there are too many rows", "at most 99");
            return Err(reader.faults);
        }
        let found = (1..=skills).map(|skill| known.get(&skill.to_string()));
        let rows: Vec<&Spanned<Vec<u8>>> = found.clone().flatten().collect();
        if let Some(missing) = found.clone().position(|row| row.is_none()) {
            let message = format!("E_CHART: there is no row for skill {}", missing + 1);
            reader.fault(
                file.rows.span(),
                message,
                &format!("rows from 1 to {skills}, one for each skill"),
            );
            return Err(reader.faults);
        }
        for (at, spanned) in rows.iter().enumerate() {
            let (skill, row) = (at + 1, spanned.get_ref());
            if row.len() != columns.len() {
                let message = format!("E_CHART: the row of skill {skill} has {} numbers", row.len());
                reader.fault(
                    spanned.span(),
                    message,
                    &format!("{}, one for each column", columns.len()),
                );
                continue;
            }
            if let Some(much) = row.iter().find(|need| **need > 10) {
                let message = format!("E_CHART: nobody throws {much} with a ten-sided die (skill {skill})");
                reader.fault(spanned.span(), message, "1 to 10, or 0 where no shot hits");
            }
            let easier = row.windows(2).position(|pair| hard(pair[0]) > hard(pair[1]));
            if let Some(column) = easier {
                let message = format!(
                    "E_CHART: skill {skill} hits more easily in column {} than in the one before",
                    column + 2
                );
                let help = match row[column] {
                    0 => "0: where no shot hits at a range, none does farther off".to_string(),
                    need => format!("{need} or more, or 0 where no shot hits"),
                };
                reader.fault(spanned.span(), message, &help);
            }
            let worse = at.checked_sub(1).map(|below| rows[below].get_ref());
            let easier = worse.and_then(|worse| row.iter().zip(worse).position(|(up, down)| hard(*up) > hard(*down)));
            if let Some(column) = easier {
                let message = format!(
                    "E_CHART: skill {skill} hits less easily than skill {at} in column {}",
                    column + 1
                );
                let help = format!("{} or less", worse.map_or(0, |worse| worse[column]));
                reader.fault(spanned.span(), message, &help);
            }
        }
        if !reader.faults.is_empty() {
            return Err(reader.faults);
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
    fn a_chart_that_makes_no_sense_is_refused_where_it_does_not() {
        let wrong = [
            ("columns = [3000, 2000]\nrows = { 1 = [5, 6] }", "[3000, 2000]", "grow"),
            ("columns = []\nrows = { 1 = [] }", "[]", "grow"),
            ("columns = [3000, 6000]\nrows = { 1 = [5, 4] }", "[5, 4]", "5 or more"),
            (
                "columns = [3000, 6000]\nrows = { 1 = [0, 4] }",
                "[0, 4]",
                "none does farther off",
            ),
            ("columns = [3000]\nrows = { 1 = [5], 2 = [6] }", "[6]", "5 or less"),
            (
                "columns = [3000]\nrows = { 2 = [5] }",
                "{ 2 = [5] }",
                "rows from 1 to 1",
            ),
            ("columns = [3000]\nrows = {}", "{}", "rows from 1 to 1"),
            ("columns = [3000]\nrows = { 1 = [11] }", "[11]", "1 to 10"),
            (
                "columns = [3000]\nrows = { 1 = [5, 6] }",
                "[5, 6]",
                "1, one for each column",
            ),
            (
                "columns = [3000]\nrows = { 1 = [5] }\nshoots = 1",
                "shoots",
                "retinue-hits.toml",
            ),
        ];
        for (text, place, said) in wrong {
            let refused = Chart::read(text).expect_err(text);
            let [fault] = refused.as_slice() else {
                panic!("{text}: {refused:?}")
            };
            let help = fault.help.as_deref().unwrap_or_default();
            assert!(fault.message.starts_with("E_CHART"), "{fault:?}");
            assert!(fault.message.contains(said) || help.contains(said), "{fault:?}");
            assert_eq!(&text[fault.span.clone().expect("a place")], place, "{fault:?}");
        }
        let many: Vec<String> = (1..=100).map(|skill| format!("{skill} = [5]")).collect();
        let many = format!("columns = [3000]\nrows = {{ {} }}", many.join(", "));
        let faults = Chart::read(&many).expect_err("too many");
        assert_eq!(faults[0].message, "E_CHART: there are too many rows");
        let two = "columns = [3000, 6000]\nrows = { 1 = [5, 4], 2 = [5, 11] }";
        assert_eq!(Chart::read(two).expect_err("both are told").len(), 3);
        assert!(Chart::read("columns = [3000, 9000]\nrows = { 1 = [5, 0], 2 = [5, 9] }").is_ok());
    }
}
