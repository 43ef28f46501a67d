//! How far one gets for how much: cheapest paths with small whole costs.
//!
//! The arrays are kept from search to search; nothing is allocated once they have grown to
//! the size of the map and the budget. Equal costs are settled by order: nodes are taken
//! first come first served, directions clockwise from N, and an earlier path stays.

use crate::{Dir, Hex, HexMap};

const NONE: u16 = u16::MAX;

/// A search and its last result.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    queue: Queue,
    /// Where each node was reached from; `NONE` for the start.
    from: Vec<u16>,
}

/// Nodes waiting, one doubly linked list for each total cost.
#[derive(Clone, Debug, Default)]
struct Queue {
    /// Best cost so far; `NONE` if not reached.
    cost: Vec<u16>,
    next: Vec<u16>,
    before: Vec<u16>,
    /// First and last node of each list.
    ends: Vec<(u16, u16)>,
    waiting: usize,
}

impl Queue {
    fn push(&mut self, node: u16, cost: u16) {
        let (first, last) = self.ends[cost as usize];
        self.cost[node as usize] = cost;
        self.next[node as usize] = NONE;
        self.before[node as usize] = last;
        if last == NONE {
            self.ends[cost as usize] = (node, node);
        } else {
            self.next[last as usize] = node;
            self.ends[cost as usize] = (first, node);
        }
        self.waiting += 1;
    }

    fn take(&mut self, node: u16) {
        let (before, next) = (self.before[node as usize], self.next[node as usize]);
        let ends = &mut self.ends[self.cost[node as usize] as usize];
        if before == NONE {
            ends.0 = next;
        }
        if next == NONE {
            ends.1 = before;
        }
        if before != NONE {
            self.next[before as usize] = next;
        }
        if next != NONE {
            self.before[next as usize] = before;
        }
        self.waiting -= 1;
    }
}

impl Reach {
    /// For maps, or other sets of nodes, of up to `len` slots.
    pub fn new(len: usize) -> Reach {
        let mut reach = Reach::default();
        reach.reset(len);
        reach
    }

    fn reset(&mut self, len: usize) {
        // The highest number means "none".
        let len = len.min(NONE as usize);
        self.from.clear();
        self.from.resize(len, NONE);
        self.queue.cost.clear();
        self.queue.cost.resize(len, NONE);
        self.queue.next.resize(len, NONE);
        self.queue.before.resize(len, NONE);
        self.queue.waiting = 0;
    }

    /// Finds the cheapest way from `start` to every hex for at most `budget`. `step` gives the
    /// price of a step to the neighbour in that direction, which exists, or `None` if barred.
    pub fn search(&mut self, map: &HexMap, start: Hex, budget: u16, mut step: impl FnMut(Hex, Dir) -> Option<u16>) {
        if self.from.len() < map.len() {
            self.reset(map.len());
        }
        let start = if map.exists(start) { start.0 } else { NONE };
        self.search_nodes(start, budget, |node, go| {
            let hex = Hex(node);
            for d in Dir::ALL {
                let to = map.neighbour(hex, d);
                if to.is_on()
                    && let Some(price) = step(hex, d)
                {
                    go(to.0, price);
                }
            }
        });
    }

    /// The same over any nodes numbered below the length given to [`Reach::new`], such as hex and
    /// facing together. `expand` calls its second argument with each next node and price.
    pub fn search_nodes(&mut self, start: u16, budget: u16, mut expand: impl FnMut(u16, &mut dyn FnMut(u16, u16))) {
        let budget = budget.min(NONE - 1);
        self.reset(self.from.len());
        let (queue, from) = (&mut self.queue, &mut self.from);
        if start as usize >= from.len() {
            return;
        }
        queue.ends.clear();
        queue.ends.resize(budget as usize + 1, (NONE, NONE));
        queue.push(start, 0);
        for cost in 0..=budget {
            loop {
                let node = queue.ends[cost as usize].0;
                if node == NONE {
                    break;
                }
                queue.take(node);
                expand(node, &mut |to, price| {
                    let total = cost.saturating_add(price);
                    let Some(&old) = queue.cost.get(to as usize) else {
                        return;
                    };
                    if total > budget || total >= old {
                        return;
                    }
                    // An old cost above this one means it still waits.
                    if old != NONE {
                        queue.take(to);
                    }
                    queue.push(to, total);
                    from[to as usize] = node;
                });
            }
            if queue.waiting == 0 {
                break;
            }
        }
    }

    /// The least cost found, `None` if out of reach.
    #[inline]
    pub fn cost(&self, h: Hex) -> Option<u16> {
        self.node_cost(h.0)
    }

    #[inline]
    pub fn node_cost(&self, node: u16) -> Option<u16> {
        self.queue.cost.get(node as usize).copied().filter(|c| *c != NONE)
    }

    /// Every hex reached with its cost, in the order of the index; the start is one of them.
    pub fn reached(&self) -> impl Iterator<Item = (Hex, u16)> + '_ {
        let all = self.queue.cost.iter().enumerate();
        all.filter(|(_, c)| **c != NONE).map(|(i, c)| (Hex(i as u16), *c))
    }

    /// From `h` back to the start, both included; empty if out of reach. Does not allocate.
    pub fn path_back(&self, h: Hex) -> impl Iterator<Item = Hex> + '_ {
        let first = self.node_cost(h.0).map(|_| h);
        std::iter::successors(first, |h| {
            let from = self.from.get(h.index()).copied()?;
            (from != NONE).then_some(Hex(from))
        })
    }

    /// From the start to `h`, both included; empty if out of reach.
    pub fn path(&self, h: Hex) -> impl Iterator<Item = Hex> + use<> {
        let mut path: Vec<Hex> = self.path_back(h).collect();
        path.reverse();
        path.into_iter()
    }
}
