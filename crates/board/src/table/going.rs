//! What the mils of a straight move cost, over ground of several prices (LR-18, LR-19).

use super::{Area, By, Hull, Sweep, Way};

/// The price of every mil of a straight move. One can be kept and used again, so that it asks for no memory.
#[derive(Clone, Debug, Default)]
pub struct Going {
    /// Mils up to this one, from the one after the last stretch, have this price. None: all have the least price.
    stretches: Vec<(i32, i64)>,
    mils: i32,
    base: i64,
    /// The mils in areas, with their price, while they are gathered.
    runs: Vec<([i32; 2], i64)>,
}

impl Going {
    /// Looks at the mils 1 to `mils` of a move. Mil k has the highest price of those areas that the front meets after k mils,
    /// and at least `base`.
    pub fn survey<'a>(
        &mut self,
        way: &Way,
        front: &impl Hull,
        mils: i32,
        base: i64,
        areas: impl IntoIterator<Item = (&'a Area, i64)>,
    ) {
        self.runs.clear();
        self.stretches.clear();
        (self.mils, self.base) = (mils, base);
        let passed = front.bounds().with(front.bounds().plus(way.shift(mils)));
        for (area, price) in areas
            .into_iter()
            .filter(|(area, price)| *price > base && area.bounds().join(passed))
        {
            let sweep = Sweep::new(way, By::Meet, front, area);
            let mut from = 1;
            while let Some(first) = sweep.first(from..=mils) {
                let last = sweep.first_free(first..=mils).map_or(mils, |free| free - 1);
                self.runs.push(([first, last], price));
                from = last + 1;
            }
        }
        let mut done = if self.runs.is_empty() { mils } else { 0 };
        while done < mils {
            let next = done + 1;
            let price = self.runs.iter().filter(|(run, _)| (run[0]..=run[1]).contains(&next));
            let price = price.map(|(_, price)| *price).fold(base, i64::max);
            // Up to where no run begins or ends.
            let ends = self
                .runs
                .iter()
                .map(|([first, last], _)| if next < *first { first - 1 } else { *last });
            done = ends.filter(|end| *end >= next).fold(mils, i32::min);
            self.stretches.push((done, price));
        }
    }

    /// The price of a mil; every mil costs at least `least`.
    pub fn price(&self, mil: i32, least: i64) -> i64 {
        let stretch = self.stretches().find(|(last, _)| mil <= *last);
        stretch.map_or(least, |(_, price)| least.max(price))
    }

    /// What the mils after `from` up to `to` cost; every one of them at least `least`.
    pub fn cost(&self, from: i32, to: i32, least: i64) -> i64 {
        let parts = self.parts(from, to, least);
        parts.map(|(mils, price)| i64::from(mils) * price).sum()
    }

    /// The last mil up to `to` that can be paid for from `from` on, every mil costing at least `least`.
    pub fn farthest(&self, from: i32, to: i32, least: i64, points: i64) -> i32 {
        let (mut at, mut points) = (from, points);
        for (mils, price) in self.parts(from, to, least) {
            let paid = if price > 0 {
                (points.max(0) / price).min(mils.into())
            } else {
                mils.into()
            };
            at += paid as i32;
            points -= paid * price;
            if paid < mils.into() {
                break;
            }
        }
        at
    }

    /// The mils after `from` up to `to`: how many in a row, and their price.
    fn parts(&self, from: i32, to: i32, least: i64) -> impl Iterator<Item = (i32, i64)> + '_ {
        let mut at = from;
        self.stretches().filter_map(move |(last, price)| {
            let mils = last.min(to) - at;
            at = at.max(last.min(to));
            (mils > 0).then_some((mils, least.max(price)))
        })
    }

    fn stretches(&self) -> impl Iterator<Item = (i32, i64)> + '_ {
        let plain = self.stretches.is_empty().then_some((self.mils, self.base));
        self.stretches.iter().copied().chain(plain)
    }
}
