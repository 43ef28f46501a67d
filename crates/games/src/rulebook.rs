//! The rules and rulings in our own words, from `docs/rules` and `docs/rulings`.

/// One rule or ruling.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rule {
    pub id: String,
    pub title: String,
    /// Cases of the published rulebook.
    pub cases: String,
    pub section: String,
    pub text: String,
}

const TEXTS: &[(&str, &str, &str)] = &[
    (
        "edward",
        include_str!("../../../docs/rules/edward.md"),
        include_str!("../../../docs/rulings/edward.md"),
    ),
    (
        "quad",
        include_str!("../../../docs/rules/quad.md"),
        include_str!("../../../docs/rulings/quad.md"),
    ),
    (
        "medieval",
        include_str!("../../../docs/rules/medieval.md"),
        include_str!("../../../docs/rulings/medieval.md"),
    ),
];

/// The rules of a system (first) and its rulings.
pub fn of(system: &str) -> Option<(Vec<Rule>, Vec<Rule>)> {
    let (_, rules, rulings) = TEXTS.iter().find(|(name, ..)| *name == system)?;
    Some((parse(rules), parse(rulings)))
}

/// `## Section`, `### ID Title`, `*cases*`, then the text up to the next heading.
fn parse(text: &str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    let mut section = String::new();
    let mut open = false;
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            let (id, title) = heading.split_once(' ').unwrap_or((heading, ""));
            rules.push(Rule {
                id: id.into(),
                title: title.into(),
                cases: String::new(),
                section: section.clone(),
                text: String::new(),
            });
            open = true;
        } else if let Some(heading) = line.strip_prefix("## ") {
            section = heading.into();
            open = false;
        } else if let (true, Some(rule)) = (open, rules.last_mut()) {
            let cases = line.strip_prefix('*').and_then(|l| l.strip_suffix('*'));
            match cases {
                Some(cases) if rule.cases.is_empty() && !cases.contains('*') => rule.cases = cases.into(),
                _ => {
                    rule.text.push_str(line);
                    rule.text.push('\n');
                }
            }
        }
    }
    for rule in &mut rules {
        rule.text = rule.text.trim().into();
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_edward_is_told() {
        let (rules, rulings) = of("edward").unwrap();
        let ids: Vec<&str> = rules.iter().map(|r| r.id.as_str()).collect();
        let expected: Vec<String> = (1..=134).map(|n| format!("E-{n:02}")).collect();
        assert_eq!(ids, expected);
        assert!(rulings.len() >= 68);
        for rule in rules.iter().chain(&rulings) {
            assert!(
                !rule.title.is_empty() && !rule.cases.is_empty() && !rule.text.is_empty(),
                "{}",
                rule.id
            );
        }
    }

    #[test]
    fn every_rule_of_quad_is_told() {
        let (rules, rulings) = of("quad").unwrap();
        let ids: Vec<&str> = rules.iter().map(|r| r.id.as_str()).collect();
        let numbers = (1..=67).chain(71..=78).chain(101..=131);
        let expected: Vec<String> = numbers.map(|n| format!("Q-{n:02}")).collect();
        assert_eq!(ids, expected);
        assert!(rulings.len() >= 51);
        for rule in rules.iter().chain(&rulings) {
            assert!(
                !rule.title.is_empty() && !rule.cases.is_empty() && !rule.text.is_empty(),
                "{}",
                rule.id
            );
        }
    }
}
