//! Lines of sight from centre to centre, in whole numbers (edward.md 6.1, quad.md Q-41).
//!
//! Only geometry: which hexes the line crosses, and where it runs along a hexside between
//! two. The game says what blocks. A hex off the map never blocks, so a pair that lies
//! half off the map lets the line pass, as the open half of any pair does (E-86).

use crate::{Dir, Hex, HexMap};
use std::ops::ControlFlow;

/// Axial coordinates, or an offset in them.
pub type Axial = (i16, i16);

/// What the line from one centre to another meets, ends left out, in order from the start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// Hexes whose inside the line crosses.
    pub through: Vec<Axial>,
    /// The two hexes of a side along which the line runs.
    pub pairs: Vec<[Axial; 2]>,
}

/// One thing the line meets on a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossing {
    Through(Hex),
    /// Either may be [`Hex::OFF`].
    Pair(Hex, Hex),
}

impl Crossing {
    /// Through: the hex blocks. Pair: both do (E-86).
    #[inline]
    pub fn blocked(self, mut blocks: impl FnMut(Hex) -> bool) -> bool {
        match self {
            Crossing::Through(h) => h.is_on() && blocks(h),
            Crossing::Pair(a, b) => a.is_on() && b.is_on() && blocks(a) && blocks(b),
        }
    }
}

/// An offset from the shooter, and the other hex of the pair; the two are equal for a hex crossed.
type Step = (Axial, Axial);

/// The scalar product of two axial offsets, doubled.
const fn dot(u: (i64, i64), v: (i64, i64)) -> i64 {
    2 * u.0 * v.0 + 2 * u.1 * v.1 + u.0 * v.1 + u.1 * v.0
}

const fn wide(a: Axial) -> (i64, i64) {
    (a.0 as i64, a.1 as i64)
}

/// What the line to `to` does with the hex at `o`: nothing, cross it, or run along one of
/// its sides. A pair is reported only by the hex that has the other one N, NE or SE of it.
fn contact(o: Axial, to: Axial) -> Option<Step> {
    let (c, d) = (wide(o), wide(to));
    let along = dot(c, d);
    if along <= 0 || along >= dot(d, d) {
        return None;
    }
    // On which side of the line each vertex lies; vertex i is between directions i and i+1.
    let mut side = [0i64; 6];
    for (i, value) in side.iter_mut().enumerate() {
        let (a, b) = (Dir::ALL[i].axial(), Dir::ALL[(i + 1) % 6].axial());
        let q = 3 * c.0 + i64::from(a.0 + b.0);
        let s = 3 * c.1 + i64::from(a.1 + b.1);
        *value = d.0 * s - d.1 * q;
    }
    if side.iter().any(|v| *v < 0) && side.iter().any(|v| *v > 0) {
        return Some((o, o));
    }
    for k in [Dir::N, Dir::NE, Dir::SE] {
        if side[k.index()] == 0 && side[(k.index() + 5) % 6] == 0 {
            let (q, s) = k.axial();
            return Some((o, moved(o, (q, s))));
        }
    }
    None
}

/// Calls `visit` for every contact of the line from (0, 0) to `to`, in no useful order.
fn walk(to: Axial, visit: &mut impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
    let (q, s) = wide(to);
    // Go along the longer axis; there the line leaves a hex it touches by at most 4/3 of a
    // step across, so four hexes a step are enough.
    let swap = s.abs() > q.abs();
    let (long, short) = if swap { (s, q) } else { (q, s) };
    if long == 0 {
        return ControlFlow::Continue(());
    }
    for i in 0..=long.abs() {
        let at = i * long.signum();
        let near = (i * short).div_euclid(long.abs());
        for across in near - 1..=near + 2 {
            let o = if swap { (across, at) } else { (at, across) };
            if let Some(step) = contact((o.0 as i16, o.1 as i16), to) {
                visit(step)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Order along the line; hexes at the same distance in the order of their coordinates.
fn order(step: &Step, to: Axial) -> (i64, Axial) {
    (dot(wide(step.0), wide(to)), step.0)
}

fn steps(to: Axial) -> Vec<Step> {
    let mut steps = Vec::new();
    let _ = walk(to, &mut |step| {
        steps.push(step);
        ControlFlow::Continue(())
    });
    steps.sort_by_key(|step| order(step, to));
    steps
}

#[inline]
fn moved(from: Axial, by: Axial) -> Axial {
    (from.0.wrapping_add(by.0), from.1.wrapping_add(by.1))
}

#[inline]
fn offset(from: Axial, to: Axial) -> Axial {
    (to.0.wrapping_sub(from.0), to.1.wrapping_sub(from.1))
}

/// The line between two hexes by their axial coordinates, on an endless map.
pub fn trace(from: Axial, to: Axial) -> Trace {
    let mut trace = Trace::default();
    for (a, b) in steps(offset(from, to)) {
        if a == b {
            trace.through.push(moved(from, a));
        } else {
            trace.pairs.push([moved(from, a), moved(from, b)]);
        }
    }
    trace
}

/// Ready-made lines for all offsets up to a radius; longer ones are worked out on the spot.
#[derive(Clone, Debug)]
pub struct Sight {
    radius: i16,
    /// Where the steps of an offset begin; the next entry is where they end.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

impl Sight {
    /// A table of at most radius 40, beyond which it would only be large.
    pub fn new(radius: u16) -> Sight {
        let radius = radius.min(40) as i16;
        let mut sight = Sight {
            radius,
            starts: vec![0],
            steps: Vec::new(),
        };
        for q in -radius..=radius {
            for s in -radius..=radius {
                sight.steps.extend(steps((q, s)));
                sight.starts.push(sight.steps.len() as u32);
            }
        }
        sight
    }

    #[inline]
    fn ready(&self, to: Axial) -> Option<&[Step]> {
        let (q, s) = moved(to, (self.radius, self.radius));
        let width = 2 * self.radius + 1;
        if q as u16 >= width as u16 || s as u16 >= width as u16 {
            return None;
        }
        let i = q as usize * width as usize + s as usize;
        let (start, end) = (*self.starts.get(i)?, *self.starts.get(i + 1)?);
        self.steps.get(start as usize..end as usize)
    }

    /// Shows `visit` all the line meets until it breaks off. In order from the start for lines
    /// within the table, else in no useful order. Nothing is met if an end is off the map.
    #[inline]
    pub fn visit(
        &self,
        map: &HexMap,
        from: Hex,
        to: Hex,
        mut visit: impl FnMut(Crossing) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if from.is_off() || to.is_off() {
            return ControlFlow::Continue(());
        }
        let start = map.axial(from);
        let line = offset(start, map.axial(to));
        match self.ready(line) {
            Some(steps) => steps.iter().try_for_each(|step| visit(place(map, start, *step))),
            None => walk(line, &mut |step| visit(place(map, start, step))),
        }
    }

    /// Does anything between the two hexes block? Neither end is asked (E-82).
    #[inline]
    pub fn blocked(&self, map: &HexMap, from: Hex, to: Hex, blocks: impl Fn(Hex) -> bool) -> bool {
        let found = self.visit(map, from, to, |crossing| {
            if crossing.blocked(&blocks) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        found.is_break()
    }

    /// The blocking hex nearest to `from`, to tell the player; of a blocking pair, one of the two.
    /// There is one exactly if [`Sight::blocked`] says so.
    pub fn first_block(&self, map: &HexMap, from: Hex, to: Hex, blocks: impl Fn(Hex) -> bool) -> Option<Hex> {
        let start = map.axial(from);
        let line = offset(start, map.axial(to));
        let mut first: Option<((i64, Axial), Hex)> = None;
        let _ = self.visit(map, from, to, |crossing| {
            if crossing.blocked(&blocks) {
                let (Crossing::Through(h) | Crossing::Pair(h, _)) = crossing;
                let step = offset(start, map.axial(h));
                let key = order(&(step, step), line);
                if first.is_none_or(|(best, _)| key < best) {
                    first = Some((key, h));
                }
            }
            ControlFlow::Continue(())
        });
        first.map(|(_, h)| h)
    }
}

#[inline]
fn place(map: &HexMap, from: Axial, (a, b): Step) -> Crossing {
    let hex = on(map, moved(from, a));
    if a == b {
        Crossing::Through(hex)
    } else {
        Crossing::Pair(hex, on(map, moved(from, b)))
    }
}

#[inline]
fn on(map: &HexMap, (q, s): Axial) -> Hex {
    map.from_axial(q, s)
}
