//! The battle as the kernel has it.

use crate::battle::Battle;
use crate::choice::{Choice, Entry, Line};
use crate::deny::Fault;
use crate::event::{Event, Happening, Outcome};
use crate::position::{Horse, Order, Phase, Position, Recovery, State};
use crate::troops::Grant;
use kernel::story::Chance;
use kernel::{Cite, Dice, Log, OutcomeName, Refusal, Rules, Side, Telling, ToAct, Verdict, Viewer, Words};
use std::borrow::Cow;

impl Rules for Battle {
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type Outcome = Outcome;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn to_act(&self, p: &Position) -> ToAct {
        let owes = [0, 1].map(|side| p.asked[side] && !p.committed[side]);
        match owes {
            [true, true] => ToAct::Both,
            [true, false] => ToAct::One(Side::One),
            [false, true] => ToAct::One(Side::Two),
            [false, false] => ToAct::Nobody,
        }
    }

    /// Every commit is drawn up in secret, even where only one side is asked.
    fn in_secret(&self, p: &Position) -> bool {
        p.phase != Phase::Over
    }

    fn choices(&self, p: &Position, side: Side, out: &mut Vec<Choice>) {
        if self.to_act(p).includes(side) {
            self.list(p, side, out);
        }
    }

    /// Any way within the rate will do; `choices` names a few.
    fn lists_all(&self) -> bool {
        false
    }

    fn check(&self, p: &Position, side: Side, choice: &Choice) -> Result<(), Refusal> {
        self.check_commit(p, side, choice).map_err(Refusal::from)
    }

    fn resolve(&self, p: &mut Position, side: Side, choice: &Choice, dice: &mut impl Dice, log: &mut impl Log<Event>) {
        match choice {
            Choice::Line(line) => return self.draw_up(p, side, line),
            whole => self.commit(p, side, whole),
        }
        if p.asked
            .iter()
            .zip(p.committed)
            .all(|(asked, committed)| !asked || committed)
        {
            log.reveal();
            self.go_on(p, dice, log);
        }
    }

    fn outcome(&self, events: &[Event]) -> Outcome {
        Outcome::of(events)
    }

    /// Halves of points: a figure disabled counts full, one that routs half.
    fn harm(&self, outcome: &Outcome) -> [i32; 2] {
        let mut harm = [0; 2];
        for (who, what) in &outcome.0 {
            let card = self.card(*who);
            let share = match what {
                Happening::Disabled => 2,
                Happening::Routs => 1,
                _ => 0,
            };
            harm[card.side.index()] += share * i32::from(card.kind.value());
        }
        harm
    }

    fn verdict(&self, p: &Position) -> Option<Verdict> {
        let winner = p.result?;
        let level = match winner {
            Some(side) => format!("The {} win", self.sides[side.index()].name),
            None => "A draw".into(),
        };
        Some(Verdict {
            winner,
            level,
            score: self.points(p),
            cite: Cite("TR-59"),
            next: self.next_fight(p),
        })
    }

    fn score(&self, p: &Position) -> [i32; 2] {
        self.points(p)
    }

    fn turn(&self, p: &Position) -> u16 {
        p.turn
    }

    fn bytes_beside(&self, p: &Position) -> usize {
        p.figures.capacity() * size_of::<crate::position::Figure>()
    }

    fn write_position(&self, p: &Position, out: &mut Vec<u8>) {
        out.extend(p.turn.to_le_bytes());
        out.push(p.phase as u8);
        out.extend(p.asked.map(u8::from));
        out.extend(p.committed.map(u8::from));
        out.extend(p.told);
        out.push(p.permanent);
        out.extend(p.lord_lost.map(u8::from));
        out.extend(p.players);
        out.push(match p.result {
            None => 0,
            Some(None) => 1,
            Some(Some(side)) => 2 + side.index() as u8,
        });
        for unit in &p.units {
            out.extend([unit.leader, unit.signalled.into(), unit.withdrawing.into()]);
            out.extend(unit.activated.to_le_bytes());
        }
        for figure in &p.figures {
            write_figure(figure, out);
        }
    }

    fn hides(&self) -> bool {
        true
    }

    fn known<'a>(&self, p: &'a Position, side: Side) -> Cow<'a, Position> {
        self.known_to(p, side)
    }

    fn disclosed<'a>(&self, p: &'a Position) -> Cow<'a, Position> {
        self.turned_up(p)
    }

    /// A shot or a strike is rolled when both sides are ready; it is studied by itself.
    fn foresee(&self, p: &Position, side: Side, choice: &Choice) -> Option<(Position, Choice)> {
        let Choice::Line(line @ (Line::Shot(_) | Line::Strike(_))) = choice else {
            return None;
        };
        let mut then = self.known_to(p, side).into_owned();
        then.study = true;
        then.asked = Side::BOTH.map(|asked| asked == side);
        match line {
            Line::Strike(Entry { who, what }) => {
                // Nobody else strikes.
                for other in then.ids().filter(|other| other != who && other != what) {
                    then.figure_mut(other).struck = true;
                }
                Some((then, Choice::Strikes(vec![Entry { who: *who, what: *what }])))
            }
            Line::Shot(entry) => Some((then, Choice::Shots(vec![entry.clone()]))),
            _ => None,
        }
    }

    fn twin(&self, p: &Position, side: Side, pick: &mut dyn FnMut(usize) -> usize) -> Option<Position> {
        self.another(p, side, pick)
    }
}

fn write_figure(figure: &crate::position::Figure, out: &mut Vec<u8>) {
    let point = |at: board::table::Point, out: &mut Vec<u8>| {
        out.extend(at.x().to_le_bytes());
        out.extend(at.y().to_le_bytes());
    };
    point(figure.at, out);
    out.extend(figure.facing.tenths().to_le_bytes());
    let (state, until) = match figure.state {
        State::Ready => (0, 0),
        State::Routing => (1, 0),
        State::Stunned(until) => (2, until),
        State::Disabled => (3, 0),
        State::Fled => (4, 0),
        State::Withdrawn => (5, 0),
    };
    out.push(state);
    out.extend(until.to_le_bytes());
    out.extend(figure.stamina.to_le_bytes());
    out.extend(figure.start.to_le_bytes());
    out.extend([figure.fatigue, figure.readied, figure.storey, figure.resupply]);
    for horse in [figure.horse, figure.led] {
        match horse {
            None => out.push(0),
            Some(Horse { kind, stamina, fatigue }) => {
                out.extend([1 + kind as u8, fatigue]);
                out.extend(stamina.to_le_bytes());
            }
        }
    }
    out.extend(figure.lost.to_le_bytes());
    let recovery = match figure.recovery {
        Recovery::None => 0,
        Recovery::Recovers => 1,
        Recovery::Dies => 2,
    };
    let (grant, mate) = match figure.result {
        None => (0, 0),
        Some(Grant::Rejoin(mate)) => (1, mate),
        Some(grant) => (2, grant.code()),
    };
    out.extend([recovery, grant, mate, figure.die]);
    out.extend([
        figure.chit.map_or(0, |chit| 1 + chit as u8),
        figure.readies,
        figure.line,
    ]);
    out.extend([
        figure.panic.map_or(0, |panic| 1 + panic as u8),
        figure.target,
        figure.fought,
    ]);
    out.extend([figure.last as u8, figure.gait as u8]);
    out.extend(figure.spent.to_le_bytes());
    out.extend(figure.gallop.to_le_bytes());
    let marks = [
        figure.ammo,
        figure.ran,
        figure.dead,
        figure.in_command,
        figure.permission,
        figure.wishes,
        figure.moved,
        figure.shot,
        figure.struck,
        figure.switching,
        figure.crossing,
        figure.engaged,
    ];
    let bits = marks.iter().fold(0u16, |bits, mark| bits << 1 | u16::from(*mark));
    out.extend(bits.to_le_bytes());
    let facing = |facing: &Option<board::table::Angle>, out: &mut Vec<u8>| {
        out.extend(facing.map_or(u16::MAX, |angle| angle.tenths()).to_le_bytes());
    };
    match &figure.order {
        Order::None => out.push(0),
        Order::Face(angle) => {
            out.push(1);
            facing(&Some(*angle), out);
        }
        Order::Path(pace, legs, angle) => {
            out.extend([2, *pace as u8, legs.len() as u8]);
            legs.iter().for_each(|leg| point(*leg, out));
            facing(angle, out);
        }
        Order::At(pace, target, angle) => {
            out.extend([3, *pace as u8, *target]);
            facing(angle, out);
        }
        Order::Ride(ride) => {
            out.extend([4, ride.gait as u8, ride.target]);
            out.extend(ride.first.to_le_bytes());
            out.extend(ride.half_way.to_le_bytes());
            out.extend(ride.distance.to_le_bytes());
        }
    }
}

impl Words for Battle {
    fn side_name(&self, side: Side) -> &'static str {
        self.sides[side.index()].name
    }

    fn write_choice(&self, choice: &Choice) -> String {
        self.write(choice)
    }

    fn read_choice(&self, p: &Position, _side: Side, text: &str) -> Result<Choice, Refusal> {
        if p.phase == Phase::Over {
            return Err(Fault::Phase.into());
        }
        self.read(text).map_err(Refusal::from)
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Telling> {
        self.may_know(event, viewer).then(|| self.tell_event(event))
    }

    fn apart(&self, p: &Position, side: Side, choice: &Choice) -> Vec<Chance> {
        self.prospects(p, side, choice)
    }

    fn name_outcome(&self, outcome: &Outcome) -> OutcomeName {
        if outcome.0.is_empty() {
            return OutcomeName::failing("nothing");
        }
        let parts: Vec<String> = outcome
            .0
            .iter()
            .map(|(who, what)| format!("{} {}", self.name(*who), what.name()))
            .collect();
        OutcomeName {
            part: Some(parts.join(", ").into()),
            ..OutcomeName::new("harm")
        }
    }
}
