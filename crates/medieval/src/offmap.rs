//! 4.4 Leaving and returning; reinforcements. M-50 to M-55, SR-F5, SR-F6, SR-B10

use crate::Battle;
use crate::arrival::How;
use crate::cards::{ENGLISH, LeaderId, MP, NONE, Reserve, UnitId};
use crate::deny::{Allowed, Code, Deny, Why, need};
use crate::event::{Deed, Event, Of};
use crate::ground::{Crossing, Mover};
use crate::position::{Active, Edge, Form, Piece, Place, Position};
use crate::task::{Coming, Task};
use crate::zones::Stop;
use board::{Dir, Hex, HexMap};
use kernel::{Dice, Log, Side};

impl Battle {
    /// Whether the hex touches this edge of the sheet.
    pub(crate) fn touches(&self, hex: Hex, edge: Edge) -> bool {
        touches(&self.map, hex, edge)
    }

    /// M-50
    pub(crate) fn may_exit(&self, p: &Position, a: &Active, edge: Edge) -> Allowed {
        need(!a.over, Code::MovementOver, "M-107")?;
        need(!a.stopped, Code::StoppedInZoc, "M-25")?;
        let hex = p.piece_hex(a.piece);
        let open = match a.piece {
            Piece::Unit(unit) => {
                let u = p.unit(unit);
                matches!(u.form, Form::Normal | Form::March) && self.map.neighbour(hex, u.facing).is_off()
            }
            Piece::Leader(_) => self.map.is_border(hex),
        };
        need(open && self.touches(hex, edge), Code::NoExit, "M-50")?;
        self.enough(a.mp, MP)
    }

    /// M-51: three turns later, four after a pursuit.
    pub(crate) fn exit(&self, p: &mut Position, piece: Piece, edge: Edge, wait: u8, log: &mut impl Log<Event>) {
        let hex = p.piece_hex(piece);
        let due = p.turn + wait;
        log.event(|| Event::Plain(Deed::Left, Of::piece(piece).at(hex).word(edge.name())));
        match piece {
            Piece::Unit(unit) => {
                p.take_away(unit, Place::Off);
                let u = p.unit_mut(unit);
                u.due = due;
                u.edge = edge;
            }
            Piece::Leader(id) => {
                if self.leaders[usize::from(id)].grand
                    && p.leader(id).side == ENGLISH
                    && edge == Edge::West
                    && self.special.western_edge.contains(&hex)
                {
                    p.left_west = true;
                }
                let leader = p.leader_mut(id);
                leader.place = Place::Off;
                leader.due = due;
                leader.edge = edge;
                leader.strained = true;
            }
        }
    }

    /// M-51, M-55; there must be a hex for it.
    pub(crate) fn may_return(&self, p: &Position, side: Side, piece: Piece) -> Allowed {
        let (owner, place, due) = match piece {
            Piece::Unit(u) => (p.unit(u).side, p.unit(u).place, p.unit(u).due),
            Piece::Leader(l) => (p.leader(l).side, p.leader(l).place, p.leader(l).due),
        };
        need(owner == side, Code::NotYourUnit, "M-27")?;
        need(place == Place::Off, Code::ReturnBlocked, "M-51")?;
        match piece {
            Piece::Unit(u) => self.right_class(p, u)?,
            Piece::Leader(_) => need(p.horse_phase(), Code::WrongClassForPhase, "M-129")?,
        }
        need(p.turn >= due, Code::ReturnTooEarly, "M-51")?;
        need(self.any_place(p, piece, Coming::Returning), Code::ReturnBlocked, "M-54")
    }

    pub(crate) fn may_return_on(&self, p: &Position, piece: Piece, hex: Hex) -> Allowed {
        let (from, edge, reach) = match piece {
            Piece::Unit(u) => {
                let reach = if self.card(u).class.is_horse() { 6 } else { 4 };
                (p.unit(u).hex, p.unit(u).edge, reach)
            }
            Piece::Leader(l) => (p.leader(l).hex, p.leader(l).edge, 6),
        };
        let near = self.map.distance(from, hex) <= reach && self.touches(hex, edge);
        if !near {
            return Err(Deny::new(Code::ReturnZone, "M-52").at(hex));
        }
        self.may_come_on(p, piece, hex)
    }

    /// M-54
    fn may_come_on(&self, p: &Position, piece: Piece, hex: Hex) -> Allowed {
        let blocked = |_| Deny::new(Code::ReturnBlocked, "M-54").at(hex);
        match piece {
            Piece::Unit(u) => {
                self.may_stand(p, u, hex, "M-54").map_err(blocked)?;
                let side = p.unit(u).side;
                need(!self.zone(p, hex, side.other()), Code::ReturnBlocked, "M-54")
            }
            Piece::Leader(l) => {
                let enemy = p.leader(l).side.other();
                let free = !p.holds(hex, enemy) && !self.led(p, hex, enemy);
                need(
                    free && self.terrain(p, hex) != board::Terrain::Swamp,
                    Code::ReturnBlocked,
                    "M-54",
                )
            }
        }
    }

    /// Visits the hexes on which a piece that is to be placed may be put, each once, until told to stop.
    pub(crate) fn each_place(&self, p: &Position, piece: Piece, coming: Coming, visit: &mut dyn FnMut(Hex) -> bool) {
        match (coming, piece) {
            (Coming::Taken, Piece::Unit(unit)) => {
                let hexes = self.group_of(unit).map_or(&[][..], |g| &g.hexes);
                let mut fit = hexes.iter().filter(|h| self.may_set(p, unit, **h, None).is_ok());
                fit.all(|h| visit(*h));
            }
            (Coming::Taken, Piece::Leader(leader)) => {
                let mut zone = self.leaders[usize::from(leader)].zone.iter();
                zone.all(|h| self.may_set_leader(p, leader, *h).is_err() || visit(*h));
            }
            (Coming::Regrouped, Piece::Unit(unit)) => self.each_gathering(p, unit, visit),
            (Coming::Returning, _) => {
                let edge = match piece {
                    Piece::Unit(u) => p.unit(u).edge,
                    Piece::Leader(l) => p.leader(l).edge,
                };
                let mut border = self.edges[edge as usize].iter();
                border.all(|h| self.may_return_on(p, piece, *h).is_err() || visit(*h));
            }
            (Coming::Brought, _) => {
                let mut entries = self.entries(piece).iter();
                entries.all(|h| self.may_bring_on(p, piece, *h).is_err() || visit(*h));
            }
            _ => {}
        }
    }

    pub(crate) fn any_place(&self, p: &Position, piece: Piece, coming: Coming) -> bool {
        let mut found = false;
        self.each_place(p, piece, coming, &mut |_| {
            found = true;
            false
        });
        found
    }

    /// The reserve a unit belongs to.
    pub(crate) fn reserve_of(&self, unit: UnitId) -> Option<&Reserve> {
        let card = self.card(unit);
        self.reserves
            .iter()
            .find(|r| r.side == card.side && r.kinds.contains(&card.kind))
    }

    fn entries(&self, piece: Piece) -> &[Hex] {
        match piece {
            Piece::Unit(u) => self.reserve_of(u).map_or(&[], |r| &r.hexes),
            Piece::Leader(_) => &self.leader_entries,
        }
    }

    /// SR-F5, SR-B10
    pub(crate) fn may_bring(&self, p: &Position, side: Side, unit: UnitId, command: LeaderId) -> Allowed {
        self.may_bring_any(p, side, unit)?;
        self.may_be_brought_under(p, side, command)
    }

    /// Whoever is to lead it. Units of one kind are alike, so the first of each may be brought.
    pub(crate) fn may_bring_any(&self, p: &Position, side: Side, unit: UnitId) -> Allowed {
        let u = p.unit(unit);
        need(u.side == side, Code::NotYourUnit, "M-27")?;
        need(u.place == Place::Reserve, Code::UnitOffMap, "M-27")?;
        self.right_class(p, unit)?;
        let Some(reserve) = self.reserve_of(unit) else {
            return Err(Deny::new(Code::Scenario, "SR-F5"));
        };
        let rule = reserve.rule;
        need(p.turn >= reserve.from_turn, Code::Scenario, rule)?;
        need(p.brought_all < reserve.maximum, Code::Scenario, rule)?;
        need(
            reserve.each || p.brought.iter().sum::<u8>() < reserve.per_turn,
            Code::Scenario,
            rule,
        )?;
        let mut hexes = reserve.hexes.iter();
        let some = hexes.any(|h| self.may_bring_on(p, Piece::Unit(unit), *h).is_ok());
        need(some, Code::EntryHex, rule)?;
        let kind = self.card(unit).kind;
        let waiting = p.army[side.index()].without(&p.on_map);
        let mut waiting = waiting.iter().filter(|u| p.unit(*u).place == Place::Reserve);
        let first = waiting.find(|u| self.card(*u).kind == kind);
        need(first == Some(unit), Code::Scenario, rule)
    }

    /// M-186
    pub(crate) fn may_be_brought_under(&self, p: &Position, side: Side, command: LeaderId) -> Allowed {
        let fits = match command {
            NONE => !self.options.organisation,
            _ => self.options.organisation && p.leader(command).side == side && self.leads_pool(p, command),
        };
        need(fits, Code::Setup, "M-186")
    }

    /// A leader to whom pool units may go. MR-51
    pub(crate) fn leads_pool(&self, p: &Position, leader: LeaderId) -> bool {
        let card = &self.leaders[usize::from(leader)];
        !card.wavers && !matches!(p.leader(leader).place, Place::Eliminated | Place::Removed)
    }

    /// SR-F6
    pub(crate) fn may_bring_leader(&self, p: &Position, side: Side, leader: LeaderId) -> Allowed {
        let card = &self.leaders[usize::from(leader)];
        need(p.leader(leader).side == side, Code::NotYourUnit, "M-27")?;
        need(
            p.leader(leader).place == Place::Reserve && card.enters > 0,
            Code::UnitOffMap,
            "M-27",
        )?;
        need(p.horse_phase(), Code::WrongClassForPhase, "M-129")?;
        if p.turn < card.enters {
            let deny = Deny::new(Code::Scenario, "SR-F6").because(Why::EntersLater);
            return Err(deny.n(card.enters.into()));
        }
        let mut entries = self.leader_entries.iter();
        let some = entries.any(|h| self.may_bring_on(p, Piece::Leader(leader), *h).is_ok());
        need(some, Code::EntryHex, "SR-F6")
    }

    pub(crate) fn may_bring_on(&self, p: &Position, piece: Piece, hex: Hex) -> Allowed {
        let Some(entry) = self.entries(piece).iter().position(|h| *h == hex) else {
            let rule = self.reserves.first().map_or("SR-F6", |r| r.rule);
            return Err(Deny::new(Code::Scenario, rule).at(hex));
        };
        match piece {
            Piece::Unit(u) => {
                if let Some(r) = self.reserve_of(u)
                    && r.each
                {
                    need(p.brought[entry] < r.per_turn, Code::Scenario, r.rule)?;
                }
                self.may_stand(p, u, hex, "M-32")?;
                let cost = self.hex_cost(p, self.mover(u), hex);
                self.enough(self.card(u).mp, cost)
            }
            Piece::Leader(_) => self.may_come_on(p, piece, hex),
        }
    }

    pub(crate) fn may_put(&self, p: &Position, piece: Piece, coming: Coming, hex: Hex, form: Option<Form>) -> Allowed {
        match (coming, piece) {
            (Coming::Taken, Piece::Unit(u)) => return self.may_set(p, u, hex, form),
            (Coming::Taken, Piece::Leader(l)) => self.may_set_leader(p, l, hex)?,
            (Coming::Regrouped, Piece::Unit(u)) => self.may_gather_on(p, u, hex)?,
            (Coming::Returning, _) => self.may_return_on(p, piece, hex)?,
            (Coming::Brought, _) => self.may_bring_on(p, piece, hex)?,
            _ => return Err(Deny::new(Code::WrongDecision, "M-10")),
        }
        need(form.is_none(), Code::Setup, "M-146")
    }

    /// Puts a regrouped, returning or new piece on the map.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn comes(
        &self,
        p: &mut Position,
        piece: Piece,
        coming: Coming,
        hex: Hex,
        facing: Dir,
        dice: &mut impl Dice,
        log: &mut impl Log<Event>,
    ) {
        let deed = match coming {
            Coming::Regrouped | Coming::Taken => Deed::Placed,
            Coming::Returning => Deed::Returned,
            Coming::Brought => Deed::CameOn,
        };
        let rule = match (coming, piece) {
            (Coming::Brought, Piece::Unit(u)) => self.reserve_of(u).map_or("", |r| r.rule),
            (Coming::Brought, Piece::Leader(_)) => "SR-F6",
            _ => "",
        };
        log.event(|| Event::Plain(deed, Of::piece(piece).at(hex).word(rule)));
        let mut active = Active::begin(piece, 0);
        active.news = true;
        active.over = coming != Coming::Brought;
        active.spent = true;
        match piece {
            Piece::Leader(id) => {
                let leader = p.leader_mut(id);
                leader.place = Place::Map;
                leader.moved = true;
                active.mp = 10 * MP - self.hex_cost(p, Mover::Leader, hex);
                self.leader_arrives(p, id, hex, log);
            }
            Piece::Unit(unit) => {
                p.activated.add(unit);
                let u = p.unit_mut(unit);
                u.facing = facing;
                u.cf = 0;
                u.due = 0;
                u.hex = Hex::OFF;
                let c = Crossing {
                    to: hex,
                    road: self.map.is_road(hex),
                    bridge: false,
                    ford: false,
                    stream: false,
                    uphill: false,
                    wall: false,
                    gate: false,
                    closed: false,
                    river: false,
                };
                if coming == Coming::Brought {
                    let cost = self.hex_cost(p, self.mover(unit), hex);
                    active.mp = self.card(unit).mp - cost;
                    active.all_road = c.road;
                    active.by_road = c.road;
                    active.steps = 1;
                    p.brought_all += 1;
                    let entry = self.entries(piece).iter().position(|h| *h == hex).unwrap_or(0);
                    p.brought[entry] += 1;
                }
                let side = p.unit(unit).side;
                active.stopped = self.stops(p, hex, side, 0) == Stop::Stopped;
                if coming == Coming::Regrouped {
                    self.arrive(p, unit, &c, 0, How::Move, dice, log);
                    return;
                }
                p.active = Some(active);
                p.stack.push(Task::Step);
                self.arrive(p, unit, &c, 0, How::Move, dice, log);
                return;
            }
        }
        p.active = Some(active);
        p.stack.push(Task::Step);
    }
}

fn touches(map: &HexMap, hex: Hex, edge: Edge) -> bool {
    let layout = map.layout();
    let Some((column, _)) = map.col_row(hex) else {
        return false;
    };
    match edge {
        Edge::North => map.neighbour(hex, Dir::N).is_off(),
        Edge::South => map.neighbour(hex, Dir::S).is_off(),
        Edge::West => column == layout.first_column,
        Edge::East => column + 1 == layout.first_column + layout.columns,
    }
}

/// The hexes along each edge of a map, in the order of their numbers.
pub(crate) fn edges(map: &HexMap) -> [Vec<Hex>; 4] {
    Edge::ALL.map(|edge| map.hexes().filter(|h| touches(map, *h, edge)).collect())
}
