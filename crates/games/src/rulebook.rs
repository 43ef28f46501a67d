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
    /// Tables, which name the rules they belong to.
    pub tables: Vec<Rule>,
    /// The phases of a turn, in order.
    pub sequence: Vec<Phase>,
    /// What the words on counters mean.
    pub terms: Vec<Term>,
}

/// A phase as it is told to whoever has never played.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Phase {
    /// What scenes call it.
    pub phases: Vec<String>,
    pub name: String,
    pub words: String,
}

/// A rating, sign or kind of piece, and what it means.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Term {
    pub name: String,
    pub words: String,
}

/// Tables that are rules of their own, and those that only put together what the rules say.
const TABLES: [&str; 2] = ["Tables", "Reference tables"];

impl Rulebook {
    pub fn parse(rules: &str, rulings: &str) -> Rulebook {
        let all = parse(rules);
        let tables = all.iter().filter(|rule| TABLES.contains(&rule.section.as_str()));
        let tables = tables.cloned().collect();
        Rulebook {
            rules: all.into_iter().filter(|rule| rule.section != TABLES[1]).collect(),
            rulings: parse(rulings),
            tables,
            sequence: Vec::new(),
            terms: Vec::new(),
        }
    }

    /// With a text from `docs/terms`: `- **phase, phase** Name: words` and `- **word**: words`.
    #[must_use]
    pub fn with_terms(mut self, text: &str) -> Rulebook {
        for line in text.lines() {
            let Some((keys, rest)) = line.strip_prefix("- **").and_then(|line| line.split_once("**")) else {
                continue;
            };
            let Some((name, words)) = rest.split_once(':') else {
                continue;
            };
            let (name, words) = (name.trim(), words.trim().to_string());
            if name.is_empty() {
                let name = keys.into();
                self.terms.push(Term { name, words });
            } else {
                let phases = keys.split(',').map(|key| key.trim().to_string()).collect();
                let name = name.into();
                self.sequence.push(Phase { phases, name, words });
            }
        }
        self
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

    /// Every system says in which order it is played and what its ratings mean, and cites rules that there are.
    #[test]
    fn the_order_of_play_and_the_words_on_counters_are_told() {
        let shelf = Shelf::standard();
        for system in shelf.systems() {
            let book = system.rulebook();
            assert!(book.sequence.len() > 4, "{}", system.id());
            let told: Vec<&str> = book.terms.iter().map(|term| term.name.as_str()).collect();
            let texts = book.terms.iter().map(|term| &term.words);
            let all = book.rules.iter().chain(&book.rulings).chain(&book.tables);
            let known: Vec<&str> = all.map(|rule| rule.id.as_str()).collect();
            for text in texts.chain(book.sequence.iter().map(|phase| &phase.words)) {
                let Some((_, cited)) = text.rsplit_once(" (") else {
                    continue;
                };
                for id in cited.trim_end_matches(['.', ')']).split(", ") {
                    assert!(known.contains(&id), "{}: {id}", system.id());
                }
            }
            for scenario in system.scenarios() {
                let table = shelf.open(scenario.id, &Default::default()).unwrap();
                let table = table.start(kernel::Seed([0; 32]));
                for viewer in kernel::Viewer::ALL {
                    let scene = table.scene(viewer);
                    let phases = book.sequence.iter().flat_map(|phase| &phase.phases);
                    assert!(phases.into_iter().any(|phase| *phase == scene.phase), "{}", scene.phase);
                    for rating in scene.pieces.iter().flat_map(|piece| &piece.ratings) {
                        assert!(told.contains(&rating.name), "{}: {}", system.id(), rating.name);
                        let is_known = rating.name != "trait" || told.contains(&&*rating.value);
                        assert!(is_known, "{}: {}", system.id(), rating.value);
                    }
                }
            }
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
