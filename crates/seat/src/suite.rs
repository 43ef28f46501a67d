//! What must be true of every game of every system, checked over random games. A new system calls this once.

use crate::battle::Playable;
use crate::table::{Seated, Table};
use board::scene::{Offer, PieceView, Role};
use board::{Place, There};
use kernel::dice::{Scripted, Seed, Seeded};
use kernel::game::{Game, Heading};
use kernel::log::EventLog;
use kernel::replay::GoingOn;
use kernel::rules::position_hash;
use kernel::{OptionCard, Quiet, Side, ToAct, Viewer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Chance for the suite itself.
pub struct Chance(captain::Rng);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(captain::Rng::new(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n.max(1))
    }
}

/// A value for every option at random, so that a new one is played with before anybody names it. What has a form of its own is
/// left out.
pub fn any_options(cards: &[OptionCard], chance: &mut Chance) -> BTreeMap<String, String> {
    let listed = cards.iter().filter(|card| !card.values.is_empty());
    let drawn = listed.map(|card| (card.key, card.values[chance.below(card.values.len())]));
    drawn.map(|(key, value)| (key.to_string(), value.to_string())).collect()
}

/// What the suite needs to know of a system.
pub struct Subject<'a, S: Playable> {
    pub battle: Arc<S>,
    /// Choices of every kind for every piece, legal or not.
    pub universe: Vec<S::Choice>,
    /// What must hold in every position.
    #[allow(clippy::type_complexity)]
    pub invariant: &'a dyn Fn(&S, &S::Position) -> Result<(), String>,
    /// No game may take more decisions.
    pub longest: u64,
}

/// How much was examined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    pub games: u64,
    pub decisions: u64,
    pub listed: u64,
    pub unlisted: u64,
    /// Accepted choices that no list had, and that were carried out.
    pub own: u64,
    /// Positions compared with another that a side cannot tell apart.
    pub twins: u64,
}

/// What a viewer saw of the position before.
struct Seen {
    looks: Vec<u128>,
    pieces: Vec<PieceView>,
}

impl<S: Playable> Subject<'_, S> {
    /// One random game, also by choices that are accepted but not listed: what is listed is accepted, and nothing else where
    /// everything is listed; texts read back, invariants hold, it ends. `tries` choices of the universe are tested at each decision.
    pub fn examine(&self, seed: u64, tries: usize, census: &mut Census) {
        let battle = &*self.battle;
        let mut chance = Chance::new(seed);
        let mut dice = Seeded::new(Seed::derived(seed, 0));
        let mut p = battle.start();
        let mut list = Vec::new();
        let mut past: Vec<String> = Vec::new();
        let mut seen = [None, None, None];
        for decision in 0.. {
            assert!(decision < self.longest, "seed {seed}: the game does not end");
            let tail = || past[past.len().saturating_sub(25)..].join("; ");
            (self.invariant)(battle, &p).unwrap_or_else(|why| panic!("seed {seed}: {why} after {}", tail()));
            self.check_looks(&p, &mut seen, &tail);
            let side = match battle.to_act(&p) {
                ToAct::One(side) => side,
                ToAct::Both => Side::One,
                ToAct::Nobody => {
                    assert!(battle.verdict(&p).is_some(), "seed {seed}: over without a verdict");
                    census.games += 1;
                    return;
                }
            };
            assert!(battle.verdict(&p).is_none(), "seed {seed}: a verdict before the end");
            list.clear();
            battle.choices(&p, side, &mut list);
            assert!(!list.is_empty(), "seed {seed}: dead end after {}", tail());
            self.check_list(&p, side, &list, &tail);
            for _ in 0..tries {
                let choice = &self.universe[chance.below(self.universe.len())];
                if list.contains(choice) {
                    continue;
                }
                match battle.check(&p, side, choice) {
                    Err(told) => assert!(!told.why.is_empty() && !told.code.is_empty()),
                    Ok(()) => assert!(
                        !battle.lists_all(),
                        "seed {seed}: `{}` is accepted but not listed after {}",
                        battle.write_choice(choice),
                        tail()
                    ),
                }
                census.unlisted += 1;
            }
            census.decisions += 1;
            census.listed += list.len() as u64;
            let choice = self.pick(&p, side, &list, &mut chance, census);
            past.push(battle.write_choice(&choice));
            battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        }
    }

    /// One of the list, or where that has only a part of what is accepted, sometimes another: of the universe, or as a piece is
    /// dragged somewhere.
    fn pick(
        &self,
        p: &S::Position,
        side: Side,
        list: &[S::Choice],
        chance: &mut Chance,
        census: &mut Census,
    ) -> S::Choice {
        let drawn = if self.battle.lists_all() {
            0
        } else {
            1 + chance.below(8)
        };
        let own = match drawn {
            1 | 2 => (0..16).find_map(|_| {
                let choice = &self.universe[chance.below(self.universe.len())];
                let accepted = !list.contains(choice) && self.battle.check(p, side, choice).is_ok();
                accepted.then(|| choice.clone())
            }),
            3 => self
                .drag_somewhere(p, side, chance)
                .filter(|choice| !list.contains(choice)),
            _ => None,
        };
        if let Some(choice) = &own {
            census.own += 1;
            let text = self.battle.write_choice(choice);
            let read = self.battle.read_choice(p, side, &text);
            assert_eq!(read.as_ref(), Ok(choice), "`{text}` is accepted and does not read back");
        }
        own.unwrap_or_else(|| list[chance.below(list.len())].clone())
    }

    /// What comes of dragging some piece to where another stands, or anywhere.
    fn drag_somewhere(&self, p: &S::Position, side: Side, chance: &mut Chance) -> Option<S::Choice> {
        let pieces = self.battle.scene(p, side.into()).pieces;
        let own: Vec<&PieceView> = pieces.iter().filter(|piece| piece.side == side).collect();
        let piece = own.get(chance.below(own.len()))?;
        let places = self.some_places();
        let to = match chance.below(2) {
            0 => pieces[chance.below(pieces.len())].at.clone()?,
            _ => places[chance.below(places.len())].clone(),
        };
        let drag = self.battle.drag(p, side, &piece.id, &to).ok()?;
        let choice = self.battle.read_choice(p, side, &drag.choice);
        let choice =
            choice.unwrap_or_else(|refusal| panic!("`{}` was dragged and does not read: {refusal}", drag.choice));
        if let Err(refusal) = self.battle.check(p, side, &choice) {
            panic!("`{}` was dragged and is refused: {refusal}", drag.choice);
        }
        Some(choice)
    }

    /// Where a piece is said to look as it did before, it does; and a scene with some of its pieces is that scene.
    fn check_looks(&self, p: &S::Position, seen: &mut [Option<Seen>; 3], tail: &dyn Fn() -> String) {
        for (viewer, seen) in Viewer::ALL.into_iter().zip(seen) {
            let Some(looks) = self.battle.looks(p, viewer) else {
                continue;
            };
            let scene = self.battle.scene(p, viewer);
            assert_eq!(looks.len(), scene.pieces.len(), "after {}", tail());
            let mut changed = Vec::new();
            for (at, (look, piece)) in looks.iter().zip(&scene.pieces).enumerate() {
                match seen.as_ref().map(|seen| (seen.looks[at], &seen.pieces[at])) {
                    Some((before, as_before)) if before == *look => {
                        assert_eq!(as_before, piece, "after {}", tail());
                    }
                    _ => changed.push(at),
                }
            }
            assert_eq!(
                self.battle.scene_with(p, viewer, &changed),
                scene.with(&changed),
                "after {}",
                tail()
            );
            let pieces = scene.pieces;
            *seen = Some(Seen { looks, pieces });
        }
    }

    fn check_list(&self, p: &S::Position, side: Side, list: &[S::Choice], tail: &dyn Fn() -> String) {
        let battle = &*self.battle;
        let alone = battle.to_act(p) != ToAct::Both;
        let mut idle = Vec::new();
        if alone {
            battle.choices(p, side.other(), &mut idle);
        }
        assert!(
            idle.is_empty(),
            "the side that is not to act has choices after {}",
            tail()
        );
        for (i, choice) in list.iter().enumerate() {
            let text = battle.write_choice(choice);
            if let Err(refusal) = battle.check(p, side, choice) {
                panic!("`{text}` is listed but refused: {refusal} after {}", tail());
            }
            assert!(!list[..i].contains(choice), "`{text}` is listed twice");
            let read = battle.read_choice(p, side, &text);
            assert_eq!(
                read.as_ref(),
                Ok(choice),
                "`{text}` does not read back after {}",
                tail()
            );
            if alone {
                assert!(
                    battle.check(p, side.other(), choice).is_err(),
                    "`{text}` is accepted from the wrong side"
                );
            }
        }
    }

    /// One random game at a table: refusals change nothing, undo restores, plans are all or nothing, hidden commitments
    /// stay hidden and their order changes nothing, records replay to the same hashes, scenes and offers agree with the
    /// position.
    pub fn play(&self, seed: u64, census: &mut Census) {
        let heading = heading();
        let game_seed = Seed::derived(seed, 1);
        let mut game = Game::new(self.battle.clone(), heading.clone(), game_seed);
        // The same game without any refused request: if one of them touched the dice, the two would part.
        let mut untouched = Game::new(self.battle.clone(), heading.clone(), game_seed);
        let mut chance = Chance::new(seed);
        loop {
            let side = match game.to_act() {
                ToAct::Nobody => break,
                ToAct::Both => {
                    self.commit_both(&mut game, &mut untouched, &mut chance, census);
                    continue;
                }
                ToAct::One(side) => side,
            };
            let list = game.choices(side);
            assert!(!list.is_empty(), "seed {seed}: dead end");
            self.refused_changes_nothing(&mut game, side, &list, &mut chance, census);
            if self.battle.hides()
                && let Some(twin) = self.battle.twin(game.position(), side, &mut |n| chance.below(n))
            {
                self.stands_the_same(game.position(), &twin, side, &list, &mut chance);
            }
            let choice = self.pick(game.position_of(side), side, &list, &mut chance, census);
            let before = (game.hash(), game.undoable(side));
            let others = |game: &Game<S>| [side.other().into(), Viewer::Watcher].map(|viewer| known(game, viewer));
            // A commitment may be drawn up in many lines: some of them are looked at.
            let looked = self.battle.in_secret(game.position()) && chance.below(6) == 0;
            let (seen, entries) = (looked.then(|| others(&game)), game.entries().len());
            game.choose(side, choice.clone()).expect("it has been checked");
            if let Some(seen) = seen.filter(|_| game.entries().len() == entries) {
                assert_eq!(seen, others(&game), "what is drawn up in secret shows");
            }
            untouched.choose(side, choice.clone()).expect("it has been checked");
            assert_eq!(
                game.hash(),
                untouched.hash(),
                "seed {seed}: a refused choice left a trace"
            );
            census.decisions += 1;
            if game.undoable(side) > 0 && chance.below(20) == 0 {
                game.undo(side).expect("what is undoable can be undone");
                assert_eq!((game.hash(), game.undoable(side)), before, "undo does not restore");
                game.choose(side, choice)
                    .expect("what was legal before undo is legal after it");
                assert_eq!(game.hash(), untouched.hash());
            }
            if chance.below(200) == 0 {
                self.views(&game, &mut chance, census);
            }
        }
        for side in Side::BOTH {
            assert!(game.undo(side).is_err(), "what is over stays over");
        }
        let record = game.record();
        assert!(record.seed.is_some(), "the seed is published at the end");
        let again = Game::replay(self.battle.clone(), heading, &record, GoingOn::No).expect("a record replays");
        assert_eq!(again.hash(), game.hash());
        assert_eq!(again.record(), record);
        census.games += 1;
    }

    /// Both sides commit themselves, in one order here and in the other there; neither learns anything before both are in.
    fn commit_both(&self, game: &mut Game<S>, other: &mut Game<S>, chance: &mut Chance, census: &mut Census) {
        let first = Side::BOTH[chance.below(2)];
        let mut commits: [Vec<S::Choice>; 2] = [Vec::new(), Vec::new()];
        let entries = game.entries().len();
        for side in [first, first.other()] {
            // Once both are in, this is done, even if both are to commit themselves anew at once.
            while game.entries().len() == entries && game.is_asked(side) {
                let list = game.choices(side);
                assert!(!list.is_empty(), "a dead end among commitments");
                self.refused_changes_nothing(game, side, &list, chance, census);
                let choice = self.pick(game.position_of(side), side, &list, chance, census);
                let others = |game: &Game<S>| [side.other().into(), Viewer::Watcher].map(|viewer| known(game, viewer));
                let looked = commits[side.index()].is_empty() || chance.below(6) == 0;
                let seen = looked.then(|| others(game));
                let reveals = side != first && will_reveal(game, side, &choice);
                game.choose(side, choice.clone()).expect("it has been checked");
                census.decisions += 1;
                if !reveals {
                    if let Some(seen) = seen {
                        assert_eq!(seen, others(game), "a commitment shows before both are in");
                    }
                    // A mind can be changed until both are in.
                    if chance.below(5) == 0 {
                        game.undo(side).expect("a commitment can be taken back");
                        game.choose(side, choice.clone()).expect("and be made again");
                    }
                }
                commits[side.index()].push(choice);
            }
        }
        for side in [first.other(), first] {
            for choice in commits[side.index()].drain(..) {
                other
                    .choose(side, choice)
                    .expect("the order of commitments changes nothing");
            }
        }
        assert_eq!(game.hash(), other.hash(), "the order of commitments shows");
        let record = game.record();
        let again = Game::replay(self.battle.clone(), heading(), &record, GoingOn::No).expect("a record replays");
        for game in [&*game, &again] {
            assert_eq!(
                Side::BOTH.map(|side| game.undoable(side)),
                [0, 0],
                "what is shown stands"
            );
        }
    }

    fn refused_changes_nothing(
        &self,
        game: &mut Game<S>,
        side: Side,
        list: &[S::Choice],
        chance: &mut Chance,
        census: &mut Census,
    ) {
        let bytes = |game: &Game<S>| {
            let mut out = Vec::new();
            self.battle.write_position(game.position_of(side), &mut out);
            out
        };
        let state = |game: &Game<S>| (bytes(game), game.version(side.into()), game.entries().len());
        let before = state(game);
        let strange = self.universe[chance.below(self.universe.len())].clone();
        if self.battle.check(game.position_of(side), side, &strange).is_err() {
            assert!(game.choose(side, strange.clone()).is_err());
            // A plan whose second choice is refused is refused whole, unless a die, a reveal or the other side comes first.
            let first = list[chance.below(list.len())].clone();
            let mut probe = game.position_of(side).clone();
            let mut dice = Scripted::default();
            let mut log = EventLog::default();
            self.battle.resolve(&mut probe, side, &first, &mut dice, &mut log);
            let undecided = dice.fault().is_none() && !log.revealed;
            let goes_on = undecided && self.battle.to_act(&probe).includes(side);
            let same = self.battle.to_act(&probe) == game.to_act();
            if goes_on && same && self.battle.check(&probe, side, &strange).is_err() {
                let refused = game.plan(side, &[first, strange]).expect_err("the plan is refused");
                assert_eq!(refused.at, 1);
            }
            census.unlisted += 1;
        }
        assert_eq!(state(game), before, "a refused choice changed the game");
    }

    /// About whatever may be done in the other's turn there can be orders from the start.
    fn reactions_are_foretold(&self, offers: &[Offer]) {
        let is_pass = |offer: &Offer| matches!(offer.role, Role::Pass | Role::PassUnit | Role::PassPhase);
        if !offers.iter().any(|offer| is_pass(offer) && offer.piece.is_none()) {
            return;
        }
        let kinds = self.battle.board().reactions;
        for offer in offers.iter().filter(|offer| !is_pass(offer) && offer.piece.is_some()) {
            assert!(kinds.contains(&offer.kind), "{:?} is not on the board", offer.kind);
        }
    }

    fn views(&self, game: &Game<S>, chance: &mut Chance, census: &mut Census) {
        let p = game.position();
        for viewer in Viewer::ALL {
            self.battle.scene(p, viewer);
        }
        for side in game.to_act().sides() {
            let dressed = self.battle.offers(p, side);
            self.reactions_are_foretold(&dressed);
            let offers: Vec<String> = dressed.into_iter().map(|o| o.choice).collect();
            let mut choices = Vec::new();
            self.battle.choices(p, side, &mut choices);
            let choices: Vec<String> = choices.iter().map(|c| self.battle.write_choice(c)).collect();
            if self.battle.lists_all() {
                assert_eq!(offers, choices, "offers are the choices, dressed");
            } else {
                assert!(
                    choices.iter().all(|choice| offers.contains(choice)),
                    "a choice is not offered"
                );
                for offer in &offers {
                    let read = self.battle.read_choice(p, side, offer).expect("an offer can be read");
                    self.battle.check(p, side, &read).expect("an offer is accepted");
                }
            }
            let listed = game.choices(side);
            self.foresight(game.position_of(side), side, &listed);
        }
        for side in Side::BOTH {
            let known = self.battle.known(p, side).into_owned();
            self.looks_the_same(p, &known, side, "what is known");
            let twin = self.battle.twin(p, side, &mut |n| chance.below(n));
            if let Some(twin) = twin {
                self.looks_the_same(p, &twin, side, "its twin");
                census.twins += u64::from(twin != *p);
            }
        }
        assert_eq!(
            position_hash(&*self.battle, &p.clone()),
            position_hash(&*self.battle, p)
        );
    }

    /// What is foreseen of a choice is a legal choice.
    fn foresight(&self, p: &S::Position, side: Side, list: &[S::Choice]) {
        for choice in list {
            if let Some((then, later)) = self.battle.foresee(p, side, choice) {
                let text = self.battle.write_choice(choice);
                if let Err(refusal) = self.battle.check(&then, side, &later) {
                    panic!("`{text}` foresees `{}`: {refusal}", self.battle.write_choice(&later));
                }
            }
        }
    }

    /// Whatever a side can ask of two positions that it cannot tell apart has the same answer.
    fn looks_the_same(&self, p: &S::Position, other: &S::Position, side: Side, what: &str) {
        let battle = &*self.battle;
        let same = |name: &str, ask: &dyn Fn(&S::Position) -> String| {
            assert_eq!(
                ask(other),
                ask(p),
                "{name} of a position and of {what} differ: something hidden shows"
            );
        };
        let mut list = Vec::new();
        battle.choices(p, side, &mut list);
        same("the choices", &|p| {
            let mut listed = Vec::new();
            battle.choices(p, side, &mut listed);
            format!("{listed:?}")
        });
        same("who is to act", &|p| {
            format!("{:?} {:?}", battle.to_act(p), battle.verdict(p))
        });
        same("the scene", &|p| format!("{:?}", battle.scene(p, side.into())));
        same("the areas", &|p| format!("{:?}", battle.areas(p, side.into())));
        same("the offers", &|p| format!("{:?}", battle.offers(p, side)));
        let strangers = || self.universe.iter().step_by(self.universe.len() / 200 + 1);
        same("a refusal", &|p| {
            let told: Vec<_> = strangers().map(|choice| battle.check(p, side, choice)).collect();
            format!("{told:?}")
        });
        same("the odds", &|p| {
            let mut told = String::new();
            let game = Game::new(self.battle.clone(), heading(), Seed([0; 32]));
            let game = game.at(p.clone());
            for choice in list.iter().step_by(list.len() / 8 + 1) {
                told += &format!("{:?}", game.odds(side, &battle.write_choice(choice)));
            }
            told
        });
        let pieces = battle.scene(p, side.into()).pieces;
        let own = pieces.iter().filter(|piece| piece.side == side);
        for piece in own.step_by(pieces.len() / 6 + 1) {
            same("a destination", &|p| {
                format!("{:?}", battle.destinations(p, side, &piece.id))
            });
            same("an envelope", &|p| format!("{:?}", battle.envelope(p, side, &piece.id)));
            same("a lane", &|p| format!("{:?}", battle.lanes(p, side, &piece.id)));
            for place in pieces.iter().filter_map(|other| other.at.as_ref()).step_by(5) {
                if let Some(from) = &piece.at {
                    same("a line of sight", &|p| format!("{:?}", battle.sight(p, from, place)));
                }
                same("a drag", &|p| format!("{:?}", battle.drag(p, side, &piece.id, place)));
            }
            // Towards every piece that is on the map, and where it stands.
            for target in pieces.iter().step_by(7) {
                let mut there = vec![There::Piece(target.id.to_string())];
                there.extend(target.at.clone().map(There::Place));
                for there in &there {
                    same("a reason", &|p| {
                        format!("{:?}", battle.why_not(p, side, &piece.id, there))
                    });
                }
            }
            for place in self.some_places() {
                let there = There::Place(place);
                same("a reason", &|p| {
                    format!("{:?}", battle.why_not(p, side, &piece.id, &there))
                });
            }
        }
    }

    /// What a side learns by a choice it cannot take back: whatever comes out differently in two positions that it cannot tell
    /// apart stands in both, and what can be taken back comes out the same.
    fn stands_the_same(
        &self,
        p: &S::Position,
        other: &S::Position,
        side: Side,
        list: &[S::Choice],
        chance: &mut Chance,
    ) {
        let battle = &*self.battle;
        let every = list.len() / 16 + 1;
        for choice in list.iter().skip(chance.below(every)).step_by(every) {
            let [one, two] = [p, other].map(|p| {
                let (mut p, mut dice, mut log) = (p.clone(), Scripted::default(), EventLog::default());
                battle.resolve(&mut p, side, choice, &mut dice, &mut log);
                let stands = log.revealed || dice.fault().is_some();
                (!stands).then(|| {
                    let told: Vec<_> = log.events.iter().map(|e| battle.tell(e, side.into())).collect();
                    (battle.known(&p, side).into_owned(), told)
                })
            });
            let text = battle.write_choice(choice);
            assert!(one == two, "after `{text}` undo would show something hidden");
        }
    }

    /// Places all over the ground.
    fn some_places(&self) -> Vec<Place> {
        match self.battle.board().ground {
            board::ground::Ground::Hexes(ground) => {
                let hexes = ground.hexes.iter().step_by(37);
                hexes.map(|hex| Place::hex(hex.id.as_str().into(), None)).collect()
            }
            board::ground::Ground::Table(table) => (0..5)
                .flat_map(|i| (0..5).map(move |j| [i, j]))
                .map(|[i, j]| {
                    Place::Table(board::Pose {
                        x: (table.width / 5 * i) as i32,
                        y: (table.depth / 5 * j) as i32,
                        angle: 900,
                    })
                })
                .collect(),
        }
    }
}

fn heading() -> Heading {
    Heading {
        scenario: "suite".into(),
        scenario_hash: "suite".into(),
        options: BTreeMap::new(),
    }
}

/// Everything that a viewer can be told of a game.
fn known<S: Playable>(game: &Game<S>, viewer: Viewer) -> String {
    let seated = Seated::new(game.clone());
    let mut told = format!("{:?} {:?}", seated.observe(viewer), seated.story(viewer, 0));
    if let Some(side) = viewer.side() {
        told += &format!("{:?}", seated.offers(side));
        for choice in seated.choices(side).iter().take(4) {
            told += &format!("{:?}", seated.odds(side, choice));
        }
    }
    told
}

/// Whether this commitment is the last that is owed.
fn will_reveal<S: Playable>(game: &Game<S>, side: Side, choice: &S::Choice) -> bool {
    let mut p = game.position_of(side).clone();
    let mut dice = Scripted::default();
    game.battle().resolve(&mut p, side, choice, &mut dice, &mut Quiet);
    !game.battle().to_act(&p).includes(side)
}
