//! What a viewer sees: the table, the figures, the losses.

use crate::battle::{AreaKind, Battle, LineKind, Until};
use crate::position::{Id, Order, Phase, Position, State};
use crate::troops::{Grant, Shield, Trait};
use crate::weapons::{Missile, Weapon};
use board::ground::{BoardView, Ground, TableArea, TableGround, TableLabel, TableLine};
use board::looks::{Cover, Picture, PieceRole, Run, Sign};
use board::scene::{Badge, PieceView, Rating, Scene, Track};
use board::table::{Hull, Point, Stance, inches};
use board::{Base, Place};
use kernel::{Rules, Side, ToAct, Viewer};
use std::borrow::Cow;

impl Battle {
    /// A point as it is shown: y from the far edge.
    pub fn shown(&self, at: Point) -> [i32; 2] {
        [at.x(), self.table.depth - at.y()]
    }

    pub fn board_view(&self) -> BoardView {
        let terrain = |kind: AreaKind| match kind {
            AreaKind::CloseWood => "wood",
            AreaKind::Slope { .. } => "hill",
            AreaKind::Stair { .. } => "stair",
            AreaKind::Platform(_) => "platform",
            AreaKind::Building => "village",
            AreaKind::Impassable => "lake",
        };
        let areas = self.areas.iter().map(|area| TableArea {
            name: area.name.clone(),
            terrain: terrain(area.kind),
            cover: match area.kind {
                AreaKind::CloseWood => Cover::Wood,
                AreaKind::Slope { .. } => Cover::Clear,
                AreaKind::Stair { .. } | AreaKind::Platform(_) => Cover::Tint,
                AreaKind::Building => Cover::Village,
                AreaKind::Impassable => Cover::Water,
            },
            level: u8::from(matches!(area.kind, AreaKind::Slope { .. } | AreaKind::Platform(_))),
            outline: area.shape.corners().iter().map(|at| self.shown(*at)).collect(),
        });
        let lines = self.lines.iter().map(|line| TableLine {
            name: line.name.clone(),
            kind: match line.kind {
                LineKind::Hedge => "hedge",
                LineKind::Pits => "pits",
                _ => "wall",
            },
            run: match line.kind {
                LineKind::Hedge => Run::Hedge,
                LineKind::Pits => Run::Ditch,
                _ => Run::Wall,
            },
            points: line.segment.0.iter().map(|at| self.shown(*at)).collect(),
        });
        let labels = self.baggage.iter().map(|(side, at)| TableLabel {
            name: format!("Baggage of the {}", self.sides[side.index()].name),
            at: self.shown(*at),
        });
        BoardView {
            title: self.title.clone(),
            source: self.source.clone(),
            reactions: &[],
            ground: Ground::Table(TableGround {
                width: self.table.width as u32,
                depth: self.table.depth as u32,
                areas: areas.collect(),
                lines: lines.collect(),
                labels: labels.collect(),
            }),
        }
    }

    pub fn scene_of(&self, p: &Position, viewer: Viewer) -> Scene {
        let p = &*self.known_by(p, viewer);
        let player = match self.to_act(p) {
            ToAct::One(side) => side,
            _ => Side::One,
        };
        Scene {
            turn: p.turn,
            turns: self.limit,
            player,
            phase: p.phase.name().into(),
            to_act: self.to_act(p),
            prompt: self.prompt(p),
            pieces: p.ids().map(|who| self.piece(p, who, viewer)).collect(),
            tracks: Side::BOTH.into_iter().map(|side| self.losses_track(p, side)).collect(),
            score: self.score(p),
            goal: self.goal(p),
            verdict: self.verdict(p),
        }
    }

    fn piece(&self, p: &Position, who: Id, viewer: Viewer) -> PieceView {
        let (card, figure) = (self.card(who), p.figure(who));
        let mut badges = Vec::new();
        let mut badge = |sign, text: Cow<'static, str>| {
            badges.push(Badge {
                sign,
                text,
                points_at: None,
            })
        };
        match figure.state {
            State::Routing => badge(Sign::Rout, "Routing".into()),
            State::Stunned(until) => badge(Sign::Disorganised, format!("Stunned to the end of turn {until}").into()),
            State::Disabled => badge(Sign::Disorganised, "Disabled".into()),
            _ => {}
        }
        // What somebody was told is of no account once the battle is over.
        let told = p.phase != Phase::Over;
        if let Some(chit) = figure.chit.filter(|_| told) {
            badge(Sign::Chit, format!("{} chit", chit.name()).into());
        }
        match &figure.order {
            Order::None => {}
            _ if !told => {}
            Order::Face(_) => badge(Sign::March, "Told to turn".into()),
            Order::Path(pace, ..) | Order::At(pace, ..) => {
                badge(Sign::March, format!("Told to {}", pace.name()).into())
            }
            Order::Ride(ride) => badge(Sign::March, format!("Told to {}", ride.gait.name()).into()),
        }
        if let Some(grant) = figure.result.filter(|_| told && viewer.is(card.side)) {
            badge(Sign::Letter, format!("Allowed: {}", self.allowed(grant)).into());
        }
        if let Some(panic) = figure.panic {
            badge(Sign::Rout, format!("Its horse {}", panic.name()).into());
        }
        if figure.permission && told {
            badge(Sign::Shot, "May shoot".into());
        }
        if !figure.ammo {
            badge(Sign::Shot, "Out of ammunition".into());
        }
        if figure.fatigue > 0 {
            badge(Sign::Fatigue, format!("Fatigue {}", figure.fatigue).into());
        }
        if self.leads(p, who) {
            badge(Sign::Command, "Leads its unit".into());
        }
        if p.players[card.side.index()] == who {
            badge(Sign::Command, "Commands".into());
        }
        let aims = match &figure.order {
            Order::At(_, target, _) => *target,
            Order::Ride(ride) => ride.target,
            _ => figure.target,
        };
        if let Some(target) = self.figures.get(usize::from(aims)).filter(|_| told) {
            badges.push(Badge {
                sign: Sign::Attack,
                text: format!("Against {}", target.name).into(),
                points_at: Some(target.id.clone()),
            });
        }
        let gone = match figure.state {
            State::Fled => Some("fled"),
            State::Withdrawn => Some("withdrawn"),
            _ => None,
        };
        let pose = self.table.pose(Stance {
            at: figure.at,
            facing: figure.facing,
        });
        let across = 2 * figure.radius() as u32;
        PieceView {
            id: card.id.clone(),
            name: card.name.clone(),
            side: card.side,
            at: gone.is_none().then_some(Place::Table(pose)),
            base: Some(Base {
                width: across,
                depth: across,
                round: true,
                formed: None,
            }),
            gone,
            // A leader fights as everybody does.
            role: PieceRole::Unit,
            symbol: self.symbol(p, who),
            picture: self.picture(p, who),
            face: card.kind.words(),
            ratings: self.ratings(p, who, viewer),
            group: Some(self.units[usize::from(card.unit)].id.clone()),
            badges,
        }
    }

    /// What a roll out of command lets him do.
    fn allowed(&self, grant: Grant) -> Cow<'static, str> {
        Cow::Borrowed(match grant {
            Grant::Rejoin(mate) => return format!("back to {}", self.card(mate).name).into(),
            Grant::Stay => "nothing",
            Grant::Shoot => "to shoot",
            Grant::Half => "half a move",
            Grant::Full => "a whole move",
            Grant::HalfShoot => "half a move and to shoot",
            Grant::FullShoot => "a whole move and to shoot",
            Grant::HalfMelee => "half a move to melee",
            Grant::FullMelee => "a whole move to melee",
            Grant::FullEither => "a whole move to melee or to shoot",
            Grant::Enemy => "straight at the enemy",
        })
    }

    /// Everything about him that is a number, and what he has.
    fn ratings(&self, p: &Position, who: Id, viewer: Viewer) -> Vec<Rating> {
        let (card, figure) = (self.card(who), p.figure(who));
        let small = |value: i16| value.clamp(0, 255) as u8;
        let number = |name, value: i16| Rating::number(name, small(value));
        let text = |name, value: String| Rating::words(name, Cow::Owned(value));
        let mut ratings = vec![
            number("melee", i16::from(card.melee)),
            number("armour", i16::from(card.armour)),
            Rating::strength("stamina", small(figure.stamina)),
            number("morale", i16::from(card.morale)),
            number("fighting skill", i16::from(card.fighting)),
        ];
        if figure.stamina < card.stamina {
            let lost = card.stamina - figure.stamina;
            ratings.push(text("wounds", format!("{lost} of {}", card.stamina)));
        }
        if p.levels(who) > 0 {
            ratings.push(text("fatigue", format!("level {}", p.levels(who))));
        }
        if card.weapons.iter().any(|weapon| weapon.missile().is_some()) {
            ratings.push(number("shooting", i16::from(card.shooting)));
        }
        let others = card.weapons.iter().enumerate();
        let others = others.filter(|(at, _)| *at != usize::from(figure.readied));
        let others = others.map(|(_, weapon)| *weapon);
        let weapons: Vec<&str> = std::iter::once(self.weapon(p, who))
            .chain(others)
            .map(Weapon::name)
            .collect();
        ratings.push(text("weapons", weapons.join(", ").replace('-', " ")));
        if card.shield != Shield::None {
            ratings.push(Rating::letter("shield", card.shield.name()));
        }
        if let Some(horse) = &figure.horse {
            let tired = match horse.fatigue {
                0 => String::new(),
                levels => format!(", fatigue {levels}"),
            };
            let value = format!("{}, stamina {}{tired}", horse.kind.name(), horse.stamina);
            ratings.push(text("horse", value));
        }
        if let Some(led) = figure.led {
            ratings.push(Rating::letter("led horse", led.kind.name()));
        }
        let own = Trait::ALL.iter().filter(|known| card.traits.has(**known));
        ratings.extend(own.map(|known| Rating::letter("trait", known.name())));
        if let Some(mate) = self.figures.get(usize::from(card.team)) {
            ratings.push(text("team mate", mate.name.to_string()));
        }
        if figure.storey > 0 {
            ratings.push(number("storey", i16::from(figure.storey)));
        }
        if figure.state.on_table() {
            ratings.push(Rating::letter(
                "in command",
                if figure.in_command { "yes" } else { "no" },
            ));
        }
        if let Some(order) = self.standing_order(p, card.unit).filter(|_| viewer.is(card.side)) {
            ratings.push(text("standing order", order));
        }
        ratings
    }

    /// What his unit was told before the battle (TR-20), and how far it has come to that.
    fn standing_order(&self, p: &Position, unit: u8) -> Option<String> {
        let order = self.units[usize::from(unit)].order?;
        let until = match order.until {
            Until::Turn(turn) => format!("turn {turn}"),
            Until::EnemyWithin(mils) => {
                let distance = inches(mils);
                format!(
                    "an enemy is within {} in",
                    distance.trim_end_matches('0').trim_end_matches('.')
                )
            }
            Until::Signal => "a signal".into(),
            Until::Disabled(who) => format!("{} is disabled", self.card(who).name),
            Until::Losses(losses) => format!("losses reach {losses}"),
        };
        let word = if order.attack { "attack" } else { "defend" };
        let now = match p.units[usize::from(unit)].activated {
            0 => "in force".into(),
            turn => format!("ended in turn {turn}"),
        };
        Some(format!("{word} until {until}; {now}"))
    }

    /// What he carries, in words.
    fn symbol(&self, p: &Position, who: Id) -> &'static str {
        match p.figure(who).mounted() {
            true => "horseman",
            false => self.arm(p, who).name(),
        }
    }

    fn picture(&self, p: &Position, who: Id) -> Picture {
        if p.figure(who).mounted() {
            return match self.card(who).traits.has(Trait::Knight) {
                true => Picture::HeavyCavalry,
                false => Picture::Cavalry,
            };
        }
        let weapon = self.arm(p, who);
        match weapon.missile() {
            Some(Missile::Bow) => Picture::Longbow,
            Some(Missile::Latch | Missile::Crossbow) => Picture::Crossbow,
            Some(Missile::HandGun) => Picture::Handgun,
            Some(Missile::Thrown) => Picture::Javelins,
            None if weapon == Weapon::Pike => Picture::Pikes,
            None if weapon.is_spear() => Picture::Spears,
            None if weapon.two_handed() => Picture::Polearms,
            None => Picture::Sword,
        }
    }

    /// What a man on foot is known by: what he shoots with, else what he has in hand.
    fn arm(&self, p: &Position, who: Id) -> Weapon {
        let missiles = self.card(who).weapons.iter().find(|weapon| weapon.missile().is_some());
        missiles.copied().unwrap_or_else(|| self.weapon(p, who))
    }

    fn losses_track(&self, p: &Position, side: Side) -> Track {
        let own = || self.own(p, side);
        let lost = own().filter(|who| !p.figure(*who).ready()).count() as i32;
        let all = own().count() as i32;
        Track {
            name: format!("Losses of the {}", self.sides[side.index()].name),
            side: Some(side),
            least: 0,
            most: all,
            value: lost,
            text: format!("{lost} of {all} not Ready"),
            marks: vec![(all, "the battle ends".into())],
            pieces: Vec::new(),
        }
    }

    /// TR-59, in a few words.
    fn goal(&self, p: &Position) -> String {
        let [one, two] = self.score(p);
        let now = match one.cmp(&two) {
            std::cmp::Ordering::Greater => format!("the {} lead by {}", self.sides[0].name, one - two),
            std::cmp::Ordering::Less => format!("the {} lead by {}", self.sides[1].name, two - one),
            std::cmp::Ordering::Equal => "nobody leads".into(),
        };
        format!("A lead of {} wins; now {now}", self.rulings.lead)
    }

    fn prompt(&self, p: &Position) -> String {
        match p.phase {
            Phase::Command => "Name those in command who wish to shoot, and give signals.",
            Phase::Action => "Lay a chit for every figure, face down.",
            Phase::Movement => "Declare the moves of those with a moving chit.",
            Phase::Shooting => "Name a target for each shooter.",
            Phase::Melee => "Name an opponent for each who touches several.",
            Phase::Over => "The battle is over.",
        }
        .into()
    }
}
