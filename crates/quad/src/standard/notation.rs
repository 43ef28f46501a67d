//! How conformance cases write units and leaders (`docs/cases.md`, `docs/cases-quad.md`).

use super::Variant;
use super::cards::{Armour, Card, Division, ENGLISH, Face, Half, Kind, LeaderCard, NONE, SCOTS, Setup, Show};
use super::variant::Mark;
use board::{Double, Hex, HexMap, Vertex};
use kernel::Side;

/// What is marked on a unit besides its set-up.
#[derive(Default)]
pub(super) struct Marks {
    pub charge: Option<String>,
    pub moved: bool,
    pub spent: u8,
    pub attacked: bool,
}

pub(super) fn side_from(name: &str) -> Result<Side, String> {
    match name {
        "scots" => Ok(SCOTS),
        "english" => Ok(ENGLISH),
        _ => Err(format!("`{name}` is no side; a side is `scots` or `english`")),
    }
}

/// The division of this name, made if it is new.
pub(super) fn division(name: &str, side: Side, divisions: &mut Vec<Division>) -> u8 {
    let known = divisions.iter().position(|d| *d.id == *name && d.side == side);
    known.unwrap_or_else(|| {
        divisions.push(Division {
            id: name.into(),
            side,
            members: 0,
            left: 0,
            size: 0,
        });
        divisions.len() - 1
    }) as u8
}

pub(super) fn ratings(text: &str) -> Result<(Armour, u8, u8), String> {
    let wrong = || format!("`{text}`: ratings are armour/morale/allowance, as in L/B/6");
    let parts: Vec<&str> = text.split('/').collect();
    let [armour, morale, points] = parts.as_slice() else {
        return Err(wrong());
    };
    let armour = Armour::from_letter(armour).ok_or_else(wrong)?;
    let morale = "ABCDE".find(*morale).filter(|_| morale.len() == 1).ok_or_else(wrong)?;
    let points: u8 = points.parse().map_err(|_| wrong())?;
    Ok((armour, morale as u8, points))
}

pub(super) fn read_unit<R: Variant>(
    line: &str,
    map: &HexMap,
    options: &R::Options,
    index: usize,
    divisions: &mut Vec<Division>,
) -> Result<(Card, Marks), String> {
    let mut words = line.split_whitespace();
    let mut next = || words.next().ok_or("id, side and kind come first");
    let (id, side, kind) = (next()?, side_from(next()?)?, next()?);
    let kind = Kind::from_name(kind).ok_or_else(|| format!("there is no kind `{kind}`"))?;
    let shows = kind.faces(side);
    let usual = if kind == Kind::Infantry {
        Show::Organised
    } else {
        shows[0]
    };
    let (mut up, mut printed, mut other) = (usual, None, None);
    let (mut hex, mut right, mut facing) = (None, Hex::OFF, Vertex::NNE);
    let (mut people, mut rampant) = (NONE, false);
    let (mut group, mut half, mut rout, mut lance) = (NONE, None, 0, false);
    let mut marks = Marks::default();
    for word in words {
        if let Some(name) = word.strip_prefix('@') {
            let find = |name: &str| map.parse(name).ok_or_else(|| format!("there is no hex `{name}`"));
            hex = Some(match name.split_once('/') {
                None => find(name)?,
                Some((left, other)) => {
                    let (left, other) = (find(left)?, find(other)?);
                    let double = Double::new(map, left, other).ok_or("its two hexes are not neighbours")?;
                    (right, facing) = (double.right, double.vertex());
                    left
                }
            });
        } else if let Some((key, value)) = word.split_once('=') {
            match key {
                "division" => group = division(value, side, divisions),
                "half" => half = Some(Half::from_name(value).ok_or("a half is left or right")?),
                "rout" => rout = value.parse().map_err(|_| "rout is a number")?,
                "charge" => marks.charge = Some(value.into()),
                "spent" => marks.spent = 2 * value.parse::<u8>().map_err(|_| "spent is a number of points")?,
                "people" => {
                    let known = R::people(options, value);
                    people = known.ok_or_else(|| format!("the tables name no people `{value}`"))?;
                }
                "other" => other = Some(ratings(value)?),
                _ => return Err(format!("`{key}` is no mark")),
            }
        } else if word.contains('/') {
            printed = Some(ratings(word)?);
        } else if let Ok(vertex) = word.parse() {
            facing = vertex;
        } else if let Some(show) = Show::from_name(word) {
            up = show;
        } else {
            match word {
                "lance" if !R::knows_mark(options, Mark::Lance) => return Err(Mark::Lance.unknown().into()),
                "lance" => lance = true,
                "rampant" => rampant = true,
                "moved" => marks.moved = true,
                "attacked" => marks.attacked = true,
                _ => return Err(format!("`{word}` is no mark")),
            }
        }
    }
    let printed = printed.ok_or("ratings are missing, as in L/B/6")?;
    let face_up = shows
        .iter()
        .position(|s| *s == up)
        .ok_or_else(|| format!("it has no face `{}`", up.name()))?;
    let face = |show: Show| {
        let (armour, morale, points) = match other {
            _ if show == up => printed,
            Some(other) => other,
            None if show == Show::Disorganised => (printed.0, 4, 2),
            None if show == Show::Dismounted && !R::FACED_SINGLES => (printed.0, printed.1, 6),
            None => printed,
        };
        let face = Face::new(kind, show, armour, points, morale);
        face.unwrap_or(Face::unclassed(show, armour, points, morale))
    };
    let faces = [face(shows[0]), face(shows[shows.len() - 1])];
    if group != NONE {
        let d = &mut divisions[usize::from(group)];
        d.members |= 1 << index;
        d.size += 1;
        if half == Some(Half::Left) {
            d.left |= 1 << index;
        }
    }
    let card = Card {
        id: id.into(),
        name: id.into(),
        side,
        kind,
        division: group,
        half,
        faces,
        two_faced: R::two_faced(options, side, kind),
        victory_points: super::scenario::usual_points(side, kind),
        setup: Setup {
            hex: hex.ok_or("it needs a hex, as in @1010")?,
            right,
            facing,
            face: face_up as u8,
            lance,
            rout,
        },
        people,
        rampant,
    };
    Ok((card, marks))
}

pub(super) fn read_leader(
    line: &str,
    map: &HexMap,
    divisions: &mut Vec<Division>,
) -> Result<(LeaderCard, (bool, bool)), String> {
    let mut words = line.split_whitespace();
    let mut next = || words.next().ok_or("id and side come first");
    let (id, side) = (next()?, side_from(next()?)?);
    let (mut hex, mut group, mut king) = (Hex::OFF, NONE, false);
    let (mut disobeyed, mut moved, mut hiding) = (false, false, false);
    for word in words {
        if let Some(name) = word.strip_prefix('@') {
            hex = map.parse(name).ok_or_else(|| format!("there is no hex `{name}`"))?;
        } else if let Some(name) = word.strip_prefix("division=") {
            group = division(name, side, divisions);
        } else {
            match word {
                "king" => king = true,
                "disobeyed" => disobeyed = true,
                "moved" => moved = true,
                "hiding" => hiding = true,
                _ => return Err(format!("`{word}` is no mark")),
            }
        }
    }
    if hex.is_off() {
        return Err("it needs a hex, as in @1010".into());
    }
    let card = LeaderCard {
        id: id.into(),
        name: id.into(),
        side,
        division: group,
        victory_points: super::scenario::leader_points(side, king),
        allowance: super::scenario::LEADER_POINTS * 2,
        hex,
        hiding,
    };
    Ok((card, (disobeyed, moved)))
}
