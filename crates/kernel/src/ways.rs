//! Where small choices lead, one after the other: a search over positions, cheapest first, that remembers the way to each.

use std::collections::BTreeSet;

pub struct Ways<P, C> {
    /// Each for itself, for there are thousands, and they are large.
    places: Vec<Box<Place<P, C>>>,
    /// Cost and index of those that have not been looked at. Equal costs go by age.
    waiting: BTreeSet<(u8, usize)>,
}

struct Place<P, C> {
    position: P,
    /// The place before it, and the choice that led here.
    from: Option<(usize, C)>,
}

impl<P, C: Copy> Ways<P, C> {
    pub fn from(start: P) -> Ways<P, C> {
        Ways {
            places: vec![Box::new(Place {
                position: start,
                from: None,
            })],
            waiting: BTreeSet::from([(0, 0)]),
        }
    }

    /// The cheapest place that has not been looked at yet.
    pub fn cheapest(&mut self) -> Option<usize> {
        self.waiting.pop_first().map(|(_, at)| at)
    }

    pub fn position(&self, at: usize) -> &P {
        &self.places[at].position
    }

    /// From a place a choice leads to another, which costs so much in all.
    pub fn lead(&mut self, from: usize, choice: C, position: P, cost: u8) {
        self.waiting.insert((cost, self.places.len()));
        self.places.push(Box::new(Place {
            position,
            from: Some((from, choice)),
        }));
    }

    /// The choices that lead to a place, and the positions on the way, the first and the last included.
    pub fn way(&self, to: usize) -> (Vec<C>, Vec<&P>) {
        let mut choices = Vec::new();
        let mut positions = vec![self.position(to)];
        let mut at = to;
        while let Some((from, choice)) = self.places[at].from {
            choices.push(choice);
            positions.push(self.position(from));
            at = from;
        }
        choices.reverse();
        positions.reverse();
        (choices, positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_comes_first_and_knows_its_way() {
        let mut ways = Ways::from(0);
        assert_eq!(ways.cheapest(), Some(0));
        ways.lead(0, 'a', 10, 5);
        ways.lead(0, 'b', 20, 2);
        let cheap = ways.cheapest().unwrap();
        assert_eq!(*ways.position(cheap), 20);
        ways.lead(cheap, 'c', 21, 5);
        // Of two equal ones the older.
        assert_eq!(ways.cheapest().map(|at| *ways.position(at)), Some(10));
        let last = ways.cheapest().unwrap();
        assert_eq!(ways.way(last), (vec!['b', 'c'], vec![&0, &20, &21]));
        assert_eq!(ways.cheapest(), None);
    }
}
