//! What captains do on a table millions of times: pairs of footprints, and straight moves among many.

use board::table::{
    Angle, Area, By, Footprint, Going, Line, Point, Segment, Slope, Stance, Sweep, Way, distance, in_arc, meets,
    more_inside, overlaps,
};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Two armies of twenty, in four rows, each a little out of line.
fn armies() -> Vec<Footprint> {
    (0..40)
        .map(|i| {
            let (row, place) = (i / 10, i % 10);
            let [x, facing] = [[14_000, 900], [20_000, 900], [42_000, 2700], [50_000, 2700]][row as usize];
            let stance = Stance::new(x + 37 * place, 2_600 + 4_700 * place, facing + 7 * (place - 5));
            Footprint::new(stance, 2_250, [1_500, 2_250, 750][place as usize % 3])
        })
        .collect()
}

fn woods() -> Vec<Area> {
    (0..8)
        .map(|i| {
            let [x, y] = [24_000 + 2_000 * i, 5_000 + 4_500 * i];
            let corners = [[0, 0], [3_000, -500], [4_500, 1_500], [3_000, 3_500], [500, 3_000]];
            Area::new(corners.map(|[dx, dy]| Point::new(x + dx, y + dy)).to_vec()).expect("it is convex")
        })
        .collect()
}

fn hedges() -> Vec<Line> {
    let hedge = |i: i32| [0, 1, 2].map(|j| Point::new(26_000 + 1_500 * i + 700 * j, 8_000 * i + 3_000 * j));
    (0..6)
        .map(|i| Line::new(hedge(i).to_vec()).expect("it has points"))
        .collect()
}

/// All pairs of forty; the items are pairs.
#[divan::bench]
fn overlaps_all_pairs(bencher: Bencher) {
    let all = black_box(armies());
    let count = || {
        all.iter()
            .map(|a| all.iter().filter(|b| overlaps(a, *b)).count())
            .sum::<usize>()
    };
    bencher.counter(all.len() * all.len()).bench(|| black_box(count()));
}

/// Two that lie so near that their bounds do not tell.
#[divan::bench]
fn overlaps_near_pair(bencher: Bencher) {
    let a = Footprint::new(Stance::new(20_000, 20_000, 137), 3000, 2250);
    let b = Footprint::new(a.stance().moved(10).facing(Angle::new(1937)), 2250, 1500);
    bencher.bench(|| overlaps(black_box(&a), black_box(&b)));
}

#[divan::bench]
fn meets_near_pair(bencher: Bencher) {
    let a = Footprint::new(Stance::new(20_000, 20_000, 137), 3000, 2250);
    let b = Footprint::new(a.stance().moved(10).facing(Angle::new(1937)), 2250, 1500);
    bencher.bench(|| meets(black_box(&a), black_box(&b)));
}

#[divan::bench]
fn distance_of_a_pair(bencher: Bencher) {
    let all = armies();
    bencher.bench(|| distance(black_box(&all[3]), black_box(&all[27])));
}

#[divan::bench]
fn footprint_of_a_stance() -> Footprint {
    Footprint::new(black_box(Stance::new(20_000, 20_000, 137)), 3000, 2250)
}

#[divan::bench]
fn bearing() -> Option<Angle> {
    Angle::bearing(
        black_box(Point::new(20_000, 20_000)),
        black_box(Point::new(31_000, 12_345)),
    )
}

/// Six elements against one target.
#[divan::bench]
fn arcs(bencher: Bencher) {
    let all = armies();
    let slope = Slope {
        sideways: 1,
        forward: 1,
    };
    let from = |file: i32| Stance {
        at: all[13].stance().point(-3_750 + 1_500 * file, 0),
        ..all[13].stance()
    };
    bencher.bench(|| {
        (0..6)
            .filter(|file| in_arc(from(*file), 750, slope, black_box(&all[24])))
            .count()
    });
}

/// One straight at another: the first mil, and where it stands.
#[divan::bench]
fn stop_at_one(bencher: Bencher) {
    let all = armies();
    let (mover, other) = (all[13], all[23].shifted([-12_000, 700]));
    let way = Way::along(mover.stance().facing);
    bencher.bench(|| {
        let first = Sweep::new(&way, By::Overlap, black_box(&mover), black_box(&other)).first(0..=14_000)?;
        Sweep::new(&way, By::Meet, &mover, &other).last_free(0..=first)
    });
}

/// Side by side at an odd angle, so near that every mil is in doubt.
#[divan::bench]
fn slide_along_one(bencher: Bencher) {
    let other = Footprint::new(Stance::new(20_000, 20_000, 2100), 3000, 6000);
    let beside = Stance {
        at: other.stance().point(5_251, -6_500),
        ..other.stance()
    };
    let mover = Footprint::new(beside, 2250, 1500);
    let way = Way::along(mover.stance().facing);
    bencher.bench(|| Sweep::new(&way, By::Meet, black_box(&mover), black_box(&other)).first(0..=10_000));
}

/// Ten inches forward among lines.
#[divan::bench]
fn lines_in_the_way(bencher: Bencher) {
    let hedges = hedges();
    let front = armies()[13].front();
    let way = Way::along(Angle::RIGHT);
    bencher.bench(|| {
        let reached = hedges
            .iter()
            .filter_map(|hedge| hedge.first(&way, black_box(&front), 10_000));
        reached.min()
    });
}

#[divan::bench]
fn going_among_8_woods(bencher: Bencher) {
    let woods = woods();
    let front = armies()[13].front();
    let way = Way::along(Angle::RIGHT);
    let mut going = Going::default();
    bencher.bench_local(|| {
        going.survey(
            &way,
            black_box(&front),
            10_000,
            6_000,
            woods.iter().map(|wood| (wood, 10_000)),
        );
        going.farthest(0, 10_000, 6_000, 60_000_000)
    });
}

#[divan::bench]
fn sight_through_8_woods(bencher: Bencher) {
    let woods = woods();
    let sight = Segment([Point::new(20_000, 4_000), Point::new(42_000, 40_000)]);
    bencher.bench(|| more_inside(black_box(sight), &woods, 2_000));
}
