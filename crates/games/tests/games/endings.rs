//! Who has won and why, in a sentence by the rules: the last thing that is told of every battle.

use games::{Options, Shelf};
use kernel::{Seed, Telling, ToAct, Verdict, Viewer};
use seat::{Bout, Detail, Table};

/// A battle fought at random to its end, at a table where it can be looked at.
pub(crate) fn fought(id: &str, option: Option<(&str, &str)>, seed: u8) -> Box<dyn Table> {
    let options: Options = option
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .into_iter()
        .collect();
    let scenario = Shelf::standard().open(id, &options).unwrap();
    let bout = Bout {
        captains: ["random", "random"],
        captain_seeds: [seed.into(), 4],
        seed: Seed([seed; 32]),
        detail: Detail::Verdict,
    };
    let (_, record) = scenario
        .battle
        .fight_on_record(scenario.heading.clone(), &bout)
        .unwrap();
    let going_on = kernel::replay::GoingOn::No;
    scenario.battle.replay(scenario.heading, &record, going_on).unwrap()
}

fn end_of(table: &dyn Table) -> (Verdict, Telling) {
    assert_eq!(table.to_act(Viewer::Watcher), ToAct::Nobody);
    let story = table.story(Viewer::Watcher, 0);
    let last = story.last().unwrap().events.last().unwrap().clone();
    (table.verdict().unwrap(), last)
}

/// The winner and the figures by which he has won: the points, unless an army is beaten.
#[test]
fn every_battle_ends_with_its_reason() {
    let shelf = Shelf::standard();
    for id in shelf.scenarios() {
        let sides = shelf.open(&id, &Options::new()).unwrap().battle.sides();
        let given = format!("{} 37", sides[0].to_lowercase());
        for (handicap, seed) in [(None, 1), (None, 2), (Some(("handicap", given.as_str())), 3)] {
            let (verdict, last) = end_of(&*fought(&id, handicap, seed));
            let text = &last.text;
            assert!(last.cites.contains(&verdict.cite), "{id}: {last:?}");
            assert!(text.ends_with('.') && !text.contains('{'), "{id}: {text}");
            match verdict.winner {
                // The levels of `edward` and `quad` name the winner.
                Some(side) => assert!(
                    text.contains(sides[side.index()]) || text.contains(&verdict.level),
                    "{id}: {text}"
                ),
                None => assert!(text.contains("nobody wins"), "{id}: {text}"),
            }
            let [one, two] = verdict.score;
            let lead = format!("lead of {}", one.abs_diff(two));
            let points = [format!("{} {one}", sides[0]), format!("{} {two}", sides[1])];
            let counted = points.iter().all(|points| text.contains(points));
            let beaten = text.contains("demoralised") || text.contains("no unit left");
            assert!(
                counted || beaten || text.contains(&lead) || text.contains("points equal"),
                "{id}: {text}"
            );
            assert_eq!(
                text.contains("37 of them given") || text.contains("37 points given"),
                handicap.is_some(),
                "{id}: {text}"
            );
        }
    }
}
