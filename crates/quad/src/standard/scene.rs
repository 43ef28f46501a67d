//! What everybody sees: there is nothing hidden in this game.

use super::cards::{Card, Kind, LeaderId, NONE, Show, UnitId};
use super::position::{Moving, Position, Stage, bit, leader_bit, members};
use super::{Battle, ENGLISH, SCOTS, Variant, side_name};
use board::ground::{BoardView, EdgeView};
use board::looks::{Hexside, Picture, PieceRole, Sign};
use board::scene::{Badge, PieceView, Rating, Scene};
use board::{Hex, HexPlace, Place, SideFeatures};
use kernel::{Rules, ToAct};

impl<R: Variant> Battle<R> {
    pub(crate) fn board_view(&self) -> BoardView {
        let mut edges = Vec::new();
        for side in [SCOTS, ENGLISH] {
            for section in &self.edges[side.index()] {
                let hexes = section.iter().map(|h| self.map.name(*h).to_string()).collect();
                edges.push(EdgeView { side, hexes });
            }
        }
        self.map.view(&[(SideFeatures::BURN, Hexside::Burn)], edges)
    }

    /// With those pieces only: the units first, then the leaders.
    pub(crate) fn scene_of(&self, p: &Position, pieces: impl Iterator<Item = usize>) -> Scene {
        let units = self.units.len();
        let view = |at: usize| match at.checked_sub(units) {
            None => self.unit_view(p, at as UnitId),
            Some(leader) => self.leader_view(p, leader as LeaderId),
        };
        Scene {
            turn: p.turn.into(),
            turns: self.turns.into(),
            player: p.player,
            phase: self.phase_name(p.stage).into(),
            to_act: self.to_act(p),
            prompt: self.prompt(p),
            pieces: pieces.map(view).collect(),
            tracks: Vec::new(),
            score: p.score.map(i32::from),
            goal: self.goal(p),
            verdict: self.victory(p),
        }
    }

    /// All that [`Self::unit_view`] and [`Self::leader_view`] look at, each fact in bits of its own.
    pub(crate) fn looks_of(&self, p: &Position) -> Vec<u128> {
        let units = (0..self.units.len() as UnitId).map(|u| self.unit_look(p, u));
        let leaders = (0..self.leaders.len() as LeaderId).map(|l| {
            let sets = [p.captured, p.disobeyed].map(|set| u8::from(set & leader_bit(l) != 0));
            packed(&[sets[0], sets[1]], &[p.leaders[usize::from(l)].0])
        });
        units.chain(leaders).collect()
    }

    fn unit_look(&self, p: &Position, id: UnitId) -> u128 {
        let piece = p.unit(id);
        let on_map = p.is_on_map(id);
        let facts = [
            on_map,
            p.lances & bit(id) != 0,
            p.stage == Stage::Movement && p.moved & bit(id) != 0,
            on_map && self.in_command(p, id),
        ];
        let facts = facts.iter().fold(0, |all, fact| all << 1 | u8::from(*fact));
        packed(
            &[
                facts,
                piece.facing as u8,
                piece.face,
                piece.rout,
                piece.pending,
                piece.charge,
                piece.target,
            ],
            &[piece.hex.0, piece.right.0],
        )
    }

    fn unit_view(&self, p: &Position, id: UnitId) -> PieceView {
        let card: &Card = self.card(id);
        let piece = p.unit(id);
        let face = self.face(p, id);
        let on_map = p.is_on_map(id);
        let mut badges = Vec::new();
        let mut badge = |sign, text, points_at| badges.push(Badge { sign, text, points_at });
        if piece.rout > 0 {
            badge(Sign::Rout, format!("Rout {}", piece.rout).into(), None);
        }
        if piece.pending > piece.rout {
            let text = format!("Rout {} when all have shot", piece.pending);
            badge(Sign::Pending, text.into(), None);
        }
        if p.lances & bit(id) != 0 {
            badge(Sign::Lance, "Lance".into(), None);
        }
        if piece.charge != NONE {
            badge(
                Sign::Charge,
                "Charging".into(),
                Some(self.card(piece.charge).id.clone()),
            );
        }
        // A charge is its own naming: its marker says it all (E-94).
        if piece.target != NONE && R::NAMES_ATTACKS && !self.named_by_charge(p, id) {
            badge(
                Sign::Attack,
                "Will attack".into(),
                Some(self.card(piece.target).id.clone()),
            );
        }
        if face.disorganised() {
            badge(Sign::Disorganised, "Disorganised".into(), None);
        }
        if p.stage == Stage::Movement && p.moved & bit(id) != 0 {
            badge(Sign::Moved, "Moved".into(), None);
        }
        if card.rampant && on_map {
            badge(Sign::Letter, "Rampant".into(), None);
        }
        if on_map && self.in_command(p, id) {
            badge(Sign::Command, R::COMMAND.into(), None);
        }
        PieceView {
            id: card.id.clone(),
            name: card.name.clone(),
            side: card.side,
            at: on_map.then(|| self.place_of(p, id)),
            base: None,
            gone: (!on_map).then_some("eliminated"),
            symbol: match card.kind {
                Kind::Cavalry if !face.mounted() => "infantry",
                kind => kind.name(),
            },
            role: PieceRole::Unit,
            picture: picture(card.kind, face.show),
            face: face.show.name(),
            ratings: vec![
                Rating::letter("armour", face.armour.letter()),
                Rating::number("movement", face.allowance / 2),
                Rating::letter("morale", morale_letter(face.morale)),
            ],
            group: (card.division != NONE).then(|| self.divisions[usize::from(card.division)].id.clone()),
            badges,
        }
    }

    fn leader_view(&self, p: &Position, id: LeaderId) -> PieceView {
        let card = &self.leaders[usize::from(id)];
        let captured = p.captured & leader_bit(id) != 0;
        let mut badges = Vec::new();
        if p.disobeyed & leader_bit(id) != 0 {
            badges.push(Badge {
                sign: Sign::Disobeyed,
                text: "Disobeyed".into(),
                points_at: None,
            });
        }
        if card.hiding && !captured {
            badges.push(Badge {
                sign: Sign::Letter,
                text: "Hiding".into(),
                points_at: None,
            });
        }
        PieceView {
            id: card.id.clone(),
            name: card.name.clone(),
            side: card.side,
            at: (!captured).then(|| Place::hex(self.map.label(p.leaders[usize::from(id)]), None)),
            base: None,
            gone: captured.then_some("captured"),
            symbol: "leader",
            role: PieceRole::Leader,
            picture: Picture::Leader,
            face: "leader",
            ratings: vec![Rating::number("movement", card.allowance / 2)],
            group: (card.division != NONE).then(|| self.divisions[usize::from(card.division)].id.clone()),
            badges,
        }
    }

    /// Where a unit on the map stands and looks.
    pub(crate) fn place_of(&self, p: &Position, id: UnitId) -> Place {
        let piece = p.unit(id);
        let facing = self.has_facing(p, id).then(|| piece.facing.name().into());
        Place::Hexes(HexPlace {
            hexes: piece.stand().hexes().map(|h: Hex| self.map.label(h)).collect(),
            facing,
        })
    }

    pub(crate) fn phase_name(&self, stage: Stage) -> &'static str {
        match stage {
            Stage::SetupScots | Stage::SetupEnglish => "setup",
            Stage::RoutPhasing | Stage::RoutOther => "rout",
            Stage::Movement => "movement",
            Stage::RangedPhasing | Stage::RangedOther => R::FIRE,
            Stage::Checks => "checks",
            Stage::NamePhasing | Stage::NameOther => "melee",
            Stage::ResolvePhasing | Stage::ResolveOther => "resolve",
            Stage::Over => "over",
        }
    }

    /// What is asked of whoever is to act.
    fn prompt(&self, p: &Position) -> String {
        let ToAct::One(side) = self.to_act(p) else {
            return "The battle is over.".into();
        };
        let who = side_name(side);
        let task = match (p.active.kind, p.stage) {
            (Moving::Unit, _) => format!("move {}", self.card(p.active.unit).name),
            (Moving::Leaders, _) => "move the leaders".into(),
            (Moving::Rout, _) => format!("choose where {} runs", self.card(p.active.unit).name),
            (Moving::RoutFacing, _) => format!("turn {} the way it ran", self.card(p.active.unit).name),
            (_, Stage::SetupScots | Stage::SetupEnglish) => "choose starting modes".into(),
            (_, Stage::RoutPhasing | Stage::RoutOther) => "move every routed unit".into(),
            (_, Stage::Movement) => "move units and leaders, charge, change modes".into(),
            (_, Stage::RangedPhasing | Stage::RangedOther) => "shoot".into(),
            (_, Stage::Checks) => "the unit that was hit checks its morale".into(),
            (_, Stage::NamePhasing | Stage::NameOther) if R::NAMES_ATTACKS => "name all attacks".into(),
            (_, Stage::NamePhasing | Stage::NameOther) => "attack, one unit after the other".into(),
            (_, Stage::ResolvePhasing) if members(p.on_map).any(|u| self.named_by_charge(p, u)) => {
                "resolve the attacks, in any order; a charge may be declined".into()
            }
            (_, Stage::ResolvePhasing | Stage::ResolveOther) => "resolve the attacks, in any order".into(),
            (_, Stage::Over) => String::new(),
        };
        format!("{who}: {task}.")
    }
}

/// Side by side; there is room for sixteen bytes.
fn packed(bytes: &[u8], words: &[u16]) -> u128 {
    let low = bytes.iter().fold(0, |all, byte| all << 8 | u128::from(*byte));
    words.iter().fold(low, |all, word| all << 16 | u128::from(*word))
}

fn morale_letter(morale: u8) -> &'static str {
    ["A", "B", "C", "D", "E"][usize::from(morale)]
}

fn picture(kind: Kind, show: Show) -> Picture {
    match (kind, show) {
        (_, Show::Melee) | (Kind::Cavalry, Show::Dismounted) => Picture::Sword,
        (Kind::Cavalry, _) => Picture::Cavalry,
        (Kind::Infantry, Show::Disorganised) => Picture::Rabble,
        (Kind::Infantry, _) => Picture::Spears,
        (Kind::Schiltrom, Show::Close) => Picture::Ring,
        (Kind::Schiltrom, _) => Picture::Pikes,
        (Kind::Longbow | Kind::Shortbow, _) => Picture::Longbow,
        (Kind::Crossbow, _) => Picture::Crossbow,
    }
}
