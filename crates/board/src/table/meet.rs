//! Whether two convex figures lie apart, touch or cover each other (LR-06): by their projections on the normals of all sides.

use super::point::dot;
use super::{Hull, Point};

/// Footprints overlap if they do by more than so many mils on every normal.
const OVERLAP: i64 = 2;

/// They share a point that is inside both; where one is a segment or a point, one of its points is inside the other.
/// Two segments, which have no inside, never meet.
pub fn meets(a: &impl Hull, b: &impl Hull) -> bool {
    if a.corners().len().max(b.corners().len()) < 3 || !a.bounds().join(b.bounds()) {
        return false;
    }
    normals(a).chain(normals(b)).all(|n| {
        let ([a, aa], [b, bb]) = (shadow(a, n), shadow(b, n));
        a < bb && b < aa
    })
}

/// They cover each other by more than 2 mils, as footprints may not.
pub fn overlaps(a: &impl Hull, b: &impl Hull) -> bool {
    if a.corners().len().min(b.corners().len()) < 3 || !a.bounds().join(b.bounds()) {
        return false;
    }
    normals(a).chain(normals(b)).all(|n| {
        let ([a, aa], [b, bb]) = (shadow(a, n), shadow(b, n));
        let shared = aa.min(bb) - a.max(b);
        // As `shared > least_overlap(n)`, without the root.
        shared > 0 && i128::from(shared) * i128::from(shared) > i128::from(OVERLAP * OVERLAP * dot(n, n))
    })
}

/// They have a point in common, rims and ends included.
pub fn in_common(a: &impl Hull, b: &impl Hull) -> bool {
    // Where two segments lie in one line, their bounds tell.
    a.bounds().join(b.bounds())
        && normals(a).chain(normals(b)).all(|n| {
            let ([a, aa], [b, bb]) = (shadow(a, n), shadow(b, n));
            a <= bb && b <= aa
        })
}

/// A point is strictly inside; the boundary is outside.
pub fn inside(area: &impl Hull, p: Point) -> bool {
    meets(area, &p)
}

/// The largest overlap on this normal, as a dot product, that is not more than 2 mils.
pub(super) fn least_overlap(n: [i64; 2]) -> i64 {
    (OVERLAP * OVERLAP * dot(n, n)).isqrt()
}

/// A normal of every direction among the sides.
pub(super) fn normals<H: Hull>(figure: &H) -> impl Iterator<Item = [i64; 2]> + '_ {
    let corners = figure.corners();
    let next = move |i: usize| if i + 1 < corners.len() { i + 1 } else { 0 };
    let sides = (0..figure.sides()).map(move |i| corners[i].to(corners[next(i)]));
    // A side without length has no normal.
    sides.filter(|side| *side != [0, 0]).map(|[x, y]| [-y, x])
}

/// The least and the greatest dot product of a figure's points with a normal.
pub(super) fn shadow(figure: &impl Hull, n: [i64; 2]) -> [i64; 2] {
    let mut shadow = [i64::MAX, i64::MIN];
    for p in figure.corners() {
        let along = dot([p.x().into(), p.y().into()], n);
        shadow = [shadow[0].min(along), shadow[1].max(along)];
    }
    shadow
}
