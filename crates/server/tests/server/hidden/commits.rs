//! Every kind of commit of a skirmish, drawn up by either side: the other side and a watcher are answered alike.

use super::asked::{Questions, differences};
use super::{FREE, Host, choose, shelf};
use crate::client::{Keys, Socket, post};
use captain::Rng;
use games::Options;
use kernel::{Record, Seed, Side, ToAct, Viewer};
use serde_json::json;

const MILL: &str = "retinue/mill";

/// A kind of commit: how its lines begin, a fight in which both sides come to it, and from which seed on it is looked for: seldom does
/// somebody touch two enemies in a fight by chance. From these it comes soon: the luck of a long fight takes seconds to reckon.
const KINDS: [(&str, &str, [u64; 2]); 5] = [
    ("wish", FREE, [0, 0]),
    ("chit", MILL, [0, 0]),
    ("move", MILL, [0, 0]),
    ("shot", MILL, [10, 8]),
    ("strike", MILL, [315, 887]),
];

/// A game that has come to where a side draws up one of these.
struct Halt {
    record: Record,
    by: Side,
    /// Two things that it may draw up; the same where it has but one.
    lines: [String; 2],
    /// Whether the other side is to commit itself too, so that being ready shows nothing.
    both: bool,
    questions: Questions,
}

/// Plays games by chance, with the same dice whenever this runs, until a side may draw up a commit of this kind.
fn halt((kind, scenario, from): (&str, &str, [u64; 2]), by: Side) -> Halt {
    let scenario = shelf().open(scenario, &Options::new()).unwrap();
    for seed in (from[by.index()]..).take(200) {
        let mut rng = Rng::new(seed);
        let mut table = scenario.start(Seed::derived(3, seed));
        for _ in 0..4000 {
            let to_act = table.to_act(Viewer::Watcher);
            if to_act == ToAct::Nobody {
                break;
            }
            let drawn_up = Side::BOTH.iter().any(|side| !table.staged(*side).is_empty());
            let lines = |side: Side| -> Vec<String> {
                let list = table.choices(side);
                list.into_iter()
                    .filter(|line| line.split(' ').next() == Some(kind))
                    .collect()
            };
            let own = if drawn_up || !table.is_asked(by) {
                Vec::new()
            } else {
                lines(by)
            };
            if let (Some(first), Some(last)) = (own.first(), own.last()) {
                let ids = |lines: &[String]| -> Vec<String> {
                    lines
                        .iter()
                        .filter_map(|line| line.split(' ').nth(1).map(String::from))
                        .collect()
                };
                let theirs = table.choices(by.other());
                let scene = table.scene(Viewer::Watcher);
                let enemy = scene
                    .pieces
                    .iter()
                    .find(|piece| piece.side != by && piece.at.is_some())
                    .unwrap();
                let pieces = [ids(&own)[0].clone(), enemy.id.to_string()];
                let there = pieces.iter().map(|piece| json!({"piece": piece}));
                let place = json!({"place": {"x": 20000, "y": 20000, "angle": 0}});
                let asked = theirs.iter().take(4).chain([first, last]).cloned();
                return Halt {
                    record: table.record(),
                    by,
                    lines: [first.clone(), last.clone()],
                    both: to_act == ToAct::Both,
                    questions: Questions {
                        choices: asked.chain(["ready", "pass"].map(String::from)).collect(),
                        there: there.chain([place]).collect(),
                        pieces: pieces.into(),
                    },
                };
            }
            let side = Side::BOTH[rng.below(2)];
            let side = if table.is_asked(side) { side } else { side.other() };
            let list = table.choices(side);
            // Lines are many, and one ends them.
            let ready = list
                .iter()
                .position(|line| line == "ready")
                .filter(|_| rng.below(12) == 0);
            let at = ready.unwrap_or_else(|| rng.below(list.len()));
            table.choose(side, &list[at]).unwrap();
        }
    }
    panic!("nobody came to draw up a {kind} for {by:?}");
}

/// A game that goes on from a record, with these lines drawn up.
async fn begin(host: &Host, halt: &Halt, lines: &[&str]) -> Keys {
    let seats = json!([{"kind": "here"}, {"kind": "friend"}]);
    let body = json!({"record": halt.record, "seats": seats});
    let keys = Keys::joined(host.addr(), &post(host.addr(), "/api/games/open", "", &body).await.ok()).await;
    let mut socket = Socket::connect(host.addr(), &keys.game, &keys.seats[halt.by.index()]).await;
    for line in lines {
        choose(&mut socket, line).await;
    }
    keys
}

#[tokio::test]
async fn no_answer_gives_away_a_commit_of_any_kind() {
    let mut host = Host::start().await;
    let mut tables = Vec::new();
    for kind in KINDS {
        for by in Side::BOTH {
            let halt = halt(kind, by);
            let [one, other] = [0, 1].map(|at| halt.lines[at].as_str());
            assert!(kind.0 == "wish" || one != other, "{kind:?}");
            let more: &[&str] = if halt.both { &[other, "ready"] } else { &[other] };
            let games = [begin(&host, &halt, &[]).await, begin(&host, &halt, more).await];
            tables.push((kind, halt, games));
        }
    }
    assert!(tables.iter().any(|(_, halt, _)| halt.both));
    for restarted in [false, true] {
        if restarted {
            host = host.restart().await;
        }
        // Whatever is kept is kept in one way: afterwards some of them will do.
        for (kind, halt, games) in tables.iter().step_by(if restarted { 4 } else { 1 }) {
            let knows = halt.by.index();
            let found = differences(host.addr(), [&games[0], &games[1]], &halt.questions, knows).await;
            assert!(found[knows] > 0, "{kind:?}: who drew it up sees it: {found:?}");
        }
    }
    host.running.shutdown().await;
}
