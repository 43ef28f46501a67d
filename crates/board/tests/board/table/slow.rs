//! The second reckoning. Figures are lists of points with fractions for coordinates; they are cut along lines, and what is left
//! over is looked at.

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

/// The sides, each with its two ends; none of them without length, but that a point has itself.
pub fn sides(figure: &[Spot]) -> Vec<[Spot; 2]> {
    let n = figure.len();
    let all = (0..n).map(|i| [figure[i].clone(), figure[(i + 1) % n].clone()]);
    if n == 1 { all.collect() } else { all.filter(|[a, b]| a != b).collect() }
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

/// The half planes whose common part is a convex figure with an inside, or a segment's line.
fn halves(figure: &[Spot]) -> Vec<Half<'_>> {
    let mut all = Vec::new();
    for [a, b] in sides(figure) {
        let hand = |p: &Spot| cross(&minus(&b, &a), &minus(p, &a));
        let others: Vec<Number> = figure.iter().map(&hand).filter(|h| *h != zero()).collect();
        let inner = [1, -1].map(|sign| others.iter().all(|h| h * whole(sign) > zero()));
        for (sign, holds) in [1, -1].into_iter().zip(inner) {
            if holds {
                let (a, way) = (a.clone(), minus(&b, &a));
                all.push(Half(Box::new(move |p| cross(&way, &minus(p, &a)) * whole(sign))));
            }
        }
    }
    if figure.len() == 2 || figure.iter().all(|p| *p == figure[0]) {
        // Also not beyond the ends.
        let (a, b) = (figure[0].clone(), figure[figure.len() - 1].clone());
        for (end, other) in [(a.clone(), b.clone()), (b, a)] {
            if end == other {
                let [x, y] = end.clone();
                let (xx, yy) = (x.clone(), y.clone());
                all.push(Half(Box::new(move |p| &p[0] - &x)));
                all.push(Half(Box::new(move |p| &xx - &p[0])));
                all.push(Half(Box::new(move |p| &p[1] - &y)));
                all.push(Half(Box::new(move |p| &yy - &p[1])));
            } else {
                let way = minus(&other, &end);
                all.push(Half(Box::new(move |p| dot(&way, &minus(p, &end)))));
            }
        }
    }
    all
}

/// The common part of two convex figures, rims included.
pub fn common(a: &[Spot], b: &[Spot]) -> Vec<Spot> {
    halves(b).iter().fold(a.to_vec(), |left, half| cut(&left, half))
}

/// Twice the area.
pub fn area(figure: &[Spot]) -> Number {
    let n = figure.len();
    let sum = (0..n).map(|i| cross(&figure[i], &figure[(i + 1) % n]));
    let sum = sum.fold(zero(), |a, b| a + b);
    if sum < zero() { -sum } else { sum }
}

/// The middle of the points of a figure: inside, if anything is.
fn middle(figure: &[Spot]) -> Spot {
    let n = whole(figure.len());
    [0, 1].map(|i| figure.iter().fold(zero(), |sum, p| sum + &p[i]) / &n)
}

pub fn is_inside(figure: &[Spot], p: &Spot) -> bool {
    figure.len() > 2 && area(figure) > zero() && halves(figure).iter().all(|half| (half.0)(p) > zero())
}

pub fn is_in(figure: &[Spot], p: &Spot) -> bool {
    halves(figure).iter().all(|half| (half.0)(p) >= zero())
}

/// Some point of one is strictly inside the other, and inside the first too if that has an inside.
pub fn meets(a: &[Spot], b: &[Spot]) -> bool {
    let common = common(a, b);
    if common.is_empty() {
        return false;
    }
    let p = middle(&common);
    match (area(a) > zero(), area(b) > zero()) {
        (true, true) => area(&common) > zero(),
        (true, false) => is_inside(a, &p),
        (false, true) => is_inside(b, &p),
        (false, false) => false,
    }
}

/// By the words of LR-06, every side of both being looked at.
pub fn overlaps(a: &[Spot], b: &[Spot]) -> bool {
    let all = [sides(a), sides(b)].concat();
    all.iter().all(|[from, to]| {
        let way = minus(to, from);
        let normal = [-way[1].clone(), way[0].clone()];
        let shadow = |figure: &[Spot]| {
            let along: Vec<Number> = figure.iter().map(|p| dot(p, &normal)).collect();
            (along.iter().min().unwrap().clone(), along.iter().max().unwrap().clone())
        };
        let ((a, aa), (b, bb)) = (shadow(a), shadow(b));
        let overlap = aa.min(bb) - a.max(b);
        overlap > zero() && &overlap * &overlap > whole(4) * dot(&normal, &normal)
    })
}

/// The nearest point of a figure, and its squared distance.
pub fn nearest(figure: &[Spot], p: &Spot) -> (Spot, Number) {
    if is_in(figure, p) {
        return (p.clone(), zero());
    }
    let feet = sides(figure).into_iter().map(|[a, b]| {
        let way = minus(&b, &a);
        let length = dot(&way, &way);
        let t = if length == zero() { zero() } else { dot(&minus(p, &a), &way) / length };
        let t = t.clamp(zero(), whole(1));
        [&a[0] + &way[0] * &t, &a[1] + &way[1] * &t]
    });
    // Figures all of whose corners are one point have no sides.
    let feet = feet.chain([figure[0].clone()]);
    let measured = feet.map(|foot| {
        let far = minus(&foot, p);
        let square = dot(&far, &far);
        (foot, square)
    });
    measured.min_by(|a, b| a.1.cmp(&b.1)).unwrap()
}

/// The squared distance of two figures.
pub fn distance(a: &[Spot], b: &[Spot]) -> Number {
    if !common(a, b).is_empty() {
        return zero();
    }
    let to = |corners: &[Spot], figure: &[Spot]| corners.iter().map(|p| nearest(figure, p).1).min().unwrap();
    to(a, b).min(to(b, a))
}

/// How far to the right and forward of a stance a point is.
pub fn local(stance: Stance, p: &Spot) -> Spot {
    let unit = |[x, y]: [i64; 2]| [x, y].map(|c| Number::new(c.into(), (1i64 << 30).into()));
    let to = minus(p, &spot(stance.at));
    [dot(&to, &unit(stance.facing.right())), dot(&to, &unit(stance.facing.forward()))]
}
