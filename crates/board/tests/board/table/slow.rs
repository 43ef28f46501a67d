//! The second reckoning. The common part of two convex figures is known by its corners: those corners of either that lie in the
//! other, and the points where their sides cross. All else is reckoned in fractions of any length.

use board::table::{Hull, Point, Stance};
use num_bigint::BigInt;
use num_rational::BigRational;

pub type Number = BigRational;
pub type Spot = [Number; 2];

pub fn whole(n: impl Into<BigInt>) -> Number {
    Number::from_integer(n.into())
}

pub fn zero() -> Number {
    whole(0)
}

pub fn spot(p: Point) -> Spot {
    [whole(p.x()), whole(p.y())]
}

pub fn spots(figure: &impl Hull) -> Vec<Spot> {
    figure.corners().iter().map(|p| spot(*p)).collect()
}

pub fn minus(a: &Spot, b: &Spot) -> Spot {
    [&a[0] - &b[0], &a[1] - &b[1]]
}

pub fn dot(a: &Spot, b: &Spot) -> Number {
    &a[0] * &b[0] + &a[1] * &b[1]
}

pub fn cross(a: &Spot, b: &Spot) -> Number {
    &a[0] * &b[1] - &a[1] * &b[0]
}

/// The nearest whole number, halves away from zero.
pub fn nearest_whole(n: &Number) -> BigInt {
    n.round().to_integer()
}

/// A point with a common divisor, which is positive: x, y, divisor.
pub type Shared = [i128; 3];

pub fn shared(p: Point) -> Shared {
    [p.x().into(), p.y().into(), 1]
}

pub fn unshared([x, y, of]: Shared) -> Spot {
    [x, y].map(|c| Number::new(c.into(), of.into()))
}

/// The sides, each with its two ends; of a point one without length.
pub fn sides(figure: &impl Hull) -> Vec<[Point; 2]> {
    let corners = figure.corners();
    let n = corners.len();
    let number = if n == 2 { 1 } else { n };
    (0..number).map(|i| [corners[i], corners[(i + 1) % n]]).collect()
}

/// On which hand of a line a point lies.
fn hand([a, b]: [Point; 2], [x, y, of]: Shared) -> i128 {
    let [ax, ay, bx, by] = [a.x(), a.y(), b.x(), b.y()].map(i128::from);
    ((bx - ax) * (y - ay * of) - (by - ay) * (x - ax * of)).signum()
}

fn is_on(side: [Point; 2], p: Shared) -> bool {
    let between = |a: i32, b: i32, c: i128| {
        let (low, high) = (i128::from(a.min(b)) * p[2], i128::from(a.max(b)) * p[2]);
        low <= c && c <= high
    };
    let [a, b] = side;
    hand(side, p) == 0 && between(a.x(), b.x(), p[0]) && between(a.y(), b.y(), p[1])
}

fn hands(figure: &impl Hull, p: Shared) -> Vec<i128> {
    sides(figure).into_iter().map(|side| hand(side, p)).collect()
}

/// In it or on its rim.
pub fn is_in(figure: &impl Hull, p: Shared) -> bool {
    if figure.corners().len() < 3 {
        return is_on(sides(figure)[0], p);
    }
    let hands = hands(figure, p);
    [1, -1].iter().any(|wrong| !hands.contains(wrong))
}

pub fn is_inside(figure: &impl Hull, p: Shared) -> bool {
    let hands = hands(figure, p);
    figure.corners().len() > 2 && [1, -1].iter().any(|right| hands.iter().all(|hand| hand == right))
}

/// Where two lines cross, if they do at one point.
pub fn crossing([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Option<Shared> {
    let (way, other, between) = (a.to(b), c.to(d), a.to(c));
    let cross = |a: [i64; 2], b: [i64; 2]| i128::from(a[0] * b[1] - a[1] * b[0]);
    let (along, of) = (cross(between, other), cross(way, other));
    let (along, of) = if of < 0 { (-along, -of) } else { (along, of) };
    let at = |start: i32, way: i64| i128::from(start) * of + i128::from(way) * along;
    (of != 0).then(|| [at(a.x(), way[0]), at(a.y(), way[1]), of])
}

/// The corners of the common part of two convex figures, in no order.
pub fn common(a: &impl Hull, b: &impl Hull) -> Vec<Shared> {
    let of_a = a.corners().iter().map(|p| shared(*p)).filter(|p| is_in(b, *p));
    let of_b = b.corners().iter().map(|p| shared(*p)).filter(|p| is_in(a, *p));
    let mut all: Vec<Shared> = of_a.chain(of_b).collect();
    for one in sides(a) {
        let crossings = sides(b)
            .into_iter()
            .filter_map(|other| Some((other, crossing(one, other)?)));
        all.extend(
            crossings
                .filter(|(other, p)| is_on(one, *p) && is_on(*other, *p))
                .map(|(_, p)| p),
        );
    }
    all
}

/// The common part of two figures has some of the inside: not all of it lies in one line. Of a segment or a point the middle of
/// some two corners is inside.
pub fn meets(a: &impl Hull, b: &impl Hull) -> bool {
    let common = common(a, b);
    let pairs = || common.iter().flat_map(|p| common.iter().map(move |q| (*p, *q)));
    let middle = |p: Shared, q: Shared| [p[0] * q[2] + q[0] * p[2], p[1] * q[2] + q[1] * p[2], 2 * p[2] * q[2]];
    match [a.corners().len() > 2, b.corners().len() > 2] {
        [true, true] => {
            let in_line = |p: Shared, q: Shared, r: Shared| {
                let minor = |i: usize, j: usize| q[i] * r[j] - q[j] * r[i];
                p[0] * minor(1, 2) - p[1] * minor(0, 2) + p[2] * minor(0, 1) == 0
            };
            pairs().any(|(p, q)| common.iter().any(|r| !in_line(p, q, *r)))
        }
        [true, false] => pairs().any(|(p, q)| is_inside(a, middle(p, q))),
        [false, true] => pairs().any(|(p, q)| is_inside(b, middle(p, q))),
        [false, false] => false,
    }
}

/// Half a plane: the points for which `value` is not negative.
pub struct Half<'a>(pub Box<dyn Fn(&Spot) -> Number + 'a>);

/// What of a convex figure lies in half a plane, its rim included.
pub fn cut(figure: &[Spot], half: &Half<'_>) -> Vec<Spot> {
    let n = figure.len();
    let mut left = Vec::new();
    for i in 0..n {
        let (a, b) = (&figure[i], &figure[(i + 1) % n]);
        let (x, y) = ((half.0)(a), (half.0)(b));
        if x >= zero() {
            left.push(a.clone());
        }
        if (x < zero() && y > zero()) || (x > zero() && y < zero()) {
            let t = &x / (&x - &y);
            let way = minus(b, a);
            left.push([&a[0] + &way[0] * &t, &a[1] + &way[1] * &t]);
        }
    }
    left
}

/// By the words of LR-06, every side of both being looked at.
pub fn overlaps(a: &impl Hull, b: &impl Hull) -> bool {
    let all = [sides(a), sides(b)].concat();
    all.iter().all(|[from, to]| {
        let way = from.to(*to).map(i128::from);
        let shadow = |figure: &[Point]| {
            let along = figure
                .iter()
                .map(|p| i128::from(p.y()) * way[0] - i128::from(p.x()) * way[1]);
            (along.clone().min().unwrap(), along.max().unwrap())
        };
        let ((a, aa), (b, bb)) = (shadow(a.corners()), shadow(b.corners()));
        let overlap = aa.min(bb) - a.max(b);
        overlap > 0 && overlap * overlap > 4 * (way[0] * way[0] + way[1] * way[1])
    })
}

/// The nearest point of a figure to one outside of it, and its squared distance.
pub fn nearest_on_rim(figure: &impl Hull, p: &Spot) -> (Spot, Number) {
    let feet = sides(figure).into_iter().map(|side| {
        let [a, b] = side.map(spot);
        let way = minus(&b, &a);
        let length = dot(&way, &way);
        let t = if length == zero() {
            zero()
        } else {
            dot(&minus(p, &a), &way) / length
        };
        let t = t.clamp(zero(), whole(1));
        let foot = [&a[0] + &way[0] * &t, &a[1] + &way[1] * &t];
        let far = minus(&foot, p);
        let square = dot(&far, &far);
        (foot, square)
    });
    feet.min_by(|a, b| a.1.cmp(&b.1)).unwrap()
}

/// The nearest point of a figure, and its squared distance.
pub fn nearest(figure: &impl Hull, p: Shared) -> (Spot, Number) {
    let spot = unshared(p);
    if is_in(figure, p) {
        (spot, zero())
    } else {
        nearest_on_rim(figure, &spot)
    }
}

/// The squared distance of two figures.
pub fn distance(a: &impl Hull, b: &impl Hull) -> Number {
    if !common(a, b).is_empty() {
        return zero();
    }
    let from_a = a.corners().iter().map(|p| nearest_on_rim(b, &spot(*p)).1);
    let from_b = b.corners().iter().map(|p| nearest_on_rim(a, &spot(*p)).1);
    from_a.chain(from_b).min().unwrap()
}

/// How far to the right and forward of a stance a point is.
pub fn local(stance: Stance, p: &Spot) -> Spot {
    let unit = |[x, y]: [i64; 2]| [x, y].map(|c| Number::new(c.into(), (1i64 << 30).into()));
    let to = minus(p, &spot(stance.at));
    [
        dot(&to, &unit(stance.facing.right())),
        dot(&to, &unit(stance.facing.forward())),
    ]
}
