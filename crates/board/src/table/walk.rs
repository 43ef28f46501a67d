//! What a footprint comes to on a straight move, in the order in which it does.

use super::{Angle, Area, Bounds, By, Footprint, Hull, Line, Sweep, Table, Way};

/// Something that a move comes to after so many mils. Of what comes after the same mil the order is that of [`What`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Met {
    pub mil: i32,
    pub what: What,
}

/// What a move comes to. The number is the caller's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// The front edge meets an area which it did not meet after the mil before.
    Enters(usize),
    /// It no longer does.
    Leaves(usize),
    /// The front edge has a point in common with a line, which at the start it had not. Told once.
    Line(usize),
    /// The footprint meets impassable ground for the first time.
    Ground(usize),
    /// The footprint overlaps another for the first time.
    Footprint(usize),
    /// A corner is off the table for the first time.
    Edge,
}

/// A straight move of a footprint, and what it comes to. One can be kept and used again, so that it asks for no memory.
///
/// What is given to it is looked at from mil 0, the start, to the last. Then [`Walk::in_order`] tells.
#[derive(Clone, Debug)]
pub struct Walk {
    way: Way,
    mover: Footprint,
    mils: i32,
    /// Around everything that is passed.
    passed: Bounds,
    met: Vec<Met>,
}

impl Walk {
    /// Whatever way the footprint looks, it moves along `heading`.
    pub fn new(mover: &Footprint, heading: Angle, mils: i32) -> Walk {
        let way = Way::along(heading);
        let from = mover.bounds();
        Walk {
            way,
            mover: *mover,
            mils,
            passed: from.with(from.plus(way.shift(mils))),
            met: Vec::new(),
        }
    }

    /// Another move; what was met is forgotten, its memory kept.
    pub fn again(&mut self, mover: &Footprint, heading: Angle, mils: i32) {
        let mut met = std::mem::take(&mut self.met);
        met.clear();
        *self = Walk {
            met,
            ..Walk::new(mover, heading, mils)
        };
    }

    pub fn way(&self) -> &Way {
        &self.way
    }

    /// Areas that the front edge may enter and leave.
    pub fn areas<'a>(&mut self, areas: impl IntoIterator<Item = (usize, &'a Area)>) {
        let front = self.mover.front();
        for (id, area) in areas {
            if !self.passes(area) {
                continue;
            }
            let sweep = Sweep::new(&self.way, By::Meet, &front, area);
            let mut from = 0;
            while let Some(first) = sweep.first(from..=self.mils) {
                self.comes_to(first, What::Enters(id));
                let Some(free) = sweep.first_free(first..=self.mils) else {
                    break;
                };
                self.comes_to(free, What::Leaves(id));
                from = free;
            }
        }
    }

    /// Lines that the front edge may come to.
    pub fn lines<'a>(&mut self, lines: impl IntoIterator<Item = (usize, &'a Line)>) {
        let front = self.mover.front();
        for (id, line) in lines {
            let upon_it = || line.meets(&front);
            if self.passed.join(line.bounds())
                && !upon_it()
                && let Some(first) = line.first(&self.way, &front, self.mils)
            {
                self.comes_to(first, What::Line(id));
            }
        }
    }

    /// Ground that the footprint may not meet.
    pub fn impassable<'a>(&mut self, areas: impl IntoIterator<Item = (usize, &'a Area)>) {
        for (id, area) in areas {
            self.first(area, By::Meet, What::Ground(id));
        }
    }

    /// Footprints that it may run into.
    pub fn footprints<'a>(&mut self, others: impl IntoIterator<Item = (usize, &'a Footprint)>) {
        for (id, other) in others {
            self.first(other, By::Overlap, What::Footprint(id));
        }
    }

    pub fn table(&mut self, table: &Table) {
        let sweep = Sweep::off_table(&self.way, &self.mover, table);
        if let Some(first) = sweep.first(0..=self.mils) {
            self.comes_to(first, What::Edge);
        }
    }

    /// Everything met, in order.
    pub fn in_order(&mut self) -> &[Met] {
        self.met.sort_unstable();
        &self.met
    }

    fn passes(&self, figure: &impl Hull) -> bool {
        self.passed.join(figure.bounds())
    }

    fn first(&mut self, figure: &impl Hull, by: By, what: What) {
        if self.passes(figure) {
            let first = Sweep::new(&self.way, by, &self.mover, figure).first(0..=self.mils);
            first.into_iter().for_each(|mil| self.comes_to(mil, what));
        }
    }

    fn comes_to(&mut self, mil: i32, what: What) {
        self.met.push(Met { mil, what });
    }
}
