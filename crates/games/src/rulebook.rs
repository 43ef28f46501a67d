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

/// The rules of a system and its rulings.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rulebook {
    pub rules: Vec<Rule>,
    pub rulings: Vec<Rule>,
}

impl Rulebook {
    pub fn parse(rules: &str, rulings: &str) -> Rulebook {
        Rulebook {
            rules: parse(rules),
            rulings: parse(rulings),
        }
    }
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
    use crate::Shelf;

    fn told(system: &str, numbers: impl Iterator<Item = usize>, letter: char, rulings: usize) {
        let book = Shelf::standard().system(system).unwrap().rulebook();
        let ids: Vec<&str> = book.rules.iter().map(|r| r.id.as_str()).collect();
        let expected: Vec<String> = numbers.map(|n| format!("{letter}-{n:02}")).collect();
        assert_eq!(ids, expected);
        assert!(book.rulings.len() >= rulings);
        for rule in book.rules.iter().chain(&book.rulings) {
            assert!(
                !rule.title.is_empty() && !rule.cases.is_empty() && !rule.text.is_empty(),
                "{}",
                rule.id
            );
        }
    }

    #[test]
    fn every_rule_of_edward_is_told() {
        told("edward", 1..=134, 'E', 68);
    }

    #[test]
    fn every_rule_of_elements_is_told() {
        told("elements", 1..=112, 'L', 118);
    }

    #[test]
    fn every_rule_of_retinue_is_told() {
        told("retinue", 1..=169, 'T', 106);
    }

    #[test]
    fn every_rule_of_quad_is_told() {
        told("quad", (1..=67).chain(71..=78).chain(101..=131), 'Q', 51);
    }
}
