//! What a viewer may see: all but the wolf pits of the other side.

use crate::cards::{Class, LeaderId, NONE, UnitId};
use crate::choice::{Choice, form_name};
use crate::position::{Banner, Form, Place as Whereabouts, Position, Stage};
use crate::sequence::phase_name;
use crate::task::{Round, Stride, Task, Window};
use crate::{Battle, Pit};
use board::ground::BoardView;
use board::looks::{Hexside, Picture, PieceRole, Sign};
use board::scene::{Badge, PieceView, Rating, Scene};
use board::{Hex, Place, SideFeatures};
use kernel::{Rules, Side, ToAct, Viewer};
use std::sync::Arc;

impl Battle {
    pub(crate) fn board_view(&self) -> BoardView {
        let features = [
            (SideFeatures::RIVER, Hexside::River),
            (SideFeatures::STREAM, Hexside::Stream),
            (SideFeatures::BRIDGE, Hexside::Bridge),
            (SideFeatures::FORD, Hexside::Ford),
            (SideFeatures::FORTIFICATION, Hexside::Fortification),
            (SideFeatures::GATE, Hexside::Gate),
        ];
        BoardView {
            reactions: &["charge", "shoot"],
            ..self.map.view(&features, Vec::new())
        }
    }

    pub(crate) fn scene_of(&self, p: &Position, viewer: Viewer) -> Scene {
        let units = (0..self.units.len() as UnitId).map(|u| self.unit_view(p, u));
        let leaders = self.leader_ids().map(|l| self.leader_view(p, l));
        let mut pieces: Vec<PieceView> = units.chain(leaders).collect();
        pieces.extend(Side::BOTH.into_iter().filter_map(|s| self.banner_view(p, s)));
        pieces.extend(self.pit_views(p, viewer));
        Scene {
            turn: p.turn.into(),
            turns: self.last_turn.into(),
            player: match p.stage {
                Stage::SetupA | Stage::SetupB => self.decider(p).unwrap_or(self.active_side(p)),
                _ => self.active_side(p),
            },
            phase: match p.stage {
                Stage::SetupA | Stage::SetupB => "set-up".into(),
                Stage::Over => "over".into(),
                _ => format!("{} {}", p.phase, phase_name(p.phase)),
            },
            to_act: self.to_act(p),
            prompt: self.prompt(p),
            pieces,
            tracks: self.tracks_of(p),
            score: self.score_of(p),
            goal: self.goal(p),
            verdict: self.victory(p),
        }
    }

    fn unit_view(&self, p: &Position, id: UnitId) -> PieceView {
        let (card, u) = (self.card(id), p.unit(id));
        let on_map = u.on_map();
        let facing = (u.form != Form::Shiltron).then(|| u.facing.name());
        let mut badges = Vec::new();
        let mut badge = |sign, text| {
            badges.push(Badge {
                sign,
                text,
                points_at: None,
            })
        };
        if u.cf > 0 {
            badge(Sign::Charge, format!("Charge factor {}", u.cf).into());
        }
        if p.banners[u.side.index()] == Banner::Held(id) {
            badge(Sign::Banner, "Banner".into());
        }
        if p.banners[u.side.other().index()] == Banner::Captured(id) {
            badge(Sign::CapturedBanner, "Captured banner".into());
        }
        if u.form == Form::Shiltron {
            badge(Sign::Shiltron, "Shiltron".into());
        }
        if u.form == Form::March {
            badge(Sign::March, "March".into());
        }
        if on_map && u.due > 0 {
            badge(Sign::Letter, format!("Demolishing since turn {}", u.due).into());
        }
        if p.activated.has(id) {
            badge(Sign::Moved, "Activated".into());
        }
        if p.attacked.has(id) {
            badge(Sign::Attacked, "Has attacked".into());
        }
        if p.stack.last() == Some(&Task::Muster) && p.picked.has(id) {
            badge(Sign::Attack, "Joins in the attack".into());
        }
        if p.shots.has(id) {
            badge(Sign::Shot, "Has shot".into());
        }
        PieceView {
            id: card.id.clone(),
            name: card.name.clone(),
            side: u.side,
            at: on_map.then(|| Place::hex(self.map.label(u.hex), facing)),
            base: None,
            gone: (!on_map).then(|| gone(u.place)),
            symbol: card.class.symbol(),
            role: PieceRole::Unit,
            picture: picture(card.class, u.form),
            face: form_name(u.form),
            ratings: vec![
                Rating::strength("strength", u.sp),
                Rating::number("armour", card.armour),
                Rating::number("movement", card.mp / crate::cards::MP),
                Rating::number("charge", u.cf),
            ],
            group: (u.command != NONE).then(|| self.leaders[usize::from(u.command)].id.clone()),
            badges,
        }
    }

    fn leader_view(&self, p: &Position, id: LeaderId) -> PieceView {
        let (card, leader) = (&self.leaders[usize::from(id)], p.leader(id));
        let mut badges = Vec::new();
        if leader.fatigue > 0 {
            let text = format!("Fatigue {}", leader.fatigue).into();
            badges.push(Badge {
                sign: Sign::Fatigue,
                text,
                points_at: None,
            });
        }
        PieceView {
            id: card.id.clone(),
            name: card.name.clone(),
            side: leader.side,
            at: leader.on_map().then(|| Place::hex(self.map.label(leader.hex), None)),
            base: None,
            gone: (!leader.on_map()).then(|| match leader.place {
                Whereabouts::Eliminated => "dead",
                place => gone(place),
            }),
            symbol: "leader",
            role: if card.grand {
                PieceRole::GrandLeader
            } else {
                PieceRole::Leader
            },
            picture: Picture::Leader,
            face: if card.grand { "grand" } else { "leader" },
            ratings: vec![
                Rating::number("range", card.range() as u8),
                Rating::number("fatigue", leader.fatigue),
            ],
            group: Some(card.id.clone()),
            badges,
        }
    }

    /// A banner that lies on the ground or rides with a leader; others are badges of their holders.
    fn banner_view(&self, p: &Position, side: Side) -> Option<PieceView> {
        let hex = match p.banners[side.index()] {
            Banner::Fallen(hex) => hex,
            Banner::With(l) if p.leader(l).on_map() => p.leader(l).hex,
            _ => return None,
        };
        let id = format!("banner-{}", crate::side_name(side).to_lowercase());
        Some(marker(
            id.into(),
            format!("Banner of the {}", crate::side_name(side)).into(),
            side,
            self.map.label(hex),
            ("banner", PieceRole::Banner, Picture::Banner),
        ))
    }

    pub(crate) fn pit_id(&self, hex: Hex) -> Arc<str> {
        format!("pit-{}", self.map.label(hex)).into()
    }

    fn pit_views(&self, p: &Position, viewer: Viewer) -> Vec<PieceView> {
        let seen = |i: &usize| p.pits >> i & 1 != 0 && (p.shown >> i & 1 != 0 || viewer.is(self.pits[*i].owner));
        let view = |i: usize| {
            let Pit { hex, owner, .. } = self.pits[i];
            let badges = match p.dug >> i & 1 {
                0 => Vec::new(),
                _ => vec![Badge {
                    sign: Sign::Moved,
                    text: "Dug".into(),
                    points_at: None,
                }],
            };
            let id = self.pit_id(hex);
            PieceView {
                badges,
                ..marker(
                    id,
                    "Wolf pits".into(),
                    owner,
                    self.map.label(hex),
                    ("pit", PieceRole::Mark, Picture::Pit),
                )
            }
        };
        (0..self.pits.len()).filter(seen).map(view).collect()
    }

    /// What is asked of whoever is to act.
    fn prompt(&self, p: &Position) -> String {
        let ToAct::One(side) = self.to_act(p) else {
            return "The battle is over.".into();
        };
        let unit = |u: UnitId| self.card(u).name.as_ref();
        let task = match p.stack.last() {
            None => match p.stage {
                Stage::SetupA | Stage::SetupB => match self.owes(p, side) {
                    Some(owed) if owed.reduced => format!("which {} did the Prelude reduce?", owed.kind.words()),
                    Some(owed) => format!("which {} did the Prelude cost you?", owed.kind.words()),
                    None if self.pit_ground[side.index()] != 0 => {
                        "arrange your army and dig your pits, or take it as it stands".into()
                    }
                    None => "arrange your army, or take it as it stands".into(),
                },
                Stage::Regroup => "regroup scattered units".into(),
                Stage::Remove => "take strength from Welsh units".into(),
                Stage::Attack => format!("attack{}", self.end_words(p, side)),
                _ if p.horse_phase() => format!("choose horse or a leader to move{}", self.end_words(p, side)),
                _ => format!("choose a unit on foot to move{}", self.end_words(p, side)),
            },
            Some(Task::Place { piece, coming }) => self.place_prompt(*piece, *coming),
            Some(Task::Step) => match &p.active {
                Some(a) => format!("move {}", self.piece_name(a.piece)),
                None => String::new(),
            },
            Some(Task::Window(Window::W1)) => "shoot before the enemy moves?".into(),
            Some(Task::Window(Window::W4)) => "shoot after the enemy has moved?".into(),
            Some(Task::Window(_)) => "shoot, countercharge, or let it pass?".into(),
            Some(Task::Muster) => match self.allowed(p, side, &Choice::Go) {
                Ok(()) => format!("attack {} with these, or change the company", self.struck_names(p)),
                Err(deny) if p.picked.is_empty() || deny.rule != "M-64" => {
                    format!("who attacks {}?", self.struck_names(p))
                }
                Err(_) => format!(
                    "who else attacks {}? Nobody must be left out (M-64)",
                    self.struck_names(p)
                ),
            },
            Some(Task::Join) => "who else countercharges?".into(),
            Some(Task::Answer) => match self.shot_now(p) {
                Some(shot) => format!("shoot back at {}?", unit(shot.shooter)),
                None => "shoot back?".into(),
            },
            Some(Task::Friend { .. }) => "which friend is hit?".into(),
            Some(Task::Combat(Round::Checks)) => "who checks for fatigue first?".into(),
            Some(Task::Combat(Round::Fighters)) => "which units of the fort fight?".into(),
            Some(Task::Combat(Round::Ground)) => "which ground counts?".into(),
            Some(Task::Combat(Round::Retreats)) => "who retreats first?".into(),
            Some(Task::Combat(_)) => "who is tested for pursuit first?".into(),
            Some(Task::Loss { left, .. }) => format!("who takes the loss ({left} left)?"),
            Some(Task::Walk { piece, .. }) => format!("lead {}", self.piece_name(*piece)),
            Some(Task::Face { unit: u, .. }) => format!("turn {}", unit(*u)),
            Some(Task::Stride(Stride::FirstFace(u) | Stride::LastFace(u))) => format!("turn {}", unit(*u)),
            Some(Task::Follow { unit: u, forced: false }) => format!("does {} pursue?", unit(*u)),
            Some(Task::Follow { unit: u, forced: true }) => format!("whom does {} pursue?", unit(*u)),
            Some(Task::Stride(_)) => "advance?".into(),
            Some(Task::Six { left, .. }) => format!("which of the nearest units lose heart ({left} left)?"),
            Some(Task::Holder { .. }) => "who takes the banner?".into(),
            Some(Task::Turncoats) => "move a unit that has come over to you at once, or pass".into(),
            Some(Task::Fire | Task::Mourn(_)) => String::new(),
        };
        format!("{}: {task}", crate::side_name(side))
    }

    /// Whether the phase may end now, and if not, who is in the way.
    fn end_words(&self, p: &Position, side: Side) -> &'static str {
        match self.allowed(p, side, &Choice::End).map_err(|deny| deny.rule) {
            Ok(()) => ", or end the phase",
            Err("SR-B6") => "; before the phase ends, the horse bound to charge on its first turn must (SR-B6)",
            Err("M-95") => "; before the phase ends, charging horse must ride on (M-95)",
            Err("M-168") => "; before the phase ends, units too many for their hex must leave it (M-168)",
            Err("M-70") => "; before the phase ends, every duty to attack must be met (M-70)",
            Err(_) => "",
        }
    }
}

fn marker(
    id: Arc<str>,
    name: Arc<str>,
    side: Side,
    hex: Arc<str>,
    looks: (&'static str, PieceRole, Picture),
) -> PieceView {
    let (symbol, role, picture) = looks;
    PieceView {
        id,
        name,
        side,
        at: Some(Place::hex(hex, None)),
        base: None,
        gone: None,
        symbol,
        role,
        picture,
        face: symbol,
        ratings: Vec::new(),
        group: None,
        badges: Vec::new(),
    }
}

fn picture(class: Class, form: Form) -> Picture {
    match (class, form) {
        (_, Form::Shiltron) => Picture::Ring,
        (Class::Cavalry | Class::HorseArcher, _) => Picture::Cavalry,
        (Class::Infantry, _) => Picture::Spears,
        (Class::Archer, _) => Picture::Longbow,
        (Class::Crossbow, _) => Picture::Crossbow,
        (Class::Bombard, _) => Picture::Bombard,
    }
}

/// Why a piece is off the map.
fn gone(place: Whereabouts) -> &'static str {
    match place {
        Whereabouts::Map => "on the map",
        Whereabouts::Scattered => "scattered",
        Whereabouts::Off => "left the map, may return",
        Whereabouts::Reserve => "still to come",
        Whereabouts::Eliminated => "eliminated",
        Whereabouts::Removed => "removed",
        Whereabouts::Spare => "set aside",
    }
}
