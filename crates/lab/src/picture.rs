//! The levels of a battle as a picture.

use crate::elo::signed;
use crate::ladder::{LEANS, Rung};
use std::fmt::Write;

const WIDE: f64 = 640.0;
const HIGH: f64 = 360.0;
const EDGE: f64 = 50.0;

/// The Elo of each level above the lowest, by the points of pairs, with its interval above the one below. A level that is weaker than
/// the one below stands lower.
pub fn plot(scenario: &str, rungs: &[Rung]) -> String {
    let mut heights = vec![0.0];
    for rung in rungs {
        heights.push(heights[heights.len() - 1] + rung.duel.by_points.elo);
    }
    let highest = heights.iter().copied().fold(0.0, f64::max);
    let lowest = heights.iter().copied().fold(0.0, f64::min);
    let room = 0.1 * (highest - lowest).max(10.0);
    let top = highest + room;
    let bottom = if lowest < 0.0 { lowest - room } else { 0.0 };
    let x = |i: usize| EDGE + (WIDE - 2.0 * EDGE) * i as f64 / rungs.len().max(1) as f64;
    let y = |elo: f64| HIGH - EDGE - (HIGH - 2.0 * EDGE) * (elo.clamp(bottom, top) - bottom) / (top - bottom);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDE} {HIGH}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{WIDE}\" height=\"{HIGH}\" fill=\"#fff\"/>\n<text x=\"{EDGE}\" y=\"20\">{scenario}: Elo above the level below, by points of pairs</text>\n"
    );
    if rungs.iter().any(|rung| rung.stopped_early) {
        let _ = writeln!(svg, "<text x=\"{EDGE}\" y=\"36\">{LEANS}</text>");
    }
    for (i, height) in heights.iter().enumerate() {
        let name = match i.checked_sub(1) {
            None => rungs.first().map_or(String::new(), |rung| rung.duel.players[1].clone()),
            Some(below) => {
                let Rung {
                    duel, stopped_early, ..
                } = &rungs[below];
                let star = if *stopped_early { "*" } else { "" };
                format!("{} {}{star}", duel.players[0], signed(duel.by_points.elo))
            }
        };
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.0}\" cy=\"{:.0}\" r=\"4\"/><text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{name}</text>",
            x(i),
            y(*height),
            x(i),
            HIGH - EDGE / 2.0
        );
    }
    for (i, rung) in rungs.iter().enumerate() {
        let below = heights[i];
        let _ = writeln!(
            svg,
            "<line x1=\"{0:.0}\" x2=\"{0:.0}\" y1=\"{1:.0}\" y2=\"{2:.0}\" stroke=\"#000\"/>",
            x(i + 1),
            y(below + rung.duel.by_points.elo_low),
            y(below + rung.duel.by_points.elo_high)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ladder::tests::rung;

    /// Of the levels, from the lowest on.
    fn heights(svg: &str) -> Vec<f64> {
        let circles = svg.split("<circle").skip(1);
        circles
            .map(|circle| circle.split("cy=\"").nth(1).unwrap().split('"').next().unwrap())
            .map(|y| HIGH - y.parse::<f64>().unwrap())
            .collect()
    }

    #[test]
    fn a_weaker_level_stands_lower() {
        let wins = [0, 0, 24, 0, 0];
        let rungs = [
            rung("easy", [20, 1, 3], wins, true),
            rung("medium", [3, 1, 20], wins, false),
            rung("hard", [3, 1, 20], wins, false),
        ];
        let svg = plot("toy/battle", &rungs);
        let [below, easy, medium, hard] = heights(&svg)[..] else {
            panic!("{svg}")
        };
        assert!(easy > below && (medium - below).abs() <= 1.0 && hard < below, "{svg}");
        assert!((easy - below - (below - hard)).abs() <= 1.0, "{svg}");
        // All of it is inside of the picture, with the name and the Elo of each.
        assert!(
            [below, easy, medium, hard]
                .iter()
                .all(|y| *y >= EDGE && *y <= HIGH - EDGE)
        );
        let elo = rungs[1].duel.by_points.elo;
        assert!(elo < 0.0 && svg.contains(&format!("medium {elo:+.0}<")), "{svg}");
        assert_eq!(svg.matches("<line").count(), 3);
        // And who stopped early says what that means.
        assert!(svg.contains(LEANS) && svg.matches("*<").count() == 1, "{svg}");
        assert!(!plot("toy/battle", &rungs[1..]).contains(LEANS));
    }
}
