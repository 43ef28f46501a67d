//! What must be true of every game of every system, checked over random games. A new system calls this once.

use crate::dice::{Seed, Seeded};
use crate::game::{Game, GoingOn, Heading, position_hash};
use crate::log::Quiet;
use crate::side::{Side, ToAct, Viewer};
use crate::system::System;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Chance for the suite itself (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ (z >> 31)) * n.max(1) as u128) >> 64) as usize
    }
}

/// What the suite needs to know of a system.
pub struct Subject<'a, S: System> {
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
}

impl<S: System> Subject<'_, S> {
    /// One random game: listed choices are exactly the accepted ones, texts read back, invariants hold, it ends.
    /// `tries` choices of the universe are tested at each decision.
    pub fn examine(&self, seed: u64, tries: usize, census: &mut Census) {
        let battle = &*self.battle;
        let mut chance = Chance(seed);
        let mut dice = Seeded::new(Seed::derived(seed, 0));
        let mut p = battle.start();
        let mut list = Vec::new();
        let mut past: Vec<String> = Vec::new();
        for decision in 0.. {
            assert!(decision < self.longest, "seed {seed}: the game does not end");
            let tail = || past[past.len().saturating_sub(25)..].join("; ");
            (self.invariant)(battle, &p).unwrap_or_else(|why| panic!("seed {seed}: {why} after {}", tail()));
            let side = match battle.to_act(&p) {
                ToAct::One(side) => side,
                ToAct::Both => Side::BOTH[chance.below(2)],
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
                if !list.contains(choice) {
                    let refusal = battle.check(&p, side, choice).err();
                    let told = refusal.unwrap_or_else(|| {
                        panic!(
                            "seed {seed}: `{}` is accepted but not listed after {}",
                            battle.write_choice(choice),
                            tail()
                        )
                    });
                    assert!(!told.why.is_empty() && !told.code.is_empty());
                    census.unlisted += 1;
                }
            }
            census.decisions += 1;
            census.listed += list.len() as u64;
            let choice = list[chance.below(list.len())].clone();
            past.push(battle.write_choice(&choice));
            battle.resolve(&mut p, side, &choice, &mut dice, &mut Quiet);
        }
    }

    fn check_list(&self, p: &S::Position, side: Side, list: &[S::Choice], tail: &dyn Fn() -> String) {
        let battle = &*self.battle;
        let mut idle = Vec::new();
        if battle.to_act(p) != ToAct::Both {
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
            if battle.to_act(p) != ToAct::Both {
                assert!(
                    battle.check(p, side.other(), choice).is_err(),
                    "`{text}` is accepted from the wrong side"
                );
            }
        }
    }

    /// One random game at a table: refusals change nothing, undo restores, plans are all or nothing, records replay to
    /// the same hashes, scenes and offers agree with the position.
    pub fn play(&self, seed: u64, census: &mut Census) {
        let heading = Heading {
            scenario: "suite".into(),
            scenario_hash: "suite".into(),
            options: BTreeMap::new(),
        };
        let game_seed = Seed::derived(seed, 1);
        let mut game = Game::new(self.battle.clone(), heading.clone(), game_seed);
        // The same game without any refused request: if one of them touched the dice, the two would part.
        let mut untouched = Game::new(self.battle.clone(), heading.clone(), game_seed);
        let mut chance = Chance(seed);
        while let Some(side) = acting(&game, &mut chance) {
            let list = game.choices(side);
            assert!(!list.is_empty(), "seed {seed}: dead end");
            self.refused_changes_nothing(&mut game, side, &list, &mut chance, census);
            let choice = list[chance.below(list.len())].clone();
            let before = (game.hash(), game.version(), game.undoable(side));
            game.choose(side, choice.clone()).expect("a listed choice is accepted");
            untouched
                .choose(side, choice.clone())
                .expect("a listed choice is accepted");
            assert_eq!(
                game.hash(),
                untouched.hash(),
                "seed {seed}: a refused choice left a trace"
            );
            census.decisions += 1;
            if game.undoable(side) > 0 && chance.below(20) == 0 {
                game.undo(side).expect("what is undoable can be undone");
                assert_eq!(
                    (game.hash(), game.undoable(side)),
                    (before.0, before.2),
                    "undo does not restore"
                );
                game.choose(side, choice)
                    .expect("what was legal before undo is legal after it");
                assert_eq!(game.hash(), untouched.hash());
            }
            if chance.below(200) == 0 {
                self.scenes(&game);
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
            self.battle.write_position(game.position(), &mut out);
            out
        };
        let before = (bytes(game), game.version(), game.entries().len());
        let strange = self.universe[chance.below(self.universe.len())].clone();
        if !list.contains(&strange) {
            assert!(game.choose(side, strange.clone()).is_err());
            // A plan whose second choice is refused is refused whole, unless a die, a reveal or the other side comes first.
            let first = list[chance.below(list.len())].clone();
            let mut probe = game.position().clone();
            let mut dice = crate::dice::Scripted::default();
            let mut minutes = crate::log::Minutes::default();
            self.battle.resolve(&mut probe, side, &first, &mut dice, &mut minutes);
            let undecided = dice.fault().is_none() && !minutes.revealed;
            let goes_on = undecided && self.battle.to_act(&probe).includes(side);
            if goes_on && self.battle.check(&probe, side, &strange).is_err() {
                let refused = game.plan(side, &[first, strange]).expect_err("the plan is refused");
                assert_eq!(refused.at, 1);
            }
            census.unlisted += 1;
        }
        assert_eq!(
            (bytes(game), game.version(), game.entries().len()),
            before,
            "a refused choice changed the game"
        );
    }

    fn scenes(&self, game: &Game<S>) {
        let p = game.position();
        for viewer in [Viewer::One, Viewer::Two, Viewer::Watcher] {
            self.battle.scene(p, viewer);
        }
        for side in game.to_act().sides() {
            let offers: Vec<String> = self.battle.offers(p, side).into_iter().map(|o| o.choice).collect();
            let choices: Vec<String> = game.choices(side).iter().map(|c| self.battle.write_choice(c)).collect();
            assert_eq!(offers, choices, "offers are the choices, dressed");
            self.foresight(p, side, &game.choices(side));
            self.nothing_hidden_shows(p, side, &game.choices(side));
        }
        assert_eq!(
            position_hash(&*self.battle, &p.clone()),
            position_hash(&*self.battle, p)
        );
    }
}

impl<S: System> Subject<'_, S> {
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

    /// Whatever a side is told is the same for all positions that it cannot tell apart.
    fn nothing_hidden_shows(&self, p: &S::Position, side: Side, list: &[S::Choice]) {
        let (battle, known) = (&*self.battle, self.battle.known(p, side));
        let mut listed = Vec::new();
        battle.choices(&known, side, &mut listed);
        assert_eq!(listed, list, "choices tell what is hidden");
        let shown = |p: &S::Position| format!("{:?}", (battle.scene(p, side.into()), battle.areas(p, side.into())));
        assert_eq!(shown(&known), shown(p), "the scene tells what is hidden");
        let refused = |p: &S::Position| -> Vec<_> {
            let strangers = self.universe.iter().step_by(self.universe.len() / 200 + 1);
            strangers.map(|choice| battle.check(p, side, choice)).collect()
        };
        assert_eq!(refused(&known), refused(p), "refusals tell what is hidden");
        let pieces = battle.scene(p, side.into()).pieces;
        for piece in pieces
            .iter()
            .filter(|piece| piece.side == side)
            .step_by(pieces.len() / 6 + 1)
        {
            let reach = |p: &S::Position| format!("{:?}", battle.destinations(p, side, &piece.id));
            assert_eq!(reach(&known), reach(p), "destinations tell what is hidden");
            for hex in battle.board().hexes.iter().step_by(37) {
                let why = |p: &S::Position| battle.why_not(p, side, &piece.id, &hex.id);
                assert_eq!(why(&known), why(p), "`why not` tells what is hidden");
            }
        }
    }
}

fn acting<S: System>(game: &Game<S>, chance: &mut Chance) -> Option<Side> {
    match game.to_act() {
        ToAct::One(side) => Some(side),
        ToAct::Both => Some(Side::BOTH[chance.below(2)]),
        ToAct::Nobody => None,
    }
}
