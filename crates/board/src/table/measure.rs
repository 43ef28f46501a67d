//! Lengths and angles as people write them: inches with at most three decimals, degrees with at most one.

use super::{LIMIT, Point};

/// `6.000`, `2.858`: to the mil.
pub fn inches(mils: i32) -> String {
    let (sign, size) = (if mils < 0 { "-" } else { "" }, mils.unsigned_abs());
    format!("{sign}{}.{:03}", size / 1000, size % 1000)
}

/// `6.0`, `2.858`: at least one decimal, and no idle noughts.
pub fn brief_inches(mils: i32) -> String {
    let mut text = inches(mils);
    while text.ends_with('0') && !text.ends_with(".0") {
        text.pop();
    }
    text
}

/// `24.000,17.875`.
pub fn point_text(at: Point) -> String {
    format!("{},{}", inches(at.x()), inches(at.y()))
}

/// `30.0`.
pub fn degrees(tenths: u16) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A number without a sign and with at most so many decimals, as a whole number of its smallest part; none that is larger than
/// anything on a table.
pub fn decimal(text: &str, places: usize) -> Option<i32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let dot_alone = text.ends_with('.');
    if whole.is_empty() || whole.len() > 6 || part.len() > places || dot_alone || !plain(whole) || !plain(part) {
        return None;
    }
    let number: i32 = format!("{whole}{part:0<places$}").parse().ok()?;
    (number <= LIMIT).then_some(number)
}

/// The same with or without a minus.
pub fn signed_decimal(text: &str, places: usize) -> Option<i32> {
    match text.strip_prefix('-') {
        Some(rest) => decimal(rest, places).map(|number| -number),
        None => decimal(text, places),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_and_read_to_the_mil() {
        for (mils, long, brief) in [
            (0, "0.000", "0.0"),
            (6000, "6.000", "6.0"),
            (2858, "2.858", "2.858"),
            (-50, "-0.050", "-0.05"),
            (LIMIT, "1048.575", "1048.575"),
        ] {
            assert_eq!((inches(mils), brief_inches(mils)), (long.into(), brief.into()));
            assert_eq!([long, brief].map(|text| signed_decimal(text, 3)), [Some(mils); 2]);
        }
        assert_eq!((degrees(3599), decimal("359.9", 1)), ("359.9".into(), Some(3599)));
    }

    #[test]
    fn what_is_no_number_or_too_fine_or_too_large_is_not_read() {
        for text in [
            "", ".", "6.", ".5", "+6", "-6", "6.0005", "6,0", "1048.576", "1000000", "6.0 ",
        ] {
            assert_eq!(decimal(text, 3), None, "{text}");
        }
        assert_eq!((signed_decimal("--6", 3), decimal("30.05", 1)), (None, None));
    }
}
