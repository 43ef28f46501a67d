//! What a figure may do now, and if not, by which rule of `data/rules.md`.

use crate::position::{
    BASE, DEPTH, FIGURES, Order, Phase, Position, REACH, RIDE, RIDE_OVER_STREAM, STREAM_Y, WIDTH, distance, side_of,
    squared,
};
use crate::rules::Joust;
use board::Pose;
use kernel::{Cite, Refusal, Side};

pub fn refuse(code: &'static str, rule: &'static str, why: impl Into<String>) -> Refusal {
    Refusal::new(code, Cite(rule), why)
}

impl Joust {
    pub(crate) fn check_own(&self, p: &Position, side: Side, figure: u8) -> Result<(), Refusal> {
        if usize::from(figure) >= FIGURES || side_of(figure) != side {
            return Err(refuse("NotYours", "J-02", "That figure is not yours."));
        }
        if !p.stands(figure) {
            return Err(refuse("Out", "J-10", "That figure is out of the joust."));
        }
        Ok(())
    }

    pub(crate) fn check_turn(&self, p: &Position, side: Side, figure: u8) -> Result<(), Refusal> {
        self.check_own(p, side, figure)?;
        match p.phase() {
            Phase::Turn(acting) if acting == figure => Ok(()),
            _ => Err(refuse("NotItsTurn", "J-04", "It is not the turn of that figure.")),
        }
    }

    /// Whether there is room for a figure.
    pub(crate) fn check_room(&self, p: &Position, figure: u8, to: Pose) -> Result<(), Refusal> {
        let half = BASE / 2;
        let on_table = (half..=WIDTH - half).contains(&to.x) && (half..=DEPTH - half).contains(&to.y);
        if !on_table || to.angle >= 3600 {
            let why = "A figure stays on the table with its whole base, and looks somewhere between 0 and 3599.";
            return Err(refuse("OffTable", "J-06", why).figure("x", to.x).figure("y", to.y));
        }
        let others = Side::BOTH.into_iter().flat_map(|side| p.standing(side));
        for other in others.filter(|other| *other != figure) {
            let square = squared(to, p.figure(other).at);
            if square < i64::from(BASE).pow(2) {
                let why = format!("{} stands there.", self.names[usize::from(other)]);
                let left = square.isqrt();
                return Err(refuse("Occupied", "J-06", why)
                    .figure("need", BASE)
                    .figure("left", left));
            }
        }
        Ok(())
    }

    pub(crate) fn check_move(&self, p: &Position, figure: u8, to: Pose) -> Result<(), Refusal> {
        if p.order(figure) != Some(Order::Charge) {
            return Err(refuse(
                "NoCharge",
                "J-05",
                "Only a figure with the order to charge rides.",
            ));
        }
        if p.ridden {
            return Err(refuse("Ridden", "J-05", "It has ridden already."));
        }
        self.check_room(p, figure, to)?;
        let from = p.figure(figure).at;
        let crosses = (from.y < STREAM_Y) != (to.y < STREAM_Y);
        let left = if crosses { RIDE_OVER_STREAM } else { RIDE };
        let need = distance(from, to);
        if need > left.into() {
            let why = format!("That is {need} thousandths of an inch away; it can ride {left}.");
            return Err(refuse("TooFar", "J-05", why).figure("need", need).figure("left", left));
        }
        Ok(())
    }

    pub(crate) fn check_strike(&self, p: &Position, figure: u8, target: u8) -> Result<(), Refusal> {
        if p.order(figure) == Some(Order::Whirl) {
            return Err(refuse(
                "Whirling",
                "J-08",
                "A figure with the order to whirl does not strike.",
            ));
        }
        if usize::from(target) >= FIGURES || side_of(target) == side_of(figure) || !p.stands(target) {
            return Err(refuse("NoTarget", "J-07", "It strikes an enemy that is not out."));
        }
        if !p.in_reach(figure, target) {
            let need = distance(p.figure(figure).at, p.figure(target).at);
            let why = format!("That enemy is {need} thousandths of an inch away; the reach is {REACH}.");
            return Err(refuse("OutOfReach", "J-07", why)
                .figure("need", need)
                .figure("left", REACH));
        }
        Ok(())
    }

    pub(crate) fn check_whirl(&self, p: &Position, figure: u8) -> Result<(), Refusal> {
        if p.order(figure) != Some(Order::Whirl) {
            return Err(refuse(
                "NoWhirl",
                "J-08",
                "Only a figure with the order to whirl does so.",
            ));
        }
        match p.nearest(figure) {
            Some(target) if p.in_reach(figure, target) => Ok(()),
            _ => Err(refuse("OutOfReach", "J-08", "No enemy is in reach.")),
        }
    }
}
